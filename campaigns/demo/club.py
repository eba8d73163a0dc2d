"""Founds the demo club: accounts, campaigns, warbands, three rounds and a half of battles, arena, pulp, games."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from msgspec.structs import replace

from campaigns.demo import (
    arena,
    dates,
    duels,
    evenings,
    hooks,
    house,
    marsh,
    once,
    pads,
    players,
    pulp,
    raid,
    seasons,
    tables,
)
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import ENLISTED, UNFINISHED
from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID, GILLES, PASSWORD, PEOPLE, PRESIDENT, REFEREE
from campaigns.demo.script import Chapter, Fight
from campaigns.demo.story import CHAPTERS
from campaigns.league.models import Campaign, JoinMode, News
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.corrections import drafting, operations as corrections
from campaigns.wars.corrections.past import ref_of_battle
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.settings.operations import create_campaign
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import ASKS, Request
from engines.musg.corrections.aspects import Aspect
from engines.musg.corrections.outcome import Keep
from engines.musg.corrections.timeline import ReplaceReport
from engines.musg.rules import Era, Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband

MARCH_RULES: Final = Rules(era=Era.MEDIEVAL, henchman_boxes=10)
MARCH: Final = Terms(
    name="La Marche de Brumeval",
    description=(
        "Une vallée perdue entre trois royaumes, une mine d’argent, et personne pour la garder.\n\n"
        "Une partie toutes les deux semaines, le samedi à la salle des fêtes ou chez l’un des joueurs. "
        "Les sous-fifres montent en grade à dix cases : la vallée use vite ses héros."
    ),
    visibility=Visibility.PUBLIC,
    join_mode=JoinMode.APPROVAL,
    # Long enough for the report that waits to be looked at.
    confirm_hours=240,
)
DOCKS: Final = Terms(
    name="Les Docks de Néo-Lutèce",
    description="Petites bandes, grosses dettes. La campagne commence dès que nous sommes quatre.",
    visibility=Visibility.PRIVATE,
    join_mode=JoinMode.APPROVAL,
)
FORGE: Final = "La forge ensorcelée"
FORGOTTEN: Final = 2
DECREE: Final = "Les deux points de l’enclume avaient été oubliés. Ils comptent au classement, pas dans la caisse."
UNREAD_DAYS: Final = 10
"""News of as many days wait to be read."""
DOCKS_RULES: Final = Rules(points=300, hero_points=180, henchman_points=120, era=Era.FUTURISTIC)


def exists() -> bool:
    """Tell whether the demo club has been founded here."""
    return Member.objects.filter(is_demo=True).exists()


@transaction.atomic
def found() -> None:
    """Found the whole demo club, its past ending now. All of it or nothing."""
    _Founder(Clock(timezone.now())).found()


class _Founder:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.members: dict[str, Member] = {}
        self.warbands: dict[str, Warband] = {}

    def found(self) -> None:
        with as_of(self.clock.moment(60)):
            self._accounts()
            house.furnish()
        with as_of(self.clock.moment(45)):
            march = self._march()
        for chapter in CHAPTERS:
            self._chapter(march, chapter)
        with as_of(self.clock.moment(2, 9)):
            _correct_forge(march, self.members[REFEREE.username])
        dates.talk(march, self.members, self.clock)
        arena.hold(self.clock, self.members)
        pulp.hold(self.clock, self.members)
        once.hold(self.clock, self.members)
        raid.hold(self.clock, self.members)
        duels.hold(self.clock, self.members)
        marsh.hold(self.clock, self.members)
        with as_of(self.clock.moment(4)):
            house.speak(self.members[PRESIDENT.username])
        with as_of(self.clock.moment(2)):
            self._docks()
            self._unfinished()
        seasons.hold(self.members, self.clock)
        tables.lay(self.members, self.clock)
        pads.keep(self.members, self.clock)
        evenings.hold(self.members, self.clock)
        hooks.add(march, self.members[REFEREE.username])  # at the end: it is told of what happens from now on
        self._read_up()

    def _accounts(self) -> None:
        password = make_password(PASSWORD)  # one hash for all: hashing takes its time
        for person in PEOPLE:
            self.members[person.username] = Member.objects.create(
                username=person.username,
                email=f"{person.username}@example.org",
                password=password,
                display_name=person.name,
                is_staff=person.club_admin,
                is_superuser=person.club_admin,
                is_demo=True,
            )

    def _march(self) -> Campaign:
        march = create_campaign(referee=self.members[REFEREE.username], terms=MARCH, rules=MARCH_RULES)
        for person in (ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID):
            membership = people.join(campaign=march, member=self.members[person.username])
            people.approve(membership=membership, author=self.members[REFEREE.username])
        for roll in ENLISTED:
            owner = self.members[roll.owner.username]
            warband = enlistment.muster_for(campaign=march, owner=owner, name=roll.name, race=roll.race)
            players.muster(warband, roll)
            self.warbands[roll.key] = warband
        return march

    def _docks(self) -> None:
        docks = create_campaign(referee=self.members[REFEREE.username], terms=DOCKS, rules=DOCKS_RULES)
        asks = people.join(campaign=docks, member=self.members[FARID.username])
        people.approve(membership=asks, author=self.members[REFEREE.username])
        people.join(campaign=docks, member=self.members[GILLES.username])

    def _unfinished(self) -> None:
        warband = create_warband(
            owner=self.members[UNFINISHED.owner.username],
            setup=Setup(race=UNFINISHED.race, name=UNFINISHED.name),
            visibility=Visibility.PRIVATE,
        )
        players.muster(warband, UNFINISHED, close=False)

    def _read_up(self) -> None:
        """Let everybody have read what is older than the last days: a noticeboard nobody reads looks deserted."""
        old = News.objects.filter(member__is_demo=True, at__lt=self.clock.moment(UNREAD_DAYS))
        old.update(read_at=F("at"))

    # The campaign's rounds

    def _chapter(self, march: Campaign, chapter: Chapter) -> None:
        first, last = chapter.fights[0].days, chapter.fights[-1].days
        with as_of(self.clock.moment(first + 4)):
            opened = rounds.open_round(campaign=march, name=chapter.name)
            battles = [
                schedule.schedule_battle(
                    campaign=march,
                    warbands=[self.warbands[key] for key in fight.sides],
                    plan=schedule.Plan(
                        title=fight.title,
                        date=self.clock.moment(fight.days, 14),
                        place=fight.place,
                        scenario=fight.scenario,
                        round=opened,
                    ),
                    author=self.members[REFEREE.username],
                )
                for fight in chapter.fights
            ]
        for fight, battle in zip(chapter.fights, battles, strict=True):
            if fight.reported:
                self._fight(fight, battle)
        for key, steps in chapter.steps.items():
            with as_of(self.clock.moment(last - 1)):
                players.play(self._fresh(key), steps, referee=self.members[REFEREE.username])

    def _fight(self, fight: Fight, battle: Battle) -> None:
        ours, theirs = (self._fresh(key) for key in fight.sides)
        report = players.report_of(fight, dict(zip(fight.sides, (ours, theirs), strict=True)))
        with as_of(self.clock.moment(fight.days, 18)):
            reports.report_battle(battle=battle, report=report, author=ours.owner)
        if not fight.confirmed:
            return
        with as_of(self.clock.moment(fight.days, 19)):
            if fight.dispute:
                reports.dispute_report(battle=battle, member=theirs.owner, text=fight.dispute)
                reports.settle_report(battle=battle, referee=self.members[REFEREE.username], reason=fight.verdict)
            else:
                reports.confirm_report(battle=battle, member=theirs.owner)
        with as_of(self.clock.moment(fight.days, 21)):
            for key in fight.sides:
                self._recover(fight, battle, key)

    def _recover(self, fight: Fight, battle: Battle, key: str) -> None:
        """Type the faces of the story, one roll at a time, as far as they go."""
        warband = self._fresh(key)
        recovery = Recovery.objects.get(side__battle=battle, side__warband=warband)
        faces = players.faces_for(fight, warband.roster)
        if recovery.state == RecoveryState.WAITING:
            aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=warband.owner)
        while recovery.state == RecoveryState.ROLLING:
            asked = aftermath.with_faces(warband.roster, recovery.faces)
            count = ASKS[asked.asked] if isinstance(asked, Request) else 0
            if len(faces) < count and key in fight.unfinished:
                return
            typed, faces = faces[:count], faces[count:]
            aftermath.enter_faces(recovery=recovery, faces=typed, member=warband.owner, version=recovery.version)
        if faces:
            raise ValueError(f"{fight.title}: the faces {faces} of {warband.name} were never asked for")

    def _fresh(self, key: str) -> Warband:
        """Return the warband as it is stored now: reports and aftermaths change it behind our back."""
        self.warbands[key].refresh_from_db()
        return self.warbands[key]


def _correct_forge(march: Campaign, referee: Member) -> None:
    """Give the dwarves two victory points that were forgotten; what is in the treasury stays there by decree."""
    battle = march.battles.get(title=FORGE)
    key = battle.sides.get(seat=0).warband.key
    report = battle.reports.latest("pk").report
    corrected = replace(report, bonus={**report.bonus, key: report.bonus.get(key, 0) + FORGOTTEN})
    draft = drafting.correct(campaign=march, author=referee, edits=[ReplaceReport(ref_of_battle(battle), corrected)])
    drafting.decide(correction=draft, keeps=[Keep(key, None, Aspect.TREASURY)])
    seen = drafting.look(draft).fingerprint
    corrections.confirm(correction=draft, member=referee, reason=DECREE, seen=seen)
