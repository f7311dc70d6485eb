"""The cycle of power: charging, spending, burning, tokens that leave."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.gaia.actions import BRAIN_GONE, Act, Brainstone, Build, Burn, Convert, EndTurn, FromBowls
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.buildings import GAIAFORMER
from orrery.gaia.data.planets import TRANSDIM
from orrery.gaia.data.tracks import GAIA_PROJECT
from orrery.gaia.decisions.brainstone import charge_to, places
from orrery.gaia.rules.ending import convert_all
from orrery.gaia.rules.power import capacity, charge, spend
from orrery.gaia.state import Player, State
from tests.gaia.scene import Scene

bowls = st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8))
COMMON = Scene("xenos", "ambas").state


def with_bowls(one: int, two: int, three: int, brain: int = 0) -> tuple[State, Player]:
    state = COMMON.clone()
    player = state.players[0]
    player.bowl1, player.bowl2, player.bowl3, player.brain = one, two, three, brain
    return state, player


def total(player: Player) -> int:
    return player.bowl1 + player.bowl2 + player.bowl3 + player.gaia + (player.brain > 0)


def test_two_tokens_in_bowl_one_take_two_of_three_power() -> None:
    """GP-POW-1: the rulebook's example: 3 power with 2 tokens in bowl I."""
    state, player = with_bowls(2, 4, 0)
    charge(state, 0, 3, "test")
    assert (player.bowl1, player.bowl2, player.bowl3) == (0, 5, 1)


def test_power_without_tokens_to_move_is_lost() -> None:
    """GP-POW-1: when bowls I and II are empty nothing more is charged."""
    state, player = with_bowls(0, 1, 4)
    charge(state, 0, 5, "test")
    assert (player.bowl1, player.bowl2, player.bowl3) == (0, 0, 5)


@given(bowls, st.integers(0, 20))
def test_charging_keeps_tokens_and_moves_the_first_bowl_first(start: tuple[int, int, int], power: int) -> None:
    """GP-POW-1: tokens are conserved; bowl II gives none to III while bowl I holds one."""
    state, player = with_bowls(*start)
    room = capacity(player)
    charge(state, 0, power, "test")
    after = (player.bowl1, player.bowl2, player.bowl3)
    assert sum(after) == sum(start)
    assert room - capacity(player) == min(power, room)
    if after[2] > start[2]:
        assert after[0] == 0


@given(bowls, st.integers(0, 12), st.integers(0, 12))
def test_charging_in_two_parts_is_charging_at_once(start: tuple[int, int, int], a: int, b: int) -> None:
    """GP-INC-3: sources of charging that follow one another move the same tokens."""
    first, player = with_bowls(*start)
    charge(first, 0, a, "test")
    charge(first, 0, b, "test")
    second, other = with_bowls(*start)
    charge(second, 0, a + b, "test")
    assert player.key() == other.key()


@given(bowls, st.integers(0, 8), st.integers(1, 2))
def test_spending_moves_just_enough_tokens_to_bowl_one(
    start: tuple[int, int, int], amount: int, worth: int
) -> None:
    """GP-POW-2 GP-NEV-2: tokens go from III to I; with tokens worth two an odd price wastes one."""
    state, player = with_bowls(*start)
    if start[2] * worth < amount:
        return
    spend(state, 0, amount, worth, "test")
    moved = player.bowl1 - start[0]
    assert start[2] - player.bowl3 == moved
    assert moved * worth - amount in range(worth)
    assert player.bowl2 == start[1]


@given(bowls, st.sampled_from((1, 2)), st.integers(1, 14))
def test_the_brainstone_is_one_token_when_charging(start: tuple[int, int, int], brain: int, power: int) -> None:
    """GP-TAK-1: wherever it is led, the tokens with it stand as plain ones would."""
    _, plain = with_bowls(start[0] + (brain == 1), start[1] + (brain == 2), start[2])
    state = COMMON.clone()
    state.players[0] = plain
    charge(state, 0, power, "test")
    for place in places(with_bowls(*start, brain)[1], power):
        _, player = with_bowls(*start, brain)
        charge_to(player, power, place)
        together = [player.bowl1, player.bowl2, player.bowl3]
        together[place - 1] += 1
        assert together == [plain.bowl1, plain.bowl2, plain.bowl3]
        assert min(player.bowl1, player.bowl2, player.bowl3) >= 0
        assert player.brain == place


def test_burning_needs_two_tokens_in_bowl_two_and_no_empty_bowl_one() -> None:
    """GP-POW-5: one leaves the game, one moves on, although bowl I is not empty."""
    scene = Scene("xenos", "ambas")
    scene.give(bowl1=3, bowl2=2, bowl3=0)
    scene.play(Burn())
    player = scene.player()
    assert (player.bowl1, player.bowl2, player.bowl3) == (3, 0, 1)
    assert not scene.can(Burn())


def test_new_tokens_come_into_bowl_one() -> None:
    """GP-POW-3: an ore for a token."""
    scene = Scene("xenos", "ambas")
    scene.give(ore=1, bowl1=0, bowl2=0, bowl3=0)
    scene.play(Convert(CONVERSION["ore_to_power_token"]))
    assert scene.player().bowl1 == 1
    assert scene.player().ore == 0


def project(**options: object) -> Scene:
    scene = Scene("terrans", "ambas", **options)
    scene.clear()
    where = scene.planets(TRANSDIM)[0]
    home = next(h for h in scene.planets(0) if True)
    scene.build(0, home)
    scene.give(qic=9, formers=1, bowl1=3, bowl2=3, bowl3=3)
    scene.level(GAIA_PROJECT, 3)
    scene.turn()
    scene.play(Build(GAIAFORMER, where))
    return scene


