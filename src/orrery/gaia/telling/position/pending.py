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
    expected: str | Message


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
            expected = "no question, because what is left is converted by itself"
    elif state.phase == GAIA_PHASE:
        expected = _queued(state, state.turn)
        if not expected and isinstance(bottom, GaiaExchange) and seat != state.turn:
            expected = f"the seat of 'turn', {state.turn}"
    else:
        expected = f"the seat of 'turn', {state.turn}" if isinstance(bottom, Turn) and seat != state.turn else ""
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
            return Fault(base, "offers to charge only after everything else of the turn is answered")
        wrong = _clockwise(state, offers)
        if wrong:
            return Fault(base, wrong)
    elif rest:
        if isinstance(bottom, Turn) and bottom.done:
            allowed = FOLLOWING
        elif isinstance(bottom, GaiaExchange):
            allowed = IN_GAIA_PHASE
        else:
            return Fault(base, f"no further question upon {bottom.name} here")
        if tuple(map(type, rest)) not in allowed:
            return Fault(base, f"what can follow upon {bottom.name}, not {_named(rest)}")
        for number, question in enumerate(rest, base):
            if question.seat != bottom.seat:
                return Fault(number, f"seat {bottom.seat}, whose {bottom.name} it follows")
    if stone is not None:
        wrong = _stone_upon(state, stone, bottom if base else None, rest)
        if wrong:
            return Fault(len(state.stack) - 1, wrong)
    if offers or (not base and stone is not None):
        return _offered(state, base)
    if state.pending and isinstance(bottom, Turn) and not bottom.done:
        return Fault(0, "'done' 1, because something was built in this turn")
    return None


def _named(questions: list[Decision]) -> str:
    return ", ".join(question.name for question in questions)


def _stone_upon(state: State, stone: MoveBrainstone, bottom: Decision | None, rest: list[Decision]) -> str:
    """What is wrong with a question about the brainstone, by what lies under it."""
    if bottom is None:
        return "" if stone.why == CHARGED and stone.seat != state.turn else "a charge by another seat than 'turn'"
    if stone.seat != bottom.seat:
        fits = stone.why == CHARGED and isinstance(bottom, (Turn, GaiaExchange)) and all(_offers(rest))
        return "" if fits else f"seat {bottom.seat}, whose {bottom.name} it follows"
    if isinstance(bottom, IncomeOrder):
        return "" if stone.why == CHARGED else "'why' charged: power is charged in the income phase"
    if isinstance(bottom, FinalConversions) or (isinstance(bottom, Turn) and not bottom.done):
        return "" if stone.why in (SPENT, BURNT) else "'why' spent or burnt: that is what free actions do"
    return ""


def _offers(rest: list[Decision]) -> list[bool]:
    return [isinstance(question, LeechOffer) for question in rest]


def _offered(state: State, base: int) -> Fault | None:
    """What is wrong with offers to charge at this moment."""
    if state.pending:
        return Fault(base, "no offers while 'charges_to_offer' has hexes")
    late = state.table.charge_timing == "turn_end" or state.turn == state.automa
    if bool(base) == late:
        return Fault(
            base, "offers after the end of the turn" if late else "offers upon the question of the builder"
        )
    bottom = state.stack[0]
    if isinstance(bottom, Turn) and not bottom.done:
        return Fault(0, "'done' 1, because something was built in this turn")
    return None


def _clockwise(state: State, offers: list[LeechOffer]) -> str:
    """What is wrong with the order of offers: clockwise from the builder, hex after hex, the first on top."""
    at = state.ring.index(state.turn)
    around = state.ring[at + 1 :] + state.ring[:at]
    hexes: list[int] = []
    last = (-1, -1)
    for question in reversed(offers):
        if question.seat == state.turn:
            return "other seats than that of 'turn', who built"
        if question.where not in hexes:
            hexes.append(question.where)
        place = (hexes.index(question.where), around.index(question.seat))
        if place <= last:
            return "offers clockwise from the builder, hex after hex, the first one last"
        last = place
    return ""


