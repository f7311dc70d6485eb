"""``orrery schema``: the records of views, positions and messages for readers in other languages.

A record is declared once, as a ``TypedDict`` in ``telling/records`` of its title. From it are made the TypeScript
of the page, the tables of the documents and the JSON schema of positions. Types and docstrings are read from the
source; of ``Annotated`` the second part says more: a number is the length of a list, a ``range`` the bounds of a
number, a tuple the words that a text may be, a text the pattern that it matches. Requests, responses and live
messages are the structs of ``desk.wire``, which msgspec describes.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from orrery import form
from orrery.core.words import Fields

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENTS: Final = ("docs/views/gaia.md", "docs/views/evacuation.md", "docs/positions.md")
"""Documents with tables between ``<!-- TITLE PART: NAME ... -->`` and ``<!-- end -->``."""
TITLES: Final = ("gaia", "evacuation")
PARTS: Final[Mapping[str, tuple[str, ...]]] = {"view": ("printed", "view"), "position": ("position",)}
"""What is told -> the modules of ``telling/records`` that declare it. The page is sent views only."""


# --- what a declaration says --------------------------------------------------------------------------


@dataclass(frozen=True)
class Plain:
    """``str``, ``int``, ``float``, ``bool``, ``None`` or ``object``, perhaps with bounds or a pattern."""

    name: str
    bounds: range | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class Words:
    """A text that is one of these."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Reference:
    """A record or a name for a type."""

    name: str


@dataclass(frozen=True)
class ListOf:
    """A list, perhaps of a fixed length."""

    item: Type
    length: int | None = None


@dataclass(frozen=True)
class Row:
    """A list with a type for each place, of which the last ones may be missing."""

    places: tuple[Type, ...]
    least: int


@dataclass(frozen=True)
class MapOf:
    """A mapping; of some names more may be known."""

    key: Type
    value: Type
    known: tuple[tuple[str, Type], ...] = ()


@dataclass(frozen=True)
class Either:
    """One of several types."""

    kinds: tuple[Type, ...]


Type = Plain | Words | Reference | ListOf | Row | MapOf | Either


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    type: Type
    required: bool
    doc: str


@dataclass(frozen=True)
class Record:
    """A mapping with these fields and no others; those of the record that it extends come first."""

    name: str
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Alias:
    """A name for a type."""

    name: str
    doc: str
    type: Type


Named = Record | Alias


class BadRecord(ValueError):
    """A declaration that cannot be told; the sentence says which."""


@cache
def told(title: str, part: str) -> Mapping[str, Named]:
    """The records and names of a part by name, in the order of their declaration."""
    found: dict[str, Named] = {}
    for name in PARTS[part]:
        module = import_module(f"orrery.{title}.telling.records.{name}")
        for each in _declared(module, found):
            if each.name in found:
                raise BadRecord(f"{module.__name__}: {each.name} is declared twice in the {part} of {title}")
            found[each.name] = each
    for each in _facts(title) if part == "view" else _pending(title):
        if each.name in found and each.name != "Question":  # which the records leave open
            raise BadRecord(f"{each.name} is a record of the {part} of {title} already")
        found[each.name] = each
    return found


# What follows from the words of actions and questions


def _facts(title: str) -> Iterator[Named]:
    """Facts of options, one record for each kind, and their union; the pending question by its name."""
    telling, explain = (import_module(f"orrery.{title}.telling.{name}") for name in ("facts", "explain"))
    names: list[str] = []
    for action in import_module(f"orrery.{title}.actions").ACTIONS:
        more = _returned(telling.MORE[action]) if action in telling.MORE else []
        for record in _kinds(action, more or [None]):
            if record.name not in names:  # burning is told as a conversion
                names.append(record.name)
                yield record
    yield Alias("Facts", "What an option is about, by its ``kind``.", Either(tuple(map(Reference, names))))
    yield from _typed(explain, "Also")
    names = []
    for name, question in import_module(f"orrery.{title}.decisions.every").DECISIONS.items():
        home, told_of = _answered(question, "about")
        if told_of == "Mapping[str, object]":
            facts = Record(f"{name}Facts", f"What ``{name}`` is about.", _spelled(question.holds))
        else:
            *parts, told_as = _typed(home, told_of)
            assert isinstance(told_as, Record)
            yield from (part for part in parts if part.name not in names)
            names += [part.name for part in parts]
            facts = Record(f"{name}Facts", told_as.doc, told_as.fields)
        yield facts
        fields = (
            Field("name", Words((name,)), True, "Of the decision, as in the log."),
            Field("seat", Plain("int"), True, "Who is asked."),
            Field("facts", Reference(facts.name), True, "What the asking depends on."),
        )
        yield Record(f"{name}Question", _about(question), fields)
    none = (
        Field("name", Words(("",)), True, "Nothing is asked."),
        Field("seat", Plain("None"), True, "Nobody is asked."),
        Field("facts", MapOf(Plain("str"), Plain("object")), True, "Empty."),
    )
    yield Record("NoQuestion", "The game is over.", none)
    asked = [f"{name}Question" for name in import_module(f"orrery.{title}.decisions.every").DECISIONS]
    kinds = tuple(map(Reference, (*asked, "NoQuestion")))
    yield Alias("Question", "The pending question, by its ``name``.", Either(kinds))


