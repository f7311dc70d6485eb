"""Makes what the page loads of Python, inside the very Python that will load it; ``build.mjs`` calls this.

Bytecode without docstrings, in zips that are only stored: the transport compresses better than they would. Of the
standard library there is what Orrery or msgspec can import, what that imports in turn, and what was loaded when a
few matches were played here.
"""

import ast
import io
import json
import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path, PurePosixPath

WITHOUT = ("orrery.server", "orrery.arena", "orrery.env", "orrery.compiling", "orrery.cli", "orrery.terminal")
"""Parts that no device uses."""
BESIDE = "orrery/study/data/"
"""Puzzles: the page has them itself."""


def modules(root: Path) -> dict[str, Path]:
    """Every module below a folder."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports(module: str, tree: ast.AST, package: bool, deep: bool) -> set[str]:
    """The names that a module imports; ``deep``: inside functions too."""
    found: set[str] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".") if package else module.split(".")[:-1]
                parts = parts[: len(parts) - node.level + 1]
                base = ".".join([*parts, base] if base else parts)
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            home = node.value.partition(":")[0]  # "module:object", imported by name
            if home.replace(".", "").replace("_", "").isalnum() and home.startswith("orrery."):
                found.add(home)
        if not deep and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            stack.extend(node.orelse)
            continue
        stack.extend(ast.iter_child_nodes(node))
    return found


def closure(start: set[str], known: dict[str, Path], deep: bool) -> tuple[set[str], set[str]]:
    """What can be reached from some modules among the known ones, with the packages around; and what is not known."""
    seen: set[str] = set()
    outside: set[str] = set()
    waiting = sorted(start)
    while waiting:
        name = waiting.pop()
        inside = name
        while inside and inside not in known:
            inside = inside.rpartition(".")[0]
        if not inside:
            outside.add(name)
            continue
        if inside in seen:
            continue
        seen.add(inside)
        waiting.extend([inside.rpartition(".")[0]] if "." in inside else [])
        path = known[inside]
        tree = ast.parse(path.read_bytes())
        waiting.extend(imports(inside, tree, path.name == "__init__.py", deep))
    return seen, outside


def compiled(path: Path, name: str) -> bytes:
    """A module as bytecode that needs no source beside it."""
    code = compile(path.read_bytes(), name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def zipped(files: dict[str, bytes]) -> bytes:
    """Files in a zip that is always the same for the same files."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), files[name])
    return sink.getvalue()


def packed(names: set[str], known: dict[str, Path], root: Path) -> dict[str, bytes]:
    """Modules by their place in a zip."""
    found = {}
    for name in names:
        place = PurePosixPath(known[name].relative_to(root).as_posix())
        found[str(place.with_suffix(".pyc"))] = compiled(known[name], str(place))
    return found


def data(root: Path, names: set[str], known: dict[str, Path]) -> dict[str, bytes]:
    """What lies beside modules and is no module: sentences, components."""
    folders = {known[name].parent for name in names if known[name].name == "__init__.py"}
    found = {}
    for folder in sorted(folders):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(root)
            if path.is_file() and path.suffix in (".json", ".toml") and not inside.as_posix().startswith(BESIDE):
                found[inside.as_posix()] = path.read_bytes()
    return found


def bundle(sources: str, wheel: str, library: str, loaded: list[str]) -> dict[str, object]:
    """The three zips, and what they hold. ``loaded`` is what playing here has loaded."""
    ours, theirs, standard = modules(Path(sources)), modules(Path(wheel)), modules(Path(library))
    ours = {name: path for name, path in ours.items() if not name.startswith(WITHOUT)}
    mine, outside = closure({"orrery.device.page"}, ours, deep=True)
    wheel_modules = set(theirs)
    asked = {name for name in outside if name.split(".")[0] != "orrery"}
    for name in wheel_modules:
        asked |= imports(name, ast.parse(theirs[name].read_bytes()), theirs[name].name == "__init__.py", deep=False)
    direct = {name for name in asked if name.split(".")[0] != "msgspec"}
    began = {name for name in loaded if name in standard}
    needed, _ = closure({*direct, *began}, standard, deep=False)
    files = packed(mine, ours, Path(sources)) | data(Path(sources), mine, ours)
    packs = packed(wheel_modules, theirs, Path(wheel))
    packs |= {
        path.relative_to(wheel).as_posix(): path.read_bytes() for path in sorted(Path(wheel).rglob("*.so"))
    }
    return {
        "orrery": zipped(files),
        "msgspec": zipped(packs),
        "stdlib": zipped(packed(needed, standard, Path(library))),
        "modules": json.dumps({"orrery": sorted(mine), "stdlib": sorted(needed)}),
    }


def standing() -> list[str]:
    """The modules that are loaded now."""
    return sorted(sys.modules)
