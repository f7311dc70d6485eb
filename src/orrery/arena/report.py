"""What a tournament showed: means with confidence intervals, ratings, and where the points came from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from orrery.arena.tournament import Row

# Two-sided 95 % points of Student's t by degrees of freedom, then the normal distribution's.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with the half width of its 95 % interval."""

    value: float
    half: float
    count: int

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.half:.2f}"


def mean(values: Iterable[float]) -> Mean:
    """Mean and 95 % interval of independent values."""
    found = list(values)
    if len(found) < 2:
        return Mean(found[0] if found else math.nan, math.inf, len(found))
    freedom = len(found) - 1
    t = _T[freedom - 1] if freedom <= len(_T) else 1.96 + 2.5 / freedom
    return Mean(fmean(found), t * stdev(found) / math.sqrt(len(found)), len(found))


def share(wins: float, games: int) -> Mean:
    """A share of wins with its 95 % Wilson interval, given as centre and half width."""
    if not games:
        return Mean(math.nan, math.inf, 0)
    z = 1.96
    p = wins / games
    whole = 1 + z * z / games
    return Mean(
        (p + z * z / (2 * games)) / whole,
        z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / whole,
        games,
    )


def winnings(row: Row) -> list[float]:
    """What each seat won of the game: 1 for the only winner, shared among several."""
    winners = row["places"].count(1)
    return [1 / winners if place == 1 else 0.0 for place in row["places"]]


