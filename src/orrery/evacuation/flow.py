"""The sequence of play: set-up choices, then four years of seven phases, then the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.evacuation.decisions.drafting import DropGoal, KeepHand, PickFromPile, PickGoal
from orrery.evacuation.decisions.progress import BonusChoice, PowerChoice
from orrery.evacuation.decisions.transport import begin_transport
from orrery.evacuation.decisions.turn import Turn, draw_card
from orrery.evacuation.phases import (
    ACTIONS,
    BONUS,
    CARDS,
    GOALS,
    HANDS,
    INCOME,
    OVER,
    PHASES,
    PROGRESS,
    TRANSPORT,
    TURN_ORDER,
    YEAR_END,
)
from orrery.evacuation.rules import displays, solo
from orrery.evacuation.rules.orders import award
from orrery.evacuation.rules.progress import parked
from orrery.evacuation.rules.resources import income, note
from orrery.evacuation.rules.scoring import final_markers, meets_goal, scores
from orrery.evacuation.rules.technologies import satisfaction

if TYPE_CHECKING:
    from orrery.evacuation.state import State


def watch(state: State) -> None:
    """Something has changed: an order may be won, the race may be decided."""
    if state.orders:
        award(state)
    if state.table.race and not state.ending:
        for seat, player in enumerate(state.players):
            if meets_goal(state, player):
                state.ending = 1
                note(state, "end_triggered", seat=seat, phase=PHASES[state.phase])


def enter(state: State, phase: int) -> None:
    """Begin a phase."""
    state.phase = phase
    state.at = 0
    if phase < OVER:
        note(state, "phase", year=state.year, phase=PHASES[phase])


def advance(state: State) -> None:
    """Nobody is asked and nothing is pending, but the game is not over: what comes next."""
    phase = state.phase
    if phase == GOALS:
        draft(state)
    elif phase == CARDS:
        # Hands have been chosen (or there are none): the first year begins.
        enter(state, INCOME)
        year_begins(state)
    elif phase == HANDS:
        enter(state, ACTIONS)
    elif phase == ACTIONS:
        turns(state)
    elif phase == TRANSPORT:
        each_in_order(state, TURN_ORDER)
    elif phase == PROGRESS:
        each_in_order(state, BONUS)
    elif phase == BONUS:
        each_in_order(state, YEAR_END)
    else:
        raise AssertionError(f"nothing follows phase {PHASES[phase]}")


def begin(state: State) -> None:
    """Set-up is laid out: the first questions."""
    if state.table.race:
        keep_hands(state, CARDS)
    else:
        enter(state, GOALS)


def draft(state: State) -> None:
    """The goal draft, one round at a time (EV-PTS-2); the solo choice from two piles (EV-SOL-8)."""
    if state.table.solo:
        solo_draft(state)
        return
    rounds = state.table.pack.setup.goals_dealt
    last = len(state.players) - 1
    if state.step > 0 and state.step < rounds:
        hands = [player.draft for player in state.players]
        for seat, player in enumerate(state.players):
            player.draft = hands[(seat - 1) % len(hands)]
        state.reveals += 1
    state.step += 1
    if state.step < rounds:
        for seat in range(last, -1, -1):
            state.stack.append(PickGoal(seat))
    elif state.step == rounds:
        # The last card passed on is the fourth one of its receiver.
        for seat, player in enumerate(state.players):
            state.picks[(seat - state.step + 1) % len(state.players)] += player.draft
            player.goals = tuple(sorted(player.goals + player.draft))
            player.draft = ()
        for seat in range(last, -1, -1):
            state.stack.append(DropGoal(seat))
    else:
        keep_hands(state, CARDS)


def solo_draft(state: State) -> None:
    """Pick from pile 1, lose one of pile 2, pick from pile 2, lose one of pile 1; twice; then drop one."""
    state.step += 1
    if state.step <= 4:
        pile = (state.step - 1) % 2
        if state.step > 1:
            lose_from_pile(state, pile)
        state.stack.append(PickFromPile(0, pile))
    elif state.step == 5:
        lose_from_pile(state, 0)
        state.stack.append(DropGoal(0))
    else:
        keep_hands(state, CARDS)


def lose_from_pile(state: State, pile: int) -> None:
    """A random card of a pile goes back to the box."""
    cards = state.piles[pile]
    if cards:
        order = displays.shuffle(state, cards)
        cards.remove(order[0])
        state.reveals += 1


def keep_hands(state: State, phase: int) -> None:
    """Advanced actions: everybody chooses a hand; at set-up and after the income of later years."""
    enter(state, phase)
    if state.table.advanced:
        for seat in reversed([seat for seat in state.order if seat < len(state.players)]):
            state.stack.append(KeepHand(seat))


def year_begins(state: State) -> None:
    """Income for all (EV-INC-1); it asks nobody anything. Then hands, from year 2 on, and actions."""
    for seat in state.order:
        if seat < len(state.players):
            income(state, seat)
    if state.rivals:
        solo.prepare_deck(state)
    if state.year > 1 and state.table.advanced:
        keep_hands(state, HANDS)
    else:
        enter(state, ACTIONS)


def turns(state: State) -> None:
    """The next turn of the action phase (EV-ACT-1); or its end (EV-RAC-2)."""
    players = len(state.players)
    while True:
        if state.at == len(state.order):
            state.at = 0
            if state.ending or all_passed(state):
                break
            if state.table.third_party:
                solo.rival_turn(state, state.rivals[0])
        elif state.at == 0 and all_passed(state):
            break
        seat = state.order[state.at]
        state.at += 1
        if state.passed >> seat & 1:
            continue
        if seat < players:
            state.stack.append(Turn(seat))
            return
        if seat == solo.NEUTRAL or not solo.rival_turn(state, state.rivals[0]):
            state.passed |= 1 << seat
    state.passed = 0
    enter(state, TRANSPORT)


def all_passed(state: State) -> bool:
    """Has everybody passed?"""
    return all(state.passed >> seat & 1 for seat in state.order)


def each_in_order(state: State, following: int) -> None:
    """One seat after the other does the phase; then the following phase, or the end."""
    while state.at < len(state.order):
        seat = state.order[state.at]
        state.at += 1
        virtual = seat >= len(state.players)
        if state.phase == PROGRESS:
            if virtual:
                solo.rival_progress(state, seat)
                continue
            state.stack.append(PowerChoice(seat))
            return
        if not virtual:
            if state.phase == TRANSPORT:
                begin_transport(state, seat)
            else:
                state.stack.append(BonusChoice(seat))
            return
    if state.ending:
        end(state)
    elif following == TURN_ORDER:
        turn_order(state)
        progress_begins(state)
    elif following == YEAR_END:
        if state.year == len(state.table.pack.years):
            end(state)
        else:
            year_end(state)
    else:
        enter(state, following)


def turn_order(state: State) -> None:
    """More satisfaction, earlier place; ties reverse (EV-TUR-1 to EV-TUR-3, EV-SOL-6)."""
    enter(state, TURN_ORDER)
    state.order = new_order(state)
    note(state, "turn_order", order=list(state.order))


def new_order(state: State) -> list[int]:
    """The order that satisfaction gives; values are doubled, because the neutral colour counts in halves."""
    new_only = not state.table.all_stadiums
    values = [2 * satisfaction(state, player, new_only) for player in state.players]
    if state.table.solo:
        opponent = 2 * solo.rival_satisfaction(state, state.rivals[0])
        values += [opponent, opponent + state.table.pack.solo.neutral_halves]
    return reordered(state.order, values)


def reordered(order: list[int], values: list[int]) -> list[int]:
    """Seats by falling value; equal ones in the reverse of their old order (EV-TUR-3, EV-AMB-53)."""
    backwards = order[::-1]
    return sorted(backwards, key=lambda seat: -values[seat])


def progress_begins(state: State) -> None:
    """All markers slide to the parking lane (EV-PRG-1); one at the end of the track stays (EV-AMB-55)."""
    enter(state, PROGRESS)
    for player in state.players:
        player.lanes = parked(state, player)
    for rival in state.rivals:
        rival.lanes = parked(state, rival)


def year_end(state: State) -> None:
    """Phase 7 (EV-YE-1 to EV-YE-4, EV-ADV-7), and on to the next year."""
    if state.stadiums_aside and state.year >= state.table.pack.solo.return_year:
        solo.return_stadiums(state)
    enter(state, YEAR_END)
    state.year += 1
    del state.bonuses[0]
    displays.year_end(state)
    for player in state.players:
        player.areas = [0, 0, 0, 0]
        player.marker = 0
        player.ships = [code & ~1 for code in player.ships]
    if state.table.advanced:
        collect_cards(state)
    enter(state, INCOME)
    year_begins(state)


def collect_cards(state: State) -> None:
    """Used and discarded action cards are shuffled into the stack; everybody draws (EV-ADV-7)."""
    pile = list(state.cards)
    for player in state.players:
        pile += player.tucked + player.played + player.discards
        player.tucked = player.played = player.discards = ()
    state.cards = displays.shuffle(state, sorted(pile))
    for seat in state.order:
        if seat < len(state.players):
            for _ in range(state.table.pack.setup.year_end_draw):
                draw_card(state, seat)


def end(state: State) -> None:
    """The game is over."""
    enter(state, OVER)
    state.reveals += 1
    if state.journal is not None:
        if state.table.race:
            note(state, "final_markers", markers=final_markers(state))
        note(state, "over", scores=scores(state))
