"""What is forgotten in time: names of guests, where the club wants that, and jobs done long ago."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from campaigns.jobs import queue
from campaigns.jobs.models import Job, JobState
from campaigns.jobs.sweeping import sweep
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.matches.operations.guests import claim_guest, merge_guest
from campaigns.matches.operations.recording import Occasion
from campaigns.seasons.models.rating import Rating
from campaigns.seating.people import seat_name
from campaigns.tables.models.card_table import CardSeat, CardTable
from campaigns.tables.operations import tables
from campaigns.tables.operations.forgetting import forget_guests as forget_seats
from campaigns.tables.proof import proof
from club.models import Member
from tests.clients import client_of
from tests.factories import tables as table_factory
from tests.factories.club import MemberFactory, club_settings
from tests.factories.matches import result
from tests.factories.tables import OPEN, guest, open_table, seat_at

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=100)


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


def played(ann: Member, name: str, ago: timedelta) -> Player:
    """A guest who played with Ann so long ago."""
    result([ann, name], [16, 4], occasion=Occasion(date=timezone.now() - ago), confirmed=True)
    Player.objects.filter(name=name).update(created=timezone.now() - ago)
    return Player.objects.get(name=name)


def standing() -> list[object]:
    seats = MatchSeat.objects.order_by("pk").values_list("player", "place", "points", "won", "counts")
    return [*seats, *Rating.objects.order_by("pk").values_list("player", "mu", "sigma")]


def test_guests_who_played_long_ago_lose_their_names_and_nothing_else(
    ann: Member, capsys: pytest.CaptureFixture[str]
) -> None:
    old, recent = played(ann, "Gail Old", LONG_AGO), played(ann, "Hugo New", timedelta(days=10))
    claim_guest(guest=old, member=MemberFactory.create())
    club_settings(guest_names_days=90)
    before = standing()
    sweep()
    assert standing() == before
    old.refresh_from_db()
    recent.refresh_from_db()
    with override("en"):
        assert [old.full_name, recent.full_name] == ["a guest", "Hugo New"]
    assert not GuestClaim.objects.exists()
    call_command("rebuild", "--dry-run")
    said = capsys.readouterr().out
    assert said.count("0 of them differed") == said.count("differed"), said
    page = client_of(ann).get(f"/scores/{old.seats.get().match_id}/").content.decode()
    assert "a guest" in page
    assert "Gail" not in page


def test_names_stay_where_the_club_says_nothing(ann: Member) -> None:
    played(ann, "Gail Old", timedelta(days=3000))
    sweep()
    assert Player.objects.filter(name="Gail Old").exists()


def test_a_guest_who_played_again_keeps_the_name(ann: Member) -> None:
    played(ann, "Gail", LONG_AGO)
    result([ann, "Gail"], [16, 4], confirmed=True)
    club_settings(guest_names_days=90)
    sweep()
    assert Player.objects.get(name="Gail").seats.count() == 2


def test_a_name_that_leads_to_a_member_is_the_members(ann: Member) -> None:
    gail = played(ann, "Gail", LONG_AGO)
    merge_guest(guest=gail, member=MemberFactory.create(), author=ann)
    club_settings(guest_names_days=90)
    sweep()
    assert Player.objects.filter(name="Gail").exists()


def test_who_comes_back_under_the_name_is_a_new_guest(ann: Member) -> None:
    old = played(ann, "Gail", LONG_AGO)
    club_settings(guest_names_days=90)
    sweep()
    result([ann, "Gail"], [16, 4], confirmed=True)
    assert Player.objects.get(name="Gail").pk != old.pk


# At card tables


def with_zoe(ann: Member) -> CardTable:
    """A finished game of Ann's with a guest."""
    _secret, zoe = guest()
    table = open_table(ann, OPEN, variant="plain")
    tables.take_seat(seat=seat_at(table, 1), person=zoe, name="Zoé")
    table_factory.card_play.start(table=table, person=table_factory.Person(ann))
    table_factory.card_play.resign(table=table, person=zoe)
    table.refresh_from_db()
    return table


def test_a_guest_at_a_card_table_loses_name_and_key_and_the_proof_holds(
    ann: Member, capsys: pytest.CaptureFixture[str]
) -> None:
    table = with_zoe(ann)
    CardTable.objects.update(finished=timezone.now() - LONG_AGO)
    before, key = proof(table), seat_at(table, 1).guest_key
    club_settings(guest_names_days=90)
    sweep()
    seat = seat_at(table, 1)
    assert seat.guest == ""
    assert seat.guest_key not in ("", key)
    assert seat.has_person
    with override("en"):
        assert seat_name(seat, ann) == "a guest"
    assert proof(CardTable.objects.get(pk=table.pk)) == before
    call_command("rebuild", "--dry-run")
    said = capsys.readouterr().out
    assert said.count("0 of them differed") == said.count("differed"), said
    page = client_of(ann).get(table.get_absolute_url()).content.decode()
    assert "Zoé" not in page
    assert "a guest" in page


def test_the_seat_of_a_forgotten_guest_is_open_when_it_is_played_again(ann: Member) -> None:
    table = with_zoe(ann)
    CardTable.objects.update(finished=timezone.now() - LONG_AGO)
    club_settings(guest_names_days=90)
    forget_seats()
    again = tables.rematch(table=table, person=table_factory.Person(ann))
    assert seat_at(again, 1).is_open


def test_a_game_that_goes_on_keeps_its_guests(ann: Member) -> None:
    _secret, zoe = guest()
    table = open_table(ann, OPEN)
    tables.take_seat(seat=seat_at(table, 1), person=zoe, name="Zoé")
    club_settings(guest_names_days=90)
    for ago, kept in ((LONG_AGO, "Zoé"), (timedelta(days=181), "")):
        CardTable.objects.update(created=timezone.now() - ago, moved=None)
        forget_seats()
        assert CardSeat.objects.get(table=table, number=1).guest == kept


# The setting, and jobs


def test_the_admin_sets_for_how_long_names_are_kept(ann: Member) -> None:
    admin: Client = client_of(MemberFactory.create(club_admin=True))
    form = {"name": "The Wolves", "signup_mode": "open", "guest_names_days": "365"}
    assert admin.post("/club/settings/", form).status_code == 302
    assert 'value="365"' in admin.get("/club/settings/").content.decode()
    for odd in ("0", "-1", "3651", "soon"):
        answer = admin.post("/club/settings/", {**form, "guest_names_days": odd})
        assert list(answer.context["form"].errors) == ["guest_names_days"]


def test_jobs_done_long_ago_are_forgotten_and_failed_ones_are_not(settings: Settings) -> None:
    settings.KEEP_FINISHED_DAYS = 7
    now = timezone.now()
    for number, state in enumerate(JobState):
        for days in (6, 8):
            Job.objects.create(kind="x", subject=10 * number + days, state=state, finished=now - timedelta(days=days))
    assert queue.forget() == 2
    kept = {(job.state, job.subject % 10) for job in Job.objects.all()}
    assert not kept & {(JobState.DONE, 8), (JobState.CANCELLED, 8)}
    assert {(JobState.FAILED, 8), (JobState.DONE, 6)} <= kept
