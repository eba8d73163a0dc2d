"""Pages that keep themselves up to date: what an open page asks for every few seconds, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.jobs import queue
from campaigns.league.operations import people
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as battles
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import operations as forecast
from campaigns.wars.models.recovery import DiceMode
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from club.visibility import Visibility
from engines.musg.entries import Grant
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.factories.battles import LEADER, Field
from tests.factories.campaigns import join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def page_of(fight: Field, name: str) -> str:
    slug, battle, warband = fight.campaign.slug, fight.battle.pk, fight.warbands[1]
    return {
        "battle": reverse("campaigns:battle", args=[slug, battle]),
        "aftermath": reverse("campaigns:aftermath", args=[slug, battle, warband.pk]),
        "campaign": fight.campaign.get_absolute_url(),
        "roster": warband.get_absolute_url(),
    }[name]


def asked_by(page: str) -> str:
    """What an open page asks for."""
    found = re.search(r'data-live hx-get="([^"]+)"', page)
    assert found is not None
    return unescape(found[1])


def client_of(member: object) -> Client:
    client = Client()
    client.force_login(member, backend="club.auth.MemberBackend")  # type: ignore[arg-type]
    return client


def reported(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])


def rolled(fight: Field) -> None:
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=fight.referee, reason="Away")
    job = aftermath.job_of(recovery)
    assert job is not None
    assert queue.run(job.pk)


CHANGES: list[tuple[str, Callable[[Field], object]]] = [
    ("battle", reported),
    ("battle", lambda f: battles.cancel_battle(battle=f.battle, author=f.referee)),
    ("battle", lambda f: resolution.agree(battle=f.battle, member=f.players[0], lets=True)),
    ("battle", lambda f: forecast.start(battle=f.battle, count=50, tempers=["bold", "bold"], member=None)),
    ("battle", lambda f: take_step(warband=f.warbands[0], entry=Grant(points=5, reason="x"), author=f.referee)),
    ("campaign", reported),
    ("campaign", lambda f: join(f.campaign)),
    ("campaign", lambda f: people.promote(membership=f.campaign.memberships.get(member=f.players[0]))),
    ("campaign", lambda f: enlistment.muster_for(campaign=f.campaign, owner=f.referee, name="New", race="human")),
    ("roster", lambda f: take_step(warband=f.warbands[1], entry=Grant(points=5, reason="x"), author=f.referee)),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_an_open_page_is_told_of_a_change_and_left_alone_without(
    name: str, change: Callable[[Field], object], fight: Field
) -> None:
    client = client_of(fight.referee if name == "roster" else fight.players[1])
    address = page_of(fight, name)
    asked = asked_by(client.get(address).content.decode())
    assert asked.partition("?")[0] == address
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(asked, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) <= (3 if name == "campaign" else 2), "who asks, the mark; a campaign’s page first its access"
    change(fight)
    changed = client.get(asked, headers=HTMX)
    assert changed.status_code == 200
    again = asked_by(changed.content.decode())
    assert again != asked
    assert client.get(again, headers=HTMX).status_code == 204


def test_an_aftermath_is_followed_by_the_other_side(fight: Field) -> None:
    fight.fight(Report(downs=(Down(Who(fight.keys[1], LEADER), Who(fight.keys[0], LEADER)),)))
    client = client_of(fight.players[0])
    asked = asked_by(client.get(page_of(fight, "aftermath")).content.decode())
    assert client.get(asked, headers=HTMX).status_code == 204
    rolled(fight)
    assert client.get(asked, headers=HTMX).status_code == 200


def test_a_page_asked_for_as_a_whole_is_always_made(fight: Field) -> None:
    """Somebody who opens the address by hand, or goes back to it, sees the page."""
    client = client_of(fight.players[0])
    asked = asked_by(client.get(page_of(fight, "battle")).content.decode())
    assert client.get(asked).status_code == 200


def test_the_mark_opens_no_door(fight: Field) -> None:
    fight.campaign.visibility = Visibility.PRIVATE
    fight.campaign.save()
    client = client_of(fight.players[0])
    asked = asked_by(client.get(page_of(fight, "battle")).content.decode())
    for stranger in (Client(), client_of(MemberFactory.create())):
        assert stranger.get(asked, headers=HTMX).status_code == 404
        assert stranger.get(page_of(fight, "battle") + "?mark=", headers=HTMX).status_code == 404


def test_a_warband_as_it_was_does_not_change(fight: Field) -> None:
    page = client_of(fight.referee).get(page_of(fight, "roster") + "?at=1").content.decode()
    assert "data-live" not in page
