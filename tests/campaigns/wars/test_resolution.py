"""A battle resolved by the engine: who must agree, the same path as a report by hand, one result whatever dies."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Membership, News
from campaigns.league.news import line
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.resolution.offers import asked_of
from club.models import Member
from club.operations import Refused, Stale
from engines.core.dice import SeededDice, commitment
from engines.core.receipts import verify_receipt
from engines.core.verify import read_receipt
from engines.musg import report as rules
from engines.musg.battle.actions import Action
from engines.musg.battle.events import Event
from engines.musg.battle.game import Battle as Game
from engines.musg.entries import AnyEntry, Buy, Rename
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Report
from engines.musg.scenarios.ready_made import library
from rosters.operations import take_steps
from tests.campaigns.clock import Clock
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, SECOND_HENCHMAN, Field, another_battle, as_told, field
from tests.factories.campaigns import cast, enlisted
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
SEED = "5a" * 32


@pytest.fixture
def fight(clock: Clock) -> Field:
    """A battle ahead, its table laid out, its dice always the same."""
    return with_table(field())


def with_table(fight: Field, code: str = "village") -> Field:
    row = ground.lay_out(battle=fight.battle, layout=ready_tables()[code], turn_limit=6)
    row.seed = SEED
    row.save()
    return fight


def seen(fight: Field) -> str:
    sides = BattleSide.objects.filter(battle=fight.battle)
    return resolution.seen_of(setup_of(fight.stored()), [side.temper for side in sides])


def ask(fight: Field, member: Member) -> Resolution:
    return resolution.resolve(battle=fight.stored(), member=member, seen=seen(fight))


def agree(fight: Field, *numbers: int, temper: str | None = None) -> None:
    for number in numbers:
        resolution.agree(battle=fight.battle, member=fight.players[number], lets=True, temper=temper)


def stand(fight: Field, number: int) -> None:
    membership = Membership.objects.get(campaign=fight.campaign, member=fight.players[number])
    resolution.set_standing_consent(membership=membership, lets=True)


def resolved(fight: Field, member: Member) -> Resolution:
    ask(fight, member)
    assert jobs.run(Job.objects.get().pk) is True
    return Resolution.objects.get()


# Who must agree


def test_nobody_agrees_by_default_and_a_player_cannot_decide_for_another(fight: Field) -> None:
    with pytest.raises(Refused) as refused:
        ask(fight, fight.players[0])
    assert refused.value.codes == ["not_agreed"]
    assert "Blades" in str(refused.value)
    assert "Axes" not in str(refused.value)  # who asks agrees by asking
    assert not Job.objects.exists()


@pytest.mark.parametrize("how", ["battle", "standing"])
def test_with_the_others_consent_a_player_may_ask_and_the_report_is_confirmed_as_any(fight: Field, how: str) -> None:
    """Who agreed that the engine fights has not agreed to what came of it: nothing is applied before they confirm."""
    if how == "battle":
        agree(fight, 1)
    else:
        stand(fight, 1)
    row = resolved(fight, fight.players[0])
    assert (row.state, row.agreed) == (ResolutionState.DONE, sorted(fight.keys))
    assert fight.stored().state == BattleState.REPORTED
    assert [fight.side(n).agreed for n in (0, 1)] == [True, False]
    assert not Recovery.objects.exists()
    reports.confirm_report(battle=fight.battle, member=fight.players[1])
    assert fight.stored().state == BattleState.CONFIRMED
    assert Recovery.objects.filter(side__battle=fight.battle).count() == 2


def test_to_who_agreed_the_result_lies_open_for_a_day_however_long_other_reports_do(fight: Field) -> None:
    agree(fight, 1)
    resolved(fight, fight.players[0])
    open_until = fight.stored().confirms_at
    assert open_until is not None
    assert timedelta(hours=23) < open_until - timezone.now() <= timedelta(hours=24)
    assert fight.campaign.confirm_hours == 72


@pytest.mark.parametrize("how", ["battle", "standing"])
def test_it_counts_at_once_for_who_agreed_to_that(fight: Field, how: str) -> None:
    other = fight.players[1]
    if how == "battle":
        resolution.agree(battle=fight.battle, member=other, lets=True, takes=True)
    else:
        membership = Membership.objects.get(campaign=fight.campaign, member=other)
        resolution.set_standing_consent(membership=membership, lets=True, takes=True)
    resolved(fight, fight.players[0])
    assert fight.stored().state == BattleState.CONFIRMED
    assert Recovery.objects.filter(side__battle=fight.battle).count() == 2


def test_one_battle_agreed_to_openly_is_open_whatever_the_standing_consent_says(fight: Field) -> None:
    membership = Membership.objects.get(campaign=fight.campaign, member=fight.players[1])
    resolution.set_standing_consent(membership=membership, lets=True, takes=True)
    agree(fight, 1)
    resolved(fight, fight.players[0])
    assert fight.stored().state == BattleState.REPORTED


def test_the_news_say_how_it_went(fight: Field) -> None:
    agree(fight, 1)
    resolved(fight, fight.players[0])
    news = News.objects.get(member=fight.players[1], code="fought_by_engine")
    report = fight.stored().reports.get().report
    mine = [down for down in report.downs if down.victim.warband == fight.keys[1]]
    assert (news.params["warband"], news.params["fallen"]) == ("Blades", len(mine))
    with translation.override("en"):
        sentence = line(news).sentence
    assert sentence.startswith(f"The engine has fought “{fight.battle.title}”. Blades has ")
    assert sentence.endswith("Watch it, then confirm or dispute it.")
    news.params = {"title": "The ford"}
    with translation.override("en"):
        assert line(news).sentence == "The engine has fought “The ford”: confirm or dispute it."


def test_another_s_roster_that_changes_asks_who_agreed_to_this_battle_anew(fight: Field) -> None:
    """A standing consent is to all battles: warbands change before each, and it stands."""
    agree(fight, 1)
    band = fight.side(0).warband

    def step(entry: AnyEntry) -> BattleSide:
        take_steps(warband=band, entries=[entry], author=band.owner)
        return fight.side(1)

    assert step(Rename(figure=1, name="Somebody else")).lets_engine_resolve, "a name is nothing to ask about"
    side = step(Buy(item="dagger", figure=1))
    assert (side.lets_engine_resolve, side.asked_anew) == (False, True)
    assert News.objects.filter(member=fight.players[1], code="consent_lapsed").count() == 1
    stand(fight, 1)
    assert not fight.side(1).asked_anew
    assert not step(Buy(item="dagger", figure=1)).asked_anew


def test_the_referee_decides_for_absentees_who_keep_their_say(fight: Field) -> None:
    agree(fight, 0)
    row = resolved(fight, fight.referee)
    battle = fight.stored()
    assert row.state == ResolutionState.DONE
    assert battle.state == BattleState.REPORTED
    assert battle.confirms_at is not None
    assert battle.confirms_at > timezone.now() + timedelta(hours=fight.campaign.confirm_hours - 1)
    assert [fight.side(n).agreed for n in (0, 1)] == [False, False]
    reports.dispute_report(battle=battle, member=fight.players[1], text="I never agreed to this.")
    assert fight.stored().state == BattleState.DISPUTED


def test_an_absentee_who_stays_silent_is_taken_to_agree_after_the_usual_delay(fight: Field) -> None:
    resolved(fight, fight.referee)
    assert reports.confirm_due() == 0
    Battle.objects.update(confirms_at=timezone.now())
    assert reports.confirm_due() == 1
    assert fight.stored().state == BattleState.CONFIRMED


def test_without_henchmen_only_the_referee_asks_the_engine(fight: Field) -> None:
    """Ruling M297: the players agree, but the referee's leave is wanted; by asking it is given, and on record."""
    a, b = fight.keys
    by = rules.Who(b, LEADER)
    downs = tuple(rules.Down(rules.Who(a, number), by, killed=True) for number in (HENCHMAN, SECOND_HENCHMAN))
    fight.fight(Report(downs=downs))
    ahead = replace(fight, battle=another_battle(fight.campaign, fight.warbands, "Without henchmen"))
    with_table(ahead)
    agree(ahead, 0, 1)
    with pytest.raises(Refused) as refused:
        ask(ahead, fight.players[1])
    assert refused.value.codes == ["needs_leave"]
    assert resolved(ahead, fight.referee).engine == resolution.VERSION
    assert ahead.battle.reports.get().report.leave == (a,)


