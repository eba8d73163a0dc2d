"""Who asks and what for: one person per role, and the same campaign three times, once per visibility."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from campaigns.evenings.models.calendar_key import CalendarKey
from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.jobs import queue as jobs
from campaigns.league.hooks.scopes import scope_of
from campaigns.league.models import Campaign, JoinMode, Membership
from campaigns.league.operations import availability, people
from campaigns.league.terms import Terms
from campaigns.matches.cards.operations import add_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations.entries import add_entry
from campaigns.matches.operations.recording import Occasion, Sitting, open_match, record_result
from campaigns.matches.operations.verdicts import settle_match
from campaigns.seasons.operations.season import create_season
from campaigns.seating.people import Person
from campaigns.tables.models.card_table import CardTable, TableVisibility
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.challenges import operations as challenges
from campaigns.wars.corrections import drafting
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import pairs
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.booklet import Booklet
from campaigns.wars.models.challenge import Challenge
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.forecast import PairForecast
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.models.recovery import DiceMode, Recovery
from campaigns.wars.models.round import Round
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.paper.booklet import operations as booklets
from campaigns.wars.play import offering
from campaigns.wars.play.offering import PlayTerms
from campaigns.wars.pocket import operations as pocket
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.scenarios import operations
from campaigns.wars.settings.operations import create_campaign
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import GamePlan
from club.announcements.operations import announce
from club.hooks import operations as hooks
from club.hooks.reach import Reach
from club.models import Announcement, Member
from club.models.hook import CLUB, Hook, HookKind
from club.paper.choices import PaperChoices
from club.places import operations as places
from club.places.models import GameTable, Place
from club.visibility import Visibility
from engines.baf import cards as baf
from engines.core.dice import commitment
from engines.core.score import encode
from engines.musg.battle.objectives import Phrase
from engines.musg.corrections.timeline import Face, ReplaceReport
from engines.musg.entries import Hire, Note
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.pocket.setup import Menace
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who, unable
from engines.musg.scenarios import library
from engines.musg.succession import character_for_hire
from rosters.models import PackVersion, Warband
from rosters.models.portrait import WHOLE
from rosters.operations import take_steps
from rosters.portraits.operations import hang
from tests.factories import convoys, packs
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, warband
from tests.factories.club import MemberFactory
from tests.factories.evenings import a_game, an_evening
from tests.factories.pictures import picture
from tests.kept import Kept
from tests.rosters.strangers import brought
from tests.web.codes import show_lasting_code


class As(StrEnum):
    """The roles of the access table. ``PLAYER`` plays in the campaign with another warband than ``OWNER``'s."""

    VISITOR = "visitor"
    MEMBER = "member"
    APPLICANT = "applicant"
    PLAYER = "player"
    OWNER = "owner"
    REFEREE = "referee"
    ADMIN = "admin"


@dataclass(frozen=True)
class Ground:
    """A campaign with one of everything. Every name in it begins with its visibility, so that a leak shows."""

    visibility: str
    campaign: Campaign
    round: Round
    applicant: Membership
    warband: Warband
    other: Warband
    draft: Warband
    alone: Warband
    convoy: Warband
    foreign: Warband
    past: Battle
    fought: Battle
    reported: Battle
    ahead: Battle
    resolved: Battle
    hireable: Hireable
    correction: Correction
    settled: Correction
    odds: PairForecast
    booklet: Booklet
    game: Battle
    challenge: Challenge
    scenario: OwnScenario
    season: Campaign
    live: Match
    finished: Match
    guest: Player
    cards: ScoreCards
    gathering: CardTable
    table: CardTable
    played: CardTable
    place: Place
    furniture: GameTable
    evening: ClubEvening
    announcement: Announcement
    dated: Battle
    calendar_key: CalendarKey
    hook: Hook
    club_hook: Hook
    fighting: PlayedBattle
    pack: PackVersion

    @property
    def secret(self) -> str:
        """A word that stands in every name of this ground and nowhere else."""
        return word(self.visibility)


