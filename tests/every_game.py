"""The contract of ``orrery.core.game``, checked for every registered title and for the small game.

``pytest tests/every_game.py -k gaia`` runs it for one title. A title describes itself in
``tests/<title>/samples.py``:

- ``SAMPLES: list[dict[str, object]]``: the options to play with, one game or more for each;
- ``WIDE: frozenset[str]`` (optional): questions whose ``play`` accepts more than ``options`` lists;
- ``conserved(state) -> object`` (optional): what no answer ever changes (tokens, buildings, tiles ...);
- ``secrets(state, seat) -> object`` (optional): what that seat may not know, None where there is nothing;
- ``LIMIT: int`` (optional): more decisions than any game needs, 5000 if not given.

Each check is a function of a Run (title, options, seed) and raises Broken with a sentence that says where.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from orrery.core import chance
from orrery.core.game import AnyGame, BadNotation, BadOptions, BadPosition, IllegalAction, Seat
from orrery.core.journal import Journal
from orrery.core.match import AnyMatch, Entry, Match, ReplayMismatch, parsed, written
from orrery.core.titles import TITLES, title
from tests.figures import add

ROOT: Final = Path(__file__).resolve().parent.parent
GUESSES: Final = 3
NONSENSE: Final = ("", " ", "nonsense", "-1", "0", "☃", "bid", "null", "{}", "x " * 200)
WRONG: Final[tuple[object, ...]] = (None, -1, 10**9, "nonsense", [], [[]], {"a": 1})


class Broken(AssertionError):
    """A title that does not keep the contract; the sentence says where and how."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A title and what its tests say about it."""

    game: AnyGame
    home: str
    """Where another process finds the game: ``module:object``, or its registered name."""
    samples: tuple[Mapping[str, object], ...]
    wide: frozenset[str] = frozenset()
    conserved: Callable[[Any], object] | None = None
    secrets: Callable[[Any, Seat], object] | None = None
    limit: int = 5000


@dataclass(frozen=True)
class Step:
    """A position of a walk as it was, its digest at that time, and the answer given."""

    number: int
    state: Any
    digest: bytes
    action: Any


@dataclass(frozen=True)
class Run:
    """One game to check: ``density`` says how many of its positions the costly checks look at."""

    subject: Subject
    sample: int
    number: int
    density: int = 24

    @property
    def game(self) -> AnyGame:
        return self.subject.game

    @property
    def options(self) -> Mapping[str, object]:
        return self.subject.samples[self.sample]

    @property
    def seed(self) -> int:
        """Large, so that it can be searched for in what a seat is shown."""
        return chance.stream(self.number, "contract") | 1 << 60

    @property
    def seats(self) -> range:
        return range(self.game.seats(self.options))

    def some(self, steps: list[Step]) -> list[Step]:
        """About ``density`` steps, chosen by the seed; the first and the last always."""
        if len(steps) <= self.density:
            return steps
        chosen = set(chance.dealt(self.seed, 0, range(len(steps)), self.density))
        return [steps[i] for i in sorted(chosen | {0, len(steps) - 1})]

    def few(self, items: list[Any], count: int, number: int) -> list[Any]:
        """At most ``count`` of the items, chosen by the seed."""
        if len(items) <= count:
            return items
        return [items[i] for i in sorted(chance.dealt(self.seed, number, range(len(items)), count))]

    def broken(self, what: str, step: Step | None = None) -> Broken:
        where = f"{self.game.name} {dict(self.options)} seed {self.seed}"
        if step is not None:
            state = step.state
            where += f", decision {step.number} ({state.question()!r} of seat {state.asked()})"
        return Broken(f"{where}: {what}")


def walk(run: Run) -> tuple[list[Step], Any]:
    """A whole game of random answers: its steps, and the position at the end. Do not change them."""
    return _walk(run.subject, run.sample, run.number)


