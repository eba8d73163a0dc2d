"""What a pad tells a phone of what comes, for a place without a network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from campaigns.matches.models.match import Match
from club.models import Member
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, pad
from tests.web.html import Page

pytestmark = pytest.mark.django_db


def opened(match: Match, reader: Member) -> Page:
    return Page(client_of(reader).get(f"/scores/{match.pk}/pad/").content.decode())


def told(page: Page) -> dict[str, Any]:
    (live,) = [one for one in page.elements if one["id"] == "pad-live"]
    found: dict[str, Any] = json.loads(live["data-ahead"])
    return found


def of(game: str, entries: Sequence[dict[str, Any]] = ()) -> tuple[Match, Member]:
    ann = MemberFactory.create(display_name="Ann")
    return pad([ann, MemberFactory.create(display_name="Ben")], game=game, entries=entries), ann


def test_baf_goes_on_from_the_round_it_is_to_the_ninth_and_then_to_the_final_attempts() -> None:
    """Nine rounds, then the dungeon master or the dragon (BAF!, Tour de jeu, Score final)."""
    match, ann = of("baf", [{"kind": "close_round", "round": 1}])
    page = opened(match, ann)
    steps = told(page)["steps"]
    assert (steps["kind"], steps["field"], steps["values"]) == ("close_round", "f.round", list(range(2, 10)))
    phases = [one["data-phase"] for one in page.all("template") if one["data-phase"]]
    assert phases == ["fresh", "last"]


def test_what_baf_s_fights_bring_is_what_is_typed_and_the_penalty() -> None:
    match, ann = of("baf")
    worth = told(opened(match, ann))["worth"]
    assert worth == {
        "win": ["f.seat", "f.coins"],
        "boss_win": ["f.seat", "f.coins"],
        "loss": ["f.seat", -1],
    }


def test_badass_force_goes_round_the_table_from_whose_turn_it_is() -> None:
    match, ann = of("badass_force", [END_TURN])
    steps = told(opened(match, ann))["steps"]
    assert (steps["kind"], steps["values"], steps["names"], steps["round"]) == (
        "end_turn",
        [1, 0],
        ["Ben", "Ann"],
        True,
    )


def test_who_only_reads_a_pad_is_told_nothing_of_that() -> None:
    match, _ann = of("baf")
    page = opened(match, MemberFactory.create())
    assert [one for one in page.elements if one["data-ahead"]] == []
