"""What components do: the one choke point of gains and costs, counters, moments, special actions.

Every resource and every victory point that a player gains or pays passes ``gain``, ``pay``, ``score`` or the
functions of ``power``; they note it in the journal with its source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    ACADEMY_LEFT,
    ACADEMY_RIGHT,
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    INSTITUTE,
    LAB,
    MINE,
    STATION,
)
from orrery.gaia.data.effects import (
    BIG_BUILDINGS,
    FEDERATION_TOKENS,
    GAIA_PLANETS,
    MINES,
    ONE,
    PLANET_TYPES,
    RESEARCH_LABS,
    SECTORS,
    TRADING_STATIONS,
    Counted,
)
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.scoring import ROUND_TILES
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.phases import ACTIONS
from orrery.gaia.rules.ledger import note
from orrery.gaia.rules.power import capacity, charge

if TYPE_CHECKING:
    from orrery.gaia.data.gains import Gains
    from orrery.gaia.state import Player, State

TECH_SOURCES: Final = tuple(f"tech:{tile.id}" for tile in TECHS)
BOOSTER_SOURCES: Final = tuple(f"booster:{tile.id}" for tile in BOOSTERS)
ROUND_SOURCES: Final = tuple(f"round:{tile.id}" for tile in ROUND_TILES)
TOKEN_SOURCES: Final = tuple(f"federation:{token.id}" for token in TOKENS)
TRACK_SOURCES: Final = tuple(f"research:{track}" for track in TRACKS)
"""Where gains come from, in the words of the journal."""

ROUND_OF: Final = tuple(tile.whenever for tile in ROUND_TILES)
WHENEVER: Final = tuple(tile.whenever for tile in TECHS)


def score(state: State, seat: int, amount: int, source: str) -> None:
    """Gain (or, with a negative amount, lose) victory points."""
    state.players[seat].vp += amount
    note(state, seat, "vp", amount, source)


def gain(state: State, seat: int, gains: Gains, source: str, times: int = 1) -> None:
    """Gain everything in ``gains`` so many times; what exceeds a cap is lost."""
    player = state.players[seat]
    ore = gains.ore * times
    qic = gains.qic * times
    if qic and player.rules.qic_becomes_ore(player):
        ore += qic
        qic = 0
    credits_ = min(gains.credits * times, CAP_CREDITS - player.credits)
    ore = min(ore, CAP_ORE - player.ore)
    knowledge = min(gains.knowledge * times, CAP_KNOWLEDGE - player.knowledge)
    tokens = gains.tokens * times
    player.credits += credits_
    player.ore += ore
    player.knowledge += knowledge
    player.qic += qic
    player.bowl1 += tokens
    player.vp += gains.vp * times
    player.formers += gains.gaiaformers * times
    if state.journal is not None:
        note(state, seat, "credits", credits_, source)
        note(state, seat, "ore", ore, source)
        note(state, seat, "knowledge", knowledge, source)
        note(state, seat, "qic", qic, source)
        note(state, seat, "tokens", tokens, source)
        note(state, seat, "vp", gains.vp * times, source)
        note(state, seat, "gaiaformers", gains.gaiaformers * times, source)
    if gains.charge:
        charge(state, seat, gains.charge * times, source)


def pay(
    state: State, seat: int, source: str, money: int = 0, ore: int = 0, knowledge: int = 0, qic: int = 0
) -> None:
    """Pay plain holdings; trusts that they are there."""
    player = state.players[seat]
    player.credits -= money
    player.ore -= ore
    player.knowledge -= knowledge
    player.qic -= qic
    if state.journal is not None:
        note(state, seat, "credits", -money, source)
        note(state, seat, "ore", -ore, source)
        note(state, seat, "knowledge", -knowledge, source)
        note(state, seat, "qic", -qic, source)


def useful(player: Player, gains: Gains) -> bool:
    """Whether at least a part of the gain would not be lost at the caps."""
    return bool(
        gains.vp
        or gains.tokens
        or gains.gaiaformers
        or (gains.credits and player.credits < CAP_CREDITS)
        or (gains.knowledge and player.knowledge < CAP_KNOWLEDGE)
        or (gains.ore and player.ore < CAP_ORE)
        or (gains.qic and (player.ore < CAP_ORE or not player.rules.qic_becomes_ore(player)))
        or (gains.charge and capacity(player))
    )


def planet_types(state: State, player: Player) -> int:
    """Distinct planet types with an own structure; mines beside another's structure do not count."""
    own = player.own & ~player.shared
    count = 0
    of_kind = state.world.of_kind
    for kind in range(7):
        if of_kind[kind] & own:
            count += 1
    if state.gaia & own:
        count += 1
    if state.lost & own:
        count += 1
    return count


def gaia_planets(state: State, player: Player) -> int:
    """Gaia planets with an own structure; mines beside another's structure do not count."""
    return (state.gaia & player.own & ~player.shared).bit_count()


def sectors(state: State, player: Player) -> int:
    """Sectors with an own structure."""
    count = 0
    for sector in state.world.sectors:
        if sector & player.own:
            count += 1
    return count


def count(state: State, player: Player, counter: int) -> int:
    """How many of something a player has; see ``COUNTERS``."""
    if counter == ONE:
        return 1
    if counter == PLANET_TYPES:
        return planet_types(state, player)
    if counter == GAIA_PLANETS:
        return gaia_planets(state, player)
    if counter == SECTORS:
        return sectors(state, player)
    if counter == FEDERATION_TOKENS:
        return len(player.tokens)
    if counter == MINES:
        return player.buildings[MINE].bit_count()
    if counter == TRADING_STATIONS:
        return player.buildings[STATION].bit_count()
    if counter == RESEARCH_LABS:
        return player.buildings[LAB].bit_count()
    assert counter == BIG_BUILDINGS
    big = player.buildings[INSTITUTE] | player.buildings[ACADEMY_LEFT] | player.buildings[ACADEMY_RIGHT]
    return big.bit_count()


def gain_counted(state: State, seat: int, counted: Counted, source: str) -> None:
    """Gain as often as the player has what is counted."""
    gain(state, seat, counted.gains, source, count(state, state.players[seat], counted.counter))


def happened(state: State, seat: int, trigger: int, times: int = 1) -> None:
    """A moment that tiles wait for has come: the round tile and the player's tech tiles pay."""
    if not times:
        return
    if state.phase == ACTIONS or state.table.gaia_phase_round_tile:
        tile = state.table.round_tiles[state.round - 1]
        whenever = ROUND_OF[tile]
        if whenever.trigger == trigger:
            gain(state, seat, whenever.gains, ROUND_SOURCES[tile], times)
    for kind in state.players[seat].tiles:
        tech = WHENEVER[kind]
        if tech is not None and tech.trigger == trigger:
            gain(state, seat, tech.gains, TECH_SOURCES[kind], times)
