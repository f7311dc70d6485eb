"""The Automa's deck alone, for people who play with the box on their table.

A ``Session`` is a set-up and a list of commands; everything else follows from them, so undo drops the last one and
a saved session is played again. It knows no board: it says what the Automa does in words, and counts rounds, points
and boosters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict

from orrery.core.chance import draw, shuffled, stream
from orrery.core.journal import Message
from orrery.core.reading import Unreadable, json_of, shown
from orrery.core.saying import LANGUAGES, Explained, say, why
from orrery.gaia.automa import cards as c
from orrery.gaia.automa import deck as decks
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS, Card, Step
from orrery.gaia.automa.story import words
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILE, ROUND_TILES

FORMAT: Final = "orrery companion 1"
BREAKS_TIES: Final = ("sectors", "planet_types", "gaia_planets")
"""Final tiles that decide between planets."""


MOST: Final = 600
"""So many commands a session has at the most; a game has about a hundred."""


class BadSession(Explained):
    """A set-up, a command or a saved session that cannot be; the sentence says what was expected."""


class Rule(TypedDict):
    """One line of a choice, in the order in which they count."""

    by: str
    """A rule of ``words``, or ``range``, ``upgrade`` and ``area``."""
    count: NotRequired[int]
    """The range; or where to count to, negative from the right."""
    old: NotRequired[str]
    """What is upgraded, or the research area."""
    new: NotRequired[str]
    """To what."""


class Then(TypedDict):
    """What follows from a step if something is so on the board."""

    what: str
    """``station``, ``planet_type``, ``lab``, ``upgrade`` or ``mine``."""
    vp: NotRequired[int]
    """Points that it brings: the people at the table add them."""
    range: NotRequired[int]
    """Of a mine that is built instead."""
    rules: NotRequired[list[Rule]]
    """How it chooses then."""


class Done(TypedDict):
    """One action of a turn."""

    action: str
    rules: list[Rule]
    then: list[Then]


class Turn(TypedDict):
    """A turn of the Automa."""

    support: int
    """Its support card."""
    action: NotRequired[int]
    """Its action card; none where it passes."""
    kind: NotRequired[str]
    """The action of that card."""
    steps: NotRequired[list[Done]]
    passed: NotRequired[int]
    """It passes: the card whose X made it, or 0 where its deck was empty."""
    points: int
    source: str
    """``card``, ``faction`` or ``round``."""
    booster: NotRequired[str]
    """Taken on passing."""
    which: NotRequired[int]
    """Which of the three it was, 0 is the left one."""
    deck: NotRequired[int]
    """Cards of the next round."""


class Told(TypedDict):
    """What a command did."""

    turn: NotRequired[Turn]
    card: NotRequired[int]
    """Drawn for a tie at set-up."""
    added: NotRequired[int]
    """Points that were typed."""
    taken: NotRequired[str]
    """The booster that the human took; empty in the last round."""


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

    @classmethod
    def read(cls, given: object) -> SetUp:
        """A set-up from outside, as JSON; raises BadSession."""
        if not isinstance(given, Mapping):
            raise BadSession(say("gaia.session.parts"))
        for name, value in given.items():
            if name not in cls.__dataclass_fields__:
                known = ", ".join(cls.__dataclass_fields__)
                raise _set_up(say("gaia.session.field", field=shown(name), known=known))
            if not _fits(name, value):
                raise _set_up(say("gaia.session.value", field=name, got=shown(value)))
        if "seed" not in given:
            raise _set_up(say("gaia.session.value", field="seed", got="-"))
        return cls.new(**given)

    def data(self) -> dict[str, object]:
        """The set-up as JSON; ``read`` takes it back."""
        found = {name: getattr(self, name) for name in SetUp.__dataclass_fields__}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _set_up(reason: Message) -> BadSession:
    return BadSession(say("gaia.session.setup", why=reason))


def _fits(name: str, value: object) -> bool:
    """Whether a value of a set-up is of its type."""
    if name == "seed":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63
    if name in ("faction", "level"):
        return isinstance(value, str)
    kind = int if name == "deck" else str
    return isinstance(value, list) and len(value) <= 20 and all(type(each) is kind for each in value)


def _order(upgrades: Sequence[tuple[str, str]]) -> list[Rule]:
    """What it upgrades to what, in the order in which it tries."""
    return [{"by": "upgrade", "old": old, "new": new} for new, old in upgrades]


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
    done: list[Told] = field(default_factory=list)
    """The same as data."""
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
    first: Card = CARDS[1]
    """The card that chose its first booster."""
    first_booster: str = ""
    _draws: int = 0

    @classmethod
    def begin(cls, setup: SetUp, language: str = "en") -> Session:
        """Set the Automa up: its booster and its deck."""
        if language not in LANGUAGES:
            raise BadSession(say("gaia.language.none", got=repr(language), known=", ".join(LANGUAGES)))
        session = cls(setup, language, points=LEVELS[setup.level].vp, row=list(setup.boosters))
        session.first = card = session._card()
        session.booster = session.first_booster = session.row.pop(card.slot)
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
        if len(self.commands) >= MOST:
            raise BadSession(say("gaia.companion.long", most=MOST))
        done: Told
        if verb == "turn":
            turn = self._turn()
            done, said = {"turn": turn}, self._lines(turn)
        elif verb == "card":
            card = self._card()
            done = {"card": card.number}
            said = [f"{card.number}: {self._word('rule.direction_' + card.direction)}"]
        elif verb in ("take", "pass"):
            done, said = {"taken": rest.strip()}, self._take(rest.strip())
        elif verb == "points":
            amount = self._add(rest.strip())
            done, said = {"added": amount}, [f"{amount:+d}: {self.points}"]
        else:
            raise BadSession(say("gaia.command.none", got=repr(verb)))
        self.commands.append(command.strip())
        self.told.append(said)
        self.done.append(done)
        return said

    def _word(self, key: str) -> str:
        return words(self.language)[key]

    def _tile(self, name: str) -> str:
        """What a tile is called, and its id: that is what is typed."""
        return f"{self._word(f'tile.{name}')} ({name})"

    def _gain(self, amount: int) -> int:
        """Points gained, with what the level adds to every gain."""
        if amount:
            amount += LEVELS[self.setup.level].bonus
        self.points += amount
        return amount

    def _add(self, text: str) -> int:
        try:
            amount = int(text)
        except ValueError:
            raise BadSession(say("gaia.points.whole", got=repr(text))) from None
        if not -99 <= amount <= 200:
            raise BadSession(say("gaia.points.range", got=amount))
        self.points += amount
        return amount

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

    def _turn(self) -> Turn:
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
        turn: Turn = {
            "support": support.number,
            "action": card.number,
            "kind": card.action,
            "points": 0,
            "source": "card",
        }
        if card.action == c.FACTION:
            turn["steps"] = [self._step(step, support) for step in faction.steps]
            turn["points"], turn["source"] = self._gain(faction.vp), "faction"
        else:
            times = 2 if card.action == c.BOARD and faction.board_twice else 1
            turn["steps"] = [self._step(Step(card.action, reach=support.reach), support) for _ in range(times)]
            turn["points"] = self._gain(card.vp)
        return turn

    def _step(self, step: Step, support: Card) -> Done:
        """One action with the support values that it needs, and what the faction adds to it."""
        direction: Rule = {"by": f"direction_{support.direction}"}
        number: Rule = {"by": "number", "count": support.nth}
        near: Rule = {"by": "near_human"}
        rules: list[Rule]
        then: list[Then] = []
        if step.action == c.MINE:
            rules = [{"by": "range", "count": step.reach}]
            if step.prefer:
                rules.append({"by": step.prefer})
            if support.final != c.NONE:
                tile = self.setup.final_tiles[0 if support.final == c.TOP else 1]
                if tile in BREAKS_TIES:
                    rules.append({"by": f"final_{tile}"})
            rules += [{"by": "fewest_steps"}, near, direction]
            then = self._after_mine()
            then.append({"what": "upgrade", "rules": [*_order(c.UPGRADES), near, direction]})
            then += self._after_upgrade(number)
        elif step.action == c.UPGRADE:
            rules = [*_order(step.upgrades), near, direction]
            then = self._after_upgrade(number)
            if step.instead:
                then.append({"what": "mine", "range": step.instead})
                then += self._after_mine()
        elif step.action == c.HIGHEST:
            rules = [{"by": "highest"}, number]
        elif step.action == c.AREA:
            rules = [{"by": "area", "old": step.area}]
        else:
            rules = [number]
        return {"action": step.action, "rules": rules, "then": then}

    def _after_mine(self) -> list[Then]:
        """What its faction adds to a mine."""
        faction = FACTION_CARDS[self.setup.faction]
        if not faction.type_vp:
            return []
        return [{"what": "planet_type", "vp": faction.type_vp + LEVELS[self.setup.level].bonus}]

    def _after_upgrade(self, number: Rule) -> list[Then]:
        """What its faction adds to an upgrade; ``number`` says how a random area is counted."""
        faction = FACTION_CARDS[self.setup.faction]
        found: list[Then] = []
        if faction.station_vp:
            found.append({"what": "station", "vp": faction.station_vp + LEVELS[self.setup.level].bonus})
        if faction.lab_research:
            found.append({"what": "lab", "rules": [number]})
        return found

    def _pass(self, support: Card) -> Turn:
        tile = ROUND_TILES[ROUND_TILE[self.setup.round_tiles[self.round - 1]]]
        turn: Turn = {
            "support": support.number,
            "passed": self.deck.passed,
            "points": self._gain(tile.automa_vp[0 if self.round <= ROUNDS // 2 else 1]),
            "source": "round",
        }
        self.passed = True
        if self.round < ROUNDS:
            taken = self.row[support.booster]
            self.row = [other for other in self.row if other != taken] + [self.booster]
            self.booster = taken
            self.deck, self._draws = decks.shuffle(self.deck, self.setup.seed, self._draws)
            turn["booster"], turn["which"], turn["deck"] = taken, support.booster, len(self.deck.cards)
        if self.human_passed:
            self._next_round()
        return turn

    # Words

    def _lines(self, turn: Turn) -> list[str]:
        """A turn as lines for a terminal."""
        source = self._word(f"source.{turn['source']}").format(card=turn.get("action", 0))
        points = self._say("automa_points", vp=turn["points"], source=source)
        if "passed" in turn:
            passed = turn["passed"]
            said = [self._say("automa_pass.x", card=passed) if passed else self._say("automa_pass.empty"), points]
            if "booster" not in turn:
                return [*said, self._say("automa_impossible.booster")]
            which = self._word(f"which.{turn['which']}")
            said.append(self._say("automa_choice.booster", which=which, choice=self._tile(turn["booster"])))
            return [*said, self._say("automa_deck", cards=turn["deck"])]
        said = [
            self._say("automa_draw", action=turn["action"], support=turn["support"]),
            self._say("automa_action", action=self._word(f"action.{turn['kind']}")),
        ]
        for step in turn["steps"]:
            said.append(f"• {self._word('action.' + step['action'])}")
            said += [f"  {place}. {self._rule(rule)}" for place, rule in enumerate(step["rules"], 1)]
            said += [f"  → {self._follows(then)}" for then in step["then"]]
        return [*said, points]

    def _rule(self, rule: Rule) -> str:
        by = rule["by"]
        if by == "range":
            return f"{self._word('range')} {rule['count']}"
        if by == "number":
            count = rule["count"]
            side = self._word("side.left" if count > 0 else "side.right")
            return self._say("rule.number", count=abs(count), side=side)
        if by == "upgrade":
            return f"{self._word('building.' + rule['old'])} → {self._word('building.' + rule['new'])}"
        return self._word(f"area.{rule['old']}" if by == "area" else f"rule.{by}")

    def _follows(self, then: Then) -> str:
        what = then["what"]
        if what == "upgrade":
            return self._say("then.upgrade", order=", ".join(map(self._rule, then["rules"])))
        if what == "mine":
            return self._say("automa_fallback.mine", range=then["range"])
        if what == "lab":
            return self._say("then.lab", action=self._word(f"action.{c.RANDOM}"), rule=self._rule(then["rules"][0]))
        return self._say(f"then.{what}", vp=then["vp"])

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
        return json.dumps({**self.saved(), "language": self.language}, indent=1) + "\n"

    def saved(self) -> dict[str, object]:
        """What there is to keep; ``resumed`` takes it back."""
        return {"format": FORMAT, "setup": self.setup.data(), "commands": list(self.commands)}

    @classmethod
    def load(cls, text: str) -> Session:
        """A saved session played again; raises BadSession."""
        try:
            saved = json_of(text)
        except Unreadable as error:
            raise BadSession(say("gaia.session.none", why=why(error))) from None
        return cls.resumed(saved)

    @classmethod
    def resumed(cls, saved: object) -> Session:
        """The same from what ``saved`` gave; raises BadSession."""
        if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
            raise BadSession(say("gaia.session.format", format=FORMAT))
        commands = saved.get("commands")
        if not isinstance(commands, list) or not all(isinstance(command, str) for command in commands):
            raise BadSession(say("gaia.session.parts"))
        session = cls.begin(SetUp.read(saved.get("setup")), str(saved.get("language", "en")))
        return session.replayed(commands)

    def data(self) -> dict[str, object]:
        """Where the game stands, and what each command did, for a page."""
        faction, level = FACTION_CARDS[self.setup.faction], LEVELS[self.setup.level]
        return {
            "saved": self.saved(),
            "opening": {"card": self.first.number, "slot": self.first.slot, "booster": self.first_booster},
            "abilities": {
                "mines": faction.mines,
                "start": faction.start,
                "bonus": level.bonus,
                "station": faction.station_vp and faction.station_vp + level.bonus,
                "planet_type": faction.type_vp and faction.type_vp + level.bonus,
                "lab": faction.lab_research,
                "board_twice": faction.board_twice,
            },
            "round": self.round,
            "points": self.points,
            "booster": self.booster,
            "row": list(self.row),
            "human": self.human,
            "passed": self.passed,
            "human_passed": self.human_passed,
            "over": self.over,
            "deck": len(self.deck.cards),
            "discards": list(self.deck.discards),
            "done": self.done,
        }

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