def test_consent_is_taken_back(fight: Field) -> None:
    agree(fight, 1)
    resolution.agree(battle=fight.battle, member=fight.players[1], lets=False)
    with pytest.raises(Refused):
        ask(fight, fight.players[0])


def told(fight: Field, number: int) -> int:
    return News.objects.filter(member=fight.players[number], code="consent_lapsed", waits=True).count()


@pytest.mark.parametrize("who", ["player", "referee"])
@pytest.mark.parametrize("how", ["battle", "standing"])
@pytest.mark.parametrize("what", ["table", "turns", "modules", "scenario", "words"])
def test_consents_lapse_when_what_would_be_fought_changes(fight: Field, who: str, how: str, what: str) -> None:
    """Whoever changes it, a referee too: those who agreed are told and asked anew, also who agreed to all battles."""
    if how == "battle":
        agree(fight, 1)
    else:
        stand(fight, 1)
    author = fight.players[0] if who == "player" else fight.referee
    table = ready_tables()["forest" if what == "table" else "village"]
    if what in ("table", "turns"):
        ground.lay_out(battle=fight.battle, layout=table, turn_limit=6 + (what == "turns"), author=author)
    else:
        plans = {
            "modules": Plan(title="The Ford", modules=("zombies",)),
            "scenario": Plan(title="The Ford", staging=library()["crossroads"]),
            "words": Plan(title="The Ford", scenario="Whoever holds the hill wins."),
        }
        schedule.change_battle(battle=fight.battle, warbands=fight.warbands, plan=plans[what], author=author)
    with pytest.raises(Refused) as refused:
        ask(fight, fight.players[0])
    assert refused.value.codes == ["not_agreed"]
    assert told(fight, 1) == 1
    assert fight.battle in asked_of(fight.players[1], Battle.objects.prefetch_related("sides__warband"))
    agree(fight, 1)
    assert ask(fight, fight.players[0]).agreed == sorted(fight.keys)


