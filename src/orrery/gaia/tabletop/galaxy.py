"""The Automa on a real table with the whole board entered: where it builds, and why.

People enter what stands on the table after each of their turns, not how they paid for it. A galaxy is a set-up and
a list of commands, as a session of the companion is; the Automa's turns are those of the engine, traced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NotRequired, TypedDict, cast

from orrery.core.chance import draw, stream
from orrery.core.game import BadOptions
from orrery.core.hexes import bits
from orrery.core.journal import Journal
from orrery.core.saying import say, why
from orrery.gaia import options as choices
from orrery.gaia.automa import turn as automa
from orrery.gaia.automa.cards import FACTION_CARDS
from orrery.gaia.data.actions import BOARD_ACTION
from orrery.gaia.data.boards import BOARD
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_LEFT, ACADEMY_RIGHT, INSTITUTE, LAB, MINE, ROUNDS, STATION
from orrery.gaia.data.tracks import TOP, TRACK, TRACKS
from orrery.gaia.decisions.charging import LeechOffer
from orrery.gaia.decisions.turn import exchange_booster
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.flow import transform
from orrery.gaia.phases import ACTIONS, NO_ONE, NOTHING_HERE
from orrery.gaia.rules.building import left, mines_left, put, standing
from orrery.gaia.rules.effects import score
from orrery.gaia.rules.research import replaced
from orrery.gaia.rules.scoring import final_count
from orrery.gaia.setup import table
from orrery.gaia.state import State
from orrery.gaia.tabletop.companion import MOST, BadSession, SetUp
from orrery.gaia.telling.printed import printed
from orrery.gaia.telling.view import view

if TYPE_CHECKING:
    from orrery.core.journal import Message
    from orrery.gaia.state import Player

FORMAT: Final = "orrery galaxy 1"
HUMAN: Final = 0
AUTOMA: Final = 1
FORMERS: Final = 3
"""Gaiaformers of a faction at the most."""

PIECES: Final = {
    "mine": (MINE,),
    "trading_station": (STATION,),
    "research_lab": (LAB,),
    "planetary_institute": (INSTITUTE,),
    "academy": (ACADEMY_LEFT, ACADEMY_RIGHT),
}
FORMER: Final = "gaiaformer"
LOST: Final = "lost_planet"


class Offer(TypedDict):
    """Power that the human may charge because of what the Automa built."""

    hex: str
    power: int
    """The power value of the human's structure nearby; what the bowls hold is not known here."""


class Told(TypedDict):
    """What a command did."""

    messages: NotRequired[list[dict[str, object]]]
    """The trace of the Automa's turn."""
    offers: NotRequired[list[Offer]]
    hex: NotRequired[str]
    """Where the human changed something."""


