"""Byes, and with how many newcomers start."""

from __future__ import annotations

from collections import Counter

from engines.pairing import byes_in, start_in

FIGHTS = [(1, 1, 10), (1, 2, 10), (2, 1, 20), (2, 3, 21), (3, 2, 30), (3, 3, 30)]
"""Three rounds of three: 3, then 2, then 1 sits out. A round has begun with the last of its battles."""
SINCE = {1: 0, 2: 0, 3: 0}


def test_who_was_there_and_did_not_fight_sat_out() -> None:
    assert byes_in(FIGHTS, SINCE) == Counter({1: 1, 2: 1, 3: 1})
    assert byes_in(FIGHTS, {**SINCE, 4: 21})[4] == 2
    assert byes_in(FIGHTS, {**SINCE, 4: 22})[4] == 1


def test_newcomers_start_with_the_fewest_byes_of_those_there() -> None:
    """Before the third round 1 has none; after it everybody has one. Who was there from the first starts with none."""
    assert start_in(FIGHTS, {**SINCE, 4: 25, 5: 40}) == Counter({4: 0, 5: 1})
    assert +start_in(FIGHTS, SINCE) == Counter()
    assert start_in([], SINCE) == Counter()
