"""``orrery study``: the best finish, what the judge is measured by; ``orrery report``: looking back on a match."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from orrery.bots import QUICK
from orrery.core.arguments import positive, text_of
from orrery.core.game import AnyGame, AnyState
from orrery.core.journal import Message
from orrery.core.match import FORMAT, AnyMatch, Match
from orrery.core.saying import LANGUAGES, Explained, said, say, spoken

if TYPE_CHECKING:
    from rich.progress import Progress

    from orrery.study.report import Report


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    study = commands.add_parser("study", help="the best finish of a game; what the judge is measured by")
    kinds = study.add_subparsers(dest="kind", metavar="KIND", required=True)
    finish = kinds.add_parser("finish", help="the best end that a seat can reach in the last round or year")
    finish.add_argument("file", type=Path, metavar="FILE", help="a saved match")
    finish.add_argument("--move", type=int, metavar="N", help="after N moves; the present position if not given")
    finish.add_argument("--seat", type=int, metavar="N", help="for whom; who is asked if not given")
    finish.add_argument("--nodes", type=positive, help="positions looked at, at the most")
    finish.add_argument("--seconds", type=float, help="processor seconds, at the most")
    finish.add_argument("--json", action="store_true", help="print the result as JSON")
    finish.set_defaults(run=run_finish)

    calibrate = kinds.add_parser("calibrate", help="measure in games between bots what promises come to")
    calibrate.add_argument("--games", type=positive, default=56, help="of each title (56)")
    calibrate.add_argument(
        "--nodes", type=positive, help="positions for each promise; those of a hint if not given"
    )
    calibrate.set_defaults(run=run_calibrate)
    reference = kinds.add_parser("reference", help="measure the judge against long playouts of decisions in games")
    reference.add_argument("--decisions", type=positive, default=200, help="in all (200)")
    reference.add_argument(
        "--people",
        type=Path,
        metavar="FILE",
        help="records of people's games, one to a line; without it decisions of bots alone are judged",
    )
    reference.set_defaults(run=run_reference)
    levels = kinds.add_parser("levels", help="measure what bots of known strength lose a decision")
    levels.add_argument("--title", help="gaia or evacuation; both if not given")
    levels.add_argument("--games", type=positive, default=24, help="of each title (24)")
    levels.add_argument(
        "--nodes", type=positive, default=QUICK, help=f"positions a turn for whoever plays on ({QUICK})"
    )
    levels.add_argument("--seed", type=int, default=5, help="of all games (5)")
    levels.add_argument("--out", type=Path, required=True, metavar="DIR", help="rows; goes on where it was")
    levels.set_defaults(run=run_levels)
    for measured, seed in ((calibrate, 1), (reference, 77)):
        measured.add_argument("--seed", type=int, default=seed, help=f"of all games ({seed})")
        measured.add_argument(
            "--out", type=Path, required=True, metavar="DIR", help="rows and figures; goes on where it was"
        )
        measured.add_argument("--write", action="store_true", help="also store the figures where hints find them")

    puzzles = kinds.add_parser("puzzles", help="make puzzles from games of bots: last turns with a proven maximum")
    puzzles.add_argument("--title", default="gaia", help="the game: gaia or evacuation")
    puzzles.add_argument("--kind", default="last", help="last (turns), federation, conversion or pass")
    puzzles.add_argument("--count", type=positive, default=200)
    puzzles.add_argument("--seed", type=int, default=1)
    puzzles.add_argument("--levels", default="greedy", help="the bots that play, by seat, with commas")
    puzzles.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="the puzzles; goes on after those that are there"
    )
    puzzles.set_defaults(run=run_puzzles)

    report = commands.add_parser("report", help="look back on a finished match: points left, moments, waste")
    report.add_argument("file", type=Path, metavar="FILE", help="a saved match that is over")
    how = report.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="by searches alone, about a minute a seat (as it is)")
    how.add_argument("--complete", action="store_true", help="the largest moments by playouts in pairs too")
    report.add_argument("--seat", type=int, metavar="N", help="for whom; for all if not given")
    report.add_argument("--nodes", type=positive, help="positions for each candidate of a decision")
    report.add_argument(
        "--out", type=Path, metavar="FILE", help="keep judged decisions there; goes on where it was"
    )
    report.add_argument("--json", action="store_true", help="print the result as JSON")
    report.set_defaults(run=run_report)
    for command in (finish, report, calibrate, reference):
        command.add_argument(
            "--language", choices=LANGUAGES, help="of what is said beside the notation; the terminal's if not given"
        )


def language_of(args: argparse.Namespace) -> str:
    """The language that was asked for, or that of the terminal."""
    return str(args.language or spoken())


def position_at(match: AnyMatch, move: int | None) -> AnyState:
    """The position after some moves of a match."""
    if move is None:
        move = len(match.line)
    if not 0 <= move <= len(match.line):
        raise Explained(say("study.move", most=len(match.line), got=move))
    state: AnyState = match.at(move)
    return state


def match_of(file: Path) -> AnyMatch:
    """The match of a file; raises ``Explained``."""
    text = text_of(file)
    if not text.startswith(FORMAT):
        raise Explained(say("core.line.first", expected=repr(FORMAT), got=repr(text.partition("\n")[0][:60])))
    found: AnyMatch = Match.load(text)
    return found


def seat_of(game: AnyGame, state: AnyState, wished: int | None) -> int:
    """The seat that was asked for, or the one that is asked; raises ``Explained``."""
    if wished is None:
        asked = state.asked()
        if asked is None:
            raise Explained(say("core.over"))
        return asked
    if not 0 <= wished < len(state.scores()):
        raise Explained(say("study.seat", most=len(state.scores()) - 1, got=wished))
    return wished


def run_finish(args: argparse.Namespace) -> int:
    """Search the best finish and print it."""
    from orrery.study.finish import NODES, Limit, finish

    if args.seconds is not None and args.seconds <= 0:
        raise Explained(say("study.seconds", got=args.seconds))
    match = match_of(args.file)
    state = position_at(match, args.move)
    seat = seat_of(match.game, state, args.seat)
    found = finish(match.game, match.game.guess(state, seat, 1), seat, Limit(args.nodes or NODES, args.seconds))
    if args.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    sure = _sure(found["word"], found["more"])
    language = language_of(args)
    points = said(say("study.finish.points", seat=seat, points=found["points"]), language)
    print(f"{points}: {said(sure, language)}")
    for text in found["line"]:
        print(f"  {text}")
    print(said(say("study.finish.looked", positions=found["positions"]), language))
    return 0


def _sure(word: str, more: int | None) -> Message:
    """How sure a best finish is."""
    limited = word == "found" and more is not None
    return say("study.finish.most", more=more) if limited else say(f"study.sure.{word}")


# --- figures ------------------------------------------------------------------------------------------


def progress_bar() -> Progress:
    """A bar on standard error, with the time that is left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def run_calibrate(args: argparse.Namespace) -> int:
    """Play the games that are missing, then say how far promises are off."""
    from orrery.study.hint import NODES
    from orrery.study.measuring import TABLES, promise_figures, promises, residuals, run

    nodes = args.nodes or NODES["planner"]
    wanted = [(name, number) for number in range(args.games) for name in TABLES]
    with progress_bar() as bar:
        task = bar.add_task("games", total=len(wanted))
        rows = run(
            args.out / "promises.jsonl",
            wanted,
            lambda name, number: promises(name, number, args.seed, nodes),
            lambda: bar.advance(task),
        )
    figures = promise_figures(rows)
    print(json.dumps({"promise": figures, "left": residuals(rows)}, indent=1))
    _stored(args)
    return 0