def test_the_same_table_again_leaves_consents_alone(fight: Field) -> None:
    agree(fight, 1)
    village = ready_tables()["village"]
    ground.lay_out(battle=fight.battle, layout=village, turn_limit=6, author=fight.players[0])
    assert told(fight, 1) == 0
    assert ask(fight, fight.players[0]).agreed == sorted(fight.keys)


def test_the_consent_of_who_left_the_campaign_does_not_stand(fight: Field) -> None:
    stand(fight, 1)
    Membership.objects.filter(member=fight.players[1]).delete()
    with pytest.raises(Refused) as refused:
        ask(fight, fight.players[0])
    assert refused.value.codes == ["not_agreed"]


def test_only_who_plays_in_it_agrees_to_a_battle(fight: Field) -> None:
    with pytest.raises(Refused) as refused:
        resolution.agree(battle=fight.battle, member=fight.referee, lets=True)
    assert refused.value.codes == ["not_your_battle"]


# The ready table


def test_a_battle_just_scheduled_has_a_ready_table_and_its_hash_is_public() -> None:
    who = cast()
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    laid = battle.ground
    assert (laid.ready, laid.version, laid.stands_in) == ("open_field", 0, True)
    address = reverse("campaigns:resolution", args=[who.campaign.slug, battle.pk])
    page = client_of(who.owner).get(address).content.decode()
    assert laid.commitment in page
    assert "A ready-made table stands for it." in page
    assert "not set up" not in page


