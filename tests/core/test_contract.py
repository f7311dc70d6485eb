"""The contract tests find what they are for: the small game is broken on purpose, one way at a time."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Self

import pytest

from orrery.core import chance
from orrery.core.game import BadNotation, Explanation, IllegalAction, Seat
from orrery.core.journal import Booking, Message
from tests import every_game
from tests.every_game import Broken, Run, Subject
from tests.small_game import BID, LOT, PAY, SAMPLES, Act, Ask, Auction, SmallGame, conserved, secrets


class BrokenGame(SmallGame):
    """The small game with positions of another class."""

    kind: type[Auction] = Auction

    def new(self, options: Mapping[str, object], seed: int) -> Auction:
        return self._changed(super().new(options, seed))

    def position(self, data: Mapping[str, object]) -> Auction:
        return self._changed(super().position(data))

    def _changed(self, state: Auction) -> Auction:
        new = self.kind(state.seed, state.draws, len(state.coins))
        for name, value in vars(state).items():
            setattr(new, name, value)
        return new


def game_of(kind: type[Auction]) -> BrokenGame:
    game = BrokenGame()
    game.kind = kind
    return game


class ShallowClone(Auction):
    """Clones share the hands."""

    def clone(self) -> Self:
        new = super().clone()
        new.hands = self.hands
        return new


class ShallowInside(Auction):
    """Clones have a list of hands of their own, but share the hands in it."""

    def clone(self) -> Self:
        new = super().clone()
        new.hands = self.hands[:]
        return new


class JournalInClone(Auction):
    """Clones write into the journal of their original."""

    def clone(self) -> Self:
        new = super().clone()
        new.journal = self.journal
        return new


class ForgetfulClone(Auction):
    """Clones forget a field that the digest forgot too."""

    def clone(self) -> Self:
        new = super().clone()
        new.shown = 0
        return new

    def key(self) -> tuple[object, ...]:
        return super().key()[6:]


class LostOnTheWay(Auction):
    """What is pickled loses the round."""

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state, round=1)


class DeadEnd(Auction):
    """Who has no coins left may not pay with points."""

    def options(self) -> list[Act]:
        return [action for action in super().options() if action.verb != "points"]


class Endless(Auction):
    """The last round never ends."""

    def advance(self) -> None:
        self.round = min(self.round, 3)
        super().advance()


class UnstableOrder(Auction):
    """Options come in the order of a set of strings."""

    def options(self) -> list[Act]:
        return [Act(verb, int(value)) for verb, value in {(a.verb, str(a.value)) for a in super().options()}]


class MoodyOrder(Auction):
    """Options come in another order each time."""

    calls = 0

    def options(self) -> list[Act]:
        MoodyOrder.calls += 1
        found = super().options()
        return found[::-1] if MoodyOrder.calls % 2 else found


class Twice(Auction):
    """An option is listed twice."""

    def options(self) -> list[Act]:
        found = super().options()
        return found + found[:1]


class HashedDigest(Auction):
    """The digest depends on the hash of a string."""

    def digest(self) -> bytes:
        return hash(str(self.key())).to_bytes(16, "big", signed=True)


class BlindDigest(Auction):
    """The digest does not see picks, hands and questions."""

    def key(self) -> tuple[object, ...]:
        return super().key()[:8]


class Credulous(Auction):
    """Plays whatever it is given."""

    def play(self, action: Act) -> None:
        if not self.stack:
            raise IllegalAction("the game is over")
        self.apply(action)


class HalfRefused(Auction):
    """Refuses a wrong answer only after it has begun to play it."""

    def play(self, action: Act) -> None:
        if self.stack:
            self.coins[self.stack[-1].seat] -= 1
        super().play(action)
        self.coins[0] += 1


class Unbooked(Auction):
    """Points for coins at the end are booked nowhere."""

    def advance(self) -> None:
        journal, self.journal = self.journal, None
        super().advance()
        self.journal = journal


class DoublyBooked(Auction):
    """Every bid books a point that nobody gets."""

    def apply(self, action: Act) -> None:
        if self.journal is not None and action.verb == "bid":
            self.journal.bookings.append(Booking(0, "vp", 1, "air"))
        super().apply(action)


class CardLost(Auction):
    """A sold lot leaves the game."""

    def apply(self, action: Act) -> None:
        lot = self.lot
        super().apply(action)
        if action.verb == "sell" and lot in self.discard:
            self.discard.remove(lot)


class Uncounted(Auction):
    """What comes to light is not counted."""

    def revealed(self) -> int:
        return 0


class StillAsking(Auction):
    """The finished game still offers something."""

    def options(self) -> list[Act]:
        return super().options() or [Act("keep")]


class WrongPlaces(Auction):
    """Places are counted from 0."""

    def places(self) -> list[int]:
        return [place - 1 for place in super().places()]


class GlobalChance(Auction):
    """A bonus depends on what this process did before."""

    def advance(self) -> None:
        super().advance()
        self.bonus = os.getpid() % 3


class FadingPrint(SmallGame):
    """What is printed changes from round to round."""

    def printed(self, state: Auction) -> dict[str, object]:
        return {**super().printed(state), "round": state.round}


class PrintedSecret(SmallGame):
    """What is printed knows the deck."""

    def printed(self, state: Auction) -> dict[str, object]:
        return {**super().printed(state), "seed": state.seed}


class PrintedTwice(SmallGame):
    """The view repeats what is printed."""

    def view(self, state: Auction, seat: Seat | None) -> dict[str, object]:
        return {**super().view(state, seat), "sale": self.printed(state)["sale"]}


class SecretInView(SmallGame):
    """Everybody sees everybody's hand."""

    def view(self, state: Auction, seat: Seat | None) -> dict[str, object]:
        return {**super().view(state, seat), "hands": state.hands}