@lru_cache(maxsize=4)
def _walk(subject: Subject, sample: int, number: int) -> tuple[list[Step], Any]:
    run = Run(subject, sample, number)
    state = run.game.new(run.options, run.seed)
    steps: list[Step] = []
    dice = chance.stream(run.seed, "walk")
    while state.asked() is not None:
        options = state.options()
        kept = Step(len(steps), state.clone(), state.digest(), None)
        if not options:
            raise run.broken("a dead end: somebody is asked and there is no option", kept)
        if len(steps) >= subject.limit:
            raise run.broken(f"no end after {subject.limit} decisions", kept)
        action = options[chance.draw(dice, len(steps), len(options))]
        steps.append(Step(kept.number, kept.state, kept.digest, action))
        state.apply(action)
    return steps, state


def texts(game: AnyGame, state: Any) -> list[str]:
    """The options as text, in their order."""
    return [game.write(state, action) for action in state.options()]


def plain(value: object) -> str:
    """JSON of something that must be plain; equal exactly if the values are."""
    return json.dumps(value, sort_keys=True, allow_nan=False, ensure_ascii=False)


def after(state: Any, action: Any) -> Any:
    """A new position: this one with that answer."""
    clone = state.clone()
    clone.apply(action)
    return clone


# --- the checks ---------------------------------------------------------------------------------------


def options_are_unique_and_in_a_fixed_order(run: Run) -> None:
    """Asking again, a clone, and a position rebuilt from the start list the same options in the same order."""
    steps, _ = walk(run)
    again = run.game.new(run.options, run.seed)
    for step in steps:
        state = step.state
        seat, listed = state.asked(), state.options()
        if seat not in run.seats:
            raise run.broken(f"seat {seat!r} is asked, but there are seats 0 to {run.seats[-1]}", step)
        if not isinstance(state.question(), str) or not state.question().isidentifier():
            raise run.broken(f"a question's name is one word, not {state.question()!r}", step)
        if len(set(texts(run.game, state))) != len(listed) or any(a in listed[:i] for i, a in enumerate(listed)):
            raise run.broken(f"an option is listed twice: {texts(run.game, state)}", step)
        for name, other in (("asked again", state), ("a clone", state.clone()), ("rebuilt", again)):
            if other.options() != listed:
                raise run.broken(f"{name}: other options or another order: {texts(run.game, other)}", step)
        again.apply(step.action)


def every_text_reads_back(run: Run) -> None:
    """Each option has a one-line text of its own that reads back to it."""
    steps, _ = walk(run)
    for step in run.some(steps):
        for action in step.state.options():
            text = run.game.write(step.state, action)
            if not text or text != text.strip() or not text.isprintable():
                raise run.broken(f"the text {text!r} is not one plain line", step)
            read = read_back(run, step, text)
            if read != action:
                raise run.broken(f"{text!r} reads back as {read!r}, not as {action!r}", step)


def read_back(run: Run, step: Step, text: str) -> Any:
    """What a text that the title wrote reads as."""
    try:
        return run.game.read(step.state, text)
    except BadNotation as error:
        raise run.broken(f"{text!r} does not read back: {error}", step) from error


def nonsense_is_refused(run: Run) -> None:
    """Text that names no answer raises BadNotation or IllegalAction with a sentence and changes nothing."""
    steps, _ = walk(run)
    for step in run.some(steps):
        allowed = set(texts(run.game, step.state))
        for text in NONSENSE:
            if text in allowed:
                continue
            state = step.state.clone()
            try:
                state.play(run.game.read(state, text))
            except (BadNotation, IllegalAction) as error:
                if len(str(error)) < 8:
                    raise run.broken(f"{text!r} is refused without a sentence: {error!r}", step) from error
            except Exception as error:  # any other error is the finding
                raise run.broken(f"{text!r} raises {error!r}, not BadNotation or IllegalAction", step) from error
            else:
                raise run.broken(f"{text!r} is accepted", step)
            if state.digest() != step.digest:
                raise run.broken(f"refusing {text!r} changed the position", step)