@dataclass(frozen=True)
class Cast:
    """The people by role, and the grounds by visibility. ``hidden`` hides from public pages."""

    people: dict[As, Member]
    hidden: Member
    grounds: dict[str, Ground]


def word(visibility: str) -> str:
    """The word in all names of a ground."""
    return {Visibility.PUBLIC: "Openfield", Visibility.CLUB: "Clubhouse", Visibility.PRIVATE: "Hushwood"}[
        Visibility(visibility)
    ]


def cast() -> Cast:
    """Everybody and everything. All of it made by the site's own operations, but for the character for hire."""
    people_ = {role: MemberFactory.create(username=f"the-{role}") for role in As if role is not As.VISITOR}
    admin = people_[As.ADMIN]
    admin.is_staff = admin.is_superuser = True
    admin.save()
    hidden = MemberFactory.create(username="veiled", display_name="Veiled Vera", hidden=True)
    return Cast(people_, hidden, {v.value: _ground(v.value, people_, hidden) for v in Visibility})


CAST: Final = Kept("cast", cast)


def _ground(visibility: str, who: dict[As, Member], hidden: Member) -> Ground:
    name = word(visibility)
    terms = Terms(name=f"{name} War", visibility=visibility, join_mode=JoinMode.APPROVAL, description=f"In {name}.")
    campaign = create_campaign(referee=who[As.REFEREE], terms=terms)
    for member in (who[As.PLAYER], who[As.OWNER], hidden):
        people.approve(membership=people.join(campaign=campaign, member=member))
    applicant = people.join(campaign=campaign, member=who[As.APPLICANT])
    ours = warband(who[As.OWNER], f"{name} Owls", visibility=visibility, mercenary="troll_bodyguard", henchmen=4)
    other = warband(who[As.PLAYER], f"{name} Rams", visibility=visibility, henchmen=4)
    alone = warband(who[As.OWNER], f"{name} Loners", visibility=visibility)
    convoy = convoys.convoy(who[As.OWNER], f"{name} Convoy", visibility=visibility)
    for band in (ours, other):
        take_steps(warband=band, entries=[Note(text=f"Remember {name}.")], author=band.owner)
        enlistment.enlist_own(campaign=campaign, warband=band)
    face = picture()
    hang(warband=ours, figure=WHOLE, file=io.BytesIO(face), size=len(face), by=who[As.OWNER])
    foreign = brought(band=alone, name=f"{name} Strays")
    enlistment.enlist_own(campaign=campaign, warband=foreign)
    draft = enlistment.muster_for(campaign=campaign, owner=who[As.OWNER], name=f"{name} Foals", race="human")
    take_steps(warband=draft, entries=[Hire(rank=Rank.LEADER, race="human", name=f"{name} Foal")], author=who[As.OWNER])
    summer = date(2095, 8, 1)
    availability.add_absence(member=who[As.OWNER], first=summer, last=summer)
    opened = rounds.open_round(campaign=campaign, name=f"{name} Round")
    odds = pairs.start(campaign=campaign, warbands=[ours, other], member=who[As.REFEREE])

    def battle(title: str) -> Battle:
        plan = schedule.Plan(title=f"{name} {title}", place=f"{name} Hall", scenario=f"Hold {name}.", round=opened)
        return schedule.schedule_battle(campaign=campaign, warbands=[ours, other], plan=plan)

    past, fought, reported, ahead = (battle(title) for title in ("Dawn", "Noon", "Dusk", "Midnight"))
    pocket.begin(battle=ahead, choices=pocket.Choices(menace=Menace.ZOMBIES, edges={}))
    resolved = _resolve(battle("Muster"), who[As.REFEREE])
    fighting = _fight(battle("Siege"), who)  # before any aftermath waits
    for done in (past, fought):
        ours.refresh_from_db()
        other.refresh_from_db()
        reports.report_battle(battle=done, report=_report(ours, other), author=who[As.OWNER])
        reports.confirm_report(battle=done, member=who[As.PLAYER])
        if done is past:
            _roll(past, who[As.REFEREE])
    ours.refresh_from_db()
    other.refresh_from_db()
    reports.report_battle(battle=reported, report=Report(downs=(_down(other, ours),)), author=who[As.OWNER])
    return Ground(
        visibility, campaign, opened, applicant, ours, other, draft, alone, convoy, foreign, past, fought, reported,
        ahead, resolved, _hireable(campaign, other), _correction(campaign, past, ours, who), _settled(campaign, who),
        odds, _booklet(campaign, who[As.OWNER]), _single(visibility, who),
        _challenge(campaign, other, ours), _scenario(campaign, name, who[As.REFEREE]),
        *_season(visibility, who, hidden),  # type: ignore[arg-type]
        *_tables(visibility, who), *_furniture(),  # type: ignore[arg-type]
        _evening(visibility, who[As.OWNER]),
        _announcement(visibility, who[As.ADMIN]), _dated(campaign, ours, other, name), _calendar_key(who[As.OWNER]),
        _hook(scope_of(campaign), f"{name} chat", who[As.REFEREE]), _hook(CLUB, "Everybody’s chat", who[As.ADMIN]),
        fighting, _pack(name, who[As.OWNER], shared=visibility != Visibility.PRIVATE),
    )  # fmt: skip


