"""The hub: asks once for many, tells what has changed to who may know, and forgets who is gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.models.match import Match
from campaigns.tables import absence
from club.models import Member
from club.streams.hub import ADMITTED, AT_ONCE, LIVELY_LOOK, LOOK, STALE, Hub
from club.streams.kinds import Watched
from club.streams.tickets import Ticket, issue
from club.visibility import Visibility
from tests.club.streams.kit import Ear, logged_in, ticket
from tests.factories.campaigns import join, membership
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad, season
from tests.factories.tables import plain_duel

pytestmark = pytest.mark.django_db
Queries = Callable[..., object]


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def match(ann: Member) -> Match:
    return pad([ann, MemberFactory.create(), "Guest"])


def secret_match(ann: Member) -> tuple[Campaign, Match]:
    """A match in a season that only those who take part may read."""
    closed = season(referee=ann, visibility=Visibility.PRIVATE)
    return closed, pad([ann, join(closed)], season=closed)


def listening(hub: Hub, *tickets: Ticket) -> list[Ear]:
    ears = [Ear(one) for one in tickets]
    for ear in ears:
        hub.add(ear)
    return ears


def test_the_first_word_is_the_mark_as_it_is_and_the_next_one_comes_with_a_change(ann: Member, match: Match) -> None:
    hub = Hub()
    [ear] = listening(hub, ticket(ann, match))
    hub.look(0)
    hub.look(1)
    assert len(ear.marks) == 1
    enter(match, kill(0, 1), ann)
    hub.look(2)
    hub.look(3)
    assert len(set(ear.marks)) == len(ear.marks) == 2
    assert ear.ended == ""


def test_it_asks_once_however_many_look_on(match: Match, django_assert_num_queries: Queries) -> None:
    hub = Hub()
    matches = [match, *(pad([MemberFactory.create(), MemberFactory.create()]) for _ in range(4))]
    readers = [MemberFactory.create() for _ in range(6)]
    ears = listening(hub, *(ticket(reader, one) for reader in readers for one in matches))
    with django_assert_num_queries(1 + 30 + 1):  # type: ignore[attr-defined]  # members; may each see it; the marks
        hub.look(0)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        hub.look(1)
    assert {len(ear.marks) for ear in ears} == {1}


def test_marks_are_asked_for_no_more_often_than_their_kind_wants(
    ann: Member, match: Match, django_assert_num_queries: Queries
) -> None:
    hub = Hub()
    listening(hub, ticket(ann, match), issue((Watched("news", (ann.pk,)),), **logged_in(ann)))
    hub.look(10)
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        hub.look(10.05)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]  # pads ten times a second, news every second
        hub.look(10.13)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]  # a look that comes a moment early is one
        hub.look(10.22)
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        hub.look(11.1)


def test_it_looks_more_often_for_a_minute_after_a_change(ann: Member, match: Match) -> None:
    hub = Hub()
    listening(hub, ticket(ann, match))
    hub.look(10)
    assert hub.pause(10) == LOOK, "what somebody comes to see is no change"
    enter(match, kill(0, 1), ann)
    hub.look(11)
    assert (hub.pause(11), hub.pause(70.9), hub.pause(71.1)) == (LIVELY_LOOK, LIVELY_LOOK, LOOK)


def test_a_member_who_left_the_season_hears_nothing_more_within_a_minute(ann: Member) -> None:
    closed, match = secret_match(ann)
    reader = join(closed)
    hub = Hub()
    [ear] = listening(hub, ticket(reader, match))
    hub.look(0)
    assert len(ear.marks) == 1
    people.leave(membership=membership(closed, reader), author=reader)
    hub.look(ADMITTED - 1)
    assert ear.ended == ""
    hub.look(ADMITTED)
    assert (ear.ended, len(ear.marks)) == ("end", 1)
    assert ADMITTED <= 60 - 1


@pytest.mark.parametrize("change", ["is_active", "is_staff"])
def test_nor_does_a_closed_account_or_a_former_admin(ann: Member, change: str) -> None:
    _closed, match = secret_match(ann)
    admin = MemberFactory.create(is_staff=True)
    hub = Hub()
    [ear] = listening(hub, ticket(admin, match))
    hub.look(0)
    assert len(ear.marks) == 1
    Member.objects.filter(pk=admin.pk).update(**{change: False})
    hub.look(ADMITTED)
    assert ear.ended == "end"


def test_whoever_may_not_see_it_is_told_nothing_though_the_ticket_is_good(ann: Member) -> None:
    _closed, match = secret_match(ann)
    hub = Hub()
    ears = listening(hub, ticket(MemberFactory.create(), match), ticket(None, match), ticket(ann, match))
    hub.look(0)
    assert [ear.ended for ear in ears] == ["end", "end", ""]
    assert [len(ear.marks) for ear in ears] == [0, 0, 1]


def test_anothers_news_and_standing_are_nobodys_business(ann: Member) -> None:
    open_season = season()
    other = join(open_season)
    hub = Hub()
    ears = listening(
        hub,
        *(
            issue((Watched(*thing),), **reader)
            for thing in (("news", (other.pk,)), ("standing", (open_season.pk, other.pk)))
            for reader in (logged_in(ann), {}, logged_in(other))
        ),
    )
    hub.look(0)
    assert [ear.ended for ear in ears] == ["end", "end", "", "end", "end", ""]


def test_a_ticket_that_runs_out_asks_for_another(ann: Member, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    [ear] = listening(hub, ticket(ann, match))
    hub.look(0)
    monkeypatch.setattr(Ticket, "seconds_left", lambda self: -0.1)
    hub.look(ADMITTED)
    assert ear.ended == "renew"


def test_a_table_turns_late_without_anybody_writing(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    table = plain_duel(ann, MemberFactory.create())
    hub = Hub()
    [ear] = listening(hub, issue((Watched("table", (table.pk,)),), **logged_in(ann)))
    hub.look(0)
    later = timezone.now() + absence.ABSENT_AFTER + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    hub.look(1)
    assert len(ear.marks) == 2


def test_what_is_gone_is_forgotten(ann: Member, match: Match, django_assert_num_queries: Queries) -> None:
    hub = Hub()
    ears = listening(hub, ticket(ann, match), ticket(ann, match))
    hub.look(0)
    for ear in (*ears, ears[0]):
        hub.drop(ear)
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        hub.look(ADMITTED)
    left = {name: value for name, value in vars(hub).items() if name not in ("_asked", "_lively_until") and len(value)}
    assert left == {}


def test_a_thousand_who_come_at_once_do_not_hold_up_the_marks(ann: Member, match: Match) -> None:
    hub = Hub()
    ears = listening(hub, *[ticket(ann, match)] * (AT_ONCE + 1))
    hub.look(0)
    assert sum(bool(ear.marks) for ear in ears) == AT_ONCE
    hub.look(0.25)
    assert all(ear.marks for ear in ears)


class Refusal:
    """Lets one question of the database fail, by its number; counts them all."""

    def __init__(self, failing: int) -> None:
        self.failing, self.asked = failing, 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.asked += 1
        if self.asked == self.failing:
            raise OperationalError("the server is away")
        return execute(sql, params, many, context)


def evening(failing: int) -> tuple[list[tuple[str, bool, str]], int]:
    """What three readers heard of an evening on which one question failed, and how many were asked."""
    ann, late = MemberFactory.create(), MemberFactory.create()
    closed, secret = secret_match(ann)
    reader = join(closed)
    shown = pad([ann, MemberFactory.create()])
    hub, refusal = Hub(), Refusal(failing)
    early = [ticket(ann, shown), ticket(reader, secret)]
    later = [ticket(late, shown), ticket(None, secret)]

    def look(now: float) -> None:
        try:
            hub.look(now)
        except OperationalError:
            hub.look(now + 0.25)

    with connection.execute_wrapper(refusal):
        ears = listening(hub, *early)
        look(0)
        ears += listening(hub, *later)
        look(5)  # what the third one watches is known already
    people.leave(membership=membership(closed, reader), author=reader)
    with connection.execute_wrapper(refusal):
        look(ADMITTED + 6)
    enter(shown, kill(0, 1), ann)
    enter(secret, kill(0, 1), ann)
    with connection.execute_wrapper(refusal):
        look(ADMITTED + 12)
    final = hub.told[ears[0]]
    return [(str(len(ear.marks)), bool(ear.marks) and ear.marks[-1] == final, ear.ended) for ear in ears], refusal.asked


def test_each_question_may_fail_once_and_nobody_is_forgotten(ann: Member) -> None:
    expected = [("2", True, ""), ("1", False, "end"), ("2", True, ""), ("0", False, "end")]
    heard, questions = evening(failing=0)
    assert heard == expected
    assert questions > 8
    for failing in range(1, questions + 1):
        assert (failing, evening(failing)[0]) == (failing, expected)


def test_who_could_not_be_looked_at_is_told_nothing_until_then(ann: Member, match: Match) -> None:
    """After a long outage many readers are due at once; those looked at in the second go hear nothing in the first."""
    hub = Hub()
    ears = listening(hub, *[ticket(ann, match)] * (AT_ONCE + 1))
    hub.look(0)
    hub.look(0.25)
    enter(match, kill(0, 1), ann)
    hub.look(STALE + 60)
    assert [len(ear.marks) for ear in ears] == [2] * AT_ONCE + [1]
    hub.look(STALE + 60.25)
    assert [len(ear.marks) for ear in ears] == [2] * (AT_ONCE + 1)