def _queued(state: State, seat: int) -> str:
    """What is wrong with the queue of a phase that comes to everybody in turn order."""
    if seat == NO_ONE:
        return "'turn', the seat whose tokens leave the Gaia area"
    rest = state.order[state.order.index(seat) + 1 :]
    return "" if state.queue == rest else f"'queue' {list(rest)}, the seats after {seat}, not {list(state.queue)}"


def _in_factions(state: State, asked: Decision) -> str:
    """What is wrong while factions are chosen."""
    table = state.table
    people = tuple(seat for seat in state.order if seat != state.automa)
    if isinstance(asked, RotateSectors):
        if table.map_building == "none" or asked.seat != people[-1] or state.queue != people or state.out:
            return (
                f"the map to be built by seat {people[-1]} before factions are chosen, with 'queue' {list(people)}"
            )
        return ""
    if table.factions:
        return "RotateSectors, because the factions are given"
    bidding = table.choice == "auction_bid_while_choosing" or (
        table.choice == "auction_choose_bid" and len(state.out) == len(people)
    )
    if isinstance(asked, Bid):
        rest = people if table.choice == "auction_bid_while_choosing" else ()
        if not bidding or state.queue != rest:
            return f"PickFaction while factions are put up; bids come later, with 'queue' {list(rest)}"
        if state.turn != asked.seat or state.players[asked.seat].faction != NO_ONE:
            return "a bid of the seat of 'turn', which has no faction"
        return ""
    if bidding or asked.seat == state.automa:
        return "Bid"
    rest = people[len(state.out) + 1 :]
    if asked.seat != people[len(state.out)] or state.queue != rest:
        return f"seat {people[len(state.out)]}, next in turn order, with 'queue' {list(rest)}"
    return ""


def _in_mines(state: State, seat: int) -> str:
    """What is wrong while starting structures are placed."""
    whole = starting_seats(state)
    done = sum(player.own.bit_count() for player in state.players)
    if done >= len(whole) or seat != whole[done] or state.queue != whole[done + 1 :]:
        return "the next seat that places a starting structure, and the others in 'queue'"
    for number, player in enumerate(state.players):
        if player.own.bit_count() != whole[:done].count(number):
            return f"{whole[:done].count(number)} structures of seat {number} so far"
    return ""


def _in_boosters(state: State, seat: int) -> str:
    """What is wrong while first boosters are taken."""
    whole = state.order[::-1]
    done = whole.index(seat)
    if state.queue != whole[done + 1 :]:
        return f"'queue' {list(whole[done + 1 :])}, the seats before {seat} in turn order, last first"
    for number, other in enumerate(whole):
        if (state.players[other].booster != NOTHING_HERE) != (number < done):
            return f"boosters of the seats {list(whole[:done])}, and of no others"
    return ""


def _values(state: State, asked: Decision) -> str:
    """What is wrong with a question by itself: its values, and what its seat needs for it."""
    player = state.players[asked.seat]
    if isinstance(asked, Turn):
        return "" if asked.done in (0, 1) else "'done' 0 or 1"
    if isinstance(asked, RotateSectors):
        return _laid(state, asked)
    if isinstance(asked, StartingMine):
        piece = structure(player)
        return "" if asked.piece == piece else f"'building' {BUILDINGS[piece]}"
    if isinstance(asked, IncomeOrder):
        charges, tokens = power(state, player)
        fits = not Counter(asked.charges) - Counter(charges) and not Counter(asked.tokens) - Counter(tokens)
        return "" if fits else f"'charges' {list(charges)} and 'tokens' {list(tokens)}, or what is left of them"
    if isinstance(asked, GaiaExchange):
        return _same(state, asked, player.rules.gaia_exchange(trial := _alone(state), asked.seat), trial)
    if isinstance(asked, PickSite):
        known = ", ".join(f"{free} and {extra}" for free, extra in sorted(SITES))
        return "" if (asked.free, asked.extra) in SITES else f"'free' and 'extra' {known}"
    if isinstance(asked, CoverTech):
        return "" if 0 <= asked.track < len(TRACKS) else f"'track' {', '.join(TRACKS)}"
    if isinstance(asked, PickTrack):
        return "" if 0 < asked.tracks <= EVERY_TRACK else f"'tracks' of {', '.join(TRACKS)}"
    if isinstance(asked, PlaceLostPlanet):
        ready = not state.lost and player.research[NAVIGATION] == TOP
        return "" if ready else f"level {TOP} of navigation and no lost planet yet"
    if isinstance(asked, (PickSwap, PickLab, PickSpace)):
        trial = _alone(state)
        if not player.rules.special or not player.rules.special_ready(trial, asked.seat):
            return f"a faction that can do its special action; {asked.name} is not possible for this seat"
        player.rules.special_begin(trial, asked.seat)
        return _same(state, asked, True, trial)
    if isinstance(asked, WhichBowl):
        fits = 0 < asked.count <= player.power_tokens and asked.destination in (BRAIN_GONE, BRAIN_GAIA)
        if state.table.token_source != "choice":
            return "no question, because tokens leave the bowls in a fixed order"
        places = f"'destination' {BRAIN_GONE} or {BRAIN_GAIA}"
        return "" if fits else f"'count' 1 to {player.power_tokens} and {places}"
    if isinstance(asked, MoveBrainstone):
        return _stone(state, player, asked)
    if isinstance(asked, LeechOffer):
        return _leech(state, player, asked)
    return ""


