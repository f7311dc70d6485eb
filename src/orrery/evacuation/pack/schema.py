"""How a pack file is read: every section, every field, its form, its bounds and the rule they come from.

``clean`` turns raw TOML or JSON into values with every default filled in, and lists all problems it meets
instead of stopping at the first. It looks at each entry alone; what must fit together is in ``check``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from orrery.evacuation.pack.components import (
    GOAL_COUNTS,
    OPS,
    ORDER_CONDITIONS,
    RESOURCES,
    SITE_TERRAINS,
    TECHNOLOGY_OPS,
    TERRAINS,
    WORLDS,
)
from orrery.evacuation.pack.provenance import BadProvenance, Provenance, parse

Raw = dict[str, Any]
"""Data as a TOML or JSON reader gives them."""
Values = dict[str, dict[str, dict[str, Any]]]
"""Section -> id -> field -> value; sections without entries of their own use the id ``SINGLE``."""

SINGLE: Final = ""


class Problem(NamedTuple):
    """Something in a pack that cannot be (or, as a doubt, that can hardly be)."""

    section: str
    id: str
    field: str
    text: str
    """A sentence part: what is there and what was expected."""
    rule: str = ""
    doubt: bool = False
    """True: only unlikely; a pack with doubts still loads."""

    def entry(self) -> str:
        """The place in words: section, id and field."""
        place = " ".join(word for word in (self.section, self.id) if word)
        return f"{place}, {self.field}" if self.field else place

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.entry()}: {self.text}{rule}" if self.section else f"{self.text}{rule}"


NEEDED: Final = object()
"""In place of a default: the field must be given."""


@dataclass(frozen=True, slots=True)
class Form:
    """One field of one section."""

    kind: str
    """``int``, ``bool``, ``word``, ``text``, ``words``, ``ints``, ``amounts``, ``effects``, ``needs``, ``tiers``,
    ``slots``, ``each``, ``arrows``."""
    rule: str = ""
    low: int = 0
    high: int = 99
    choices: tuple[str, ...] = ()
    default: Any = NEEDED
    length: tuple[int, int] | None = None
    """Of lists: fewest and most items."""


def _int(rule: str = "", low: int = 0, high: int = 99, default: Any = NEEDED) -> Form:
    return Form("int", rule, low, high, default=default)


def _word(rule: str = "", *choices: str, default: Any = NEEDED) -> Form:
    return Form("word", rule, choices=choices, default=default)


_COST: Final = Form("amounts", "EV-RES-3", 1, 12)
_INSTANTS: Final = ("", "infrastructure", "research", "settle", "build_ship", "build_stadium")
_COLOURS: Final = ("blue", "yellow", "white", "pink")

PIECES: Final = (
    *("action_cards", "bonus_cards", "stadium_cards", "goal_cards", "infrastructure_cards", "overview_cards"),
    *("order_cards", "line_dominance_card", "solo_cards", "old_world_cover_tiles", "spaceships", "technologies"),
    *("solo_tile", "line_dominance_tiles", "factories", "sites", "penalty_bonus_tiles", "production_markers"),
    *("small_resources", "large_resources", "markers", "year_marker"),
    *("cards_total", "tiles_total", "wooden_pieces_total"),
)

SECTIONS: Final[Mapping[str, Mapping[str, Form]]] = {
    "years": {
        "food_old": _int("EV-INC-2", 0, 20),
        "food_new": _int("EV-INC-2", 0, 20),
        "stadiums": _int("EV-INC-4", 0, 3),
    },
    "board": {
        "area": _int("EV-ACT-4", 1, 4),
        "effects": Form("effects", "EV-ACT-2", length=(1, 4)),
    },
    "sites": {
        "kind": _word("EV-PRD-2", "population", "factory", "sea"),
        "resource": _word("EV-PRD-2", *RESOURCES, default=""),
        "terrains": Form("words", "EV-TRN-4", choices=tuple(SITE_TERRAINS), default=(), length=(0, 2)),
    },
    "fields": {
        "at": Form("ints", "EV-IC-3", -20, 20, length=(2, 2)),
        "terrain": _word("EV-STL-1", *TERRAINS),
        "slots": Form("slots", "EV-STL-2", length=(1, 6)),
        "symbols": Form("words", "EV-STL-5", default=(), length=(0, 2)),
    },
    "columns": {
        "symbols": Form("words", "EV-PRG-7", default=(), length=(0, 4)),
        "instant": _word("EV-PRG-8", *_INSTANTS, default=""),
        "plus_symbols": Form("words", "EV-PRG-7", default=(), length=(0, 4)),
        "plus_instant": _word("EV-PRG-8", *_INSTANTS, default=""),
    },
    "turning_points": {
        "after": _int("EV-TP-1", 1, 90),
        "first": _word("EV-TP-1", "flip_sea_site", "unlock_desert", "unlock_forest", "unlock_ocean"),
        "second": _word("EV-TP-1", "flip_sea_site", "move_sea_site", "none"),
    },
    "ships": {
        "cost": _COST,
        "flight": _int("EV-TRN-9", 1, 9),
        "sites": Form("words", "EV-TRN-3", choices=tuple(SITE_TERRAINS), length=(1, 2)),
        "buildings": _int("EV-TRN-3", 1, 2),
        "resources": _int("EV-TRN-3", 1, 5),
    },
    "start_stadiums": {
        "colour": _word("EV-SET-2", *_COLOURS),
        "satisfaction": _int("EV-SAT-2", 0, 0),
    },
    "stadiums": {
        "cost": _COST,
        "satisfaction": _int("EV-SAT-1", 1, 5),
    },
    "conditions": {
        "rule": _word("EV-INF-3"),
        "needs": Form("needs", "EV-INF-3", length=(1, 4)),
        "line": _word("EV-IC-3", "", "horizontal", "diagonal", default=""),
    },
    "infrastructures": {
        "level": _int("EV-SET-12", 1, 2),
        "cost": Form("amounts", "EV-INF-2", 1, 12),
        "condition": _word("EV-INF-3"),
        "production": Form("amounts", "EV-INF-3", 1, 9),
        "illustration": _word("EV-INF-4"),
        "exclamation": Form("bool", "EV-INF-4"),
    },
    "technology_effects": {
        "rule": _word("EV-TEC-4"),
        "op": _word("EV-TEC-4", *TECHNOLOGY_OPS),
        "once": Form("bool", "EV-TEC-4"),
        "n": _int("EV-TEC-4", 0, 9, default=0),
        "resource": _word("EV-TEC-4", "any", *RESOURCES, default="any"),
        "factory": _word("EV-TEC-4", "any", *RESOURCES, default="any"),
    },
    "technologies": {
        "set": _int("EV-SET-5", 1, 4),
        "row": _int("EV-SET-5", 1, 3),
        "effect": _word("EV-TEC-4"),
        "satisfaction": _int("EV-SAT-1", 0, 5),
    },
    "bonus_effects": {
        "rule": _word("EV-BON-3"),
        "effects": Form("effects", "EV-BON-3", length=(1, 4)),
    },
    "bonuses": {
        "flag": Form("bool", "EV-SET-14"),
        "small": _int("EV-BON-1", 1, 40),
        "large": _int("EV-BON-1", 1, 40),
        "small_effect": _word("EV-BON-1"),
        "large_effect": _word("EV-BON-1"),
    },
    "goals": {
        "counts": _word("EV-PTS-3", *GOAL_COUNTS),
        "each": Form("each", "EV-PTS-3", 0, 20),
        "tiers": Form("tiers", "EV-PTS-3", length=(0, 6)),
    },
    "orders": {
        "rule": _word("EV-ORD-2"),
        "condition": _word("EV-ORD-2", *ORDER_CONDITIONS),
        "amount": _int("EV-ORD-2", 1, 30),
        "cost": Form("amounts", "EV-ORD-3", 1, 12),
        "production": Form("amounts", "EV-ORD-3", 1, 9),
        "points": _int("EV-ORD-3", 0, 30),
        "card": _word("EV-ORD-1"),
    },
    "lines": {
        "horizontal": Form("words", "EV-LIN-1", length=(2, 40)),
        "diagonal_q": Form("words", "EV-LIN-1", length=(2, 40)),
        "diagonal_s": Form("words", "EV-LIN-1", length=(2, 40)),
    },
    "solo_cards": {
        "action": _word("EV-SOL-10", "ship", "infrastructure", "stadium", "settle"),
        "number": _word("EV-SOL-10", "1", "2", "3", "X"),
        "letter": _word("EV-SOL-14"),
        "red": Form("bool", "EV-SOL-4", default=False),
    },
    "cards": {
        "effects": Form("effects", "EV-ADV-4", length=(1, 5)),
        "power": Form("ints", "EV-ADV-6", 0, 4, length=(1, 4)),
        "copies": _int("EV-ADV-1", 1, 80),
    },
}
"""Sections with entries by id."""

SINGLES: Final[Mapping[str, Mapping[str, Form]]] = {
    "box": dict.fromkeys(PIECES, _int("EV-SET-2", 1, 500)),
    "setup": {
        "basic_cards": _int("EV-SET-8", 1, 20),
        "display": _int("EV-SET-10", 3, 3),
        "flag_cards": _int("EV-SET-14", 1, 1),
        "plain_cards": _int("EV-SET-14", 3, 3),
        "goals_dealt": _int("EV-PTS-2", 4, 4),
        "goals_kept": _int("EV-PTS-2", 3, 3),
        "cards_dealt": _int("EV-ADV-1", 7, 7),
        "hand": _int("EV-ADV-1", 4, 4),
        "area1_limit": _int("EV-ADV-2", 1, 1),
        "year_end_draw": _int("EV-ADV-7", 3, 3),
        "orders_drawn": _int("EV-ORD-1", 3, 3),
        "factories": _int("EV-SET-2", 4, 4),
    },
    "costs": {
        "action_track": Form("ints", "EV-ACT-5", 0, 3, length=(8, 8)),
        "surcharge_from": _int("EV-ACT-2", 4, 4),
        "surcharge": _int("EV-ACT-2", 1, 1),
        "return_flight": _int("EV-TRN-9", 1, 1),
        "refresh": _int("EV-DSP-2", 1, 1),
        "clone_food": _int("EV-CLN-1", 1, 1),
        "cloned": _int("EV-CLN-1", 2, 2),
        "settle_steel": _int("EV-STL-3", 1, 1),
    },
    "race": {
        "goal_production": _int("EV-GOAL-1", 8, 8),
        "goal_stadiums": _int("EV-GOAL-1", 3, 3),
        "penalty_tile": _int("EV-RAC-4", 1, 9),
        "penalty_site": _int("EV-RAC-5", 1, 9),
        "penalty_stadium": _int("EV-RAC-6", 1, 9),
        "bonus_first": _int("EV-RAC-7", 2, 2),
        "bonus_second": _int("EV-RAC-7", 1, 1),
        "bonus_two": _int("EV-RAC-7", 1, 1),
    },
    "points": {
        "lowest": Form("ints", "EV-PTS-4", 0, 40, length=(11, 11)),
        "step": _int("EV-PTS-4", 3, 3),
        "penalty_factory_site": _int("EV-PTS-5", 1, 20),
        "penalty_population_site": _int("EV-PTS-5", 1, 20),
        "penalty_stadium": _int("EV-PTS-6", 1, 20),
        "penalty_tile": _int("EV-PTS-7", 1, 20),
        "stadiums": _int("EV-PTS-6", 3, 3),
        "satisfaction": Form("ints", "EV-PTS-8", 0, 20, length=(3, 3)),
        "satisfaction_two": Form("ints", "EV-PTS-8", 0, 20, length=(2, 2)),
        "dominance": Form("ints", "EV-LIN-2", 0, 20, length=(3, 3)),
        "dominance_two": Form("ints", "EV-LIN-2", 0, 20, length=(2, 2)),
    },
    "map": {
        "shape": _word("EV-LIN-1", "hexagon", "free"),
        "radius": _int("EV-LIN-1", 1, 9, default=0),
        "symbols": Form("words", "EV-STL-5", length=(1, 6)),
    },
    "solo": {
        "neutral_halves": _int("EV-SOL-6", -5, -5),
        "aside": Form("ints", "EV-SOL-3", 1, 5, length=(1, 5)),
        "return_year": _int("EV-SOL-3", 2, 2),
        "x_value": _int("EV-SOL-10", 4, 4),
        "good": _int("EV-SOL-18", 60, 60),
        "excellent": _int("EV-SOL-18", 80, 80),
    },
    "solo_tile": {
        "corners": Form("words", "EV-SOL-14", length=(3, 12)),
        "start": _word("EV-SOL-5"),
        "letters": Form("words", "EV-SOL-14", length=(1, 6)),
        "arrows": Form("arrows", "EV-SOL-14"),
    },
}
"""Sections that are one entry."""

EFFECT: Final[Mapping[str, Form]] = {
    "op": _word("", *OPS),
    "n": _int("", 1, 9, default=1),
    "resource": _word("", "any", *RESOURCES, default="any"),
    "factory": _word("", "any", *RESOURCES, default="any"),
    "world": _word("", "any", *WORLDS, default="any"),
    "next_terrain": Form("bool", default=False),
    "ignore_symbols": _int("", 0, 4, default=0),
    "discount": _int("", 0, 9, default=0),
}
NEED: Final[Mapping[str, Form]] = {
    "terrain": _word("", *TERRAINS),
    "n": _int("", 1, 9, default=1),
    "with": _word("", "", "population", "factory", default=""),
}
TIER: Final[Mapping[str, Form]] = {
    "low": _int("", 0, 99),
    "high": _int("", 0, 99, default=None),
    "extra": _int("", 0, 40),
}

ORDER: Final = "order"
"""In a pack that extends another: section -> all its ids in order, for sections that gain or lose entries."""
HEAD: Final = ("name", "title", "extends")
ID: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*\Z")
SLOT: Final = re.compile(r"(food|steel|energy)( ([23]))?\Z")


@dataclass(slots=True)
class Cleaned:
    """A pack's content as far as it could be read, and what could not."""

    values: Values = field(default_factory=dict)
    provenance: dict[str, dict[str, Provenance]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def near(word: str, words: list[str]) -> str:
    """A hint at what may have been meant."""
    close = difflib.get_close_matches(word, words, 1)
    return f"; do you mean {close[0]!r}?" if close else ""


def clean(raw: Mapping[str, Any]) -> Cleaned:
    """The values of a whole pack with defaults filled in; all problems of single entries."""
    out = Cleaned()
    known = [*SECTIONS, *SINGLES, "pack", "sources"]
    for section in raw:
        if section not in known:
            out.problems.append(Problem(section, "", "", f"there is no such section{near(section, known)}"))
    sources = raw.get("sources", {})
    if not isinstance(sources, Mapping):
        out.problems.append(Problem("sources", "", "", "must be a table"))
        sources = {}
    for section, forms in SINGLES.items():
        entry = raw.get(section)
        if entry is None:
            out.problems.append(Problem(section, "", "", "the section is missing"))
            continue
        _entry(out, section, SINGLE, entry, forms, sources)
    for section, forms in SECTIONS.items():
        entries = raw.get(section)
        if entries is None:
            out.problems.append(Problem(section, "", "", "the section is missing"))
            continue
        if not isinstance(entries, Mapping):
            out.problems.append(Problem(section, "", "", "must hold one table for each id"))
            continue
        out.values[section], out.provenance[section] = {}, {}
        for name, entry in entries.items():
            if not ID.match(name):
                text = "an id is made of letters, digits and single hyphens"
                out.problems.append(Problem(section, name, "", text))
            _entry(out, section, name, entry, forms, sources)
    return out


def _entry(
    out: Cleaned, section: str, name: str, entry: object, forms: Mapping[str, Form], sources: Mapping[str, Any]
) -> None:
    values: dict[str, Any] = {}
    if not isinstance(entry, Mapping):
        out.problems.append(Problem(section, name, "", f"must be a table, not {entry!r}"))
        return
    for key in entry:
        if key not in forms and key not in ("from", "note"):
            out.problems.append(Problem(section, name, key, f"there is no such field{near(key, list(forms))}"))
    for key, form in forms.items():
        if key in entry:
            value, faults = _value(form, entry[key])
            out.problems += [Problem(section, name, key, fault, form.rule) for fault in faults]
            if not faults:
                values[key] = value
        elif form.default is NEEDED:
            out.problems.append(Problem(section, name, key, f"is missing; expected {_expected(form)}", form.rule))
        else:
            values[key] = form.default
    out.values.setdefault(section, {})[name] = values
    out.provenance.setdefault(section, {})[name] = _provenance(out, section, name, entry, forms, sources)


def _provenance(
    out: Cleaned,
    section: str,
    name: str,
    entry: Mapping[str, Any],
    forms: Mapping[str, Form],
    sources: Mapping[str, Any],
) -> Provenance:
    told = entry.get("from")
    if not isinstance(told, str):
        text = 'is missing: say where the values come from, e.g. from = "source box"'
        out.problems.append(Problem(section, name, "from", text))
        return Provenance("reconstruction")
    try:
        found = parse(told)
    except BadProvenance as error:
        out.problems.append(Problem(section, name, "from", str(error)))
        return Provenance("reconstruction")
    for path, _ in found.fields:
        if path.partition(".")[0] not in forms:
            text = f"speaks of {path!r}, which is no field of it{near(path, list(forms))}"
            out.problems.append(Problem(section, name, "from", text))
    for source in found.sources():
        if source not in sources:
            text = f"names the source {source!r}, which [sources] does not list{near(source, list(sources))}"
            out.problems.append(Problem(section, name, "from", text))
    return found


def _expected(form: Form) -> str:
    if form.kind == "word" and form.choices:
        return "one of " + ", ".join(choice or '""' for choice in form.choices)
    if form.kind == "int":
        return str(form.low) if form.low == form.high else f"a whole number from {form.low} to {form.high}"
    return {
        "word": "a word",
        "bool": "true or false",
        "words": "a list of words",
        "ints": "a list of whole numbers",
        "amounts": "amounts such as { steel = 2 }",
        "effects": 'a list of effects such as { op = "settle" }',
        "needs": 'a list of needs such as { terrain = "steppe", n = 4 }',
        "tiers": "a list of tiers such as { low = 3, high = 4, extra = 5 }",
        "slots": 'a list of slots such as "factory", "food" or "energy 2"',
        "each": "a whole number, or three for the rows of technologies",
        "arrows": "a table of fields by corner and letter",
    }[form.kind]


def _value(form: Form, value: object) -> tuple[Any, list[str]]:
    """The value in its normal form and what is wrong with it."""
    wrong = [f"expected {_expected(form)}, not {value!r}"]
    match form.kind:
        case "int":
            good = isinstance(value, int) and not isinstance(value, bool) and form.low <= value <= form.high
            return value, [] if good else wrong
        case "bool":
            return value, [] if isinstance(value, bool) else wrong
        case "word":
            if not isinstance(value, str) or (form.choices and value not in form.choices):
                hint = near(value, list(form.choices)) if isinstance(value, str) else ""
                return value, [wrong[0] + hint]
            return value, [] if value or "" in form.choices else wrong
        case "each":
            if isinstance(value, int) and not isinstance(value, bool):
                value = [value] * 3
            return _list(Form("ints", "", form.low, form.high, length=(3, 3)), value)
        case "amounts":
            return _amounts(form, value, wrong)
        case "arrows":
            return _arrows(value, wrong)
        case _:
            return _list(form, value)


def _amounts(form: Form, value: object, wrong: list[str]) -> tuple[Any, list[str]]:
    if not isinstance(value, Mapping) or not value:
        return value, wrong
    faults = [f"{key!r} is no resource; there are {', '.join(RESOURCES)}" for key in value if key not in RESOURCES]
    for key, amount in value.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or not form.low <= amount <= form.high:
            faults.append(f"{key} must be a whole number from {form.low} to {form.high}, not {amount!r}")
    return {key: value[key] for key in RESOURCES if key in value}, faults


def _arrows(value: object, wrong: list[str]) -> tuple[Any, list[str]]:
    if not isinstance(value, Mapping):
        return value, wrong
    faults: list[str] = []
    for corner, arrows in value.items():
        if not isinstance(arrows, Mapping):
            faults.append(f"{corner} must be a table of fields by letter")
            continue
        for letter, fields in arrows.items():
            if not isinstance(fields, list) or not all(isinstance(item, str) for item in fields):
                faults.append(f"{corner} {letter} must be a list of fields")
    return value, faults


def _list(form: Form, value: object) -> tuple[Any, list[str]]:
    if not isinstance(value, list | tuple):
        return value, [f"expected {_expected(form)}, not {value!r}"]
    faults: list[str] = []
    if form.length is not None and not form.length[0] <= len(value) <= form.length[1]:
        low, high = form.length
        many = str(low) if low == high else f"{low} to {high}"
        faults.append(f"lists {len(value)}, but {many} are allowed")
    out: list[Any] = []
    for number, item in enumerate(value):
        made, found = _item(form, item)
        out.append(made)
        faults += [f"item {number}: {fault}" for fault in found]
    return tuple(out), faults


def _item(form: Form, item: object) -> tuple[Any, list[str]]:
    match form.kind:
        case "ints":
            return _value(Form("int", "", form.low, form.high), item)
        case "words":
            return _value(Form("word", "", choices=form.choices), item)
        case "slots":
            if item == "factory" or (isinstance(item, str) and SLOT.match(item)):
                return item, []
            return item, [f'expected "factory", or a resource with 2 or 3 dots or none, not {item!r}']
        case "effects":
            return _effect(item)
        case "needs":
            return _table(NEED, item)
        case _:
            return _table(TIER, item)


def _table(forms: Mapping[str, Form], item: object) -> tuple[dict[str, Any], list[str]]:
    if not isinstance(item, Mapping):
        return {}, [f"must be a table, not {item!r}"]
    out: dict[str, Any] = {}
    faults = [f"there is no field {key!r}{near(key, list(forms))}" for key in item if key not in forms]
    for key, form in forms.items():
        if key in item:
            out[key], found = _value(form, item[key])
            faults += [f"{key}: {fault}" for fault in found]
        elif form.default is NEEDED:
            faults.append(f"{key} is missing; expected {_expected(form)}")
        else:
            out[key] = form.default
    return out, faults


def _effect(item: object) -> tuple[dict[str, Any], list[str]]:
    out, faults = _table(EFFECT, item)
    if not faults and isinstance(item, Mapping):
        allowed = OPS[out["op"]]
        faults = [
            f"{out['op']} has no {key!r}; it may have {', '.join(sorted(allowed | {'n'}))}"
            for key in item
            if key not in allowed and key not in ("op", "n")
        ]
    return out, faults
