"""Packs from files, from text and from the header of a match; digests and differences.

The built-in packs are the only files an engine ever opens, once each.
"""

from __future__ import annotations

import copyreg
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from orrery.core.journal import Message
from orrery.core.reading import Unreadable, decoded, json_of
from orrery.core.saying import say
from orrery.evacuation.pack.build import build
from orrery.evacuation.pack.check import check
from orrery.evacuation.pack.model import Pack
from orrery.evacuation.pack.provenance import BadProvenance, Provenance, parse
from orrery.evacuation.pack.schema import (
    EFFECT,
    HEAD,
    NEED,
    ORDER,
    SECTIONS,
    SINGLE,
    SINGLES,
    TIER,
    Cleaned,
    Form,
    Problem,
    Raw,
    Values,
    clean,
    near,
)

AT: Final = re.compile(r"(.*) \(at line (\d+), column (\d+)\)")
"""How the reader of TOML ends a sentence."""

BUILT_IN: Final = ("reconstruction-1", "reconstruction-2")
"""Names of the built-in packs, the current one last. A published pack never changes: corrections of ours become
a new pack, so that old matches find the values they were played with."""


class BadPack(ValueError):
    """A pack with faults; ``problems`` lists all of them, the text names each."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Examined(NamedTuple):
    """A pack as it was found: its whole data (base included), its values, and all problems."""

    name: str
    title: str
    data: Raw
    cleaned: Cleaned
    problems: list[Problem]


def read(text: str) -> Raw:
    """The tables of a TOML or JSON text; raises Unreadable with the place of the error."""
    try:
        data = json_of(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(_place(text, str(error))) from error
    except Unreadable:
        raise
    except RecursionError:
        raise Unreadable(say("evacuation.pack.deep")) from None
    except ValueError:  # of thousands of digits
        raise Unreadable(say("evacuation.pack.large")) from None
    if not isinstance(data, dict):
        raise Unreadable(say("evacuation.pack.table"))
    _small(data, 0)
    return data


def _place(text: str, error: str) -> Message:
    """What is wrong with a TOML text, and where: at the end of the text if nothing else is named."""
    found = AT.fullmatch(error)
    line, column = (found[2], found[3]) if found else (text.count("\n") + 1, len(text) - text.rfind("\n"))
    why = found[1] if found else error.removesuffix(" (at end of document)")
    return say("evacuation.pack.toml", why=why, line=line, column=column)


def _small(value: object, depth: int) -> None:
    """Raise Unreadable for what no pack holds and no sentence could show: huge numbers, tables within tables."""
    if depth > 20:
        raise Unreadable(say("evacuation.pack.deep"))
    if isinstance(value, int) and abs(value) >= 10**18:
        raise Unreadable(say("evacuation.pack.large"))
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            _small(each, depth + 1)


def examine(data: Mapping[str, Any]) -> Examined:
    """Everything about a pack, whether it is good or not."""
    problems: list[Problem] = []
    head = data.get("pack")
    if not isinstance(head, Mapping):
        problems.append(Problem("pack", "", "", 'the section is missing; it holds name = "..."'))
        head = {}
    for key, value in head.items():
        if key not in HEAD:
            problems.append(Problem("pack", "", key, f"there is no such field{near(key, list(HEAD))}"))
        elif not isinstance(value, str) or not value.strip():
            problems.append(Problem("pack", "", key, f"expected a text, not {value!r}"))
    if "name" not in head:
        problems.append(Problem("pack", "", "name", "is missing; expected a text"))
    whole: Raw = dict(data)
    base = head.get("extends")
    if base is not None:
        if base in BUILT_IN:
            whole, found = merge(built_in(base).data, data)
            problems += found
        else:
            text = f"there is no pack {base!r}; there are: {', '.join(BUILT_IN)}"
            problems.append(Problem("pack", "", "extends", text))
            return Examined(str(head.get("name", "")), "", whole, Cleaned(), problems)
    cleaned = clean(whole)
    name, title = str(head.get("name", "")), str(head.get("title", head.get("name", "")))
    return Examined(name, title, whole, cleaned, problems + check(cleaned))


def load(source: str | Path) -> Pack:
    """The pack of a text, or of a file named by a Path; raises BadPack with all faults, or Unreadable."""
    return made(examine(read(text_in(source) if isinstance(source, Path) else source)))


def text_in(file: Path) -> str:
    """The text of a pack file; raises Unreadable unless it is UTF-8."""
    return decoded(file.read_bytes())


def made(found: Examined) -> Pack:
    """The typed pack; raises BadPack."""
    faults = [problem for problem in found.problems if not problem.doubt]
    if faults:
        raise BadPack(faults)
    values = found.cleaned.values
    return build(found.name, found.title, digest(values), found.data, values)


@cache
def built_in(name: str) -> Pack:
    """The built-in pack of that name."""
    if name not in BUILT_IN:
        raise LookupError(f"there is no pack {name!r}; there are: {', '.join(BUILT_IN)}")
    return load(_file(name))


def _file(name: str) -> str:
    return resources.files("orrery.evacuation").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")


def text_of(name: str) -> str:
    """A built-in pack as one file, comments and all; corrections stand in the lines of what they correct."""
    text = _file(name)
    head = read(text)["pack"]
    if "extends" not in head:
        return text
    changed = {
        (place, line.partition(" = ")[0]): line
        for place, line in _placed(text)
        # What it says of the origin of one value is not what the whole entry says.
        if " = " in line and not line.startswith(("#", "extends", "from"))
    }
    base = _placed(text_of(head["extends"]))
    whole = [changed.pop((place, line.partition(" = ")[0]), line) for place, line in base]
    assert not changed, f"{name} adds {sorted(changed)}, which are nowhere in {head['extends']}"
    # Its introduction tells how to correct this pack, not the one it corrects.
    return "".join(whole).replace(f'extends = "{head["extends"]}"', f'extends = "{name}"')


def _placed(text: str) -> list[tuple[str, str]]:
    """Every line of a file with the header that it stands under."""
    place, found = "", []
    for line in text.splitlines(keepends=True):
        place = line.strip() if line.startswith("[") else place
        found.append((place, line))
    return found


def default_pack() -> Pack:
    """The current built-in pack."""
    return built_in(BUILT_IN[-1])


# ---------------------------------------------------------------------------------------------------- digest

_NESTED: Final[Mapping[str, Mapping[str, Form]]] = {"effects": EFFECT, "needs": NEED, "tiers": TIER}
_SILENT: Final = ("box",)
"""Sections that no rule reads."""


def _plain(forms: Mapping[str, Form], entry: Mapping[str, Any]) -> Raw:
    """An entry without what equals its default, so that a field added later changes no old digest."""
    out: Raw = {}
    for key, value in entry.items():
        form = forms[key]
        if value == form.default:
            continue
        nested = _NESTED.get(form.kind)
        out[key] = [_plain(nested, item) for item in value] if nested else value
    return out


def digest(values: Values) -> str:
    """32 hex digits over every value and the order of entries; provenance and notes do not count."""
    forms = {**SECTIONS, **SINGLES}
    plain = {
        section: [[name, _plain(forms[section], entry)] for name, entry in entries.items()]
        for section, entries in values.items()
        if section not in _SILENT
    }
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


# ---------------------------------------------------------------------------------------------------- corrections


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> tuple[Raw, list[Problem]]:
    """A whole pack from a base and corrections: given fields replace those of the base, entry by entry."""
    out: Raw = {section: dict(entries) for section, entries in base.items()}
    problems: list[Problem] = []
    for section, told in changes.items():
        if section in ("pack", ORDER):
            continue
        if not isinstance(told, Mapping):
            problems.append(Problem(section, "", "", "must be a table"))
        elif section in SINGLES:
            out[section] = _corrected(section, SINGLE, out.get(section, {}), told, problems)
        elif section in SECTIONS:
            for name, entry in told.items():
                old = out[section].get(name)
                if old is None or not isinstance(entry, Mapping):
                    out[section][name] = entry
                else:
                    out[section][name] = _corrected(section, name, old, entry, problems)
        elif section == "sources":
            out[section] = {**out.get(section, {}), **told}
        else:
            out[section] = told
    out["pack"] = dict(changes.get("pack", {}))
    order = changes.get(ORDER, {})
    if not isinstance(order, Mapping):
        problems.append(Problem(ORDER, "", "", "must name a list of ids for a section"))
        order = {}
    for section, names in order.items():
        known = out.get(section, {}) if section in SECTIONS else {}
        good = isinstance(names, list) and all(isinstance(name, str) for name in names)
        good = good and len(set(names)) == len(names)
        if section not in SECTIONS or not good or not all(name in known for name in names):
            text = f"must list ids of the section {section!r}, each once"
            problems.append(Problem(ORDER, "", section, text))
        else:
            out[section] = {name: known[name] for name in names}
    return out, problems


def _corrected(
    section: str, name: str, old: Mapping[str, Any], entry: Mapping[str, Any], problems: list[Problem]
) -> Raw:
    fields = [key for key in entry if key not in ("from", "note")]
    told = entry.get("from")
    merged = {**old, **entry}
    if not isinstance(told, str):
        text = 'is missing: say where the corrected values come from, e.g. from = "source box"'
        problems.append(Problem(section, name, "from", text))
        merged["from"] = old.get("from", "reconstruction")
        return merged
    try:
        given = parse(told)
    except BadProvenance as error:
        problems.append(Problem(section, name, "from", str(error)))
        merged["from"] = old.get("from", "reconstruction")
        return merged
    merged["from"] = str(parse(old["from"]).changed(fields, given))
    return merged


class Change(NamedTuple):
    """One difference between two packs."""

    section: str
    id: str
    field: str
    """Empty when a whole entry came or went."""
    old: object
    """None when the entry is new."""
    new: object
    """None when the entry is gone."""
    old_from: str
    new_from: str

    def __str__(self) -> str:
        place = " ".join(word for word in (self.section, self.id) if word)
        if not self.field:
            return f"{place}: {'new' if self.old is None else 'gone'} ({self.new_from or self.old_from})"
        origin = self.new_from if self.old_from == self.new_from else f"{self.old_from} -> {self.new_from}"
        if self.old == self.new:
            return f"{place}, {self.field}: {show(self.old)} stays ({origin})"
        return f"{place}, {self.field}: {show(self.old)} -> {show(self.new)} ({origin})"


def show(value: object) -> str:
    """A value as it is written in a pack file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {show(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(show(item) for item in value)}]"
    return str(value)


