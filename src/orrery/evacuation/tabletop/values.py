"""Your box's values: a pack of corrections, edited and checked value by value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from orrery.core.game import BadOptions
from orrery.core.reading import Given, Unreadable
from orrery.core.saying import say, why
from orrery.evacuation.pack import (
    BUILT_IN,
    Examined,
    Pack,
    Problem,
    built_in,
    default_pack,
    examine,
    origins,
    pack_option,
    read,
    resolve,
)
from orrery.evacuation.pack.load import changes, made
from orrery.evacuation.pack.schema import EFFECT, NEED, NEEDED, SECTIONS, SINGLE, SINGLES, TIER, Form, clean

Json = dict[str, Any]

LONGEST: Final = 200_000
"""Letters of a file of corrections at the most."""
MOST: Final = 200
"""So many problems are told; whoever has more has handed in something else."""
RECONSTRUCTED: Final = "reconstruction"


def components(args: Mapping[str, object]) -> Json:
    """Every value of a pack with its form and where it comes from: the built-in pack, or the one of an option."""
    top = Given(args).only(("pack",))
    try:
        pack = resolve(top.get("pack", None).value)
    except ValueError as error:
        raise BadOptions(say("evacuation.pack", why=why(error))) from None
    cleaned = clean(pack.data)
    sections = []
    for section, forms in [*SINGLES.items(), *SECTIONS.items()]:
        entries = []
        for name, values in cleaned.values[section].items():
            found = cleaned.provenance[section][name]
            entries.append(
                {
                    "id": name,
                    "values": {field: _plain(value) for field, value in values.items()},
                    "from": {field: _tags(found.tags(field)) for field in values},
                }
            )
        sections.append(
            {
                "section": section,
                "single": section in SINGLES,
                "forms": {field: _form(form) for field, form in forms.items()},
                "entries": entries,
            }
        )
    return {
        "name": pack.name,
        "digest": pack.digest,
        "base": BUILT_IN[-1],
        "parts": {
            kind: {field: _form(form) for field, form in forms.items()}
            for kind, forms in (("effects", EFFECT), ("needs", NEED), ("tiers", TIER))
        },
        "sections": sections,
        "open": len(_open(pack)),
        "total": len(_open(default_pack())),
    }


def _tags(tags: tuple[str, ...]) -> str:
    """The least certain of them: a field counts as known once all of it is."""
    return RECONSTRUCTED if RECONSTRUCTED in tags else tags[0]


def _form(form: Form) -> Json:
    told: Json = {"kind": form.kind, "rule": form.rule}
    if form.kind in ("int", "ints", "amounts", "each"):
        told |= {"low": form.low, "high": form.high}
    if form.choices:
        told["choices"] = list(form.choices)
    if form.length is not None:
        told["length"] = list(form.length)
    if form.default is not NEEDED:
        told["usual"] = _plain(form.default)
    return told


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return value


def _open(pack: Pack) -> set[tuple[str, str, str]]:
    """The places of values that are a reconstruction."""
    return {(one.section, one.id, one.field) for one in origins(pack) if one.tag == RECONSTRUCTED}


def check(args: Mapping[str, object]) -> Json:
    """What ``check-pack`` says of a file of corrections, and how a match would name it.

    The corrections come as a text (``text``: TOML or JSON, a whole pack too) or as data (``pack``).
    """
    top = Given(args).only(("text", "pack"))
    text = top.get("text").value if top.has("text") else json.dumps(top.get("pack").value)
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadOptions(say("evacuation.pack.size", most=LONGEST))
    try:
        return _told(examine(read(text)))
    except Unreadable as error:
        raise BadOptions(say("evacuation.pack", why=why(error))) from None


def _told(examined: Examined) -> Json:
    faults = [problem for problem in examined.problems if not problem.doubt]
    told: Json = {
        "name": examined.name,
        "problems": [_problem(problem) for problem in examined.problems[:MOST]],
        "faults": len(faults),
        "doubts": len(examined.problems) - len(faults),
        "digest": None,
        "option": None,
        "changes": None,
        "open": None,
        "total": len(_open(default_pack())),
    }
    if faults:
        return told
    pack = made(examined)
    head = examined.data.get("pack")
    base = built_in(str(head["extends"])) if isinstance(head, Mapping) and "extends" in head else default_pack()
    told |= {
        "digest": pack.digest,
        "option": pack_option(pack),
        "changes": changes(base, pack),
        "base": base.name,
        "open": len(_open(pack)),
    }
    return told


def _problem(problem: Problem) -> Json:
    forms = SINGLES.get(problem.section) or SECTIONS.get(problem.section) or {}
    form = forms.get(problem.field)
    return {
        "section": problem.section,
        "id": "" if problem.id == SINGLE else problem.id,
        "field": problem.field,
        "text": problem.text[:400],
        "rule": problem.rule,
        "doubt": problem.doubt,
        "form": None if form is None else _form(form),
    }
