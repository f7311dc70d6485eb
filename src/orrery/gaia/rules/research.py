"""Research steps, federation tokens and tech tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.gaia.actions import FIRST_ADVANCED_SPOT, Research
from orrery.gaia.data.buildings import RESEARCH_COST
from orrery.gaia.data.effects import RESEARCHED, TOKEN_GAINED
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.techs import TECHS
from orrery.gaia.data.tracks import (
    CHARGE,
    CHARGE_AT,
    GAIA_PROJECT,
    GAIA_TOP_PER_PLANET,
    LEVELS,
    NAVIGATION,
    TERRAFORMING,
    TOP,
    TRACKS,
)
from orrery.gaia.phases import ACTIVE, COVERED, NOT_OWNED, NOTHING_HERE
from orrery.gaia.rules.effects import (
    TECH_SOURCES,
    TOKEN_SOURCES,
    TRACK_SOURCES,
    gaia_planets,
    gain,
    gain_counted,
    happened,
)

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State


def may_advance(state: State, player: Player, track: int) -> bool:
    """Whether a step in the area is possible: the highest level takes a green token and room for one."""
    level = player.research[track]
    if level >= TOP - 1 and (level == TOP or state.topped >> track & 1 or not player.green):
        return False
    return player.rules.may_research(player, track)


def open_tracks(state: State, player: Player) -> list[int]:
    """Areas in which a step is possible."""
    return [track for track in range(len(TRACKS)) if may_advance(state, player, track)]


def affordable_tracks(state: State, seat: int) -> list[int]:
    """Areas in which the player can pay for a step."""
    player = state.players[seat]
    return open_tracks(state, player) if player.knowledge >= RESEARCH_COST.knowledge else []


def near_steps(state: State, seat: int) -> Iterator[Wish]:
    """Research steps that are not possible."""
    player = state.players[seat]
    possible = affordable_tracks(state, seat)
    for track in range(len(TRACKS)):
        if track in possible:
            continue
        level = player.research[track]
        reasons: list[Message] = []
        if level == TOP:
            reasons.append(Message("top_level", {}))
        elif not player.rules.may_research(player, track):
            reasons.append(Message("needs_institute", {}))
        elif level == TOP - 1:
            if state.topped >> track & 1:
                holder = next(n for n, p in enumerate(state.players) if p.research[track] == TOP)
                reasons.append(Message("level_five_taken", {"seat": holder, "track": TRACKS[track]}))
            elif not player.green:
                reasons.append(Message("needs_green_token", {}))
        if player.knowledge < RESEARCH_COST.knowledge:
            by = RESEARCH_COST.knowledge - player.knowledge
            reasons.append(Message("short", {"what": "knowledge", "by": by}))
        facts = {"level": min(TOP, level + 1)}
        yield Wish(Research(track), tuple(reasons), facts, partial(_may_step, seat=seat, track=track))


def _may_step(state: State, seat: int, track: int) -> bool:
    return track in affordable_tracks(state, seat)


def turn_grey(player: Player) -> None:
    """Turn the oldest green federation token to its grey side."""
    tokens = list(player.tokens)
    for number, token in enumerate(tokens):
        if token & 1:
            tokens[number] = token & ~1
            break
    player.tokens = tuple(tokens)


def raise_level(state: State, seat: int, track: int) -> int:
    """Move the marker up one level and return the new one; the highest is then taken."""
    player = state.players[seat]
    levels = list(player.research)
    levels[track] += 1
    player.research = tuple(levels)
    if levels[track] == TOP:
        state.topped |= 1 << track
    return levels[track]


def step(state: State, seat: int, track: int) -> bool:
    """Take a research step with all it brings; True if the lost planet is to be placed."""
    player = state.players[seat]
    if player.research[track] == TOP - 1:
        turn_grey(player)
    level = raise_level(state, seat, track)
    source = TRACK_SOURCES[track]
    at_once = LEVELS[track][level].at_once
    happened(state, seat, RESEARCHED)
    if at_once:
        gain(state, seat, at_once, source)
    if level == CHARGE_AT:
        gain(state, seat, CHARGE, source)
    if level < TOP:
        return False
    if track == TERRAFORMING and state.track_token != NOTHING_HERE:
        token = state.track_token
        state.track_token = NOTHING_HERE
        gain_token(state, seat, token)
    elif track == GAIA_PROJECT:
        gain(state, seat, GAIA_TOP_PER_PLANET, source, gaia_planets(state, player))
    return track == NAVIGATION


def gain_token(state: State, seat: int, token: int) -> None:
    """Receive a federation token with what is printed on it; this counts as gaining one for the round tile."""
    player = state.players[seat]
    kind = TOKENS[token]
    player.tokens += (token * 2 + int(kind.green),)
    gain(state, seat, kind.gains, TOKEN_SOURCES[token])
    happened(state, seat, TOKEN_GAINED)


def takeable(state: State, player: Player) -> list[int]:
    """Spots of all tech tiles that the player may take now."""
    found = [spot for spot in range(FIRST_ADVANCED_SPOT) if state.spots[spot] and player.techs[spot] == NOT_OWNED]
    if ACTIVE in player.techs and player.green:
        for track, kind in enumerate(state.advanced):
            if kind != NOTHING_HERE and player.research[track] >= TOP - 1:
                found.append(FIRST_ADVANCED_SPOT + track)
    return found


def take_tile(state: State, seat: int, spot: int) -> None:
    """Take a tech tile and what it gives at once; an advanced one costs the green side of a token."""
    player = state.players[seat]
    if spot < FIRST_ADVANCED_SPOT:
        kind = state.table.techs[spot]
        state.spots = replaced(state.spots, spot, state.spots[spot] - 1)
        player.techs = replaced(player.techs, spot, ACTIVE)
    else:
        track = spot - FIRST_ADVANCED_SPOT
        kind = state.advanced[track]
        state.advanced = replaced(state.advanced, track, NOTHING_HERE)
        turn_grey(player)
    player.tiles += (kind,)
    at_once = TECHS[kind].at_once
    if at_once is not None:
        gain_counted(state, seat, at_once, TECH_SOURCES[kind])


def cover(state: State, seat: int, spot: int, track: int) -> None:
    """Put the advanced tile of an area upon the standard tile of a spot, which loses all effects."""
    player = state.players[seat]
    player.techs = replaced(player.techs, spot, COVERED + track)
    kind = state.table.techs[spot]
    player.tiles = tuple(tile for tile in player.tiles if tile != kind)


def replaced(values: tuple[int, ...], number: int, value: int) -> tuple[int, ...]:
    """The tuple with one place changed."""
    return (*values[:number], value, *values[number + 1 :])
