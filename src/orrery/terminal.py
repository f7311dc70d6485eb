"""Any title in the terminal: ``orrery show``, ``orrery replay``, ``orrery play``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from orrery.core import chance
from orrery.core.arguments import add_options, options_of, text_of
from orrery.core.game import AnyBot, AnyGame, AnyState, BadNotation, BadPosition, IllegalAction, Seat
from orrery.core.match import FORMAT, AnyMatch, Match, ReplayMismatch, parsed
from orrery.core.reading import Unreadable, json_of
from orrery.core.saying import LANGUAGES, Explained, said, say, spoken, told, why
from orrery.core.titles import TITLES, title


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that work for every title."""
    show = commands.add_parser("show", help="print a position (JSON) or a saved match readably")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--game", metavar="TITLE", help="the game of a position; found out if not given")
    show.set_defaults(run=show_file)

    replay = commands.add_parser("replay", help="replay a saved match; exit status 1 if the rules refuse it")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--to", type=int, metavar="N", help="stop after N entries of the log and show the position")
    replay.add_argument("--quiet", action="store_true", help="print the result only")
    replay.set_defaults(run=replay_file)

    play = commands.add_parser("play", help="play in the terminal against bots")
    play.add_argument("title", metavar="TITLE")
    play.add_argument("--seat", type=int, default=0, help="your seat, counted from 0 (0)")
    play.add_argument(
        "--against", default="random", metavar="LEVEL", help="who answers for the other seats (random)"
    )
    play.add_argument("--seed", type=int, default=None, help="of all chance; drawn if not given")
    play.add_argument("--save", type=Path, metavar="FILE", help="save the match there when you stop")
    add_options(play)
    play.set_defaults(run=play_title)
    for command in (show, replay, play):
        command.add_argument(
            "--language", choices=LANGUAGES, help="of what is said beside the notation; the terminal's if not given"
        )


def language_of(args: argparse.Namespace) -> str:
    """The language that was asked for, or that of the terminal."""
    return str(args.language or spoken())


# --- showing ------------------------------------------------------------------------------------------


def shown(game: AnyGame, state: AnyState, language: str, seat: Seat | None = None) -> str:
    """A position for the terminal: the title's own drawing, then how everybody stands."""
    return f"{game.show(state, seat).rstrip()}\n\n{standing(state, language)}"


def standing(state: AnyState, language: str) -> str:
    """Scores, places and who is asked, in a few lines."""
    lines = [
        say("core.terminal.place", seat=seat, points=score, place=place)
        for seat, (score, place) in enumerate(zip(state.scores(), state.places(), strict=True))
    ]
    if state.asked() is None:
        lines.append(say("core.terminal.over"))
    else:
        options = len(state.options())
        lines.append(say("core.terminal.asked", question=state.question(), seat=state.asked(), options=options))
    return "\n".join(said(line, language) for line in lines)


def show_file(args: argparse.Namespace) -> int:
    """Print a position or the end of a match."""
    text = text_of(args.file)
    if text.startswith(FORMAT):
        match: AnyMatch = Match.load(text)
        print(shown(match.game, match.state, language_of(args)))
    else:
        game, state = position_of(text, args.game)
        print(shown(game, state, language_of(args)))
    return 0


def position_of(text: str, name: str | None) -> tuple[AnyGame, AnyState]:
    """The position that a JSON text describes, and its game.

    The text is a position as the title's ``data`` writes it, or ``{"game": TITLE, "position": ...}``; where no
    game is named, it is the one that accepts the position.
    """
    try:
        data = json_of(text)
    except Unreadable as error:
        raise Unreadable(say("core.terminal.file", format=repr(FORMAT), why=why(error))) from None
    if isinstance(data, dict) and set(data) == {"game", "position"}:
        name, data = name or str(data["game"]), data["position"]
    if not isinstance(data, dict):
        raise Explained(say("core.terminal.object", got=type(data).__name__))
    refused = []
    for candidate in [name] if name else sorted(TITLES):
        game = title(candidate)
        try:
            return game, game.position(data)
        except BadPosition as error:
            refused.append(f"{candidate}: {error}")
    raise BadPosition("; ".join(refused) or "there is no game that could read it")