def run_reference(args: argparse.Namespace) -> int:
    """Judge the decisions that are missing, then say how the judge stands against the reference."""
    from orrery.study.judge import Effort
    from orrery.study.measuring import run
    from orrery.study.reference import Reference, Source, drawn, of_people, proofs, reference, wanted

    people = of_people(args.people) if args.people else []

    def made(name: str, source: Source, number: int) -> Reference:
        turns = drawn(name, source, number, args.seed, people)
        return reference(name, source, number, args.seed, Effort(), turns)

    todo = wanted(args.decisions, bool(args.people))
    with progress_bar() as bar:
        task = bar.add_task("decisions", total=len(todo))
        rows = run(args.out / "reference.jsonl", todo, made, lambda: bar.advance(task))
    print(json.dumps(proofs(rows), indent=1))
    _stored(args)
    return 0


def run_levels(args: argparse.Namespace) -> int:
    """Ask the levels in the games that are missing, then say what each loses a decision."""
    from orrery.study.levels import errors, rates
    from orrery.study.measuring import TABLES, run

    titles = [args.title] if args.title else list(TABLES)
    unknown = [name for name in titles if name not in TABLES]
    if unknown:
        raise ValueError(f"--title is one of {', '.join(TABLES)}, not {unknown[0]!r}")
    wanted = [(name, number) for number in range(args.games) for name in titles]
    with progress_bar() as bar:
        task = bar.add_task("games", total=len(wanted))
        rows = run(
            args.out / "levels.jsonl",
            wanted,
            lambda name, number: errors(name, number, args.seed, args.nodes),
            lambda: bar.advance(task),
        )
    print(json.dumps(rates(rows), indent=1))
    return 0


