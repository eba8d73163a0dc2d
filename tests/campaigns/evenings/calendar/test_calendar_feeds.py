"""Calendars read back: what moves, what is called off, what its reader may see, and how programs ask for them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import icalendar
import pytest
import recurring_ical_events
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.evenings.calendar.evenings import Evenings
from campaigns.evenings.calendar.writing import calendar_text
from campaigns.evenings.models.calendar_key import CalendarKey
from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.operations import announcing, coming
from campaigns.evenings.operations.announcing import Announcement
from campaigns.evenings.people import Comer
from campaigns.evenings.rhythm import Repeat, Rhythm
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import Battle
from club.departure import close_account
from club.models import Member
from club.models.place import GameTable, Place
from club.visibility import Visibility
from engines.evenings import Answer
from tests.campaigns.evenings.calendar.readers import by_rule, by_vobject, event, events, taking_place
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast
from tests.factories.club import PlaceFactory
from tests.factories.evenings import a_game, an_evening, in_days

pytestmark = pytest.mark.django_db

CLUB = reverse("evenings:calendar")
WEEK = timedelta(days=7)
FAR = (date(2000, 1, 1), date(2101, 1, 1))


def read(address: str, client: Client | None = None) -> bytes:
    answer = (client or client_of()).get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return answer.content


def weekly(organiser: Member, weeks: int = 5, **said: object) -> list[ClubEvening]:
    begins: Any = said.pop("begins", in_days(10))
    day = timezone.localtime(begins).date()
    rhythm = Rhythm(Repeat.WEEKLY, day, day + WEEK * (weeks - 1))
    first = an_evening(organiser, **{"guests": Guests.PUBLIC, "begins": begins, "rhythm": rhythm, **said})
    assert first.series is not None
    return list(first.series.evenings.order_by("begins"))


def as_said(evening: ClubEvening, **more: object) -> Announcement:
    said = {
        "title": evening.title,
        "begins": evening.begins,
        "ends": evening.ends,
        "place": evening.place,
        "notes": evening.notes,
        "guests": evening.guests,
    }
    return Announcement(**{**said, **more})  # type: ignore[arg-type]


def move(evening: ClubEvening, by: timedelta, author: Member) -> None:
    said = as_said(evening, begins=evening.begins + by, ends=evening.ends + by)
    announcing.change(evening=evening, said=said, author=author)


def agreed(text: bytes) -> list[datetime]:
    """When something takes place: both readers say the same."""
    found = taking_place(text, *FAR)
    assert by_vobject(text) == found
    return found


def utc(evening: ClubEvening) -> datetime:
    return evening.begins.astimezone(UTC)


# Series


def test_a_series_is_one_rule_and_both_readers_find_its_dates(ann: Member) -> None:
    evenings = weekly(ann, title="Thursday")
    text = read(CLUB)
    only = event(text)
    assert agreed(text) == [utc(one) for one in evenings]
    assert {name for name, _status in by_rule(text, *FAR).values()} == {"Thursday"}
    assert only["uid"] == f"{evenings[0].series.key}@arriere-ban"  # type: ignore[union-attr]
    assert only["sequence"] == 0


def test_a_moved_date_moves_a_cancelled_one_goes_and_the_series_around_them_stays(ann: Member) -> None:
    evenings = weekly(ann)
    expected = [utc(one) for one in evenings]
    move(evenings[1], timedelta(days=1, hours=1), ann)
    announcing.cancel(evening=evenings[3], author=ann, because="Snow")
    text = read(CLUB)
    moved, gone = expected[1] + timedelta(days=1, hours=1), expected.pop(3)
    expected[1] = moved
    assert agreed(text) == sorted(expected)
    assert by_rule(text, *FAR)[gone] == ("Called off: Club night", "CANCELLED")
    by_original = {one["recurrence-id"].dt.astimezone(UTC): one for one in events(text) if "recurrence-id" in one}
    originals = [one.original.astimezone(UTC) for one in evenings if one.original is not None]
    assert sorted(by_original) == [originals[1], originals[3]]
    assert {one["sequence"] for one in by_original.values()} == {1}
    assert by_original[originals[3]]["status"] == "CANCELLED"
    assert "EXDATE" not in text.decode()


def test_a_date_moved_and_moved_back_goes_on_rising(ann: Member) -> None:
    evenings = weekly(ann)
    seen = []
    for step in (timedelta(hours=1), timedelta(hours=-1)):
        evenings[2].refresh_from_db()
        move(evenings[2], step, ann)
        seen += [(one["sequence"], one.start.astimezone(UTC)) for one in events(read(CLUB)) if "recurrence-id" in one]
    before = utc(evenings[2])
    assert [number for number, _when in seen] == [1, 2]
    assert [when for _number, when in seen] == [before + timedelta(hours=1), before]
    assert len(agreed(read(CLUB))) == 5


def test_place_state_and_its_return_raise_the_sequence(ann: Member) -> None:
    evening = an_evening(ann, guests=Guests.PUBLIC)
    numbers = [event(read(CLUB))["sequence"]]
    announcing.change(evening=evening, said=as_said(evening, place=PlaceFactory.create(name="Cellar")), author=ann)
    assert str(event(read(CLUB))["location"]) == "Cellar, 1 High Street, 57000 Metz"
    numbers.append(event(read(CLUB))["sequence"])
    for do, status in ((announcing.cancel, "CANCELLED"), (announcing.restore, "CONFIRMED")):
        do(evening=evening, author=ann)
        assert event(read(CLUB))["status"] == status
        numbers.append(event(read(CLUB))["sequence"])
    assert numbers == sorted(set(numbers)), "each higher than the one before"
    assert len({event(read(CLUB))["uid"] for _twice in range(2)}) == 1


def test_what_a_visitor_may_not_see_of_a_series_is_left_out_of_its_rule(ann: Member, bob: Member) -> None:
    evenings = weekly(ann)
    announcing.change(evening=evenings[2], said=as_said(evenings[2], guests=Guests.MEMBERS), author=ann)
    for_members = weekly(ann, guests=Guests.MEMBERS, title="Board", begins=in_days(11))
    key = key_of(bob)
    expected = [utc(one) for one in evenings]
    assert agreed(read(CLUB)) == expected[:2] + expected[3:]
    assert "Board" not in read(CLUB).decode()
    assert read(CLUB, client_of(bob)) == read(CLUB), "programs log in nowhere: nobody sees more of it"
    mine = read(reverse("campaigns:calendar_secret", args=[key]))
    assert agreed(mine) == sorted([*expected, *map(utc, for_members)])
    assert {name for name, _status in by_rule(mine, *FAR).values()} == {"Club night", "Board"}


@pytest.mark.parametrize("repeat", Repeat.values)
def test_every_rhythm_is_read_back_as_its_rows_say(repeat: str, ann: Member) -> None:
    day = timezone.localtime(in_days(3)).date()
    rhythm = Rhythm(Repeat(repeat), day, day + timedelta(days=200))
    first = an_evening(ann, guests=Guests.PUBLIC, begins=in_days(3), rhythm=rhythm)
    rows = [utc(one) for one in first.series.evenings.order_by("begins")]  # type: ignore[union-attr]
    assert agreed(read(CLUB)) == rows
    assert len(rows) > 5


def test_a_series_keeps_its_hour_over_the_changes_of_the_clock_and_into_the_hour_that_is_missing(ann: Member) -> None:
    """Paris 2027: 2:30 is 1:30 UTC in winter and 0:30 in summer; on 28 March there is none: 1:30 UTC, that is 3:30.

    On 31 October there are two: the first, 0:30 UTC, is meant.
    """
    for first, expected in (
        (date(2027, 3, 21), [(3, 21, 1), (3, 28, 1), (4, 4, 0)]),
        (date(2027, 10, 24), [(10, 24, 0), (10, 31, 0), (11, 7, 1)]),
    ):
        ClubEvening.objects.all().delete()
        begins = datetime(first.year, first.month, first.day, 1 if first.month == 3 else 0, 30, tzinfo=UTC)
        rhythm = Rhythm(Repeat.WEEKLY, first, first + 2 * WEEK)
        an_evening(ann, guests=Guests.PUBLIC, begins=begins, ends=begins + timedelta(hours=1), rhythm=rhythm)
        found = taking_place(read(CLUB), *FAR)
        assert found == [datetime(2027, month, day, hour, 30, tzinfo=UTC) for month, day, hour in expected]
        assert found == [utc(one) for one in ClubEvening.objects.order_by("begins")]


def test_an_evening_through_the_night_of_the_change_ends_when_its_row_says(ann: Member) -> None:
    """From 22:00 to 4:00: on the night to 31 October 2027 that is seven hours."""
    begins = datetime(2027, 10, 23, 20, tzinfo=UTC)
    rhythm = Rhythm(Repeat.WEEKLY, date(2027, 10, 23), date(2027, 11, 6))
    an_evening(ann, guests=Guests.PUBLIC, begins=begins, ends=begins + timedelta(hours=6), rhythm=rhythm)
    calendar = icalendar.Calendar.from_ical(read(CLUB))
    lengths = [
        one.end.astimezone(UTC) - one.start.astimezone(UTC)
        for one in sorted(recurring_ical_events.of(calendar).between(*FAR), key=lambda one: one.start)
    ]
    assert lengths == [timedelta(hours=hours) for hours in (6, 7, 6)]


def test_what_people_type_stays_text(ann: Member) -> None:
    nasty = "x; y, z\\n\r\nEND:VEVENT\r\nBEGIN:VALARM"
    an_evening(ann, guests=Guests.PUBLIC, title="A; B, C\\", notes=nasty)
    only = event(read(CLUB))
    assert str(only["summary"]) == "A; B, C\\"
    assert str(only["description"]).replace("\r\n", "\n") == nasty.replace("\r\n", "\n")
    assert not only.walk("VALARM")


# Battles


@pytest.fixture
def war() -> Cast:
    return cast(Visibility.PUBLIC, name="War")


def arranged(war: Cast, **plan: object) -> Battle:
    said = Plan(**{"title": "Ford", "date": in_days(5, 14), "place": "Hall", **plan})  # type: ignore[arg-type]
    return schedule.schedule_battle(campaign=war.campaign, warbands=[war.warband, war.other], plan=said)


def test_a_battle_moves_and_is_called_off_under_the_same_name(war: Cast) -> None:
    battle = arranged(war)
    feed = reverse("campaigns:calendar", args=[war.campaign.slug])
    own = reverse("campaigns:battle_calendar", args=[war.campaign.slug, battle.pk])
    seen = [event(read(feed))]
    warbands = [war.warband, war.other]
    for plan in (Plan(title="Ford", date=in_days(6, 15), place="Hall"), Plan(title="Ford", date=in_days(6, 15))):
        schedule.change_battle(battle=battle, warbands=warbands, plan=plan)
        seen.append(event(read(feed)))
    schedule.cancel_battle(battle=battle, author=war.referee)
    seen.append(event(read(feed)))
    assert [one["sequence"] for one in seen] == sorted({one["sequence"] for one in seen})
    assert {one["uid"] for one in seen} == {f"battle-{battle.key}@arriere-ban"}
    assert [one.start.astimezone(UTC) for one in seen] == [in_days(5, 14).astimezone(UTC)] + 3 * [
        in_days(6, 15).astimezone(UTC)
    ]
    assert [str(one.get("location", "")) for one in seen] == ["Hall", "Hall", "", ""]
    assert [str(one["status"]) for one in seen] == ["CONFIRMED"] * 3 + ["CANCELLED"]
    assert str(seen[0]["summary"]) == "Ford (War)"
    assert str(seen[0]["url"]) == f"http://testserver{battle.get_absolute_url()}"
    assert event(read(own)) == seen[-1]
    assert event(read(CLUB)) == seen[-1]


def test_a_battle_at_a_table_of_the_club_says_its_place_and_address(war: Cast, spot: GameTable) -> None:
    Place.objects.update(address="2 Square\r\n57000 Metz")
    battle = arranged(war, place="upstairs", spot=spot)
    assert str(event(read(CLUB))["location"]) == "Town hall · Table 1 · upstairs, 2 Square, 57000 Metz"
    own = reverse("campaigns:battle_calendar", args=[war.campaign.slug, battle.pk])
    assert event(read(own)) == event(read(CLUB))


def test_a_battle_without_a_date_is_in_no_calendar(war: Cast) -> None:
    battle = arranged(war, date=None)
    own = reverse("campaigns:battle_calendar", args=[war.campaign.slug, battle.pk])
    assert Client().get(own).status_code == 404
    assert events(read(reverse("campaigns:calendar", args=[war.campaign.slug]))) == []


def test_the_second_of_two_hours_is_written_so_that_nobody_takes_it_for_the_first(war: Cast) -> None:
    """In Paris it is 2:30 twice on 2027-10-31: at 0:30 and 1:30 UTC."""
    for hour in (0, 1):
        arranged(war, title=f"At {hour}", date=datetime(2027, 10, 31, hour, 30, tzinfo=UTC))
    text = read(CLUB)
    assert agreed(text) == [datetime(2027, 10, 31, hour, 30, tzinfo=UTC) for hour in (0, 1)]
    assert "DTSTART;TZID=Europe/Paris:20271031T023000" in text.decode()
    assert "DTSTART:20271031T013000Z" in text.decode()


def test_what_was_over_a_year_ago_is_forgotten(war: Cast) -> None:
    arranged(war, title="Long ago", date=timezone.now() - timedelta(days=400))
    arranged(war, title="Last month", date=timezone.now() - timedelta(days=30))
    assert [str(one["summary"]) for one in events(read(CLUB))] == ["Last month (War)"]


@pytest.mark.parametrize("visibility", [Visibility.CLUB, Visibility.PRIVATE])
def test_who_may_not_read_a_campaign_finds_no_calendar_of_it(visibility: str) -> None:
    hidden = cast(visibility, name="Hidden")
    battle = arranged(hidden)
    slug = hidden.campaign.slug
    feed, own = reverse("campaigns:calendar", args=[slug]), reverse("campaigns:battle_calendar", args=[slug, battle.pk])
    for address in (feed, own):
        assert Client().get(address).status_code == 404
        assert client_of(hidden.owner).get(address).status_code == 200
    assert events(read(CLUB)) == []
    outsider = client_of(hidden.outsider).get(feed).status_code
    assert outsider == (200 if visibility == Visibility.CLUB else 404)


# A member's own


def key_of(member: Member) -> str:
    client_of(member).post(reverse("campaigns:calendar_renew"))
    return CalendarKey.objects.get(member=member).key


def secret(key: str) -> str:
    return reverse("campaigns:calendar_secret", args=[key])


def test_a_member_s_own_holds_his_battles_those_he_referees_and_all_evenings(ann: Member) -> None:
    war = cast(Visibility.PRIVATE, name="Hidden")
    arranged(war)
    an_evening(ann, guests=Guests.MEMBERS)
    for member, expected in (
        (war.owner, {"Ford (Hidden)", "Club night"}),
        (war.referee, {"Ford (Hidden)", "Club night"}),
        (war.outsider, {"Club night"}),
        (ann, {"Club night"}),
    ):
        assert {str(one["summary"]) for one in events(read(secret(key_of(member))))} == expected


def test_it_says_what_one_plays_and_where_in_one_s_own_language(ann: Member, bob: Member, spot: GameTable) -> None:
    evenings = weekly(ann, place=spot.place, tables=[spot])
    game = a_game(evenings[1], ann, spot=spot)
    coming.join(evening=evenings[1], game=game.number, comer=Comer(bob))
    Member.objects.filter(pk=bob.pk).update(language="en")
    address = secret(key_of(bob))
    text = read(address)
    said = [str(one["description"]) for one in events(text) if "recurrence-id" in one]
    assert said == ["Carcassonne at Table 1"]
    assert len(taking_place(text, *FAR)) == 5
    announcing.cancel(evening=evenings[2], author=ann)
    Member.objects.filter(pk=bob.pk).update(language="fr")
    assert "Annulé" in read(address).decode()


def test_a_renewed_or_dropped_address_and_a_closed_account_show_nothing(bob: Member) -> None:
    first = key_of(bob)
    bob.refresh_from_db()
    second = key_of(bob)
    assert first != second
    assert Client().get(secret(first)).status_code == 404
    assert Client().get(secret(second)).status_code == 200
    client = client_of(bob)
    assert secret(second) in client.get(reverse("campaigns:calendars")).content.decode()
    client.post(reverse("campaigns:calendar_drop"))
    assert Client().get(secret(second)).status_code == 404
    third = key_of(Member.objects.get(pk=bob.pk))
    Member.objects.filter(pk=bob.pk).update(is_active=False)
    assert Client().get(secret(third)).status_code == 404


def test_an_account_that_closes_takes_its_address_with_it(ann: Member, bob: Member) -> None:
    key_of(bob)
    close_account(member=bob)
    assert not CalendarKey.objects.exists()


def test_a_guess_is_answered_404_and_guessing_is_slowed_down(bob: Member) -> None:
    right = secret(key_of(bob))
    for number in range(10):
        assert Client().get(secret(f"guess-{number}")).status_code == 404
    refused = Client().get(secret("guess-again"))
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert Client().get(right).status_code == 429, "whoever guesses has to wait, even with the right one"
    assert Client(REMOTE_ADDR="198.51.100.20").get(right).status_code == 200


def test_a_campaign_by_a_member_s_secret_ends_when_he_may_not_read_it_any_more() -> None:
    hidden = cast(Visibility.PRIVATE, name="Hidden")
    arranged(hidden)
    key = key_of(hidden.player)
    address = reverse("campaigns:calendar_secret_campaign", args=[key, hidden.campaign.slug])
    assert len(events(read(address))) == 1
    hidden.campaign.memberships.filter(member=hidden.player).delete()
    assert Client().get(address).status_code == 404
    assert Client().get(reverse("campaigns:calendar_secret_campaign", args=["x", "hidden"])).status_code == 404


# How programs ask


def test_what_has_not_changed_is_not_sent_again(ann: Member, bob: Member) -> None:
    evening = an_evening(ann, guests=Guests.PUBLIC)
    client = Client()
    first = client.get(CLUB)
    assert first["ETag"]
    known = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert client.get(CLUB, **known).status_code == 304  # type: ignore[arg-type]
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    assert client.get(CLUB, **known).status_code == 304, "who comes changes no calendar"  # type: ignore[arg-type]
    evening.refresh_from_db()
    move(evening, timedelta(hours=1), ann)
    changed = client.get(CLUB, **known)  # type: ignore[arg-type]
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert client.head(CLUB).status_code == 200


def test_programs_are_told_how_often_to_look_and_proxies_keep_nothing(bob: Member) -> None:
    answer = Client().get(secret(key_of(bob)))
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert calendar["refresh-interval"].to_ical() == b"PT1H"
    assert str(calendar["x-published-ttl"]) == "PT1H"
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-cache", "noindex")
    assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert [str(zone["tzid"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Paris"]


def test_a_site_in_utc_needs_no_zone(ann: Member) -> None:
    an_evening(ann, guests=Guests.PUBLIC)
    with timezone.override("UTC"):
        text = calendar_text(Evenings().of_club(ann), site="http://testserver")
    assert "VTIMEZONE" not in text.decode()
    assert str(event(text)["dtstart"].to_ical(), "ascii").endswith("Z")


def test_calendars_ask_as_much_for_many_dates_as_for_few(ann: Member, war: Cast, spot: GameTable) -> None:
    key = key_of(war.owner)
    addresses = [CLUB, secret(key), reverse("campaigns:calendar", args=[war.campaign.slug])]

    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            Client().get(address)
        return len(queries)

    def more(days: int) -> None:
        evenings = weekly(ann, place=Place.objects.get(pk=spot.place_id), begins=in_days(days))
        an_evening(ann, guests=Guests.PUBLIC, begins=in_days(days, 9))
        game = a_game(evenings[0], ann)
        coming.join(evening=evenings[0], game=game.number, comer=Comer(war.owner))
        arranged(war, title="", date=in_days(days, 1))

    more(10)
    few = [asked(address) for address in addresses]
    for days in range(11, 15):
        more(days)
    assert [asked(address) for address in addresses] == few
    assert max(few) <= 10, few
