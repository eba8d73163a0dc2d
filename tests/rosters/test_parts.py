"""Parts of pages: what a figure has, on the roster and on paper."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engines.musg.catalogue.printed import CATALOGUE
from rosters.figure_card import Stat
from rosters.gear_lines import Known, melee_line, ranged_line
from rosters.sheets.page import Shot
from rosters.shop.shelf import brief_of, facts_of, notes_of

STATS = (
    Stat("movement", "Mv", "Movement", "6", "6", "", ()),
    Stat("shooting", "Sh", "Shooting", "3+", "4+", "is-better", ()),
    Stat("melee", "Me", "Melee", "<5", "<4", "is-worse", ()),
)
THINGS = (Known("a", "A & B", "Of ruling M16 <i>."), Known("b", "C", "None.", 2))


def drawn(part: str, language: str = "en", **values: object) -> str:
    with override(language):
        return " ".join(render_to_string(f"rosters/{part}.html", values).split()).replace("> <", "><")


def test_a_profile_line_tells_what_differs_from_the_print() -> None:
    found = drawn("stat_table", card=SimpleNamespace(name="A & B", stats=STATS))
    assert "Profile of A &amp; B</caption>" in found
    assert '<th scope="col"><abbr title="Movement">Mv</abbr></th>' in found
    assert '<td>6</td><td class="is-better">3+<span class="visually-hidden"> instead of 4+</span></td>' in found
    assert '<td class="is-worse">&lt;5<span class="visually-hidden"> instead of &lt;4</span></td></tr>' in found


def on_paper(language: str = "en", *, shots: object = (), melee: object = ()) -> str:
    card = SimpleNamespace(name="Ann", stats=STATS, melee=melee)
    return drawn("sheet_figure", language, card=card, block=SimpleNamespace(shots=shots))


def test_on_paper_what_is_printed_stands_in_brackets() -> None:
    cells = "<td>6</td><td>3+ <small>(4+)</small></td><td>&lt;5 <small>(&lt;4)</small></td>"
    assert cells in on_paper()


def test_weapons_stand_in_tables_with_headings_in_the_language() -> None:
    bow, sword = ranged_line(CATALOGUE.ranged["bow"], 3), melee_line(CATALOGUE.melee["sword"], 3, 2)
    sheet = on_paper(shots=[Shot(bow, "<heavy>")], melee=[sword])
    assert '<th scope="col">Ranged weapon</th>' in sheet
    assert "<small>(&lt;heavy&gt;)</small>" in sheet
    assert f"<td>{bow.short} / {bow.medium} / {bow.long}</td><td>{bow.strength}</td>" in sheet
    assert f"2 × {sword.name}</th><td>{sword.hands}</td><td>{sword.dice}</td><td>{sword.strength}</td>" in sheet
    assert '<th scope="col">Corps à corps</th>' in on_paper("fr", melee=[sword])


def test_what_a_figure_has_is_named_or_explained() -> None:
    named = drawn("sheet_known", title="Skills", things=THINGS, explained=False)
    assert "<strong>A &amp; B</strong>, <strong>2 × C</strong>" in named
    explained = drawn("sheet_known", title="Skills", things=THINGS, explained=True)
    assert "<strong>A &amp; B</strong>: Of <a class=" in explained
    assert "ruling M16</a> &lt;i&gt;. <strong>2 × C</strong>: None." in explained
    assert drawn("sheet_known", title="Skills", things=(), explained=True) == ""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_ware_can_be_described(language: str) -> None:
    with override(language):
        for item in CATALOGUE.items.values():
            for strength in (None, 3, 4):
                assert brief_of(item, strength)
                assert facts_of(item, strength) or notes_of(item)