def clones_are_independent(run: Run) -> None:
    """Answers given to a clone change no earlier position; a clone is equal and has no journal."""
    steps, _ = walk(run)
    original = run.game.new(run.options, run.seed)
    for step in steps:
        if step.state.digest() != step.digest:
            raise run.broken("a later answer changed this earlier position", step)
        if plain(run.game.data(original)) != plain(run.game.data(step.state)):
            raise run.broken("a clone differs from its original", step)
        original.apply(step.action)
    for step in run.some(steps):
        state = step.state
        before = plain(run.game.data(state))
        state.journal = Journal()
        clone = state.clone()
        state.journal = None
        if clone.journal is not None:
            raise run.broken("a clone has a journal", step)
        if clone.digest() != step.digest or plain(run.game.data(clone)) != before:
            raise run.broken("a clone differs from its original", step)
        if len(step.digest) != 16:
            raise run.broken(f"a digest has 16 bytes, not {len(step.digest)}", step)
        for action in state.options():
            changed = after(state, action)
            if state.digest() != step.digest:
                raise run.broken(f"{run.game.write(state, action)!r} on a clone changed the original", step)
            if changed.digest() == step.digest:
                raise run.broken(f"{run.game.write(state, action)!r} leaves the digest as it was", step)
        if plain(run.game.data(state)) != before:
            raise run.broken("answers on clones changed the original's data", step)


def play_refuses_what_is_not_offered(run: Run) -> None:
    """``play`` equals ``apply`` for what is offered, and refuses the answers to other questions."""
    steps, end = walk(run)
    pool: list[Any] = []
    for step in run.some(steps):
        pool.extend(a for a in run.few(step.state.options(), 4, 1000 + step.number) if a not in pool)
    for step in run.some(steps):
        state, listed = step.state, step.state.options()
        for action in run.few(listed, 6, 2000 + step.number):
            played = state.clone()
            played.play(action)
            if played.digest() != after(state, action).digest():
                raise run.broken(f"play and apply differ for {run.game.write(state, action)!r}", step)
        _refuses(run, step, [action for action in pool if action not in listed])
    _refuses(run, Step(len(steps), end, end.digest(), None), pool)


def _refuses(run: Run, step: Step, actions: list[Any]) -> None:
    before = plain(run.game.data(step.state))
    for action in actions:
        _refuses_one(run, step, before, action)


def _refuses_one(run: Run, step: Step, before: str, action: Any) -> None:
    state = step.state.clone()
    state.journal = journal = Journal()
    try:
        state.play(action)
    except IllegalAction:
        state.journal = None
        if journal.bookings or journal.messages:
            raise run.broken(f"refusing {action!r} noted something in the journal", step) from None
        if state.digest() != step.digest or plain(run.game.data(state)) != before:
            raise run.broken(f"refusing {action!r} changed the position", step) from None
        return
    except Exception as error:  # any other error is the finding
        raise run.broken(f"play({action!r}) raises {error!r}, not IllegalAction", step) from error
    kinds = {type(option) for option in step.state.options()}
    if state.question() is None or step.state.question() not in run.subject.wide or type(action) not in kinds:
        raise run.broken(f"play accepts {action!r}, which is not offered", step)


def no_position_is_a_dead_end(run: Run) -> None:
    """Every offered answer leads to a question with options or to the end; the end has places."""
    steps, end = walk(run)
    for step in run.some(steps):
        for action in step.state.options():
            then = after(step.state, action)
            if then.asked() is not None and not then.options():
                raise run.broken(f"{run.game.write(step.state, action)!r} leads to a dead end", step)
    if end.question() != "" or end.options() != []:
        raise run.broken(f"the game is over and still asks {end.question()!r} with {end.options()}")
    scores, places = end.scores(), end.places()
    if len(scores) < len(run.seats) or len(places) != len(scores):
        raise run.broken(f"{len(run.seats)} seats, scores {scores}, places {places}")
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise run.broken(f"places start at 1, ties share one and the next is left out, not {places}")