def _pending(title: str) -> Iterator[Named]:
    """Pending questions as positions have them: name, seat and fields."""
    decisions = import_module(f"orrery.{title}.decisions.every").DECISIONS
    for name, question in decisions.items():
        fields = (
            Field("question", Words((name,)), True, "Its name."),
            Field("seat", Reference("Seat"), True, "Who is asked."),
            *_spelled(question.holds),
        )
        yield Record(name, _about(question), fields)
    yield Alias("Question", "A pending question or step.", Either(tuple(map(Reference, decisions))))


def _kinds(action: Any, more: Sequence[Record | None]) -> Iterator[Record]:
    """The facts of an action: its words, and what is told besides; a record for each kind of its own."""
    doc = _about(action)
    for extra in more:
        fields = {field.name: field for field in _spelled(action.says)}
        kind: Type = Words((action.says.kind,))
        about = doc
        for field in extra.fields if extra is not None else ():
            if field.name == "kind":
                kind = field.type
                about = extra.doc if extra is not None else doc
            else:
                fields[field.name] = field
        assert isinstance(kind, Words)
        name = "".join(part.capitalize() for part in kind.words[0].split("_"))
        known = Field("kind", kind, True, "What is done.")
        yield Record(f"{name}Option", about, (known, *fields.values()))


def _about(kind: type) -> str:
    """The first paragraph of a class's docstring, which compiled classes do not have."""
    for node in ast.parse(_source(import_module(kind.__module__))).body:
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
    raise BadRecord(f"{kind.__module__}: there is no class {kind.__name__}")


def _spelled(words: Fields) -> tuple[Field, ...]:
    """The fields of an action or question by the words that spell them."""
    found = []
    for key, word in zip(words.keys, words.words.values(), strict=True):
        annotation = ast.parse(word.annotation, mode="eval").body
        kind = _type(import_module("orrery.core.words"), annotation)
        found.append(Field(key, kind, not word.optional, f"The {word.what}."))
    return tuple(found)


def _returned(function: Callable[..., object]) -> list[Record]:
    """The records that a function may return, by its annotation."""
    module = import_module(function.__module__)
    annotation = ast.parse(str(function.__annotations__["return"]), mode="eval").body
    names = [node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)]
    found = [_typed(module, name)[-1] for name in sorted(names, key=names.index)]
    return [record for record in found if isinstance(record, Record)]


def _typed(module: ModuleType, name: str) -> list[Named]:
    """A typed dictionary of a module, after those of the same module that it is made of."""
    body = ast.parse(_source(module)).body
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.ClassDef) and node.name == name:
            record = _record(module, node, {})
            inside = [ref for field in record.fields for ref in _references(field.type)]
            return [*(each for ref in inside for each in _typed(module, ref)), record]
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == name
            and isinstance(node.value, ast.Call)
            and isinstance(given := node.value.args[1], ast.Dict)
        ):
            doc = _string(after) or ""
            fields = [
                Field(str(ast.literal_eval(key)), _type(module, kind), True, doc)
                for key, kind in zip(given.keys, given.values, strict=True)
                if key is not None
            ]
            return [Record(name, doc, tuple(fields))]
    raise BadRecord(f"{module.__name__}: there is no record {name}")