def _pack(name: str, owner: Member, *, shared: bool) -> PackVersion:
    """A pack of the owner's, published once: for the club, or for nobody else."""
    return packs.published(owner, shared=shared, code=f"fen_{name.lower()}", name=f"{name} Fen")


def _evening(visibility: str, organiser: Member) -> ClubEvening:
    """An evening ahead with one game: of everybody, with the link, of members. All members see each of them."""
    name = word(visibility) if visibility == Visibility.PUBLIC else "Members"
    guests = {Visibility.PUBLIC: Guests.PUBLIC, Visibility.CLUB: Guests.LINK, Visibility.PRIVATE: Guests.MEMBERS}
    evening = an_evening(organiser, title=f"{name} night", guests=guests[Visibility(visibility)], notes=f"In {name}.")
    a_game(evening, organiser, title=f"{name} game")
    return evening


def _hook(scope: str, name: str, author: Member) -> Hook:
    """A webhook that was tested once."""
    said = hooks.Said(name=name, language="en", events=["battle.settled"])
    made = hooks.add(
        scope=scope, kind=HookKind.WEBHOOK, said=said, place=Reach("https://hooks.example/in"), author=author
    )
    hooks.test(hook=made)
    return made


def _furniture() -> tuple[Place, GameTable]:
    """A place of the club's and the table that stands there: no secret of any campaign."""
    number = Place.objects.count() + 1
    place = places.add_place(name=f"Cellar {number}", address="1 High Street")
    return place, places.add_table(place=place, name="Oak", seats=6, width=48, depth=32)


def _announcement(visibility: str, admin: Member) -> Announcement:
    """To everybody, to members, or of a day still to come."""
    name = word(visibility) if visibility == Visibility.PUBLIC else "Members"
    return announce(
        author=admin,
        title=f"{name} feast",
        text=f"Come to *{name}*.",
        public=visibility == Visibility.PUBLIC,
        shown_from=date(2100, 1, 1) if visibility == Visibility.PRIVATE else None,
    )


def _calendar_key(owner: Member) -> CalendarKey:
    """The secret of the owner's calendar: one for all grounds."""
    return CalendarKey.objects.get_or_create(member=owner)[0]


def _dated(campaign: Campaign, ours: Warband, other: Warband, name: str) -> Battle:
    """A battle that has a date."""
    plan = schedule.Plan(title=f"{name} Friday", date=timezone.now() + timedelta(days=3))
    return schedule.schedule_battle(campaign=campaign, warbands=[ours, other], plan=plan)


def _booklet(campaign: Campaign, maker: Member) -> Booklet:
    """A booklet of the owner's, ready to be downloaded."""
    asked = booklets.ask(campaign=campaign, member=maker, choices=PaperChoices(language="en"))
    job = booklets.job_of(asked)
    assert job is not None
    jobs.run(job.pk)
    return Booklet.objects.get(pk=asked.pk)


