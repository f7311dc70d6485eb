"""Positions written down: everything about one as plain JSON, secrets included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from orrery.core.hexes import bits
from orrery.evacuation import phases
from orrery.evacuation.pack import ANY, NEW, OLD, WORLDS, pack_option
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.rules.progress import LANES
from orrery.evacuation.telling.records import position as record
from orrery.evacuation.words import amounts

if TYPE_CHECKING:
    from orrery.evacuation.pack.lookup import Lookup
    from orrery.evacuation.state import Player, Rival, State

Json = dict[str, Any]

FORMAT: Final = 2
"""The form in which positions are written: raised when what is written could not be read before."""


def data(state: State) -> record.Position:
    """The whole position, secrets included."""
    table, lookup, pack = state.table, state.table.lookup, state.table.pack
    rules: Json = {name: table.options[name] for name in phases.RULE_OPTIONS}
    rules["pack"] = pack_option(pack)
    revealed = state.stack[-1].shows() if state.extra else ANY
    return {
        "game": "evacuation",
        "format": FORMAT,
        "options": rules,
        "seed": state.seed,
        "draws": state.draws,
        "reveals": state.reveals,
        "year": state.year,
        "phase": phases.PHASES[state.phase],
        "step": state.step,
        "at": state.at,
        "passed": [seat for seat in range(state.passed.bit_length()) if state.passed >> seat & 1],
        "ending": bool(state.ending),
        "order": list(state.order),
        "players": [_player_data(state, player) for player in state.players],
        "rivals": [_rival_data(lookup, rival) for rival in state.rivals],
        "factories": {
            pack.fields[field].id: amounts((code & 7, code >> 3 & 7, code >> 6))
            for field, code in enumerate(state.factories)
            if code
        },
        "displays": {
            KINDS[index]: {
                "open": [lookup.ids[index][card] for card in display.open],
                "stack": [lookup.ids[index][card] for card in reversed(display.stack)],
                "known": display.known,
            }
            for index, display in enumerate(state.displays)
        },
        "revealed": {
            "kind": KINDS[revealed] if revealed != ANY else None,
            "cards": [lookup.ids[revealed][card] for card in state.extra],
        },
        "bonuses": [pack.bonuses[card].id for card in state.bonuses],
        "orders": [pack.orders[order].id for order in state.orders],
        "line_side": pack.lines[state.side].id if table.lines else None,
        "action_stack": [pack.cards[card].id for card in reversed(state.cards)],
        "solo": {
            "deck": [pack.solo_cards[card].id for card in reversed(state.solo_deck)],
            "done": [pack.solo_cards[card].id for card in state.solo_out],
            "corner": pack.solo_tile.corners[state.corner],
            "stadiums_aside": [pack.stadiums[card].id for card in state.stadiums_aside],
        },
        "goal_draft": {
            "picks": [[pack.goals[goal].id for goal in picks] for picks in state.picks],
            "piles": [[pack.goals[goal].id for goal in pile] for pile in state.piles],
        },
        "stack": [
            {"question": each.name, "seat": each.seat, **each.holds.json(state, each)} for each in state.stack
        ],
    }


def _player_data(state: State, player: Player) -> record.Player:
    lookup, pack = state.table.lookup, state.table.pack

    def goals(cards: Sequence[int]) -> list[str]:
        return [pack.goals[goal].id for goal in cards]

    def cards(hand: tuple[int, ...]) -> list[str]:
        return [pack.cards[card].id for card in hand]

    return {
        "stock": {"old": amounts(player.stock[:3]), "new": amounts(player.stock[3:])},
        "production": amounts(player.production),
        "sites": [site.id for index, site in enumerate(pack.sites) if player.sites >> index & 1],
        "sea_moved": player.sea_moved,
        "supply": amounts(player.supply),
        "old_factories": amounts(player.old_factories),
        "new_factories": amounts(player.new_factories),
        "population": player.population,
        "fields": [pack.fields[field].id for field in bits(player.fields)],
        "ships": [
            {"id": pack.ships[code >> 2].id, "world": WORLDS[code >> 1 & 1], "moved": bool(code & 1)}
            for code in player.ships
        ],
        "stadiums": {
            "old": [lookup.stadium_ids[card] for card in player.stadiums[OLD]],
            "new": [lookup.stadium_ids[card] for card in player.stadiums[NEW]],
        },
        "cargo": {
            "population": player.cargo[0],
            "factories": amounts(player.cargo[1:4]),
            "resources": amounts(player.cargo[4:7]),
            "stadiums": [lookup.stadium_ids[card] for card in player.cargo_stadiums],
        },
        "plans": [pack.infrastructures[card].id for card in player.plans],
        "infrastructures": [pack.infrastructures[card].id for card in player.infrastructures],
        "fulfilled": [pack.infrastructures[card].id for card in bits(player.fulfilled)],
        "technologies": [pack.technologies[tile].id for tile in player.technologies],
        "research": list(player.research),
        "markers": [
            {"column": column, "lane": LANES[lane]}
            for column, lane in zip(player.columns, player.lanes, strict=True)
        ],
        "areas": list(player.areas),
        "action_marker": player.marker,
        "penalties": player.penalties,
        "small_bonuses": player.small,
        "large_bonuses": player.large,
        "goals": goals(player.goals),
        "draft": goals(player.draft),
        "dropped": pack.goals[player.dropped].id if player.dropped >= 0 else None,
        "open_goals": goals(list(bits(player.open_goals))),
        "hand": cards(player.hand),
        "tucked": cards(player.tucked),
        "played": cards(player.played),
        "discards": cards(player.discards),
        "orders": [pack.orders[order].id for order in player.orders],
        "paid_orders": [pack.orders[order].id for order in player.paid_orders],
        "misfit": player.misfit,
    }


def _rival_data(lookup: Lookup, rival: Rival) -> record.Rival:
    return {
        "fields": [lookup.pack.fields[field].id for field in bits(rival.fields)],
        "stadiums": [lookup.stadium_ids[card] for card in rival.stadiums],
        "markers": [
            {"column": column, "lane": LANES[lane]} for column, lane in zip(rival.columns, rival.lanes, strict=True)
        ],
    }
