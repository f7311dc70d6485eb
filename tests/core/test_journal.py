"""Bookings added up."""

from __future__ import annotations

from orrery.core.journal import Booking, totals

BOOKINGS = [
    Booking(0, "ore", -3, "mine"),
    Booking(0, "ore", 1, "income"),
    Booking(0, "coin", -2, "mine"),
    Booking(0, "coin", 2, "gift"),
    Booking(0, "power", 2, "income"),
    Booking(0, "vp", 2, "mine"),
    Booking(0, "vp", -1, "mine"),
    Booking(1, "ore", 9, "income"),
]


def test_costs_gains_and_points_of_one_seat() -> None:
    found = totals(BOOKINGS, 0)
    assert found.cost == {"ore": 3, "coin": 2}
    assert found.gain == {"ore": 1, "coin": 2, "power": 2}
    assert found.points == {"mine": 1}


def test_what_was_paid_and_came_back_may_be_told_as_the_difference() -> None:
    found = totals(BOOKINGS, 0, net=True)
    assert found.cost == {"ore": 2}
    assert found.gain == {"power": 2}
    assert found.points == {"mine": 1}


def test_what_brought_more_than_it_cost_is_a_gain() -> None:
    found = totals([Booking(0, "ore", -1, "mine"), Booking(0, "ore", 3, "income")], 0, net=True)
    assert (found.cost, found.gain) == ({}, {"ore": 2})
