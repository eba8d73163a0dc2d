"""Forms of the campaigns' rooms over stored rows, opened by two people at once: see ``club.seen``."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match
from club.models import Member
from tests.campaigns.matches.asking import as_, at
from tests.factories.campaigns import cast
from tests.factories.club import MemberFactory
from tests.factories.matches import result
from tests.web.html import Page, filled_in

pytestmark = pytest.mark.django_db


def form_at(page: bytes, address: str) -> dict[str, Any]:
    found = [
        form for form in Page(page.decode()).all("form") if form["method"] == "post" and "search" not in form["role"]
    ]
    named = [form for form in found if form["action"] == address]
    return filled_in(named[0] if named else next(form for form in found if not form["action"]))


def both_save(address: str, one: Member, other: Member, theirs: dict[str, Any], mine: dict[str, Any]) -> dict[str, Any]:
    """Let the other save while the one has the page open; return what the one's form says after it was refused."""
    first, second = (form_at(as_(who).get(address).content, address) for who in (one, other))
    assert as_(other).post(address, {**second, **theirs}).status_code == 302
    refused = as_(one).post(address, {**first, **mine})
    assert refused.status_code in (200, 422)
    again = form_at(refused.content, address)
    assert as_(one).post(address, again).status_code == 302
    return again


def test_a_campaigns_settings() -> None:
    who = cast()
    address = at("settings", who.campaign.slug)
    again = both_save(
        address, who.referee, who.referee, {"description": "By night", "join_mode": "approval"}, {"name": "The Ford"}
    )
    stored = Campaign.objects.get(pk=who.campaign.pk)
    assert (stored.name, stored.description, stored.join_mode) == ("The Ford", "By night", "approval")
    assert again["description"] == ["By night"]


def test_when_a_match_was_and_who_keeps_its_score() -> None:
    ann, ben, zoe = (MemberFactory.create() for _n in range(3))
    match = result([ann, ben], [16, 12])
    address = at("match_edit", match.pk)
    both_save(address, ann, ben, {"date": "2026-03-01T21:00", "notes": "Loud"}, {"place": "Inn", "notes": "Quiet"})
    stored = Match.objects.get(pk=match.pk)
    assert (f"{stored.date:%Y-%m-%d}", stored.place, stored.notes) == ("2026-03-01", "Inn", "Quiet")
    keeper = at("match_keeper", match.pk)
    first = form_at(as_(ann).get(address).content, keeper)
    assert as_(ben).post(keeper, {**first, "keeper": str(zoe.pk)}).status_code == 302
    refused = as_(ann).post(keeper, {**first, "keeper": str(ben.pk)})
    assert refused.status_code == 422
    assert Match.objects.get(pk=match.pk).keeper == zoe


def test_a_rounds_name() -> None:
    who = cast()
    number = who.campaign.rounds.create(number=7, name="Night").number
    address = at("change_round", who.campaign.slug, number)
    sent = {"action": "rename", "seen": "Night"}
    as_(who.referee).post(address, {**sent, "name": "Fog"})
    answer = as_(who.referee).post(address, {**sent, "name": "Rain"}, follow=True)
    assert who.campaign.rounds.get(number=7).name == "Fog"
    assert "renamed to “Fog” meanwhile; “Rain” was not saved" in answer.content.decode()