class NextInView(SmallGame):
    """The top card of the deck shows."""

    def view(self, state: Auction, seat: Seat | None) -> dict[str, object]:
        return {**super().view(state, seat), "next": state.deck[-1:]}


class SeedInView(SmallGame):
    """The seed shows."""

    def view(self, state: Auction, seat: Seat | None) -> dict[str, object]:
        return {**super().view(state, seat), "table": f"table {state.seed}"}

    def guess(self, state: Auction, seat: Seat, seed: int) -> Auction:
        world = super().guess(state, seat, seed)
        world.seed = state.seed
        return world


class SecretInExplanation(SmallGame):
    """The explanation of a bid tells the highest bid so far."""

    def explain(self, state: Auction, seat: Seat) -> tuple[Explanation[Act], ...]:
        found = super().explain(state, seat)
        for each in found:
            if each.action.verb == "bid":
                assert isinstance(each.facts, dict)
                each.facts["best"] = max(state.picks)
        return found


class OtherAlone(SmallGame):
    """An answer asked about alone is explained without its facts."""

    def explain(self, state: Auction, seat: Seat) -> tuple[Explanation[Act], ...]:
        return tuple(replace(each, facts={"listed": True}) for each in super().explain(state, seat))


class DearEnd(SmallGame):
    """Selling a lot is called a mere end of the question."""

    closes = MappingProxyType({LOT: Act("sell")})


class LoudBid(SmallGame):
    """Everybody hears which card is bid."""

    def heard(self, state: Auction, action: Act, seat: Seat | None) -> str:
        return self.write(state, action)


class LoudMessage(SmallGame):
    """What is told holds the card though what is heard does not."""

    def tell(self, state: Auction, action: Act, seat: Seat | None) -> Message:
        return Message("auction.answer", {"value": action.value})


class TrueGuess(SmallGame):
    """A guess is the true position."""

    def guess(self, state: Auction, seat: Seat, seed: int) -> Auction:
        world = state.clone()
        world.seed = seed
        return world


class SeedInGuess(SmallGame):
    """A guess keeps the seed and so knows all chance to come."""

    def guess(self, state: Auction, seat: Seat, seed: int) -> Auction:
        world = super().guess(state, seat, seed)
        world.seed = state.seed
        return world


class ForgedGuess(SmallGame):
    """A guess doubles a card."""

    def guess(self, state: Auction, seat: Seat, seed: int) -> Auction:
        world = super().guess(state, seat, seed)
        if len(world.deck) > 1:
            world.deck[0] = world.deck[1]
        return world


class UnreadText(SmallGame):
    """What is written for paying with points is not read."""

    def read(self, state: Auction, text: str) -> Act:
        if text == "pay points":
            raise BadNotation("expected pay coins")
        return super().read(state, text)


