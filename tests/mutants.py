"""Whether a test fails when a rule is changed: ``make mutation``; writes a table of docs/quality.md.

Cosmic Ray makes the changes. All tests are collected once; each change is then tried in a fork of that process, in
which the changed function takes the place of the right one. Only tests that run its line are run (``make coverage``
notes them), the quickest first, until one fails. What is found stays in ``build/mutation``, and a run goes on where
the last one stopped.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import hashlib
import inspect
import json
import math
import os
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import cosmic_ray.plugins
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from coverage import CoverageData

from tests.contexts import FOLDER as COVERAGE
from tests.figures import commit
from tests.tally import Row, write

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "orrery"
FOUND: Final = ROOT / "build" / "mutation"
PARTS: Final = ("gaia/rules", "gaia/decisions", "evacuation/rules", "evacuation/decisions")

BUDGET: Final = 5.0
"""Seconds of processor time that the tests of one change take at most when nothing is changed."""
MEMORY: Final = 2 << 30
"""Bytes that a changed rule may take beyond what is taken already."""

OPERATORS: Final = (
    *("AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop", "NumberReplacer"),
    *(
        f"ReplaceUnaryOperator_{change}"
        for change in ("Delete_Not", "Delete_Invert", "Delete_USub", "USub_Invert", "Invert_USub")
    ),
    *(
        f"ReplaceComparisonOperator_{change}"
        for change in ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Is_IsNot", "IsNot_Is")
    ),
    *(
        f"ReplaceBinaryOperator_{change}"
        for change in (
            *("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul"),
            *("LShift_RShift", "RShift_LShift", "BitAnd_BitOr", "BitOr_BitAnd", "BitXor_BitOr"),
        )
    ),
)
"""Of Cosmic Ray's changes one for each sign, where it has eleven: next to all of those fail in the same tests."""


class Mutant(NamedTuple):
    """One change of one file."""

    operator: str
    occurrence: int
    line: int

    @property
    def key(self) -> str:
        return f"{self.operator} {self.occurrence}"


class Trial(NamedTuple):
    """A change to be tried now, and by which tests."""

    file: str
    mutant: Mutant
    text: str
    functions: dict[tuple[str, int], CodeType]
    tests: list[str]
    mark: str
    """Of the tests as they are: when they change, a change that survived is tried again."""


def mutants(text: str) -> list[Mutant]:
    """Every change of what functions of a file do, in a fixed order."""
    tree = get_ast(text)
    inside = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }
    found = []
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(f"core/{name}")()
        places = (start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node))
        found += [Mutant(name, number, line) for number, (line, _) in enumerate(places) if line in inside]
    return found


def asserted(text: str) -> set[int]:
    """Lines of what is asserted: it is never false, so no test can notice when it says less."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert)]
    return {line for node in found for line in range(node.lineno, (node.end_lineno or 0) + 1)}


def functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Functions of a module that lie in no other function, by name and first line."""
    found: dict[tuple[str, int], CodeType] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & inspect.CO_OPTIMIZED:
                found[each.co_qualname, each.co_firstlineno] = each
            else:
                found.update(functions(each))
    return found


