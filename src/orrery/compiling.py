"""Compiles the engines with mypyc, where a C compiler is there: ``python -m orrery.compiling``.

What it makes lies in a folder of its own that is named after the sources (see ``orrery.form``). Nothing is made
twice. Where it cannot compile it says so: everything works all the same, slower.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from orrery import form

SOURCE: Final = form.HERE.parent
WORK: Final = form.BUILT.with_name("compiling")
"""What is kept between two compilations, so that the second is quicker."""

OPTIMIZED: Final = "1"
"""-O2 takes nearly twice as long to compile."""
SHARED: Final = "orrery"
"""The name of the library that holds the code of all modules, less ``__mypyc``."""
NOTE: Final = "made-by"
"""The file beside compiled modules that says with what and of what they were made."""
UNFINISHED: Final = "new-"
"""How folders begin in which a compilation is under way."""
SECONDS: Final = 90
"""What compiling everything takes, of one core."""
KEPT: Final = 3
"""So many compilations stay: a program that runs still takes modules from the one that it began with."""

PLAIN: Final = (
    "bots/gaia/numbers.py",
    "bots/levels.py",
    "core/arguments.py",
    "core/compiled.py",
    "core/game.py",
    "core/match.py",
    "core/reading.py",
    "core/saying.py",
    "core/titles.py",
    "core/words.py",
    "evacuation/game.py",
    "evacuation/pack/build.py",
    "evacuation/pack/check/",
    "evacuation/pack/load.py",
    "evacuation/pack/provenance.py",
    "evacuation/pack/schema.py",
    "evacuation/tabletop/",
    "evacuation/telling/",
    "evacuation/tools/",
    "evacuation/words.py",
    "gaia/game.py",
    "gaia/tabletop/",
    "gaia/telling/",
    "gaia/tools/",
    "gaia/words.py",
)
"""What stays plain Python: what is in no loop, what has dataclasses with slots, what tells about itself."""


class CannotCompile(Exception):
    """Why nothing can be compiled here, as a part of a sentence."""


def modules() -> list[str]:
    """The files to compile, below ``src``."""
    found = []
    for path in form.sources():
        name = path.relative_to(form.HERE).as_posix()
        if not name.endswith("__init__.py") and not name.startswith(PLAIN):
            found.append(f"orrery/{name}")
    return found


def made_by() -> str:
    """With what, how and of what a compilation is made, beside the sources."""
    from mypy.version import __version__

    return f"mypy {__version__} -O{OPTIMIZED}\n" + "\n".join(modules()) + "\n"


def check() -> None:
    """Raises CannotCompile with what is missing."""
    try:
        import mypyc.build  # noqa: F401
        import setuptools  # noqa: F401
    except ImportError as error:
        raise CannotCompile(f"the Python package {error.name} is missing") from None
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(f"there is no C compiler {compiler} (on Debian: apt-get install gcc libc6-dev)")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotCompile("the headers of Python are missing (on Debian: apt-get install python3-dev)")


def made() -> Path | None:
    """The folder with the compiled modules of these sources, if they were compiled as they would be now."""
    folder = form.BUILT / form.digest()
    note = folder / NOTE
    return folder if note.exists() and note.read_text() == made_by() else None


def compiled(told: Callable[[int, int], None]) -> Path:
    """The folder with the compiled modules of these sources, made if it is not there; raises CannotCompile."""
    check()
    form.BUILT.mkdir(parents=True, exist_ok=True)
    with _alone():
        found = made()
        if found is not None:
            return found
        folder = form.BUILT / form.digest()
        for broken_off in form.BUILT.glob(f"{UNFINISHED}*"):
            shutil.rmtree(broken_off, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=form.BUILT, prefix=UNFINISHED) as name:
            new = Path(name, folder.name)
            _make(new, told)
            if form.digest() != folder.name:
                raise CannotCompile("the sources were changed meanwhile")
            (new / NOTE).write_text(made_by())
            shutil.rmtree(folder, ignore_errors=True)
            new.rename(folder)  # whole or not at all
        _tidy()
    return folder


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Who compiles at the same time waits, and finds everything done."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    with (form.BUILT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(folder: Path, told: Callable[[int, int], None]) -> None:
    """C from Python, objects from C, libraries from objects."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):  # type: ignore[misc]  # nothing is known of it
        """Several files at once, and only those that are new."""

        def build_extensions(self) -> None:
            compiler: Any = self.compiler
            plainly = compiler.compile
            headers = max((path.stat().st_mtime_ns for path in WORK.glob("*.h")), default=0)
            whole = sum(len(extension.sources) for extension in self.extensions)
            done = 0

            def one(source: str, output_dir: str, **how: Any) -> list[str]:
                (target,) = compiler.object_filenames([source], output_dir=output_dir)
                made = Path(target).stat().st_mtime_ns if Path(target).exists() else 0
                if made > max(headers, Path(source).stat().st_mtime_ns):
                    return [target]
                return list(plainly([source], output_dir=output_dir, **how))

            def at_once(sources: list[str], output_dir: str, **how: Any) -> list[str]:
                nonlocal done
                objects = []
                for found in pool.map(lambda source: one(source, output_dir, **how), sources):
                    objects += found
                    done += 1
                    told(done, whole)
                return objects

            compiler.compile = at_once
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                super().build_extensions()

    with _inside(SOURCE), _silent() as said:
        try:
            extensions = mypycify(
                ["--config-file=", "--cache-dir", str(WORK / "types"), *modules()],
                opt_level=OPTIMIZED,
                debug_level="0",
                multi_file=True,
                group_name=SHARED,
                target_dir=str(WORK),
            )
            if os.name == "posix":
                for extension in extensions:
                    extension.extra_compile_args.append("-fwrapv")  # chance counts on numbers that wrap
            command = Build(Distribution({"name": "orrery", "ext_modules": extensions}))
            command.build_lib, command.build_temp = str(folder), str(WORK / "objects")
            command.ensure_finalized()
            command.run()
        except (Exception, SystemExit) as error:
            words = f"{said.getvalue()}\n{error}".strip().splitlines()
            raise CannotCompile("compiling failed:\n" + "\n".join(words[-20:]) + "\n") from error


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _silent() -> Iterator[io.StringIO]:
    """What mypyc and setuptools print is read only where something fails."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        yield said


def _tidy() -> None:
    """Only the newest compilations stay."""
    notes = sorted(form.BUILT.glob(f"*/{NOTE}"), key=lambda note: note.stat().st_mtime_ns, reverse=True)
    for note in notes[KEPT:]:
        shutil.rmtree(note.parent, ignore_errors=True)


def main() -> int:
    """Compile if that is possible and needed, and say so."""
    waits = sys.stderr.isatty()

    def told(done: int, whole: int) -> None:
        if waits:
            print(f"\r  {done} of {whole} files ", end="\n" if done == whole else "", file=sys.stderr, flush=True)

    try:
        check()
        if made() is None:
            seconds = SECONDS // (os.cpu_count() or 1)
            print(f"Compiling the engines, once until they change (about {seconds} s) ...", flush=True)
            compiled(told)
    except CannotCompile as error:
        print(f"Orrery runs as plain Python, because {error}. Everything works all the same, slower.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