def _references(kind: Type) -> Iterator[str]:
    match kind:
        case Reference():
            yield kind.name
        case ListOf():
            yield from _references(kind.item)
        case MapOf():
            yield from _references(kind.value)
        case Either():
            for each in kind.kinds:
                yield from _references(each)
        case _:
            return


# What is written in a module


def _declared(module: ModuleType, known: Mapping[str, Named]) -> Iterator[Named]:
    """The declarations of a module: classes, and names for types that have a docstring."""
    body = ast.parse(_source(module)).body
    here: dict[str, Named] = dict(known)
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        each: Named
        if isinstance(node, ast.ClassDef):
            each = _record(module, node, here)
        elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            if target.id.isupper():
                continue
            doc = _string(after)
            if doc is None:
                raise BadRecord(f"{module.__name__}: {target.id} has no docstring")
            each = Alias(target.id, doc, _type(module, node.value))
        else:
            continue
        here[each.name] = each
        yield each


def _source(module: ModuleType) -> str:
    """The Python text of a module, also of one that is compiled."""
    return form.source(module).read_text(encoding="utf-8")


def _answered(kind: type, method: str) -> tuple[ModuleType, str]:
    """What a method of a class is written to return, and the module that says so; compiled methods tell nothing."""
    home = next(base for base in kind.__mro__ if method in vars(base))
    module = import_module(home.__module__)
    for node in ast.parse(_source(module)).body:
        if isinstance(node, ast.ClassDef) and node.name == home.__name__:
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == method and part.returns is not None:
                    return module, ast.unparse(part.returns)
    raise BadRecord(f"{home.__module__}: {home.__name__}.{method} does not say what it returns")


def _record(module: ModuleType, node: ast.ClassDef, known: Mapping[str, Named]) -> Record:
    fields: list[Field] = []
    total = not any(word.arg == "total" for word in node.keywords)
    for base in node.bases:
        parent = known.get(base.id) if isinstance(base, ast.Name) else None
        if isinstance(parent, Record):
            fields.extend(parent.fields)
    for part, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            doc = _string(after)
            if doc is None:
                raise BadRecord(f"{module.__name__}: {node.name}.{part.target.id} has no docstring")
            optional = _subscript(part.annotation) == "NotRequired"
            annotation = part.annotation.slice if optional else part.annotation  # type: ignore[attr-defined]
            fields.append(Field(part.target.id, _type(module, annotation), total and not optional, doc))
    doc = ast.get_docstring(node)
    if doc is None:
        raise BadRecord(f"{module.__name__}: {node.name} has no docstring")
    return Record(node.name, " ".join(doc.split()), tuple(fields))


