"""Which questions can be pending: what a position given as data may ask, and in which order they lie on each other.

``fault`` looks at a position whose other fields are right. What it lets pass can be asked, and what lies below
can be asked later.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from orrery.core.journal import Message
from orrery.core.saying import say
from orrery.gaia.actions import BRAIN_GAIA, BRAIN_GONE
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boosters import BOOSTERS as BOOSTER_TILES
from orrery.gaia.data.buildings import BUILDINGS
from orrery.gaia.data.tracks import NAVIGATION, TOP, TRACKS
from orrery.gaia.decisions.base import Decision
from orrery.gaia.decisions.brainstone import BURNT, CHARGED, SPENT, TAKEN, MoveBrainstone, WhichBowl
from orrery.gaia.decisions.charging import LeechOffer
from orrery.gaia.decisions.ending import FinalConversions
from orrery.gaia.decisions.gaia import GaiaExchange
from orrery.gaia.decisions.income import IncomeOrder
from orrery.gaia.decisions.research import EVERY_TRACK, CoverTech, PickTech, PickTrack, PlaceLostPlanet
from orrery.gaia.decisions.setup import Bid, PickBooster, PickFaction, RotateSectors, StartingMine
from orrery.gaia.decisions.special import PickLab, PickSpace, PickSwap
from orrery.gaia.decisions.tokens import PickFederationToken, RescoreToken
from orrery.gaia.decisions.turn import PickSite, Turn
from orrery.gaia.flow import starting_seats, structure
from orrery.gaia.phases import ACTIONS, BOOSTERS, ENDING, FACTIONS, GAIA_PHASE, INCOME, MINES, NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import offer
from orrery.gaia.rules.income import power

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


class Fault(NamedTuple):
    """The first question that cannot be there, and what could."""

    number: int
    """Its place in the stack."""
    expected: Message


OF_PHASE: Final[dict[int, tuple[type[Decision], ...]]] = {
    FACTIONS: (RotateSectors, PickFaction, Bid),
    MINES: (StartingMine,),
    BOOSTERS: (PickBooster,),
    INCOME: (IncomeOrder,),
    GAIA_PHASE: (GaiaExchange, LeechOffer, MoveBrainstone),
    ACTIONS: (Turn, LeechOffer, MoveBrainstone),
    ENDING: (FinalConversions,),
}
"""What can lie at the bottom in each phase."""

FOLLOWING: Final[frozenset[tuple[type[Decision], ...]]] = frozenset(
    {
        (),
        (PickSite,),
        (PickTech,),
        (PickTrack,),
        (PickTrack, CoverTech),
        (PlaceLostPlanet,),
        (PickFederationToken,),
        (PickFederationToken, WhichBowl),
        (RescoreToken,),
        (PickSwap,),
        (PickLab,),
        (PickSpace,),
        (WhichBowl,),
    }
)
"""What can lie on a turn whose main action is chosen, beside offers to charge and the brainstone."""
IN_GAIA_PHASE: Final[frozenset[tuple[type[Decision], ...]]] = frozenset(
    {(), (PickTech,), (PickTrack,), (PickTrack, CoverTech), (PlaceLostPlanet,)}
)
"""The same for an exchange of the Gaia phase."""

SITES: Final = frozenset(
    {(action.steps, 0) for action in BOARD_ACTIONS if action.steps}
    | {(tile.special.steps, tile.special.reach) for tile in BOOSTER_TILES if tile.special is not None}
)
"""Free steps and more range that actions help with."""


def fault(state: State) -> Fault | None:
    """The first question that cannot be pending here, or None; at least one question is on the stack."""
    for number, decision in enumerate(state.stack):
        if decision.seat == state.automa:
            return Fault(number, say("gaia.expected.question.person"))
        expected = _values(state, decision)
        if expected:
            return Fault(number, expected)
    below = _below(state)
    if below is not None:
        return below
    top = state.stack[-1]
    trial = state.clone()
    if trial.stack[-1].arrive(trial) or len(top.options(state)) < (1 if top.always else 2):
        return Fault(len(state.stack) - 1, say("gaia.expected.question.choice", question=top.name))
    return None


def _below(state: State) -> Fault | None:
    """What is wrong with how the questions lie on each other and who is asked, by phase."""
    bottom = state.stack[0]
    if not isinstance(bottom, OF_PHASE.get(state.phase, ())):
        names = ", ".join(kind.__name__ for kind in OF_PHASE.get(state.phase, ())) or "no question"
        return Fault(0, say("gaia.expected.question.phase", known=names))
    seat = bottom.seat
    if state.phase == FACTIONS:
        expected = _in_factions(state, bottom)
    elif state.phase == MINES:
        expected = _in_mines(state, seat)
    elif state.phase == BOOSTERS:
        expected = _in_boosters(state, seat)
    elif state.phase in (INCOME, ENDING):
        expected = _queued(state, seat)
        if not expected and state.phase == ENDING and state.table.final_conversions != "ask":
            expected = say("gaia.expected.asked.converted")
    elif state.phase == GAIA_PHASE:
        expected = _queued(state, state.turn)
        if not expected and isinstance(bottom, GaiaExchange) and seat != state.turn:
            expected = say("gaia.expected.asked.turn", seat=state.turn)
    else:
        expected = (
            say("gaia.expected.asked.turn", seat=state.turn)
            if isinstance(bottom, Turn) and seat != state.turn
            else None
        )
    if expected:
        return Fault(0, expected)
    return _upon(state, bottom)


def _upon(state: State, bottom: Decision) -> Fault | None:
    """What is wrong with the questions upon the first one."""
    base = 0 if isinstance(bottom, (LeechOffer, MoveBrainstone)) else 1
    rest = list(state.stack[base:])
    last = rest[-1] if rest else None
    stone = last if isinstance(last, MoveBrainstone) else None
    if stone is not None:
        rest.pop()
    offers = [question for question in rest if isinstance(question, LeechOffer)]
    if offers:
        if len(offers) < len(rest):
            return Fault(base, say("gaia.expected.asked.offers.late"))
        wrong = _clockwise(state, offers)
        if wrong:
            return Fault(base, wrong)
    elif rest:
        if isinstance(bottom, Turn) and bottom.done:
            allowed = FOLLOWING
        elif isinstance(bottom, GaiaExchange):
            allowed = IN_GAIA_PHASE
        else:
            return Fault(base, say("gaia.expected.asked.nothing", question=bottom.name))
        if tuple(map(type, rest)) not in allowed:
            return Fault(base, say("gaia.expected.asked.follow", question=bottom.name, got=_named(rest)))
        for number, question in enumerate(rest, base):
            if question.seat != bottom.seat:
                return Fault(number, say("gaia.expected.asked.seat", seat=bottom.seat, question=bottom.name))
    if stone is not None:
        wrong = _stone_upon(state, stone, bottom if base else None, rest)
        if wrong:
            return Fault(len(state.stack) - 1, wrong)
    if offers or (not base and stone is not None):
        return _offered(state, base)
    if state.pending and isinstance(bottom, Turn) and not bottom.done:
        return Fault(0, say("gaia.expected.asked.built"))
    return None


def _named(questions: list[Decision]) -> str:
    return ", ".join(question.name for question in questions)


def _stone_upon(
    state: State, stone: MoveBrainstone, bottom: Decision | None, rest: list[Decision]
) -> Message | None:
    """What is wrong with a question about the brainstone, by what lies under it."""
    if bottom is None:
        return (
            None if stone.why == CHARGED and stone.seat != state.turn else say("gaia.expected.asked.charge.other")
        )
    if stone.seat != bottom.seat:
        fits = stone.why == CHARGED and isinstance(bottom, (Turn, GaiaExchange)) and all(_offers(rest))
        return None if fits else say("gaia.expected.asked.seat", seat=bottom.seat, question=bottom.name)
    if isinstance(bottom, IncomeOrder):
        return None if stone.why == CHARGED else say("gaia.expected.asked.charged")
    if isinstance(bottom, FinalConversions) or (isinstance(bottom, Turn) and not bottom.done):
        return None if stone.why in (SPENT, BURNT) else say("gaia.expected.asked.spent")
    return None


def _offers(rest: list[Decision]) -> list[bool]:
    return [isinstance(question, LeechOffer) for question in rest]


def _offered(state: State, base: int) -> Fault | None:
    """What is wrong with offers to charge at this moment."""
    if state.pending:
        return Fault(base, say("gaia.expected.asked.offers.none"))
    late = state.table.charge_timing == "turn_end" or state.turn == state.automa
    if bool(base) == late:
        return Fault(
            base, say("gaia.expected.asked.offers.after") if late else say("gaia.expected.asked.offers.upon")
        )
    bottom = state.stack[0]
    if isinstance(bottom, Turn) and not bottom.done:
        return Fault(0, say("gaia.expected.asked.built"))
    return None


def _clockwise(state: State, offers: list[LeechOffer]) -> Message | None:
    """What is wrong with the order of offers: clockwise from the builder, hex after hex, the first on top."""
    at = state.ring.index(state.turn)
    around = state.ring[at + 1 :] + state.ring[:at]
    hexes: list[int] = []
    last = (-1, -1)
    for question in reversed(offers):
        if question.seat == state.turn:
            return say("gaia.expected.asked.offers.others")
        if question.where not in hexes:
            hexes.append(question.where)
        place = (hexes.index(question.where), around.index(question.seat))
        if place <= last:
            return say("gaia.expected.asked.offers.order")
        last = place
    return None


def _queued(state: State, seat: int) -> Message | None:
    """What is wrong with the queue of a phase that comes to everybody in turn order."""
    if seat == NO_ONE:
        return say("gaia.expected.asked.gaia")
    rest = state.order[state.order.index(seat) + 1 :]
    return (
        None
        if state.queue == rest
        else say("gaia.expected.asked.queue", rest=str(list(rest)), seat=seat, got=str(list(state.queue)))
    )


def _in_factions(state: State, asked: Decision) -> Message | None:
    """What is wrong while factions are chosen."""
    table = state.table
    people = tuple(seat for seat in state.order if seat != state.automa)
    if isinstance(asked, RotateSectors):
        if table.map_building == "none" or asked.seat != people[-1] or state.queue != people or state.out:
            return say("gaia.expected.asked.map", seat=people[-1], rest=str(list(people)))
        return None
    if table.factions:
        return say("gaia.expected.asked.rotate")
    bidding = table.choice == "auction_bid_while_choosing" or (
        table.choice == "auction_choose_bid" and len(state.out) == len(people)
    )
    if isinstance(asked, Bid):
        rest = people if table.choice == "auction_bid_while_choosing" else ()
        if not bidding or state.queue != rest:
            return say("gaia.expected.asked.bids", rest=str(list(rest)))
        if state.turn != asked.seat or state.players[asked.seat].faction != NO_ONE:
            return say("gaia.expected.asked.bid.turn")
        return None
    if bidding or asked.seat == state.automa:
        return say("gaia.expected.asked.bid")
    rest = people[len(state.out) + 1 :]
    if asked.seat != people[len(state.out)] or state.queue != rest:
        return say("gaia.expected.asked.next", seat=people[len(state.out)], rest=str(list(rest)))
    return None


def _in_mines(state: State, seat: int) -> Message | None:
    """What is wrong while starting structures are placed."""
    whole = starting_seats(state)
    done = sum(player.own.bit_count() for player in state.players)
    if done >= len(whole) or seat != whole[done] or state.queue != whole[done + 1 :]:
        return say("gaia.expected.asked.mines")
    for number, player in enumerate(state.players):
        if player.own.bit_count() != whole[:done].count(number):
            return say("gaia.expected.asked.mines.count", count=whole[:done].count(number), seat=number)
    return None


def _in_boosters(state: State, seat: int) -> Message | None:
    """What is wrong while first boosters are taken."""
    whole = state.order[::-1]
    done = whole.index(seat)
    if state.queue != whole[done + 1 :]:
        return say("gaia.expected.asked.boosters.queue", rest=str(list(whole[done + 1 :])), seat=seat)
    for number, other in enumerate(whole):
        if (state.players[other].booster != NOTHING_HERE) != (number < done):
            return say("gaia.expected.asked.boosters.seats", seats=str(list(whole[:done])))
    return None


def _values(state: State, asked: Decision) -> Message | None:
    """What is wrong with a question by itself: its values, and what its seat needs for it."""
    player = state.players[asked.seat]
    if isinstance(asked, Turn):
        return None if asked.done in (0, 1) else say("gaia.expected.asked.done")
    if isinstance(asked, RotateSectors):
        return _laid(state, asked)
    if isinstance(asked, StartingMine):
        piece = structure(player)
        return None if asked.piece == piece else say("gaia.expected.asked.building", piece=BUILDINGS[piece])
    if isinstance(asked, IncomeOrder):
        charges, tokens = power(state, player)
        fits = not Counter(asked.charges) - Counter(charges) and not Counter(asked.tokens) - Counter(tokens)
        return (
            None
            if fits
            else say("gaia.expected.asked.income", charges=str(list(charges)), tokens=str(list(tokens)))
        )
    if isinstance(asked, GaiaExchange):
        return _same(state, asked, player.rules.gaia_exchange(trial := _alone(state), asked.seat), trial)
    if isinstance(asked, PickSite):
        known = ", ".join(f"{free} and {extra}" for free, extra in sorted(SITES))
        return None if (asked.free, asked.extra) in SITES else say("gaia.expected.asked.site", known=known)
    if isinstance(asked, CoverTech):
        return None if 0 <= asked.track < len(TRACKS) else say("gaia.expected.asked.track", known=", ".join(TRACKS))
    if isinstance(asked, PickTrack):
        return (
            None if 0 < asked.tracks <= EVERY_TRACK else say("gaia.expected.asked.tracks", known=", ".join(TRACKS))
        )
    if isinstance(asked, PlaceLostPlanet):
        ready = not state.lost and player.research[NAVIGATION] == TOP
        return None if ready else say("gaia.expected.asked.lost", level=TOP)
    if isinstance(asked, (PickSwap, PickLab, PickSpace)):
        trial = _alone(state)
        if not player.rules.special or not player.rules.special_ready(trial, asked.seat):
            return say("gaia.expected.asked.special", question=asked.name)
        player.rules.special_begin(trial, asked.seat)
        return _same(state, asked, True, trial)
    if isinstance(asked, WhichBowl):
        fits = 0 < asked.count <= player.power_tokens and asked.destination in (BRAIN_GONE, BRAIN_GAIA)
        if state.table.token_source != "choice":
            return say("gaia.expected.asked.bowls.fixed")
        if fits:
            return None
        return say("gaia.expected.asked.bowls", most=player.power_tokens, gone=BRAIN_GONE, gaia=BRAIN_GAIA)
    if isinstance(asked, MoveBrainstone):
        return _stone(state, player, asked)
    if isinstance(asked, LeechOffer):
        return _leech(state, player, asked)
    return None


def _alone(state: State) -> State:
    """A clone in which nobody is asked."""
    trial = state.clone()
    trial.stack = []
    return trial


def _same(state: State, asked: Decision, there: bool, trial: State) -> Message | None:
    """Whether the rules themselves would ask this."""
    if there and trial.stack and trial.stack[-1] == asked:
        return None
    if not trial.stack:
        return say("gaia.expected.asked.faction", question=asked.name)
    there_is = trial.stack[-1]
    values = ", ".join(f"'{name}' {value}" for name, value in there_is.holds.json(state, there_is).items())
    return say("gaia.expected.asked.values", values=values)


def _laid(state: State, asked: RotateSectors) -> Message | None:
    """What is wrong with sectors laid so far: each must have been an option."""
    laid = asked.laid
    if state.table.map_building == "none":
        return say("gaia.expected.asked.map.given")
    if len(laid) % 2:
        return say("gaia.expected.asked.laid")
    for done in range(0, len(laid), 2):
        before = RotateSectors(asked.seat, laid[:done])
        if not any(option.values() == laid[done : done + 2] for option in before.options(state)):
            return say("gaia.expected.asked.laid.not", got=str(list(laid[done : done + 2])))
    return None


def _stone(state: State, player: Player, asked: MoveBrainstone) -> Message | None:
    """What is wrong with a question about the brainstone by itself."""
    plain = player.bowl1 + player.bowl2 + player.bowl3
    if asked.why == CHARGED:
        fits = player.brain in (1, 2) and asked.amount > 0 and asked.then in (0, 1)
        return None if fits else say("gaia.expected.asked.stone.charged")
    if asked.why == SPENT:
        fits = player.brain == 3 and 0 < asked.amount <= player.bowl3 and asked.then == 0
        return None if fits else say("gaia.expected.asked.stone.spent", most=player.bowl3)
    if asked.why == BURNT:
        fits = player.brain == 2 and player.bowl2 > 0 and asked.amount == asked.then == 0
        return None if fits else say("gaia.expected.asked.stone.burnt")
    fits = asked.why == TAKEN and 0 < player.brain < BRAIN_GAIA and 0 < asked.amount <= plain
    if fits and asked.then in (BRAIN_GONE, BRAIN_GAIA) and state.table.token_source == "fixed":
        return None
    return say("gaia.expected.asked.stone.taken", most=plain)


def _leech(state: State, player: Player, asked: LeechOffer) -> Message | None:
    """What is wrong with an offer to charge by itself."""
    names = state.world.names
    if state.turn == NO_ONE:
        return say("gaia.expected.asked.builder")
    built = state.players[state.turn].own
    if asked.where < 0 or not built >> asked.where & 1:
        return say("gaia.expected.asked.leech.hex", seat=state.turn, hexes=", ".join(state.world.named(built)))
    value = offer(state, player, asked.where)
    if not value:
        return say("gaia.expected.asked.leech.near", hex=names[asked.where])
    return None if asked.power == value else say("gaia.expected.asked.leech.power", power=value)
