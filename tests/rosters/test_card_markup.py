"""Cells and list items that are put together without a template say and escape what a template would."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.utils.translation import override

from rosters.card_markup import stat_heads
from rosters.figure_card import Stat
from rosters.gear_lines import Arm

STATS = (
    Stat("movement", "Mv", "Movement", "6", "6", "", ()),
    Stat("shooting", "Sh", "Shooting", "3+", "4+", "is-better", ()),
    Stat("melee", "Me", "Melee", "<5", "<4", "is-worse", ()),
)


def drawn(text: str, **values: object) -> str:
    with override("en"):
        return Template("{% load musg %}" + text).render(Context(values))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "{{ stats|stat_cells_on_paper }}",
            "<td>6</td><td>3+ <small>(4+)</small></td><td>&lt;5 <small>(&lt;4)</small></td>",
        ),
        ("{{ arms|arm_items }}", "<li>Sword <b>2d S5</b></li><li>Nails &amp; hammer</li>"),
    ],
)
def test_it_says_and_escapes_what_a_template_would(text: str, html: str) -> None:
    assert drawn(text, stats=STATS, arms=(Arm("Sword", "2d S5"), Arm("Nails & hammer", ""))) == html


def test_a_profile_line_tells_what_differs_from_the_print() -> None:
    found = drawn("{{ card|stat_table }}", card=SimpleNamespace(name="A & B", stats=STATS))
    assert "Profile of A &amp; B</caption>" in found
    assert '<td>6</td><td class="is-better">3+<span class="visually-hidden"> instead of 4+</span></td>' in found
    assert '<td class="is-worse">&lt;5<span class="visually-hidden"> instead of &lt;4</span></td></tr>' in found


def test_headings_are_those_of_the_language() -> None:
    with override("en"):
        english = stat_heads(STATS)
    with override("fr"):
        french = stat_heads(STATS)
    assert english.startswith('<th scope="col"><abbr title="Movement">Mv</abbr></th>')
    assert english.count("<th") == french.count("<th") == len(STATS)
    assert "Mouvement" in french