def replay_and_undo_agree(run: Run) -> None:
    """A match of the same answers has the same digests; so have its replay, its undo and its saved text."""
    steps, end = walk(run)
    with registered(run.game):
        match = Match.new(run.game.name, run.options, run.seed)
        for step in steps:
            if match.state.digest() != step.digest:
                raise run.broken("the match has another position", step)
            entry = match.play(step.action)
            if read_back(run, step, entry.text) != step.action:
                raise run.broken(f"the entry {entry.text!r} reads back otherwise", step)
        loaded = _reloaded(run, match, end.digest())
        for step in run.some(steps):
            if loaded.at(step.number).digest() != step.digest:
                raise run.broken("looking back gives another position", step)
        for step in reversed(run.few(steps, 5, 3000)):
            loaded.undo(0, step.number)
            if loaded.state.digest() != step.digest or loaded.state.options() != step.state.options():
                raise run.broken("undo gives another position", step)
        for step in steps[len(loaded.line) :]:
            loaded.play(step.action)
        _reloaded(run, loaded, end.digest())
        if loaded.points() != match.points():
            raise run.broken("after undo the points by source differ")
        _refuses_another_question(run, match)


def _reloaded(run: Run, match: AnyMatch, digest: bytes) -> AnyMatch:
    text = match.save()
    loaded = Match.load(text)
    if match.state.digest() != digest or loaded.state.digest() != digest:
        raise run.broken("the match, or its saved text, ends in another position")
    if loaded.entries != match.entries or loaded.ledger() != match.ledger() or loaded.save() != text:
        raise run.broken("the saved text loads as another match")
    return loaded


def _refuses_another_question(run: Run, match: AnyMatch) -> None:
    header, entries = parsed(written(match.header, match.entries))
    number = chance.draw(run.seed, 4000, len(entries))
    entries[number] = Entry(entries[number].seat, "Nonsense", entries[number].text)
    try:
        Match.replay(header, entries)
    except ReplayMismatch as error:
        if not str(error).startswith(f"#{number + 1}: ") or "'Nonsense'" not in str(error):
            raise run.broken(f"a log with another question is refused without saying which: {error}") from error
    else:
        raise run.broken("a log that names another question is replayed all the same")


def points_by_source_sum_to_scores(run: Run) -> None:
    """At every moment the victory points booked by source are the score of each seat."""
    steps, _ = walk(run)
    with registered(run.game):
        match = Match.new(run.game.name, run.options, run.seed)
        for step in steps:
            match.play(step.action)
            found = [sum(sources.values()) for sources in match.points()]
            if found != match.state.scores():
                raise run.broken(f"booked are {match.points()}, the scores are {match.state.scores()}", step)


def views_show_no_secret(run: Run) -> None:
    """What a seat is shown is the same in every world that it cannot tell from this one."""
    steps, end = walk(run)
    for step in run.some([*steps, Step(len(steps), end, end.digest(), None)]):
        for seat in run.seats:
            here = _shown(run, step, step.state, seat)
            for what, text in here.items():
                if str(run.seed) in text or f"{run.seed:x}" in text:
                    raise run.broken(f"the {what} of seat {seat} shows the seed", step)
            for number in range(GUESSES):
                world = run.game.guess(step.state, seat, run.seed + number + 1)
                there = _shown(run, step, world, seat)
                for what in here.keys() | there.keys():
                    if here.get(what) != there.get(what):
                        found = _difference(here.get(what, ""), there.get(what, ""))
                        raise run.broken(f"the {what} of seat {seat} tells a secret: {found}", step)


def what_is_printed_never_changes(run: Run) -> None:
    """``printed`` is the same at every move and in every world; a view has a field of it only to say otherwise."""
    steps, end = walk(run)
    first = run.game.printed(steps[0].state)
    text = plain(first)
    for step in [*steps, Step(len(steps), end, end.digest(), None)]:
        if plain(run.game.printed(step.state)) != text:
            found = _difference(text, plain(run.game.printed(step.state)))
            raise run.broken(f"what is printed has changed: {found}", step)
    for step in run.some(steps):
        for seat in run.seats:
            world = run.game.guess(step.state, seat, run.seed + 1)
            if plain(run.game.printed(world)) != text:
                raise run.broken(f"in another world of seat {seat} something else is printed", step)
            for name, value in run.game.view(step.state, seat).items():
                if name in first and plain(value) == plain(first[name]):
                    raise run.broken(f"the view of seat {seat} repeats {name!r}, which is printed", step)


