"""What was written without a network reaches its form once, for the member who wrote it, and says what became of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from club import once
from club.models import ClubSettings, Member, SecondStepFor, Submission
from club.outbox.seals import seals_of
from tests.clients import client_of
from tests.factories.battles import LEADER, Field, field
from tests.factories.club import MemberFactory
from tests.factories.matches import kill, pad

pytestmark = pytest.mark.django_db


def later(member: Member) -> dict[str, str]:
    return {"Outbox": f"{member.pk} later"}


def count(fight: Field, left: int, client_id: str) -> HttpResponse:
    address = reverse("campaigns:tally", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk])
    sent = {"set": f"{LEADER}.hit_points.{left}", "client_id": client_id}
    return client_of(fight.players[0]).post(address, sent, headers={"Accept": "application/json"})


def report(fight: Field, client_id: str, version: int = 0) -> HttpResponse:
    address = reverse("campaigns:report", args=[fight.campaign.slug, fight.battle.pk])
    sent = {"action": "send", "version": str(version), "client_id": client_id}
    member = fight.players[0]
    return client_of(member).post(address, sent, headers=later(member))


def test_who_is_asked_is_told_his_own_keys_and_a_visitor_none() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    told = client_of(ann).get("/outbox/").json()
    assert told["member"] == str(ann.pk)
    assert told["seals"] == seals_of(ann) != seals_of(ben)
    assert len(bytes.fromhex(told["seals"][0])) == 32
    assert told["token"]
    assert Client().get("/outbox/").json() == {"member": "", "seals": [], "token": ""}


def test_a_new_secret_of_the_site_still_opens_what_the_old_one_closed() -> None:
    ann = MemberFactory.create()
    with override_settings(SECRET_KEY="old" * 20, SECRET_KEY_FALLBACKS=[]):
        (old,) = seals_of(ann)
    with override_settings(SECRET_KEY="new" * 20, SECRET_KEY_FALLBACKS=["old" * 20]):
        new, kept = seals_of(ann)
    assert kept == old != new


def test_pages_of_members_carry_their_keys_and_those_of_visitors_none() -> None:
    ann = MemberFactory.create()
    assert seals_of(ann)[0] in client_of(ann).get("/about/").content.decode()
    assert "data-seals" not in Client().get("/about/").content.decode()


def test_another_member_sends_nothing_of_the_first_s() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    match = pad([ann, ben])
    address = reverse("campaigns:match_enter", args=[match.pk])
    sent = {"kind": "kill", "f.killer": "0", "f.victim": "1", "f.means": "weapon", "client_id": "one"}
    answer = client_of(ben).post(address, sent, headers=later(ann))
    assert answer.status_code == 401
    assert "Outbox-Reached" not in answer.headers
    assert not match.entries.exists()
    assert Client().post(address, sent, headers=later(ann)).status_code == 401
    assert client_of(ann).post(address, sent, headers=later(ann)).status_code == 200
    assert match.entries.get().author == ann


def test_a_count_that_arrives_again_does_not_undo_a_later_one() -> None:
    fight = field()
    assert count(fight, 5, "first").json() == {"hit_points": 5, "version": 1}
    assert count(fight, 4, "second").json() == {"hit_points": 4, "version": 2}
    assert count(fight, 5, "first").json() == {"hit_points": 4, "version": 2}
    assert fight.side(0).tally == {str(LEADER): {"hit_points": 4, "version": 2}}


def test_a_report_that_arrives_again_after_a_month_is_known_and_not_refused() -> None:
    fight = field()
    sent = report(fight, "one", fight.battle.version)
    assert sent.status_code == 200
    assert sent.json()["leads"] == fight.battle.get_absolute_url()
    assert sent.json()["said"]
    long_ago = timezone.now() - timedelta(days=31)
    assert Submission.objects.update(at=long_ago)
    once.forget()
    again = report(fight, "one", fight.battle.version)
    assert (again.status_code, again.json()["leads"]) == (200, fight.battle.get_absolute_url())
    assert fight.battle.reports.count() == 1


def test_a_report_about_a_battle_that_went_on_is_refused_with_its_reason() -> None:
    fight = field()
    assert report(fight, "one", fight.battle.version).status_code == 200
    other = report(fight, "two", fight.battle.version)
    assert other.status_code == 422
    assert other.headers["Outbox-Reached"]
    assert "changed since you opened it" in other.content.decode()
    assert fight.battle.reports.count() == 1


def test_a_refusal_that_the_next_page_would_tell_comes_with_the_answer_and_on_no_page() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    match = pad([ann, ben], entries=[kill(0, 1)])
    client = client_of(ann)
    address = reverse("campaigns:match_enter", args=[match.pk])
    own = {"kind": "kill", "f.killer": "0", "f.victim": "0", "f.means": "weapon", "client_id": "own"}
    answer = client.post(address, own, headers=later(ann))
    assert answer.status_code == 422
    assert len(answer.json()["refused"]) == 1
    assert "own character" in answer.json()["refused"][0]
    assert "own character" not in client.get(match.get_absolute_url()).content.decode()


def test_to_whom_looks_the_next_page_says_it() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    match = pad([ann, ben], entries=[kill(0, 1)])
    client = client_of(ann)
    address = reverse("campaigns:match_enter", args=[match.pk])
    own = {"kind": "kill", "f.killer": "0", "f.victim": "0", "f.means": "weapon", "client_id": "own"}
    answer = client.post(address, own, headers={"Outbox": f"{ann.pk} now"})
    assert (answer.status_code, answer.json()["refused"]) == (200, [])
    assert "own character" in client.get(answer.json()["leads"]).content.decode()


def test_an_entry_of_who_must_set_up_a_second_step_first_goes_on_waiting() -> None:
    """The page that he is led to says nothing of the entry: it is no answer of its form."""
    admin = MemberFactory.create(is_staff=True)
    match = pad([admin, MemberFactory.create()])
    ClubSettings.objects.update_or_create(
        pk=ClubSettings.SINGLETON_ID, defaults={"second_step_for": SecondStepFor.ADMINS}
    )
    answer = client_of(admin).post(reverse("campaigns:match_enter", args=[match.pk]), {}, headers=later(admin))
    assert answer.status_code == 302
    assert "Outbox-Reached" not in answer.headers
