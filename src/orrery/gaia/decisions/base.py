"""The base of all questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core import asking
from orrery.gaia.actions import Action

if TYPE_CHECKING:
    from orrery.gaia.state import State  # noqa: F401  # the base below names it as text


class Decision(asking.Decision["State", Action]):
    """A question to one seat: what may be answered stands beside what is nearly possible and what follows."""

    __slots__ = ()
