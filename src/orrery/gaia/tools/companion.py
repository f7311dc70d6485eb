"""The Automa's deck alone, for people who play with the box on their table.

A ``Session`` is a set-up and a list of commands; everything else follows from them, so undo drops the last one and
a saved session is played again. It knows no board: it says what the Automa does in words, and counts rounds, points
and boosters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from orrery.core.chance import draw, shuffled, stream
from orrery.core.reading import Unreadable, json_of
from orrery.core.saying import Explained, say, why
from orrery.gaia.automa import cards as c
from orrery.gaia.automa import deck as decks
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS, Card, Step
from orrery.gaia.automa.story import LANGUAGES, words
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILE, ROUND_TILES

FORMAT: Final = "orrery companion 1"
BREAKS_TIES: Final = ("sectors", "planet_types", "gaia_planets")
"""Final tiles that decide between planets."""


class BadSession(Explained):
    """A set-up, a command or a saved session that cannot be; the sentence says what was expected."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the people at the table chose; tiles and boosters are drawn where they are not given."""

    faction: str
    level: str
    seed: int
    round_tiles: tuple[str, ...]
    final_tiles: tuple[str, ...]
    boosters: tuple[str, ...]
    deck: tuple[int, ...] = ()

    @classmethod
    def new(
        cls,
        seed: int,
        faction: str = "random",
        level: str = "automa",
        round_tiles: Sequence[str] = (),
        final_tiles: Sequence[str] = (),
        boosters: Sequence[str] = (),
        deck: Sequence[int] = (),
    ) -> SetUp:
        """A checked set-up; raises BadSession."""
        if faction == "random":
            faction = list(FACTION_CARDS)[draw(stream(seed, "faction"), 0, len(FACTION_CARDS))]
        if faction not in FACTION_CARDS:
            raise BadSession(say("gaia.card.none", got=repr(faction), known=", ".join(FACTION_CARDS)))
        if level not in LEVELS:
            raise BadSession(say("gaia.level.none", got=repr(level), known=", ".join(LEVELS)))
        try:
            chosen = decks.starters(level, list(deck)) if deck else ()
        except ValueError as error:
            raise BadSession(why(error)) from None
        return cls(
            faction,
            level,
            seed,
            _tiles("round tiles", round_tiles, list(ROUND_TILE), ROUNDS, stream(seed, "rounds")),
            _tiles("final tiles", final_tiles, list(FINAL_TILES), 2, stream(seed, "finals")),
            _tiles("boosters", boosters, list(BOOSTER), 5, stream(seed, "boosters")),
            chosen,
        )


