"""What ``deploy`` holds, as far as it can be checked without a container engine."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from orrery.cli import parser
from orrery.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = {f"ORRERY_{field.name.upper()}" for field in fields(Settings)}
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
COMPOSE = "ORRERY_DOMAIN"
"""A variable of compose and of the proxy, no setting of the server."""


def compose() -> dict[str, Any]:
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def read(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: str(path.name))
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"ORRERY_[A-Z_]+", path.read_text("utf-8"))) - {"ORRERY_", COMPOSE}
    assert named <= SETTINGS


def test_an_example_of_settings_can_be_read() -> None:
    lines = [line.lstrip("#") for line in read("orrery.env.example").splitlines() if re.match("#?ORRERY_", line)]
    env = dict(line.split("=", 1) for line in lines)
    assert len(env) == len(lines) > 5
    settings = Settings.read({**env, "ORRERY_DATA": "/nowhere"})
    assert settings.registration == "invited"
    assert settings.dsn


def test_compose_fits_the_container_and_the_proxy() -> None:
    services = compose()["services"]
    build = services["orrery"]["build"]
    folder = (DEPLOY / build["context"]).resolve()
    assert folder == ROOT
    assert (folder / build["dockerfile"]).is_file()
    assert (DEPLOY / f"{services['orrery']['env_file']}.example").is_file()
    proxy = services["proxy"]["networks"]["inner"]["ipv4_address"]
    assert services["orrery"]["environment"]["ORRERY_PROXIES"] == proxy
    volumes = {name for service in services.values() for name in _volumes(service)}
    assert volumes == set(compose()["volumes"])
    for service in services.values():
        assert set(service["networks"]) <= set(compose()["networks"])
        assert set(service.get("depends_on", ())) <= set(services)
    port = re.search(r"ORRERY_PORT=(\d+)", read("Containerfile"))
    assert port is not None
    assert f"reverse_proxy orrery:{port[1]} " in read("Caddyfile")
    assert read("Caddyfile").count("{") == read("Caddyfile").count("}")
    user = services["database"]["environment"]["POSTGRES_USER"]
    database = services["database"]["environment"]["POSTGRES_DB"]
    given = services["orrery"]["environment"]["ORRERY_DATABASE"]
    assert re.fullmatch(rf"postgresql://{user}:\$\{{POSTGRES_PASSWORD:\?[^}}]+\}}@database/{database}", given)


def _volumes(service: dict[str, Any]) -> list[str]:
    """Named volumes of a service; files that are mounted must be there."""
    named = []
    for volume in service.get("volumes", ()):
        source = volume.split(":")[0]
        if source.startswith("."):
            assert (DEPLOY / source).is_file()
        else:
            named.append(source)
    return named


def test_the_container_file_uses_what_there_is() -> None:
    text = re.sub(r"\\\n", " ", read("Containerfile"))
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    known = {
        "FROM",
        "RUN",
        "WORKDIR",
        "COPY",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "CMD",
    }
    assert {word for word, _ in lines} <= known
    assert lines[0][0] == "FROM"
    for found in re.findall(r"requirements/\S+", text):
        assert (ROOT / found).is_file()
    for target in re.findall(r"(?:^|&& )make (\w+)", " && ".join(rest for word, rest in lines if word == "RUN")):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    stages = re.findall(r"^FROM \S+ AS (\w+)", text, re.MULTILINE)
    assert set(re.findall(r"--from=(\w+)", text)) <= set(stages)
    versions = re.findall(r"^FROM python:(\d+)\.(\d+)", text, re.MULTILINE)
    assert len(versions) == 2
    assert all((int(major), int(minor)) >= (3, 11) for major, minor in versions)
    command = yaml.safe_load(lines[-1][1])
    assert parser().parse_args(command[1:]).command == "serve"


@pytest.mark.parametrize("path", UNITS, ids=lambda path: str(path.name))
def test_units_start_commands_that_exist(path: Path) -> None:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(path.read_text("utf-8"))
    assert unit.get("Unit", "Description")
    if path.suffix == ".timer":
        assert (DEPLOY / f"{path.stem}.service").is_file()
        return
    for name in ("ExecStartPre", "ExecStart"):
        if unit.has_option("Service", name):
            program, *words = shlex.split(unit.get("Service", name).lstrip("-"))
            assert Path(program).name == "orrery"
            parser().parse_args(words)
    if shutil.which("systemd-analyze"):
        done = subprocess.run(["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False)
        wrong = [line for line in done.stderr.splitlines() if path.name in line and "not executable" not in line]
        assert wrong == []
