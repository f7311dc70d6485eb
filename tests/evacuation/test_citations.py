"""The list of rules is complete and true: every rule that can be tested names a test that cites it."""

from __future__ import annotations

import pytest

from tests.evacuation.citations import UNTESTABLE, cited, listed


def test_every_rule_that_can_be_tested_names_tests() -> None:
    without = [rule.id for rule in listed() if not rule.tests]
    assert without == []


def test_every_named_test_exists_and_cites_its_rule() -> None:
    found = cited()
    wrong = [
        f"{rule.id}: {test}"
        for rule in listed()
        for test in rule.tests
        if test != UNTESTABLE and test not in found.get(rule.id, [])
    ]
    assert wrong == []


def test_tests_cite_only_rules_of_the_list() -> None:
    assert sorted(set(cited()) - {rule.id for rule in listed()}) == []


def test_no_rule_is_listed_twice() -> None:
    ids = [rule.id for rule in listed()]
    assert len(ids) == len(set(ids))
    assert len(ids) == 296


@pytest.mark.parametrize("group", ["SET", "ACT", "TRN", "PRG", "RAC", "PTS", "SOL", "TE", "AMB", "TV"])
def test_groups_are_numbered_without_gaps(group: str) -> None:
    numbers = [int(rule.id.rsplit("-", 1)[1]) for rule in listed() if rule.id.split("-")[1] == group]
    assert numbers == list(range(1, len(numbers) + 1))