def diff(old: Pack, new: Pack) -> list[Change]:
    """Every value and every provenance in which two packs differ."""
    return differences(clean(old.data), clean(new.data))


def differences(before: Cleaned, after: Cleaned) -> list[Change]:
    """The same for packs that need not be good."""
    out: list[Change] = []
    for section in (*SINGLES, *SECTIONS):
        olds, news = before.values.get(section, {}), after.values.get(section, {})
        for name in [*olds, *(name for name in news if name not in olds)]:
            from_old = before.provenance.get(section, {}).get(name)
            from_new = after.provenance.get(section, {}).get(name)
            if from_old is None or from_new is None:
                gone, came = olds.get(name), news.get(name)
                old_from, new_from = str(from_old or ""), str(from_new or "")
                out.append(Change(section, name, "", gone, came, old_from, new_from))
                continue
            for field in olds[name]:
                if field not in news[name]:
                    continue  # it could not be read
                values = olds[name][field], news[name][field]
                origins = _origins(from_old, field), _origins(from_new, field)
                if values[0] != values[1] or origins[0] != origins[1]:
                    out.append(Change(section, name, field, *values, *origins))
    return out


def _origins(found: Provenance, field: str) -> str:
    items = [f"{path}: {tag}" for path, tag in found.fields if path.startswith(field + ".")]
    return "; ".join([found.of(field), *items])


