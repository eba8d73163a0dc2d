"""The second lesson: from a battle to the next one on the site's pages, and nobody else hears of it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.jobs import queue
from campaigns.jobs.models import Job
from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign, News
from campaigns.todo import todo
from campaigns.wars.careers import career
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.lesson import Lesson, LessonCode
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.play.lessons import operations
from campaigns.wars.play.lessons.camp.bands import AUDE, BASILE, FACES, LISON, ODILE
from campaigns.wars.play.lessons.camp.coach import coach_of
from campaigns.wars.play.lessons.camp.goals import Place, Scene
from campaigns.wars.play.lessons.camp.steps import STEPS, CampStep
from campaigns.wars.play.lessons.courses import address_of
from club.departure import close_account
from club.models import Member
from engines.musg.warband import Standing
from rosters.access import readable_by
from rosters.models import JournalEntry, Warband
from rosters.operations import undo_last
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory

CODE = LessonCode.FIRST_CAMP.value
NUMBER = {step.code: number for number, step in enumerate(STEPS)}


@pytest.fixture
def learner(db: None) -> Member:
    return MemberFactory.create()


def reader(of: Member | None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if of is not None:
        client.force_login(of)
    return client


def shown(client: Client, address: str) -> str:
    answer = client.get(address.split("#")[0])
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def band() -> Warband:
    found = Lesson.objects.get(code=CODE).warband
    assert found is not None
    return found


def at(member: Member, code: str) -> Lesson:
    """The lesson, taken up and opened at a step."""
    lesson = operations.take_up(member=member, code=CODE)
    operations.open_step(lesson=lesson, number=NUMBER[code])
    return Lesson.objects.get(code=CODE)


def met(lesson: Lesson, place: Place | None = None) -> bool:
    return coach_of(lesson, Scene(band(), place)).met


def press(client: Client, seen: str, address: str, **values: object) -> None:
    """Post to an address that the page ``seen`` has a form for, with the version that stands there."""
    assert f'action="{address}' in seen, address
    version = re.search(r'name="version" value="(\d+)"', seen)
    assert version is not None
    answer = client.post(address, {"version": version[1], **values})
    assert answer.status_code in (200, 302)


def follow(client: Client, code: str, page: str) -> str:
    """Do what a step's words ask for, without scripts; return the page on which one is then."""
    pk = band().pk
    battle = Battle.objects.get()
    args = [battle.campaign.slug, battle.pk, pk]
    aftermath = reverse("campaigns:aftermath", args=args)
    if code == "dice":
        press(client, page, reverse("campaigns:aftermath_begin", args=args), mode="typed")
        for faces in FACES.values():
            dice = {f"die{place}": face for place, face in enumerate(faces, 1)}
            press(client, shown(client, aftermath), reverse("campaigns:aftermath_die", args=args), **dice)
        return shown(client, aftermath)
    if code == "gains":
        return shown(client, reverse("rosters:roster", args=[pk]))
    if code == "skill":
        skill = re.search(r'name="skill" value="(\w+)"', page)
        assert skill is not None
        press(client, page, reverse("rosters:step", args=[pk, "learn"]), skill=skill[1], figure=AUDE, page="figure")
        return shown(client, reverse("rosters:figure", args=[pk, AUDE]))
    if code == "shop":
        press(client, page, reverse("rosters:shop", args=[pk]), item="sword", who=LISON, quantity=1)
        return shown(client, reverse("rosters:shop", args=[pk]))
    if code == "hire":
        press(client, page, reverse("rosters:hire", args=[pk]), profile="henchman:human")
        return shown(client, reverse("rosters:hire", args=[pk]))
    return page


