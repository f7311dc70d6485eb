"""What people made of puzzles, and the ratings that come from it.

The first answer of a person to a puzzle is a game of one against the other, with a share of the whole as its
result: both ratings move in the transaction that stores the answer (Glicko, one game a period). Later answers only
count for oneself.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from orrery.desk import wire
from orrery.server.clock import now
from orrery.server.people import accounts
from orrery.server.store import schema as db

P, S, T = db.puzzle_ratings.c, db.solver_ratings.c, db.solutions.c

Q = log(10) / 400
NEW = wire.Rating(1500.0, 350.0, 0)
"""Somebody of whom nothing is known."""
FIRST = 200.0
"""The spread of a puzzle that is rated by how much search finds it."""
FINEST = 40.0
"""Nothing is ever surer than that: people learn, and puzzles are not all alike."""


def met(one: wire.Rating, other: wire.Rating, share: float) -> wire.Rating:
    """The rating of one after a game against the other that brought this share."""
    flat = 1 / sqrt(1 + 3 * (Q * other.spread / pi) ** 2)
    hoped = 1 / (1 + 10 ** (-flat * (one.rating - other.rating) / 400))
    known = Q**2 * flat**2 * hoped * (1 - hoped)
    weight = 1 / (1 / one.spread**2 + known)
    rating = one.rating + Q * weight * flat * (share - hoped)
    return wire.Rating(round(rating, 2), round(max(FINEST, sqrt(weight)), 2), one.answers + 1)


class Answered(NamedTuple):
    """What became of an answer."""

    rated: bool
    mine: wire.Rating
    before: wire.Rating | None
    puzzle: wire.Rating


def answer(
    connection: Connection, user: int, game: str, puzzle: str, first: int, share: float, reached: int | None
) -> Answered:
    """Store an answer; the first one of a person to a puzzle rates both; ``first``: of a new puzzle."""
    accounts.present(connection, user)  # one at a time for each person
    mine = _solver(connection, user, game)
    known = connection.execute(select(T.reached, T.tries).where(T.user == user, T.puzzle == puzzle)).first()
    if known is not None:
        best = (
            reached if known.reached is None else known.reached if reached is None else max(reached, known.reached)
        )
        again = update(db.solutions).where(T.user == user, T.puzzle == puzzle)
        connection.execute(again.values(reached=best, tries=known.tries + 1))
        return Answered(False, mine or NEW, None, _puzzle(connection, puzzle, first))
    hard = _held(connection, puzzle, first)
    before = mine or NEW
    after, harder = met(before, hard, share), met(hard, before, 1 - share)
    connection.execute(
        update(db.puzzle_ratings)
        .where(P.puzzle == puzzle)
        .values(rating=harder.rating, spread=harder.spread, answers=harder.answers)
    )
    values = {"rating": after.rating, "spread": after.spread, "answers": after.answers}
    if mine is None:
        connection.execute(insert(db.solver_ratings).values(user=user, game=game, **values))
    else:
        connection.execute(update(db.solver_ratings).where(S.user == user, S.game == game).values(**values))
    stored = {"user": user, "puzzle": puzzle, "game": game, "share": round(share, 4), "reached": reached}
    connection.execute(insert(db.solutions).values(**stored, tries=1, at=now()))
    return Answered(True, after, before, harder)


def _solver(connection: Connection, user: int, game: str) -> wire.Rating | None:
    row = connection.execute(select(S.rating, S.spread, S.answers).where(S.user == user, S.game == game)).first()
    return None if row is None else wire.Rating(*row)


def _puzzle(connection: Connection, puzzle: str, first: int) -> wire.Rating:
    row = connection.execute(select(P.rating, P.spread, P.answers).where(P.puzzle == puzzle)).first()
    return wire.Rating(float(first), FIRST, 0) if row is None else wire.Rating(*row)


def _held(connection: Connection, puzzle: str, first: int) -> wire.Rating:
    """The rating of a puzzle, which nobody else changes until the transaction ends."""
    query = select(P.rating, P.spread, P.answers).where(P.puzzle == puzzle).with_for_update()
    row = connection.execute(query).first()
    if row is None:
        fresh = {"puzzle": puzzle, "rating": float(first), "spread": FIRST, "answers": 0}
        try:
            with connection.begin_nested():
                connection.execute(insert(db.puzzle_ratings).values(**fresh))
        except IntegrityError:  # somebody else was the first at the same moment
            pass
        row = connection.execute(query).one()
    return wire.Rating(*row)


def told(connection: Connection, user: int | None, game: str) -> wire.Puzzles:
    """Ratings of the puzzles of a title, and what the asker made of them."""
    rows = connection.execute(select(db.puzzle_ratings).where(P.puzzle.startswith(f"{game}-", autoescape=True)))
    ratings = {row.puzzle: wire.Rating(row.rating, row.spread, row.answers) for row in rows}
    if user is None:
        return wire.Puzzles(None, ratings, {})
    own = connection.execute(select(T.puzzle, T.reached).where(T.user == user, T.game == game))
    return wire.Puzzles(_solver(connection, user, game), ratings, {row.puzzle: row.reached for row in own})


def exported(connection: Connection, user: int) -> list[wire.SolutionExport]:
    """What somebody made of puzzles."""
    rows = connection.execute(
        select(T.puzzle, T.game, T.share, T.reached, T.tries, T.at).where(T.user == user).order_by(T.at, T.puzzle)
    )
    return [wire.SolutionExport(*row) for row in rows]


def rated(connection: Connection, user: int) -> list[wire.SolverExport]:
    """The ratings of somebody by title."""
    rows = connection.execute(select(S.game, S.rating, S.spread, S.answers).where(S.user == user).order_by(S.game))
    return [wire.SolverExport(*row) for row in rows]


def forget(connection: Connection, user: int) -> None:
    """Nothing is left of somebody's answers; puzzles keep what they learned from them."""
    connection.execute(delete(db.solutions).where(T.user == user))
    connection.execute(delete(db.solver_ratings).where(S.user == user))