class Galaxy:
    """A table with its galaxy: play ``commands`` with ``do``."""

    def __init__(self, setup: SetUp, human: str, galaxy: object, blocked: str) -> None:
        self.setup = setup
        self.human = human
        self.galaxy = galaxy
        self.blocked = blocked
        self.commands: list[str] = []
        self.done: list[Told] = []
        self.over = False
        given: dict[str, object] = {
            "players": 1,
            "factions": [human],
            "map": galaxy,
            "automa_faction": setup.faction,
            "automa_level": setup.level,
            "automa_deck": list(setup.deck) or None,
            "automa_blocked_area": blocked,
            "boosters": list(setup.boosters),
            "round_tiles": list(setup.round_tiles),
            "final_tiles": list(setup.final_tiles),
            "setup_seed": setup.seed & (1 << 53) - 1,
        }
        try:
            self.state = State(table(choices.complete(given), setup.seed), setup.seed)
        except BadOptions as error:
            raise BadSession(why(error)) from None
        self._settle()

    def _settle(self) -> None:
        """The Automa takes its seat, its starting mines and its booster; the human enters theirs."""
        state = self.state
        state.journal = Journal()
        player = state.players[HUMAN]
        player.faction = BOARD[self.human]
        player.rules = RULES[player.faction]
        player.research = player.rules.board.research
        automa.take_seat(state, AUTOMA)
        for _ in range(FACTION_CARDS[self.setup.faction].mines):
            automa.settle(state, AUTOMA)
        automa.first_booster(state, AUTOMA)
        state.round, state.phase, state.turn = 1, ACTIONS, HUMAN
        self.opening = _told(state.journal)

    # Commands

    def do(self, command: str) -> Told:
        """Carry out a command; raises BadSession and changes nothing.

        ``put PIECE HEX``, ``clear HEX``: what of the human's stands there now. ``act ACTION``: the human took it,
        or did not. ``level AREA N``, ``tile AREA``: the human's level, and that an advanced tile is taken or not.
        ``take BOOSTER``, ``pass``, ``turn``, ``points N``: as in the companion.
        """
        words = command.split()
        verb, rest = (words[0], words[1:]) if words else ("", [])
        if len(self.commands) >= MOST:
            raise BadSession(say("gaia.companion.long", most=MOST))
        needs = {
            "put": 2,
            "clear": 1,
            "act": 1,
            "level": 2,
            "tile": 1,
            "take": 1,
            "pass": 0,
            "turn": 0,
            "points": 1,
        }
        if needs.get(verb) != len(rest):
            raise BadSession(say("gaia.galaxy.command", got=repr(command[:60]), known=", ".join(needs)))
        if self.over and verb in ("take", "pass", "turn"):
            raise BadSession(say("gaia.companion.over"))
        done: Told = {}
        if verb == "put":
            self._put(rest[0], self._hex(rest[1]))
            done["hex"] = rest[1]
        elif verb == "clear":
            self._clear(self._hex(rest[0]))
            done["hex"] = rest[0]
        elif verb == "act":
            self._act(rest[0])
        elif verb == "level":
            self._level(*rest)
        elif verb == "tile":
            self._tile(rest[0])
        elif verb == "points":
            score(self.state, AUTOMA, self._whole(rest[0], -99, 200), "table")
        elif verb == "turn":
            done = self._turn()
        else:
            self._take(rest[0] if rest else "")
        self.commands.append(" ".join(words))
        self.done.append(done)
        return done

    def _hex(self, name: str) -> int:
        where = self.state.world.where.get(name)
        if where is None:
            raise BadSession(say("gaia.hex.none", got=repr(name)))
        return where

    def _whole(self, text: str, low: int, high: int) -> int:
        try:
            number = int(text[:12])
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise BadSession(say("gaia.galaxy.number", low=low, high=high, got=repr(text[:20])))
        return number

    def _put(self, piece: str, where: int) -> None:
        """The human has a piece there now, instead of what was there."""
        state, bit = self.state, 1 << where
        name = state.world.names[where]
        player, other = state.players[HUMAN], state.players[AUTOMA]
        planets = state.world.planets | state.lost
        if piece not in (*PIECES, FORMER, LOST):
            raise BadSession(say("gaia.galaxy.piece", got=repr(piece), known=", ".join((*PIECES, FORMER, LOST))))
        if piece == LOST:
            if bit & (planets | other.satellites) or state.lost:
                raise BadSession(say("gaia.galaxy.lost", hex=name))
        elif not bit & planets:
            raise BadSession(say("gaia.galaxy.space", hex=name))
        shared = bool(bit & other.own)
        if shared and not (piece == "mine" and player.rules.shares_planets):
            raise BadSession(say("gaia.galaxy.automa", hex=name))
        before = player.clone()
        self._lift(player, bit)
        try:
            self._place(player, piece, bit, shared)
        except BadSession:
            state.players[HUMAN] = before
            raise

    def _place(self, player: Player, piece: str, bit: int, shared: bool) -> None:
        state = self.state
        if piece == FORMER:
            if not bit & state.transdim:
                raise BadSession(say("gaia.galaxy.transdim"))
            if player.forming.bit_count() >= FORMERS:
                raise BadSession(say("gaia.galaxy.supply", piece=piece))
            player.forming |= bit
            return
        if piece == LOST:
            state.lost = bit
            put(state, HUMAN, MINE, bit)
            return
        pieces = PIECES[piece]
        free = mines_left(state, player) > 0 if piece == "mine" else any(left(player, one) for one in pieces)
        if not free:
            raise BadSession(say("gaia.galaxy.supply", piece=piece))
        if bit & state.transdim:
            # Nobody builds on a transdim planet: their project there is over.
            state.transdim ^= bit
            state.gaia |= bit
        put(state, HUMAN, next(one for one in pieces if one == MINE or left(player, one)), bit)
        if shared:
            player.shared |= bit

    def _lift(self, player: Player, bit: int) -> None:
        """Take away what the human has there."""
        for piece in range(len(player.buildings)):
            player.buildings[piece] &= ~bit
        player.own &= ~bit
        player.shared &= ~bit
        player.forming &= ~bit
        player.reaches = []

    def _clear(self, where: int) -> None:
        state, bit = self.state, 1 << where
        player = state.players[HUMAN]
        if not bit & (player.own | player.forming):
            raise BadSession(say("gaia.galaxy.nothing", hex=state.world.names[where]))
        self._lift(player, bit)
        state.lost &= ~bit

    def _act(self, name: str) -> None:
        state = self.state
        number = BOARD_ACTION.get(name)
        if number is None:
            raise BadSession(say("gaia.galaxy.action", got=repr(name), known=", ".join(BOARD_ACTION)))
        user = state.acts[number]
        if user == AUTOMA:
            raise BadSession(say("gaia.galaxy.acted"))
        state.acts = replaced(state.acts, number, HUMAN if user == NO_ONE else NO_ONE)

    def _area(self, name: str) -> int:
        if name not in TRACK:
            raise BadSession(say("gaia.galaxy.area", got=repr(name), known=", ".join(TRACKS)))
        return TRACK[name]

    def _level(self, name: str, text: str) -> None:
        state, area = self.state, self._area(name)
        level = self._whole(text, 0, TOP)
        player = state.players[HUMAN]
        if level == TOP and state.players[AUTOMA].research[area] == TOP:
            raise BadSession(say("gaia.galaxy.topped"))
        player.research = replaced(player.research, area, level)
        if TOP in (level, state.players[AUTOMA].research[area]):
            state.topped |= 1 << area
        else:
            state.topped &= ~(1 << area)

    def _tile(self, name: str) -> None:
        state, area = self.state, self._area(name)
        there = state.advanced[area] != NOTHING_HERE
        state.advanced = replaced(state.advanced, area, NOTHING_HERE if there else state.table.advanced[area])

    def _take(self, name: str) -> None:
        """The human takes a booster; with one already held this is passing."""
        state = self.state
        player = state.players[HUMAN]
        held = player.booster != NOTHING_HERE
        if HUMAN in state.passed:
            raise BadSession(say("gaia.human.passed"))
        if state.round == ROUNDS and held:
            if name:
                raise BadSession(say("gaia.booster.last"))
        elif BOOSTER.get(name, NOTHING_HERE) not in state.boosters:
            known = ", ".join(BOOSTERS[kind].id for kind in state.boosters)
            raise BadSession(say("gaia.booster.open", known=known))
        exchange_booster(state, HUMAN, BOOSTER[name] if name else NOTHING_HERE)
        if held:
            state.passed += (HUMAN,)
            self._round_over()

    def _turn(self) -> Told:
        """The Automa's turn, by the engine."""
        state = self.state
        if AUTOMA in state.passed:
            raise BadSession(say("gaia.automa.passed"))
        if state.players[HUMAN].booster == NOTHING_HERE and HUMAN not in state.passed:
            raise BadSession(say("gaia.booster.first"))
        state.journal = Journal()
        state.turn = AUTOMA
        automa.take_turn(state, AUTOMA)
        state.turn = HUMAN
        names = state.world.names
        offers: list[Offer] = [
            {"hex": names[question.where], "power": question.power}
            for question in reversed(state.stack)
            if isinstance(question, LeechOffer)
        ]
        state.stack.clear()
        told: Told = {"messages": _told(state.journal), "offers": offers}
        self._round_over()
        return told

    def _round_over(self) -> None:
        """Both have passed: the next round begins, and gaiaformers have done their work."""
        state = self.state
        if len(state.passed) < len(state.players):
            return
        if state.round == ROUNDS:
            self.over = True
            return
        state.round += 1
        state.passed = ()
        state.acts = (NO_ONE,) * len(state.acts)
        transform(state)

    # Keeping and showing

    def saved(self) -> dict[str, object]:
        """What there is to keep; ``resumed`` takes it back."""
        setup = {**self.setup.data(), "human": self.human, "map": self.galaxy, "blocked": self.blocked}
        return {"format": FORMAT, "setup": setup, "commands": list(self.commands)}

    @classmethod
    def resumed(cls, saved: object) -> Galaxy:
        """A kept galaxy played again; raises BadSession."""
        if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
            raise BadSession(say("gaia.session.format", format=FORMAT))
        commands, given = saved.get("commands"), saved.get("setup")
        if not isinstance(given, Mapping) or not isinstance(commands, list):
            raise BadSession(say("gaia.session.parts"))
        if not all(isinstance(command, str) for command in commands):
            raise BadSession(say("gaia.session.parts"))
        own = {name: given.get(name) for name in ("human", "map", "blocked")}
        human = own["human"]
        if not isinstance(human, str) or human not in BOARD:
            raise BadSession(say("gaia.galaxy.human", got=repr(human)[:60], known=", ".join(BOARD)))
        rest = {name: value for name, value in given.items() if name not in own}
        setup = SetUp.read(rest)
        if rest.get("faction", "random") == "random":
            # Of the boards that the human's leaves.
            free = [name for name in FACTION_CARDS if BOARD[name] >> 1 != BOARD[human] >> 1]
            drawn = free[draw(stream(setup.seed, "faction"), 0, len(free))]
            setup = SetUp.read({**rest, "faction": drawn})
        galaxy = cls(setup, human, own["map"] or "random", str(own["blocked"] or "skip"))
        galaxy.replay(cast("list[str]", commands))
        return galaxy

    def replay(self, commands: Sequence[str]) -> None:
        """Play several commands; raises BadSession with the number of the one that cannot be."""
        for number, command in enumerate(commands, 1):
            try:
                self.do(command)
            except BadSession as error:
                got = repr(command[:60])
                raise BadSession(say("gaia.command.at", number=number, got=got, why=why(error))) from None

    def data(self) -> dict[str, object]:
        """The galaxy as it stands, and what each command did, for a page."""
        state = self.state
        player, other = state.players[HUMAN], state.players[AUTOMA]
        names = state.world.names
        return {
            "saved": self.saved(),
            "printed": printed(state.table),
            "view": view(state, None),
            "opening": self.opening,
            "done": self.done,
            "round": state.round,
            "points": other.vp,
            "booster": _booster(other.booster),
            "row": [BOOSTERS[kind].id for kind in state.boosters],
            "human": _booster(player.booster),
            "passed": AUTOMA in state.passed,
            "human_passed": HUMAN in state.passed,
            "over": self.over,
            "deck": len(state.deck.cards) if state.deck else 0,
            "own": {names[index]: standing(player, index) for index in bits(player.own)},
            "forming": [names[index] for index in bits(player.forming)],
            "placed": player.own.bit_count(),
            "starting": player.rules.board.starting_mines + int(player.rules.board.starts_with_institute),
            "counts": [
                [final_count(state, seat, tile) for tile in state.table.final_tiles] for seat in (HUMAN, AUTOMA)
            ],
            "research": [dict(zip(TRACKS, one.research, strict=True)) for one in (player, other)],
            "tiles": [name for area, name in enumerate(TRACKS) if state.advanced[area] != NOTHING_HERE],
        }


def _booster(kind: int) -> str:
    return "" if kind == NOTHING_HERE else BOOSTERS[kind].id


def _told(journal: Journal | None) -> list[dict[str, object]]:
    messages: list[Message] = [] if journal is None else journal.messages
    return [{"key": message.key, "args": dict(message.args)} for message in messages]
