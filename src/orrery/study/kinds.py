"""What a decision was about, for the table of a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from orrery.core.game import AnyGame
from orrery.evacuation import actions as e
from orrery.gaia import actions as g
from orrery.gaia.data.buildings import GAIAFORMER, MINE

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "gaia": (
        "building",
        "upgrade",
        "research",
        "tech",
        "federation",
        "action",
        "special",
        "conversion",
        "passing",
        "charging",
        "other",
    ),
    "evacuation": ("board", "card", "choice", "pass", "transport", "progress", "other"),
}
"""Title -> its kinds, in the order in which a report shows them."""
FREE: Final = (g.Convert, g.Burn)
TRANSPORT: Final = (
    e.Fly,
    e.FlyBack,
    e.Load,
    e.LoadSite,
    e.LoadFactory,
    e.LoadStadium,
    e.LoadNothing,
    e.LoadResources,
)
PROGRESS: Final = (e.Power, e.Advance, e.Park, e.Claim)


def kind(game: AnyGame, question: str, played: Sequence[Any], better: Sequence[Any] = ()) -> str:
    """What was decided by the answers, or by where they differ from better ones."""
    return _gaia(question, played, better) if game.name == "gaia" else _evacuation(question, played, better)


def main_answer(title: str, turn: Sequence[Any]) -> Any:
    """The answer of a turn that matters: not a conversion before it."""
    for answer in turn:
        if title != "gaia" or not isinstance(answer, FREE):
            return answer
    return turn[0] if turn else None


def _gaia(question: str, played: Sequence[Any], better: Sequence[Any]) -> str:
    if question == "LeechOffer":
        return "charging"
    if question != "Turn":
        return "other"
    own, other = main_answer("gaia", played), main_answer("gaia", better)
    if isinstance(own, g.Pass) or isinstance(other, g.Pass):
        return "passing"
    if own == other and better:
        picks = [
            [answer for answer in turn if isinstance(answer, (g.TakeTech, g.Cover))] for turn in (played, better)
        ]
        if picks[0] != picks[1]:
            return "tech"
        paid = [[answer for answer in turn if isinstance(answer, FREE)] for turn in (played, better)]
        if paid[0] != paid[1]:
            return "conversion"
    if isinstance(own, g.Build):
        return "building" if own.piece in (MINE, GAIAFORMER) else "upgrade"
    if isinstance(own, g.Research):
        return "research"
    if isinstance(own, g.Federate):
        return "federation"
    if isinstance(own, g.Act):
        return "action"
    return "special" if isinstance(own, g.Use) else "other"


def _evacuation(question: str, played: Sequence[Any], better: Sequence[Any]) -> str:
    own, other = played[0] if played else None, better[0] if better else None
    if question == "Turn":
        if isinstance(own, e.Pass) or isinstance(other, e.Pass):
            return "pass"
        if own == other and better:
            return "choice"
        return "card" if isinstance(own, e.PlayCard) else "board"
    if isinstance(own, TRANSPORT):
        return "transport"
    return "progress" if isinstance(own, PROGRESS) else "other"