class OtherText(SmallGame):
    """All bids are written the same."""

    def write(self, state: Auction, action: Act) -> str:
        return "bid" if action.verb == "bid" else super().write(state, action)

    def read(self, state: Auction, text: str) -> Act:
        return state.options()[0] if text == "bid" else super().read(state, text)


class Misread(SmallGame):
    """Sell reads as keep."""

    def read(self, state: Auction, text: str) -> Act:
        return super().read(state, text.replace("sell", "keep"))


class Crashing(SmallGame):
    """Nonsense is answered with a crash."""

    def read(self, state: Auction, text: str) -> Act:
        if text not in ("keep", "sell", "tax", "pay coins", "pay points"):
            verb, value = text.split()
            return Act(verb, int(value))
        return super().read(state, text)


class LossyData(SmallGame):
    """Data forget the bonus."""

    def position(self, data: Mapping[str, object]) -> Auction:
        state = super().position(data)
        state.bonus = 0
        return state


class ForgetfulData(SmallGame):
    """Data forget who asked for the tax."""

    def position(self, data: Mapping[str, object]) -> Auction:
        state = super().position(data)
        state.stack = [Ask(ask.name, ask.seat, 0) if ask.name == PAY else ask for ask in state.stack]
        return state


class TrustingData(SmallGame):
    """Damaged data crash."""

    def position(self, data: Mapping[str, Any]) -> Auction:
        state = Auction(data["seed"], data["draws"], len(data["coins"]))
        for name in ("round", "lot", "bonus", "shown", "deck", "discard", "hands", "picks", "coins", "points"):
            setattr(state, name, data[name])
        state.stack = [Ask(*ask) for ask in data["stack"]]
        return state


class LooseOptions(SmallGame):
    """Options that do not exist are taken."""

    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        known = {setting.name for setting in self.settings}
        return super().complete({name: value for name, value in options.items() if name in known})


class SetupBySeed(SmallGame):
    """The set-up seed fixes nothing."""

    def new(self, options: Mapping[str, object], seed: int) -> Auction:
        return super().new({**options, "setup_seed": ""}, seed)


class OtherDeal(SmallGame):
    """The same seed deals another deck on every call."""

    calls = 0

    def new(self, options: Mapping[str, object], seed: int) -> Auction:
        OtherDeal.calls += 1
        return super().new(options, chance.word(seed, OtherDeal.calls))


UNSTABLE: Final = game_of(UnstableOrder)
HASHED: Final = game_of(HashedDigest)
PROCESS: Final = game_of(GlobalChance)