# --- replaying ----------------------------------------------------------------------------------------


def replay_file(args: argparse.Namespace) -> int:
    """Replay a match and print its entries and its result, or the position after some of them."""
    header, entries = parsed(text_of(args.file))
    if args.to is not None:
        if not 0 <= args.to <= len(entries):
            raise Explained(say("core.terminal.range", option="--to", most=len(entries), got=args.to))
        entries = entries[: args.to]
    try:
        match: AnyMatch = Match.replay(header, entries)
    except ReplayMismatch as error:
        print(f"orrery replay: {args.file}: {told(error, language_of(args))}", file=sys.stderr)
        return 1
    if not args.quiet:
        for number, entry in enumerate(match.entries, 1):
            where = said(say("core.terminal.seat", seat=entry.seat), language_of(args))
            print(f"{number:5}  {where}  {entry.question}: {entry.text}")
        print()
    if args.to is not None:
        print(shown(match.game, match.state, language_of(args)))
        return 0
    print(standing(match.state, language_of(args)))
    for seat, sources in enumerate(match.points()):
        print(
            said(say("core.terminal.seat", seat=seat), language_of(args))
            + ": "
            + ", ".join(f"{source} {amount:+}" for source, amount in sources.items())
        )
    return 0


# --- playing ------------------------------------------------------------------------------------------


def play_title(args: argparse.Namespace) -> int:
    """Play a game in the terminal; bots answer for the other seats."""
    from secrets import randbits

    from orrery.bots import bot

    seed = randbits(63) if args.seed is None else args.seed
    match: AnyMatch = Match.new(args.title, options_of(args), seed)
    seats = match.game.seats(match.header.options)
    if not 0 <= args.seat < seats:
        raise Explained(say("core.terminal.range", option="--seat", most=seats - 1, got=args.seat))
    other = bot(args.against, chance.stream(seed, "bots"))
    language = language_of(args)
    print(said(say("core.terminal.help"), language))
    try:
        finished = _table(match, args.seat, other, language)
    finally:
        if args.save is not None:
            args.save.write_text(match.save(), encoding="utf-8")
    if finished:
        print(standing(match.state, language))
    return 0


def _table(match: AnyMatch, seat: Seat, other: AnyBot, language: str) -> bool:
    """Ask the person at ``seat`` and let the bot answer for the others, until the end or the person stops."""
    game = match.game
    while (asked := match.state.asked()) is not None:
        state = match.state
        if asked != seat:
            guess = game.guess(state, asked, chance.stream(match.header.seed, f"guess {len(match.entries)}"))
            action = other.choose(game, guess, asked)
            print(f"{said(say('core.terminal.seat', seat=asked), language)}: {game.heard(state, action, seat)}")
            match.play(action)
            continue
        print(f"\n{state.question()}")
        texts = [game.write(state, action) for action in state.options()]
        for number, text in enumerate(texts, 1):
            print(f"  {number:3}  {text}")
        try:
            answer = input("> ").strip()
        except EOFError:
            return False
        if answer == "quit":
            return False
        if answer == "show":
            print(shown(game, state, language, seat))
        elif answer == "undo":
            _take_back(match, seat, language)
        else:
            if answer.isascii() and answer.isdecimal():
                number = int(answer[:9])  # nobody has as many answers
                if not 1 <= number <= len(texts):
                    print(said(say("core.terminal.number", most=len(texts), got=answer[:20]), language))
                    continue
                answer = texts[number - 1]
            try:
                match.say(answer)
            except (IllegalAction, BadNotation) as error:
                print(f"{told(error, language)}\n{said(say('core.terminal.help'), language)}")
    return True


def _take_back(match: AnyMatch, seat: Seat, language: str) -> None:
    """Undo the last answer of ``seat`` unless something hidden came to light since."""
    own = [keep for keep, number in enumerate(match.line) if match.entries[number].seat == seat]
    if not own:
        print(said(say("core.terminal.undo.nothing"), language))
    elif match.at(own[-1]).revealed() != match.state.revealed():
        print(said(say("core.terminal.undo.hidden"), language))
    else:
        match.undo(seat, own[-1])