def test_the_engine_fights_on_the_ready_table_unless_somebody_lays_another() -> None:
    """Battles scheduled before the site laid tables have none: the first who agrees finds one there."""
    fight = field()
    assert not BattleGround.objects.exists()
    one, other = fight.players
    resolution.agree(battle=fight.battle, member=one, lets=True)
    laid = BattleGround.objects.get()
    resolution.agree(battle=fight.battle, member=other, lets=True)
    assert BattleGround.objects.get() == laid
    row = ask(fight, other)
    assert (row.seed, row.commitment) == (laid.seed, laid.commitment)
    assert json.loads(json.dumps(row.setup["table"])) == laid.layout


def test_another_table_than_the_ready_one_asks_whoever_agreed_anew() -> None:
    fight = field()
    one, other = fight.players
    resolution.agree(battle=fight.battle, member=one, lets=True)
    seed = BattleGround.objects.get().seed
    ground.lay_out(battle=fight.battle, layout=ready_tables()["village"], turn_limit=10, version=0, author=other)
    changed = BattleGround.objects.get()
    assert (changed.ready, changed.seed, changed.stands_in) == ("village", seed, False)
    assert not fight.side(0).lets_engine_resolve
    assert fight.side(0).asked_anew


def test_more_warbands_than_the_ready_table_has_zones_for_get_one_with_more() -> None:
    who = cast()
    plan, two = Plan(), [who.warband, who.other]
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=two, plan=plan)
    three = [*two, enlisted(who.campaign, MemberFactory.create(), "Crows")]
    schedule.change_battle(battle=battle, warbands=three, plan=plan, author=who.referee)
    grown = BattleGround.objects.get()
    assert (grown.ready, len(grown.layout["zones"]), grown.stands_in) == ("three_hills", 3, True)
    assert grown.seed == battle.ground.seed


# What is refused


def test_without_a_table_there_is_no_hash_to_publish_and_no_battle() -> None:
    fight = field()
    with pytest.raises(Refused) as refused:
        ask(fight, fight.referee)
    assert refused.value.codes == ["no_ground"]


def test_a_page_that_shows_an_older_roster_is_stale(fight: Field) -> None:
    before = seen(fight)
    change_warband(fight)
    with pytest.raises(Stale):
        resolution.resolve(battle=fight.stored(), member=fight.referee, seen=before)
    assert not Resolution.objects.exists()


def change_warband(fight: Field) -> None:
    """A figure is no longer the one that was shown."""
    band = fight.side(1).warband
    take_steps(warband=band, entries=[Rename(figure=1, name="Somebody else")], author=band.owner)


def test_a_battle_is_asked_for_once(fight: Field) -> None:
    ask(fight, fight.referee)
    with pytest.raises(Refused) as refused:
        ask(fight, fight.referee)
    assert refused.value.codes == ["being_resolved"]
    assert (Job.objects.count(), Resolution.objects.count()) == (1, 1)


def test_nothing_about_the_battle_changes_while_the_engine_is_at_work(fight: Field) -> None:
    ask(fight, fight.referee)
    battle, one = fight.stored(), fight.players[0]
    layout = ready_tables()["forest"]
    attempts: list[Any] = [
        lambda: reports.report_battle(battle=battle, report=Report(), author=one),
        lambda: schedule.cancel_battle(battle=battle, author=fight.referee),
        lambda: schedule.change_battle(battle=battle, warbands=fight.warbands, plan=Plan()),
        lambda: ground.lay_out(battle=battle, layout=layout, turn_limit=6),
        lambda: resolution.agree(battle=battle, member=one, lets=False),
    ]
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.codes == ["being_resolved"]