def _tiles(what: str, given: Sequence[str], known: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    if not given:
        return tuple(shuffled(seed, 0, known)[:count])
    for name in given:
        if name not in known:
            raise BadSession(say("gaia.tiles.none", what=what, got=repr(name), known=", ".join(known)))
    if len(given) != count or len(set(given)) != count:
        raise BadSession(say("gaia.tiles.count", what=what, count=count, got=len(given)))
    return tuple(given)


@dataclass(slots=True)
class Session:
    """A game at the table: play ``commands`` with ``do``, read what happened from ``told``."""

    setup: SetUp
    language: str = "en"
    commands: list[str] = field(default_factory=list)
    told: list[list[str]] = field(default_factory=list)
    """What was said about each command."""
    round: int = 1
    points: int = 0
    booster: str = ""
    row: list[str] = field(default_factory=list)
    human: str = ""
    """The human's booster, once the human has one; none again after passing in the last round."""
    passed: bool = False
    human_passed: bool = False
    over: bool = False
    deck: decks.Deck = field(default_factory=lambda: decks.Deck((), ()))
    opening: list[str] = field(default_factory=list)
    _draws: int = 0

    @classmethod
    def begin(cls, setup: SetUp, language: str = "en") -> Session:
        """Set the Automa up: its booster and its deck."""
        if language not in LANGUAGES:
            raise BadSession(say("gaia.language.none", got=repr(language), known=", ".join(LANGUAGES)))
        session = cls(setup, language, points=LEVELS[setup.level].vp, row=list(setup.boosters))
        card = session._card()
        session.booster = session.row.pop(card.slot)
        session.opening = [
            session._say(
                "automa_choice.first_booster",
                card=card.number,
                slot=card.slot + 1,
                choice=session._tile(session.booster),
            ),
            *session._abilities(),
        ]
        starting = setup.deck or LEVELS[setup.level].starters
        session.deck, session._draws = decks.first(setup.level, starting, setup.seed, session._draws)
        return session

    def _abilities(self) -> list[str]:
        """What its faction and its level do all game long, and what it starts with."""
        faction, level = FACTION_CARDS[self.setup.faction], LEVELS[self.setup.level]
        said = [self._say("ability.mines", count=faction.mines)]
        if faction.start:
            said.append(self._say("ability.level", area=self._word(f"area.{faction.start}")))
        if level.bonus:
            said.append(self._say("ability.bonus", level=level.name, bonus=level.bonus))
        if faction.station_vp:
            said.append(self._say("ability.station", vp=faction.station_vp + level.bonus))
        if faction.type_vp:
            said.append(self._say("ability.planet_type", vp=faction.type_vp + level.bonus))
        if faction.lab_research:
            said.append(self._say("ability.lab"))
        if faction.board_twice:
            said.append(self._say("ability.board_twice"))
        return said

    def _card(self) -> Card:
        pool = decks.pool(self.setup.level)
        number = pool[draw(self.setup.seed, self._draws, len(pool))]
        self._draws += 1
        return CARDS[number]

    def _say(self, key: str, **args: object) -> str:
        return words(self.language)[key].format(**args)

    def do(self, command: str) -> list[str]:
        """Carry out a command and say what happened; raises BadSession and changes nothing.

        ``turn``: the Automa's turn. ``card``: a card for a tie at set-up. ``take BOOSTER``: the human takes a
        booster, at the start or on passing. ``points N``: points that the board brings or takes.
        """
        verb, _, rest = command.strip().partition(" ")
        if self.over and verb != "points":
            raise BadSession(say("gaia.companion.over"))
        if verb == "turn":
            said = self._turn()
        elif verb == "card":
            card = self._card()
            said = [f"{card.number}: {self._word('rule.direction_' + card.direction)}"]
        elif verb in ("take", "pass"):
            said = self._take(rest.strip())
        elif verb == "points":
            said = self._add(rest.strip())
        else:
            raise BadSession(say("gaia.command.none", got=repr(verb)))
        self.commands.append(command.strip())
        self.told.append(said)
        return said

    def _word(self, key: str) -> str:
        return words(self.language)[key]

    def _tile(self, name: str) -> str:
        """What a tile is called, and its id: that is what is typed."""
        return f"{self._word(f'tile.{name}')} ({name})"

    def _gain(self, amount: int, source: str, card: int = 0) -> str:
        if amount:
            amount += LEVELS[self.setup.level].bonus
        self.points += amount
        return self._say("automa_points", vp=amount, source=self._word(f"source.{source}").format(card=card))

    def _add(self, text: str) -> list[str]:
        try:
            amount = int(text)
        except ValueError:
            raise BadSession(say("gaia.points.whole", got=repr(text))) from None
        if not -99 <= amount <= 200:
            raise BadSession(say("gaia.points.range", got=amount))
        self.points += amount
        return [f"{amount:+d}: {self.points}"]

    def _take(self, booster: str) -> list[str]:
        """The human takes a booster; with one already held this is passing."""
        last = self.round == ROUNDS and self.human
        if self.human_passed:
            raise BadSession(say("gaia.human.passed"))
        if last:
            if booster:
                raise BadSession(say("gaia.booster.last"))
        elif booster not in self.row:
            raise BadSession(say("gaia.booster.open", known=", ".join(self.row)))
        if self.human:
            self.human_passed = True
            self.row = [other for other in self.row if other != booster] + [self.human]
        else:
            self.row.remove(booster)
        self.human = booster
        said = [f"{self._word('status.row')}: {', '.join(map(self._tile, self.row))}"]
        if self.human_passed and self.passed:
            self._next_round()
        return said

    def _next_round(self) -> None:
        if self.round == ROUNDS:
            self.over = True
            return
        self.round += 1
        self.passed = self.human_passed = False

    def _turn(self) -> list[str]:
        if not self.human and not self.human_passed:
            raise BadSession(say("gaia.booster.first"))
        if self.passed:
            raise BadSession(say("gaia.automa.passed"))
        self.deck, passes = decks.turn(self.deck)
        support = CARDS[self.deck.support]
        if passes:
            return self._pass(support)
        card = CARDS[self.deck.action]
        faction = FACTION_CARDS[self.setup.faction]
        said = [
            self._say("automa_draw", action=card.number, support=support.number),
            self._say("automa_action", action=self._word(f"action.{card.action}")),
        ]
        if card.action == c.FACTION:
            for step in faction.steps:
                said += self._step(step, support)
            said.append(self._gain(faction.vp, "faction"))
        else:
            times = 2 if card.action == c.BOARD and faction.board_twice else 1
            for _ in range(times):
                said += self._step(Step(card.action, reach=support.reach), support)
            said.append(self._gain(card.vp, "card", card.number))
        return said

    def _step(self, step: Step, support: Card) -> list[str]:
        """One action with the support values that it needs, and what the faction adds to it, in words."""
        said = [f"• {self._word('action.' + step.action)}"]
        direction = self._word(f"rule.direction_{support.direction}")
        number = self._word("rule.number").format(
            count=abs(support.nth), side=self._word("side.left" if support.nth > 0 else "side.right")
        )
        near = self._word("rule.near_human")
        then: list[str] = []
        if step.action == c.MINE:
            rules = [f"{self._word('range')} {step.reach}"]
            if step.prefer:
                rules.append(self._word(f"rule.{step.prefer}"))
            if support.final != c.NONE:
                tile = self.setup.final_tiles[0 if support.final == c.TOP else 1]
                if tile in BREAKS_TIES:
                    rules.append(self._word(f"rule.final_{tile}"))
            rules += [self._word("rule.fewest_steps"), near, direction]
            then = self._after_mine()
            order = ", ".join([*self._order(c.UPGRADES), near, direction])
            then.append(self._say("then.upgrade", order=order))
            then += self._after_upgrade(number)
        elif step.action == c.UPGRADE:
            rules = [*self._order(step.upgrades), near, direction]
            then = self._after_upgrade(number)
            if step.instead:
                then.append(self._say("automa_fallback.mine", range=step.instead))
                then += self._after_mine()
        elif step.action == c.HIGHEST:
            rules = [self._word("rule.highest"), number]
        elif step.action == c.AREA:
            rules = [self._word(f"area.{step.area}")]
        else:
            rules = [number]
        return (
            said + [f"  {place}. {rule}" for place, rule in enumerate(rules, 1)] + [f"  → {line}" for line in then]
        )

    def _order(self, upgrades: Sequence[tuple[str, str]]) -> list[str]:
        """What it upgrades to what, in the order in which it tries."""
        return [f"{self._word('building.' + old)} → {self._word('building.' + new)}" for new, old in upgrades]

    def _after_mine(self) -> list[str]:
        """What its faction adds to a mine."""
        faction = FACTION_CARDS[self.setup.faction]
        if not faction.type_vp:
            return []
        return [self._say("then.planet_type", vp=faction.type_vp + LEVELS[self.setup.level].bonus)]

    def _after_upgrade(self, number: str) -> list[str]:
        """What its faction adds to an upgrade; ``number`` says how a random area is counted."""
        faction = FACTION_CARDS[self.setup.faction]
        said = []
        if faction.station_vp:
            said.append(self._say("then.station", vp=faction.station_vp + LEVELS[self.setup.level].bonus))
        if faction.lab_research:
            said.append(self._say("then.lab", action=self._word(f"action.{c.RANDOM}"), rule=number))
        return said

    def _pass(self, support: Card) -> list[str]:
        said = [
            self._say("automa_pass.x", card=self.deck.passed)
            if self.deck.passed
            else self._say("automa_pass.empty")
        ]
        tile = ROUND_TILES[ROUND_TILE[self.setup.round_tiles[self.round - 1]]]
        said.append(self._gain(tile.automa_vp[0 if self.round <= ROUNDS // 2 else 1], "round"))
        self.passed = True
        if self.round < ROUNDS:
            taken = self.row[support.booster]
            which = self._word(f"which.{support.booster}")
            said.append(self._say("automa_choice.booster", which=which, choice=self._tile(taken)))
            self.row = [other for other in self.row if other != taken] + [self.booster]
            self.booster = taken
            self.deck, self._draws = decks.shuffle(self.deck, self.setup.seed, self._draws)
            said.append(self._say("automa_deck", cards=len(self.deck.cards)))
        else:
            said.append(self._say("automa_impossible.booster"))
        if self.human_passed:
            self._next_round()
        return said

    def undo(self) -> Session:
        """The session without its last command; raises BadSession if there is none."""
        if not self.commands:
            raise BadSession(say("gaia.undo.none"))
        return self.replayed(self.commands[:-1])

    def replayed(self, commands: Sequence[str]) -> Session:
        """The same set-up with these commands."""
        session = Session.begin(self.setup, self.language)
        for number, command in enumerate(commands, 1):
            try:
                session.do(command)
            except BadSession as error:
                raise BadSession(say("gaia.command.at", number=number, got=repr(command), why=why(error))) from None
        return session

    def save(self) -> str:
        """The session as JSON."""
        setup = {name: getattr(self.setup, name) for name in SetUp.__dataclass_fields__}
        saved = {"format": FORMAT, "language": self.language, "setup": setup, "commands": self.commands}
        return json.dumps(saved, indent=1) + "\n"

    @classmethod
    def load(cls, text: str) -> Session:
        """A saved session played again; raises BadSession."""
        try:
            saved = json_of(text)
        except Unreadable as error:
            raise BadSession(say("gaia.session.none", why=why(error))) from None
        if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
            raise BadSession(say("gaia.session.format", format=FORMAT))
        given = saved.get("setup")
        commands = saved.get("commands")
        if not isinstance(given, Mapping) or not isinstance(commands, list):
            raise BadSession(say("gaia.session.parts"))
        try:
            setup = SetUp.new(**{str(name): value for name, value in given.items()})
        except TypeError as error:
            raise BadSession(say("gaia.session.setup", why=why(error))) from None
        session = Session.begin(setup, str(saved.get("language", "en")))
        return session.replayed([str(command) for command in commands])

    def status(self) -> list[str]:
        """Round, points, boosters, what is left of the deck."""
        word = self._word
        discards = ", ".join(map(str, self.deck.discards)) or "-"
        passed = f" ({word('status.passed')})"
        tile = self.setup.round_tiles[self.round - 1]
        return [
            f"{word(f'faction.{self.setup.faction}')}, {LEVELS[self.setup.level].name}: "
            f"{self.points} {word('status.points')}{passed if self.passed else ''}",
            f"{word('status.round')} {self.round}/{ROUNDS}, {word('status.tile')}: {self._tile(tile)}",
            f"{word('status.booster')}: {self._tile(self.booster)}; "
            f"{word('status.human')}: {self._tile(self.human) if self.human else '-'}"
            f"{passed if self.human_passed else ''}; {word('status.row')}: {', '.join(map(self._tile, self.row))}",
            f"{word('status.deck')}: {len(self.deck.cards)}; {word('status.discards')}: {discards}",
        ]
