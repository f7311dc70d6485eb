"""Golden prints of whole games: a change of the rules shows as a readable difference.

``python -m tests.gaia.test_playthroughs`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from orrery.core.chance import stream
from orrery.core.match import Match
from orrery.gaia.data.boards import BOARDS
from orrery.gaia.state import State
from tests.gaia.perft import lively

FOLDER = Path(__file__).parent / "playthroughs"

GAMES: dict[str, dict[str, object]] = {
    "two": {"players": 2, "factions": ["taklons", "ivits"], "setup_seed": 2},
    "three": {"players": 3, "factions": ["lantids", "gleens", "nevlas"], "setup_seed": 3, "turn_order": "passing"},
    "four": {"players": 4, "factions": ["itars", "ambas", "bescods", "bal_taks"], "setup_seed": 4},
    "rest": {"players": 4, "factions": ["terrans", "firaks", "xenos", "geodens"], "setup_seed": 5},
    "auction": {"players": 3, "factions": "auction_choose_bid", "setup_seed": 6, "charge_timing": "turn_end"},
    "map": {"players": 2, "map_building": "rotate", "setup_seed": 7, "token_source": "fixed"},
}


def holdings(state: State, seat: int) -> str:
    player = state.players[seat]
    brain = f" brainstone {player.brain}" if player.brain else ""
    return (
        f"  {BOARDS[player.faction].id}: {player.vp} vp, {player.credits} credits, {player.ore} ore, "
        f"{player.knowledge} knowledge, {player.qic} qic, "
        f"power {player.bowl1}/{player.bowl2}/{player.bowl3}/{player.gaia}{brain}, "
        f"research {''.join(map(str, player.research))}"
    )


def playthrough(name: str) -> str:
    """A lively game from its options to its end: every entry, holdings at the start of each round, points."""
    match = Match.new("gaia", GAMES[name], 100 + len(name))
    dice = stream(match.header.seed, "playthrough")
    lines = [f"{key} {value}" for key, value in sorted(GAMES[name].items())]
    number = number_of_round = 0
    while match.state.asked() is not None:
        if match.state.round != number_of_round:
            number_of_round = match.state.round
            lines.append(f"round {number_of_round}")
            lines.extend(holdings(match.state, seat) for seat in range(len(match.state.players)))
        entry = match.play(lively(match.state, dice, number))
        lines.append(f"{entry.question}: {entry.text}")
        number += 1
    lines.append("end")
    for seat, points in enumerate(match.points()):
        lines.append(holdings(match.state, seat))
        lines.extend(f"    {source} {amount}" for source, amount in sorted(points.items()))
    lines.append(match.state.digest().hex())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_as_it_was_printed(name: str) -> None:
    """GP-RND-1: every entry, all holdings, points by source and the last digest."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game))