BREAKS: list[tuple[SmallGame, Callable[[Run], None], str]] = [
    (game_of(ShallowClone), every_game.clones_are_independent, "changed"),
    (game_of(ShallowInside), every_game.clones_are_independent, "changed"),
    (game_of(JournalInClone), every_game.clones_are_independent, "journal"),
    (game_of(ForgetfulClone), every_game.clones_are_independent, "a clone differs"),
    (game_of(BlindDigest), every_game.clones_are_independent, "leaves the digest"),
    (game_of(LostOnTheWay), every_game.positions_travel_by_pickle, "on its way through pickle"),
    (game_of(DeadEnd), every_game.no_position_is_a_dead_end, "dead end"),
    (game_of(Endless), every_game.no_position_is_a_dead_end, "no end after"),
    (game_of(StillAsking), every_game.no_position_is_a_dead_end, "over and still asks"),
    (game_of(WrongPlaces), every_game.no_position_is_a_dead_end, "places start at 1"),
    (game_of(MoodyOrder), every_game.options_are_unique_and_in_a_fixed_order, "another order"),
    (game_of(Twice), every_game.options_are_unique_and_in_a_fixed_order, "twice"),
    (OtherText(), every_game.options_are_unique_and_in_a_fixed_order, "twice"),
    (UNSTABLE, every_game.the_same_on_every_machine, "PYTHONHASHSEED"),
    (HASHED, every_game.the_same_on_every_machine, "PYTHONHASHSEED"),
    (PROCESS, every_game.the_same_on_every_machine, "PYTHONHASHSEED"),
    (game_of(Credulous), every_game.play_refuses_what_is_not_offered, "play"),
    (game_of(HalfRefused), every_game.play_refuses_what_is_not_offered, "play"),
    (game_of(Unbooked), every_game.points_by_source_sum_to_scores, "booked are"),
    (game_of(DoublyBooked), every_game.points_by_source_sum_to_scores, "booked are"),
    (game_of(CardLost), every_game.conserved_things_are_conserved, "conserved was"),
    (game_of(Uncounted), every_game.revelations_are_counted, "light"),
    (FadingPrint(), every_game.what_is_printed_never_changes, "has changed"),
    (PrintedSecret(), every_game.what_is_printed_never_changes, "another world"),
    (PrintedTwice(), every_game.what_is_printed_never_changes, "repeats"),
    (SecretInView(), every_game.views_show_no_secret, "tells a secret"),
    (NextInView(), every_game.views_show_no_secret, "tells a secret"),
    (SeedInView(), every_game.views_show_no_secret, "shows the seed"),
    (SecretInExplanation(), every_game.views_show_no_secret, "tells a secret"),
    (LoudBid(), every_game.sealed_answers_stay_sealed, "sealed answer"),
    (LoudMessage(), every_game.sealed_answers_stay_sealed, "sealed answer"),
    (OtherAlone(), every_game.explanations_stand_alone, "explained otherwise"),
    (DearEnd(), every_game.explanations_stand_alone, "only ends its question"),
    (TrueGuess(), every_game.guesses_are_worlds, "change what is hidden"),
    (SeedInGuess(), every_game.guesses_are_worlds, "holds the seed"),
    (ForgedGuess(), every_game.guesses_are_worlds, "same things"),
    (UnreadText(), every_game.every_text_reads_back, "does not read back"),
    (Misread(), every_game.every_text_reads_back, "reads back as"),
    (Crashing(), every_game.nonsense_is_refused, "not BadNotation"),
    (UnreadText(), every_game.replay_and_undo_agree, "does not read back"),
    (OtherDeal(), every_game.replay_and_undo_agree, "another position"),
    (LossyData(), every_game.positions_travel_as_data, "another one"),
    (ForgetfulData(), every_game.positions_travel_as_data, "another one"),
    (TrustingData(), every_game.damaged_data_are_refused, "not BadPosition"),
    (LooseOptions(), every_game.options_of_the_title_are_checked, "is accepted"),
    (SetupBySeed(), every_game.options_of_the_title_are_checked, "set-up seed"),
]


def subject_of(game: SmallGame) -> Subject:
    homes = {id(UNSTABLE): "UNSTABLE", id(HASHED): "HASHED", id(PROCESS): "PROCESS"}
    home = f"tests.core.test_contract:{homes.get(id(game), 'SMALL')}"
    return Subject(game, home, tuple(SAMPLES), conserved=conserved, secrets=secrets, limit=500)


def first_break(game: SmallGame, check: Callable[[Run], None]) -> str:
    """What the check says of the first of a few games in which it finds something."""
    for number in range(6):
        for sample in (2, 1, 0):
            try:
                check(Run(subject_of(game), sample, number))
            except Broken as error:
                return str(error)
    raise AssertionError(f"{check.__name__} finds nothing")


@pytest.mark.parametrize(
    ("game", "check", "sentence"),
    BREAKS,
    ids=[f"{getattr(g, 'kind', type(g)).__name__}-{c.__name__}" for g, c, _ in BREAKS],
)
def test_the_contract_catches(game: SmallGame, check: Callable[[Run], None], sentence: str) -> None:
    """Each break is found within a few games, by the check that is there for it, and named."""
    assert sentence in first_break(game, check)


def test_the_contract_names_the_place() -> None:
    """A broken title is told with its options, its seed, the number of the decision and the question."""
    said = first_break(game_of(DeadEnd), every_game.no_position_is_a_dead_end)
    assert re.match(r"auction {.*} seed \d+, decision \d+ \('\w+' of seat \d\): .*dead end", said), said


def test_every_check_has_a_break_that_it_catches() -> None:
    """No check is there that could not fail."""
    assert {check for _, check, _ in BREAKS} == set(every_game.CHECKS)


def test_the_small_game_asks_all_its_questions() -> None:
    """The walks that prove the checks come past every question of the small game."""
    asked = {
        step.state.question()
        for number in range(6)
        for sample in range(3)
        for step in every_game.walk(Run(every_game.subject("auction"), sample, number))[0]
    }
    assert asked == {BID, LOT, PAY, "PickVictim"}
