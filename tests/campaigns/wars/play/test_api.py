"""Battles at the site for programs: what they are told is what the page shows, and they decide as it does."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from campaigns.wars.models.lesson import LessonCode
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState
from campaigns.wars.play import positions
from campaigns.wars.play.account import RECENT
from campaigns.wars.play.lessons import operations as lessons
from campaigns.wars.play.offering import PlayTerms
from engines.musg.battle.decision import Ask
from engines.musg.prospects import code_of, options
from tests.campaigns.wars.play.boards import begun, play
from tests.campaigns.wars.play.test_page import a_fight, ahead_of, codes, reader, shown
from tests.factories.battles import Field
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight() -> Field:
    return a_fight()


def told(program: Program, played: PlayedBattle, query: str = "") -> Any:
    return program.told(f"played/{played.pk}{query}")


def offered(told_now: Any) -> list[str]:
    """The decisions that a program is offered, in their order."""
    return [choice["code"] for group in told_now["deciding"]["groups"] for choice in group["choices"]]


def decide(program: Program, played: PlayedBattle, code: str, *, seen: str, key: str = "k") -> HttpResponse:
    return program.post(f"played/{played.pk}/decide", {"code": code}, if_match=seen, idempotency_key=key)


class TestWhatIsTold:
    def test_who_is_asked_gets_what_the_page_offers_and_the_others_nothing(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        asked = played.actor or 0
        own, other = (Program(fight.players[side]) for side in (asked, 1 - asked))
        mine = told(own, played)
        assert (mine["mine"], mine["side"], mine["deciding"]["ask"]) == (True, asked, "activate")
        assert offered(mine) == codes(shown(reader(fight.players[asked]), played))
        his = told(other, played)
        assert (his["mine"], his["side"], his["deciding"]) == (False, 1 - asked, None)
        spectator = told(Program(MemberFactory.create()), played)
        assert (spectator["mine"], spectator["side"], spectator["deciding"]) == (False, None, None)
        assert spectator["bands"]
        assert [side["own"] for side in mine["sides"]] == [side == asked for side in range(2)]

    def test_odds_are_told_as_numbers_beside_the_words(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACT)
        asked = played.actor or 0
        with positions.standing(played) as game:
            expected = {code_of(one.action): one.chances for one in options(game, asked)}
        for group in told(Program(fight.players[asked]), played)["deciding"]["groups"]:
            for choice in group["choices"]:
                chances = expected[choice["code"]]
                assert (choice["chances"] is None) is (chances is None)
                if chances is not None and chances.hit is not None:
                    assert choice["chances"]["hit"] == pytest.approx(chances.hit)

    def test_what_stands_in_the_account_is_what_the_page_tells(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        spectator = MemberFactory.create()
        program, page = Program(spectator), unescape(shown(reader(spectator), played))
        first = told(program, played)
        assert len(first["account"]) > 10
        for line in first["account"][-RECENT:]:
            assert line["sentence"] in page
        assert told(program, played, f"?heard={first['heard']}")["account"] == []
        assert told(program, played, f"?heard={first['account'][-1]['number']}")["account"] == first["account"][-1:]

    def test_what_a_program_reads_its_member_has_not_seen(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        told(Program(fight.players[0]), played)
        assert Captain.objects.get(played=played, number=0).looked == 0
        assert "Since your last look" in shown(reader(fight.players[0]), played)

    def test_a_stranger_hears_of_nothing_and_a_spectator_decides_nothing(self, fight: Field) -> None:
        played = begun(fight)
        assert Program().get(f"played/{played.pk}").status_code == 404
        assert Program().told("played") == []
        spectator = Program(MemberFactory.create())
        assert [row["id"] for row in spectator.told("played")] == [played.pk]
        assert decide(spectator, played, "{}", seen=f'"{played.version}"').status_code == 403
        for what in ("reach/0", "way?x=1&y=1"):
            assert spectator.get(f"played/{played.pk}/{what}").status_code == 403
        assert played.actions.count() == 0

    def test_a_lesson_stands_in_no_list(self) -> None:
        learner = MemberFactory.create()
        lessons.take_up(member=learner, code=LessonCode.FIRST_BATTLE)
        assert PlayedBattle.objects.filter(practice=True, captains__member=learner).exists()
        assert Program(learner).told("played") == []

    def test_a_long_list_takes_no_more_queries(self, fight: Field) -> None:
        program = Program(fight.players[0])
        begun(fight)
        program.told("played")
        with CaptureQueriesContext(connection) as captured:
            assert len(program.told("played")) == 1
        begun(a_fight(names=("C", "D", "E", "F")))
        with CaptureQueriesContext(connection) as of_two:
            assert len(program.told("played")) == 2
        assert len(of_two) == len(captured)

    def test_programs_listen_for_what_happens(self, fight: Field) -> None:
        played = begun(fight)
        program = Program(fight.players[0])
        address = f"stream/played/{played.pk}"
        first = program.told(address)["mark"]
        assert program.told(address)["mark"] == first
        play(fight, played, 1)
        assert program.told(address)["mark"] != first
        assert Program().get(address).status_code == 404

    def test_lists_say_for_whom_it_waits(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        rows = [Program(one).told("played?state=running") for one in fight.players]
        assert [[row["waits"] for row in some] for some in rows] == [[side == asked] for side in range(2)]
        assert Program(fight.players[0]).told("played?state=over") == []

    def test_whose_turn_it_is_is_said_with_the_moment_at_which_one_counts_as_away(self, fight: Field) -> None:
        played = begun(fight, terms=PlayTerms(patience=10))
        due = datetime.fromisoformat(told(Program(fight.players[0]), played)["due"])
        assert played.moved is not None
        assert due - played.moved == timedelta(minutes=10)

    def test_two_sides_of_one_person_are_shown_one_after_the_other(self, fight: Field) -> None:
        played = begun(fight)
        Captain.objects.filter(played=played).update(member=fight.players[0])
        asked, program = played.actor or 0, Program(fight.players[0])
        for query in ("", f"?side={1 - asked}"):
            covered = told(program, played, query)
            assert (covered["hand_over"], covered["view"], covered["bands"], covered["account"]) == (
                asked,
                None,
                [],
                [],
            )
            assert covered["deciding"] is None
        assert told(program, played, f"?side={asked}")["mine"] is True


class TestDeciding:
    def test_what_was_seen_too_early_changes_nothing_and_one_key_counts_once(self, fight: Field) -> None:
        played = begun(fight)
        program = Program(fight.players[played.actor or 0])
        answer = program.get(f"played/{played.pk}")
        code, seen = offered(answer.json())[0], answer["ETag"]
        late = decide(program, played, code, seen='"0"', key="1")
        assert (late.status_code, late.json()["code"]) == (412, "stale")
        assert program.post(f"played/{played.pk}/decide", {"code": code}, idempotency_key="2").status_code == 428
        assert program.post(f"played/{played.pk}/decide", {"code": code}, if_match=seen).status_code == 400
        assert decide(program, played, "nonsense", seen=seen, key="3").json()["code"] == "not_understood"
        assert decide(program, played, '{"do":"end"}', seen=seen, key="4").status_code == 422
        assert played.actions.count() == 0
        done = decide(program, played, code, seen=seen, key="5")
        assert done.status_code == 200, done.content
        assert done.json()["version"] == played.version + 1
        assert done["ETag"].startswith(f'"{played.version + 1}-')
        again = decide(program, played, code, seen=seen, key="5")
        assert (again.status_code, again.content) == (200, done.content)
        assert played.actions.count() == 1

    def test_the_other_side_is_not_asked(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        code = offered(told(Program(fight.players[asked]), played))[0]
        other = decide(Program(fight.players[1 - asked]), played, code, seen=f'"{played.version}"')
        assert (other.status_code, other.json()["code"]) == (422, "not_your_turn")

    def test_a_step_is_taken_back(self, fight: Field) -> None:
        played = begun(fight)
        program = Program(fight.players[played.actor or 0])
        answer = program.get(f"played/{played.pk}")
        done = decide(program, played, offered(answer.json())[0], seen=answer["ETag"])
        assert told(program, played)["may_take_back"] is True
        assert program.post(f"played/{played.pk}/take-back", if_match=answer["ETag"]).status_code == 412
        assert program.post(f"played/{played.pk}/take-back", if_match=done["ETag"]).status_code == 200
        assert played.actions.count() == 0

    def test_a_way_is_told_and_then_gone(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        asked = played.actor or 0
        own, other = (Program(fight.players[side]) for side in (asked, 1 - asked))
        with positions.standing(played) as game:
            assert game.decision is not None
            figure = game.decision.options[0]
            x, y, _height, _radius = game.pieces[figure].base
        address = f"played/{played.pk}/way?x={x}&y={y + 2}&figure={figure}"
        aim = own.told(address)
        assert aim["figure"] == figure
        assert "1 action point" in aim["cost"]
        assert other.told(address) is None
        assert own.get(f"played/{played.pk}/way?x=-1&y=1").json()["problems"][0]["field"] == "x"
        for key, code in enumerate((aim["first"], aim["code"])):
            seen = own.get(f"played/{played.pk}")["ETag"]
            assert decide(own, played, code, seen=seen, key=str(key)).status_code == 200
        assert [row.code for row in played.actions.all()][-2:] == [aim["first"], aim["code"]]
        assert own.told(f"played/{played.pk}/reach/{figure}")["figure"] == figure
        assert other.told(f"played/{played.pk}/reach/{figure}") == {}
        assert own.told(f"played/{played.pk}/reach/999") == {}

    def test_the_ground_is_that_of_the_battle(self, fight: Field) -> None:
        played = begun(fight)
        ground = Program(fight.players[0]).told(f"played/{played.pk}/ground")
        table = played.prepared.table
        assert (ground["width"], ground["depth"]) == (table.width, table.depth)
        assert len(ground["pieces"]) == len(table.pieces) > 0


class TestPeople:
    def test_answers_given_once_for_all_are_ones_own_business(self, fight: Field) -> None:
        played = begun(fight)
        mine, his = (Program(one) for one in fight.players)
        wrong = mine.post(f"played/{played.pk}/standing", {"answers": {"free_shot": "perhaps"}})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "no_such_choice")
        assert mine.post(f"played/{played.pk}/standing", {"answers": {"free_shot": "never"}}).status_code == 200
        assert told(mine, played)["standing"] == {"free_shot": "never"}
        assert told(his, played)["standing"] == {}

    def test_a_bot_plays_on_until_its_captain_is_back(self, fight: Field) -> None:
        played = begun(fight)
        program = Program(fight.players[0])
        assert program.post(f"played/{played.pk}/away", {"bot": "nobody"}).json()["code"] == "no_such_bot"
        away = program.post(f"played/{played.pk}/away", {"bot": "gentle"})
        assert [side["away"] for side in away.json()["sides"]] == [True, False]
        assert told(program, played)["may_come_back"] is True
        back = program.post(f"played/{played.pk}/back")
        assert [side["away"] for side in back.json()["sides"]] == [False, False]

    def test_nobody_is_replaced_before_time(self, fight: Field) -> None:
        played = begun(fight)
        waits = Program(fight.players[1 - (played.actor or 0)])
        for what in ("replace", "break-off"):
            assert waits.post(f"played/{played.pk}/{what}").json()["code"] == "not_absent"

    def test_the_referee_ends_it(self, fight: Field) -> None:
        played = begun(fight)
        assert Program(fight.players[0], "play").post(f"played/{played.pk}/stop").status_code == 403
        ended = Program(fight.referee, "referee").post(f"played/{played.pk}/stop")
        assert ended.json()["state"] == PlayState.BROKEN

    def test_how_it_ended_is_told(self, fight: Field) -> None:
        played = play(fight, begun(fight))
        over = told(Program(fight.players[0]), played)
        assert (over["state"], over["deciding"], over["due"]) == ("over", None, None)
        assert "Victory points: " in over["result"]


class TestHowItBegins:
    TERMS = {"pace": "days:2880", "absence": "bot", "clock": ""}

    def test_proposed_by_one_and_agreed_to_by_the_other(self, fight: Field) -> None:
        ann, ben = (Program(one) for one in fight.players)
        address = f"campaigns/{fight.campaign.slug}/battles/{fight.battle.pk}/play"
        assert ann.told(address)["may_propose"] is True
        bad = ann.post(address, {**self.TERMS, "clock": "1800", "lead_0": "me"}, idempotency_key="0")
        assert [one["field"] for one in bad.json()["problems"]] == ["clock"]
        made = ann.post(address, {**self.TERMS, "lead_0": "me"}, idempotency_key="1")
        assert made.json()["stage"] == "offered", made.content
        again = ann.post(address, {**self.TERMS, "lead_0": "me"}, idempotency_key="1")
        assert again.content == made.content
        assert PlayedBattle.objects.count() == 1
        asked = ben.get(address)
        assert (asked.json()["may_agree"], asked.json()["may_call_off"]) == (True, True)
        assert [lead["awaited"] for lead in asked.json()["leads"]] == [False, True]
        assert ben.post(f"{address}/agree", {"lead_1": "me"}, if_match='"0"').status_code == 412
        begins = ben.post(f"{address}/agree", {"lead_1": "me"}, if_match=asked["ETag"])
        assert begins.json()["stage"] == "running", begins.content
        terms = told(ben, PlayedBattle.objects.get())["terms"]
        assert terms == ["by correspondence, 2 days to decide", "the bot plays on for who is away"]
        assert ben.post(f"{address}/call-off", if_match=asked["ETag"]).status_code == 412

    def test_called_off(self, fight: Field) -> None:
        ann, ben = (Program(one) for one in fight.players)
        address = f"campaigns/{fight.campaign.slug}/battles/{fight.battle.pk}/play"
        made = ann.post(address, {**self.TERMS, "lead_0": "me"}, idempotency_key="1")
        assert Program(MemberFactory.create()).post(f"{address}/call-off", if_match=made["ETag"]).status_code == 403
        assert ben.post(f"{address}/call-off", if_match=made["ETag"]).json()["stage"] == ""
        assert not PlayedBattle.objects.exists()

    def test_against_the_bot_at_once(self) -> None:
        positions.forget()
        program = Program(MemberFactory.create())
        bands = program.told("played/warbands")
        assert all(band["key"].startswith("ready:") for band in bands)
        assert program.post("played", {"mine": "ready:nobody"}, idempotency_key="1").status_code == 422
        begins = program.post("played", {"mine": bands[0]["key"], "bot": "gentle"}, idempotency_key="2")
        assert begins.status_code == 200, begins.content
        assert (begins.json()["state"], begins.json()["sides"][0]["warband"]) == ("running", bands[0]["name"])
        again = program.post("played", {"mine": bands[0]["key"], "bot": "gentle"}, idempotency_key="2")
        assert again.json()["id"] == begins.json()["id"]
        assert PlayedBattle.objects.count() == 1