def _stored(args: argparse.Namespace) -> None:
    """Write the figures of both measurements beside their rows, and where hints find them."""
    from orrery.study import calibration
    from orrery.study.measuring import rows_of
    from orrery.study.reference import figures_of

    figures = figures_of(rows_of(args.out / "promises.jsonl"), rows_of(args.out / "reference.jsonl"))
    text = json.dumps(figures, indent=1, sort_keys=True) + "\n"
    files = [args.out / calibration.FILE]
    if args.write:
        files.append(Path(calibration.__file__).with_name(calibration.FILE))
    for file in files:
        file.write_text(text)
        print(file, file=sys.stderr)


# --- the report ---------------------------------------------------------------------------------------


def run_report(args: argparse.Namespace) -> int:
    """Judge what is not judged yet, and print the reports."""
    from orrery.study.measuring import mend
    from orrery.study.report import Mode, Study, Unit, Work, units_of

    study = Study(match_of(args.file), Work(args.nodes) if args.nodes else None)
    mode: Mode = "complete" if args.complete else "quick"
    if args.seat is not None and not 0 <= args.seat < study.people:
        raise Explained(say("study.seat", most=study.people - 1, got=args.seat))
    seats = range(study.people) if args.seat is None else (args.seat,)
    stored: dict[int, dict[int, Unit]] = {seat: {} for seat in range(study.people)}
    if args.out is not None and args.out.exists():
        mend(args.out)
        for unit in units_of(study, text_of(args.out)):
            stored[unit["seat"]][unit["move"]] = unit
    reports: list[Report] = []
    with progress_bar() as bar:
        for seat in seats:
            done = stored[seat]
            whole = study.total(seat, mode)
            words = said(say("study.report.seat", seat=seat), language_of(args))
            task = bar.add_task(words, total=whole)
            while todo := study.tasks(seat, mode, done):
                bar.update(task, completed=whole - len(todo) if len(done) == study.own(seat) else len(done))
                unit = study.work(todo[0], done)
                done[unit["move"]] = unit
                if args.out is not None:
                    with args.out.open("a") as out:
                        out.write(json.dumps({"match": study.digest, **unit}, ensure_ascii=False) + "\n")
            bar.update(task, completed=whole, total=whole)
            reports.append(study.report(seat, done))
    if args.json:
        print(json.dumps(reports, indent=1, ensure_ascii=False))
    else:
        for found in reports:
            _show(found, language_of(args))
    return 0


