"""Gathering at a table: what may be opened, who may sit down, and every refusal."""

from __future__ import annotations

import hashlib

import pytest

from campaigns.seating.people import Person
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.operations.tables import UNFINISHED_MOST, SeatPlan, TablePlan
from club.models import Member
from tests.campaigns.tables.asking import refused
from tests.factories.tables import BOT, OPEN, dealt, finished, guest, open_table, plan, seat_at

pytestmark = pytest.mark.django_db


# Opening


def test_a_table_is_opened_with_its_seats_and_the_hash_of_its_dice(ann: Member, bob: Member) -> None:
    table = tables.open_table(opener=ann, plan=plan(bob, BOT, OPEN))
    assert table.state == TableState.OPEN
    assert [(s.member, s.bot, s.is_open) for s in table.seats.all()] == [
        (ann, "", False), (bob, "", False), (None, "thumb", False), (None, "", True),
    ]  # fmt: skip
    # The hash binds seed and setup: La Bagarre's usual options, four players, the second version of its rules.
    promised = bytes.fromhex(table.seed) + b'{"options":{},"players":4,"rules":2}'
    assert table.commitment == hashlib.sha256(promised).hexdigest()
    assert len({seat.link for seat in table.seats.all()}) == 4


def test_every_table_has_a_seed_of_its_own(ann: Member) -> None:
    seeds = {tables.open_table(opener=ann, plan=plan(BOT)).seed for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (TablePlan(game="chess", seats=[BOT], variant="heroes"), ["no_such_game"]),
        (plan(), ["players"]),
        (plan(*[BOT] * 6), ["players"]),
        (plan(SeatPlan(bot="genius")), ["no_such_bot"]),
        (plan(BOT, visibility="world"), ["visibility"]),
        # La Bagarre, Bagarre en équipes: 2V2, 3V3 or 2V2V2.
        (plan(BOT, BOT, options={"teams": "2"}), ["teams_shape"]),
        (plan(BOT, BOT, BOT, options={"teams": "3"}), ["teams_shape"]),
        (plan(BOT, options={"joker_value": 99}), ["option_out_of_range"]),
        (plan(BOT, options={"redraw_threshold": -1}), ["option_out_of_range"]),
        (plan(BOT, name="Thumb\u202es"), ["unseen"]),
        (plan(BOT, name="\u00a0\u00a0\u0301\u00a0"), ["shows_nothing"]),
        (plan(BOT, name="y" * 61), ["too_long"]),
    ],
)
def test_a_plan_that_does_not_hold_is_refused(ann: Member, wrong: TablePlan, codes: list[str]) -> None:
    assert refused(tables.open_table, opener=ann, plan=wrong) == codes
    assert not CardTable.objects.exists()


def test_a_table_is_called_as_names_are_kept(ann: Member) -> None:
    table = tables.open_table(opener=ann, plan=plan(BOT, name="  Zoe\u0301’s   table "))
    assert table.name == "Zo\u00e9’s table"


def test_nobody_sits_twice(ann: Member, bob: Member) -> None:
    assert refused(tables.open_table, opener=ann, plan=plan(ann)) == ["seated_twice"]
    assert refused(tables.open_table, opener=ann, plan=plan(bob, bob)) == ["seated_twice"]


def test_all_that_is_wrong_is_told_at_once(ann: Member) -> None:
    wrong = plan(SeatPlan(bot="genius"), ann, visibility="world")
    assert refused(tables.open_table, opener=ann, plan=wrong) == ["seated_twice", "no_such_bot", "visibility"]


def test_nobody_opens_tables_without_end(ann: Member) -> None:
    for _ in range(UNFINISHED_MOST):
        tables.open_table(opener=ann, plan=plan(BOT))
    assert refused(tables.open_table, opener=ann, plan=plan(BOT)) == ["too_many_tables"]
    tables.call_off(table=CardTable.objects.all()[0])
    tables.open_table(opener=ann, plan=plan(BOT))


# Seats


