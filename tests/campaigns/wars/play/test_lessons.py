"""The first lesson: each step holds what its words say, all of it is taken on the site, and nobody else hears of it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from campaigns.league.models import Campaign, News
from campaigns.todo import todo
from campaigns.wars.models.battle import Battle, BattleReport
from campaigns.wars.models.lesson import Lesson, LessonCode
from campaigns.wars.models.play import PlayedAction, PlayedBattle, PlayState
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.play import positions
from campaigns.wars.play.lessons import operations
from campaigns.wars.play.lessons.courses import beginning
from campaigns.wars.play.lessons.first_battle import STEPS
from campaigns.wars.play.lessons.goals import Scene, Verdict
from campaigns.wars.play.lessons.step import Step
from club.departure import close_account
from club.models import Member
from engines.core.dice import SeededDice
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import code_of, read
from rosters.models import Warband
from tests.campaigns.wars.play.lesson_ways import DESCRIBED, DICE, Do, taken
from tests.factories.battles import warband
from tests.factories.club import MemberFactory

CODE = LessonCode.FIRST_BATTLE.value
NUMBERS = {
    # Musg, Les personnages (Race humaine, Race orque); M31, M32
    "moving": {"points": 3, "fewer": 2, "walk": "9", "run": "13½"},
    # Tableau des armes de tir: 3 dice of strength 4 at short range, 2+; Tableau des dommages: 4 against 3
    "shooting": {"dice": 3, "hit": 2, "wound": 4, "paces": 7, "hp": 3, "vp": 5},
    "charging": {"charge": "9"},
    # Two dice are 7 or less in 21 of 36
    "nerve": {"need": 7, "chance": "58\N{NO-BREAK SPACE}%"},
    "word": {"own": 7, "lent": 11},
    "battle": {"last": 4, "leader": 10, "henchman": 5},
}
"""What the texts say, by hand from the rulebook."""


class TestSteps:
    @pytest.mark.parametrize("step", STEPS, ids=lambda step: step.code)
    def test_done_as_described_a_step_is_done_and_the_dice_do_what_it_says(self, step: Step) -> None:
        start, battle, since = taken(step)
        assert step.goal(Scene(start, battle, since)) is Verdict.MET
        assert DICE.get(step.code, lambda *_: True)(start, since)

    @pytest.mark.parametrize("step", STEPS, ids=lambda step: step.code)
    def test_it_begins_with_the_learners_decision_and_is_open(self, step: Step) -> None:
        battle, made = step.begin()
        assert step.goal(Scene(battle, battle, ())) is Verdict.OPEN
        again = Game.replay(step.setup(), [read(one.code) for one in made], SeededDice(bytes.fromhex(step.key)))
        assert again.view() == battle.view()
        assert battle.actor == 0 or step.code == "battle"

    def test_who_strikes_where_a_shot_is_asked_for_has_not_shot(self) -> None:
        """What the step says it showed is what shots do: three hits, three wounds."""
        step = next(one for one in STEPS if one.code == "shooting")
        start, battle, since = taken(step)
        struck = [replace(one, kind=Kind.STRUCK) if one.kind is Kind.SHOT else one for one in since]
        assert step.goal(Scene(start, battle, struck)) is Verdict.MISSED

    def test_who_was_sheltered_and_goes_on_in_the_next_turn_was_sheltered(self) -> None:
        step = next(one for one in STEPS if one.code == "cover")
        start, battle, since = taken(step)
        walked = next(one for one in since if one.kind is Kind.WALKED)
        open_ground = replace(walked, data=walked.data | {"end": [12.0, 20.0]})
        assert step.goal(Scene(start, battle, [*since, open_ground])) is Verdict.MET

    def test_whatever_was_rolled_before_what_the_leaders_word_showed_is_true(self) -> None:
        """Whose turn it was first changes the dice: Basile may roll less than his own leadership, too."""
        step = next(one for one in STEPS if one.code == "word")
        start, battle, since = taken(step)
        low = [replace(one, data=one.data | {"score": 6}) if one.kind is Kind.ROUT_TEST else one for one in since]
        assert step.goal(Scene(start, battle, low)) is Verdict.MET
        assert "rolled more" not in str(step.learnt)

    def test_the_words_name_the_numbers_of_the_rulebook(self) -> None:
        said = {step.code: dict(beginning(CODE, number).facts) for number, step in enumerate(STEPS)}
        assert {code: said[code] for code in NUMBERS} == NUMBERS
        for number, step in enumerate(STEPS):
            facts = beginning(CODE, number).facts
            for language in ("en", "fr"):
                with translation.override(language):
                    for words in (step.text, step.task, step.hint, step.learnt):
                        assert "%" not in (str(words) % facts if facts else str(words)).replace(
                            "\N{NO-BREAK SPACE}%", ""
                        )


@pytest.fixture
def learner(db: None) -> Member:
    positions.forget()
    return MemberFactory.create()


def reader(of: Member | None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if of is not None:
        client.force_login(of)
    return client


def page_of(client: Client, played: PlayedBattle) -> str:
    answer = client.get(played.get_absolute_url())
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def decide(client: Client, played: PlayedBattle, page: str, code: str) -> str:
    """Press the button of a decision that the page offers; return the page then."""
    assert f'value="{code}"' in page
    version = PlayedBattle.objects.values_list("version", flat=True).get(pk=played.pk)
    answer = client.post(reverse("play:decide", args=[played.pk]), {"code": code, "version": version})
    assert answer.status_code == 302
    return page_of(client, played)


def free(page: str) -> str:
    """Some decision that the page offers, a useful one if there is any."""
    offered = re.findall(r'data-kind="(\w+)".*?name="code" value="([^\n]*)"\n', page, re.DOTALL)
    wanted = ("deploy", "activate", "strike", "shoot", "end")
    return next((code for kind in wanted for found, code in offered if found == kind), offered[-1][1])


def begun(member: Member) -> PlayedBattle:
    played = operations.take_up(member=member, code=CODE).played
    assert played is not None
    return played


def code_for(played: PlayedBattle, do: Do) -> str:
    with positions.standing(PlayedBattle.objects.get(pk=played.pk)) as game:
        return code_of(do.of(game).action)


class TestOnTheSite:
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_from_the_first_step_to_the_last(self, learner: Member, language: str) -> None:
        client = reader(learner, language)
        assert client.post(reverse("play:lesson_take", args=[CODE])).status_code == 302
        played = PlayedBattle.objects.get()
        for number, step in enumerate(STEPS):
            page = page_of(client, played)
            with translation.override(language):
                assert str(step.title) in page
                assert str(step.task) in page
            assert "coach-next" not in page
            for do in DESCRIBED.get(step.code, ()):
                page = decide(client, played, page, code_for(played, do))
            while not DESCRIBED.get(step.code) and PlayedBattle.objects.get().state == PlayState.RUNNING:
                page = decide(client, played, page, free(page))
            assert 'id="coach-next"' in page, step.code
            if number < len(STEPS) - 1:
                answer = client.post(reverse("play:lesson_step", args=[CODE]), {"number": str(number + 1)})
                assert answer.headers["Location"] == played.get_absolute_url()
        assert "gains-title" in page
        client.post(reverse("play:lesson_away", args=[CODE]))
        assert Lesson.objects.get().finished is not None
        assert not Campaign.objects.exists()

    def test_what_went_wrong_is_tried_again_with_the_same_dice(self, learner: Member) -> None:
        client, played = reader(learner), begun(learner)
        shooting = next(number for number, step in enumerate(STEPS) if step.code == "shooting")
        for _time in range(2):
            client.post(reverse("play:lesson_step", args=[CODE]), {"number": str(shooting)})
            page = page_of(client, played)
            end = next(one for one in page.split('value="') if one.startswith('{"do":"end"')).split('"\n')[0]
            page = decide(client, played, page, end)
            assert 'id="coach-again"' in page
            assert 'id="coach-next"' not in page

    def test_it_is_left_and_taken_up_again(self, learner: Member) -> None:
        played = begun(learner)
        operations.open_step(lesson=Lesson.objects.get(), number=3)
        assert begun(learner) == played
        operations.put_away(lesson=Lesson.objects.get())
        assert not PlayedBattle.objects.exists()
        assert not PlayedAction.objects.exists()
        page = reader(learner).get(reverse("play:lessons")).content.decode()
        assert "step 4 of 8" in page
        begun(learner)
        row = Lesson.objects.get()
        assert (row.step, row.finished) == (3, None)

    def test_a_page_of_the_step_before_decides_nothing(self, learner: Member) -> None:
        client, played = reader(learner), begun(learner)
        page, version = page_of(client, played), PlayedBattle.objects.get().version
        code = code_for(played, DESCRIBED["waves"][0])
        assert f'value="{code}"' in page
        operations.open_step(lesson=Lesson.objects.get(), number=2)
        answer = client.post(reverse("play:decide", args=[played.pk]), {"code": code, "version": version}, follow=True)
        assert "moved on since you looked" in answer.content.decode()

    def test_a_step_that_does_not_exist_is_refused(self, learner: Member) -> None:
        client, played = reader(learner), begun(learner)
        before = PlayedBattle.objects.get().version
        for number in ("8", "-1", "x", ""):
            assert client.post(reverse("play:lesson_step", args=[CODE]), {"number": number}).status_code == 302
        assert PlayedBattle.objects.get().version == before
        assert client.post(reverse("play:lesson_take", args=["no-such"])).status_code == 404
        assert played == Lesson.objects.get().played


class TestNobodyElse:
    def test_nothing_is_booked_and_nobody_is_told(self, learner: Member) -> None:
        client, played = reader(learner), begun(learner)
        operations.open_step(lesson=Lesson.objects.get(), number=len(STEPS) - 1)
        page = page_of(client, played)
        while PlayedBattle.objects.get().state == PlayState.RUNNING:
            page = decide(client, played, page, free(page))
        for model in (BattleReport, Resolution, News, Warband):
            assert not model._default_manager.exists(), model
        assert todo(learner) == []

    def test_no_list_shows_it_and_no_stranger_reads_it(self, learner: Member, admin_user: Any) -> None:
        played = begun(learner)
        for other in (None, MemberFactory.create()):
            for address in (played.get_absolute_url(), Battle.objects.get().get_absolute_url()):
                assert reader(other).get(address).status_code == 404
        for who in (learner, admin_user):
            page = reader(who).get(reverse("campaigns:singles")).content.decode()
            assert Battle.objects.get().get_absolute_url() not in page

    def test_one_of_each_at_most(self, learner: Member) -> None:
        for _time in range(2):
            reader(learner).post(reverse("play:lesson_take", args=[CODE]))
        assert PlayedBattle.objects.count() == Lesson.objects.count() == 1

    def test_it_goes_with_the_account(self, learner: Member) -> None:
        begun(learner)
        close_account(member=learner)
        assert not Lesson.objects.exists()
        assert not Campaign.objects.exists()


def test_the_front_page_offers_it_to_who_has_no_warband(learner: Member) -> None:
    def shown(member: Member) -> bool:
        return reverse("play:lessons") in reader(member).get("/").content.decode()

    assert shown(learner)
    mustered = MemberFactory.create()
    warband(mustered, "Owls")
    assert not shown(mustered)
    played = begun(learner)
    assert played.get_absolute_url() in reader(learner).get("/").content.decode()
