"""``orrery companion``: the Automa's deck in the terminal, for a game on a real table."""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand."""
    companion = commands.add_parser("companion", help="run the Automa's deck for a game on a real table")
    companion.add_argument("--faction", default="random", help="the Automa's faction card, or random")
    companion.add_argument("--level", default="automa", help="automalein, automa, automaechtig, ultoma, alptrauma")
    companion.add_argument("--rounds", default="", metavar="IDS", help="the six round tiles, with commas")
    companion.add_argument("--finals", default="", metavar="IDS", help="upper and lower final tile, with a comma")
    companion.add_argument(
        "--boosters", default="", metavar="IDS", help="the five boosters of the row, with commas"
    )
    companion.add_argument("--deck", default="", metavar="CARDS", help="cards of a custom first deck, with commas")
    companion.add_argument("--seed", type=int, help="the same seed draws the same cards")
    companion.add_argument("--language", help="en, de or hu; the terminal's if not given")
    companion.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the session here; resume it if it is there"
    )
    companion.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Begin or resume a session and follow what is typed."""
    from orrery.core.arguments import text_of
    from orrery.core.saying import say, spoken, told
    from orrery.gaia.automa.story import words
    from orrery.gaia.tabletop.companion import BadSession, Session, SetUp

    if args.save is not None and args.save.exists():
        session = Session.load(text_of(args.save))
        print("\n".join(session.opening + [line for said in session.told for line in said]))
    else:
        if args.deck and not all(card.strip().isdigit() for card in args.deck.split(",")):
            raise BadSession(say("gaia.deck.numbers", got=repr(args.deck)))
        seed = args.seed if args.seed is not None else secrets.randbits(48)
        deck = [int(card) for card in args.deck.split(",")] if args.deck else []
        listed = {name: _ids(getattr(args, name)) for name in ("rounds", "finals", "boosters")}
        setup = SetUp.new(
            seed, args.faction, args.level, listed["rounds"], listed["finals"], listed["boosters"], deck
        )
        session = Session.begin(setup, args.language or spoken())
        print("\n".join(session.opening))
    _keep(session, args.save)
    print("\n".join(session.status()))
    print(words(session.language)["help"])
    while True:
        print("> " if sys.stdin.isatty() else "", end="", flush=True)
        line = sys.stdin.readline()
        command = line.strip()
        if not line or command in ("quit", "exit", "q"):
            return 0
        try:
            if command == "undo":
                session = session.undo()
                said = session.status()
            elif command in ("", "status"):
                said = session.status()
            elif command == "help":
                said = [words(session.language)["help"]]
            else:
                said = session.do(command)
        except BadSession as error:
            print(f"! {told(error, session.language)}")
            continue
        _keep(session, args.save)
        print("\n".join(said))


def _ids(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _keep(session: Any, file: Path | None) -> None:
    """Write the session so that a crash in the middle leaves the old one."""
    if file is None:
        return
    with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as part:
        part.write(session.save())
    Path(part.name).replace(file)