# ---------------------------------------------------------------------------------------------------- matches


def pack_option(pack: Pack) -> dict[str, object]:
    """What a match's header says about its pack: enough to find or rebuild it.

    A built-in pack is named with its digest. Of any other the differences to a built-in pack are kept as well.
    """
    for name in BUILT_IN:
        if built_in(name).digest == pack.digest:
            return {"name": name, "digest": pack.digest}
    head = pack.data.get("pack")
    base = built_in(str(head["extends"]) if isinstance(head, Mapping) and "extends" in head else BUILT_IN[-1])
    return {
        "name": pack.name,
        "digest": pack.digest,
        "base": {"name": base.name, "digest": base.digest},
        "changes": changes(base, pack),
    }


def changes(base: Pack, pack: Pack) -> Raw:
    """The corrections that make ``pack`` of ``base``, in the form of a pack that extends it."""
    before, after = clean(base.data), clean(pack.data)
    out: Raw = {}
    for change in differences(before, after):
        if change.new is None:
            continue
        section = out.setdefault(change.section, {})
        entry = section if change.id == SINGLE else section.setdefault(change.id, {})
        raw: Any = pack.data[change.section]
        told = raw if change.id == SINGLE else raw[change.id]
        if not change.field:
            entry.update(told)
            continue
        entry[change.field] = told[change.field] if change.field in told else _json(change.new)
        fields = [key for key in entry if key != "from"]
        whole = after.provenance[change.section][change.id]
        entry["from"] = str(Provenance("reconstruction").changed(fields, whole))
    for section, entries in after.values.items():
        if section in SECTIONS and list(entries) != list(before.values[section]):
            out.setdefault(ORDER, {})[section] = list(entries)
    known, sources = base.data.get("sources"), pack.data.get("sources")
    if isinstance(known, Mapping) and isinstance(sources, Mapping):
        added = {name: sources[name] for name in sources if sources[name] != known.get(name)}
        if added:
            out["sources"] = added
    return out


