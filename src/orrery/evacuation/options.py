"""The options of a game: defaults, presets, checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from orrery.core.game import BadOptions, Setting
from orrery.core.reading import shown
from orrery.core.saying import say, why
from orrery.evacuation.pack import Pack, pack_option, resolve
from orrery.evacuation.phases import SILENT

PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "first game": {"mode": "race", "actions": "basic", "bonuses": "generous"},
    "race": {"mode": "race", "actions": "basic", "bonuses": "strict"},
    "points": {"mode": "points", "actions": "advanced", "bonuses": "generous"},
    "points with modules": {
        "mode": "points",
        "actions": "advanced",
        "bonuses": "generous",
        "orders": True,
        "line_dominance": True,
    },
}
"""The first-game recommendation and the designer's three mixes (section 2 of the rules)."""

SETTINGS: Final = (
    Setting("players", "int", 2, (1, 4), "table"),
    Setting("preset", "choice", "", ("", *PRESETS), "table"),
    Setting("mode", "choice", "race", ("race", "points"), "table"),
    Setting("bonuses", "choice", "strict", ("strict", "generous"), "variants"),
    Setting("actions", "choice", "basic", ("basic", "advanced"), "variants"),
    Setting("orders", "bool", False, (), "variants"),
    Setting("line_dominance", "bool", False, (), "variants"),
    Setting("third_party", "bool", False, (), "variants"),
    Setting("red_card", "int", 3, (1, 4), "rulings"),
    Setting("empty_spaces", "choice", "one", ("one", "many"), "rulings"),
    Setting("subactions", "choice", "printed", ("printed", "free"), "rulings"),
    Setting("rewards", "choice", "may", ("may", "must"), "rulings"),
    Setting("track_end", "choice", "stays", ("stays", "parks"), "rulings"),
    Setting("new_world_pieces", "choice", "settled", ("settled", "all"), "rulings"),
    Setting("satisfaction", "choice", "all", ("all", "new"), "rulings"),
    Setting("setup_seed", "int", None, (0, 2**53 - 1), "set-up"),
    Setting("order", "list", None, (), "set-up"),
    Setting("sets", "list", None, (), "set-up"),
    Setting("technologies", "list", None, (), "set-up"),
    Setting("bonus_cards", "list", None, (), "set-up"),
    Setting("ships", "list", None, (), "set-up"),
    Setting("stadiums", "list", None, (), "set-up"),
    Setting("infrastructures", "list", None, (), "set-up"),
    Setting("order_cards", "list", None, (), "set-up"),
    Setting("line_side", "text", None, (), "set-up"),
    Setting("goals", "list", None, (), "set-up"),
    Setting("cards", "list", None, (), "set-up"),
    Setting("pack", "map", None, (), "set-up"),
    Setting("position", "map", None, (), "set-up"),
)
"""Every option. Rulings, by id: red_card EV-AMB-7, empty_spaces EV-AMB-11, subactions EV-AMB-17,
rewards EV-AMB-54, track_end EV-AMB-55, new_world_pieces EV-AMB-19, satisfaction EV-AMB-21."""

GIVEN: Final = (
    "order",
    "sets",
    "technologies",
    "bonus_cards",
    "ships",
    "stadiums",
    "infrastructures",
    "order_cards",
    "line_side",
    "goals",
    "cards",
)
"""Options that give a random choice of the set-up explicitly."""

_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def complete(options: Mapping[str, object]) -> dict[str, object]:
    """The options with every default filled in, checked; raises BadOptions with an exact sentence."""
    for name in options:
        if name not in _BY_NAME:
            raise BadOptions(say("evacuation.option.none", option=repr(name), known=", ".join(_BY_NAME)))
    preset = options.get("preset", "")
    if not isinstance(preset, str) or (preset and preset not in PRESETS):
        raise BadOptions(say("evacuation.preset", known=", ".join(map(repr, PRESETS)), got=shown(preset)))
    recommended = PRESETS[preset] if preset else {}
    whole: dict[str, object] = {}
    for setting in SETTINGS:
        default = recommended.get(setting.name, setting.default)
        if setting.name == "mode" and not preset and options.get("players") == 1:
            default = "points"
        whole[setting.name] = _checked(setting, options.get(setting.name, default))
    _check_together(whole)
    pack = pack_of(whole)
    whole["pack"] = pack_option(pack)
    return whole


def formerly(options: Mapping[str, object], rules: int) -> Mapping[str, object]:
    """The options of a match of older rules, so that it replays as it was played."""
    if rules >= 3:
        return options
    found = {**options, **SILENT}
    given = options.get("position")
    if isinstance(given, Mapping):
        told = given.get("options", {})
        found["position"] = {**given, "options": {**told, **SILENT} if isinstance(told, Mapping) else told}
    return found


def pack_of(options: Mapping[str, object]) -> Pack:
    """The pack that the options name; raises BadOptions."""
    try:
        return resolve(options.get("pack"))
    except ValueError as error:
        raise BadOptions(say("evacuation.pack", why=why(error))) from None


def _checked(setting: Setting, value: object) -> object:
    name, kind = setting.name, setting.kind
    if value is None and setting.default is None:
        return None
    if kind == "int":
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOptions(say("evacuation.whole", option=name, got=shown(value)))
        if setting.choices:
            low, high = setting.choices
            assert isinstance(low, int)
            assert isinstance(high, int)
            if not low <= value <= high:
                raise BadOptions(say("evacuation.number", option=name, low=low, high=high, got=shown(value)))
    elif kind == "choice":
        if value not in setting.choices:
            raise BadOptions(
                say("evacuation.choice", option=name, known=", ".join(map(repr, setting.choices)), got=shown(value))
            )
    elif kind == "bool":
        if not isinstance(value, bool):
            raise BadOptions(say("evacuation.flag", option=name, got=shown(value)))
    elif kind == "text":
        if not isinstance(value, str):
            raise BadOptions(say("evacuation.word", option=name, got=shown(value)))
    elif kind == "list":
        if not isinstance(value, (list, tuple)):
            raise BadOptions(say("evacuation.list", option=name, got=shown(value)))
        return [list(item) if isinstance(item, (list, tuple)) else item for item in value]
    elif not isinstance(value, Mapping):
        raise BadOptions(say("evacuation.map", option=name, got=shown(value)))
    return value


def _check_together(whole: dict[str, Any]) -> None:
    """What does not go with what."""
    if whole["players"] == 1 and whole["mode"] == "race":
        raise BadOptions(say("evacuation.solo.points"))
    if whole["mode"] == "race":
        for module in ("orders", "line_dominance"):
            if whole[module]:
                raise BadOptions(say("evacuation.module.points", option=module))
    if whole["third_party"] and whole["players"] != 2:
        raise BadOptions(say("evacuation.third.two", players=whole["players"]))
    if whole["line_side"] is not None and not whole["line_dominance"]:
        raise BadOptions(say("evacuation.line_side.alone"))
    if whole["order_cards"] is not None and not whole["orders"]:
        raise BadOptions(say("evacuation.order_cards.alone"))
    if whole["sets"] is not None and whole["technologies"] is not None:
        raise BadOptions(say("evacuation.sets.both"))
    if whole["goals"] is not None and whole["mode"] == "race":
        raise BadOptions(say("evacuation.goals.race"))
    if whole["cards"] is not None and whole["actions"] == "basic":
        raise BadOptions(say("evacuation.cards.basic"))
