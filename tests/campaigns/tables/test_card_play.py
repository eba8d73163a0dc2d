"""A game under way: dealing, deciding, giving up, bots, somebody who is away. The log alone is the truth."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.utils import timezone

from campaigns import tasks
from campaigns.seating import bots
from campaigns.seating.models import SeatEvent
from campaigns.seating.people import Person
from campaigns.tables import proof, rules
from campaigns.tables.absence import ABSENT_AFTER
from campaigns.tables.models.card_table import BotStrength, CardTable, TableState
from campaigns.tables.operations import away as card_away, play as card_play
from campaigns.tables.operations.tables import SeatPlan
from club.models import Member
from club.operations import Stale
from tests.campaigns.tables.asking import refused
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, OPEN, SEED, dealt, decide, finished, legal, open_table, plain_duel, seat_at

pytestmark = pytest.mark.django_db

LATE = ABSENT_AFTER + timedelta(seconds=1)


def wait(table: CardTable, time: timedelta = LATE) -> None:
    """Let nobody decide for so long."""
    CardTable.objects.filter(pk=table.pk).update(moved=timezone.now() - time)


def log(table: CardTable) -> list[tuple[int, int, str, str]]:
    return list(table.actions.values_list("index", "seat", "code", "bot"))


# Dealing


def test_the_cards_are_dealt_once_everybody_is_there(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    assert refused(card_play.start, table=table, person=Person(ann)) == ["seats_open"]
    assert refused(card_play.start, table=table, person=Person(bob)) == ["not_seated"]
    table = dealt(ann, bob)
    assert table.state == TableState.RUNNING
    # La Bagarre, Héros: everybody first keeps one of two heroes; seat 1 is asked first.
    assert table.actor == 0
    assert {code.split()[0] for code in legal(table)} == {"hero"}
    assert len(legal(table)) == 2


def test_whoever_has_seen_an_older_table_does_not_deal(ann: Member, bob: Member) -> None:
    table = open_table(ann, bob)
    with pytest.raises(Stale):
        card_play.start(table=table, person=Person(ann), version=table.version + 1)


# Deciding


def test_a_decision_is_logged_with_its_seat_and_the_next_one_is_asked(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob)
    code = legal(table)[1]
    decide(table, code)
    assert log(table) == [(0, 0, code, "")]
    assert (table.version, table.actor) == (2, 1)


def test_only_whose_turn_it_is_decides_only_what_the_rules_allow(ann: Member, bob: Member, cleo: Member) -> None:
    table = dealt(ann, bob)
    first = legal(table)[0]
    assert refused(card_play.play, table=table, person=Person(bob), code=first) == ["not_your_turn"]
    assert refused(card_play.play, table=table, person=Person(cleo), code=first) == ["not_seated"]
    for code in ("", "attack 1", "attack 0", "hero nobody", "HERO MAGE", f"{first} ", "resign 0", "pass", "x" * 500):
        assert refused(card_play.play, table=table, person=Person(ann), code=code) == ["illegal_action"]
    assert log(table) == []
    table.refresh_from_db()
    assert table.version == 1


def test_of_two_decisions_from_one_page_one_counts(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    seen, person = table.version, Person((ann, bob)[table.actor or 0])
    code = legal(table)[0]
    card_play.play(table=table, person=person, code=code, version=seen)
    with pytest.raises(Stale):
        card_play.play(table=table, person=person, code=code, version=seen)
    assert len(log(table)) == 1


def test_what_is_stored_is_what_the_log_replays_to(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    while table.state == TableState.RUNNING:
        attacks = [code for code in legal(table) if code.startswith("attack")]
        decide(table, attacks[0])
        game = rules.of("bagarre").replay(table, 2, card_play.codes_of(table))
        assert game.actor == table.actor
    assert game.outcome is not None
    assert [seat_at(table, 0).place, seat_at(table, 1).place] == list(game.outcome.places)
    assert table.ending == "last_player"
    assert table.finished is not None
    assert [index for index, *_rest in log(table)] == list(range(len(log(table))))
    assert refused(card_play.play, table=table, person=Person(ann), code="charge") == ["not_running"]


# Giving up


def test_giving_up_is_possible_at_any_moment_and_goes_into_the_log(ann: Member, bob: Member, cleo: Member) -> None:
    table = dealt(ann, bob, cleo, variant="plain")
    waiting = next(member for seat, member in enumerate((ann, bob, cleo)) if seat != table.actor)
    number = (ann, bob, cleo).index(waiting)
    card_play.resign(table=table, person=Person(waiting))
    assert log(table) == [(0, number, f"resign {number}", "")]
    assert refused(card_play.resign, table=table, person=Person(waiting)) == ["out_already"]
    table.refresh_from_db()
    assert table.state == TableState.RUNNING
    other = next(member for member in (ann, bob, cleo) if member != waiting)
    card_play.resign(table=table, person=Person(other))
    table.refresh_from_db()
    # La Bagarre, Fin de partie: the last one standing wins.
    assert table.state == TableState.OVER
    winner = next(seat for seat in table.seats.all() if seat.member not in (waiting, other))
    assert winner.place == 1


def test_who_does_not_sit_there_gives_nothing_up(ann: Member, bob: Member, cleo: Member) -> None:
    assert refused(card_play.resign, table=dealt(ann, bob), person=Person(cleo)) == ["not_seated"]
    assert refused(card_play.resign, table=finished(ann, bob), person=Person(ann)) == ["not_running"]


# Bots


def test_bots_decide_until_a_person_must(ann: Member) -> None:
    table = dealt(ann, BOT, BOT)
    assert card_play.advance(table=table) == 0, "the person is asked first"
    decide(table)
    assert card_play.advance(table=table) >= 2
    table.refresh_from_db()
    assert table.state == TableState.OVER or table.actor == 0
    assert {(seat, bot) for _index, seat, _code, bot in log(table)} == {(0, ""), (1, "thumb"), (2, "thumb")}
    assert card_play.advance(table=table) == 0, "nothing more to do"


def test_a_bot_overwrites_nothing_that_happened_while_it_thought(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt(ann, BOT, variant="plain")
    while table.actor == 0:
        decide(table)
    before = len(log(table))
    game_rules = rules.of("bagarre")
    decided = type(game_rules).decide
    interrupted = []

    def slow(self: object, game: object, strength: str, chance: int) -> object:
        if not interrupted:
            interrupted.append(True)
            card_play.resign(table=table, person=Person(ann))
        return decided(game_rules, game, strength, chance)

    monkeypatch.setattr(type(game_rules), "decide", slow)
    assert card_play.advance(table=table) == 0
    table.refresh_from_db()
    assert [code for _index, _seat, code, _bot in log(table)][before:] == ["resign 0"]
    assert table.state == TableState.OVER


def test_a_bot_that_thinks_long_is_a_workers_business(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(ann, OPEN)
    table.seats.filter(number=1).update(bot="strong")
    card_play.start(table=table, person=Person(ann))
    decide(table)
    woken: list[int] = []
    monkeypatch.setattr(card_play, "wake", lambda table: woken.append(table.pk))
    assert card_play.advance(table=table) == 0
    assert woken == [table.pk]
    tasks.play_bots(table.pk)
    table.refresh_from_db()
    assert "strong" in {bot for *_rest, bot in log(table)}
    assert table.actor in (0, None)


def test_bots_play_in_a_request_while_its_time_lasts(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    table = decide(dealt(ann, BOT))
    woken: list[int] = []
    monkeypatch.setattr(card_play, "wake", lambda table: woken.append(table.pk))
    with monkeypatch.context() as hurried:
        hurried.setattr(bots, "BUDGET", 0.0)
        assert card_play.advance(table=table) == 0
    assert woken == [table.pk]
    assert card_play.advance(table=table) > 0
    assert woken == [table.pk]


def test_the_sweeper_wakes_tables_whose_message_was_lost(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = decide(dealt(ann, BOT))
    humans = dealt(ann, BOT)
    woken: list[int] = []
    monkeypatch.setattr(card_play, "wake", lambda table: woken.append(table.pk))
    assert card_play.sweep() == 0, "it may still be on its way"
    for table in (forgotten, humans):
        wait(table, bots.PATIENCE + timedelta(seconds=1))
    assert card_play.sweep() == 1
    assert woken == [forgotten.pk]


def test_without_a_broker_nothing_fails(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object, **options: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(tasks.play_bots, "apply_async", unreachable)
    card_play.wake(dealt(ann, BOT))


def test_the_task_of_a_table_that_is_gone_does_nothing() -> None:
    tasks.play_bots(4711)


def test_bots_play_the_same_from_the_same_seed(ann: Member, bob: Member) -> None:
    logs = []
    for member in (ann, bob):
        table = dealt(member, BOT, BOT, variant="plain", seed=SEED)
        card_play.resign(table=table, person=Person(member))
        card_play.advance(table=table, patient=True)
        logs.append([code for _index, _seat, code, _bot in log(table)])
    assert logs[0] == logs[1]
    assert len(logs[0]) > 1


# Away


def test_who_keeps_the_table_waiting_is_replaced_and_comes_back(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob)
    soon = {"table": table, "number": 0, "person": Person(bob)}
    assert refused(card_away.replace_by_bot, **soon) == ["not_absent"]
    wait(table)
    card_away.replace_by_bot(**soon)
    seat = seat_at(table, 0)
    assert (seat.member, seat.bot, seat.is_away) == (ann, "thumb", True)
    assert list(table.changes.values_list("seat", "event", "index", "by")) == [(0, "away", 0, 1)]
    assert refused(card_play.play, table=table, person=Person(ann), code=legal(table)[0]) == ["bot_plays"]
    assert card_play.advance(table=table) >= 1
    card_away.come_back(table=table, person=Person(ann))
    assert seat_at(table, 0).bot == ""
    assert list(table.changes.values_list("event", flat=True)) == ["away", "back"]
    assert refused(card_away.come_back, table=table, person=Person(ann)) == ["not_away"]


def test_replacing_is_refused(ann: Member, bob: Member, cleo: Member) -> None:
    table = dealt(ann, bob)
    wait(table)
    replace = card_away.replace_by_bot
    assert refused(replace, table=table, number=0, person=Person(cleo)) == ["not_seated"]
    assert refused(replace, table=table, number=0, person=Person(ann)) == ["no_such_seat"], "not oneself"
    assert refused(replace, table=table, number=5, person=Person(bob)) == ["no_such_seat"]
    assert refused(replace, table=table, number=1, person=Person(ann)) == ["not_absent"], "the table waits for Ann"
    assert refused(replace, table=table, number=0, person=Person(bob), strength="genius") == ["no_such_bot"]
    with pytest.raises(Stale):
        replace(table=table, number=0, person=Person(bob), version=table.version + 1)
    assert not table.changes.exists()


# The dice


def test_anybody_can_check_a_finished_game(ann: Member, bob: Member, tmp_path: Path) -> None:
    assert not proof.has_proof(plain_duel(ann, bob))
    table = finished(ann, bob, BOT)
    document = tmp_path / proof.file_name(table)
    document.write_bytes(proof.proof(table))
    told = msgspec.json.decode(document.read_bytes())
    assert (told["commitment"], told["seed"]) == (table.commitment, SEED)
    assert told["log"] == card_play.codes_of(table)
    # La Bagarre, Mise en place: the twelve heroes and the 54 cards are shuffled.
    assert [roll["asked"] for roll in told["rolls"]][:2] == ["shuffle 12", "shuffle 54"]
    command = [sys.executable, "-m", "engines", "verify", str(document)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"OK: {len(told['log'])} actions")
    document.write_bytes(document.read_bytes().replace(b"resign 1", b"resign 0"))
    assert subprocess.run(command, capture_output=True).returncode == 1


# Finishing quickly


STRONG = SeatPlan(bot=BotStrength.STRONG)


def test_who_is_out_has_the_bots_finish_quickly_however_strong_they_are(ann: Member, bob: Member) -> None:
    table = dealt(ann, STRONG, STRONG, variant="plain")
    assert refused(card_away.finish_quickly, table=table, person=Person(ann)) == ["people_play"]
    card_play.resign(table=table, person=Person(ann))
    assert refused(card_away.finish_quickly, table=table, person=Person(bob)) == ["not_seated"]
    card_away.finish_quickly(table=table, person=Person(ann))
    table.refresh_from_db()
    assert table.state == TableState.OVER
    assert set(table.actions.exclude(bot="").values_list("bot", flat=True)) == {"thumb"}
    assert [seat.bot for seat in table.seats.all()] == ["", "strong", "strong"], "the next game finds them as they were"
    assert refused(card_away.finish_quickly, table=table, person=Person(ann)) == ["not_running"]


def test_when_all_who_remain_agree_bots_play_on(ann: Member, bob: Member) -> None:
    cleo = MemberFactory.create(username="cleo", display_name="Cleo")
    table = dealt(ann, bob, cleo, variant="plain")
    card_play.resign(table=table, person=Person(cleo))
    assert refused(card_away.step_aside, table=table, person=Person(cleo)) == ["out_already"]
    card_away.step_aside(table=table, person=Person(ann))
    assert refused(card_away.step_aside, table=table, person=Person(ann)) == ["bot_plays"]
    assert refused(card_away.finish_quickly, table=table, person=Person(cleo)) == ["people_play"]
    card_away.come_back(table=table, person=Person(ann))
    for member in (ann, bob):
        card_away.step_aside(table=table, person=Person(member))
    card_away.finish_quickly(table=table, person=Person(cleo))
    table.refresh_from_db()
    assert table.state == TableState.OVER
    assert table.changes.filter(event=SeatEvent.AWAY).count() == 3