def _alone(state: State) -> State:
    """A clone in which nobody is asked."""
    trial = state.clone()
    trial.stack = []
    return trial


def _same(state: State, asked: Decision, there: bool, trial: State) -> str:
    """Whether the rules themselves would ask this."""
    if there and trial.stack and trial.stack[-1] == asked:
        return ""
    if not trial.stack:
        return f"a faction that can be asked; {asked.name} is not possible for this seat"
    there_is = trial.stack[-1]
    return ", ".join(f"'{name}' {value}" for name, value in there_is.holds.json(state, there_is).items())


def _laid(state: State, asked: RotateSectors) -> str:
    """What is wrong with sectors laid so far: each must have been an option."""
    laid = asked.laid
    if state.table.map_building == "none":
        return "no question, because the map is given"
    if len(laid) % 2:
        return "a sector and its turns for each place"
    for done in range(0, len(laid), 2):
        before = RotateSectors(asked.seat, laid[:done])
        if not any(option.values() == laid[done : done + 2] for option in before.options(state)):
            return f"a sector and turns that can be laid, not {list(laid[done : done + 2])}"
    return ""


def _stone(state: State, player: Player, asked: MoveBrainstone) -> str:
    """What is wrong with a question about the brainstone by itself."""
    plain = player.bowl1 + player.bowl2 + player.bowl3
    if asked.why == CHARGED:
        fits = player.brain in (1, 2) and asked.amount > 0 and asked.then in (0, 1)
        return "" if fits else "the brainstone in bowl I or II, some power as 'amount' and 'then' 0 or 1"
    if asked.why == SPENT:
        fits = player.brain == 3 and 0 < asked.amount <= player.bowl3 and asked.then == 0
        return "" if fits else f"the brainstone in bowl III, 'amount' 1 to {player.bowl3} and 'then' 0"
    if asked.why == BURNT:
        fits = player.brain == 2 and player.bowl2 > 0 and asked.amount == asked.then == 0
        return "" if fits else "the brainstone and another token in bowl II, 'amount' and 'then' 0"
    fits = asked.why == TAKEN and 0 < player.brain < BRAIN_GAIA and 0 < asked.amount <= plain
    if fits and asked.then in (BRAIN_GONE, BRAIN_GAIA) and state.table.token_source == "fixed":
        return ""
    return f"'why' taken with the brainstone in a bowl, 1 to {plain} tokens and the fixed token_source"


def _leech(state: State, player: Player, asked: LeechOffer) -> str:
    """What is wrong with an offer to charge by itself."""
    names = state.world.names
    if state.turn == NO_ONE:
        return "'turn', the seat that built"
    built = state.players[state.turn].own
    if asked.where < 0 or not built >> asked.where & 1:
        return f"the hex of a structure of seat {state.turn}: {', '.join(state.world.named(built))}"
    value = offer(state, player, asked.where)
    return (
        ""
        if value and asked.power == value
        else f"'power' {value}"
        if value
        else (f"a seat with a structure near {names[asked.where]}")
    )
