"""The walk over the vocabulary of a title: whatever an action or a question holds is told both ways.

``tests/<title>/test_vocabulary.py`` walks its own positions with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import jsonschema

from orrery.core.asking import Action, Decision
from orrery.core.game import Game
from orrery.core.words import Word
from orrery.env.encoding import Encoding
from orrery.schema import json_schema

ENOUGH = 40


class Walk:
    """Positions of one title; the kinds of actions and questions that none of them has had yet."""

    def __init__(
        self,
        game: Game[Any, Any],
        code: Encoding,
        actions: Iterable[type[Action]],
        questions: Iterable[type[Decision[Any, Any]]],
        facts: Callable[[Any, Any], dict[str, Any]],
    ) -> None:
        self.game = game
        self.code = code
        self.told_of = facts
        self.actions = {kind.__name__: kind for kind in actions}
        self.questions = {kind.__name__: kind for kind in questions}
        self.missing = {*self.actions, *self.questions}
        told, asked = (json_schema(game.name, "view", name) for name in ("Facts", "Question"))
        pending = json_schema(game.name, "position", "Question")
        self.facts, self.asked, self.pending = (
            jsonschema.Draft202012Validator(schema) for schema in (told, asked, pending)
        )
        """What pages, and readers of positions, are told of types."""
        self.looked: Counter[tuple[int, type]] = Counter()

    def visit(self, state: Any) -> None:
        """Check every option and every question of a position."""
        options = state.options()
        ranks: Counter[type[Action]] = Counter()
        numbers: list[int] = []
        for action in options:
            kind = type(action)
            self.missing.discard(kind.__name__)
            self.told(state, action)
            numbers.append(self.code.number(state, action, ranks[kind]))
            ranks[kind] += 1
        known = [number for number in numbers if number >= 0]
        assert len(known) == len(set(known)), "two options have one number"
        assert all(number < self.code.size for number in known)
        for question in state.stack:
            self.missing.discard(type(question).__name__)
            self.held(state, question)

    def told(self, state: Any, action: Action) -> None:
        """Text, facts and ``repr`` of an action say what it is."""
        text = self.game.write(state, action)
        assert self.game.read(state, text) == action, text
        assert self.game.read(state, f"  {text.replace(' ', '   ')} ") == action
        again = eval(repr(action), {**self.actions})
        assert again == action
        assert hash(again) == hash(action)
        message = self.game.tell(state, action, state.asked())
        assert message.args["seat"] == state.asked()
        facts = action.says.facts(state, action)
        assert json.loads(json.dumps(facts)) == facts
        assert {"kind", *action.says.keys} == set(facts)
        if all(type(word).parse is not Word.parse for word in action.says.words.values()):
            assert type(action)(*action.says.parse(state, facts, "action")) == action
        told = self.told_of(state, action)
        assert {**facts, "kind": ""}.keys() <= told.keys()
        self._fits(self.facts, type(action), json.loads(json.dumps(told)))

    def held(self, state: Any, question: Decision[Any, Any]) -> None:
        """A question is built again from its values, its JSON and its ``repr``."""
        kind = type(question)
        assert kind(question.seat, *question.values()) == question
        given = question.holds.json(state, question)
        assert json.loads(json.dumps(given)) == given
        assert kind(question.seat, *question.holds.parse(state, given, "question")) == question
        assert eval(repr(question), {**self.questions}) == question
        self._fits(self.pending, kind, {"question": question.name, "seat": question.seat, **given})
        if question is state.stack[-1]:
            about = question.about(state)
            assert json.loads(json.dumps(about)) == about
            self._fits(self.asked, kind, {"name": question.name, "seat": question.seat, "facts": about})

    def _fits(self, schema: jsonschema.Draft202012Validator, kind: type, value: object) -> None:
        """What is told fits its type; so many of each kind are looked at as say something new."""
        self.looked[id(schema), kind] += 1
        if self.looked[id(schema), kind] <= ENOUGH:
            schema.validate(value)
