"""What the Automa does on a position: its set-up, its turns, its passing.

It is a seat that is never asked. Each of its turns is told to the journal as a trace: cards, candidates, tie-breaks
and choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from orrery.core.chance import draw, stream
from orrery.core.hexes import Hex, bits, distance
from orrery.core.journal import Message
from orrery.gaia.automa import cards as c
from orrery.gaia.automa import deck as decks
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS, Card, FactionCard, Step
from orrery.gaia.automa.choice import Choice, choose_hex, choose_number, nearest
from orrery.gaia.automa.story import told
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import FACTIONS as NAMES
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_LEFT, ACADEMY_RIGHT, INSTITUTE, LAB, MINE, ROUNDS, STATION
from orrery.gaia.data.planets import HOMES, STEPS
from orrery.gaia.data.scoring import (
    FINAL_TILES,
    GAIA_COLONISED,
    ROUND_TILES,
    SECTORS_COLONISED,
    TYPES_COLONISED,
)
from orrery.gaia.data.tracks import TOP, TRACK, TRACKS
from orrery.gaia.decisions.charging import offer_charges
from orrery.gaia.decisions.turn import exchange_booster
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.phases import NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import left, put
from orrery.gaia.rules.effects import score
from orrery.gaia.rules.research import raise_level, replaced

if TYPE_CHECKING:
    from orrery.gaia.maps import World
    from orrery.gaia.state import State

PIECES: Final = {
    c.MINES: (MINE,),
    c.STATION: (STATION,),
    c.LAB: (LAB,),
    c.INSTITUTE: (INSTITUTE,),
    c.ACADEMY: (ACADEMY_LEFT, ACADEMY_RIGHT),
}
"""Pieces of the engine by the words of the cards; which academy it builds does not matter."""

GAIA_STEPS: Final = 1
TRANSDIM_STEPS: Final = 2
"""Terraforming steps that these planets count for when it compares planets."""


def tell(state: State, key: str, **args: object) -> None:
    """Add a message to the trace."""
    if state.journal is not None:
        state.journal.messages.append(Message(key, {"automa": state.automa, **args}))


def _tell_choice(state: State, of: str, names: Sequence[str], choice: Choice, count: int = 0) -> None:
    if state.journal is not None:
        named = dict(enumerate(names))
        for key, args in told(of, named, choice, count):
            tell(state, key, **args)


def _card(state: State) -> Card:
    """A card drawn during set-up from all cards of the game; it goes back."""
    pool = decks.pool(state.table.automa_level)
    number = pool[draw(state.seed, state.draws, len(pool))]
    state.draws += 1
    state.revelations += 1
    return CARDS[number]


def gain_points(state: State, seat: int, amount: int, what: str, source: str, card: int = 0) -> None:
    """Gain victory points before the final scoring; the hardest level adds to every gain."""
    if amount:
        amount += LEVELS[state.table.automa_level].bonus
    score(state, seat, amount, source)
    tell(state, "automa_points", vp=amount, source=what, card=card)


# Set-up


def take_seat(state: State, seat: int) -> None:
    """Faction, points and starting level."""
    player = state.players[seat]
    player.faction = state.table.automa_faction
    player.rules = RULES[player.faction]
    score(state, seat, LEVELS[state.table.automa_level].vp - player.vp, "start")
    start = FACTION_CARDS[NAMES[player.faction]].start
    if start:
        player.research = replaced(player.research, TRACK[start], 1)


def centre(world: World) -> int:
    """The centre hex of the sector in the middle of the map."""
    centres = [placement.centre for placement in world.placements]
    middle = min(centres, key=lambda h: (max(distance(h, other) for other in centres), distance(h, Hex(0, 0))))
    return world.grid.index(middle)


def settle(state: State, seat: int) -> None:
    """Place a starting mine: the free home planet nearest to the centre."""
    player = state.players[seat]
    homes = state.world.of_kind[player.rules.home] & ~_occupied(state)
    closest = nearest(state.world.grid, homes, 1 << centre(state.world))
    direction = c.FORWARD
    if closest & (closest - 1):
        card = _card(state)
        direction = card.direction
        tell(state, "automa_tie", card=card.number, list=[state.world.names[index] for index in bits(closest)])
    choice = choose_hex(state.world.grid, closest, (), direction)
    assert choice.chosen is not None
    _tell_choice(state, "hex", state.world.names, choice)
    tell(state, "automa_choice", what="settle", of="hex", choice=state.world.names[choice.chosen], building=c.MINES)
    put(state, seat, MINE, 1 << choice.chosen)


def first_booster(state: State, seat: int) -> None:
    """Take the booster of the slot that a drawn card shows; then the deck is made."""
    card = _card(state)
    booster = state.boosters[card.slot]
    tell(
        state,
        "automa_choice",
        what="first_booster",
        of="booster",
        choice=BOOSTERS[booster].id,
        card=card.number,
        slot=card.slot + 1,
    )
    exchange_booster(state, seat, booster)
    level = state.table.automa_level
    chosen = state.table.automa_deck or LEVELS[level].starters
    state.deck, state.draws = decks.first(level, chosen, state.seed, state.draws)


def reshuffled(state: State, seed: int) -> None:
    """Replace what nobody at the table knows: the order of the deck, unseen cards, chance to come."""
    if state.deck is not None:
        starting = state.table.automa_deck or LEVELS[state.table.automa_level].starters
        state.deck = decks.guessed(state.deck, starting, stream(seed, "automa"))
    state.seed = stream(seed, "play")


# The turn


def take_turn(state: State, seat: int) -> None:
    """Draw, act, gain points; or pass. Then the human is asked about charging."""
    assert state.deck is not None
    state.deck, passes = decks.turn(state.deck)
    state.revelations += 1
    if passes:
        _pass(state, seat)
        return
    deck = state.deck
    card, support = CARDS[deck.action], CARDS[deck.support]
    faction = FACTION_CARDS[NAMES[state.players[seat].faction]]
    tell(state, "automa_draw", action=card.number, support=support.number, deck=len(deck.cards))
    tell(state, "automa_action", action=card.action)
    if card.action == c.FACTION:
        tell(state, "automa_faction", faction=faction.faction)
        for step in faction.steps:
            _faction_step(state, seat, step, support, faction)
        gain_points(state, seat, faction.vp, "faction", f"automa:{faction.faction}")
    else:
        _act(state, seat, card.action, support, faction)
        gain_points(state, seat, card.vp, "card", "automa:card", card.number)
    offer_charges(state, seat)


def _act(state: State, seat: int, action: str, support: Card, faction: FactionCard) -> None:
    """The action of an action card."""
    if action == c.MINE:
        build_mine(state, seat, support, faction, support.reach)
    elif action == c.UPGRADE:
        upgrade(state, seat, support, faction, c.UPGRADES)
    elif action == c.BOARD:
        for _ in range(2 if faction.board_twice else 1):
            block(state, support)
    else:
        research(state, seat, support, highest=action == c.HIGHEST)


def _faction_step(state: State, seat: int, step: Step, support: Card, faction: FactionCard) -> None:
    """One step of the faction action; one that cannot be done is skipped."""
    if step.action == c.MINE:
        build_mine(state, seat, support, faction, step.reach, step.prefer)
    elif step.action == c.UPGRADE:
        if not upgrade(state, seat, support, faction, step.upgrades) and step.instead:
            tell(state, "automa_fallback", what="mine", to=c.MINE, range=step.instead)
            build_mine(state, seat, support, faction, step.instead, instead=False)
    elif step.action == c.BOARD:
        block(state, support)
    elif step.action == c.RANDOM:
        research(state, seat, support, highest=False)
    else:
        area = TRACK[step.area]
        if area in valid_areas(state, seat):
            advance(state, seat, area)
        else:
            tell(state, "automa_impossible", what="research", action=step.action)


def _occupied(state: State) -> int:
    """Hexes with any structure or gaiaformer."""
    busy = 0
    for player in state.players:
        busy |= player.own | player.forming
    return busy


def human_planets(state: State) -> int:
    """Planets that people have colonised."""
    found = 0
    for seat, player in enumerate(state.players):
        if seat != state.automa:
            found |= player.own
    return found


def mine_candidates(state: State, seat: int, reach: int) -> int:
    """Planets without structure and gaiaformer within range of its own."""
    return state.world.planets & ~_occupied(state) & state.world.grid.within(state.players[seat].own, reach)


def _fewest_steps(state: State, home: int) -> Callable[[int], int]:
    by_steps = [0, 0, 0, 0]
    for kind in HOMES:
        by_steps[STEPS[home][kind]] |= state.world.of_kind[kind]
    by_steps[GAIA_STEPS] |= state.gaia
    by_steps[TRANSDIM_STEPS] |= state.transdim

    def rule(candidates: int) -> int:
        return next((candidates & group for group in by_steps if candidates & group), 0)

    return rule


def _final_rule(state: State, seat: int, which: str) -> tuple[str, Callable[[int], int]] | None:
    """The tie-break of a final tile, if the support card names one that has any."""
    if which == c.NONE:
        return None
    tile = state.table.final_tiles[0 if which == c.TOP else 1]
    player, world = state.players[seat], state.world
    if tile == SECTORS_COLONISED:
        new = 0
        for sector in world.sectors:
            if not sector & player.own:
                new |= sector
    elif tile == TYPES_COLONISED:
        new = 0
        for kind in HOMES:
            if not world.of_kind[kind] & player.own:
                new |= world.of_kind[kind]
        if not state.gaia & player.own:
            new |= state.gaia | state.transdim
    elif tile == GAIA_COLONISED:
        new = state.gaia | state.transdim
    else:
        return None
    return f"final_{FINAL_TILES[tile]}", lambda candidates: candidates & new


def choose_mine(state: State, seat: int, support: Card, reach: int, prefer: str = "") -> Choice:
    """The planet on which it builds: candidates and tie-breaks in order."""
    grid, humans = state.world.grid, human_planets(state)
    rules: list[tuple[str, Callable[[int], int]]] = []
    if prefer == "transdim":
        rules.append(("transdim", lambda candidates: candidates & state.transdim))
    elif prefer == "near_human":
        rules.append(("near_human", lambda candidates: nearest(grid, candidates, humans)))
    final = _final_rule(state, seat, support.final)
    if final is not None:
        rules.append(final)
    rules.append(("fewest_steps", _fewest_steps(state, state.players[seat].rules.home)))
    rules.append(("near_human", lambda candidates: nearest(grid, candidates, humans)))
    return choose_hex(grid, mine_candidates(state, seat, reach), rules, support.direction)


def build_mine(
    state: State, seat: int, support: Card, faction: FactionCard, reach: int, prefer: str = "", instead: bool = True
) -> None:
    """Build a mine; if that is impossible, upgrade instead."""
    player = state.players[seat]
    where = None
    if left(player, MINE):
        choice = choose_mine(state, seat, support, reach, prefer)
        where = choice.chosen
        if where is not None:
            _tell_choice(state, "hex", state.world.names, choice)
        else:
            tell(state, "automa_impossible", what="range", action=c.MINE, range=reach)
    else:
        tell(state, "automa_impossible", what="supply", action=c.MINE)
    if where is None:
        if instead:
            tell(state, "automa_fallback", what="upgrade", to=c.UPGRADE)
            upgrade(state, seat, support, faction, c.UPGRADES)
        return
    bit = 1 << where
    name = state.world.names[where]
    transdim = bool(state.transdim & bit)
    new_type = not _same_type(state, where) & player.own
    if transdim:
        state.transdim ^= bit
        state.gaia |= bit
    tell(state, "automa_choice", what="gaia" if transdim else "mine", of="hex", choice=name, building=c.MINES)
    if not state.world.grid.grow(bit) & player.own:
        player.counted += 1
        tell(state, "automa_satellite", count=player.counted)
    put(state, seat, MINE, bit)
    state.pending += (where,)
    if new_type and faction.type_vp:
        gain_points(state, seat, faction.type_vp, "planet_type", f"automa:{faction.faction}")


def _same_type(state: State, where: int) -> int:
    """Every hex of the planet type that a planet counts as once it is colonised."""
    if (state.gaia | state.transdim) >> where & 1:
        return state.gaia | state.transdim
    return state.world.of_kind[state.world.kind[where]]


def choose_upgrade(
    state: State, seat: int, support: Card, upgrades: Sequence[tuple[str, str]]
) -> tuple[Choice, str, str]:
    """Where it upgrades, to what and from what: the first pair of the list that is possible."""
    player = state.players[seat]
    grid, humans = state.world.grid, human_planets(state)
    for new, old in upgrades:
        standing = 0
        for piece in PIECES[old]:
            standing |= player.buildings[piece]
        if standing and any(left(player, piece) for piece in PIECES[new]):
            rule = ("near_human", lambda candidates: nearest(grid, candidates, humans))
            return choose_hex(grid, standing, [rule], support.direction), new, old
    return Choice(None, (), ()), "", ""


def upgrade(
    state: State, seat: int, support: Card, faction: FactionCard, upgrades: Sequence[tuple[str, str]]
) -> bool:
    """Upgrade a building; False if none is possible."""
    choice, new, old = choose_upgrade(state, seat, support, upgrades)
    if choice.chosen is None:
        tell(state, "automa_impossible", what="upgrade", action=c.UPGRADE)
        return False
    player = state.players[seat]
    bit = 1 << choice.chosen
    for piece in PIECES[old]:
        player.buildings[piece] &= ~bit
    piece = next(piece for piece in PIECES[new] if left(player, piece))
    player.buildings[piece] |= bit
    _tell_choice(state, "hex", state.world.names, choice)
    name = state.world.names[choice.chosen]
    tell(state, "automa_choice", **{"what": "upgrade", "of": "hex", "choice": name, "building": new, "from": old})
    state.pending += (choice.chosen,)
    if new == c.STATION and faction.station_vp:
        gain_points(state, seat, faction.station_vp, "station", f"automa:{faction.faction}")
    if new == c.LAB and faction.lab_research:
        research(state, seat, support, highest=False)
    return True


def valid_areas(state: State, seat: int) -> list[int]:
    """Research areas that count in a selection, from left to right."""
    found = []
    for area, level in enumerate(state.players[seat].research):
        tile = state.advanced[area] != NOTHING_HERE
        taken = bool(state.topped >> area & 1)
        if tile:
            valid = True
        elif taken and state.table.automa_blocked_area == "skip":
            valid = False
        else:
            valid = level < TOP - 1 or (level == TOP - 1 and not taken)
        if valid:
            found.append(area)
    return found


def choose_area(state: State, seat: int, support: Card, highest: bool) -> Choice:
    """The research area in which it advances."""
    levels = state.players[seat].research

    def top(areas: Sequence[int]) -> list[int]:
        best = max(levels[area] for area in areas)
        return [area for area in areas if levels[area] == best]

    return choose_number(valid_areas(state, seat), [("highest", top)] if highest else [], support.nth)


def research(state: State, seat: int, support: Card, highest: bool) -> None:
    """Advance in an area, or remove its advanced tile."""
    choice = choose_area(state, seat, support, highest)
    if choice.chosen is None:
        tell(state, "automa_impossible", what="research", action=c.HIGHEST if highest else c.RANDOM)
        return
    _tell_choice(state, "track", TRACKS, choice, support.nth)
    advance(state, seat, choice.chosen)


def advance(state: State, seat: int, area: int) -> None:
    """One step up; on the last but one level the advanced tile is removed first."""
    level = state.players[seat].research[area]
    if level >= TOP - 1 and state.advanced[area] != NOTHING_HERE:
        state.advanced = replaced(state.advanced, area, NOTHING_HERE)
        tell(state, "automa_choice", what="removed", of="track", choice=TRACKS[area])
        return
    reached = raise_level(state, seat, area)
    tell(state, "automa_choice", what="track", of="track", choice=TRACKS[area], level=reached)


def block(state: State, support: Card) -> None:
    """Cover a power or QIC action for this round."""
    free = [number for number, user in enumerate(state.acts) if user == NO_ONE]
    choice = choose_number(free, (), support.nth)
    names = [action.id for action in BOARD_ACTIONS]
    if choice.chosen is None:
        tell(state, "automa_impossible", what="power_qic", action=c.BOARD)
        return
    _tell_choice(state, "action", names, choice, support.nth)
    state.acts = replaced(state.acts, choice.chosen, state.automa)
    tell(state, "automa_choice", what="action", of="action", choice=names[choice.chosen])


def _pass(state: State, seat: int) -> None:
    """Points of the round tile, a booster by the support card, and a larger deck for the next round."""
    deck = state.deck
    assert deck is not None
    support = CARDS[deck.support]
    what = "x" if deck.passed else "empty"
    last = state.round == ROUNDS
    booster = NOTHING_HERE if last else state.boosters[support.booster]
    name = None if last else BOOSTERS[booster].id
    tell(state, "automa_pass", what=what, card=deck.passed, booster=name)
    tile = ROUND_TILES[state.table.round_tiles[state.round - 1]]
    gain_points(state, seat, tile.automa_vp[0 if state.round <= ROUNDS // 2 else 1], "round", f"round:{tile.id}")
    if last:
        tell(state, "automa_impossible", what="booster", action="booster")
    else:
        tell(state, "automa_choice", what="booster", of="booster", choice=name, which=support.booster)
    exchange_booster(state, seat, booster)
    state.passed += (seat,)
    if not last:
        state.deck, state.draws = decks.shuffle(deck, state.seed, state.draws)
        tell(state, "automa_deck", cards=len(state.deck.cards))
