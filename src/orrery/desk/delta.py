"""What changed between two JSON values, small enough to send with every move."""

from __future__ import annotations

from typing import Any

import msgspec

Path = list[str | int]
Change = list[Any]
"""``[path, value]`` sets, ``[path]`` removes."""

_encode = msgspec.json.Encoder().encode


def changes(old: Any, new: Any) -> list[Change]:
    """Changes that turn ``old`` into ``new`` when applied in order."""
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: Path, found: list[Change]) -> None:
    # Encoding is so much quicker than walking that what has not changed is found by its text.
    if _encode(old) == _encode(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        found.extend([[*path, key]] for key in old if key not in new)
        for key, value in new.items():
            if key not in old:
                found.append([[*path, key], value])
            else:
                _compare(old[key], value, [*path, key], found)
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        common = min(len(old), len(new))
        # Removed from the end first, so that every index still means what it meant.
        found.extend([[*path, index]] for index in range(len(old) - 1, common - 1, -1))
        for index in range(common):
            _compare(old[index], new[index], [*path, index], found)
        found.extend([[*path, index], new[index]] for index in range(common, len(new)))
    else:
        found.append([path, new])


def applied(value: Any, found: list[Change]) -> Any:
    """``value`` with the changes made; the value itself may be changed."""
    for change in found:
        path = change[0]
        if not path:
            value = change[1]
            continue
        home = value
        for step in path[:-1]:
            home = home[step]
        last = path[-1]
        if len(change) == 1:
            del home[last]
        elif isinstance(home, list) and last == len(home):
            home.append(change[1])
        else:
            home[last] = change[1]
    return value
