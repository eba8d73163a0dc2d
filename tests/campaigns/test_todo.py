"""What somebody can do now, in random clubs: nobody waits in vain, and nothing is offered that is refused.

What must be listed is worked out here from rows and rosters alone, by the rules that pages tell: whoever takes part
without a warband brings one, a report is answered by whoever has not agreed to it, a dispute is the referee's, …
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.jobs.models import Job
from campaigns.league.chores import Chore, Urgency
from campaigns.league.models import Campaign, JoinMode, Membership, Role
from campaigns.league.operations import people
from campaigns.league.waiting import todo_of
from campaigns.tasks import work
from campaigns.todo import todo
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment.operations import muster_for, withdraw
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import GamePlan
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from rosters.operations import take_step
from tests.factories import campaigns as made
from tests.factories.battles import field
from tests.factories.club import MemberFactory
from tests.thorough import often

pytestmark = pytest.mark.django_db
STEPS = 22


class NothingThere(Exception):
    """There is nothing of which to choose one."""


class Walk:
    """A club in which people do one thing after the other, as chance has it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.referee = MemberFactory.create()
        self.members = [MemberFactory.create() for _number in range(3)]
        mode = self.chance.choice([JoinMode.OPEN, JoinMode.APPROVAL])
        self.campaign = made.campaign(self.referee, join_mode=mode, name=f"Walk {seed}")

    def everybody(self) -> list[Member]:
        """Those whose lists are looked at."""
        return [self.referee, *self.members]

    def step(self) -> None:
        """Do one thing; what there is no occasion for, or the site refuses, is not done."""
        for act in self.chance.sample(self.acts(), k=len(self.acts())):
            try:
                act()
            except (NothingThere, Refused):
                continue
            break
        self.campaign.refresh_from_db()

    def acts(self) -> list[Callable[[], object]]:
        """What may be done, the course of a campaign more often than its ends."""
        course = [self.join, self.let_in, self.bring, self.muster, self.pair, self.report, self.answer, self.recover]
        return [*course, *course, self.open_round, self.dispute, self.settle, self.withdraw, self.schedule]

    def _one[T](self, found: list[T]) -> T:
        if not found:
            raise NothingThere
        return self.chance.choice(found)

    def join(self) -> None:
        outside = [one for one in self.members if not self.campaign.memberships.filter(member=one).exists()]
        people.join(campaign=self.campaign, member=self._one(outside), code=self.campaign.join_code)

    def let_in(self) -> None:
        asking = self._one(list(self.campaign.memberships.filter(role=Role.APPLICANT)))
        answer = self.chance.choice([people.approve, people.approve, people.refuse])
        answer(membership=asking, author=self.referee)

    def bring(self) -> None:
        players = self.campaign.memberships.filter(role=Role.PLAYER).select_related("member")
        member = self._one([part.member for part in players])
        muster_for(campaign=self.campaign, owner=member, name=f"Band {Warband.objects.count()}", race="human")

    def muster(self) -> None:
        band = self._one([band for band in self._serving() if not band.mustered])
        for entry in (
            Hire(rank=Rank.LEADER, race="human", name="First"),
            Hire(rank=Rank.HENCHMAN, race="human", name="Second"),
            Muster(),
        ):
            take_step(warband=band, entry=entry, author=band.owner)

    def _serving(self) -> list[Warband]:
        serving = self.campaign.enlistments.filter(withdrawn=False).values("warband")
        return list(Warband.objects.filter(pk__in=serving).select_related("owner"))

    def open_round(self) -> None:
        rounds.open_round(campaign=self.campaign)

    def pair(self) -> None:
        last = self.campaign.rounds.select_related("campaign").last()
        bands = [band for band in self._serving() if band.mustered]
        if last is None or len(bands) < 2:
            raise NothingThere
        rounds.pair_round(round=last, pairs=[self.chance.sample(bands, 2)], plan=Plan(), author=self.referee)

    def schedule(self) -> None:
        bands = [band for band in self._serving() if band.mustered]
        if len(bands) < 2:
            raise NothingThere
        schedule.schedule_battle(campaign=self.campaign, warbands=self.chance.sample(bands, 2), plan=Plan())

    def _battle(self, state: str) -> Battle:
        found = self._one(list(self.campaign.battles.filter(state=state)))
        return Battle.objects.select_related("campaign").get(pk=found.pk)

    def report(self) -> None:
        battle = self._battle(BattleState.SCHEDULED)
        one, other = (side.warband for side in battle.sides.select_related("warband"))
        downs = [Down(Who(one.key, one.roster.active[-1].id), Who(other.key, other.roster.active[0].id), False)]
        author = self.chance.choice([one.owner, other.owner, self.referee])
        reports.report_battle(battle=battle, report=Report(downs=tuple(downs)), author=author)

    def _unasked(self, battle: Battle) -> Member:
        return self._one([s.warband.owner for s in battle.sides.select_related("warband__owner") if not s.agreed])

    def answer(self) -> None:
        battle = self._battle(BattleState.REPORTED)
        reports.confirm_report(battle=battle, member=self._unasked(battle))

    def dispute(self) -> None:
        battle = self._battle(BattleState.REPORTED)
        reports.dispute_report(battle=battle, member=self._unasked(battle), text="It was otherwise")

    def settle(self) -> None:
        reports.settle_report(battle=self._battle(BattleState.DISPUTED), referee=self.referee, reason="As it was")

    def recover(self) -> None:
        waiting = Recovery.objects.filter(side__battle__campaign=self.campaign, state=RecoveryState.WAITING)
        recovery = self._one(list(waiting.select_related("side__warband__owner", "side__battle__campaign")))
        aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=recovery.side.warband.owner)
        for job in Job.objects.filter(kind=aftermath.KIND, subject=recovery.pk):
            work(job.pk)

    def withdraw(self) -> None:
        found = list(self.campaign.enlistments.filter(withdrawn=False).select_related("warband", "campaign"))
        enlistment = self._one(found)
        withdraw(enlistment=enlistment, author=self.referee)


