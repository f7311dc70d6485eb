"""The wheel in an empty environment: no Node, no source tree; the page opens and a move is played."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person
from tests.server.running import Running

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

ROOT = Path(__file__).parents[2]
PACKED = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment's folder. What Orrery depends on is seen there, Orrery itself is only in the wheel."""
    tree, folder = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("env")
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in PACKED:
        shutil.copy(ROOT / name, tree / name)
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"]
    how = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(tree / "dist"), str(tree)]
    subprocess.run([*pip, "wheel", *how], check=True, env={**os.environ, "ORRERY_COMPILED": "0"})
    (wheel,) = (tree / "dist").glob("*.whl")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True)
    shutil.rmtree(tree)
    inside = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
    # A folder named in a .pth file is searched, but its own .pth files, such as that of a checkout, are not read.
    Path(inside, "dependencies.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    return folder


@pytest.fixture
def wheel(installed: Path, tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "data", titles="")
    running.program, running.folder = [str(installed / "bin" / "orrery")], tmp_path
    del running.env["PYTHONPATH"]
    running.env["PATH"] = str(installed / "bin")
    running.start()
    yield running
    running.stop()


def test_the_wheel_serves_the_page_and_a_move_is_played(browser: Browser, wheel: Running, installed: Path) -> None:
    told = subprocess.run(
        [str(installed / "bin" / "python"), "-c", "import orrery; print(orrery.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=installed,
    )
    assert told.stdout.startswith(str(installed))
    person = Person(wheel.url, "Réka")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = person.post("/tables", {"game": "evacuation", "options": {"players": 2}, "seats": seats})
    with seated(browser, wheel.url, (1280, 720), "en", person.http.cookies.jar, "dark") as page:
        page.goto(wheel.url)
        expect(page.get_by_role("heading", name="Orrery").first).to_be_visible()
        page.goto(f"{wheel.url}/match/{made['id']}")
        reka = Sitter(page)
        before = person.get(f"/tables/{made['id']}")["number"]
        until(reka.mine, reka)
        reka.play()
        until(lambda: person.get(f"/tables/{made['id']}")["number"] > before, reka)