def ratings(rows: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """Bot -> rating and its uncertainty (Plackett-Luce), over all games in order of their numbers."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {name: model.rating(name=name) for row in rows for name in row["bots"]}
    for row in rows:
        if len(set(row["bots"])) < 2:
            continue
        seats = range(len(row["bots"]))
        teams = [[known[row["bots"][seat]]] for seat in seats]
        for seat, (rated,) in zip(seats, model.rate(teams, ranks=[row["places"][s] for s in seats]), strict=True):
            known[row["bots"][seat]] = rated
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}


def summary(rows: Sequence[Row]) -> dict[str, object]:
    """All figures as plain JSON."""
    bots = sorted({name for row in rows for name in row["bots"]})
    rated = ratings(rows) if len(bots) > 1 else {}
    by_bot: dict[str, object] = {}
    for name in bots:
        mine = [(row, seat) for row in rows for seat, bot in enumerate(row["bots"]) if bot == name]
        scores = mean(row["scores"][seat] for row, seat in mine)
        wins = sum(winnings(row)[seat] for row, seat in mine)
        won = share(wins, len(mine))
        by_bot[name] = {
            "seats": len(mine),
            "score": _plain(scores),
            "wins": wins,
            "win_share": wins / len(mine),
            "win_interval": [round(won.value - won.half, 4), round(won.value + won.half, 4)],
            "rating": rated.get(name, (None, None))[0],
            "rating_sigma": rated.get(name, (None, None))[1],
            "seconds_per_decision": sum(row["seconds"][seat] for row, seat in mine)
            / max(1, sum(row["decisions"][seat] for row, seat in mine)),
            "points": _sources((row["points"][seat] for row, seat in mine), len(mine)),
        }
    everyone = [(row, seat) for row in rows for seat in range(len(row["bots"]))]
    groups: dict[str, dict[str, list[float]]] = {}
    for row, seat in everyone:
        for trait, value in row["traits"][seat].items():
            groups.setdefault(trait, {}).setdefault(value, []).append(row["scores"][seat])
    return {
        "games": len(rows),
        "score": _plain(mean(row["scores"][seat] for row, seat in everyone)),
        "winner_score": _plain(mean(max(row["scores"][: len(row["bots"])]) for row in rows)),
        "bots": by_bot,
        "seats": {
            str(seat): _plain(mean(row["scores"][seat] for row in rows if seat < len(row["bots"])))
            for seat in range(max(len(row["bots"]) for row in rows))
        },
        "traits": {
            trait: {value: _plain(mean(scores)) for value, scores in sorted(values.items())}
            for trait, values in sorted(groups.items())
        },
        "faults": sum(len(row["faults"]) for row in rows),
    }


def _plain(value: Mean) -> dict[str, float]:
    return {"mean": value.value, "half": value.half, "count": value.count}


def _sources(points: Iterable[Mapping[str, int]], count: int) -> dict[str, float]:
    total: dict[str, int] = {}
    for one in points:
        for source, amount in one.items():
            total[source] = total.get(source, 0) + amount
    return {source: total[source] / count for source in sorted(total, key=lambda name: -total[name])}


def show(rows: Sequence[Row], console: Console) -> None:
    """Print the figures as tables."""
    found = summary(rows)
    table = Table(title=f"{found['games']} games")
    for column in ("bot", "seats", "score", "won", "95 %", "rating", "s/decision"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for name, figures in _items(found["bots"]):
        score, interval = figures["score"], figures["win_interval"]
        rating = figures["rating"]
        table.add_row(
            name,
            str(figures["seats"]),
            f"{score['mean']:.1f} ± {score['half']:.1f}",
            f"{figures['win_share']:.1%}",
            f"{interval[0]:.1%} to {interval[1]:.1%}",
            "" if rating is None else f"{rating:.1f} ± {figures['rating_sigma']:.1f}",
            f"{figures['seconds_per_decision']:.3f}",
        )
    console.print(table)
    winner = found["winner_score"]
    if isinstance(winner, dict):
        console.print(f"best score of a game: {winner['mean']:.1f} ± {winner['half']:.1f}")
    sources = Table(title="points by source, mean of a seat")
    names = sorted({source for _, figures in _items(found["bots"]) for source in figures["points"]})
    sources.add_column("source")
    for name, _ in _items(found["bots"]):
        sources.add_column(name, justify="right")
    for source in names:
        sources.add_row(
            source, *(f"{figures['points'].get(source, 0):.1f}" for _, figures in _items(found["bots"]))
        )
    console.print(sources)
    for heading, groups in (("seat", found["seats"]), *_items(found["traits"])):
        group = Table(title=f"score by {heading}")
        group.add_column(heading)
        group.add_column("seats", justify="right")
        group.add_column("score", justify="right")
        for value, score in _items(groups):
            group.add_row(value, str(score["count"]), f"{score['mean']:.1f} ± {score['half']:.1f}")
        console.print(group)
    if found["faults"]:
        console.print(f"[bold]{found['faults']} answers were replaced by the standing policy[/bold]")


def _items(groups: object) -> list[tuple[str, Any]]:
    return list(groups.items()) if isinstance(groups, dict) else []


def plots(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Scores by bot, points by source and scores by seat and trait, as PNG files and one HTML page."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    found = summary(rows)
    files: list[Path] = []

    def save(name: str) -> None:
        plt.tight_layout()
        files.append(folder / f"{name}.png")
        plt.savefig(files[-1], dpi=110)
        plt.close()

    bots = _items(found["bots"])
    plt.figure(figsize=(8, 4.5))
    plt.boxplot(
        [
            [row["scores"][seat] for row in rows for seat, bot in enumerate(row["bots"]) if bot == name]
            for name, _ in bots
        ]
    )
    plt.xticks(range(1, len(bots) + 1), [name for name, _ in bots])
    plt.ylabel("points")
    plt.title("Points by bot")
    save("scores")
    plt.figure(figsize=(8, 4.5))
    names = sorted({source for _, figures in bots for source in figures["points"]})
    left = [0.0] * len(bots)
    for number, source in enumerate(names):
        values = [max(0.0, figures["points"].get(source, 0.0)) for _, figures in bots]
        plt.barh(
            [name for name, _ in bots], values, left=left, label=source, hatch=("", "//", "..", "xx")[number % 4]
        )
        left = [a + b for a, b in zip(left, values, strict=True)]
    plt.legend(fontsize=7, ncols=2)
    plt.title("Points by source, mean of a seat")
    save("sources")
    for heading, groups in (("seat", found["seats"]), *_items(found["traits"])):
        items = _items(groups)
        plt.figure(figsize=(8, max(2.5, 0.35 * len(items) + 1)))
        plt.errorbar(
            [score["mean"] for _, score in items],
            range(len(items)),
            xerr=[score["half"] if score["half"] != math.inf else 0 for _, score in items],
            fmt="o",
        )
        plt.yticks(range(len(items)), [value for value, _ in items])
        plt.xlabel("points")
        plt.title(f"Points by {heading}")
        save(f"by-{heading}".replace(" ", "-"))
    page = folder / "report.html"
    images = "".join(f'<p><img src="{file.name}" alt="{file.stem}"></p>' for file in files)
    page.write_text(f"<!doctype html><meta charset=utf-8><title>Tournament</title><h1>Tournament</h1>{images}\n")
    return [*files, page]
