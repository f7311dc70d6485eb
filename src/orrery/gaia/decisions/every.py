"""Every question by its name."""

from __future__ import annotations

from typing import Final

from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.brainstone import MoveBrainstone, WhichBowl
from orrery.gaia.decisions.charging import LeechOffer
from orrery.gaia.decisions.ending import FinalConversions
from orrery.gaia.decisions.gaia import GaiaExchange
from orrery.gaia.decisions.income import IncomeOrder
from orrery.gaia.decisions.research import CoverTech, PickTech, PickTrack, PlaceLostPlanet
from orrery.gaia.decisions.setup import Bid, PickBooster, PickFaction, RotateSectors, StartingMine
from orrery.gaia.decisions.special import PickLab, PickSpace, PickSwap
from orrery.gaia.decisions.tokens import PickFederationToken, RescoreToken
from orrery.gaia.decisions.turn import PickSite, Turn

DECISIONS: Final[dict[str, type[Decision]]] = {
    kind.__name__: kind
    for kind in (
        RotateSectors,
        PickFaction,
        Bid,
        StartingMine,
        PickBooster,
        IncomeOrder,
        GaiaExchange,
        Turn,
        PickSite,
        PickTech,
        CoverTech,
        PickTrack,
        PlaceLostPlanet,
        PickFederationToken,
        RescoreToken,
        PickSwap,
        PickLab,
        PickSpace,
        WhichBowl,
        MoveBrainstone,
        LeechOffer,
        FinalConversions,
    )
}
"""Every question by its name: ``DECISIONS[name](seat, *values)`` builds the one that ``key`` describes."""