def _shown(run: Run, step: Step, state: Any, seat: Seat) -> dict[str, str]:
    """Everything about a position that reaches a seat."""
    game = run.game
    shown = {
        "view": plain(game.view(state, seat)),
        "view of a spectator": plain(game.view(state, None)),
        "scores": plain(state.scores()),
        "question": f"{state.question()} of {state.asked()}",
    }
    if state.asked() == seat:
        shown["options"] = plain(texts(game, state))
        shown["explanation"] = _explained(run, step, state)
    return shown


def _explained(run: Run, step: Step, state: Any) -> str:
    found = run.game.explain(state, state.asked())
    if [each.action for each in found] != state.options():
        raise run.broken("the explanations are not those of the options in their order", step)
    told: list[object] = [[near.what, near.reasons, near.facts] for near in run.game.near(state, state.asked())]
    for text, each in zip(texts(run.game, state), found, strict=True):
        reactions = [astuple(reaction) for reaction in each.reactions]
        told.append([text, each.cost, each.gain, each.points, each.income, reactions, each.warnings, each.facts])
    return plain(told)


def explanations_stand_alone(run: Run) -> None:
    """An answer is explained alone as among the options; one that only ends its question does nothing else."""
    steps, _ = walk(run)
    game = run.game
    for step in run.some(steps):
        state, seat = step.state, step.state.asked()
        for each in run.few(list(game.explain(state, seat)), 12, 7000 + step.number):
            text = game.write(state, each.action)
            if game.explanation(state, seat, each.action) != each:
                raise run.broken(f"{text!r} alone is explained otherwise than among the options", step)
            ends = each.action == game.closes.get(state.question())
            if ends and (each.cost or each.gain or each.points):
                raise run.broken(f"{text!r} only ends its question, but costs or brings something", step)


def _difference(a: str, b: str) -> str:
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"...{a[max(0, at - 40) : at + 40]!r} against {b[max(0, at - 40) : at + 40]!r}"


def sealed_answers_stay_sealed(run: Run) -> None:
    """Two answers whose difference a seat is not shown are told to it in the same words."""
    steps, _ = walk(run)
    game = run.game
    for step in run.some(steps):
        state, actor = step.state, step.state.asked()
        told: dict[tuple[Seat | None, str], tuple[str, str]] = {}
        for action in run.few(state.options(), 12, 5000 + step.number):
            then = after(state, action)
            own = plain(game.view(then, actor))
            for seat in (*run.seats, None):
                heard = game.heard(state, action, seat)
                if not heard or heard != heard.strip() or not heard.isprintable():
                    raise run.broken(f"seat {seat} hears {heard!r}, not one plain line", step)
                words = heard + plain(game.tell(state, action, seat))
                if seat == actor:
                    continue
                first_own, first_words = told.setdefault((seat, plain(game.view(then, seat))), (own, words))
                if first_own != own and first_words != words:
                    raise run.broken(f"seat {seat} hears a sealed answer: {first_words} against {words}", step)


def revelations_are_counted(run: Run) -> None:
    """Where an answer shows the seat that gives it something it could not know, ``revealed`` grows."""
    steps, end = walk(run)
    counts = [step.state.revealed() for step in steps] + [end.revealed()]
    if any(b < a for a, b in pairwise(counts)):
        raise run.broken(f"revealed goes down: {counts}")
    for step in run.some(steps):
        state, seat = step.state, step.state.asked()
        worlds = [run.game.guess(state, seat, run.seed + number + 1) for number in range(GUESSES)]
        for action in run.few(state.options(), 8, 6000 + step.number):
            then = after(state, action)
            seen = plain(run.game.view(then, seat))
            for world in worlds:
                if plain(run.game.view(after(world, action), seat)) != seen and then.revealed() <= state.revealed():
                    text = run.game.write(state, action)
                    raise run.broken(f"{text!r} brings something to light that revealed does not count", step)


