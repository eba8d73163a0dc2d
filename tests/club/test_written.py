"""Queries that are written once answer as if they were made each time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet, Value
from django.test.utils import CaptureQueriesContext

from club.access import User
from club.models import Member
from club.written import attach, paginator, written
from rosters.models import JournalEntry, Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Member]:
    return [
        Member.objects.create(username=name, date_joined=datetime(year, 5, 1, tzinfo=UTC), is_staff=name == "admin")
        for name, year in (("ada", 2021), ("bob", 2022), ("cleo", 2023), ("admin", 2024))
    ]


def test_each_question_gets_its_own_answer_by_sql_written_once(people: list[Member]) -> None:
    made = []

    @written
    def found(name: str, least: int, since: datetime) -> QuerySet[Member]:
        made.append(name)
        return Member.objects.filter(username=name, pk__gte=least, date_joined__gte=since)

    long_ago = datetime(2000, 1, 1, tzinfo=UTC)
    ada, bob, *_others = people
    assert found("ada", 1, long_ago) == [ada]
    assert found("bob", 1, long_ago) == [bob]
    assert found("bob", bob.pk + 1, long_ago) == []
    assert found("bob", 1, datetime(2022, 5, 1, tzinfo=UTC)) == [bob]
    assert found("bob", 1, datetime(2022, 5, 2, tzinfo=UTC)) == []
    assert len(made) == 1


def test_what_is_asked_may_look_like_sql_or_like_a_blank(people: list[Member]) -> None:
    @written
    def found(name: str) -> QuerySet[Member]:
        return Member.objects.filter(username=name)

    for odd in ("ada' OR '1'='1", "%s", "\ue0000", "%"):
        assert found(odd) == []
        people[0].username = odd
        people[0].save()
        assert found(odd) == [people[0]]


def test_rows_are_counted_without_being_read(people: list[Member]) -> None:
    @written
    def found(least: int, names: list[str], *, most: tuple[int]) -> QuerySet[Member]:
        return Member.objects.filter(pk__gte=least, username__in=names).order_by("-pk")[: most[0]]

    names = [member.username for member in people]
    assert found.count(people[1].pk, names, most=(10,)) == 3
    assert found.count(people[1].pk, names[:2], most=(10,)) == 1
    assert found.count(people[0].pk, names, most=(2,)) == 2
    assert found.count(2**40, names, most=(2,)) == found.count(1, [], most=(2,)) == 0
    with CaptureQueriesContext(connection) as queries:
        assert found.count(people[0].pk, names, most=(10,)) == 4
    assert len(queries) == 1


def test_lists_of_any_length_are_asked_for(people: list[Member]) -> None:
    @written
    def found(numbers: list[int]) -> QuerySet[Member]:
        return Member.objects.filter(pk__in=numbers).order_by("pk")

    keys = [one.pk for one in people]
    for length in range(len(keys) + 1):
        assert [one.pk for one in found(keys[:length])] == keys[:length]
    assert found([keys[2], keys[2], 0]) == [people[2]]


def test_each_value_goes_where_it_was_given(people: list[Member]) -> None:
    @written
    def found(pk: int, name: str, *, staff: int, since: datetime) -> QuerySet[Member]:
        return Member.objects.filter(pk=pk, username=name, pk__lt=staff, date_joined__lt=since)

    ada, bob, *_others = people
    later = datetime(2022, 6, 1, tzinfo=UTC)
    assert found(bob.pk, "bob", staff=bob.pk + 1, since=later) == [bob]
    assert found(bob.pk, "bob", since=later, staff=bob.pk + 1) == [bob]
    assert found(bob.pk, "bob", staff=bob.pk, since=later) == []
    assert found(ada.pk, "bob", staff=bob.pk + 1, since=later) == []


def test_none_is_no_value_but_another_query(people: list[Member]) -> None:
    @written
    def found(name: str | None, *, staff: bool) -> QuerySet[Member]:
        members = Member.objects.filter(is_staff=staff).order_by("pk")
        return members if name is None else members.filter(username=name)

    assert found(None, staff=False) == people[:3]
    assert found("cleo", staff=False) == [people[2]]
    assert found(None, staff=True) == [people[3]]
    assert found("cleo", staff=True) == []


def test_no_kind_of_reader_gets_the_query_of_another(people: list[Member]) -> None:
    """Whatever was written first: what only admins see, members and visitors do not."""

    def seen(user: User, name: str) -> QuerySet[Member]:
        named = Member.objects.filter(username=name)
        if user.is_authenticated and user.is_club_admin:
            return named
        return named.filter(pk=user.pk) if user.is_authenticated else named.none()

    ada, _bob, _cleo, admin = people
    found = written(seen)
    for _ in range(2):
        assert found(admin, "ada") == [ada]
        assert found(ada, "ada") == [ada]
        assert found(people[1], "ada") == []
        assert found(AnonymousUser(), "ada") == []
    admin.is_active = False
    assert found(admin, "ada") == [], "an admin who is shut out is none"


def test_rows_are_what_the_query_would_give(people: list[Member]) -> None:
    warband = Warband.objects.create(owner=people[0], name="Axes", race="human", setup={}, state={})
    JournalEntry.objects.create(
        warband=warband, number=1, place=1, kind="note", data={}, events=[], before=0, after=0, author=people[1]
    )

    def steps(pk: int) -> QuerySet[JournalEntry, Any]:
        own = Member.objects.filter(pk=OuterRef("author"), is_staff=True)
        found = JournalEntry.objects.filter(warband=pk).select_related("warband__owner", "author").defer("data")
        return found.annotate(by_admin=Exists(own), seven=Value(7))

    def figures(pk: int) -> QuerySet[JournalEntry, Any]:
        return steps(pk).values_list("warband__owner__username", "at", "by_admin")

    plain, again = steps(warband.pk).get(), written(steps)(warband.pk)[0]
    assert (again.seven, again.by_admin, again.at, again.events) == (7, False, plain.at, [])
    assert again.get_deferred_fields() == {"data"}
    assert written(figures)(warband.pk) == list(figures(warband.pk)) == [("ada", plain.at, False)]


def test_no_number_may_decide_how_many_rows_there_are(people: list[Member]) -> None:
    @written
    def first(most: int) -> QuerySet[Member]:
        return Member.objects.order_by("pk")[:most]

    @written
    def earlier(pk: int) -> QuerySet[Member]:
        return Member.objects.filter(pk=pk - 1)

    for wrong in (first, earlier):
        with pytest.raises(TypeError, match="no value of its query"):
            wrong(2)


def test_a_question_is_one_query_in_the_transaction_around(
    people: list[Member], django_assert_num_queries: Any
) -> None:
    @written
    def found(name: str) -> QuerySet[Member]:
        return Member.objects.filter(username=name)[:1]

    with django_assert_num_queries(3):
        for name in ("ada", "bob", "nobody"):
            assert (found.first(name) is None) == (name == "nobody")


def test_rows_at_hand_are_as_if_prefetched(people: list[Member], django_assert_num_queries: Any) -> None:
    band = Warband.objects.create(owner=people[0], name="Axes", race="human", setup={}, state={})
    owner = Member.objects.get(pk=people[0].pk)
    with django_assert_num_queries(0):
        attach(owner, "warbands", [band])
        assert list(owner.warbands.all()) == [band]
        assert band.owner is owner


def test_pages_are_counted_and_cut_as_ever(people: list[Member]) -> None:
    @written
    def between(*, places: tuple[int, int]) -> QuerySet[Member]:
        return Member.objects.order_by("pk")[places[0] : places[1]]

    pages = paginator(lambda: len(people), lambda places: between(places=places), 3)
    assert [list(page.object_list) for page in pages] == [people[:3], people[3:]]
    assert paginator(lambda: None, lambda places: between(places=places), 3).get_page(9).number == 1


def test_numbers_that_no_row_can_have_find_nothing(people: list[Member]) -> None:
    @written
    def found(pk: int) -> QuerySet[Member]:
        return Member.objects.filter(pk=pk)

    for number in (2**31, 2**63, 10**30, -(10**30)):
        assert found(number) == []
    assert found(people[0].pk) == [people[0]]