def _string(node: ast.AST) -> str | None:
    """The text of a docstring on one line, if it is one."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return None


def _subscript(node: ast.expr) -> str:
    """``NotRequired`` of ``NotRequired[...]``; empty for anything else."""
    return node.value.id if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) else ""


def _type(module: ModuleType, node: ast.expr) -> Type:
    match node:
        case ast.Constant(value=None):
            return Plain("None")
        case ast.Name(id="str" | "int" | "float" | "bool" | "object"):
            return Plain(node.id)
        case ast.Name():
            return Reference(node.id)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Either(tuple(_flat([_type(module, left), _type(module, right)])))
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            return ListOf(_type(module, item))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return MapOf(_type(module, key), _type(module, value))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=given):
            words = ast.literal_eval(given)
            return Words(words if isinstance(words, tuple) else (words,))
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, more])):
            says = eval(compile(ast.Expression(more), module.__name__, "eval"), vars(module))
            return _narrowed(_type(module, kind), says)
    raise BadRecord(f"{module.__name__}: {ast.unparse(node)} is no type that can be told")


def _flat(kinds: Iterable[Type]) -> Iterator[Type]:
    for kind in kinds:
        yield from _flat(kind.kinds) if isinstance(kind, Either) else (kind,)


def _narrowed(kind: Type, says: object) -> Type:
    match kind, says:
        case ListOf(), int():
            return ListOf(kind.item, says)
        case Plain("int"), range():
            return Plain("int", bounds=says)
        case Plain("str"), tuple():
            return Words(says)
        case Plain("str"), str():
            return Plain("str", pattern=says)
    raise BadRecord(f"{says!r} says nothing about {kind}")


# --- TypeScript ---------------------------------------------------------------------------------------

TYPESCRIPT: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "object": "unknown",
}
SHORT: Final = 3
"""A list of a fixed length up to this is a tuple in TypeScript."""


def typescript(named: Iterable[Named], source: str) -> str:
    """These records and names as TypeScript."""
    lines = [f"/** Made by `orrery schema` from {source}: not to be edited by hand. */"]
    for each in named:
        lines += ["", f"/** {_code(each.doc)} */"] if each.doc else [""]
        if isinstance(each, Alias):
            lines.append(f"export type {each.name} = {_script(each.type)};")
            continue
        lines.append(f"export type {each.name} = {{")
        for field in each.fields:
            mark = "" if field.required else "?"
            lines += [f"  /** {_code(field.doc)} */"] if field.doc else []
            lines.append(f"  {field.name}{mark}: {_script(field.type)};")
        lines.append("};")
    return "\n".join(lines) + "\n"


def _script(kind: Type) -> str:
    match kind:
        case Plain():
            return TYPESCRIPT[kind.name]
        case Words():
            return " | ".join(f"'{word}'" for word in kind.words)
        case Reference():
            return kind.name
        case ListOf():
            item = _script(kind.item)
            if kind.length is not None and kind.length <= SHORT:
                return f"[{', '.join([item] * kind.length)}]"
            return f"({item})[]" if isinstance(kind.item, Either | Words) else f"{item}[]"
        case Row():
            places = [f"{_script(each)}{'' if i < kind.least else '?'}" for i, each in enumerate(kind.places)]
            return f"[{', '.join(places)}]"
        case MapOf(key=Plain()):
            known = "".join(f"{name}?: {_script(each)}; " for name, each in kind.known)
            return f"{{ {known}[name: string]: {_script(kind.value)} }}"
        case MapOf():
            return f"Record<{_script(kind.key)}, {_script(kind.value)}>"
        case Either():
            return " | ".join(_script(each) for each in kind.kinds)


def _code(doc: str) -> str:
    return doc.replace("``", "`")


# --- documents ----------------------------------------------------------------------------------------

MARKED: Final = re.compile(r"<!-- (\w+) (\w+): ([\w\s]+?) -->\n.*?<!-- end -->", re.DOTALL)


def documents() -> dict[Path, str]:
    """The documents with their tables as they should be; every record and name stands in one of them."""
    left = {(title, part, name) for title in TITLES for part in PARTS for name in told(title, part)}
    found: dict[Path, str] = {}

    def filled(marked: re.Match[str]) -> str:
        title, part, names = marked[1], marked[2], marked[3].split()
        known = told(title, part)
        for name in names:
            if (title, part, name) not in left:
                raise BadRecord(f"{marked[0].splitlines()[0]}: {name} is not declared, or told twice")
            left.remove((title, part, name))
            left.difference_update((title, part, each) for each in _chosen(known, known[name]))
        tables = "\n\n".join(_tables([known[name] for name in names], known))
        return f"<!-- {title} {part}: {' '.join(names)} -->\n\n{tables}\n\n<!-- end -->"

    for name in DOCUMENTS:
        path = ROOT / name
        found[path] = MARKED.sub(filled, path.read_text(encoding="utf-8"))
    if left:
        raise BadRecord(f"no document tells of {', '.join(' '.join(each) for each in sorted(left))}")
    return found


def _chosen(known: Mapping[str, Named], named: Named) -> list[str]:
    """The records among which a name chooses by their first field, and those that only they have."""
    if not isinstance(named, Alias) or not isinstance(named.type, Either):
        return []
    found = list(_references(named.type))
    records = [known[name] for name in found]
    if not all(
        isinstance(each, Record) and each.fields and isinstance(each.fields[0].type, Words) for each in records
    ):
        return []
    return [*found, *(f"{name.removesuffix('Question')}Facts" for name in found if name.endswith("Question"))]


def _marked(named: Named | None) -> bool:
    """Whether it is a record that its first field tells from others."""
    return isinstance(named, Record) and bool(named.fields) and isinstance(named.fields[0].type, Words)


def _choice(known: Mapping[str, Named], named: Named) -> str:
    """A union as a table: a row for each record, by the word of its first field."""
    rows = []
    assert isinstance(named, Alias)
    for name in _references(named.type):
        record = known[name]
        assert isinstance(record, Record)
        first, *rest = record.fields
        facts = known.get(f"{name.removesuffix('Question')}Facts")
        fields = facts.fields if name.endswith("Question") and isinstance(facts, Record) else rest
        told_of = "; ".join(
            f"`{field.name}`{'' if field.required else ' (optional)'}: {_words(field.type)}" for field in fields
        )
        rows.append(f"| {_words(first.type)} | {_cell(told_of)} | {_cell(record.doc)} |")
    head = [f"| `{first.name}` | holds | meaning |", "| --- | --- | --- |"]
    return "\n".join([f"**{named.name}**: {_code(named.doc)}", "", *head, *rows])


def _tables(named: list[Named], known: Mapping[str, Named]) -> Iterator[str]:
    """A table for each record, and one for the names together."""
    yield from (_choice(known, each) for each in named if _chosen(known, each))
    named = [each for each in named if not _chosen(known, each)]
    aliases = [each for each in named if isinstance(each, Alias)]
    if aliases:
        rows = [f"| {each.name} | {_words(each.type)} | {_cell(each.doc)} |" for each in aliases]
        yield "\n".join(["| name | is | meaning |", "| --- | --- | --- |", *rows])
    for each in named:
        if isinstance(each, Record):
            rows = [
                f"| `{field.name}` | {_words(field.type)}{'' if field.required else ', optional'} "
                f"| {_cell(field.doc)} |"
                for field in each.fields
            ]
            head = ["| field | type | meaning |", "| --- | --- | --- |"]
            yield "\n".join([f"**{each.name}**: {_code(each.doc)}", "", *head, *rows])


def _cell(doc: str) -> str:
    return _code(doc).replace("|", "\\|")


PLAIN: Final = {"str": "string", "float": "number", "None": "null", "object": "anything"}


def _words(kind: Type) -> str:
    """A type in words."""
    match kind:
        case Plain(bounds=range() as bounds):
            return f"{bounds.start} to {bounds[-1]}" if bounds[-1] < 1 << 16 else f"int from {bounds.start}"
        case Plain():
            return PLAIN.get(kind.name, kind.name)
        case Words():
            return ", ".join(f"`{word}`" if word else '`""`' for word in kind.words)
        case Reference():
            return kind.name
        case ListOf():
            return f"list of {'' if kind.length is None else f'{kind.length} '}{_words(kind.item)}"
        case Row():
            return f"[{', '.join(_words(each) for each in kind.places)}]"
        case MapOf():
            return f"{_words(kind.key)} -> {_words(kind.value)}"
        case Either():
            return " or ".join(_words(each) for each in kind.kinds)


# --- JSON schema --------------------------------------------------------------------------------------

JSON: Final = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "None": "null"}


def json_schema(title: str, part: str = "position", start: str = "Position") -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a title's positions as data, or of another record."""
    known = told(title, part)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": _code(known[start].doc),
        "$ref": f"#/$defs/{start}",
        "$defs": {name: _definition(each) for name, each in known.items()},
    }