def body(code: CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands."""
    inner = tuple(body(each) if isinstance(each, CodeType) else (type(each), each) for each in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, inner


def statements(text: str) -> dict[int, range]:
    """Line -> the lines of the statement that it belongs to; of a compound one its head."""
    found: dict[int, range] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            inner = [each.lineno for each in ast.walk(node) if isinstance(each, ast.stmt) and each is not node]
            last = min(inner) - 1 if inner else node.end_lineno or node.lineno
            lines = range(node.lineno, max(node.lineno, last) + 1)
            for line in lines:
                if line not in found or len(lines) < len(found[line]):
                    found[line] = lines
    return found


def shown(old: str, new: str) -> str:
    """The line that differs, before and after."""
    for one, other in zip(old.splitlines(), new.splitlines(), strict=False):
        if one != other:
            return f"{one.strip()}  ->  {other.strip()}"
    return ""


class Kept:
    """What is known of a file; forgotten when the file changes."""

    def __init__(self, file: str, text: str) -> None:
        self.path: Final = FOUND / f"{file.replace('/', '.')}.json"
        self.source: Final = hashlib.sha256(text.encode()).hexdigest()
        self.data: dict[str, Any] = {"source": self.source, "tried": {}}
        if self.path.exists():
            data = json.loads(self.path.read_text("utf-8"))
            if data["source"] == self.source:
                never = asserted(text)
                tried = {key: each for key, each in data["tried"].items() if each["line"] not in never}
                self.data = {**data, "tried": tried}

    def save(self) -> None:
        """Whole or not at all."""
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps(self.data, indent=1), "utf-8")
        beside.replace(self.path)


class Runner:
    """The plugin that tries changes instead of running the tests."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args: Final = args
        self.data: Final = CoverageData(str(COVERAGE / "data"))
        self.data.read()
        self.items: dict[str, pytest.Item] = {}
        self.times: dict[str, float] = {}
        self.failed = False
        self.began = time.monotonic()

        self.config: pytest.Config

    def pytest_collection(self) -> None:
        """Failing examples are not made smaller here: it is enough that there is one."""
        import hypothesis  # not before pytest is ready for it

        told = hypothesis.settings.get_profile("orrery")
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutants", told, phases=phases, database=None)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails in any of its phases has noticed the change."""
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every change of every file."""
        self.config = session.config
        self.items = {item.nodeid: item for item in session.items}
        for thing in gc.get_objects():
            if isinstance(thing, functools._lru_cache_wrapper) and inspect.unwrap(
                thing
            ).__code__.co_filename.startswith(tuple(str(SOURCE / part) for part in PARTS)):
                thing.cache_clear()  # what a rule found while tests were collected would hide a change of it
        self.times = self._measured()
        live: dict[str, dict[tuple[str, int], list[FunctionType]]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                code = thing.__code__
                key = (code.co_qualname, code.co_firstlineno)
                live.setdefault(code.co_filename, {}).setdefault(key, []).append(thing)
        gc.collect()
        gc.freeze()
        for file in self.args.files:
            self._file(file, live.get(str(SOURCE / file), {}))
        return True

    def _measured(self) -> dict[str, float]:
        """Seconds of every test with nothing changed; without those that fail here."""
        mark = self._mark(self.items)
        path = FOUND / "times.json"
        if path.exists():
            known = json.loads(path.read_text("utf-8"))
            if known["mark"] == mark:
                found: dict[str, float] = known["times"]
                return found
        print(f"measuring {len(self.items)} tests ...", flush=True)
        beside = path.with_suffix(".new")
        child = os.fork()
        if not child:
            _hush(self.config)
            times = {}
            for name, item in self.items.items():
                self.failed = False
                began = time.process_time()
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if not self.failed:
                    times[name] = time.process_time() - began
            beside.write_text(json.dumps({"mark": mark, "times": times}), "utf-8")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            raise RuntimeError("the tests do not run to their end with nothing changed")
        beside.replace(path)
        found = json.loads(path.read_text("utf-8"))["times"]
        for name in self.items.keys() - found.keys():
            print(f"fails with nothing changed, left out: {name}", flush=True)
        return found

    def _mark(self, tests: Iterable[str]) -> str:
        """Of tests and the files in which they stand."""
        names = sorted(tests)
        files = {self.items[name].path for name in names}
        whole = hashlib.sha256("\n".join(names).encode())
        for path in sorted(files):
            whole.update(_digest(path))
        return whole.hexdigest()[:16]

    def _tests(self, contexts: dict[int, list[str]], lines: Iterable[int]) -> list[str]:
        """Those that run one of these lines, the quickest first, as many as the budget allows."""
        reach = {name for line in lines for name in contexts.get(line, ())} & self.times.keys()
        found: list[str] = []
        spent = 0.0
        for name in sorted(reach, key=lambda each: (self.times[each], each)):
            spent += self.times[name]
            if found and spent > BUDGET:
                break
            found.append(name)
        return found

    def _trials(
        self, file: str, text: str, kept: Kept, live: dict[tuple[str, int], list[FunctionType]]
    ) -> Iterator[Trial]:
        """Changes that have to be tried; one that changes nothing, such as one of an annotation, is left out."""
        path = str(SOURCE / file)
        contexts = self.data.contexts_by_lineno(path)
        heads = statements(text)
        right = functions(compile(text, path, "exec", dont_inherit=True))
        chosen, never = mutants(text), asserted(text)
        kept.data["mutants"] = sum(mutant.line not in never for mutant in chosen)
        kept.data["sample"] = self.args.sample if len(chosen) > self.args.sample > 0 else 0
        if kept.data["sample"]:  # a larger sample of the same seed begins with the smaller one
            Random(f"{self.args.seed} {file}").shuffle(chosen)
            chosen = chosen[: self.args.sample]
        kept.data["seed"] = self.args.seed
        kept.data["left_out"] = 0
        for mutant in [each for each in chosen if each.line not in never]:
            known = kept.data["tried"].get(mutant.key)
            if known and known["outcome"] in ("killed", "timed out"):
                continue
            operator = cosmic_ray.plugins.get_operator(f"core/{mutant.operator}")()
            changed = mutate_code(text, operator, mutant.occurrence)
            try:
                now = functions(compile(changed, path, "exec", dont_inherit=True))
            except SyntaxError:
                now = right
            different = {key: code for key, code in now.items() if key in right and body(code) != body(right[key])}
            lines = heads.get(mutant.line, range(mutant.line, mutant.line + 1))
            if not different or not all(key in live for key in different):
                kept.data["left_out"] += 1
                continue
            tests = self._tests(contexts, lines)
            mark = self._mark(tests)
            if known and known["mark"] == mark:
                continue
            yield Trial(file, mutant, changed, different, tests, mark)

    def _file(self, file: str, live: dict[tuple[str, int], list[FunctionType]]) -> None:
        text = (SOURCE / file).read_text("utf-8")
        kept = Kept(file, text)
        running: dict[int, Trial] = {}

        def note(trial: Trial, outcome: str) -> None:
            kept.data["tried"][trial.mutant.key] = {
                "outcome": outcome,
                "line": trial.mutant.line,
                "change": shown(text, trial.text),
                "tests": len(trial.tests),
                "mark": trial.mark,
            }
            kept.data["day"], kept.data["commit"] = time.strftime("%Y-%m-%d", time.gmtime()), commit()

        def ended() -> None:
            child, status = os.wait()
            trial = running.pop(child)
            if os.WIFSIGNALED(status):
                timed = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
                note(trial, "timed out" if timed else "killed")
            else:
                note(trial, "killed" if os.WEXITSTATUS(status) else "survived")

        for number, trial in enumerate(self._trials(file, text, kept, live)):
            if 0 < self.args.minutes * 60 < time.monotonic() - self.began:
                break
            if not trial.tests:
                note(trial, "survived")
                continue
            if len(running) >= self.args.workers:
                ended()
            child = os.fork()
            if not child:
                self._try(trial, live)
            running[child] = trial
            if number % 20 == 19:
                kept.save()
        while running:
            ended()
        kept.save()
        print(line_of(file, kept.data), flush=True)

    def _try(self, trial: Trial, live: dict[tuple[str, int], list[FunctionType]]) -> None:
        """In a process of its own: put the change in place and run the tests until one fails; never returns."""
        try:
            _hush(self.config)
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, hard))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for key, code in trial.functions.items():
                for function in live[key]:
                    function.__code__ = code
            _, most = resource.getrlimit(resource.RLIMIT_CPU)
            for name in trial.tests:
                until = math.ceil(time.process_time() + 5 * self.times[name] + 2)
                resource.setrlimit(resource.RLIMIT_CPU, (until, most))
                self.failed = False
                item = self.items[name]
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    os._exit(1)
            os._exit(0)
        except BaseException:  # noqa: BLE001  # whatever a changed rule does to pytest itself has been noticed
            traceback.print_exc()
            os._exit(1)


def _hush(config: pytest.Config) -> None:
    """Nothing that a child prints is read."""
    config.pluginmanager.unregister(name="terminalreporter")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


@functools.cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def line_of(file: str, data: dict[str, Any]) -> Row:
    """The figures of a file."""
    outcomes = [each["outcome"] for each in data["tried"].values()]
    return Row(
        file,
        data["mutants"],
        len(outcomes),
        outcomes.count("killed"),
        outcomes.count("timed out"),
        outcomes.count("survived"),
        data.get("day", ""),
        data.get("commit", ""),
    )


def every_file() -> list[str]:
    """Files of the rules and questions of both titles."""
    return [str(path.relative_to(SOURCE)) for part in PARTS for path in sorted((SOURCE / part).glob("[a-z]*.py"))]


def told() -> None:
    """Write the table, and the changes that survived."""
    rows, alive = [], []
    for file in every_file():
        kept = Kept(file, (SOURCE / file).read_text("utf-8"))
        if "mutants" not in kept.data or not kept.data["tried"]:
            continue
        rows.append(line_of(file, kept.data))
        for key, each in sorted(kept.data["tried"].items(), key=lambda pair: pair[1]["line"]):
            if each["outcome"] == "survived":
                alive.append(f"{file}:{each['line']}: {each['change']}  [{key}, {each['tests']} tests]")
    (FOUND / "survivors.txt").write_text("\n".join(alive) + "\n", "utf-8")
    print(write(rows))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutation", description=__doc__)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="changes of each file, drawn by chance; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="of that chance")
    parser.add_argument("--minutes", type=float, default=0, help="begin nothing after these; 0 for no end")
    parser.add_argument("--tests", nargs="*", default=[])
    parser.add_argument("files", nargs="*", help="below src/orrery; all if none is given")
    args = parser.parse_args(words)
    known = every_file()
    args.files = [re.sub(r"^(src/)?(orrery/)?", "", file) for file in args.files] or known
    for file in args.files:
        if file not in known:
            parser.error(f"{file} is none of the files of {', '.join(PARTS)}")
    FOUND.mkdir(parents=True, exist_ok=True)
    runner = Runner(args)
    pytest.main(
        ["-q", "-p", "no:cacheprovider", "-m", "not soak and not slow", *args.tests],
        plugins=[runner],
    )
    told()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
