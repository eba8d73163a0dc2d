"""What rooms tell others: battles, evenings, matches; each once, and nothing that a stranger may not read."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.jobs.models import Job, JobState
from campaigns.league.hooks import work
from campaigns.league.hooks.scopes import scope_of
from campaigns.league.models import News
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from club.hooks import codes, happenings, off
from club.models.hook import Hook, HookDelivery, HookEvent, HookKind, OffWhy
from club.visibility import Visibility
from engines.musg.report import Report
from tests.club.hooks.kit import hook_at
from tests.club.outward.servers import receiving
from tests.factories.campaigns import cast, enlisted, join
from tests.factories.club import MemberFactory
from tests.factories.evenings import an_evening

pytestmark = pytest.mark.django_db


def told(**more: Any) -> list[tuple[str, str]]:
    return list(HookEvent.objects.filter(**more).order_by("pk").values_list("code", "subject"))


def everything(scope: str, **more: Any) -> Hook:
    return hook_at("http://127.0.0.1:9/", scope=scope, events=list(codes.events()), **more)


@pytest.fixture(autouse=True)
def apart() -> Any:
    """A test is one transaction: what one step told is over before the next."""
    yield
    happenings._TOLD.clear()


def step() -> None:
    happenings._TOLD.clear()


def test_a_battle_is_told_from_its_date_to_its_result_each_step_once() -> None:
    who = cast()
    hook = everything(scope_of(who.campaign))
    hidden = join(who.campaign, MemberFactory.create(display_name="Veiled Vera", hidden=True))
    ours = enlisted(who.campaign, who.owner, "Owls")
    theirs = enlisted(who.campaign, hidden, "Rams")
    HookEvent.objects.all().delete()
    step()
    battle = schedule_battle(
        campaign=who.campaign, warbands=[ours, theirs], plan=Plan(title="At the ford"), author=who.referee
    )
    step()
    reports.report_battle(battle=battle, report=Report(), author=who.owner)
    step()
    reports.confirm_report(battle=battle, member=hidden)
    subject = f"battle:{battle.pk}"
    assert told() == [("battle.scheduled", subject), ("battle.reported", subject), ("battle.settled", subject)]
    assert HookDelivery.objects.filter(hook=hook).count() == 3
    data = HookEvent.objects.get(code="battle.settled").data
    assert [side["player"] for side in data["battle"]["sides"]] == [who.owner.name, None]
    assert "Vera" not in json.dumps([event.data for event in HookEvent.objects.all()])


def test_an_unconfirmed_report_is_told_without_its_result() -> None:
    who = cast()
    everything(scope_of(who.campaign))
    other = join(who.campaign)
    ours, theirs = enlisted(who.campaign, who.owner, "Owls"), enlisted(who.campaign, other, "Rams")
    battle = schedule_battle(campaign=who.campaign, warbands=[ours, theirs], plan=Plan(title="At the ford"))
    step()
    reports.report_battle(battle=battle, report=Report(), author=who.owner)
    data = HookEvent.objects.get(code="battle.reported").data["battle"]
    assert data["state"] == "reported"
    assert {side["outcome"] for side in data["sides"]} == {None}
    assert {side["victory_points"] for side in data["sides"]} == {None}
    assert data["picture"] is None


@pytest.mark.parametrize(
    ("visibility", "club", "members"),
    [(Visibility.PUBLIC, 1, 1), (Visibility.CLUB, 0, 1), (Visibility.PRIVATE, 0, 0)],
)
def test_the_club_s_hooks_hear_what_their_readers_may_read(visibility: Visibility, club: int, members: int) -> None:
    who = cast(visibility)
    open_to_all, for_members = everything("club"), everything("club", for_members=True)
    own = everything(scope_of(who.campaign))
    another = everything("campaign:999999")
    rounds.open_round(campaign=who.campaign, name="First thaw")
    heard = [HookDelivery.objects.filter(hook=hook).count() for hook in (open_to_all, for_members, own, another)]
    assert heard == [club, members, 1, 0]


def test_what_one_member_alone_is_told_is_no_event() -> None:
    private = {"let_in", "turned_away", "reminded", "granted", "fined", "aftermath", "table_waits", "evening_moved_up"}
    from campaigns.league.hooks import feed

    assert private & feed._EVENTS.keys() == set()


def test_an_evening_and_a_series_are_told_once() -> None:
    hook = everything("club", for_members=True)
    evening = an_evening(MemberFactory.create(club_admin=True), title="Thursday")
    assert told() == [("evening.announced", f"evening:{evening.pk}")]
    data = HookDelivery.objects.get(hook=hook).event.data["evening"]
    assert (data["title"], data["coming"]) == ("Thursday", 0)


@pytest.mark.parametrize(("language", "said"), [("fr", "confirmée"), ("en", "confirmed")])
def test_a_chat_reads_how_a_battle_stands_in_its_language(language: str, said: str) -> None:
    who = cast(Visibility.PUBLIC)
    other = join(who.campaign)
    ours, theirs = enlisted(who.campaign, who.owner, "Owls"), enlisted(who.campaign, other, "Rams")
    battle = schedule_battle(campaign=who.campaign, warbands=[ours, theirs], plan=Plan(title="At the ford"))
    with translation.override(language):
        before = codes.notice(f"battle:{battle.pk}")
    assert before is not None
    assert (before.title, before.picture) == ("At the ford", "")
    assert "Owls – Rams" in before.lines
    reports.report_battle(battle=battle, report=Report(), author=who.owner)
    reports.confirm_report(battle=battle, member=other)
    with translation.override(language):
        after = codes.notice(f"battle:{battle.pk}")
    assert after is not None
    assert any(said in line for line in after.lines)
    assert after.picture == reverse("campaigns:card", args=[who.campaign.slug, battle.pk])


# Who sends


def test_the_job_queue_sends_and_comes_back_when_a_receiver_fails(
    settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.OUTWARD_ALLOW = ["127.0.0.1/32"]
    who = cast(Visibility.PUBLIC)
    with receiving(lambda handler, _asked: handler.reply(500)) as server:
        hook = hook_at(server.url(), scope=scope_of(who.campaign), events=["round.opened"])
        with django_capture_on_commit_callbacks(execute=True):
            rounds.open_round(campaign=who.campaign)
        job = Job.objects.get(kind=work.KIND, subject=hook.pk)
        from campaigns.jobs import queue

        assert queue.run(job.pk)
    assert len(server.asked) == 1
    again = Job.objects.get(kind=work.KIND, subject=hook.pk, state=JobState.WAITING)
    assert again.due is not None
    assert again.due == HookDelivery.objects.get().next_at


def test_what_was_forgotten_is_found_by_the_next_sweep() -> None:
    who = cast(Visibility.PUBLIC)
    hook = everything(scope_of(who.campaign))
    rounds.open_round(campaign=who.campaign)
    Job.objects.all().delete()
    work.sweep()
    assert Job.objects.filter(kind=work.KIND, subject=hook.pk, state=JobState.WAITING).exists()


def test_whoever_looks_after_a_hook_is_told_that_it_is_off() -> None:
    who = cast()
    hook = everything(scope_of(who.campaign), kind=HookKind.WEBHOOK)
    off.switch_off(hook, OffWhy.GONE)
    news = News.objects.get(code="hook_off")
    assert news.member == who.referee
    assert news.address == reverse("campaigns:hook", args=[who.campaign.slug, hook.pk])
    admin = MemberFactory.create(club_admin=True)
    off.switch_off(everything("club"), OffWhy.FAILING)
    assert News.objects.filter(code="hook_off", member=admin).exists()


def test_what_is_due_sooner_does_not_wait_for_a_later_moment() -> None:
    now = timezone.now()
    later, sooner = now + timedelta(hours=2), now + timedelta(minutes=1)
    work.wake(7, later)
    work.wake(7, sooner)
    assert Job.objects.get(kind=work.KIND).due == sooner
    work.wake(7, later)
    assert Job.objects.get(kind=work.KIND).due == sooner
    work.wake(7, None)
    assert Job.objects.get(kind=work.KIND).due is None


def test_a_campaign_that_is_deleted_leaves_no_hook_behind() -> None:
    who, other = cast(), everything("club")
    everything(scope_of(who.campaign))
    who.campaign.delete()
    assert list(Hook.objects.all()) == [other]
