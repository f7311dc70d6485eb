"""Evacuation for the contract of every title: options over all modes, what is conserved, what is secret."""

from __future__ import annotations

from orrery.evacuation.phases import OVER
from orrery.evacuation.state import State

SAMPLES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "preset": "first game", "setup_seed": 7},
    {"players": 4, "preset": "race", "satisfaction": "new", "rewards": "must"},
    {"players": 2, "actions": "advanced", "subactions": "free"},
    {"players": 4, "actions": "advanced", "bonuses": "generous", "empty_spaces": "many"},
    {"players": 2, "mode": "points", "track_end": "parks"},
    {"players": 3, "preset": "points", "new_world_pieces": "all", "setup_seed": 11},
    {"players": 4, "preset": "points with modules"},
    {"players": 2, "preset": "points with modules", "third_party": True, "rewards": "must", "track_end": "parks"},
    {"players": 1},
    {"players": 1, "actions": "advanced", "bonuses": "generous", "red_card": 1},
    {"players": 1, "preset": "points with modules", "red_card": 4},
]

WIDE = frozenset({"SettleField", "TransportShips", "LoadPlace"})


def conserved(state: State) -> object:
    """Pieces of every colour and cards of every kind, wherever they are; the X slot's cards leave the game."""
    pack, lookup = state.table.pack, state.table.lookup
    factories = []
    for player in state.players:
        sums = [
            player.supply[i]
            + player.old_factories[i]
            + player.new_factories[i]
            + player.settled_factories[i]
            + player.cargo[1 + i]
            for i in range(3)
        ]
        factories.append(tuple(sums))
    owners = [player.fields for player in state.players] + [rival.fields for rival in state.rivals]
    union = total = 0
    for mask in owners:
        union |= mask
        total += mask.bit_count()
    assert union == state.settled
    assert total == union.bit_count(), "a field is settled twice"
    for player in state.players:
        assert sum(lookup.populations[f] for f in range(len(pack.fields)) if player.fields >> f & 1) == (
            player.settled_population
        )
        assert min(player.stock) >= 0
        assert player.population >= 0
    cards = list(state.cards)
    for player in state.players:
        cards += player.hand + player.tucked + player.played + player.discards
    gone = state.year - 1
    totals = (len(pack.ships), len(pack.stadiums) + len(state.players), len(pack.infrastructures))
    return (
        tuple(factories),
        tuple(sorted(cards)),
        # One ship, one stadium and one infrastructure leave the game at each year end, if they are there.
        tuple(min(_places(state, kind) + gone, total) for kind, total in enumerate(totals)),
        tuple(sorted(player.technologies for player in state.players)),
    )


def _places(state: State, kind: int) -> int:
    """How many cards of a display are somewhere."""
    display = state.displays[kind]
    cards = [*display.open, *display.stack]
    if state.extra and state.stack[-1].shows() == kind:
        cards += state.extra
    for player in state.players:
        if kind == 0:
            cards += [code >> 2 for code in player.ships]
        elif kind == 1:
            cards += player.stadiums[0] + player.stadiums[1] + player.cargo_stadiums
        else:
            cards += player.plans + player.infrastructures
    if kind == 1:
        cards += state.stadiums_aside
        for rival in state.rivals:
            cards += rival.stadiums
    assert len(set(cards)) == len(cards), "a card is in two places"
    return len(cards)


def secrets(state: State, seat: int) -> object:
    """Face-down stacks, other hands, other goals, the solo deck."""
    if state.phase == OVER:
        return None
    others = [player for index, player in enumerate(state.players) if index != seat]
    return (
        tuple(tuple(display.stack[display.known :]) for display in state.displays),
        tuple(state.cards),
        tuple((tuple(p.hand), tuple(p.tucked), tuple(p.goals), tuple(p.draft)) for p in others),
        tuple(state.solo_deck[:-1]),
    )