def test_the_player_chooses_from_which_bowls_tokens_leave() -> None:
    """GP-POW-4 GP-PRO-1: four tokens for a project from any bowls."""
    scene = project()
    assert scene.state.question() == "WhichBowl"
    options = scene.options()
    assert FromBowls(3, 1, 0, 0) in options
    assert FromBowls(0, 1, 3, 0) in options
    assert FromBowls(4, 0, 0, 0) not in options
    scene.play(FromBowls(0, 1, 3, 0))
    player = scene.player()
    assert (player.bowl1, player.bowl2, player.bowl3, player.gaia) == (3, 2, 0, 4)


def test_fixed_bowls_are_emptied_from_the_first() -> None:
    """GP-POW-4: the option token_source = fixed."""
    scene = project(token_source="fixed")
    player = scene.player()
    assert scene.state.question() == "Turn"
    assert (player.bowl1, player.bowl2, player.bowl3, player.gaia) == (0, 2, 3, 4)


def test_the_brainstone_pays_three_or_stays() -> None:
    """GP-TAK-1: its owner chooses which tokens pay 3 power for an ore."""
    scene = Scene("taklons", "xenos")
    scene.give(bowl1=0, bowl2=0, bowl3=3, brain=3, ore=0)
    scene.play(Convert(CONVERSION["power_to_ore"]))
    assert scene.options() == [Brainstone(1), Brainstone(3)]
    other = scene.state.clone()
    scene.play(Brainstone(1))
    player = scene.player()
    assert (player.bowl1, player.bowl3, player.brain, player.ore) == (0, 3, 1, 1)
    other.play(Brainstone(3))
    assert (other.players[0].bowl1, other.players[0].bowl3, other.players[0].brain) == (3, 0, 3)


def test_a_guarded_brainstone_does_not_pay_a_price_of_one() -> None:
    """GP-TAK-1: the option brainstone_choice."""
    for choice, question in (("free", "MoveBrainstone"), ("guarded", "Turn")):
        scene = Scene("taklons", "xenos", brainstone_choice=choice)
        scene.give(bowl3=1, brain=3)
        scene.play(Convert(CONVERSION["power_to_credit"]))
        assert scene.state.question() == question


def test_the_brainstone_must_pay_when_nothing_else_can() -> None:
    """GP-TAK-1: 4 power out of the brainstone and one token."""
    scene = Scene("taklons", "xenos")
    scene.give(bowl1=0, bowl2=0, bowl3=1, brain=3, qic=0)
    scene.play(Convert(CONVERSION["power_to_qic"]))
    player = scene.player()
    assert (player.bowl1, player.bowl3, player.brain, player.qic) == (1, 0, 1, 1)


def test_burning_may_discard_keep_or_move_the_brainstone() -> None:
    """GP-TAK-1: with two plain tokens beside it in bowl II all three are possible."""
    outcomes = {}
    for place in (BRAIN_GONE, 2, 3):
        scene = Scene("taklons", "xenos")
        scene.give(bowl1=0, bowl2=2, bowl3=0, brain=2)
        scene.play(Burn(), Brainstone(place))
        player = scene.player()
        outcomes[place] = (player.bowl2, player.bowl3, player.brain)
    assert outcomes == {BRAIN_GONE: (1, 1, 0), 2: (0, 1, 2), 3: (1, 0, 3)}


def test_a_spent_action_space_is_closed_for_the_round() -> None:
    """GP-ACT-1 GP-RND-3: nobody else uses it until the round ends."""
    scene = Scene("xenos", "ambas")
    scene.give(0, bowl3=8, knowledge=0)
    scene.give(1, bowl3=8, knowledge=0)
    scene.play(Act(4), EndTurn())
    assert scene.player().knowledge == 2
    assert scene.state.asked() == 1
    assert not scene.can(Act(4))
    assert scene.can(Act(0))
    scene.finish_round()
    scene.give(scene.state.turn, bowl3=8, knowledge=0)
    assert scene.can(Act(4))


def test_the_last_power_is_spent_with_the_brainstone() -> None:
    """GP-END-1 GP-POW-2: three for the brainstone in bowl III; what is spent comes to bowl I."""
    scene = Scene("taklons", "xenos", final_conversions="automatic")
    for bowl, power in ((3, 4), (1, 1)):
        scene.give(credits=0, ore=0, qic=0, bowl1=2, bowl2=0, bowl3=1, brain=bowl)
        convert_all(scene.state, 0)
        player = scene.player()
        assert (player.credits, player.bowls, player.brain) == (power, [4, 0, 0], 1)


@pytest.mark.parametrize(("bowl", "more"), [(1, 2), (2, 1), (3, 0)])
def test_the_brainstone_is_charged_like_a_token(bowl: int, more: int) -> None:
    """GP-TAK-1 GP-POW-1: two from bowl I, one from bowl II, nothing from bowl III."""
    scene = Scene("taklons", "xenos")
    scene.give(bowl1=1, bowl2=3, bowl3=0, brain=bowl)
    assert capacity(scene.player()) == 2 + 3 + more


def test_the_brainstone_alone_has_no_choice_of_bowls() -> None:
    """GP-TAK-1: charged twice from bowl I it lies in bowl III; beside another token it may stay behind."""
    scene = Scene("taklons", "xenos")
    scene.give(bowl1=0, bowl2=0, bowl3=0, brain=1)
    assert [places(scene.player(), amount) for amount in range(4)] == [[1], [2], [3], [3]]
    scene.give(bowl1=1)
    assert [places(scene.player(), amount) for amount in range(5)] == [[1], [1, 2], [2], [2, 3], [3]]