class TestTheBattle:
    """What it comes to, by hand from the rulebook."""

    def test_what_is_won_and_lost(self, learner: Member) -> None:
        at(learner, "result")
        own = band()
        side = own.sides.get()
        # Musg, Décompte des points de victoire: 10 for the leader and 5 for each henchman
        assert (side.outcome, side.victory_points) == ("won", 20)
        assert (side.takedowns, side.losses) == (3, 2)
        # 150 points, of which 118 were spent
        assert own.treasury == 32

    def test_its_scoreboard_does_not_call_the_rivals_warband_the_learners(self, learner: Member) -> None:
        at(learner, "result")
        page = shown(reader(learner), Battle.objects.get().get_absolute_url())
        assert '<span class="duel__points">20</span>' in page
        assert (
            reverse("campaigns:player", args=[learner.pk]) not in page.partition('class="duel')[2].partition("</ul>")[0]
        )

    def test_the_sites_dice_fall_as_the_lesson_has_them(self, learner: Member) -> None:
        lesson = at(learner, "dice")
        recovery = Recovery.objects.get(side__warband=lesson.warband)
        client = reader(learner)
        args = [recovery.side.battle.campaign.slug, recovery.side.battle_id, band().pk]
        client.post(reverse("campaigns:aftermath_begin", args=args), {"mode": "site", "version": recovery.version})
        assert not met(lesson)
        queue.run(Job.objects.get().pk)
        recovery.refresh_from_db()
        assert (recovery.state, recovery.faces) == (RecoveryState.DONE, [2, 2, 5])
        assert met(lesson)
        roster = band().roster
        # Tableau des blessures, 22: −1 movement; Tableau des sous-fifres, 5: back
        odile, basile = roster.figure(ODILE), roster.figure(BASILE)
        assert odile is not None
        assert [injury.code for injury in odile.injuries] == ["hobbled"]
        assert basile is not None
        assert basile.active
        # Gain d'expérience: 3 before, 1 for surviving, 1 for the victory, 1 for a leader; the fifth box is grey
        aude = roster.figure(AUDE)
        assert aude is not None
        assert (aude.experience, aude.choices) == (6, 1)
        assert band().treasury == 32 + 20
        assert shown(client, reverse("campaigns:aftermath", args=args))

    def test_dice_that_take_both_from_the_warband_stop_nothing(self, learner: Member) -> None:
        at(learner, "dice")
        client, battle = reader(learner), Battle.objects.get()
        args = [battle.campaign.slug, battle.pk, band().pk]
        page = shown(client, reverse("campaigns:aftermath", args=args))
        press(client, page, reverse("campaigns:aftermath_begin", args=args), mode="typed")
        for dice in ({"die1": 1, "die2": 1}, {"die1": 1}):
            page = shown(client, reverse("campaigns:aftermath", args=args))
            press(client, page, reverse("campaigns:aftermath_die", args=args), **dice)
        assert [one.standing for one in band().roster.figures].count(Standing.ACTIVE) == 2
        for number in range(NUMBER["gains"], len(STEPS)):
            operations.open_step(lesson=Lesson.objects.get(), number=number)
            shown(client, address_of(Lesson.objects.get()))


class TestOnTheSite:
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_from_the_first_step_to_the_last(self, learner: Member, language: str) -> None:
        client = reader(learner, language)
        address = client.post(reverse("play:lesson_take", args=[CODE])).headers["Location"]
        for number, step in enumerate(STEPS):
            page = shown(client, address)
            with translation.override(language):
                assert str(step.title) in page
            if step.place in (Place.BATTLE, Place.ROSTER):
                assert 'id="coach-next"' in page
            else:
                assert 'id="coach-next"' not in page
            page = follow(client, step.code, page)
            assert 'id="coach-next"' in page, step.code
            assert "%(" not in page
            if number < len(STEPS) - 1:
                answer = client.post(reverse("play:lesson_step", args=[CODE]), {"number": str(number + 1)})
                address = answer.headers["Location"]
        client.post(reverse("play:lesson_away", args=[CODE]))
        assert Lesson.objects.get().finished is not None
        for model in (Campaign, Battle, Recovery, Job, JournalEntry):
            assert not model._default_manager.exists(), model
        assert not Warband.every.exists()

    @pytest.mark.parametrize("step", STEPS, ids=lambda step: step.code)
    def test_every_step_is_opened_by_itself_and_done_again(self, learner: Member, step: CampStep) -> None:
        lesson = at(learner, step.code)
        client = reader(learner)
        assert address_of(lesson).split("#")[0]
        page = shown(client, address_of(lesson))
        assert str(step.task) in page
        for before in STEPS[: NUMBER[step.code]]:
            assert not before.kinds or Scene(band()).done & before.kinds
        if step.kinds:
            assert not met(lesson)
            follow(client, step.code, page)
            assert met(lesson)
            lesson = at(learner, step.code)
            assert not met(lesson)  # once more, from its beginning

    def test_what_was_done_before_its_step_counts_there(self, learner: Member) -> None:
        at(learner, "skill")
        client, pk = reader(learner), band().pk
        follow(client, "shop", shown(client, reverse("rosters:shop", args=[pk])))
        lesson = at(learner, "shop")
        assert band().pk == pk
        assert met(lesson)

    def test_what_is_taken_back_is_to_be_done_again(self, learner: Member) -> None:
        lesson = at(learner, "shop")
        follow(reader(learner), "shop", shown(reader(learner), address_of(lesson)))
        assert met(lesson)
        undo_last(warband=band(), author=learner)
        assert not met(lesson)

    def test_elsewhere_the_panel_leads_to_the_steps_page(self, learner: Member) -> None:
        lesson = at(learner, "shop")
        page = shown(reader(learner), reverse("rosters:roster", args=[band().pk]))
        assert f'href="{address_of(lesson)}"' in page

    def test_it_is_left_put_away_and_taken_up_again(self, learner: Member) -> None:
        lesson = at(learner, "hire")
        assert operations.take_up(member=learner, code=CODE).warband == lesson.warband
        operations.put_away(lesson=lesson)
        assert not Warband.every.exists()
        assert "step 6 of 7" in shown(reader(learner), reverse("play:lessons"))
        again = operations.take_up(member=learner, code=CODE)
        assert (again.step, again.finished) == (NUMBER["hire"], None)
        assert Scene(band()).done >= {"recover", "learn", "buy"}

    def test_work_that_is_put_away_meanwhile_is_dropped(self, learner: Member) -> None:
        at(learner, "dice")
        recovery = Recovery.objects.get(side__warband=band())
        args = [recovery.side.battle.campaign.slug, recovery.side.battle_id, band().pk]
        begin = reverse("campaigns:aftermath_begin", args=args)
        reader(learner).post(begin, {"mode": "site", "version": recovery.version})
        operations.put_away(lesson=Lesson.objects.get())
        assert not Job.objects.exists()