def _single(visibility: str, who: dict[As, Member]) -> Battle:
    """A single game of the referee's, to which the owner and the player came: it is to be played, on the site if the
    owner agrees and somebody leads the referee's warband by its link."""
    host, name = who[As.REFEREE], word(visibility)
    mine = warband(host, f"{name} Herons", visibility=visibility)
    game = GamePlan(plan=schedule.Plan(place=f"{name} Cellar"))
    battle = single.open_game(host=host, game=game, mine=mine, visibility=visibility)
    for member in (who[As.OWNER], who[As.PLAYER]):
        people.join(campaign=battle.campaign, member=member, code=battle.campaign.join_code)
    band = warband(who[As.OWNER], f"{name} Finches", visibility=visibility)
    single.seat(battle=battle, warband=band, member=who[As.OWNER])
    offering.propose(battle=battle, member=host, terms=PlayTerms(), leads={0: offering.BY_LINK})
    return battle


def _challenge(campaign: Campaign, challenger: Warband, challenged: Warband) -> Challenge:
    """The player dares the owner, on a summer's evening far ahead."""
    return challenges.challenge(
        campaign=campaign,
        challenger=challenger,
        challenged=challenged,
        member=challenger.owner,
        moments=[("moment_0", datetime(2095, 7, 5, 18, tzinfo=UTC))],
        message=f"At {campaign.name}",
    )


def _scenario(campaign: Campaign, name: str, referee: Member) -> OwnScenario:
    """A scenario of the campaign's own."""
    words = Phrase(f"{name} fr", f"{name} en")
    scenario = replace(library()["treasure"], name=words, story=words)
    return operations.make_scenario(campaign=campaign, author=referee, scenario=scenario)


def _season(visibility: str, who: dict[As, Member], hidden: Member) -> tuple[object, ...]:
    """A card game's season of the same people, with a score pad in use, a result to confirm, and a guest."""
    name = word(visibility)
    terms = Terms(name=f"{name} Season", visibility=visibility, join_mode=JoinMode.APPROVAL, description=f"In {name}.")
    season = create_season(referee=who[As.REFEREE], game="badass_force", terms=terms)
    for member in (who[As.PLAYER], who[As.OWNER], hidden):
        people.approve(membership=people.join(campaign=season, member=member))
    people.join(campaign=season, member=who[As.APPLICANT])
    sitting = Sitting(
        game="badass_force",
        people=[who[As.OWNER], who[As.PLAYER], hidden, f"{name} Guest"],
        season=season,
    )
    occasion = Occasion(place=f"{name} Tavern", notes=f"Played in {name}.")
    live = open_match(sitting=sitting, recorder=who[As.OWNER], occasion=occasion)
    for number, data in enumerate(({"kind": "kill", "killer": 0, "victim": 1}, {"kind": "end_turn"})):
        add_entry(match=live, data=data, author=who[As.OWNER], client_id=f"tap-{number}")
    finished = record_result(
        sitting=sitting,
        recorder=who[As.OWNER],
        table=[{"total": total} for total in (16, 9, 4, 2)],
        occasion=occasion,
    )
    show_lasting_code(finished)
    table = [{"total": total} for total in (3, 17, 6, 5)]
    counted = record_result(sitting=sitting, recorder=who[As.OWNER], table=table, occasion=occasion)
    settle_match(match=counted, judge=who[As.REFEREE], because="As it was played")
    guest = finished.seats.get(seat=3).player
    data = {**encode(baf.training()), "name": {"fr": f"Boîte {season.pk}", "en": f"Box {season.pk}"}}
    cards = add_cards(game="baf", text=json.dumps(data), author=who[As.REFEREE])
    return season, live, finished, guest, cards


