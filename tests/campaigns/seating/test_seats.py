"""Who sits where, since when each is asked, and when somebody counts as away: whatever is played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from campaigns.seating import absence
from campaigns.seating.asking import ask, is_fresh, members_asked
from campaigns.seating.away import check_away, check_decides, to_replace
from campaigns.seating.people import GuestCookie, Person, key_of, person_of, seat_name
from campaigns.seating.sitting import sit_down
from campaigns.tables.models.card_table import CardSeat
from club.models import Member
from club.operations import Refused
from tests.campaigns.clock import Clock

COOKIE = GuestCookie("battle-guest", "/battles/")
ANN = Member(pk=1, username="ann", display_name="Ann")
KEY = key_of("s" * 43)


def seats() -> list[CardSeat]:
    """Ann's seat, Zoé's, a bot's, an open one; none of them is stored."""
    return [
        CardSeat(pk=10, number=0, member=ANN),
        CardSeat(pk=11, number=1, guest="Zoé", guest_key=KEY),
        CardSeat(pk=12, number=2, bot="thumb"),
        CardSeat(pk=13, number=3),
    ]


def test_a_seat_is_called_by_who_sits_there() -> None:
    named = [*seats(), CardSeat(number=4, guest_key=KEY), CardSeat(number=5, member=ANN, bot="thumb")]
    assert [seat_name(seat, ANN) for seat in named] == ["Ann", "Zoé (guest)", "Bot 3", "Seat 4", "a guest", "Ann"]


def test_what_a_seat_is() -> None:
    shown = [(seat.has_person, seat.is_open, seat.is_away) for seat in seats()]
    assert shown == [(True, False, False), (True, False, False), (False, False, False), (False, True, False)]
    assert CardSeat(member=ANN, bot="thumb").is_away


def test_everybody_finds_the_own_seat_and_nobody_another() -> None:
    def number(person: Person) -> int | None:
        seat = person.seat_among(seats())
        return seat.number if seat is not None else None

    assert number(Person(ANN)) == 0
    assert number(Person(guest=KEY)) == 1
    assert number(Person(Member(pk=2), KEY)) == 1, "a member on the browser of a guest"
    assert number(Person(Member(pk=2))) is None
    assert number(Person()) is None, "the open seat is not a stranger's"


def test_a_guest_is_known_again_by_the_cookie_of_that_game_alone() -> None:
    secret = COOKIE.secret(RequestFactory().get("/"))
    answer = HttpResponse()
    COOKIE.keep(answer, secret)
    assert (answer.cookies[COOKIE.name]["path"], answer.cookies[COOKIE.name]["httponly"]) == ("/battles/", True)
    request = RequestFactory().get("/")
    request.user = Member(pk=None)
    request.COOKIES[COOKIE.name] = secret
    assert COOKIE.key(request) == key_of(secret)
    assert COOKIE.secret(request) == secret
    other = GuestCookie("card-guest", "/tables/")
    assert other.key(request) == ""
    request.COOKIES[COOKIE.name] = "typed by somebody"
    assert COOKIE.key(request) == ""


def test_who_asks_is_the_member_and_the_guest_of_the_browser() -> None:
    request = RequestFactory().get("/")
    request.user = ANN
    assert person_of(request, COOKIE) == Person(ANN)
    request.COOKIES[COOKIE.name] = "s" * 43
    assert person_of(request, COOKIE) == Person(ANN, KEY)


def test_a_question_stays_the_same_while_others_answer_theirs() -> None:
    asked = seats()[:3]
    ask(asked, {0, 1, 2}, version=4)
    assert [seat.asked for seat in asked] == [4, 4, 4]
    ask(asked, {0, 1, 2}, version=5, answered={1})
    assert [seat.asked for seat in asked] == [4, None, 4]
    ask(asked, {0, 2}, version=6, decided={2})
    assert [seat.asked for seat in asked] == [4, None, 6], "who decided is put another question"


@pytest.mark.parametrize(
    ("asked", "seen", "fresh"),
    [(4, 6, True), (4, None, True), (4, 4, True), (4, 5, True), (4, 3, False), (4, 7, False), (None, 5, False)],
)
def test_what_was_decided_in_sight_of_the_question_counts(asked: int | None, seen: int | None, fresh: bool) -> None:
    assert is_fresh(CardSeat(asked=asked), seen, version=6) is fresh


def test_a_game_waits_for_persons_who_are_asked_at_their_own_seats() -> None:
    ann, zoe, bot, free = seats()
    for seat in (ann, zoe, bot):
        seat.asked = 1
    assert members_asked([ann, zoe, bot, free]) == {1}
    assert absence.waited_for([ann, zoe, bot], ann) is zoe
    assert absence.waited_for([ann, zoe, bot], None) is ann
    zoe.bot = "thumb"
    assert absence.waited_for([ann, zoe, bot], ann) is None, "a bot decides there"
    ann.bot = "thumb"
    assert members_asked([ann, zoe, bot, free]) == frozenset()


def test_how_long_somebody_may_think_each_game_says_itself(clock: Clock) -> None:
    moved = timezone.now()
    clock.passes(timedelta(minutes=10) - timedelta(seconds=1))
    assert not absence.is_absent(moved, timedelta(minutes=10))
    clock.passes(timedelta(seconds=1))
    assert absence.is_absent(moved, timedelta(minutes=10))
    assert not absence.is_absent(moved, timedelta(days=3)), "a battle by correspondence"
    assert not absence.is_absent(None, timedelta(minutes=10)), "nothing was asked yet"
    assert (absence.mark(7, late=False), absence.mark(7, late=True)) == ("7", "7-late")


def test_a_guest_sits_down_under_a_name_that_can_be_told_from_the_others() -> None:
    ann, zoe, _bot, free = seats()
    sit_down(free, Person(guest="b" * 64), among=[ann, zoe], name="  Jean   Luc ")
    assert (free.guest, free.guest_key, free.member) == ("Jean Luc", "b" * 64, None)
    for name, code in ((" ", "guest_name"), ("\u200b", "guest_name"), ("x" * 31, "guest_name"), ("ZOÉ", "name_taken")):
        with pytest.raises(Refused) as refused:
            sit_down(CardSeat(number=3), Person(guest="c" * 64), among=[ann, zoe], name=name)
        assert [problem.code for problem in refused.value.problems] == [code], name


def test_a_member_sits_down_without_a_name() -> None:
    free = seats()[3]
    sit_down(free, Person(ANN, KEY), among=[])
    assert (free.member, free.guest, free.guest_key) == (ANN, "", "")


def test_whom_a_bot_may_replace() -> None:
    ann, zoe, bot, free = seats()
    assert to_replace([ann, zoe, bot, free], 1, by=ann) is zoe
    for number in (0, 2, 9):
        with pytest.raises(Refused):
            to_replace([ann, zoe, bot, free], number, by=ann)
    check_decides(ann)
    check_away(bot)
    with pytest.raises(Refused):
        check_decides(bot)
    with pytest.raises(Refused):
        check_away(ann)
