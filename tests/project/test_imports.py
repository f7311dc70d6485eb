"""Who imports whom: one direction between the packages, and no cycle inside them; deferred imports count too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "orrery"

RANKS = (
    ("form",),
    ("core",),
    ("gaia", "evacuation"),
    ("bots", "desk"),
    ("study",),
    ("arena", "env", "server", "device"),
    ("terminal", "bench", "pace", "diff", "schema", "cli", "compiling", "__main__"),
)
"""Each may import those before it, and itself; ``gaia`` and ``evacuation`` do not know each other."""

RANK = {part: rank for rank, parts in enumerate(RANKS) for part in parts}

WITHOUT_CYCLES = ("core", "gaia", "evacuation", "bots", "desk", "study", "arena", "env", "server", "device")


def module_of(path: Path) -> str:
    """``gaia.rules.power``: its name within the package."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}
MODULES.pop("__init__", None)  # the package itself tells its version only


def statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import below a node, in functions too, but not those for the type checker."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from statements(other)
        elif isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child
        else:
            yield from statements(child)


def imported(module: str) -> set[str]:
    """The modules of ours that a module imports; of ``from package import module`` the module."""
    found: set[str] = set()
    for statement in statements(ast.parse(MODULES[module].read_text())):
        if isinstance(statement, ast.Import):
            names = [alias.name for alias in statement.names]
        else:
            assert not statement.level, f"{module}: imports are absolute"
            home = statement.module or ""
            names = [f"{home}.{alias.name}" for alias in statement.names]
        for name in names:
            inside = name.removeprefix("orrery.")
            while inside != name and inside not in MODULES and "." in inside:
                inside = inside.rpartition(".")[0]
            if inside != name and inside in MODULES and inside != module:
                found.add(inside)
    return found


@cache
def graph() -> dict[str, set[str]]:
    """Every module and the modules of ours that it imports."""
    return {module: imported(module) for module in MODULES}


def cycles(within: dict[str, set[str]]) -> list[list[str]]:
    """The sets of modules that can each be reached from each other (Tarjan), larger than one."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in sorted(within[module] & set(within)):
            if other not in order:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], order[other])
        if low[module] == order[module]:
            ring = stack[stack.index(module) :]
            del stack[-len(ring) :]
            if len(ring) > 1:
                found.append(sorted(ring))

    for module in sorted(within):
        if module not in order:
            visit(module)
    return found


def test_every_part_has_its_rank() -> None:
    assert {module.split(".")[0] for module in MODULES} == set(RANK)


def test_imports_point_one_way() -> None:
    wrong = [
        f"{module} -> {other}"
        for module, others in graph().items()
        for other in sorted(others)
        if (mine := module.split(".")[0]) != (theirs := other.split(".")[0])
        and (RANK[theirs] > RANK[mine] or {mine, theirs} == {"gaia", "evacuation"})
    ]
    assert wrong == []


@pytest.mark.parametrize("part", WITHOUT_CYCLES)
def test_no_part_has_a_cycle(part: str) -> None:
    inside = {module: others for module, others in graph().items() if module.split(".")[0] == part}
    assert cycles(inside) == []


def test_cycles_are_found() -> None:
    """Also one through three modules, and one beside another."""
    rings = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e", "a"}, "e": {"d"}, "f": {"a"}}
    assert cycles(rings) == [["a", "b", "c"], ["d", "e"]]
    assert cycles({"a": {"b"}, "b": set()}) == []
