"""The figures of ``balance`` as a page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from orrery.arena.evacuation.balance import PLAYER, Record, Tally, play, spread
from orrery.evacuation.pack import Pack, default_pack

SETTINGS: Final[Mapping[str, Mapping[str, object]]] = {
    "race, 2 players": {"players": 2, "mode": "race"},
    "race, 4 players": {"players": 4, "mode": "race"},
    "points with modules, 3 players": {"players": 3, "preset": "points with modules"},
    "solo": {"players": 1, "actions": "advanced"},
}
"""The tables that are measured."""


def _game(task: tuple[Mapping[str, object], int]) -> Record:
    return play(*task)


def measure(
    games: int,
    seed: int,
    jobs: int,
    told: Callable[[str], None],
    settings: Mapping[str, Mapping[str, object]] = SETTINGS,
) -> dict[str, Tally]:
    """So many games of each setting, on published seeds; the number of processes changes nothing."""
    out: dict[str, Tally] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for name, options in settings.items():
            tally = out[name] = Tally()
            for record in pool.map(_game, [(options, seed + number) for number in range(games)], chunksize=1):
                tally.add(record)
            told(f"{name}: {tally.games} games")
    return out


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def page(tallies: Mapping[str, Tally], seed: int, pictures: str, remarks: str = "") -> str:
    """The whole page in Markdown; ``pictures`` is where the plots lie, seen from it."""
    pack = default_pack()
    games = next(iter(tallies.values())).games
    out = [
        "# Evacuation: how the reconstructed values play",
        "",
        f"Measured with `orrery evacuation balance --games {games} --seed {seed}` on pack `{pack.name}`",
        f"(digest `{pack.digest}`): {games} games of each setting, all seats played by the level `{PLAYER}`",
        "through the arena. It looks to the end of each action, never pays for a refresh and plans no second one.",
        "People play better; the figures show whether something is plainly broken, not how strong it is.",
        "",
    ]
    if remarks:
        out += [remarks.strip(), ""]
    for name, tally in tallies.items():
        out += _setting(name, tally)
    out += [
        "## Use of components",
        "",
        "All settings together. The share is that of the cards that were on offer.",
        "",
    ]
    whole = Tally([record for tally in tallies.values() for record in tally.records])
    out += _components(pack, whole)
    out += [
        f"![Lowest production and scores]({pictures}/spread.svg)",
        "",
        f"![Use of fields]({pictures}/fields.svg)",
        "",
    ]
    out += _findings(pack, whole)
    return "\n".join(out).rstrip() + "\n"


def _setting(name: str, tally: Tally) -> list[str]:
    records = tally.records
    out = [f"## {name.capitalize()}", ""]
    if len(records[0].places) > 1:
        rows = [(f"{place}.", percent(share, 1)) for place, (_, share) in enumerate(tally.seats(), 1)]
        out += table(("place in the first turn order", "wins"), rows)
    rows_: list[Sequence[object]] = []
    for what, values in (
        ("lowest production at the end", [v for r in records for v in r.lowest]),
        ("score", [v for r in records for v in r.scores]),
        ("power points in a year", [v for r in records for v in r.power]),
    ):
        rows_.append((what, *spread(values)))
    out += table(("", "least", "lower quarter", "middle", "upper quarter", "most"), rows_)
    bonuses: Counter[str] = Counter()
    for record in records:
        bonuses.update(record.bonuses)
    told = [
        f"Smaller bonus received in {percent(bonuses['smaller'], bonuses['chances'])} of the years, the larger in "
        f"{percent(bonuses['larger'], bonuses['chances'])}."
    ]
    ended = sum(record.triggered for record in records)
    if ended:
        told.append(f"The goal ended {percent(ended, len(records))} of the games early or in year 4.")
    actions: Counter[str] = Counter()
    years = 0
    for record in records:
        actions.update(record.actions)
        years += record.years * len(record.places)
    per_year = ", ".join(f"{name_} {n / years:.2f}" for name_, n in actions.most_common())
    told.append(f"Actions per player and year: {per_year}.")
    return [*out, " ".join(told), ""]


def _components(pack: Pack, whole: Tally) -> list[str]:
    out: list[str] = []
    for kind, ids in (
        ("ships", [ship.id for ship in pack.ships]),
        ("stadiums", [stadium.id for stadium in pack.stadiums]),
        ("infrastructures", [card.id for card in pack.infrastructures]),
    ):
        used, shown = whole.used(kind), whole.shown(kind)
        rows = [(name, shown[name], used[name], percent(used[name], shown[name])) for name in ids]
        out += [f"### {kind.capitalize()}", ""]
        out += table(("id", "on offer", "used" if kind == "infrastructures" else "built", "share"), rows)
    sets = whole.sets()
    out += ["### Technologies", ""]
    out += table(("set", "players", "wins"), [(n, games, percent(share, 1)) for n, (games, share) in sets.items()])
    used = whole.used("technologies")
    owners = Counter(number for record in whole.records for number in record.sets)
    effects = []
    for index, effect in enumerate(pack.technology_effects):
        tiles = [tile for tile in pack.technologies if tile.effect == index]
        shares = [f"set {tile.set + 1}: {percent(used[tile.id], owners[tile.set + 1])}" for tile in tiles]
        effects.append((effect.id, ", ".join(shares)))
    out += table(("effect", "completed by its owners"), effects)
    fields = whole.used("fields")
    out += ["### Fields", ""]
    out += table(
        ("terrain", "settled per field and game"),
        [
            (terrain, f"{sum(fields[f.id] for f in group) / len(group) / whole.games:.2f}")
            for terrain, group in _by_terrain(pack).items()
        ],
    )
    out += ["### Goal cards", "", "Kept by what they may bring, about; little is done for them.", ""]
    scored: dict[str, list[int]] = {}
    for record in whole.records:
        for name, points in record.goals:
            scored.setdefault(name, []).append(points)
    out += table(
        ("id", "kept", "least", "middle", "most"),
        [
            (card.id, len(scored.get(card.id, [])), *(spread(scored.get(card.id, []))[at] for at in (0, 2, 4)))
            for card in pack.goals
        ],
    )
    cards = whole.used("cards")
    advanced = sum(1 for record in whole.records if record.taken["cards"])
    out += ["### Action cards", ""]
    out += table(
        ("id", "played per advanced game"),
        [(card.id, f"{cards[card.id] / max(1, advanced):.2f}") for card in pack.cards],
    )
    return out


def _by_terrain(pack: Pack) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {name: [] for name in ("steppe", "desert", "forest", "ocean")}
    for field in pack.fields:
        found[("steppe", "desert", "forest", "ocean")[field.terrain]].append(field)
    return found


def findings(pack: Pack, whole: Tally) -> list[str]:
    """What looks broken: never used, or always taken."""
    out: list[str] = []
    for kind, ids in (
        ("ships", [ship.id for ship in pack.ships]),
        ("stadiums", [stadium.id for stadium in pack.stadiums]),
        ("infrastructures", [card.id for card in pack.infrastructures]),
        ("technologies", [tile.id for tile in pack.technologies]),
        ("fields", [field.id for field in pack.fields]),
        ("cards", [card.id for card in pack.cards]),
    ):
        used, shown = whole.used(kind), whole.shown(kind)
        out += [f"{kind} {name}: never used" for name in ids if not used[name]]
        out += [
            f"{kind} {name}: taken nearly always ({used[name]} of {shown[name]})"
            for name in ids
            if shown[name] >= 20 and used[name] > 0.95 * shown[name]
        ]
    scored: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for record in whole.records:
        for name, points in record.goals:
            kept[name] += 1
            scored[name] += points > 0
    return out + [f"goals {name}: never scored" for name in kept if kept[name] >= 5 and not scored[name]]


def _findings(pack: Pack, whole: Tally) -> list[str]:
    found = findings(pack, whole)
    return [
        "## What looks broken",
        "",
        *([f"- {line}" for line in found] or ["Nothing: everything is used, nothing always."]),
    ]


def plots(tallies: Mapping[str, Tally], folder: Path) -> None:
    """Draw the spreads and the map."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "orrery"
    from matplotlib import pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(2, len(tallies), figsize=(3.2 * len(tallies), 5.2), squeeze=False)
    for column, (name, tally) in enumerate(tallies.items()):
        for row, (what, values) in enumerate(
            (
                ("lowest production", [v for r in tally.records for v in r.lowest]),
                ("score", [v for r in tally.records for v in r.scores]),
            )
        ):
            axis = axes[row][column]
            counts = Counter(values)
            axis.bar(list(counts), list(counts.values()), color="#2f6f8f")
            axis.set_title(f"{name}\n{what}" if not row else what, fontsize=9)
            axis.tick_params(labelsize=8)
    figure.tight_layout()
    figure.savefig(folder / "spread.svg", metadata={"Date": None})
    plt.close(figure)

    pack = default_pack()
    used: Counter[str] = Counter()
    games = 0
    for tally in tallies.values():
        used.update(tally.used("fields"))
        games += tally.games
    figure, axis = plt.subplots(figsize=(6, 5.4))
    colours = ("#d9c58b", "#e0a458", "#4f8a5b", "#3f6fb0")
    for field in pack.fields:
        x, y = field.q + field.r / 2, -field.r * 0.866
        axis.scatter([x], [y], s=1500, marker="h", color=colours[field.terrain], edgecolors="#333333")
        axis.text(x, y + 0.1, field.id, ha="center", va="center", fontsize=8)
        axis.text(x, y - 0.18, f"{used[field.id] / games:.2f}", ha="center", va="center", fontsize=9, weight="bold")
    axis.set_title("Settled per game")
    axis.axis("off")
    axis.set_aspect("equal")
    figure.tight_layout()
    figure.savefig(folder / "fields.svg", metadata={"Date": None})
    plt.close(figure)
