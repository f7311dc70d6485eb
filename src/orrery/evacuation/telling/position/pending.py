"""Pending questions of a position given as data: may they lie there, upon each other, and in this position?

Whatever passes here can be shown, explained, written down, read back and played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from orrery.core.game import BadPosition
from orrery.core.reading import expect
from orrery.core.saying import say
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.decisions.displays import (
    BUILD,
    EXPRESS,
    GAIN,
    INTO_PLAY,
    TO_HAND,
    Development,
    DiscountChoice,
    RefreshCards,
    TakeCard,
)
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
from orrery.evacuation.decisions.turn import (
    ActionEnergy,
    DiscardCard,
    EndTurn,
    OrderOffer,
    TuckCard,
    Turn,
    energy_at_hand,
)
from orrery.evacuation.pack import ANY, NEW, OLD
from orrery.evacuation.pack.lookup import (
    EXTRA_FACTORY,
    INFRASTRUCTURE,
    KINDS,
    RETURN_FLIGHT,
    SHIP,
    STADIUM,
    WIDER_CHOICE,
)
from orrery.evacuation.phases import ACTIONS, BONUS, CARDS, GOALS, HANDS, OVER, PHASES, PROGRESS, TRANSPORT
from orrery.evacuation.rules.progress import LANES, parked, powers, stays
from orrery.evacuation.rules.settling import possible_fields

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State

MOST: Final = 99
"""More questions and steps than these are never pending."""

_WORK: Final = (ACTIONS, PROGRESS, BONUS)
"""Phases in which sub-actions are carried out."""
_UNDER: Final = (None, Agenda, EndTurn, Arrival, Ranking)
"""What a sub-action may lie upon; None is the bottom of the stack."""

_STEPS: Final = (Agenda, EndTurn, Unload, Arrival, Ranking)
"""What the rules do themselves: it is never what somebody must answer."""

PLACES: Final[Mapping[type[Decision], tuple[tuple[int, ...], tuple[type[Decision] | None, ...]]]] = {
    PickGoal: ((GOALS,), (None, PickGoal)),
    PickFromPile: ((GOALS,), (None,)),
    DropGoal: ((GOALS,), (None, DropGoal)),
    KeepHand: ((CARDS, HANDS), (None, KeepHand)),
    Turn: ((ACTIONS,), (None,)),
    EndTurn: ((ACTIONS,), (None,)),
    OrderOffer: ((ACTIONS,), (None,)),
    DiscardCard: ((ACTIONS,), (None, OrderOffer)),
    ActionEnergy: ((ACTIONS,), (None, Agenda, EndTurn)),
    TuckCard: ((ACTIONS,), (None, ActionEnergy, Agenda, EndTurn)),
    Agenda: (_WORK, _UNDER),
    EffectOrder: (_WORK, _UNDER),
    GainResource: (_WORK, (*_UNDER, LaneChoice, GainResource)),
    ExchangeResource: (_WORK, _UNDER),
    ResearchColumn: (_WORK, _UNDER),
    SettleField: (_WORK, _UNDER),
    FactorySlots: (_WORK, _UNDER),
    PrepareFactory: (_WORK, _UNDER),
    FreeFactory: (_WORK, _UNDER),
    ClonePopulation: (_WORK, _UNDER),
    RaiseMarker: (_WORK, _UNDER),
    Development: (_WORK, _UNDER),
    TakeCard: (_WORK, _UNDER),
    RefreshCards: (_WORK, _UNDER),
    DiscountChoice: (_WORK, _UNDER),
    TransportShips: ((*_WORK, TRANSPORT), _UNDER),
    ReturnShips: ((*_WORK, TRANSPORT), _UNDER),
    Unload: (_WORK, (*_UNDER, ReturnShips)),
    LoadPlace: ((*_WORK, TRANSPORT), (TransportShips, Unload)),
    PowerChoice: ((PROGRESS,), (None,)),
    SplitPower: ((PROGRESS,), (None,)),
    Arrival: ((PROGRESS,), (None,)),
    Ranking: ((PROGRESS,), (None,)),
    LaneChoice: ((PROGRESS,), (Arrival, Ranking)),
    BonusChoice: ((BONUS,), (None,)),
}
"""Every question and step: the phases it belongs to, and what it may lie upon."""

_PURPOSES: Final = {
    BUILD: ((SHIP, STADIUM), (ANY,)),
    GAIN: ((SHIP, STADIUM), (ANY, OLD, NEW)),
    EXPRESS: ((SHIP,), (OLD,)),
    TO_HAND: ((INFRASTRUCTURE,), (ANY,)),
    INTO_PLAY: ((INFRASTRUCTURE,), (ANY,)),
}
"""What a card is taken for: its kinds, and where it may go."""


def check(state: State, revealed: int) -> None:
    """Raise BadPosition unless the pending questions fit the position, each other, and can be answered.

    ``revealed`` is the display beside which cards are said to lie.
    """
    stack = state.stack
    expect(not stack or state.phase != OVER, "stack", say("evacuation.expected.stack.over"), len(stack))
    expect(len(stack) <= MOST, "stack", say("evacuation.expected.asked.many", most=MOST), len(stack))
    for index, decision in enumerate(stack):
        path = f"stack[{index}]"
        where, _ = PLACES[type(decision)]
        name = decision.name
        expect(
            state.phase in where,
            f"{path}.question",
            say("evacuation.expected.stack.phase", phase=repr(PHASES[state.phase])),
            name,
        )
        _itself(state, decision, path)
    for index, decision in enumerate(stack):
        _upon(state, stack[index - 1] if index else None, decision, f"stack[{index}]")
    if state.phase in (GOALS, CARDS, HANDS):
        _drafting(state)
    elif stack:
        _one_after_the_other(state)
    if state.phase == PROGRESS:
        for seat in state.order[state.at :]:
            _parked(state, seat)
    _revealed(state, revealed)
    if not stack or state.phase in (GOALS, CARDS):
        return
    top = stack[-1]
    if isinstance(top, _STEPS):
        raise BadPosition(say("evacuation.position.top", field="stack", question=top.name))
    if not top.options(state):
        raise BadPosition(say("evacuation.position.answered", field="stack", question=top.name))


def _upon(state: State, below: Decision | None, decision: Decision, path: str) -> None:
    """Does it lie upon something it can have come from?"""
    _, places = PLACES[type(decision)]
    kind = None if below is None else type(below)
    if kind not in places:
        names = [place.__name__ for place in places if place is not None and state.phase in PLACES[place][0]]
        if None in places:
            names = ["nothing", *names]
        known, field = " or ".join(names), f"{path}.question"
        raise BadPosition(
            say("evacuation.position.bottom", field=field, question=decision.name, known=known)
            if kind is None
            else say(
                "evacuation.position.upon", field=field, question=decision.name, known=known, below=kind.__name__
            )
        )
    if isinstance(decision, LoadPlace):
        name = state.table.pack.ships[decision.ship].id
        if isinstance(below, TransportShips):
            good = below.flown[-1:] == (decision.ship,)
            expect(good, f"{path}.ship", say("evacuation.expected.asked.ship.last"), name)
        else:
            returning = state.stack[state.stack.index(below) - 1] if below is not None else None
            if isinstance(returning, ReturnShips):
                good = returning.flown == (decision.ship,)
                expect(good, f"{path}.ship", say("evacuation.expected.asked.ship.return"), name)
    elif isinstance(decision, LaneChoice) and isinstance(below, Arrival):
        expect(
            decision.marker != below.marker,
            f"{path}.marker",
            say("evacuation.expected.asked.marker.other"),
            decision.marker,
        )


def _one_after_the_other(state: State) -> None:
    """One seat alone is asked: the one whose turn it is."""
    seat = state.stack[0].seat
    for index, decision in enumerate(state.stack):
        expect(
            decision.seat == seat,
            f"stack[{index}].seat",
            say("evacuation.expected.asked.seat", seat=seat),
            decision.seat,
        )
    turn = state.order.index(seat) + 1
    expect(state.at == turn, "at", say("evacuation.expected.at", turn=turn, seat=seat), state.at)
    if state.phase == ACTIONS:
        expect(not state.passed >> seat & 1, "stack[0].seat", say("evacuation.expected.stack.passed"), seat)
    elif isinstance(state.stack[0], (PowerChoice, SplitPower)):
        _parked(state, seat)


def _parked(state: State, seat: int) -> None:
    """Whoever has not begun their progress stands on the parking lane (EV-PRG-1)."""
    players = len(state.players)
    holder = state.players[seat] if seat < players else state.rivals[seat - players]
    path = f"players[{seat}].markers" if seat < players else f"rivals[{seat - players}].markers"
    lanes = [LANES[lane] for lane in holder.lanes]
    expect(holder.lanes == parked(state, holder), path, say("evacuation.expected.parked"), lanes)


def _drafting(state: State) -> None:
    """Sealed choices: those who have not chosen yet, in their order."""
    stack = state.stack
    seats = [decision.seat for decision in stack]
    if state.phase == GOALS:
        order = list(range(len(state.players)))
    else:
        order = [seat for seat in state.order if seat < len(state.players)]
    expected = order[::-1][: len(seats)]
    expect(
        seats == expected,
        "stack",
        say("evacuation.expected.stack.seats", seats=", ".join(map(str, expected))),
        seats,
    )
    if not stack or state.phase != GOALS:
        return
    dealt, step = state.table.pack.setup.goals_dealt, state.step
    top = stack[-1]
    if isinstance(top, PickFromPile):
        expect(
            1 <= step <= 4 and top.pile == (step - 1) % 2, "step", say("evacuation.expected.asked.step.pile"), step
        )
        expect(bool(state.piles[top.pile]), "goal_draft.piles", say("evacuation.expected.asked.goals"), top.pile)
    elif isinstance(top, PickGoal):
        expect(not state.table.solo, "stack", say("evacuation.expected.asked.piles"), "PickGoal")
        expect(1 <= step < dealt, "step", say("evacuation.expected.asked.round", last=dealt - 1), step)
        for seat, player in enumerate(state.players):
            cards = dealt - step + (seat in seats)
            path = f"players[{seat}].draft"
            expect(
                len(player.draft) == cards,
                path,
                say("evacuation.expected.asked.goals.round", count=cards, round=step),
                len(player.draft),
            )
    else:
        last = 5 if state.table.solo else dealt
        expect(step == last, "step", say("evacuation.expected.asked.step.last", last=last), step)
        for seat in seats:
            player = state.players[seat]
            expect(bool(player.goals), f"players[{seat}].goals", say("evacuation.expected.asked.goal.return"), [])
            expect(
                player.dropped < 0,
                f"players[{seat}].dropped",
                say("evacuation.expected.asked.goal.before"),
                player.dropped,
            )


def _revealed(state: State, kind: int) -> None:
    """Cards lie revealed beside a display only while somebody chooses there (EV-TE-12)."""
    if not state.extra:
        return
    good = kind == _revealing(state)
    expect(good, "revealed.kind", say("evacuation.expected.asked.display"), KINDS[kind])
    able = state.players[state.stack[-1].seat].abilities & WIDER_CHOICE
    expect(bool(able), "revealed.cards", say("evacuation.expected.asked.revealed.none"), len(state.extra))
    most = state.table.lookup.wider_choice
    expect(
        len(state.extra) <= most,
        "revealed.cards",
        say("evacuation.expected.asked.most", most=most),
        len(state.extra),
    )


def _revealing(state: State) -> int:
    """The display that the question on top speaks of; ANY for none."""
    return state.stack[-1].shows() if state.stack else ANY


def _itself(state: State, decision: Decision, path: str) -> None:
    """What a question says must be possible, and fit the one who is asked."""
    player = state.players[decision.seat]
    if isinstance(decision, (TakeCard, RefreshCards, DiscountChoice)):
        _card(state, player, decision, path)
    elif isinstance(decision, (LoadPlace, TransportShips, ReturnShips)):
        _ships(state, player, decision, path)
    elif isinstance(decision, (SplitPower, Arrival, LaneChoice)):
        _progress(state, player, decision, path)
    elif isinstance(decision, (Turn, TuckCard, ActionEnergy, OrderOffer, DiscardCard, KeepHand)):
        _turn(state, player, decision, path)
    elif isinstance(decision, (Agenda, EffectOrder)):
        expect(
            len(decision.items) <= MOST,
            f"{path}.items",
            say("evacuation.expected.asked.items", most=MOST),
            len(decision.items),
        )
        if isinstance(decision, EffectOrder):
            free = decision.any_order or state.table.free_order
            good = bool(free) and len(set(decision.items)) > 1
            expect(good, f"{path}.items", say("evacuation.expected.asked.items.free"), len(decision.items))
    elif isinstance(decision, FactorySlots):
        # How many symbols may be ignored was said by the question before.
        name = state.table.pack.fields[decision.field].id
        good = decision.field in possible_fields(state, decision.seat, decision.how, 99)
        expect(good, f"{path}.field", say("evacuation.expected.asked.field"), name)
    elif isinstance(decision, PrepareFactory):
        if decision.extra:
            expect(
                decision.factory == ANY,
                f"{path}.factory",
                say("evacuation.expected.asked.factory.any"),
                decision.factory,
            )
            own = sum(1 << kind for kind in range(3) if player.abilities & EXTRA_FACTORY[kind])
            good = decision.used > 0 and not decision.used & ~own
            expect(good, f"{path}.used", say("evacuation.expected.asked.factory.types"), decision.used)
        else:
            expect(
                not decision.used, f"{path}.used", say("evacuation.expected.asked.factory.before"), decision.used
            )
    elif isinstance(decision, RaiseMarker):
        steps = len(player.stadiums[OLD]) + len(player.stadiums[NEW])
        expect(
            decision.steps == steps,
            f"{path}.steps",
            say("evacuation.expected.asked.steps.stadiums", steps=steps),
            decision.steps,
        )


def _card(state: State, player: Player, decision: TakeCard | RefreshCards | DiscountChoice, path: str) -> None:
    """A choice of a display: kind, purpose and world go together, the card is there."""
    display = state.displays[decision.kind]
    if isinstance(decision, DiscountChoice):
        good = decision.kind in (SHIP, STADIUM)
        expect(good, f"{path}.kind", say("evacuation.expected.asked.kind.built"), KINDS[decision.kind])
        shown = display.open + state.extra if _revealing(state) == decision.kind else display.open
        name = state.table.lookup.ids[decision.kind][decision.card]
        expect(
            decision.card in shown,
            f"{path}.card",
            say(f"evacuation.expected.asked.open.{KINDS[decision.kind]}"),
            name,
        )
        expect(decision.world != ANY, f"{path}.world", say("evacuation.expected.asked.world.built"), "any")
        expect(decision.discount > 0, f"{path}.discount", say("evacuation.expected.asked.least"), decision.discount)
        return
    kinds, worlds = _PURPOSES[decision.purpose]
    expect(
        decision.kind in kinds,
        f"{path}.purpose",
        say("evacuation.expected.asked.purpose", kind=KINDS[decision.kind]),
        decision.purpose,
    )
    if decision.kind == STADIUM and decision.purpose == GAIN:
        worlds = (NEW,)
    expect(
        decision.world in worlds, f"{path}.world", say("evacuation.expected.asked.world.purpose"), decision.world
    )
    if decision.purpose != BUILD:
        expect(
            not decision.discount,
            f"{path}.discount",
            say("evacuation.expected.asked.discount.none"),
            decision.discount,
        )
    if isinstance(decision, RefreshCards):
        most = min(state.table.pack.setup.display - len(display.open), display.known)
        expect(
            decision.count <= most,
            f"{path}.count",
            say("evacuation.expected.asked.count.under", most=most),
            decision.count,
        )


def _ships(state: State, player: Player, decision: LoadPlace | TransportShips | ReturnShips, path: str) -> None:
    """Ships under way belong to the player and have flown to the New World this year."""
    ships = {code >> 2: code for code in player.ships}
    if isinstance(decision, LoadPlace):
        ship = state.table.pack.ships[decision.ship]
        expect(decision.ship in ships, f"{path}.ship", say("evacuation.expected.asked.ship.own"), ship.id)
        good = ships[decision.ship] & 3 == 3
        expect(good, f"{path}.ship", say("evacuation.expected.asked.ship.moved"), ship.id)
        last = len(ship.sites) + ship.buildings
        expect(
            decision.place <= last,
            f"{path}.place",
            say("evacuation.expected.asked.place", last=last),
            decision.place,
        )
        return
    good = all(ships.get(flown, 0) & 3 == 3 for flown in decision.flown)
    expect(good, f"{path}.flown", say("evacuation.expected.asked.ships.moved"), list(decision.flown))
    if isinstance(decision, ReturnShips):
        expect(bool(decision.flown), f"{path}.flown", say("evacuation.expected.asked.ship.least"), [])
        able = player.abilities & RETURN_FLIGHT
        expect(bool(able), f"{path}.question", say("evacuation.expected.asked.technology"), "ReturnShips")


def _progress(state: State, player: Player, decision: SplitPower | Arrival | LaneChoice, path: str) -> None:
    """Power points the player has; markers that can go so far and have no lane yet."""
    if isinstance(decision, SplitPower):
        points = powers(state, player)
        expect(
            decision.points in points,
            f"{path}.points",
            say("evacuation.expected.asked.points", points=str(points)),
            decision.points,
        )
        return
    marker = decision.marker
    still = isinstance(decision, Arrival) and not decision.moved and stays(state, player, marker)
    expect(
        still or not player.lanes[marker], f"{path}.marker", say("evacuation.expected.asked.marker.lane"), marker
    )
    if isinstance(decision, Arrival):
        lookup = state.table.lookup
        most = lookup.last_column - player.columns[marker]
        expect(
            decision.steps <= most,
            f"{path}.steps",
            say("evacuation.expected.asked.most", most=most),
            decision.steps,
        )
        expect(
            bool(decision.moved) or not decision.steps,
            f"{path}.moved",
            say("evacuation.expected.asked.marker.moves"),
            decision.moved,
        )
        ends = lookup.zones[player.columns[marker] + decision.steps], lookup.zones[player.columns[1 - marker]]
        good = abs(ends[0] - ends[1]) < 2
        expect(good, f"{path}.steps", say("evacuation.expected.asked.turning"), decision.steps)


def _turn(
    state: State,
    player: Player,
    decision: Turn | TuckCard | ActionEnergy | OrderOffer | DiscardCard | KeepHand,
    path: str,
) -> None:
    """Hands, orders and energy that the question speaks of are there."""
    if isinstance(decision, (Turn, OrderOffer)):
        orders = state.table.orders or (isinstance(decision, Turn) and not decision.paid)
        expect(orders, f"{path}.question", say("evacuation.expected.asked.orders"), decision.name)
    elif isinstance(decision, ActionEnergy):
        most = energy_at_hand(state, player)
        expect(
            decision.amount <= most,
            f"{path}.amount",
            say("evacuation.expected.asked.energy", most=most),
            decision.amount,
        )
        expect(decision.amount > 0, f"{path}.amount", say("evacuation.expected.asked.least"), decision.amount)
    else:
        expect(state.table.advanced, f"{path}.question", say("evacuation.expected.asked.hands"), decision.name)
        hand = len(player.hand)
        limit = state.table.pack.setup.hand if isinstance(decision, DiscardCard) else 0
        if not isinstance(decision, KeepHand):
            expect(hand > limit, f"{path}.question", say("evacuation.expected.asked.hand.more", limit=limit), hand)
