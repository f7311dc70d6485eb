"""What changed between two JSON values, small enough to send with every move."""

from __future__ import annotations

from typing import Any

import msgspec

Path = list[str | int]
Change = list[Any]
"""``[path, value]`` sets, ``[path]`` removes."""

Texts = dict[int, bytes]
"""Parts of a value as JSON, by ``id``: good as long as the value is kept and nobody changes it."""

PLAIN = frozenset({str, int, bool, float, type(None)})

_encode = msgspec.json.Encoder().encode


def changes(old: Any, new: Any, before: Texts | None = None, after: Texts | None = None) -> list[Change]:
    """Changes that turn ``old`` into ``new`` when applied in order.

    ``after`` is filled with texts of ``new``: whoever compares it with the next one gives them as ``before``.
    """
    return _Comparison({} if before is None else before, {} if after is None else after).of(old, new)


class _Comparison:
    def __init__(self, before: Texts, after: Texts) -> None:
        self.before = before
        self.after = after
        self.found: list[Change] = []

    def of(self, old: Any, new: Any) -> list[Change]:
        self._compare(old, new, [])
        return self.found

    def _same(self, old: Any, new: Any) -> bool:
        """Whether both are told alike: 1, 1.0 and True are not."""
        if type(old) in PLAIN and type(new) in PLAIN:
            return type(old) is type(new) and bool(old == new)
        # Encoding is so much quicker than walking that what has not changed is found by its text.
        return _text(old, self.before) == _text(new, self.after)

    def _compare(self, old: Any, new: Any, path: Path) -> None:
        found = self.found
        if isinstance(old, dict) and isinstance(new, dict):
            found.extend([[*path, key]] for key in old if key not in new)
            for key, value in new.items():
                if key not in old:
                    found.append([[*path, key], value])
                elif not self._same(old[key], value):
                    self._compare(old[key], value, [*path, key])
        elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
            common = min(len(old), len(new))
            # Removed from the end first, so that every index still means what it meant.
            found.extend([[*path, index]] for index in range(len(old) - 1, common - 1, -1))
            for index in range(common):
                if not self._same(old[index], new[index]):
                    self._compare(old[index], new[index], [*path, index])
            found.extend([[*path, index], new[index]] for index in range(common, len(new)))
        elif not self._same(old, new):
            found.append([path, new])


def _text(value: Any, known: Texts) -> bytes:
    found = known.get(id(value))
    if found is None:
        found = known[id(value)] = _encode(value)
    return found


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