def guesses_are_worlds(run: Run) -> None:
    """A guess is made of the same things, is playable to the end, keeps no seed, and changes what is hidden."""
    steps, _ = walk(run)
    game, secrets = run.game, run.subject.secrets
    hidden = changed = 0
    for step in run.some(steps):
        for seat in run.seats:
            worlds = [game.guess(step.state, seat, run.seed + number + 1) for number in range(GUESSES)]
            if game.guess(step.state, seat, run.seed + 1).digest() != worlds[0].digest():
                raise run.broken(f"two guesses of seat {seat} by one seed differ", step)
            if step.state.digest() != step.digest:
                raise run.broken(f"a guess of seat {seat} changed the position", step)
            for world in worlds:
                if world.journal is not None:
                    raise run.broken(f"a guess of seat {seat} has a journal", step)
                if str(run.seed) in plain(game.data(world)):
                    raise run.broken(f"a guess of seat {seat} holds the seed", step)
                if run.subject.conserved is not None:
                    law = run.subject.conserved
                    if law(world) != law(step.state):
                        raise run.broken(f"a guess of seat {seat} is not made of the same things", step)
            if secrets is not None and secrets(step.state, seat) is not None:
                hidden += 1
                changed += any(secrets(world, seat) != secrets(step.state, seat) for world in worlds)
    if hidden and changed < max(1, hidden // 4):
        raise run.broken(f"guesses change what is hidden in {changed} of {hidden} positions only")
    for step in run.few(steps, 2, 7000):
        for seat in run.seats:
            world = game.guess(step.state, seat, run.seed)
            for number in range(run.subject.limit):
                if world.asked() is None:
                    break
                options = world.options()
                if not options:
                    raise run.broken(f"a guess of seat {seat} runs into a dead end at {world.question()!r}", step)
                world.apply(options[chance.draw(run.seed, number, len(options))])


def positions_travel_as_data(run: Run) -> None:
    """A position read back from its JSON is equal, lists the same options, and plays on the same."""
    steps, end = walk(run)
    game = run.game
    for step in run.some([*steps, Step(len(steps), end, end.digest(), None)]):
        state = step.state
        data = json.loads(plain(game.data(state)))
        built = game.position(data)
        if built.digest() != step.digest:
            raise run.broken("the position read back from data is another one", step)
        if texts(game, built) != texts(game, state) or built.revealed() != state.revealed():
            raise run.broken("the position read back from data lists other options", step)
        for seat in (*run.seats, None):
            if plain(game.view(built, seat)) != plain(game.view(state, seat)):
                raise run.broken(f"the position read back from data looks different to seat {seat}", step)
        for action in run.few(state.options(), 3, 8000 + step.number):
            if after(built, game.read(built, game.write(state, action))).digest() != after(state, action).digest():
                raise run.broken("the position read back from data plays on differently", step)
        if "position" in {setting.name for setting in game.settings} and state.asked() is not None:
            begun = game.new({**run.options, "position": data}, run.seed)
            if [plain(game.view(begun, seat)) for seat in run.seats] != [
                plain(game.view(state, seat)) for seat in run.seats
            ] or texts(game, begun) != texts(game, state):
                raise run.broken("a game begun from this position looks different", step)


def positions_travel_by_pickle(run: Run) -> None:
    """A position, its options and an answer go to another process and come back equal; so do deep copies."""
    steps, _ = walk(run)
    for step in run.some(steps):
        offered = texts(run.game, step.state)
        sent = (step.state, step.action)
        for state, action in (pickle.loads(pickle.dumps(sent)), copy.deepcopy(sent)):
            if state.digest() != step.digest or action != step.action:
                raise run.broken("a position or an answer changed on its way through pickle", step)
            if texts(run.game, state) != offered or after(state, action).digest() != after(*sent).digest():
                raise run.broken("a position goes on differently after its way through pickle", step)


def damaged_data_are_refused(run: Run) -> None:
    """Damaged data raise BadPosition, never another error."""
    steps, _ = walk(run)
    for step in run.few(steps, 3, 9000):
        data = json.loads(plain(run.game.data(step.state)))
        damaged: list[dict[str, object]] = [{}]
        for name in data:
            damaged.append({k: v for k, v in data.items() if k != name})
            damaged.extend({**data, name: wrong} for wrong in WRONG)
        refused = 0
        for wrong in damaged:
            try:
                run.game.position(wrong)
            except BadPosition as error:
                refused += 1
                if len(str(error)) < 8:
                    raise run.broken(f"bad data are refused without a sentence: {error!r}", step) from error
            except Exception as error:  # any other error is the finding
                text = plain(wrong)[:300]
                raise run.broken(f"bad data raise {error!r}, not BadPosition: {text}", step) from error
        if refused < len(damaged) // 2:
            raise run.broken(f"only {refused} of {len(damaged)} damaged positions are refused", step)


def conserved_things_are_conserved(run: Run) -> None:
    """What the title's tests call conserved is the same after every answer."""
    law = run.subject.conserved
    if law is None:
        return
    steps, end = walk(run)
    first = law(steps[0].state)
    for step in steps:
        if law(step.state) != first:
            raise run.broken(f"conserved was {first}, now it is {law(step.state)}", step)
    if law(end) != first:
        raise run.broken(f"conserved was {first}, at the end it is {law(end)}")


def options_of_the_title_are_checked(run: Run) -> None:
    """``complete`` fills in every setting, is stable and plain; new matches get nothing but values of a setting."""
    game = run.game
    whole = game.complete(run.options)
    names = [setting.name for setting in game.settings]
    if len(set(names)) != len(names) or set(whole) != set(names):
        raise run.broken(f"settings are {sorted(names)}, complete gives {sorted(whole)}")
    if game.complete(json.loads(plain(whole))) != whole:
        raise run.broken("completing the complete options again changes them")
    first = game.new(run.options, run.seed)
    if first.digest() != game.new(whole, run.seed).digest():
        raise run.broken("the complete options begin another game")
    wrongs: list[dict[str, object]] = [{"no such option": 1}]
    for setting in game.settings:
        wrong: dict[str, object] = {"choice": "no such choice", "bool": "perhaps", "int": "many", "text": 7}
        wrong |= {"list": "no list", "map": "no map"}
        if setting.kind not in wrong:
            raise run.broken(f"setting {setting.name!r} is of no known kind: {setting.kind!r}")
        wrongs.append({setting.name: wrong[setting.kind]})
        if setting.kind == "int":
            low, high = setting.choices
            assert isinstance(low, int)
            assert isinstance(high, int)
            wrongs.extend([{setting.name: low - 1}, {setting.name: high + 1}, {setting.name: float(low) + 0.5}])
    for option in wrongs:
        try:
            game.offered({**run.options, **option})
        except BadOptions as error:
            if len(str(error)) < 8:
                raise run.broken(f"{option} is refused without a sentence: {error!r}") from error
        except Exception as error:  # any other error is the finding
            raise run.broken(f"{option} raises {error!r}, not BadOptions") from error
        else:
            raise run.broken(f"{option} is accepted")
    if whole.get("setup_seed") not in (None, "", 0):
        other = game.new(run.options, run.seed + 1)
        fixed = plain(game.printed(first)) == plain(game.printed(other))
        if not fixed or plain(game.view(first, None)) != plain(game.view(other, None)):
            raise run.broken("a set-up seed does not fix what a spectator sees at the start")


def the_same_on_every_machine(run: Run) -> None:
    """Other processes with other PYTHONHASHSEED values walk through the same digests, options and views."""
    expected = fingerprint(run)
    for hash_seed in ("1", "4242"):
        command = [sys.executable, "-m", "tests.every_game", run.subject.home, plain(dict(run.options))]
        answer = subprocess.run(
            [*command, str(run.number)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        if answer.returncode:
            raise run.broken(f"another process fails: {answer.stderr[-500:]}")
        found = answer.stdout.split()
        if found != expected:
            at = next((i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), len(expected))
            raise run.broken(f"a process with PYTHONHASHSEED={hash_seed} differs from decision {at} on")


def fingerprint(run: Run) -> list[str]:
    """A line for every decision of the walk: digest and options, and of some the views, condensed."""
    steps, end = walk(run)
    everything = [*steps, Step(len(steps), end, end.digest(), None)]
    # The other process does not know how dense the checks of this run are.
    seen = {step.number for step in Run(run.subject, run.sample, run.number).some(everything)}
    lines: list[str] = []
    for step in everything:
        state = step.state
        shown = [run.game.view(state, seat) for seat in (*run.seats, None)] if step.number in seen else []
        shown += [run.game.printed(state)] if step.number in seen else []
        text = plain([state.question(), state.asked(), texts(run.game, state), shown, state.scores()])
        lines.append(blake2b(step.digest + text.encode(), digest_size=12).hexdigest())
    return lines


CHECKS: Final[tuple[Callable[[Run], None], ...]] = (
    options_are_unique_and_in_a_fixed_order,
    every_text_reads_back,
    nonsense_is_refused,
    clones_are_independent,
    play_refuses_what_is_not_offered,
    no_position_is_a_dead_end,
    replay_and_undo_agree,
    points_by_source_sum_to_scores,
    what_is_printed_never_changes,
    views_show_no_secret,
    explanations_stand_alone,
    sealed_answers_stay_sealed,
    revelations_are_counted,
    guesses_are_worlds,
    positions_travel_as_data,
    positions_travel_by_pickle,
    damaged_data_are_refused,
    conserved_things_are_conserved,
    options_of_the_title_are_checked,
    the_same_on_every_machine,
)


# --- who is checked -----------------------------------------------------------------------------------


@contextmanager
def registered(game: AnyGame) -> Iterator[None]:
    """The game under its name in the registry, for as long as the block runs."""
    before = TITLES.get(game.name)
    TITLES[game.name] = game
    try:
        yield
    finally:
        if before is None:
            del TITLES[game.name]
        else:
            TITLES[game.name] = before


@lru_cache
def subject(name: str) -> Subject:
    """The title of that name with its samples; ``auction`` is the small game."""
    if name == "auction":
        module: Any = import_module("tests.small_game")
        game, home = module.SMALL, "tests.small_game:SMALL"
    else:
        game, home = title(name), name
        module = import_module(f"tests.{name}.samples") if find_spec(f"tests.{name}.samples") else None
    return Subject(
        game,
        home,
        tuple(getattr(module, "SAMPLES", ({},))),
        getattr(module, "WIDE", frozenset()),
        getattr(module, "conserved", None),
        getattr(module, "secrets", None),
        getattr(module, "LIMIT", 5000),
    )


NAMES: Final = ("auction", *sorted(TITLES))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every check for every sample of every title; games outside, so that a walk is made once."""
    if "run" in metafunc.fixturenames:
        runs = [Run(subject(name), i, i + 1) for name in NAMES for i in range(len(subject(name).samples))]
        cases = [
            pytest.param(
                run,
                check,
                id=f"{run.game.name}-{run.sample}-{check.__name__}",
                marks=[pytest.mark.slow] if run.sample and run.game.name != "auction" else [],
            )
            for run in runs
            for check in CHECKS
        ]
        metafunc.parametrize(("run", "check"), cases)


def test_contract(run: Run, check: Callable[[Run], None]) -> None:
    check(run)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("name", NAMES)
def test_contract_in_a_thousand_games(name: str, block: int) -> None:
    """All checks but the other processes (once a sample), over 1,000 games of all samples, 50 at a time."""
    whole = subject(name)
    longest = widest = decisions = 0
    for number in range(50 * block, 50 * block + 50):
        run = Run(whole, number % len(whole.samples), 1000 + number, density=8)
        for check in CHECKS:
            if check is not the_same_on_every_machine or number < len(whole.samples):
                check(run)
        steps, _ = walk(run)
        decisions += len(steps)
        longest = max(longest, len(steps))
        widest = max(widest, *(len(step.state.options()) for step in steps))
    figures: dict[str, object] = {"title": name, "games": f"{50 * block + 1} to {50 * block + 50}"}
    figures |= {"samples of options": len(whole.samples), "decisions": decisions}
    figures |= {"longest game, decisions": longest, "longest list of options": widest, "broken": 0}
    about = "Written by `make soak PART=contract`, a line for each fifty games. What breaks fails and writes none."
    add("contract", "The contract in 1,000 games of each title", about, figures)


def main(home: str, options: str, number: str) -> None:
    """Print the fingerprint of a walk: what ``the_same_on_every_machine`` runs in another process."""
    if ":" in home:
        module, _, attribute = home.partition(":")
        game = getattr(import_module(module), attribute)
    else:
        game = title(home)
    print("\n".join(fingerprint(Run(Subject(game, home, (json.loads(options),)), 0, int(number)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