def expected(walk: Walk, member: Member) -> Iterator[tuple[str, str]]:
    """Yield what must be listed for a member: the code, and the address where it is done."""
    part = walk.campaign.memberships.filter(member=member).exclude(role=Role.APPLICANT).first()
    if part is None:
        return
    slug = walk.campaign.slug
    bands = [band for band in walk._serving() if band.owner == member]
    if part.role == Role.PLAYER and not bands:
        yield "enlist", reverse("campaigns:enlist", args=[slug])
    for band in bands:
        if not band.mustered:
            yield "muster", reverse("rosters:builder", args=[band.pk])
        elif band.roster.engagement is not None:
            battle = Battle.objects.get(key=band.roster.engagement.battle)
            yield "aftermath", reverse("campaigns:aftermath", args=[slug, battle.pk, band.pk])
    for side in BattleSide.objects.filter(warband__in=bands).select_related("battle__campaign"):
        if side.battle.state == BattleState.SCHEDULED:
            yield "play", side.battle.get_absolute_url()
        if side.battle.state == BattleState.REPORTED and not side.agreed:
            yield "report", side.battle.get_absolute_url()
    if part.role == Role.REFEREE:
        yield from _for_referee(walk)


def _for_referee(walk: Walk) -> Iterator[tuple[str, str]]:
    campaign = walk.campaign
    if campaign.memberships.filter(role=Role.APPLICANT).exists():
        yield "applicants", reverse("campaigns:people", args=[campaign.slug])
    for battle in campaign.battles.filter(state=BattleState.DISPUTED):
        yield "dispute", reverse("campaigns:battle", args=[campaign.slug, battle.pk])
    serving = Enlistment.objects.filter(campaign=campaign, withdrawn=False)
    if not serving.exists() and not campaign.memberships.filter(role=Role.PLAYER).exists():
        yield "invite", reverse("campaigns:people", args=[campaign.slug])


def stands_still(campaign: Campaign) -> bool:
    """Whether two warbands could meet, and nothing is ahead or left to roll: only the referee can go on."""
    able = campaign.enlistments.filter(withdrawn=False, warband__mustered=True).count()
    ahead = campaign.battles.filter(state__in=OPEN_STATES).exists()
    rolling = Recovery.objects.filter(side__battle__campaign=campaign).exclude(state=RecoveryState.DONE).exists()
    return able >= 2 and not ahead and not rolling


