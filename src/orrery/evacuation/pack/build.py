"""From checked values to the typed pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orrery.evacuation.pack import components as box
from orrery.evacuation.pack import model as m
from orrery.evacuation.pack.check.checker import coordinates, rise
from orrery.evacuation.pack.schema import SINGLE, Values


def _triple(amounts: Mapping[str, int]) -> box.Triple:
    return amounts.get("food", 0), amounts.get("steel", 0), amounts.get("energy", 0)


def _choice(word: str, words: tuple[str, ...]) -> int:
    return words.index(word) if word in words else box.ANY


def _effects(entries: tuple[dict[str, Any], ...]) -> tuple[box.Effect, ...]:
    return tuple(
        box.Effect(
            entry["op"],
            entry["n"],
            _choice(entry["resource"], box.RESOURCES),
            _choice(entry["factory"], box.RESOURCES),
            _choice(entry["world"], box.WORLDS),
            entry["next_terrain"],
            entry["ignore_symbols"],
            entry["discount"],
        )
        for entry in entries
    )


def _tally(told: tuple[str, ...], symbols: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(told.count(symbol) for symbol in symbols)


def _site(name: str, entry: dict[str, Any]) -> box.Site:
    kind = entry["kind"]
    resource = _choice(entry["resource"], box.RESOURCES)
    made = [0, 0, 0] if kind != "sea" else [1, 1, 1]
    if kind != "sea":
        made[resource] = 2 if kind == "population" else 1
    terrains = 0
    for terrain in entry["terrains"]:
        terrains |= box.SITE_TERRAINS[terrain]
    return box.Site(name, kind, resource, (made[0], made[1], made[2]), terrains, kind != "sea")


def _field(name: str, entry: dict[str, Any], symbols: tuple[str, ...]) -> box.Field:
    people = [slot for slot in entry["slots"] if slot != "factory"]
    slots = tuple((box.RESOURCES.index(slot.partition(" ")[0]), rise(slot)) for slot in people)
    made = [0, 0, 0]
    for resource, amount in slots:
        made[resource] += amount
    return box.Field(
        name,
        entry["at"][0],
        entry["at"][1],
        box.TERRAINS.index(entry["terrain"]),
        len(entry["slots"]) - len(people),
        slots,
        tuple(rise(slot) if " " in slot else 0 for slot in people),
        _tally(entry["symbols"], symbols),
        (made[0], made[1], made[2]),
    )


def _lines(fields: dict[str, dict[str, Any]], axis: int) -> tuple[int, ...]:
    masks: dict[int, int] = {}
    for index, entry in enumerate(fields.values()):
        at = coordinates(entry)[axis]
        masks[at] = masks.get(at, 0) | 1 << index
    return tuple(masks[at] for at in sorted(masks))


def build(name: str, title: str, digest: str, data: Mapping[str, object], values: Values) -> m.Pack:
    """The typed pack of values without faults."""
    symbols = values["map"][SINGLE]["symbols"]
    ids = {
        section: {key: index for index, key in enumerate(entries)}
        for section, entries in values.items()
        if SINGLE not in entries
    }
    ids["columns"] = {"0": 0, **{key: index for index, key in enumerate(values["columns"], 1)}}
    fields = tuple(_field(key, entry, symbols) for key, entry in values["fields"].items())
    terrain_masks = [0, 0, 0, 0]
    holding = {"": (1 << len(fields)) - 1, "population": 0, "factory": 0}
    for index, field in enumerate(fields):
        terrain_masks[field.terrain] |= 1 << index
        if field.population:
            holding["population"] |= 1 << index
        if field.factories:
            holding["factory"] |= 1 << index
    rows = _lines(values["fields"], 1)
    diagonals = _lines(values["fields"], 0) + _lines(values["fields"], 2)
    of_line = {"": (holding[""],), "horizontal": rows, "diagonal": diagonals}
    conditions = []
    for key, entry in values["conditions"].items():
        needs = tuple(box.Need(box.TERRAINS.index(n["terrain"]), n["n"], n["with"]) for n in entry["needs"])
        masks = tuple((terrain_masks[need.terrain] & holding[need.having], need.n) for need in needs)
        conditions.append(box.Condition(key, entry["rule"], needs, entry["line"], masks, of_line[entry["line"]]))
    sides = []
    for key, entry in values["lines"].items():
        lines = []
        for direction in ("horizontal", "diagonal_q", "diagonal_s"):
            told = tuple(ids["fields"][field] for field in entry[direction])
            lines.append(box.Line(direction, told, sum(1 << index for index in told)))
        sides.append(box.LineSide(key, tuple(lines), lines[0].mask | lines[1].mask | lines[2].mask))
    cards = tuple(
        box.ActionCard(key, _effects(entry["effects"]), entry["power"], entry["copies"])
        for key, entry in values["cards"].items()
    )
    faces: dict[str, list[int]] = {}
    for index, entry in enumerate(values["orders"].values()):
        faces.setdefault(entry["card"], []).append(index)
    ids["order_cards"] = {key: index for index, key in enumerate(faces)}
    nothing = box.Space(_tally((), symbols), "")
    x_value = values["solo"][SINGLE]["x_value"]
    tile = values["solo_tile"][SINGLE]
    points = values["points"][SINGLE]
    return m.Pack(
        name=name,
        title=title,
        digest=digest,
        data=data,
        symbols=symbols,
        setup=m.Setup(**values["setup"][SINGLE]),
        costs=m.Costs(**values["costs"][SINGLE]),
        race=m.Race(**values["race"][SINGLE]),
        points=m.Points(**points),
        years=tuple(box.Year(key, **entry) for key, entry in values["years"].items()),
        board=tuple(
            box.BoardAction(key, entry["area"], _effects(entry["effects"]))
            for key, entry in values["board"].items()
        ),
        cards=cards,
        deck=tuple(index for index, card in enumerate(cards) for _ in range(card.copies)),
        sites=tuple(_site(key, entry) for key, entry in values["sites"].items()),
        fields=fields,
        columns=(
            box.Column("0", nothing, nothing),
            *(
                box.Column(
                    key,
                    box.Space(_tally(entry["symbols"], symbols), entry["instant"]),
                    box.Space(_tally(entry["plus_symbols"], symbols), entry["plus_instant"]),
                )
                for key, entry in values["columns"].items()
            ),
        ),
        turning_points=tuple(box.TurningPoint(key, **entry) for key, entry in values["turning_points"].items()),
        ships=tuple(
            box.Ship(
                key,
                _triple(entry["cost"]),
                entry["flight"],
                tuple(box.SITE_TERRAINS[terrain] for terrain in entry["sites"]),
                entry["buildings"],
                entry["resources"],
            )
            for key, entry in values["ships"].items()
        ),
        stadiums=tuple(
            box.Stadium(key, _triple(entry["cost"]), entry["satisfaction"])
            for key, entry in values["stadiums"].items()
        ),
        start_stadiums=tuple(box.StartStadium(key, **entry) for key, entry in values["start_stadiums"].items()),
        conditions=tuple(conditions),
        infrastructures=tuple(
            box.Infrastructure(
                key,
                entry["level"],
                _triple(entry["cost"]),
                ids["conditions"][entry["condition"]],
                _triple(entry["production"]),
                entry["illustration"],
                entry["exclamation"],
            )
            for key, entry in values["infrastructures"].items()
        ),
        technology_effects=tuple(
            box.TechnologyEffect(
                key,
                entry["rule"],
                entry["op"],
                entry["once"],
                entry["n"],
                _choice(entry["resource"], box.RESOURCES),
                _choice(entry["factory"], box.RESOURCES),
            )
            for key, entry in values["technology_effects"].items()
        ),
        technologies=tuple(
            box.Technology(
                key,
                entry["set"] - 1,
                entry["row"] - 1,
                1 if entry["row"] == 1 else 2,
                ids["technology_effects"][entry["effect"]],
                entry["satisfaction"],
            )
            for key, entry in values["technologies"].items()
        ),
        bonus_effects=tuple(
            box.BonusEffect(key, entry["rule"], _effects(entry["effects"]))
            for key, entry in values["bonus_effects"].items()
        ),
        bonuses=tuple(
            box.BonusCard(
                key,
                entry["flag"],
                entry["small"],
                entry["large"],
                ids["bonus_effects"][entry["small_effect"]],
                ids["bonus_effects"][entry["large_effect"]],
            )
            for key, entry in values["bonuses"].items()
        ),
        goals=tuple(
            box.Goal(
                key,
                entry["counts"],
                entry["each"],
                tuple(box.Tier(tier["low"], tier["high"], tier["extra"]) for tier in entry["tiers"]),
            )
            for key, entry in values["goals"].items()
        ),
        orders=tuple(
            box.Order(
                key,
                entry["rule"],
                entry["condition"],
                entry["amount"],
                _triple(entry["cost"]),
                _triple(entry["production"]),
                entry["points"],
                ids["order_cards"][entry["card"]],
            )
            for key, entry in values["orders"].items()
        ),
        order_cards=tuple(box.OrderCard(key, tuple(told)) for key, told in faces.items()),
        lines=tuple(sides),
        solo_cards=tuple(
            box.SoloCard(
                key,
                entry["action"],
                x_value if entry["number"] == "X" else int(entry["number"]),
                entry["number"] == "X",
                entry["letter"],
                entry["red"],
            )
            for key, entry in values["solo_cards"].items()
        ),
        solo_tile=box.SoloTile(
            tile["corners"],
            tile["corners"].index(tile["start"]),
            tile["letters"],
            tuple(
                tuple(tuple(ids["fields"][field] for field in way) for way in by_letter.values())
                for by_letter in tile["arrows"].values()
            ),
        ),
        solo=m.SoloRules(**values["solo"][SINGLE]),
        terrain_masks=tuple(terrain_masks),
        population_mask=holding["population"],
        factory_mask=holding["factory"],
        rows=rows,
        diagonals=diagonals,
        ids=ids,
    )