def _definition(each: Named) -> dict[str, Any]:
    if isinstance(each, Alias):
        return {"description": _code(each.doc), **_json(each.type)}
    return {
        "description": _code(each.doc),
        "type": "object",
        "properties": {field.name: {"description": _code(field.doc), **_json(field.type)} for field in each.fields},
        "required": [field.name for field in each.fields if field.required],
        "additionalProperties": False,
    }


def _json(kind: Type) -> dict[str, Any]:
    match kind:
        case Plain(name="object"):
            return {}
        case Plain():
            found: dict[str, Any] = {"type": JSON[kind.name]}
            if kind.bounds is not None:
                found |= {"minimum": kind.bounds.start, "maximum": kind.bounds[-1]}
            if kind.pattern is not None:
                found["pattern"] = f"^(?:{kind.pattern})$"
            return found
        case Words():
            return {"enum": list(kind.words)}
        case Reference():
            return {"$ref": f"#/$defs/{kind.name}"}
        case ListOf():
            fixed = {} if kind.length is None else {"minItems": kind.length, "maxItems": kind.length}
            return {"type": "array", "items": _json(kind.item), **fixed}
        case Row():
            places = [_json(each) for each in kind.places]
            return {"type": "array", "prefixItems": places, "items": False, "minItems": kind.least}
        case MapOf():
            return {"type": "object", "propertyNames": _json(kind.key), "additionalProperties": _json(kind.value)}
        case Either():
            return {"anyOf": [_json(each) for each in kind.kinds]}


