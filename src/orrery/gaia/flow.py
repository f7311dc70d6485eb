"""The sequence of play: set-up, six rounds of income, Gaia phase, actions and round end, the end of the game.

``advance`` is called whenever nobody is asked. It does the next thing that needs no decision and puts the next
question on the stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.automa import turn as automa
from orrery.gaia.data.buildings import INSTITUTE, MINE, ROUNDS
from orrery.gaia.data.tracks import LEVELS
from orrery.gaia.decisions.charging import offer_charges
from orrery.gaia.decisions.ending import FinalConversions
from orrery.gaia.decisions.gaia import GAIA, return_tokens
from orrery.gaia.decisions.income import take_income
from orrery.gaia.decisions.setup import Bid, PickBooster, PickFaction, RotateSectors, StartingMine
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.phases import ACTIONS, BOOSTERS, ENDING, FACTIONS, GAIA_PHASE, INCOME, MAP, MINES, NO_ONE, OVER
from orrery.gaia.rules.building import put
from orrery.gaia.rules.effects import TRACK_SOURCES, gain
from orrery.gaia.rules.ending import convert_all
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.scoring import final_scoring

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

START: Final = "start"
"""The source of what a faction starts with."""


def advance(state: State) -> None:
    """Nobody is asked: move the game on by one thing."""
    phase = state.phase
    if phase == ACTIONS:
        _next_turn(state)
    elif phase == INCOME:
        _next_income(state)
    elif phase == GAIA_PHASE:
        _next_gaia(state)
    elif phase == ENDING:
        _next_ending(state)
    elif phase == MAP:
        _build_map(state)
    elif phase == FACTIONS:
        _next_faction(state)
    elif phase == MINES:
        _next_mine(state)
    elif phase == BOOSTERS:
        _next_booster(state)


def _build_map(state: State) -> None:
    """The player last in turn order builds the map, unless it is given."""
    state.phase = FACTIONS
    state.queue = tuple(seat for seat in state.order if seat != state.automa)
    if state.table.map_building != "none":
        state.stack.append(RotateSectors(state.queue[-1], ()))


def _next_faction(state: State) -> None:
    """Factions are given, chosen in turn order, or auctioned."""
    table = state.table
    if table.factions:
        for seat, faction in enumerate(table.factions):
            state.players[seat].faction = faction
        state.queue = ()
    if table.choice == "auction_bid_while_choosing" or (table.choice == "auction_choose_bid" and not state.queue):
        people = len(state.players) - int(table.solo)
        for away in range(1, people + 1):
            seat = (state.turn + away) % people
            if state.players[seat].faction == NO_ONE:
                state.turn = seat
                state.stack.append(Bid(seat))
                return
        # Turn order follows the order in which the factions were put up.
        seats = {player.faction: seat for seat, player in enumerate(state.players)}
        state.ring = tuple(seats[faction] for faction in state.out)
        state.order = state.ring
        _seat_everyone(state)
    elif state.queue:
        seat, state.queue = state.queue[0], state.queue[1:]
        state.stack.append(PickFaction(seat))
    else:
        _seat_everyone(state)


def _seat_everyone(state: State) -> None:
    """Everybody has a faction: give out what its board shows, and begin with the starting structures."""
    state.turn = NO_ONE
    state.out = ()
    for seat in range(len(state.players)):
        if seat != state.automa:
            _take_seat(state, seat)
    if state.automa != NO_ONE:
        automa.take_seat(state, state.automa)
    state.queue = starting_seats(state)
    state.phase = MINES


def starting_seats(state: State) -> tuple[int, ...]:
    """Who places starting structures, in order: forward and back, then third mines, then institutes."""
    boards = [RULES[player.faction].board for player in state.players]
    order = state.order
    queue = [seat for seat in order if boards[seat].starting_mines > 0]
    queue += [seat for seat in reversed(order) if boards[seat].starting_mines > 1]
    queue += [seat for seat in order if boards[seat].starting_mines > 2]
    queue += [seat for seat in order if boards[seat].starts_with_institute]
    return tuple(queue)


def structure(player: Player) -> int:
    """What a player places on a home planet at the start."""
    return INSTITUTE if player.rules.board.starts_with_institute else MINE


def _take_seat(state: State, seat: int) -> None:
    """Give a seat what its faction starts with; bonuses of starting levels count, their incomes come later."""
    player = state.players[seat]
    player.rules = RULES[player.faction]
    board = player.rules.board
    player.bowl1, player.bowl2 = board.bowls
    player.brain = int(board.brainstone)
    note(state, seat, "tokens", player.power_tokens, START)
    gain(state, seat, board.start, START)
    player.research = board.research
    for track, level in enumerate(board.research):
        if level:
            gain(state, seat, LEVELS[track][level].at_once, TRACK_SOURCES[track])


def _next_mine(state: State) -> None:
    """The next starting structure."""
    if not state.queue:
        state.phase = BOOSTERS
        state.queue = tuple(reversed(state.order))
        return
    seat, state.queue = state.queue[0], state.queue[1:]
    if seat == state.automa:
        automa.settle(state, seat)
        return
    player = state.players[seat]
    piece = structure(player)
    given = state.table.mines[player.faction] if state.table.mines else ()
    placed = player.own.bit_count()
    if placed < len(given):
        put(state, seat, piece, 1 << given[placed])
        return
    state.stack.append(StartingMine(seat, piece))


def _next_booster(state: State) -> None:
    """First boosters, from the last in turn order to the first."""
    if not state.queue:
        _begin_round(state)
        return
    seat, state.queue = state.queue[0], state.queue[1:]
    if seat == state.automa:
        automa.first_booster(state, seat)
        return
    state.stack.append(PickBooster(seat))


def _begin_round(state: State) -> None:
    state.round += 1
    state.phase = INCOME
    state.queue = state.order


def _next_income(state: State) -> None:
    if state.queue:
        seat, state.queue = state.queue[0], state.queue[1:]
        if seat != state.automa:
            take_income(state, seat)
        return
    state.phase = GAIA_PHASE
    state.queue = state.order
    transform(state)


def transform(state: State) -> None:
    """Transdim planets with gaiaformers become Gaia planets."""
    forming = 0
    for player in state.players:
        forming |= player.forming
    transformed = forming & state.transdim
    state.transdim ^= transformed
    state.gaia |= transformed


def _next_gaia(state: State) -> None:
    """Tokens leave the Gaia area; institutes may exchange them."""
    if state.pending:
        # A tile taken in the Gaia phase can place the lost planet; the builder is the seat asked last.
        offer_charges(state, state.turn)
        return
    if state.queue:
        seat, state.queue = state.queue[0], state.queue[1:]
        state.turn = seat
        player = state.players[seat]
        note(state, seat, "gaiaformers", player.parked, GAIA)
        player.formers += player.parked
        player.parked = 0
        if seat != state.automa and not player.rules.gaia_exchange(state, seat):
            return_tokens(state, seat)
        return
    state.phase = ACTIONS
    state.passed = ()
    state.turn = state.order[-1]


def _next_turn(state: State) -> None:
    """The next player who has not passed has a turn; when all have, the round ends."""
    order = state.order
    at = order.index(state.turn)
    count = len(order)
    for away in range(1, count + 1):
        seat = order[(at + away) % count]
        if seat not in state.passed:
            state.turn = seat
            if seat == state.automa:
                automa.take_turn(state, seat)
            else:
                state.stack.append(Turn(seat))
            return
    _end_round(state)


def _end_round(state: State) -> None:
    if state.round == ROUNDS:
        state.phase = ENDING
        state.queue = state.order
        return
    if state.table.turn_order == "passing":
        state.order = state.passed
    else:
        at = state.ring.index(state.passed[0])
        state.order = state.ring[at:] + state.ring[:at]
    state.acts = (NO_ONE,) * len(state.acts)
    for player in state.players:
        player.used = 0
    _begin_round(state)


def _next_ending(state: State) -> None:
    """A last round of free actions, then the final scoring."""
    if state.queue:
        seat, state.queue = state.queue[0], state.queue[1:]
        if seat == state.automa:
            return
        if state.table.final_conversions == "ask":
            state.stack.append(FinalConversions(seat))
        else:
            convert_all(state, seat)
        return
    final_scoring(state)
    state.phase = OVER
