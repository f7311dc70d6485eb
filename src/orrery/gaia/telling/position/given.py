"""A value of given data and its path, with the words of Gaia Project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, final

from orrery.core.game import BadPosition
from orrery.core.reading import Given, shown
from orrery.core.saying import say, why
from orrery.gaia import maps

if TYPE_CHECKING:
    from orrery.gaia.state import State


@final
class Field(Given):
    """A field of a position."""

    __slots__ = ()

    def named(self, names: Mapping[str, int]) -> int:
        """One of these names, as its number."""
        if not isinstance(self.value, str) or self.value not in names:
            raise self.wrong(say("core.expected.word", known=", ".join(names)))
        return names[self.value]

    def key(self, name: str, names: Mapping[str, int]) -> int:
        """The number of a field's own name."""
        if name not in names:
            raise BadPosition(say("gaia.position.known", field=self.path, got=shown(name), known=", ".join(names)))
        return names[name]

    def hex(self, state: State) -> int:
        """A hex of the map."""
        if not isinstance(self.value, str) or self.value not in state.world.where:
            raise self.wrong(say("gaia.expected.hex"))
        return state.world.where[self.value]

    def hexes(self, state: State) -> int:
        """A set of hexes, each named once."""
        mask = 0
        for field in self.parts():
            bit = 1 << field.hex(state)
            if mask & bit:
                raise field.wrong(say("gaia.expected.hex.once"))
            mask |= bit
        return mask

    def placements(self, finished: bool) -> tuple[maps.Placement, ...]:
        """The sectors of a map."""
        try:
            return maps.placed(self.value, finished=finished)
        except maps.BadMap as error:
            raise BadPosition(say("gaia.position.because", field=self.path, why=why(error))) from None