def listed(chores: list[Chore]) -> set[tuple[str, str]]:
    return {(chore.code, chore.address.partition("?")[0].partition("#")[0]) for chore in chores}


@pytest.mark.parametrize("seed", range(often(60, 4, 2)))
def test_in_a_random_club_nobody_waits_in_vain(seed: int) -> None:
    """And nothing is listed that is refused when it is pressed, nor anything else than what there is to do."""
    walk = Walk(seed)
    clients = {member.pk: Client() for member in walk.everybody()}
    for member in walk.everybody():
        clients[member.pk].force_login(member, backend="club.auth.MemberBackend")
    pressed: set[tuple[int, str, str]] = set()
    for _number in range(STEPS):
        walk.step()
        for member in walk.everybody():
            with translation.override("en"):
                chores = todo(member)
            known, must = listed(chores), set(expected(walk, member))
            assert must <= known, (seed, member, must - known)
            own = {("skills", ""), ("recruit", ""), ("fees", ""), ("leader", ""), ("illegal", "")}
            go_on = {("open_round", ""), ("pair", "")} if member == walk.referee else set()
            extra = {code for code, address in known - must} - {code for code, _address in own | go_on}
            assert not extra, (seed, member, extra)
            if member == walk.referee:
                assert bool({code for code, _a in known} & {"open_round", "pair"}) is stands_still(walk.campaign)
            assert [chore.urgency for chore in chores] == sorted(chore.urgency for chore in chores)
            for chore in chores:
                key = (member.pk, chore.code, chore.address)
                if key not in pressed:
                    pressed.add(key)
                    assert clients[member.pk].get(chore.address).status_code == 200, (seed, key)
    assert len({code for _member, code, _address in pressed}) >= 6, "it came far enough to tell something"


def test_who_comes_back_to_a_closed_campaign_is_asked_for_nothing_in_it() -> None:
    who = made.cast()
    newcomer = made.join(who.campaign)
    assert {chore.code for chore in todo(newcomer)} == {"enlist"}
    Campaign.objects.filter(pk=who.campaign.pk).update(closed=True)
    assert todo(newcomer) == []
    assert todo(who.referee) == []


def test_a_battle_without_its_day_is_planned_and_one_whose_day_has_passed_holds_things_up() -> None:
    who = made.cast()
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(title="The ford"))
    with translation.override("en"):
        (chore,) = todo_of(who.campaign, who.owner)
    assert (chore.code, chore.urgency, chore.sentence) == ("play", Urgency.PLANNED, "“The ford” is to be fought.")
    Battle.objects.update(date="2020-01-01T18:00:00Z")
    with translation.override("en"):
        (chore,) = todo_of(who.campaign, who.owner)
    assert (chore.code, chore.urgency) == ("overdue", Urgency.HOLDS_UP)
    assert Client().get(chore.address).status_code in (302, 404)
    client = Client()
    client.force_login(who.owner, backend="club.auth.MemberBackend")
    assert client.get(chore.address).status_code == 200


def test_somebody_who_only_asked_to_be_let_in_has_nothing_to_do() -> None:
    who = made.cast(join_mode=JoinMode.APPROVAL)
    asking = MemberFactory.create()
    people.join(campaign=who.campaign, member=asking, code=who.campaign.join_code)
    assert Membership.objects.get(member=asking).role == Role.APPLICANT
    assert todo(asking) == []
    with translation.override("en"):
        sentences = [chore.sentence for chore in todo(who.referee)]
    assert sentences[0] == "The Border: 1 player waits to be let in."


def test_a_single_game_of_a_campaigns_warband_is_named_once_and_not_among_what_the_campaign_asks() -> None:
    fight = field()
    (one, other), (mine, theirs) = fight.players, fight.warbands
    game = single.open_game(host=one, game=GamePlan(plan=Plan(title="On the side")), mine=mine)
    people.join(campaign=game.campaign, member=other, code=game.campaign.join_code)
    single.seat(battle=game, warband=theirs, member=other)
    named = [chore.sentence for chore in todo(one) if "On the side" in chore.sentence]
    assert len(named) == 1
    assert not [chore for chore in todo_of(fight.battle.campaign, one) if "On the side" in chore.sentence]
