"""Tables of the printed sheet that no template draws say and escape what one would."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engines.musg.catalogue import CATALOGUE
from rosters.gear_lines import Known, melee_line, ranged_line
from rosters.sheets.markup import blows_table, known, shots_table, suffered
from rosters.sheets.page import Shot

ONES = (Known("a", "A & B", "Of ruling M16 <i>."), Known("b", "C", "None.", 2))


@pytest.mark.parametrize("drawn", [known, suffered])
def test_what_a_figure_has_is_named_or_told(drawn: object) -> None:
    with override("en"):
        assert known(ONES, False) == "<strong>A &amp; B</strong>, <strong>2 × C</strong>"
        told = drawn(ONES, True)  # type: ignore[operator]
    assert told.startswith("<strong>A &amp; B</strong>: Of <a class=")
    assert told.endswith("ruling M16</a> &lt;i&gt;. <strong>2 × C</strong>: None.")


def test_a_name_that_comes_with_an_injury_is_not_known_by_heart() -> None:
    with override("en"):
        for foe in ("Ann", "Bo"):
            assert f"Hatred ({foe})" in suffered((Known("hatred", f"Hatred ({foe})", ""),), False)


def test_weapons_stand_in_tables_with_headings_in_the_language() -> None:
    bow, sword = ranged_line(CATALOGUE.ranged["bow"], 3), melee_line(CATALOGUE.melee["sword"], 3, 2)
    with override("en"):
        shots, blows = shots_table([Shot(bow, "<heavy>")]), blows_table([sword])
    assert '<th scope="col">Ranged weapon</th>' in shots
    assert "<small>(&lt;heavy&gt;)</small>" in shots
    assert f"<td>{bow.short} / {bow.medium} / {bow.long}</td><td>{bow.strength}</td>" in shots
    assert f"2 × {sword.name}</th><td>{sword.hands}</td><td>{sword.dice}</td><td>{sword.strength}</td>" in blows
    with override("fr"):
        assert '<th scope="col">Corps à corps</th>' in blows_table([sword])
