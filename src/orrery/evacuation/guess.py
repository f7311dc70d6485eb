"""A world that a seat cannot tell from this one: hidden things drawn anew."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from orrery.core.chance import draw, shuffled, stream
from orrery.evacuation.decisions.progress import bonus_goals
from orrery.evacuation.pack.lookup import INFRASTRUCTURE
from orrery.evacuation.phases import OVER

if TYPE_CHECKING:
    from orrery.evacuation.state import State


ATTEMPTS: Final = 100
"""Deals of goals until nobody holds a closed goal that their bonuses would have opened."""


def guess(state: State, seat: int, seed: int) -> State:
    """A clone whose decks, other hands, other goals and coming chance are drawn from ``seed``."""
    world = state.clone()
    world.seed = stream(seed, "guess")
    world.draws = 0
    secret = stream(seed, "hidden")
    _stacks(world, stream(secret, "stacks"))
    if world.table.advanced:
        _action_cards(world, seat, stream(secret, "cards"))
    if world.solo_deck:
        _solo_deck(world, stream(secret, "solo"))
    if not world.table.race and world.phase != OVER:
        if world.table.solo:
            _pile(world, stream(secret, "piles"))
        else:
            deal = _draft if any(world.picks) or any(player.draft for player in world.players) else _goals
            for attempt in range(ATTEMPTS):
                deal(world, seat, stream(secret, f"goals {attempt}"))
                if all(bonus_goals(world, player) & ~player.open_goals == 0 for player in world.players):
                    break
    world.forget()
    return world


def _stacks(world: State, seed: int) -> None:
    """The face-down part of the three stacks; level I stays on top of level II."""
    for kind, display in enumerate(world.displays):
        hidden = sorted(display.stack[display.known :])
        fresh = shuffled(stream(seed, str(kind)), 0, hidden)
        if kind == INFRASTRUCTURE:
            levels = world.table.pack.infrastructures
            fresh.sort(key=lambda card: -levels[card].level)
        display.stack[display.known :] = fresh


def _action_cards(world: State, seat: int, seed: int) -> None:
    """The action stack, and what others hold, have tucked and have discarded."""
    others = [player for index, player in enumerate(world.players) if index != seat]
    pool = list(world.cards)
    for player in others:
        pool += player.hand + player.tucked + player.discards
    pool = shuffled(seed, 0, sorted(pool))
    for player in others:
        player.hand = _dealt(pool, len(player.hand))
        player.tucked = _dealt(pool, len(player.tucked))
        player.discards = _dealt(pool, len(player.discards))
    world.cards = pool


def _dealt(pool: list[int], size: int) -> tuple[int, ...]:
    """The first cards of the pool, which loses them."""
    found = tuple(sorted(pool[:size]))
    del pool[:size]
    return found


def _solo_deck(world: State, seed: int) -> None:
    """The face-down solo cards; the back of the top one is seen."""
    cards = world.table.pack.solo_cards
    top = cards[world.solo_deck[-1]]
    same = sorted(
        card for card in world.solo_deck if (cards[card].number, cards[card].letter) == (top.number, top.letter)
    )
    chosen = same[draw(seed, 0, len(same))]
    rest = sorted(world.solo_deck)
    rest.remove(chosen)
    world.solo_deck = [*shuffled(seed, 1, rest), chosen]


def _pile(world: State, seed: int) -> None:
    """Solo: the second pile of goals, as long as it has not been looked at."""
    if world.step < 2:
        seen = set(world.piles[0]) | set(world.players[0].goals)
        pool = [goal for goal in range(len(world.table.pack.goals)) if goal not in seen]
        world.piles = (world.piles[0], sorted(shuffled(seed, 0, pool)[: len(world.piles[1])]))


def _goals(world: State, seat: int, seed: int) -> None:
    """Goals of others that do not lie open, where nothing is known about a draft."""
    own = world.players[seat]
    taken = {*own.goals, own.dropped}
    for player in world.players:
        taken |= {goal for goal in player.goals if player.open_goals >> goal & 1}
    pool = [goal for goal in range(len(world.table.pack.goals)) if goal not in taken]
    pool = shuffled(seed, 0, pool)
    for index, player in enumerate(world.players):
        if index != seat:
            fixed = [goal for goal in player.goals if player.open_goals >> goal & 1]
            count = len(player.goals) - len(fixed)
            player.goals = tuple(sorted(fixed + pool[:count]))
            del pool[:count]
            if player.dropped >= 0:
                player.dropped = pool.pop()


def _draft(world: State, seat: int, seed: int) -> None:
    """Goals of others as the draft has let this seat see them.

    A seat knows what was in a pack when it held it, so what went on from there is a mere question of who took
    which; what was taken before it first held a pack may be anything it has never seen.
    """
    players = world.players
    count = len(players)
    now = min(world.step, world.table.pack.setup.goals_dealt) - 1
    holders = {(seat_ - now) % count: player for seat_, player in enumerate(players)}
    packs = [[*world.picks[p], *holders[p].draft] for p in range(count)]
    public = {goal for player in players for goal in player.goals if player.open_goals >> goal & 1}
    pool = [goal for goal in range(len(world.table.pack.goals)) if goal not in public]
    for number, pack in enumerate(packs):
        sights = [r for r in range(now + 1) if (number + r - seat) % count == 0]
        if sights:
            pool = [goal for goal in pool if goal not in pack[sights[0] :]]
    pool = shuffled(stream(seed, "pool"), 0, pool)
    for number, pack in enumerate(packs):
        sights = [r for r in range(now + 1) if (number + r - seat) % count == 0]
        unseen = [i for i in range(sights[0] if sights else len(pack)) if pack[i] not in public]
        for i in unseen:
            pack[i] = pool.pop()
        for at, after in pairwise([*sights, len(pack)]):
            between = [i for i in range(at + 1, after) if pack[i] not in public]
            fresh = shuffled(stream(seed, f"pack {number} {at}"), 0, sorted(pack[i] for i in between))
            for i, goal in zip(between, fresh, strict=True):
                pack[i] = goal
    for number, pack in enumerate(packs):
        done = len(world.picks[number])
        world.picks[number] = pack[:done]
        holders[number].draft = tuple(sorted(pack[done:]))
    _hands_of_the_draft(world, seat, seed, public)


def _hands_of_the_draft(world: State, seat: int, seed: int, public: set[int]) -> None:
    """What everybody else has kept follows from the picks; which one of four was returned is anybody's guess."""
    count = len(world.players)
    for index, player in enumerate(world.players):
        if index == seat:
            continue
        kept = sorted(
            pick
            for number, picks in enumerate(world.picks)
            for turn, pick in enumerate(picks)
            if (number + turn) % count == index
        )
        if player.dropped >= 0:
            free = [goal for goal in kept if goal not in public]
            player.dropped = free[draw(stream(seed, f"dropped {index}"), 0, len(free))]
            kept.remove(player.dropped)
        player.goals = tuple(kept)