class TestNobodyElse:
    def test_others_find_nothing(self, learner: Member, admin_user: Any) -> None:
        at(learner, "ready")
        battle, own = Battle.objects.get(), band()
        pages = [
            battle.get_absolute_url(),
            reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, own.pk]),
            own.get_absolute_url(),
            reverse("rosters:figure", args=[own.pk, AUDE]),
            reverse("rosters:sheet", args=[own.pk]),
            reverse("rosters:export", args=[own.pk]),
            reverse("rosters:journal", args=[own.pk]),
        ]
        for address in pages:
            assert reader(learner).get(address).status_code == 200, address
        Warband.every.update(visibility="public")
        for other in (MemberFactory.create(), admin_user, None):
            for address in pages:
                assert reader(other).get(address).status_code == 404, address

    def test_it_is_in_no_list_count_or_news(
        self, learner: Member, admin_user: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard: list[object] = []
        monkeypatch.setattr("campaigns.wars.aftermath.operations.happened", lambda **event: heard.append(event))
        at(learner, "ready")
        follow(reader(learner), "shop", shown(reader(learner), reverse("rosters:shop", args=[band().pk])))
        Warband.every.update(visibility="public")
        assert not News.objects.exists()
        assert heard == []
        assert todo(learner) == []
        assert not Warband.objects.exists()
        for who in (learner, admin_user):
            assert not readable_by(who).exists()
            assert not visible_campaigns(who).exists()
            assert career(learner, who).empty
            assert career(learner, who).battles == []
            for name in ("rosters:list", "campaigns:singles", "campaigns:list"):
                page = shown(reader(who), reverse(name))
                assert "La Lanterne" not in page, name
                assert "old mill" not in page, name
        assert "La Lanterne" not in shown(reader(admin_user), "/")
        assert "La Lanterne" not in shown(reader(admin_user), reverse("club:search") + "?q=lanterne")

    def test_a_practice_warband_serves_nowhere(self, learner: Member) -> None:
        at(learner, "ready")
        page = shown(reader(learner), reverse("campaigns:single_new"))
        assert "La Lanterne" not in page

    def test_it_goes_with_the_account(self, learner: Member) -> None:
        at(learner, "ready")
        close_account(member=learner)
        assert not Lesson.objects.exists()
        assert not Warband.every.exists()


def offers(member: Member) -> bool:
    page = shown(reader(member), "/")
    return "After the battle" in page


def test_the_front_page_offers_it_after_the_first(learner: Member) -> None:
    assert not offers(learner)
    first = Lesson.objects.create(member=learner, code=LessonCode.FIRST_BATTLE, step=7, finished=timezone.now())
    assert offers(learner)
    mustered(learner, "Owls")
    assert offers(learner)
    Warband.objects.update(battles=1)  # whoever has been through an aftermath knows it
    assert not offers(learner)
    operations.take_up(member=learner, code=CODE)
    assert address_of(Lesson.objects.exclude(pk=first.pk).get()) in shown(reader(learner), "/")
    assert Warband.every.filter(Q(practice=True)).count() == 2
