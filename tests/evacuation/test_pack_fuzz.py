"""Whatever stands in a pack file, it is read or refused with problems; nothing else happens."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orrery.evacuation.pack import BadPack, examine, pack_option, read, resolve, text_of
from orrery.evacuation.pack.load import made

BASE: dict[str, Any] = read(text_of("reconstruction-1"))

Path = tuple[str | int, ...]


def paths(tree: object, so_far: Path = ()) -> list[Path]:
    """Every place of a pack."""
    items: list[tuple[str | int, object]] = []
    if isinstance(tree, dict):
        items = list(tree.items())
    elif isinstance(tree, list):
        items = list(enumerate(tree))
    found = [so_far] if so_far else []
    for key, value in items:
        found += paths(value, (*so_far, key))
    return found


PLACES = paths(BASE)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 120),
    st.floats(allow_nan=False, width=16),
    st.sampled_from(["", "x", "heron", "steel", "steel 2", "rulebook", "source box", "A1", "X", "settle"]),
    st.sampled_from([[], [1], ["A1"], [[]], {}, {"steel": 1}, {"op": "settle"}, {"a": {"b": 1}}]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_a_whole_pack_with_anything_in_it_is_read_or_refused(changes: list[tuple[Path, object]]) -> None:
    raw = copy.deepcopy(BASE)
    for path, value in changes:
        place: Any = raw
        for key in path[:-1]:
            place = place[key] if _has(place, key) else None
        if _has(place, path[-1]):
            place[path[-1]] = value
    found = examine(raw)
    faults = [problem for problem in found.problems if not problem.doubt]
    if faults:
        with pytest.raises(BadPack):
            made(found)
    else:
        pack = made(found)
        assert resolve(json.loads(json.dumps(pack_option(pack)))).digest == pack.digest


def _has(place: object, key: str | int) -> bool:
    """Is there still such a place after earlier changes?"""
    if isinstance(place, dict):
        return key in place
    return isinstance(place, list) and isinstance(key, int) and key < len(place)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted({path[:3] for path in PLACES})), VALUES, st.booleans())
def test_corrections_of_any_kind_are_read_or_refused(path: Path, value: object, told: bool) -> None:
    raw: dict[str, Any] = {}
    place: Any = raw
    for key in path[:-1]:
        place[key] = {}
        place = place[key]
    place[path[-1]] = value
    if told and place is not raw:
        place["from"] = "source box"
    raw["pack"] = {"name": "x", "extends": "reconstruction-1"}
    found = examine(raw)
    assert all(str(problem) for problem in found.problems)
    changes = {section: entries for section, entries in raw.items() if section != "pack"}
    with pytest.raises(ValueError, match=r".+"):
        resolve({"name": "x", "digest": "00", "changes": changes})
