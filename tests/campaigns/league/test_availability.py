"""When members cannot play: kept once, asked by whatever proposes a day, nobody else's business to change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.league import availability
from campaigns.league.availability import Calendar, Stretch, away_on
from campaigns.league.models import Absence, NeverOn
from campaigns.league.operations import availability as operations
from club.departure import close_account
from club.models import Member
from club.operations import Refused
from tests.clients import client_of
from tests.club.test_departure import archive_of
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
THURSDAY, FRIDAY = date(2095, 7, 7), date(2095, 7, 8)
MONDAY_TO_SUNDAY = range(7)


@pytest.fixture
def bruno() -> Member:
    return MemberFactory.create(username="bruno", display_name="Bruno")


def test_never_on_thursdays_holds_on_thursdays_alone() -> None:
    calendar = Calendar(weekdays=frozenset({3}))
    with override("en"):
        assert (calendar.reason_on(THURSDAY), calendar.reason_on(FRIDAY)) == ("never on Thursdays", "")


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        (date(2095, 7, 9), ""),
        (date(2095, 7, 10), "away until 12 July 2095"),
        (date(2095, 7, 12), "away until 12 July 2095"),
        (date(2095, 7, 13), ""),
    ],
)
def test_away_until_the_twelfth_includes_the_twelfth(day: date, reason: str) -> None:
    calendar = Calendar(away=(Stretch(date(2095, 7, 10), date(2095, 7, 12)),))
    with override("en"):
        assert calendar.reason_on(day) == reason


def test_of_two_stretches_the_one_that_ends_last_is_said() -> None:
    calendar = Calendar(away=(Stretch(THURSDAY, FRIDAY), Stretch(THURSDAY, date(2095, 7, 20))))
    with override("en"):
        assert calendar.reason_on(THURSDAY) == "away until 20 July 2095"


def test_only_those_asked_about_are_told_of_in_two_queries(bruno: Member, django_assert_num_queries: object) -> None:
    aline, gilles = MemberFactory.create(), MemberFactory.create()
    operations.set_weekdays(member=bruno, weekdays=[3])
    operations.add_absence(member=aline, first=FRIDAY, last=FRIDAY)
    operations.set_weekdays(member=gilles, weekdays=[3, 4])
    with django_assert_num_queries(2), override("en"):  # type: ignore[operator]
        assert away_on([bruno.pk, aline.pk], THURSDAY) == {bruno.pk: "never on Thursdays"}
    with override("en"):
        assert away_on([bruno.pk, aline.pk], FRIDAY) == {aline.pk: "away until 8 July 2095"}


def test_an_evening_belongs_to_the_day_of_the_clubs_clock_on_which_it_begins() -> None:
    # 22:30 UTC is half past midnight in Paris in summer.
    with timezone.override("Europe/Paris"):
        assert availability.day_of(datetime(2095, 7, 7, 21, 30, tzinfo=UTC)) == THURSDAY
        assert availability.day_of(datetime(2095, 7, 7, 22, 30, tzinfo=UTC)) == FRIDAY


def test_sentences_name_who_cannot_at_which_moment(bruno: Member) -> None:
    operations.set_weekdays(member=bruno, weekdays=[3])
    moments = [datetime(2095, 7, 7, 18, tzinfo=UTC), datetime(2095, 7, 8, 18, tzinfo=UTC)]
    with override("en"):
        assert availability.sentences({bruno.pk: "Bruno"}, moments) == [
            "Bruno cannot on 7 July 2095: never on Thursdays."
        ]


@pytest.mark.parametrize(
    ("first", "last", "code", "field"),
    [
        (FRIDAY, THURSDAY, "ends_early", "last"),
        (date(2020, 1, 1), date(2020, 1, 2), "over", "last"),
        (date(1969, 12, 31), FRIDAY, "out_of_range", "first"),
        (THURSDAY, date(2101, 1, 1), "out_of_range", "last"),
    ],
)
def test_absences_that_make_no_sense_are_refused(bruno: Member, first: date, last: date, code: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        operations.add_absence(member=bruno, first=first, last=last)
    assert [(one.code, one.field) for one in refused.value.problems] == [(code, field)]
    assert not Absence.objects.exists()


def test_never_at_all_is_refused(bruno: Member) -> None:
    with pytest.raises(Refused) as refused:
        operations.set_weekdays(member=bruno, weekdays=MONDAY_TO_SUNDAY)
    assert refused.value.codes == ["every_day"]


def test_the_page_keeps_days_and_shows_what_is_wrong_beside_the_field(bruno: Member) -> None:
    browser = client_of(bruno)
    page, add = reverse("campaigns:availability"), reverse("campaigns:away")
    assert browser.post(page, {"weekdays": ["3"]}).status_code == 302
    assert browser.post(add, {"first": "2095-07-10", "last": "2095-07-12"}).status_code == 302
    assert NeverOn.objects.get(member=bruno).weekdays == [3]
    refused = browser.post(add, {"first": "2095-07-12", "last": "2095-07-10"}).content.decode()
    assert "The last day comes before the first." in refused
    assert 'value="2095-07-10"' in refused
    assert "10 July 2095 until 12 July 2095" in browser.get(page).content.decode()


def test_two_browsers_do_not_undo_each_others_days(bruno: Member) -> None:
    browser, page = client_of(bruno), reverse("campaigns:availability")
    browser.post(page, {"weekdays": ["3"]})
    answer = browser.post(page, {"weekdays": ["0"], "seen": '{"weekdays": []}'})
    assert "Meanwhile “Thursday” was saved here." in answer.content.decode()
    assert NeverOn.objects.get(member=bruno).weekdays == [3]


def test_nobody_takes_anothers_absence_back(bruno: Member) -> None:
    absence = operations.add_absence(member=bruno, first=THURSDAY, last=FRIDAY)
    client_of(MemberFactory.create()).post(reverse("campaigns:away_back", args=[absence.pk]))
    assert Absence.objects.filter(pk=absence.pk).exists()
    client_of(bruno).post(reverse("campaigns:away_back", args=[absence.pk]))
    assert not Absence.objects.exists()


def test_they_are_in_the_archive_and_go_with_the_account(bruno: Member) -> None:
    operations.set_weekdays(member=bruno, weekdays=[3, 1])
    operations.add_absence(member=bruno, first=THURSDAY, last=FRIDAY)
    kept = archive_of(bruno)["availability.json"]
    assert kept == {"never_on_weekdays": [1, 3], "away": [{"first": "2095-07-07", "last": "2095-07-08"}]}
    close_account(member=bruno)
    assert not Absence.objects.exists()
    assert not NeverOn.objects.exists()


def test_absences_long_over_are_forgotten(bruno: Member) -> None:
    today = timezone.localdate()
    for days in (31, 30, -1):
        Absence.objects.create(member=bruno, first=today - timedelta(days=days), last=today - timedelta(days=days))
    availability.forget()
    assert Absence.objects.count() == 2
