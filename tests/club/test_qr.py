"""QR codes: drawn as a camera reads them, and beside every code and link that leads somebody in."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from club.qr import qr_code

QUIET = 4
"""Modules that stay light around a code (ISO/IEC 18004)."""


def dark_modules(path: str) -> set[tuple[int, int]]:
    """Every dark module, from the runs that the path draws."""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{there}v1h-{back}z" for x, y, there, back in runs) == path
    assert all(there == back for _x, _y, there, back in runs)
    found = [(int(x) + step, int(y)) for x, y, length, _back in runs for step in range(int(length))]
    assert len(found) == len(set(found)), "no module twice"
    return set(found)


def test_a_code_is_drawn_within_its_quiet_zone_with_its_three_eyes() -> None:
    code = qr_code("https://club.example/campaigns/join/abcdefgh/")
    dark = dark_modules(code.path)
    last = code.size - QUIET - 1
    assert {min(x for x, _y in dark), min(y for _x, y in dark)} == {QUIET}
    assert {max(x for x, _y in dark), max(y for _x, y in dark)} == {last}
    for left, top in ((QUIET, QUIET), (last - 6, QUIET), (QUIET, last - 6)):
        ring = {(left + step, top) for step in range(7)} | {(left, top + step) for step in range(7)}
        assert ring <= dark
        assert (left + 1, top + 1) not in dark
        assert (left + 3, top + 3) in dark
    assert qr_code("https://club.example/campaigns/join/abcdefgx/").path != code.path


@pytest.mark.parametrize("address", ["/tables/seat/abc/", "http://testserver/tables/seat/abc/"])
def test_the_tag_draws_the_whole_address_and_says_where_it_leads(address: str) -> None:
    page = Template("{% load club %}{% qr_code address label %}")
    context = Context({"request": RequestFactory().get("/"), "address": address, "label": "Seat <3>"})
    drawn = page.render(context)
    assert qr_code("http://testserver/tables/seat/abc/").path in drawn
    assert 'role="img" aria-label="Seat &lt;3&gt;"' in drawn
    assert "style=" not in drawn
