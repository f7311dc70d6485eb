"""Every question and step by name: what positions as data and observations are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.displays import Development, DiscountChoice, RefreshCards, TakeCard
from orrery.evacuation.decisions.drafting import DropGoal, KeepHand, PickFromPile, PickGoal
from orrery.evacuation.decisions.effects import EffectOrder
from orrery.evacuation.decisions.progress import (
    Arrival,
    BonusChoice,
    LaneChoice,
    PowerChoice,
    Ranking,
    SplitPower,
)
from orrery.evacuation.decisions.subactions import (
    ClonePopulation,
    ExchangeResource,
    FactorySlots,
    FreeFactory,
    GainResource,
    PrepareFactory,
    RaiseMarker,
    ResearchColumn,
    SettleField,
)
from orrery.evacuation.decisions.transport import LoadPlace, ReturnShips, TransportShips, Unload
from orrery.evacuation.decisions.turn import ActionEnergy, DiscardCard, EndTurn, OrderOffer, TuckCard, Turn

DECISIONS: Final[Mapping[str, type[Decision]]] = {
    kind.__name__: kind
    for kind in (
        Turn,
        TuckCard,
        ActionEnergy,
        EndTurn,
        OrderOffer,
        DiscardCard,
        Agenda,
        EffectOrder,
        GainResource,
        ExchangeResource,
        ResearchColumn,
        SettleField,
        FactorySlots,
        PrepareFactory,
        FreeFactory,
        ClonePopulation,
        RaiseMarker,
        Development,
        TakeCard,
        RefreshCards,
        DiscountChoice,
        TransportShips,
        LoadPlace,
        Unload,
        ReturnShips,
        PowerChoice,
        SplitPower,
        Arrival,
        LaneChoice,
        Ranking,
        BonusChoice,
        PickGoal,
        PickFromPile,
        DropGoal,
        KeepHand,
    )
}
"""In the order of observations for learners."""
