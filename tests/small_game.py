"""Auction: a small complete game that proves the contract tests, and the shortest example of a title.

Two or three seats hold three cards each of a deck of fifteen. Four rounds long a lot is turned up and a die
gives it a bonus; everybody bids a card face down; the highest bid takes the lot and keeps it (points), sells
it (coins) or taxes another seat, who answers with coins or points. Bids are discarded, hands are refilled. At
the end two coins are a point. So it has chance, hands, sealed picks, nested questions and a reaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple, Self

from orrery.core import chance
from orrery.core.game import (
    BadNotation,
    BadOptions,
    BadPosition,
    Explanation,
    Game,
    IllegalAction,
    NearMiss,
    Reaction,
    Seat,
    Setting,
    place,
)
from orrery.core.journal import Booking, Journal, Message

CARDS: Final = tuple(range(1, 16))
HAND: Final = 3
ROUNDS: Final = 4
SALE: Final = 3
"""Coins for a lot that is sold."""
TAX: Final = 2
"""What a taxed seat pays, in coins or in points."""

BID, LOT, VICTIM, PAY = "Bid", "Lot", "PickVictim", "Pay"


class Act(NamedTuple):
    """An answer: a verb, and a card, a seat or nothing (0)."""

    verb: str
    value: int = 0


class Ask(NamedTuple):
    """A pending question: its name, who is asked, and who asked for it (-1: the rules)."""

    name: str
    seat: Seat
    origin: Seat = -1


class Auction:
    """A position of the small game."""

    def __init__(self, seed: int, draws: int, seats: int) -> None:
        self.journal: Journal | None = None
        self.seed = seed
        self.draws = draws
        self.round = 0
        self.lot = 0
        self.bonus = 0
        self.shown = 0
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.picks = [0] * seats
        self.coins = [1] * seats
        self.points = [2] * seats
        self.stack: list[Ask] = []

    def clone(self) -> Self:
        new = type(self)(self.seed, self.draws, len(self.coins))
        new.round = self.round
        new.lot = self.lot
        new.bonus = self.bonus
        new.shown = self.shown
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.hands = [hand[:] for hand in self.hands]
        new.picks = self.picks[:]
        new.coins = self.coins[:]
        new.points = self.points[:]
        new.stack = self.stack[:]
        return new

    def asked(self) -> Seat | None:
        return self.stack[-1].seat if self.stack else None

    def question(self) -> str:
        return self.stack[-1].name if self.stack else ""

    def options(self) -> list[Act]:
        if not self.stack:
            return []
        name, seat, _ = self.stack[-1]
        if name == BID:
            return [Act("bid", card) for card in self.hands[seat]]
        if name == LOT:
            return [Act("keep"), Act("sell"), Act("tax")]
        if name == VICTIM:
            return [Act("seat", other) for other in range(len(self.coins)) if other != seat]
        return [Act("coins")] * (self.coins[seat] >= TAX) + [Act("points")]

    def apply(self, action: Act) -> None:
        name, seat, origin = self.stack.pop()
        if name == BID:
            self.hands[seat].remove(action.value)
            self.picks[seat] = action.value
            if not self.stack:
                self._open()
        elif name == LOT:
            self._use_lot(seat, action)
        elif name == VICTIM:
            self._tax(seat, action.value)
        elif action.verb == "coins":
            self._gain(seat, "coin", -TAX, "tax")
            self._gain(origin, "coin", TAX, "tax")
        else:
            self._gain(seat, "vp", -TAX, "tax")
            self._gain(origin, "vp", TAX, "tax")
        if not self.stack:
            self.advance()

    def play(self, action: Act) -> None:
        if action not in self.options():
            raise IllegalAction(f"{action} does not answer {self.question() or 'a finished game'}")
        self.apply(action)

    def scores(self) -> list[int]:
        return self.points[:]

    def places(self) -> list[int]:
        return place([(points, coins) for points, coins in zip(self.points, self.coins, strict=True)])

    def revealed(self) -> int:
        return self.shown

    def key(self) -> tuple[object, ...]:
        """Everything that makes this position what it is."""
        table = (self.seed, self.draws, self.round, self.lot, self.bonus, self.shown)
        return (*table, self.deck, self.discard, self.hands, self.picks, self.coins, self.points, self.stack)

    def digest(self) -> bytes:
        return blake2b(json.dumps(self.key()).encode(), digest_size=16).digest()

    def advance(self) -> None:
        """Nobody is asked: refill the hands and turn up the next lot, or end the game."""
        if self.round == ROUNDS:
            for seat, coins in enumerate(self.coins):
                self._gain(seat, "vp", coins // 2, "coins")
            self.lot = 0
            return
        self.round += 1
        for hand in self.hands:
            hand.extend(self._take() for _ in range(HAND - len(hand)))
            hand.sort()
        self.lot = self._take()
        self.bonus = self._draw(3)
        self.shown += 1
        self.stack = [Ask(BID, seat) for seat in reversed(range(len(self.coins)))]

    def _open(self) -> None:
        """All bids are in: the highest takes the lot."""
        self.shown += 1
        winner = self.picks.index(max(self.picks))
        self.discard.extend(self.picks)
        self.picks = [0] * len(self.picks)
        self.stack = [Ask(LOT, winner)]

    def _use_lot(self, seat: Seat, action: Act) -> None:
        self.discard.append(self.lot)
        if action.verb == "keep":
            self._gain(seat, "vp", self.lot // 3, "lot")
            self._gain(seat, "vp", self.bonus, "bonus")
        elif action.verb == "sell":
            self._gain(seat, "coin", SALE, "lot")
        elif len(self.coins) == 2:  # one possible answer is not asked
            self._tax(seat, 1 - seat)
        else:
            self.stack.append(Ask(VICTIM, seat))
        self.lot = 0

    def _tax(self, seat: Seat, victim: Seat) -> None:
        self.stack.append(Ask(PAY, victim, seat))

    def _take(self) -> int:
        if not self.deck:
            self.deck = chance.shuffled(self.seed, self.draws, self.discard)
            self.draws += max(0, len(self.discard) - 1)
            self.discard = []
        return self.deck.pop()

    def _draw(self, below: int) -> int:
        self.draws += 1
        return chance.draw(self.seed, self.draws - 1, below)

    def _gain(self, seat: Seat, what: str, amount: int, source: str) -> None:
        if what == "vp":
            self.points[seat] += amount
        else:
            self.coins[seat] += amount
        if self.journal is not None and amount:
            self.journal.bookings.append(Booking(seat, what, amount, source))


TEXTS: Final = {"keep": "keep", "sell": "sell", "tax": "tax", "coins": "pay coins", "points": "pay points"}
VERBS: Final = {text: verb for verb, text in TEXTS.items()}


class SmallGame(Game[Auction, Act]):
    """The title: how positions of the small game are made, written, read, shown and explained."""

    name = "auction"
    rules = 1
    settings: tuple[Setting, ...] = (
        Setting("players", "int", 2, (2, 3), "table"),
        Setting("setup_seed", "text", "", (), "set-up"),
        Setting("position", "map", None, (), "set-up"),
    )

    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        whole: dict[str, object] = {setting.name: setting.default for setting in self.settings}
        for name, value in options.items():
            if name not in whole:
                raise BadOptions(f"there is no option {name!r}; there are: {', '.join(sorted(whole))}")
            whole[name] = value
        players = whole["players"]
        if type(players) is not int or players not in (2, 3):
            raise BadOptions(f"players is 2 or 3, not {players!r}")
        if not isinstance(whole["setup_seed"], str):
            raise BadOptions(f"setup_seed is text, not {whole['setup_seed']!r}")
        if whole["position"] is not None and not isinstance(whole["position"], Mapping):
            raise BadOptions(f"position is a position as data, not {whole['position']!r}")
        return whole

    def seats(self, options: Mapping[str, object]) -> int:
        players = self.complete(options)["players"]
        assert isinstance(players, int)
        return players

    def new(self, options: Mapping[str, object], seed: int) -> Auction:
        whole = self.complete(options)
        if isinstance(whole["position"], Mapping):
            return self.position(whole["position"])
        state = Auction(seed, len(CARDS) - 1, self.seats(whole))
        state.deck = chance.shuffled(seed, 0, CARDS)
        state.advance()
        if setup := str(whole["setup_seed"]):  # the first lot and its bonus are public set-up
            stream = chance.stream(0, setup)
            lot = CARDS[chance.draw(stream, 0, len(CARDS))]
            for pile in (state.deck, *state.hands):
                if lot in pile:
                    pile[pile.index(lot)], state.lot = state.lot, lot
            for hand in state.hands:
                hand.sort()
            state.bonus = chance.draw(stream, 1, 3)
        return state

    def write(self, state: Auction, action: Act) -> str:
        return TEXTS.get(action.verb) or f"{action.verb} {action.value}"

    def read(self, state: Auction, text: str) -> Act:
        if text in VERBS:
            return Act(VERBS[text])
        verb, _, value = text.partition(" ")
        if verb in ("bid", "seat") and value.isascii() and value.isdecimal() and len(value) < 4:
            return Act(verb, int(value))
        raise BadNotation(f"expected {', '.join(VERBS)}, bid CARD or seat NUMBER, got {text!r}")

    def printed(self, state: Auction) -> dict[str, object]:
        return {"cards": list(CARDS), "rounds": ROUNDS, "sale": SALE, "tax": TAX}

    def view(self, state: Auction, seat: Seat | None) -> dict[str, object]:
        return {
            "round": state.round,
            "lot": state.lot,
            "bonus": state.bonus,
            "deck": len(state.deck),
            "discard": sorted(state.discard),
            "asked": state.asked(),
            "question": state.question(),
            "players": [
                {
                    "coins": state.coins[other],
                    "points": state.points[other],
                    "hand": state.hands[other] if other == seat else len(state.hands[other]),
                    "pick": state.picks[other] if other == seat else bool(state.picks[other]),
                }
                for other in range(len(state.coins))
            ],
        }

    def heard(self, state: Auction, action: Act, seat: Seat | None) -> str:
        if action.verb == "bid" and seat != state.asked():
            return "bid a card"
        return self.write(state, action)

    def tell(self, state: Auction, action: Act, seat: Seat | None) -> Message:
        return Message("auction.answer", {"seat": state.asked(), "text": self.heard(state, action, seat)})

    def guess(self, state: Auction, seat: Seat, seed: int) -> Auction:
        world = state.clone()
        world.seed = chance.stream(seed, "guess")
        unknown = sorted(world.deck)
        for other, hand in enumerate(world.hands):
            if other != seat:
                unknown.extend(hand)
                unknown.extend([world.picks[other]] if world.picks[other] else [])
        unknown = chance.shuffled(chance.stream(seed, "cards"), 0, sorted(unknown))
        for other, hand in enumerate(world.hands):
            if other != seat:
                world.hands[other] = sorted(unknown.pop() for _ in hand)
                world.picks[other] = unknown.pop() if world.picks[other] else 0
        world.deck = unknown
        return world

    def explain(self, state: Auction, seat: Seat) -> tuple[Explanation[Act], ...]:
        options = state.options() if state.asked() == seat else ()
        return tuple(self.explanation(state, seat, action) for action in options)

    def near(self, state: Auction, seat: Seat) -> tuple[NearMiss, ...]:
        if state.question() == PAY and state.asked() == seat and state.coins[seat] < TAX:
            short = Message("short", {"what": "coin", "by": TAX - state.coins[seat]})
            return (NearMiss("pay coins", (short,)),)
        return ()

    def explanation(self, state: Auction, seat: Seat, action: Act) -> Explanation[Act]:
        match action.verb:
            case "keep":
                points = {"lot": state.lot // 3, "bonus": state.bonus}
                return Explanation(action, points={k: v for k, v in points.items() if v})
            case "sell":
                return Explanation(action, gain={"coin": SALE})
            case "tax":
                others = [other for other in range(len(state.coins)) if other != seat]
                return Explanation(action, reactions=tuple(Reaction(other, "tax", TAX) for other in others))
            case "coins":
                return Explanation(action, cost={"coin": TAX})
            case "points":
                return Explanation(action, points={"tax": -TAX})
            case _:
                return Explanation(action, facts={"value": action.value})

    def tabletop(self, name: str, args: Mapping[str, object]) -> dict[str, object]:
        """``sum`` adds numbers."""
        if name != "sum":
            return super().tabletop(name, args)
        numbers = args.get("numbers", [])
        if not isinstance(numbers, list) or not all(isinstance(number, int) for number in numbers):
            raise BadOptions(f"numbers are a list of whole numbers, not {numbers!r}")
        return {"sum": sum(numbers)}

    def data(self, state: Auction) -> dict[str, object]:
        return {
            "seed": state.seed,
            "draws": state.draws,
            "round": state.round,
            "lot": state.lot,
            "bonus": state.bonus,
            "shown": state.shown,
            "deck": state.deck[:],
            "discard": state.discard[:],
            "hands": [hand[:] for hand in state.hands],
            "picks": state.picks[:],
            "coins": state.coins[:],
            "points": state.points[:],
            "stack": [list(ask) for ask in state.stack],
        }

    def position(self, data: Mapping[str, object]) -> Auction:
        coins = _ints(data, "coins")
        seats = len(coins)
        state = Auction(_int(data, "seed"), _int(data, "draws"), seats)
        state.round, state.lot = _int(data, "round"), _int(data, "lot")
        state.bonus, state.shown = _int(data, "bonus"), _int(data, "shown")
        state.deck, state.discard = _ints(data, "deck"), _ints(data, "discard")
        state.coins, state.points = coins, _ints(data, "points", seats)
        state.picks = _ints(data, "picks", seats)
        hands = _list(data, "hands", seats)
        state.hands = [_ints({"hands": hand}, "hands") for hand in hands]
        for ask in _list(data, "stack"):
            match ask:
                case [str(name), int(seat), int(origin)] if (
                    name in (BID, LOT, VICTIM, PAY) and 0 <= seat < seats and -1 <= origin < seats
                ):
                    state.stack.append(Ask(name, seat, origin))
                case _:
                    raise BadPosition(f"stack: expected [question, seat, origin], got {ask!r}")
        table = [card for pile in (state.deck, state.discard, *state.hands) for card in pile]
        if sorted(table + [card for card in (*state.picks, state.lot) if card]) != list(CARDS):
            raise BadPosition("cards: expected every card from 1 to 15 exactly once")
        return state


def _int(data: Mapping[str, object], name: str) -> int:
    value = data.get(name)
    if type(value) is not int:
        raise BadPosition(f"{name}: expected a whole number, got {value!r}")
    return value


def _list(data: Mapping[str, object], name: str, length: int | None = None) -> Sequence[object]:
    value = data.get(name)
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise BadPosition(f"{name}: expected a list{'' if length is None else f' of {length}'}, got {value!r}")
    return value


def _ints(data: Mapping[str, object], name: str, length: int | None = None) -> list[int]:
    values = _list(data, name, length)
    return [_int({name: value}, name) for value in values]


def conserved(state: Auction) -> object:
    """Every card is somewhere, exactly once."""
    piles = (state.deck, state.discard, state.picks, [state.lot], *state.hands)
    return sorted(card for pile in piles for card in pile if card)


def secrets(state: Auction, seat: Seat) -> object:
    """The deck, and what the others hold and have picked."""
    others = [(state.hands[o], state.picks[o]) for o in range(len(state.coins)) if o != seat]
    return (state.deck, others)


SAMPLES: list[dict[str, object]] = [{}, {"players": 3}, {"players": 3, "setup_seed": "comet"}]

SMALL: Final = SmallGame()