def _show(report: Report, language: str) -> None:
    """A report for the terminal."""

    def tell(message: Message, indent: str = "") -> None:
        print(indent + said(message, language))

    tell(say("study.report.final", seat=report["seat"], points=report["final"]))
    tell(
        say(
            "study.report.left",
            points=f"{report['points']:+.1f}",
            low=f"{report['low']:+.1f}",
            high=f"{report['high']:+.1f}",
            turn=f"{report['a_turn']:+.2f}",
            count=report["counted"],
        )
    )
    account = report["account"]
    if account is not None:
        tell(
            say(
                "study.report.account",
                start=f"{account['start']:.1f}",
                luck=f"{account['luck']:+.1f}",
                decisions=f"{account['decisions']:+.1f}",
                others=f"{account['others']:+.1f}",
            )
        )
    last = report["finish"]
    if last is not None:
        sure = said(_sure(last["word"], last["more"]), language)
        tell(say("study.report.finish", move=last["move"], points=last["points"], sure=sure))
        for text in last["line"]:
            print(f"  {text}")
    for left in report["kinds"]:
        print(f"  {_kind(left['kind'], language)}: {left['points']:+.1f} ({left['decisions']})")
    for moment in report["moments"]:
        print()
        tell(
            say(
                "study.report.moment",
                move=moment["move"],
                kind=_kind(moment["kind"], language),
                points=f"{moment['points']:+.1f}",
                low=f"{moment['low']:+.1f}",
                high=f"{moment['high']:+.1f}",
            )
        )
        if not moment["clear"]:
            tell(say("study.report.unclear"), "  ")
        tell(say("study.report.played", turn="; ".join(moment["played"])), "  ")
        tell(say("study.report.better", turn="; ".join(moment["better"])), "  ")
        if moment["reasons"]:
            why = ", ".join(f"{reason['source']} {reason['by']:+.1f}" for reason in moment["reasons"])
            tell(say("study.report.reasons", reasons=why), "  ")
    print()
    for kind, amounts in report["waste"].items():
        what = ", ".join(f"{amount} {what}" for what, amount in amounts.items())
        print(f"{said(say(f'study.waste.{kind}'), language)}: {what}")
    print()


def _kind(kind: str, language: str) -> str:
    return said(say(f"study.kind.{kind}"), language)


def run_puzzles(args: argparse.Namespace) -> int:
    """Make what is missing, and write the file after every game."""
    from rich.console import Console
    from rich.progress import Progress

    from orrery.study.making import made, written
    from orrery.study.puzzles import KINDS, Puzzle

    if args.title not in KINDS:
        raise LookupError(f"there are no puzzles of {args.title!r}: expected {' or '.join(KINDS)}")
    if args.kind not in KINDS[args.title]:
        raise LookupError(f"no kind {args.kind!r} of {args.title}: expected {' or '.join(KINDS[args.title])}")
    begun: list[Puzzle] = json.loads(args.out.read_text("utf-8")) if args.out.exists() else []
    after = int(begun[-1]["source"].rpartition(" ")[2]) + 1 if begun else 0
    with Progress(console=Console(stderr=True), disable=not Console(stderr=True).is_terminal) as bar:
        task = bar.add_task("puzzles", total=args.count, completed=len(begun))

        def told(games: int, found: list[Puzzle]) -> None:
            bar.update(task, completed=min(args.count, len(found)))
            args.out.write_text(written(found), "utf-8")

        found = made(args.title, args.kind, args.count, args.seed, args.levels.split(","), told, begun, after)
    args.out.write_text(written(found), "utf-8")
    print(f"{len(found)} {'puzzle' if len(found) == 1 else 'puzzles'} in {args.out}")
    return 0