# --- requests, responses, live messages ---------------------------------------------------------------


def wired() -> list[Named]:
    """The structs that cross the wire, as the OpenAPI document describes them."""
    from orrery.desk import wire
    from orrery.server.app import described

    docs = {place: doc for part in wire.PARTS for place, doc in _field_docs(part).items()}
    found: list[Named] = []
    for name, shape in described().items():
        doc = str(shape.get("description", ""))
        if "properties" in shape:
            required = shape.get("required", ())
            fields = [
                Field(field, _shaped(inside), field in required, docs.get((name, field), ""))
                for field, inside in shape["properties"].items()
            ]
            found.append(Record(name, doc, tuple(fields)))
        else:
            found.append(Alias(name, doc, _shaped(shape)))
    return found


def _field_docs(module: ModuleType) -> dict[tuple[str, str], str]:
    """The docstrings of fields, where they have one."""
    found: dict[tuple[str, str], str] = {}
    for node in ast.parse(_source(module)).body:
        if isinstance(node, ast.ClassDef):
            for part, after in pairwise(node.body):
                doc = _string(after)
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and doc:
                    found[node.name, part.target.id] = doc
    return found


def _shaped(shape: Mapping[str, Any]) -> Type:
    """The type that a JSON schema describes."""
    if "$ref" in shape:
        return Reference(shape["$ref"].rpartition("/")[2])
    if "enum" in shape:
        return Words(tuple(shape["enum"]))
    if "anyOf" in shape:
        return Either(tuple(_shaped(each) for each in shape["anyOf"]))
    match shape.get("type"):
        case "array" if "prefixItems" in shape:
            places = tuple(_shaped(each) for each in shape["prefixItems"])
            return Row(places, shape.get("minItems", 0))
        case "array":
            return ListOf(_shaped(shape.get("items", {})))
        case "object":
            known = tuple((name, _shaped(each)) for name, each in shape.get("properties", {}).items())
            return MapOf(Plain("str"), _shaped(shape.get("additionalProperties", {})), known)
        case None:
            return Plain("object")
        case kind:
            return Plain(next(name for name, word in JSON.items() if word == kind))


# --- the command --------------------------------------------------------------------------------------


def generated() -> dict[Path, str]:
    """Every file that is made, or has parts that are made, as it should be."""
    page = ROOT / "web" / "src"
    found = {
        page / title / "schema.d.ts": typescript(told(title, "view").values(), f"the records of {title}")
        for title in TITLES
    }
    found |= {page / title / "position.json": _form(title) for title in TITLES}
    found[page / "lib" / "api" / "schema.d.ts"] = typescript(wired(), "what crosses the wire")
    return found | documents()


def _form(title: str) -> str:
    """The schema of positions for the page, which makes controls of it and says them in its own words."""
    return json.dumps(_unspoken(json_schema(title)["$defs"]), ensure_ascii=False, separators=(",", ":")) + "\n"


def _unspoken(part: Any) -> Any:
    """A schema without its descriptions."""
    if isinstance(part, list):
        return [_unspoken(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: _unspoken(each) for name, each in part.items() if name != "description" or isinstance(each, dict)}


def stale() -> list[Path]:
    """The files that are not as they should be."""
    return [
        path for path, text in generated().items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def add(commands: Any) -> None:
    command = commands.add_parser(
        "schema", help="write the types, tables and schemas that are made from the records of views and positions"
    )
    command.add_argument("--check", action="store_true", help="only say what is out of date")
    command.add_argument("--json", choices=TITLES, metavar="TITLE", help="print the JSON schema of its positions")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write, check or print."""
    if args.json:
        print(json.dumps(json_schema(args.json), indent=1, ensure_ascii=False))
        return 0
    texts = generated()
    for path in stale():
        print(f"{path.relative_to(ROOT)}{' is out of date: run orrery schema' if args.check else ''}")
        if args.check:
            continue
        path.write_text(texts[path], encoding="utf-8")
    return 1 if args.check and stale() else 0