def test_it_is_called_off_while_no_worker_has_begun(fight: Field) -> None:
    ask(fight, fight.referee)
    resolution.call_off(battle=fight.battle)
    assert not Resolution.objects.exists()
    assert Job.objects.get().state == JobState.CANCELLED
    ask(fight, fight.referee)
    assert jobs.claim(Job.objects.latest("pk").pk) is not None
    with pytest.raises(Refused) as refused:
        resolution.call_off(battle=fight.battle)
    assert refused.value.codes == ["job_begun"]


# What comes of it


def test_the_report_is_what_the_engine_fought_and_anyone_can_replay_it(fight: Field) -> None:
    agree(fight, 1, temper="bold")
    row = resolved(fight, fight.players[0])
    assert row.tempers == ["cautious", "bold"]
    setup = resolution.setup_from(row)
    log = msgspec.convert(row.log, list[Action])
    again = Game.replay(setup, log, SeededDice(bytes.fromhex(row.seed)))
    assert again.outcome is not None
    assert msgspec.convert(row.events, list[Event]) == again.events
    assert row.turns == again.turn
    stored = BattleReport.objects.get()
    assert row.report == stored
    assert as_told(stored.report) == again.report()
    rosters = {band.key: band.roster for band in fight.warbands}
    points = rules.result(rosters, stored.report).points
    reports.confirm_report(battle=fight.battle, member=fight.players[1])
    assert [fight.side(n).victory_points for n in (0, 1)] == [points[key] for key in fight.keys]


def test_the_hash_is_public_before_and_the_seed_after(fight: Field) -> None:
    visitor = client_of(MemberFactory.create())
    page = reverse("campaigns:resolution", args=[fight.campaign.slug, fight.battle.pk])
    before = visitor.get(page).content.decode()
    assert commitment(bytes.fromhex(SEED)) in before
    assert SEED not in before
    ask(fight, fight.referee)
    assert SEED not in visitor.get(page).content.decode()
    jobs.run(Job.objects.get().pk)
    after = visitor.get(page).content.decode()
    assert SEED in after
    assert commitment(bytes.fromhex(SEED)) in after
    receipt = reverse("campaigns:resolution_receipt", args=[fight.campaign.slug, fight.battle.pk])
    proof = read_receipt(visitor.get(receipt).content)
    assert verify_receipt(proof) == []
    assert len(proof.rolls) == len(Resolution.objects.get().receipt.rolls) > 20


def test_no_receipt_before_the_battle_is_done(fight: Field) -> None:
    ask(fight, fight.referee)
    visitor = client_of(fight.referee)
    address = reverse("campaigns:resolution_receipt", args=[fight.campaign.slug, fight.battle.pk])
    assert visitor.get(address).status_code == 404


def test_the_report_on_the_battles_page_says_that_the_engine_resolved_it(fight: Field) -> None:
    resolved(fight, fight.referee)
    reader = client_of(fight.players[1])
    assert "Resolved by the engine" in reader.get(fight.battle.get_absolute_url()).content.decode()


def test_when_the_engine_is_done_its_page_leads_on(fight: Field) -> None:
    """Score and winner first, then the film, then the battle with its report and aftermath; no empty table."""
    agree(fight, 1, temper="bold")
    resolved(fight, fight.players[0])
    page = client_of(fight.players[1]).get(reverse("campaigns:resolution", args=[fight.campaign.slug, fight.battle.pk]))
    text = page.content.decode()
    points = [line.points for line in page.context["lines"]]
    assert all(point is not None for point in points)
    assert len(set(points)) == 1 or "winner" in text
    film = reverse("campaigns:replay", args=[fight.campaign.slug, fight.battle.pk])
    where = [text.index(one) for one in ('class="duel', f'href="{film}"', "On to the report and the aftermath")]
    assert where == sorted(where)
    assert 'class="battle-map"' not in text


# Exactly once