def test_a_member_takes_an_open_seat_and_leaves_it_under_a_new_link(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    before = seat_at(table, 1).link
    tables.take_seat(seat=seat_at(table, 1), person=Person(bob))
    assert seat_at(table, 1).member == bob
    tables.leave_seat(table=table, person=Person(bob))
    seat = seat_at(table, 1)
    assert seat.is_open
    assert seat.link != before
    table.refresh_from_db()
    assert table.version == 2


def test_a_guest_takes_a_seat_with_a_name_and_nothing_but_a_hash_is_kept(ann: Member) -> None:
    table = open_table(ann, OPEN)
    secret, zoe = guest("Zoé")
    tables.take_seat(seat=seat_at(table, 1), person=zoe, name="  Zoé   du  Nord ")
    seat = seat_at(table, 1)
    assert (seat.member, seat.guest) == (None, "Zoé du Nord")
    assert seat.guest_key == hashlib.sha256(secret.encode()).hexdigest()
    assert zoe.owns(seat)
    assert not guest("Xavier")[1].owns(seat)


def test_a_seat_is_refused(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN, OPEN, BOT)
    _secret, zoe = guest("Zoé")
    for name in ("", "   ", "x" * 31):
        assert refused(tables.take_seat, seat=seat_at(table, 1), person=zoe, name=name) == ["guest_name"]
    assert refused(tables.take_seat, seat=seat_at(table, 3), person=Person(bob)) == ["seat_taken"]
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=Person(ann)) == ["already_seated"]
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=Person(), name="Nobody") == ["members_only"]
    tables.take_seat(seat=seat_at(table, 1), person=zoe, name="Zoé")
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=Person(bob)) == ["seat_taken"]
    assert refused(tables.take_seat, seat=seat_at(table, 2), person=zoe, name="Again") == ["already_seated"]
    other = guest("Xavier")[1]
    assert refused(tables.take_seat, seat=seat_at(table, 2), person=other, name="ZOÉ") == ["name_taken"]


def test_a_table_may_keep_guests_out(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN, guests=False)
    zoe = guest("Zoé")[1]
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=zoe, name="Zoé") == ["members_only"]
    tables.take_seat(seat=seat_at(table, 1), person=Person(bob))


def test_leaving_is_for_who_sits_there_and_did_not_open_the_table(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    assert refused(tables.leave_seat, table=table, person=Person(bob)) == ["not_seated"]
    assert refused(tables.leave_seat, table=table, person=Person(ann)) == ["opener_stays"]


def test_the_opener_gives_an_open_seat_to_a_bot_and_takes_it_back(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN, bob)
    tables.fill_seat(table=table, number=1, strength="strong")
    assert seat_at(table, 1).bot == "strong"
    tables.fill_seat(table=table, number=1, strength="")
    assert seat_at(table, 1).is_open
    assert refused(tables.fill_seat, table=table, number=2, strength="thumb") == ["seat_taken"]
    assert refused(tables.fill_seat, table=table, number=7, strength="thumb") == ["seat_taken"]
    assert refused(tables.fill_seat, table=table, number=1, strength="genius") == ["no_such_bot"]


def test_once_dealt_nobody_comes_or_goes(ann: Member, bob: Member) -> None:
    table = dealt(ann, BOT)
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=Person(bob)) == ["not_open"]
    assert refused(tables.leave_seat, table=table, person=Person(ann)) == ["not_open"]
    assert refused(tables.fill_seat, table=table, number=1, strength="") == ["not_open"]
    assert refused(tables.call_off, table=table) == ["not_open"]
    assert refused(card_play.start, table=table, person=Person(ann)) == ["not_open"]


def test_a_table_called_off_stays_so(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    tables.call_off(table=table)
    table.refresh_from_db()
    assert table.state == TableState.CLOSED
    assert refused(tables.take_seat, seat=seat_at(table, 1), person=Person(bob)) == ["not_open"]
    assert refused(card_play.start, table=table, person=Person(ann)) == ["not_open"]


# A rematch


def test_a_rematch_has_the_same_seats_and_other_dice_and_there_is_one(ann: Member, bob: Member) -> None:
    table = finished(ann, bob, BOT, variant="plain", options={"joker_value": 14})
    again = tables.rematch(table=table, person=Person(bob))
    assert tables.rematch(table=table, person=Person(ann)) == again
    assert (again.opener, again.variant, again.options) == (ann, "plain", {"joker_value": 14})
    assert [(s.member, s.bot) for s in again.seats.all()] == [(ann, ""), (bob, ""), (None, "thumb")]
    assert again.seed != table.seed
    assert again.state == TableState.OPEN


def test_a_guest_keeps_the_seat_in_the_rematch(ann: Member) -> None:
    table = open_table(ann, OPEN, variant="plain")
    zoe = guest("Zoé")[1]
    tables.take_seat(seat=seat_at(table, 1), person=zoe, name="Zoé")
    card_play.start(table=table, person=Person(ann))
    card_play.resign(table=table, person=Person(ann))
    again = tables.rematch(table=table, person=zoe)
    assert zoe.owns(seat_at(again, 1))
    assert seat_at(again, 1).guest == "Zoé"


def test_a_rematch_is_for_who_sat_there_and_only_afterwards(ann: Member, bob: Member) -> None:
    running = dealt(ann, BOT)
    assert refused(tables.rematch, table=running, person=Person(ann)) == ["not_over"]
    assert refused(tables.rematch, table=running, person=Person(bob)) == ["not_seated"]