def _tables(visibility: str, who: dict[As, Member]) -> Iterator[CardTable]:
    """Three card tables of the owner's: with an open seat, being played, finished."""
    seen = TableVisibility.LINK if visibility == Visibility.PRIVATE else TableVisibility.CLUB
    opener, other = who[As.OWNER], who[As.PLAYER]

    def opened(title: str, *more: SeatPlan) -> CardTable:
        seats = [SeatPlan(member=other), *more]
        name = f"{word(visibility)} {title}"
        plan = TablePlan(game="bagarre", seats=seats, variant="plain", visibility=seen, name=name)
        table = tables.open_table(opener=opener, plan=plan)
        table.seed = "5b" * 32
        table.save()
        return table

    yield opened("Bench", SeatPlan())
    running, played = opened("Table"), opened("Tavern")
    for dealt in (running, played):
        card_play.start(table=dealt, person=Person(opener))
    yield running
    yield card_play.resign(table=played, person=Person(other)).table


def _resolve(battle: Battle, referee: Member) -> Battle:
    """The referee has the engine resolve a battle, for absentees: its report waits, no warband changes."""
    table = ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=2)
    table.seed = "5a" * 32
    table.save()
    sides = BattleSide.objects.filter(battle=battle)
    seen = resolution.seen_of(setup_of(battle), [side.temper for side in sides])
    row = resolution.resolve(battle=battle, member=referee, seen=seen)
    job = resolution.job_of(row)
    assert job is not None
    assert jobs.run(job.pk)
    battle.refresh_from_db()
    return battle


def _fight(battle: Battle, who: dict[As, Member]) -> PlayedBattle:
    """A battle that the owner and the player play at the site: its first figure is to be deployed."""
    ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=2)
    played = offering.propose(battle=battle, member=who[As.OWNER], terms=PlayTerms(), leads={})
    return offering.agree(played=played, member=who[As.PLAYER], leads={})


def _report(ours: Warband, other: Warband) -> Report:
    return Report(downs=(_down(ours, other), _down(other, ours)))


def _down(victim: Warband, by: Warband) -> Down:
    """A henchman falls to a leader."""
    fit = next(f for f in victim.roster.active if f.rank is Rank.HENCHMAN and unable(f) is None)
    return Down(Who(victim.key, fit.id), Who(by.key, LEADER))


def _roll(battle: Battle, referee: Member) -> None:
    """The site rolls both aftermaths, as a worker would, with seeds that never change."""
    for recovery in Recovery.objects.filter(side__battle=battle).order_by("pk"):
        seed = bytes([recovery.side.seat + 1]) * 32
        recovery.seed, recovery.commitment = seed.hex(), commitment(seed)
        recovery.save()
        aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=referee, reason="Away")
        job = aftermath.job_of(recovery)
        assert job is not None
        assert jobs.run(job.pk)


def _correction(campaign: Campaign, battle: Battle, ours: Warband, who: dict[As, Member]) -> Correction:
    """A correction being prepared, which asks the owner's warband for a roll."""
    report = battle.reports.latest("pk").report
    downs = (Down(Who(ours.key, LIEUTENANT)), *report.downs[1:])
    edit = ReplaceReport(f"b{battle.pk}", Report(downs=downs))
    return drafting.correct(campaign=campaign, author=who[As.REFEREE], edits=[edit])


def _settled(campaign: Campaign, who: dict[As, Member]) -> Correction:
    """A correction made, for which the site rolled a die."""
    face = Face("e1", 1, "injury", (4,), rolled="d6")
    return Correction.objects.create(
        campaign=campaign,
        author=who[As.REFEREE],
        reason="A slip",
        state=CorrectionState.MADE,
        made=timezone.now(),
        seed="00" * 32,
        commitment=commitment(bytes(32)),
        faces=msgspec.to_builtins([face]),
    )


def _hireable(campaign: Campaign, origin: Warband) -> Hireable:
    figure = next(f for f in origin.roster.figures if f.id == LIEUTENANT)
    sheet = character_for_hire(figure)
    return Hireable.objects.create(
        campaign=campaign,
        origin=origin,
        number=HENCHMAN + 90,
        name=f"{word(campaign.visibility)} Sellsword",
        price=sheet.price,
        data=msgspec.to_builtins(msgspec.structs.replace(sheet, name=f"{word(campaign.visibility)} Sellsword")),
    )
