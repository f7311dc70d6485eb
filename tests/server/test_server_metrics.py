"""The metrics of a real server: every figure that an operator is promised, the dashboard and the alert rules."""

from __future__ import annotations

import json
import re
import shlex
import time
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from orrery import cli
from tests.server.outside import Receiver
from tests.server.running import ROOT, Running, play_on, wait_for

DEPLOY = ROOT / "deploy"


def _figures(server: Running) -> dict[str, float]:
    """Every sample of a server, as ``name{label=value,...}``."""
    found = {}
    for family in text_string_to_metric_families(server.metrics()):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def _until(server: Running, fits: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    """The figures as soon as they fit: what is stored is not counted for every look."""
    found: dict[str, float] = wait_for(lambda: (seen := _figures(server)) and fits(seen) and seen, 30)
    return found


def test_what_is_stored_is_counted(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    over = ada.table(ben)
    entries = play_on(over, ada, ben)["number"]
    ada.table(ben)
    ada.table()
    found = _until(server, lambda seen: seen["orrery_stored_entries"] == entries)
    states = {state: found[f"orrery_stored_matches{{state={state}}}"] for state in ("open", "running", "over")}
    assert states == {"open": 1, "running": 1, "over": 1}
    assert found["orrery_stored_matches{state=broken}"] == 0
    assert found["orrery_database_usable"] == 1
    assert found["orrery_database_bytes"] > 50_000
    assert found["orrery_data_free_bytes"] > 0
    assert found["orrery_backup_timestamp_seconds"] == 0
    before = time.time()
    assert server.admin("backup", str(tmp_path / "backup")).returncode == 0
    found = _until(server, lambda seen: seen["orrery_backup_timestamp_seconds"] > 0)
    assert found["orrery_backup_timestamp_seconds"] >= before - 1
    assert server.admin("backup", str(tmp_path / "backup")).returncode == 0
    again = found["orrery_backup_timestamp_seconds"]
    _until(server, lambda seen: seen["orrery_backup_timestamp_seconds"] > again)


def test_what_is_asked_and_refused_is_counted(server: Running) -> None:
    before = _figures(server)
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    server.nobody().refused("/api/sign-in", 401, "wrong-password", name="Nobody", password="no password")
    program = server.nobody()
    program.client.headers["Authorization"] = "Bearer nonsense"
    assert program.ask("GET", "/api/me").status_code == 401
    ada.refused(f"/api/matches/{match}/commit", 400, "bad-request", base=7, actions=["bid 1"])
    with ada.live() as socket:
        socket.send("watch", match=match, seat=0)
        socket.next("watching")
        during = _figures(server)
    rises = (
        "orrery_refusals_total{code=wrong-password}",
        "orrery_refusals_total{code=bad-request}",
        "orrery_sign_ins_failed_total{by=password}",
        "orrery_sign_ins_failed_total{by=token}",
        "orrery_connections{kind=socket}",
        "orrery_rooms",
        "orrery_queue_seconds_count{queue=engine}",
        "orrery_worker_seconds_total{queue=engine}",
        "orrery_request_seconds_count{method=POST}",
        "orrery_requests_total{method=POST,status=401}",
    )
    for name in rises:
        assert during[name] > before.get(name, 0), name
    for queue in ("engine", "bots"):
        assert during[f"orrery_queue_length{{queue={queue}}}"] >= 0
    sockets = "orrery_connections{kind=socket}"
    wait_for(lambda: _figures(server)[sockets] < during[sockets])


def test_notices_are_counted_by_state(start: Callable[..., Running], receiver: Receiver) -> None:
    server = start(private_webhooks="yes")
    ada, ben = server.person("Ada"), server.person("Ben")
    wish = {"webhook": receiver.url, "by_webhook": True, "live_too": True, "language": "en"}
    assert ben.put("/api/notices", **wish).status_code == 200
    match = ada.table(ben)
    ada.commit(match, ada.position(match)["options"][0]["text"])
    found = _until(server, lambda seen: seen["orrery_stored_notices{state=sent}"] > 0)
    assert found["orrery_stored_notices{state=failed}"] == 0


def test_a_database_that_is_gone_is_told_and_the_metrics_still_come(
    start_postgres: Callable[..., Running], postgres: Any
) -> None:
    server = start_postgres()
    _until(server, lambda seen: seen["orrery_database_usable"] == 1)
    name = server.env["ORRERY_DATABASE"].rpartition("/")[2].partition("?")[0]
    with psycopg.connect(postgres.url(), autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        _until(server, lambda seen: seen["orrery_database_usable"] == 0)
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    _until(server, lambda seen: seen["orrery_database_usable"] == 1)


def _named(expression: str) -> set[str]:
    """The metrics that an expression names."""
    bare = re.sub(r'"[^"]*"', '""', expression)
    bare = re.sub(r"\bby \([^)]*\)", "", bare)
    return set(re.findall(r"\b(?:orrery|process|up)(?:_\w+)?\b", re.sub(r"\{[^}]*\}", "", bare)))


def _told(server: Running) -> set[str]:
    """The names under which a server tells figures, also those that have none yet."""
    found = set()
    for line in server.metrics().splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            found.add(name)
            if kind == "histogram":
                found |= {f"{name}_{end}" for end in ("bucket", "sum", "count")}
    return found | {"up"}  # Prometheus itself tells whether a server answers


def _rules() -> list[dict[str, Any]]:
    document = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
    assert list(document) == ["groups"]
    return [rule for group in document["groups"] for rule in group["rules"]]


def test_the_alert_rules_are_rules_and_name_what_is_there(server: Running) -> None:
    told = _told(server)
    names = [rule["alert"] for rule in _rules()]
    assert len(set(names)) == len(names)
    for rule in _rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smhd]", rule.get("for", "0s"))
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        for opening, closing in ("()", "{}", "[]"):
            assert rule["expr"].count(opening) == rule["expr"].count(closing), rule
        assert _named(rule["expr"]), rule
        assert _named(rule["expr"]) <= told, rule


def test_the_dashboard_names_what_is_there(server: Running) -> None:
    told = _told(server)
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    assert expressions
    for expression in expressions:
        assert _named(expression), expression
        assert _named(expression) <= told, expression


def test_the_nightly_backup_is_a_command_that_exists() -> None:
    """The service makes a backup and keeps some; the timer starts it."""
    service, timer = ConfigParser(interpolation=None), ConfigParser(interpolation=None)
    service.read(DEPLOY / "orrery-backup.service")
    timer.read(DEPLOY / "orrery-backup.timer")
    program, *arguments = shlex.split(service["Service"]["ExecStart"])
    asked = cli.parser().parse_args(arguments)
    assert (Path(program).name, asked.job) == ("orrery", "backup")
    assert asked.keep > 1
    assert not asked.with_key
    assert asked.file.parent == Path("/var/lib") / service["Service"]["StateDirectory"]
    assert (timer["Timer"]["Persistent"], timer["Install"]["WantedBy"]) == ("yes", "timers.target")


@pytest.mark.parametrize("expression", ["rate(orrery_nothing_total[5m])", "orrery_nothing > 1"])
def test_a_metric_that_is_not_there_would_be_found(server: Running, expression: str) -> None:
    assert not _named(expression) <= _told(server)