def _json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def resolve(option: object) -> Pack:
    """The pack that ``options["pack"]`` speaks of; None is the current built-in pack.

    A text is the name of a built-in pack. A mapping comes from ``pack_option``. Anything else, and a digest that is
    not known or does not fit, is a ValueError with an exact sentence.
    """
    if option is None or option == "":
        return default_pack()
    if isinstance(option, str):
        if option not in BUILT_IN:
            raise ValueError(f"there is no pack {option!r}; there are: {', '.join(BUILT_IN)}")
        return built_in(option)
    if not isinstance(option, Mapping):
        raise ValueError(f"a pack is named by a text or a table with name and digest, not {option!r}")
    try:
        text = json.dumps(option, sort_keys=False)
    except TypeError as error:
        raise ValueError(f"a pack is described by plain JSON: {error}") from error
    except (RecursionError, ValueError):
        raise ValueError("a pack is described by plain JSON, neither nested deeply nor with huge numbers") from None
    return _resolved(text)


def _reference(pack: Pack) -> tuple[Callable[[object], Pack], tuple[object]]:
    return resolve, (pack_option(pack),)


copyreg.pickle(Pack, _reference)


@lru_cache(maxsize=64)
def _resolved(text: str) -> Pack:
    option: Raw = json.loads(text)
    unknown = [key for key in option if key not in ("name", "digest", "base", "changes")]
    if unknown:
        raise ValueError(f"a pack has name, digest, base and changes, but no {unknown[0]!r}")
    name, told = option.get("name"), option.get("digest")
    if not isinstance(name, str) or not isinstance(told, str):
        raise ValueError("a pack needs its name and its digest, both texts")
    if "changes" not in option:
        for known in BUILT_IN:
            if built_in(known).digest == told:
                return built_in(known)
        have = ", ".join(f"{known} {built_in(known).digest}" for known in BUILT_IN)
        raise ValueError(f"the pack {name!r} with digest {told} is not known here; there are: {have}")
    if not isinstance(option["changes"], Mapping):
        raise ValueError(f"the changes of pack {name!r} must be a table of sections")
    base = resolve(option.get("base"))
    whole, problems = merge(base.data, {**option["changes"], "pack": {"name": name, "extends": base.name}})
    found = examine({**whole, "pack": {"name": name, "title": name}})
    faults = [problem for problem in [*problems, *found.problems] if not problem.doubt]
    if faults:
        raise BadPack(faults)
    values = found.cleaned.values
    data = {**whole, "pack": {"name": name, "title": name, "extends": base.name}}
    pack = build(name, name, digest(values), data, values)
    if pack.digest != told:
        raise ValueError(f"the pack {name!r} should have digest {told}, but its values have {pack.digest}")
    return pack


# ---------------------------------------------------------------------------------------------------- origins


def provenance(pack: Pack, section: str, name: str = SINGLE) -> Provenance:
    """Where the values of an entry come from; ``.of(field)`` for a single one.

    Order cards take theirs from their orders, and the start space of the progress track is the rulebook's.
    """
    if section == "columns" and name == "0":
        return Provenance("rulebook")
    if section == "order_cards":
        card = pack.order_cards[pack.find("order_cards", name)]
        tags = {provenance(pack, "orders", pack.orders[face].id).of("card") for face in card.faces}
        return Provenance("reconstruction" if "reconstruction" in tags else min(tags))
    entries: Any = pack.data.get(section)
    if not isinstance(entries, Mapping):
        raise LookupError(f"a pack has no section {section!r}; there are: {', '.join([*SINGLES, *SECTIONS])}")
    entry = entries if section in SINGLES else entries.get(name)
    if not isinstance(entry, Mapping):
        raise LookupError(f"there is no {name!r} among the {section} of pack {pack.name}")
    return parse(entry["from"])


class Origin(NamedTuple):
    """A value with its place and where it comes from."""

    section: str
    id: str
    field: str
    value: object
    tag: str

    def __str__(self) -> str:
        place = " ".join(word for word in (self.section, self.id) if word)
        return f"{place}, {self.field}: {show(self.value)} ({self.tag})"


def origins(pack: Pack) -> Iterator[Origin]:
    """Every value of a pack; lists whose items differ in origin are taken apart."""
    cleaned = clean(pack.data)
    for section, entries in cleaned.values.items():
        for name, entry in entries.items():
            found = cleaned.provenance[section][name]
            for field, value in entry.items():
                mixed = [path for path, _ in found.fields if path.startswith(field + ".")]
                if mixed and isinstance(value, tuple):
                    for number, item in enumerate(value):
                        path = f"{field}.{number}"
                        yield Origin(section, name, path, item, found.of(path))
                else:
                    yield Origin(section, name, field, value, found.of(field))


def reconstructed(pack: Pack) -> list[Origin]:
    """The values that are ours and not the publisher's."""
    return [origin for origin in origins(pack) if origin.tag == "reconstruction"]