def silent() -> None:
    Job.objects.update(lease=timezone.now() - timedelta(seconds=1))


def test_a_second_message_fights_nothing(fight: Field) -> None:
    resolved(fight, fight.referee)
    job = Job.objects.get()
    assert jobs.run(job.pk) is False
    assert BattleReport.objects.count() == 1
    assert (job.state, job.attempts) == (JobState.DONE, 1)


def test_a_worker_killed_in_the_middle_leaves_nothing_and_the_next_fights_the_same_battle(
    fight: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It dies in the third turn. The lease runs out, the sweeper wakes another, and there is one result."""
    sent: list[int] = []
    monkeypatch.setattr("campaigns.tasks.work.apply_async", lambda arguments, **_: sent.append(arguments[0]))
    agree(fight, 0, 1)
    row = ask(fight, fight.referee)
    claim = jobs.claim(Job.objects.get().pk)
    assert claim is not None

    class Killed(BaseException):
        pass

    def beat(self: jobs.Claim, *, progress: int, total: int) -> None:
        if progress == 3:
            raise Killed
        self._write(progress=progress, total=total)

    with monkeypatch.context() as patched:
        patched.setattr(jobs.Claim, "heartbeat", beat)
        with pytest.raises(Killed):
            resolution.work(claim)
    job = Job.objects.get()
    assert (job.state, job.progress, job.total) == (JobState.RUNNING, 2, 6)
    row.refresh_from_db()
    assert (row.state, row.events, row.log) == (ResolutionState.WAITING, [], [])
    assert not BattleReport.objects.exists()
    silent()
    assert jobs.sweep() == 1
    assert sent == [job.pk]
    assert jobs.run(job.pk) is True
    with pytest.raises(jobs.Lost):
        resolution.work(claim)  # the first one was only slow, and comes back
    row.refresh_from_db()
    alone = resolution.fight(resolution.setup_from(row), row.tempers, SEED)
    assert msgspec.convert(row.events, list[Event]) == alone.events
    assert BattleReport.objects.count() == 1
    for player in fight.players:
        reports.confirm_report(battle=fight.battle, member=player)
    assert [fight.side(n).warband.journal.filter(kind="fight").count() for n in (0, 1)] == [1, 1]
    assert Job.objects.get().attempts == 2


def test_a_worker_that_lost_its_claim_at_the_very_end_takes_everything_back(
    fight: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(fight, fight.referee)
    late = jobs.claim(Job.objects.get().pk)
    assert late is not None
    monkeypatch.setattr(jobs.Claim, "heartbeat", lambda self, **_: None)
    silent()
    taken_over = jobs.claim(late.job)
    assert taken_over is not None
    with pytest.raises(jobs.Lost):
        resolution.work(late)
    assert not BattleReport.objects.exists()
    assert Resolution.objects.get().state == ResolutionState.WAITING
    resolution.work(taken_over)
    assert BattleReport.objects.count() == 1


def test_a_warband_that_changed_meanwhile_makes_it_void_and_the_dice_new(fight: Field) -> None:
    ask(fight, fight.referee)
    change_warband(fight)
    assert jobs.run(Job.objects.get().pk) is True
    row = Resolution.objects.get()
    assert (row.state, row.events) == (ResolutionState.VOID, [])
    assert fight.stored().state == BattleState.SCHEDULED
    assert not BattleReport.objects.exists()
    renewed = BattleGround.objects.get()
    assert renewed.seed != SEED
    assert renewed.commitment == commitment(bytes.fromhex(renewed.seed))
    again = resolved_again(fight)
    assert (again.state, again.seed) == (ResolutionState.DONE, renewed.seed)


def resolved_again(fight: Field) -> Resolution:
    ask(fight, fight.referee)
    assert jobs.run(Job.objects.latest("pk").pk) is True
    return Resolution.objects.get()


def test_work_that_keeps_failing_ends_visibly_and_may_be_tried_again(
    fight: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(fight, fight.referee)
    job = Job.objects.get()
    with monkeypatch.context() as patched:
        patched.setattr(resolution, "fight", lambda *_, **__: 1 // 0)
        for _attempt in range(jobs.ATTEMPTS):
            jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    reader = Client(headers={"accept-language": "en"})
    reader.force_login(fight.referee)
    shown = reader.get(fight.battle.get_absolute_url()).content.decode()
    assert "could not be finished" in shown
    resolution.try_again(battle=fight.battle)
    assert jobs.run(job.pk) is True
    assert Resolution.objects.get().state == ResolutionState.DONE


# By the pages


def test_from_consent_to_the_result_by_the_pages(fight: Field) -> None:
    slug, pk = fight.campaign.slug, fight.battle.pk
    one, other = (client_of(player) for player in fight.players)
    agreed = other.post(reverse("campaigns:consent", args=[slug, pk]), {"agree": "yes", "temper": "bold"})
    assert agreed.status_code == 302
    page = one.get(fight.battle.get_absolute_url())
    panel = page.context["resolution_panel"]
    assert (panel.stage, panel.may_resolve, panel.decides_for_absentees) == ("plan", True, False)
    one.post(reverse("campaigns:resolve", args=[slug, pk]), {"seen": panel.seen})
    status = one.get(reverse("campaigns:resolution_status", args=[slug, pk]))
    assert "every 2s" in status.content.decode()
    assert "HX-Refresh" not in status
    jobs.run(Job.objects.get().pk)
    assert one.get(reverse("campaigns:resolution_status", args=[slug, pk]))["HX-Refresh"] == "true"
    assert fight.stored().state == BattleState.REPORTED
    assert fight.side(1).temper == "bold"
    waiting = other.get(fight.battle.get_absolute_url()).content.decode()
    assert reverse("campaigns:confirm", args=[slug, pk]) in waiting
    other.post(reverse("campaigns:confirm", args=[slug, pk]), {"version": fight.stored().version})
    assert fight.stored().state == BattleState.CONFIRMED


def test_who_has_agreed_for_all_battles_chooses_how_the_engine_leads_without_agreeing_to_this_one(fight: Field) -> None:
    stand(fight, 1)
    client = client_of(fight.players[1])
    assert "You agreed for all your battles" in client.get(fight.battle.get_absolute_url()).content.decode()
    address = reverse("campaigns:consent", args=[fight.campaign.slug, fight.battle.pk])
    client.post(address, {"agree": "led", "temper": "bold"})
    assert (fight.side(1).temper, fight.side(1).lets_engine_resolve) == ("bold", False)


def test_standing_consent_by_the_people_page(fight: Field) -> None:
    client = client_of(fight.players[1])
    address = reverse("campaigns:standing_consent", args=[fight.campaign.slug])
    for answer, stands in (("yes", True), ("no", False)):
        client.post(address, {"agree": answer})
        assert Membership.objects.get(member=fight.players[1]).lets_engine_resolve is stands


@pytest.mark.parametrize(("who", "status"), [("outsider", 403), ("visitor", 404), ("player", 302), ("referee", 302)])
def test_who_may_ask(fight: Field, who: str, status: int) -> None:
    people = {"outsider": MemberFactory.create(), "player": fight.players[0], "referee": fight.referee}
    client = client_of(people.get(who))
    address = reverse("campaigns:resolve", args=[fight.campaign.slug, fight.battle.pk])
    assert client.post(address, {"seen": seen(fight)}).status_code == status
    assert Job.objects.exists() is (who == "referee")


def test_three_warbands_on_a_table_for_three() -> None:
    fight = with_table(field(sides=3), "three_hills")
    agree(fight, 0, 1, 2)
    row = resolved(fight, fight.referee)
    assert row.state == ResolutionState.DONE
    assert fight.stored().state == BattleState.REPORTED
