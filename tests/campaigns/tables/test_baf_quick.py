"""Quick hands at the site's tables: one moment for all, the first hand on a monster has it, bots with human hands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.models.card_table import CardTable, SealedAnswer, TableState
from campaigns.tables.operations import away as card_away, play as card_play
from club.models import Member
from tests.campaigns.tables.asking import refused
from tests.campaigns.wars.test_at_once import at_once
from tests.clients import client_of
from tests.club.outages.kit import writing_nothing
from tests.factories.club import MemberFactory
from tests.factories.tables import BAF, BOT, dealt, decide, person_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]  # seconds count here, those of the tests do not


def quick(opener: Member, *others: object, **options: object) -> CardTable:
    """A table of quick hands whose heroes are drafted: the clock is about to show the monsters of the first round."""
    table = dealt(opener, *others, game=BAF, variant="quick", options=options)  # type: ignore[arg-type]
    while table.actor is not None:
        card_play.advance(table=table, patient=True)
        table.refresh_from_db()
        if table.actor is not None:
            decide(table)
    return table


def rings(table: CardTable) -> CardTable:
    """Let everything that is planned be due, and look."""
    past = timezone.now() - timedelta(seconds=1)
    SealedAnswer.objects.filter(table=table, due__isnull=False).update(due=past)
    CardTable.objects.filter(pk=table.pk, due__isnull=False).update(due=past)
    card_play.tick(table=table)
    table.refresh_from_db()
    return table


def touch(table: CardTable, number: int, side: str, place: int) -> CardTable:
    code = f"touch {number} {side} {place}"
    card_play.play(table=table, person=person_at(table, number), code=code)
    table.refresh_from_db()
    return table


def log(table: CardTable) -> list[tuple[int | None, str, str]]:
    return list(table.actions.order_by("index").values_list("seat", "code", "bot"))


def test_a_touch_before_the_agreed_moment_is_refused(ann: Member, bob: Member) -> None:
    """Ruling A38: the monsters are shown to all phones at one moment; touches before it are refused."""
    table = quick(ann, bob)
    assert table.due is not None
    assert timedelta(seconds=2) < table.due - timezone.now() <= timedelta(seconds=4)
    asks = {"table": table, "person": Person(ann), "code": "touch 0 left 0"}
    assert refused(card_play.play, **asks) == ["not_shown_yet"]
    assert card_play.tick(table=table) == 0
    for member in (ann, bob):
        text = client_of(member).get(table.get_absolute_url()).content.decode()
        assert 'id="table-countdown"' in text
        assert 'id="monster-0"' not in text, "nobody reads the monsters before"


def test_a_race_is_looked_at_while_the_database_takes_nothing_down(ann: Member, bob: Member) -> None:
    table = quick(ann, bob)
    past = timezone.now() - timedelta(milliseconds=1)
    table.sealed.update(due=past)
    CardTable.objects.update(due=past)
    browser = client_of(bob)
    with writing_nothing():
        for address in (table.get_absolute_url(), reverse("tables:table_status", args=[table.pk])):
            assert browser.get(address).status_code == 200
    table.refresh_from_db()
    assert table.due == past


def test_whoever_looks_once_the_moment_has_come_shows_the_monsters_to_all(ann: Member, bob: Member) -> None:
    table = quick(ann, bob)
    past = timezone.now() - timedelta(milliseconds=1)
    table.sealed.update(due=past)
    CardTable.objects.update(due=past)
    address = reverse("tables:table_status", args=[table.pk])
    text = client_of(bob).get(address, {"seen": str(table.version)}).content.decode()
    assert 'id="monster-3"' in text
    assert log(table)[-1] == (None, "show", "")
    assert card_play.tick(table=table) == 0, "once"


def test_the_first_hand_has_the_monster(ann: Member, bob: Member) -> None:
    """BAF!, Combat contre les monstres; ruling A38."""
    table = rings(quick(ann, bob))
    touch(table, 1, "right", 2)
    asks = {"table": table, "person": Person(ann), "code": "touch 0 left 2"}
    assert refused(card_play.play, **asks) == ["monster_taken"]
    touch(table, 1, "left", 2)
    touch(table, 0, "left", 0)
    assert [code for _seat, code, _bot in log(table)[-3:]] == ["touch 1 right 2", "touch 1 left 2", "touch 0 left 0"]
    # A page from before the others' touches is no reason to refuse a touch.
    card_play.play(table=table, person=Person(ann), code="touch 0 right 1", version=1)
    table.refresh_from_db()
    assert table.actor is not None or table.due is not None, "all hands are laid: the fights took place"


def test_nobody_touches_with_another_ones_hand(ann: Member, bob: Member) -> None:
    table = rings(quick(ann, bob))
    asks = {"table": table, "person": Person(ann), "code": "touch 1 left 0"}
    assert refused(card_play.play, **asks) == ["illegal_action"]
    assert refused(card_play.play, **{**asks, "code": "show"}) == ["illegal_action"]
    assert refused(card_play.play, **{**asks, "code": "time"}) == ["illegal_action"]


def test_the_clock_ends_a_round_that_has_a_time(ann: Member, bob: Member) -> None:
    """Ruling A33: at the end of the agreed time idle hands stay so."""
    table = rings(quick(ann, bob, timer=20))
    assert table.due is not None
    assert timedelta(seconds=18) < table.due - timezone.now() <= timedelta(seconds=20)
    due = table.due
    touch(table, 0, "left", 0)
    assert table.due == due, "a touch does not put the end off"
    rings(table)
    assert (None, "time", "") in log(table)


def test_without_a_time_the_round_waits_for_everybody(ann: Member, bob: Member) -> None:
    table = rings(quick(ann, bob))
    assert table.due is None
    card_play.play(table=table, person=Person(ann), code="done 0")
    card_play.play(table=table, person=Person(bob), code="done 1")
    table.refresh_from_db()
    assert [code for _seat, code, _bot in log(table)[-2:]] == ["done 0", "done 1"]
    assert table.due is not None, "the next round's monsters are about to be shown"


def test_bots_touch_after_as_long_as_a_person_takes(ann: Member) -> None:
    table = rings(quick(ann, BOT, BOT))
    shown = timezone.now()
    planned = {row.seat: row.due - shown for row in table.sealed.filter(seat__isnull=False) if row.due is not None}
    assert set(planned) == {1, 2}
    assert all(timedelta(milliseconds=250) < after < timedelta(seconds=8) for after in planned.values()), planned
    text = client_of(ann).get(table.get_absolute_url()).content.decode()
    assert not any(row.code in text for row in table.sealed.filter(seat__isnull=False)), "nobody reads what they plan"
    # Once their moments have come, the earlier reaction is played first.
    first = table.sealed.filter(seat__isnull=False).order_by("due").first()
    assert first is not None
    CardTable.objects.update(due=timezone.now())
    SealedAnswer.objects.filter(pk=first.pk).update(due=timezone.now())
    assert card_play.tick(table=table) == 1
    assert log(table)[-1] == (first.seat, first.code, "thumb")


def test_a_bot_whose_monster_is_gone_thinks_again(ann: Member) -> None:
    table = rings(quick(ann, BOT))
    plan = table.sealed.get(seat=1)
    if not plan.code.startswith("touch"):
        pytest.skip("this bot wants nothing")
    touch(table, 0, "left", int(plan.code.split(" ")[3]))
    again = table.sealed.filter(seat=1).first()
    assert again is None or again.code != plan.code


def test_a_game_of_bots_alone_is_finished_quickly(ann: Member) -> None:
    table = quick(ann, BOT, BOT)
    card_play.resign(table=table, person=Person(ann))
    card_away.finish_quickly(table=table, person=Person(ann))
    table.refresh_from_db()
    assert table.state == TableState.OVER
    assert not table.sealed.exists()


def test_without_javascript_a_touch_is_a_form(ann: Member, bob: Member) -> None:
    table = rings(quick(ann, bob))
    client = client_of(ann)
    text = client.get(table.get_absolute_url()).content.decode()
    assert 'value="touch 0 left 1"' in text
    client.post(reverse("tables:play", args=[table.pk]), {"action": "touch 0 left 1", "version": table.version})
    assert log(table)[-1] == (0, "touch 0 left 1", "")


@pytest.mark.django_db(transaction=True)
def test_of_four_hands_at_once_one_has_the_monster_and_the_log_says_in_which_order(transactional_db: None) -> None:
    """One transaction under the table's lock: whoever gets it first is first, and nobody's touch is lost."""
    members = MemberFactory.create_batch(4)
    table = rings(quick(members[0], *members[1:]))
    before = table.actions.count()

    def touching(number: int) -> object:
        card_play.play(table=CardTable(pk=table.pk), person=Person(members[number]), code=f"touch {number} left 3")
        return f"seat {number}"

    outcome = at_once(*(lambda n=number: touching(n) for number in range(4)))  # type: ignore[misc]
    assert outcome["monster_taken"] == 3
    (winner,) = (key for key in outcome if str(key).startswith("seat"))
    assert table.actions.count() == before + 1
    assert f"seat {table.actions.order_by('index').last().seat}" == winner  # type: ignore[union-attr]
    game = rules.of(BAF).replay(table, 4, card_play.codes_of(table))
    assert game.view(None).monsters[3].owner == int(winner.split(" ")[1])  # type: ignore[attr-defined]
