"""Evenings: announced, answered, sat down at, moved and called off; log and rows say the same."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone

from campaigns.evenings.models.evening import ClubEvening, Guests, PlanEntry
from campaigns.evenings.models.plan import Attendance, EveningGame, EveningGuest, SeatState
from campaigns.evenings.operations import announcing, coming, offering
from campaigns.evenings.operations.book import plan_of
from campaigns.evenings.operations.offering import Offer
from campaigns.evenings.people import Comer
from campaigns.evenings.rebuild import rebuild_evenings
from campaigns.evenings.rhythm import Repeat, Rhythm
from campaigns.league.models import News
from club.models import Member
from club.operations import Refused, Stale
from engines.evenings import Answer, Role
from tests.campaigns.tables.asking import refused
from tests.factories.club import MemberFactory
from tests.factories.evenings import LONG, a_game, an_evening, announcement, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(ann: Member) -> ClubEvening:
    return an_evening(ann)


def sitting(game: EveningGame, state: str = SeatState.SEATED) -> list[str]:
    rows = game.people.filter(state=state).order_by("position")
    return [str(row.member or row.guest) for row in rows]


def join(evening: ClubEvening, game: EveningGame, member: Member, **more: object) -> bool:
    return coming.join(evening=evening, game=game.number, comer=Comer(member), **more)  # type: ignore[arg-type]


# Announcing


def test_an_evening_is_announced_as_it_was_said(ann: Member) -> None:
    evening = an_evening(ann, title="Thursday", notes="Bring dice.")
    assert (evening.title, evening.organiser, evening.notes) == ("Thursday", ann, "Bring dice.")
    assert evening.ends - evening.begins == LONG
    assert not PlanEntry.objects.exists()


def test_an_evening_begins_at_a_minute_as_its_log_counts(ann: Member) -> None:
    begins = in_days(10) + timedelta(seconds=31, microseconds=5)
    evening = an_evening(ann, begins=begins)
    assert (evening.begins, evening.began_as) == (in_days(10), in_days(10))
    assert all(not found.differences for found in rebuild_evenings(dry_run=True))


def test_a_series_falls_on_its_days_at_the_same_hour_though_the_clock_changes(ann: Member) -> None:
    """2027-10-31 the clock goes back in Paris: 19:00 is 17:00 UTC before it and 18:00 UTC after it."""
    begins = datetime(2027, 10, 21, 17, tzinfo=UTC)
    rhythm = Rhythm(Repeat.WEEKLY, date(2027, 10, 21), date(2027, 11, 11))
    first = an_evening(ann, begins=begins, rhythm=rhythm)
    assert first.series is not None
    found = first.series.evenings.order_by("begins").values_list("begins", flat=True)
    assert [(one.day, one.hour) for one in found] == [(21, 17), (28, 17), (4, 18), (11, 18)]
    assert [one.original for one in first.series.evenings.all()] == list(found)


@pytest.mark.parametrize(
    ("repeat", "days"),
    [
        # November and December 2026 as calendars have them; Thursday the 5th is the first Thursday of November.
        (Repeat.WEEKLY, [(11, 5), (11, 12), (11, 19), (11, 26), (12, 3)]),
        (Repeat.FORTNIGHTLY, [(11, 5), (11, 19), (12, 3)]),
        (Repeat.FIRST, [(11, 5), (12, 3)]),
        (Repeat.SECOND, [(11, 12)]),
        (Repeat.LAST, [(11, 26)]),
    ],
)
def test_rhythms(repeat: Repeat, days: list[tuple[int, int]]) -> None:
    found = Rhythm(repeat, date(2026, 11, 5), date(2026, 12, 6)).days()
    assert [(day.month, day.day) for day in found] == days


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({"lasts": timedelta(days=-1)}, ["ends_before_it_begins"]),
        ({"lasts": timedelta(days=8)}, ["too_long"]),
        ({"begins": datetime(1969, 12, 1, tzinfo=UTC)}, ["out_of_range", "out_of_range"]),
        ({"begins": datetime(2101, 1, 1, tzinfo=UTC)}, ["out_of_range", "out_of_range"]),
        ({"rhythm": Rhythm(Repeat.WEEKLY, date(2027, 5, 1), date(2027, 4, 1))}, ["until_before_first"]),
        ({"rhythm": Rhythm(Repeat.WEEKLY, date(2027, 5, 1), date(2029, 6, 1))}, ["series_too_long"]),
        # Friday the 7th of May 2027 is the first Friday; the second falls on the 14th.
        ({"rhythm": Rhythm(Repeat.SECOND, date(2027, 5, 7), date(2027, 5, 13))}, ["empty_series"]),
    ],
)
def test_what_cannot_be_announced_is_refused(ann: Member, said: dict[str, object], codes: list[str]) -> None:
    assert refused(announcing.announce, organiser=ann, said=announcement(**said)) == codes
    assert not ClubEvening.objects.exists()


def test_a_moved_evening_tells_those_who_come_and_keeps_their_answers(
    evening: ClubEvening, ann: Member, bob: Member, cat: Member
) -> None:
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    coming.answer(evening=evening, comer=Comer(cat), said=Answer.NO)
    later = announcement(begins=in_days(11))
    announcing.change(evening=evening, said=later, author=ann)
    assert (evening.begins, evening.sequence) == (in_days(11), 1)
    assert Attendance.objects.get(member=bob).outdated
    assert list(News.objects.values_list("member", "code", "waits")) == [(bob.pk, "evening_moved", True)]


def test_calling_off_and_taking_back(evening: ClubEvening, ann: Member, bob: Member) -> None:
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.MAYBE)
    announcing.cancel(evening=evening, author=ann, because="Snow.")
    assert (evening.cancelled, evening.cancelled_why, evening.sequence) == (True, "Snow.", 1)
    assert refused(coming.answer, evening=evening, comer=Comer(bob), said=Answer.YES) == ["evening_cancelled"]
    announcing.restore(evening=evening, author=ann)
    assert ClubEvening.objects.filter(pk=evening.pk, cancelled=False, sequence=2).exists()
    assert [news.code for news in News.objects.filter(member=bob).order_by("pk")] == [
        "evening_called_off",
        "evening_restored",
    ]


def test_a_stale_version_changes_nothing(evening: ClubEvening, ann: Member, bob: Member) -> None:
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    with pytest.raises(Stale):
        announcing.change(evening=evening, said=announcement(title="Other"), author=ann, version=0)
    assert ClubEvening.objects.get().title == "Club night"


def test_a_series_ends_from_a_date_on(ann: Member) -> None:
    first = in_days(10).date()
    rhythm = Rhythm(Repeat.WEEKLY, first, first + timedelta(days=21))
    evening = an_evening(ann, rhythm=rhythm)
    assert evening.series is not None
    third = evening.series.evenings.order_by("begins")[2]
    assert announcing.end_series(evening=third, author=ann) == 2
    assert list(evening.series.evenings.order_by("begins").values_list("cancelled", flat=True)) == [
        False,
        False,
        True,
        True,
    ]


# Coming


def test_answering_one_date_answers_that_date(ann: Member, bob: Member) -> None:
    first = in_days(10).date()
    evening = an_evening(ann, rhythm=Rhythm(Repeat.WEEKLY, first, first + timedelta(days=7)))
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES, brings="BAF!", seeks="")
    assert list(Attendance.objects.values_list("evening", "member", "brings")) == [(evening.pk, bob.pk, "BAF!")]


def test_whoever_comes_too_late_waits_and_is_told_when_a_seat_is_free(
    evening: ClubEvening, ann: Member, bob: Member, cat: Member
) -> None:
    game = a_game(evening, ann, seats=1)
    assert join(evening, game, bob)
    assert not join(evening, game, cat)
    assert not join(evening, game, ann)
    assert sitting(game, SeatState.WAITING) == [str(cat), str(ann)]
    coming.leave(evening=evening, game=game.number, comer=Comer(bob))
    assert sitting(game) == [str(cat)]
    assert sitting(game, SeatState.WAITING) == [str(ann)]
    assert list(News.objects.values_list("member", "code")) == [(cat.pk, "evening_moved_up")]


def test_in_the_last_two_hours_the_organiser_is_told_and_a_tap_moves_up(ann: Member, bob: Member, cat: Member) -> None:
    begins = timezone.now() + timedelta(minutes=90)
    evening = an_evening(ann, begins=begins)
    game = a_game(evening, ann, seats=1)
    join(evening, game, bob)
    join(evening, game, cat)
    coming.leave(evening=evening, game=game.number, comer=Comer(bob))
    assert sitting(game) == []
    assert list(News.objects.values_list("member", "code", "waits")) == [(ann.pk, "evening_seat_free", True)]
    coming.move_up(evening=evening, game=game.number, person=Comer(cat).key, author=ann)
    assert sitting(game) == [str(cat)]
    assert list(News.objects.filter(member=cat).values_list("code", flat=True)) == ["evening_moved_up"]


def test_joining_twice_is_joining_once(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann)
    assert join(evening, game, bob) and join(evening, game, bob)
    assert sitting(game) == [str(bob)]
    assert PlanEntry.objects.filter(data__kind="joined").count() == 1


def test_guests_of_a_member_sit_beside_him_and_go_with_him(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=3)
    assert join(evening, game, bob, party=["Zoé", "Léo"])
    assert sitting(game) == [str(bob), "Zoé", "Léo"]
    coming.leave(evening=evening, game=game.number, comer=Comer(bob))
    assert sitting(game) == []


def test_a_refused_party_leaves_no_guest_behind(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=2)
    with pytest.raises(Refused) as refusal:
        join(evening, game, bob, party=["Zoé", "Léo"])
    assert refusal.value.codes == ["more_than_seats"]
    assert not EveningGuest.objects.exists()


def test_guests_come_with_the_link_unless_members_stay_among_themselves(ann: Member) -> None:
    evening = an_evening(ann)
    zoe = coming.come_as_guest(evening=evening, secret="a" * 64, name=" Zoé ")
    assert zoe.name == "Zoé"
    assert coming.come_as_guest(evening=evening, secret="a" * 64, name="Zoé") == zoe
    assert refused(coming.come_as_guest, evening=evening, secret="b" * 64, name="zoe\u0301") == ["name_taken"]
    assert refused(coming.come_as_guest, evening=evening, secret="b" * 64, name=" ") == ["guest_name"]
    private = an_evening(ann, guests=Guests.MEMBERS)
    assert refused(coming.come_as_guest, evening=private, secret="a" * 64, name="Zoé") == ["members_only"]
    assert refused(coming.answer, evening=evening, comer=Comer(), said=Answer.YES) == ["nobody"]


def test_the_organiser_seats_all_or_nobody(evening: ClubEvening, ann: Member, bob: Member, cat: Member) -> None:
    game = a_game(evening, ann, seats=1)
    keys = [Comer(bob).key, Comer(cat).key]
    assert refused(coming.seat, evening=evening, game=game.number, people=keys, author=ann) == ["no_free_seat"]
    assert sitting(game) == []
    assert not News.objects.exists()
    coming.seat(evening=evening, game=game.number, people=keys[:1], author=ann)
    assert sitting(game) == [str(bob)]
    assert list(News.objects.values_list("member", "code")) == [(bob.pk, "evening_seated")]


def test_who_was_there_is_ticked(evening: ClubEvening, ann: Member, bob: Member) -> None:
    coming.tick(evening=evening, person=Comer(bob).key, there=True, author=ann)
    assert Attendance.objects.get(member=bob).there
    coming.tick(evening=evening, person=Comer(bob).key, there=False, author=ann)
    assert not Attendance.objects.filter(there=True).exists()


# Games


def test_a_table_is_given_once_at_a_time_and_twice_only_with_a_reason(
    evening: ClubEvening, ann: Member, spot: object
) -> None:
    a_game(evening, ann, spot=spot)
    offer = Offer(kind="other", title="Catan", seats=4, spot=spot, because="two halves")  # type: ignore[arg-type]
    assert refused(offering.offer_game, evening=evening, offer=offer, host=ann) == ["table_taken"]
    made = offering.offer_game(evening=evening, offer=offer, host=ann, may_override=True)
    assert made.because == "two halves"


def test_whoever_offers_a_game_sits_at_it_and_a_game_taken_off_tells_the_others(
    evening: ClubEvening, ann: Member, bob: Member
) -> None:
    game = a_game(evening, ann, role=Role.PLAYER)
    join(evening, game, bob)
    assert sitting(game) == [str(ann), str(bob)]
    offering.remove_game(game=game, author=ann)
    game.refresh_from_db()
    assert game.removed and not game.people.exists()
    assert list(News.objects.values_list("member", "code")) == [(bob.pk, "evening_game_removed")]


def test_a_changed_game_tells_those_at_it(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=2)
    join(evening, game, bob)
    offer = Offer(kind="other", title="Catan", seats=3)
    offering.change_game(game=game, offer=offer, author=ann)
    game.refresh_from_db()
    assert (game.title, game.seats, sitting(game)) == ("Catan", 3, [str(bob)])
    assert list(News.objects.values_list("member", "code")) == [(bob.pk, "evening_game_changed")]


# The reading copy


def test_rows_say_what_the_log_says(ann: Member) -> None:
    """Random evenings; at each end every row is what a rebuild would write."""
    people = [ann, *MemberFactory.create_batch(5)]
    for seed in range(6):
        chance = Random(seed)
        evening = an_evening(ann)
        for _step in range(25):
            _something(chance, evening, people)
        plan = plan_of(evening)
        assert plan.coming == tuple(
            f"m{row.member_id}" for row in evening.attendances.filter(answer="yes").order_by("position")
        )
        for number, game in plan.games.items():
            row = EveningGame.objects.get(evening=evening, number=number, removed=False)
            assert [seat.person for seat in row.people.filter(state="seated")] == [s.person for s in game.seated]
            waiting = [seat.person for seat in row.people.filter(state="waiting")]
            assert waiting == [person for place in game.waiting for person in place.people]
    assert all(not found.differences and not found.fault for found in rebuild_evenings(dry_run=True))


def _something(chance: Random, evening: ClubEvening, people: list[Member]) -> None:
    member = chance.choice(people)
    games = list(EveningGame.objects.filter(evening=evening, removed=False))
    kind = chance.randrange(8) if games else 0
    try:
        if kind == 0:
            a_game(evening, member, seats=chance.randint(1, 3), role=chance.choice([None, Role.PLAYER]))
        elif kind < 4:
            join(evening, chance.choice(games), member, instead=chance.random() < 0.5)
        elif kind == 4:
            coming.leave(evening=evening, game=chance.choice(games).number, comer=Comer(member))
        elif kind == 5:
            coming.answer(evening=evening, comer=Comer(member), said=chance.choice(list(Answer)))
        elif kind == 6:
            coming.tick(evening=evening, person=Comer(member).key, there=chance.random() < 0.5, author=None)
        else:
            offering.remove_game(game=chance.choice(games), author=member)
    except Refused as refusal:
        assert refusal.codes


def test_a_row_that_was_edited_is_found_and_written_anew(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann)
    join(evening, game, bob)
    EveningGame.objects.update(seats=9)
    game.people.update(state=SeatState.WAITING)
    found = [one for one in rebuild_evenings(dry_run=False) if one.differences]
    assert len(found) == 1
    game.refresh_from_db()
    assert (game.seats, sitting(game)) == (4, [str(bob)])
