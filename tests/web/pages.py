"""Pages of the demo club worth a look: at least one for every address that can be read, in each of its states."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.idp.oidc.models import Client as Site
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.urls import resolve, reverse
from django.utils import timezone
from msgspec.structs import replace

from campaigns.demo.club import DOCKS, MARCH
from campaigns.demo.duels import TITLE
from campaigns.evenings.calendar import keys as calendar_keys
from campaigns.evenings.models.evening import ClubEvening
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.digest import token_of
from campaigns.league.models import Campaign
from campaigns.league.operations import availability
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.challenges import operations as challenges
from campaigns.wars.corrections import drafting
from campaigns.wars.dates import deadlines
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.challenge import Challenge
from campaigns.wars.models.evening import Evening
from campaigns.wars.models.forecast import Forecast, PairForecast
from campaigns.wars.models.lesson import Lesson, LessonCode
from campaigns.wars.models.play import Captain, Pace, PlayedBattle, PlayState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.models.round import Round
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.play import bots, deciding, offering, positions
from campaigns.wars.play.lessons import operations as lessons
from campaigns.wars.play.lessons.courses import address_of
from campaigns.wars.play.lessons.first_battle import STEPS
from campaigns.wars.play.offering import PlayTerms
from campaigns.wars.pocket import operations as pocket
from campaigns.wars.powers import operations as powers
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.scenarios import operations as scenarios
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import Against, GamePlan
from campaigns.wars.weighing import operations as weighings
from campaigns.wars.weighing.things import subjects
from club.models import Announcement, Member, SiteConsent
from club.places.models import Place
from club.rulings import GAMES
from club.sites.adapter import SCOPES
from club.visibility import Visibility
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.corrections.timeline import ReplaceReport
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.packs import KINDS
from engines.musg.pocket.setup import Menace
from engines.musg.prospects import OptionKind, code_of
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who, erratic, unable
from engines.musg.rules import Rules
from engines.musg.scenarios import SCENARIOS, library
from engines.musg.warband import Standing
from engines.musg.weighing import Kind as Weighable
from rosters.models import Pack, PackVersion, Warband
from rosters.sheets.code import Printed
from tests.campaigns.wars.play.boards import suggestion
from tests.campaigns.wars.play.lesson_ways import DESCRIBED, Do
from tests.campaigns.wars.weighing.results import known
from tests.demo_club import DEMO
from tests.factories.battles import warband as mustered
from tests.factories.convoys import CAR, WRECK, convoy
from tests.factories.second_step import give_second_step
from tests.rosters.strangers import brought
from tests.web.hook_pages import hook_pages
from tests.web.match_pages import found_matches, match_pages
from tests.web.season_pages import season_pages
from tests.web.shown import VISITOR, Shown


def found() -> None:
    """Bring about in the demo club the states that it has none of."""
    DEMO.stand()
    Member.objects.update(is_demo=False)  # demo accounts are shut out where DEBUG is off
    referee = Member.objects.get(username="arbitre")
    for name in ("aline", "farid"):
        calendar_keys.renew_key(member=Member.objects.get(username=name))
    bands = {warband.race: warband for warband in Warband.objects.filter(enlistment__isnull=False)}
    march = Campaign.objects.get(name=MARCH.name)
    pairs.start(campaign=march, warbands=[bands["dwarf"], bands["elf"]], member=referee)
    aline = Member.objects.get(username="aline")
    availability.set_weekdays(member=aline, weekdays=[3])
    for first, last in (("2095-07-01", "2095-07-12"), ("2095-08-01", "2095-08-01")):
        availability.add_absence(member=aline, first=date.fromisoformat(first), last=date.fromisoformat(last))

    _dated(march, bands, referee)
    _proposed(march, bands["dwarf"], bands["human"])
    _lessons()

    def reported(title: str, one: str, other: str, *, forecast: bool = False) -> Battle:
        sides = [bands[one], bands[other]]
        for side in sides:
            side.refresh_from_db()
        battle = schedule.schedule_battle(campaign=march, warbands=sides, plan=schedule.Plan(title=title))
        if forecast:
            _forecast(battle)
        downs = (_down(sides[0], sides[1]), _down(sides[1], sides[0]))
        rosters = {side.key: side.roster for side in sides}
        awake = {f"{k}:{f.id}": 6 for k, band in rosters.items() for f in band.active if erratic(f, band.catalogue)}
        reports.report_battle(battle=battle, report=Report(downs=downs, activity=awake), author=sides[0].owner)
        return battle

    for title, done in (("Le gué aux Loups", True), ("La tour de guet", False)):
        _resolve(march, [bands["dwarf"], bands["elf"]], title, referee, done=done)
    settled = reported("La passe du Corbeau", "dwarf", "elf", forecast=True)
    reports.settle_report(battle=settled, referee=referee)
    elves = Recovery.objects.get(side__battle=settled, side__warband=bands["elf"])
    aftermath.begin(recovery=elves, mode=DiceMode.SITE, member=referee, reason="En vacances")
    again = reported("Le bois des Pendus", "orc", "human")
    reports.dispute_report(battle=again, member=bands["human"].owner, text="Le pont était déjà tombé.")
    failed = reported("Les Trois-Pierres", "orc", "ratfolk")
    reports.settle_report(battle=failed, referee=referee)
    orcs = Recovery.objects.get(side__battle=failed, side__warband=bands["orc"])
    aftermath.begin(recovery=orcs, mode=DiceMode.SITE, member=referee, reason="En vacances")
    Job.objects.filter(subject=orcs.pk).update(state=JobState.FAILED, attempts=5, error="KeyError: 'x'")
    _stray(march)
    _evenings(march, bands["dwarf"], bands["elf"])
    _raids(march, bands["dwarf"], bands["elf"])
    _staged(march, bands["dwarf"], bands["elf"], referee)
    _weighed()
    convoy(Member.objects.get(username="aline"), "Le Convoi")
    _play_once(bands["human"])
    _simulate()
    powers.roll_table(campaign=march, table="quack", referee=referee, reason="Le docteur passait par là.")
    found_matches()
    give_second_step(Member.objects.get(username="bruno"))
    _connected()
    Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().mark_as_viewed()


WIKI = {
    "client_id": "wiki",
    "redirect_uri": "https://wiki.example/back",
    "response_type": "code",
    "scope": " ".join(SCOPES),
    "state": "s",
}
"""What a wiki of the club asks, where its visitors sign in by this site."""


def _connected() -> None:
    """Accounts elsewhere: Aline’s beside her password, and Bruno’s beside a second step; Aline’s wiki."""
    for name, uid in (("aline", "1"), ("bruno", "2")):
        member = Member.objects.get(username=name)
        known = {"name": member.display_name}
        SocialAccount.objects.create(user=member, provider="discord", uid=uid, extra_data=known)
    wiki = Site(id="wiki", name="Arrière-Ban", redirect_uris=WIKI["redirect_uri"], scopes="\n".join(SCOPES))
    wiki.save()
    SiteConsent.objects.create(member=Member.objects.get(username="aline"), client=wiki, scopes=list(SCOPES))


def _play_once(band: Warband) -> None:
    """Single games of Aline's: one that waits for somebody, one against a ready-made warband."""
    for title, against in (("Une partie ouverte", None), ("Sur la table de la cuisine", Against(ready="orc"))):
        game = GamePlan(plan=schedule.Plan(title=title, modules=("zombies",)), adds_unspent=True)
        single.open_game(host=band.owner, game=game, mine=band, against=against, visibility=Visibility.PUBLIC)


def _staged(march: Campaign, one: Warband, other: Warband, referee: Member) -> None:
    """A scenario of the campaign's own, and a battle ahead by one of the library's."""
    scenarios.make_scenario(campaign=march, author=referee, scenario=library()["ambush"], shared=True)
    plan = schedule.Plan(title="Le péage", staging=library()["crossroads"])
    schedule.schedule_battle(campaign=march, warbands=[one, other], plan=plan)


def _weighed() -> None:
    """Things of the pack: two whose worth is known, one that is being weighed, one that failed."""
    version = PackVersion.objects.earliest("number")
    pipe, _spear, coat = (one for one in subjects(version) if one.kind is Weighable.ITEM)
    skill = next(one for one in subjects(version) if one.kind is Weighable.SKILL)
    known(weighings.ask(version=version, subject=pipe, member=Member.objects.get(username="aline")))
    weighings.ask(version=version, subject=coat, member=Member.objects.get(username="aline"))
    failed = weighings.ask(version=version, subject=skill, member=Member.objects.get(username="bruno"))
    parts = failed.parts.values("pk")
    Job.objects.filter(kind=weighings.KIND, subject__in=parts).update(state=JobState.FAILED, error="KeyError: 'z'")


def _packs() -> Iterator[Shown]:
    pack = Pack.objects.get()
    for reader in ("chloe", "aline"):
        yield Shown("rosters:packs", reader, reverse("rosters:packs"))
        yield Shown("rosters:pack", reader, pack.get_absolute_url())
    yield Shown("rosters:packs", "chloe", reverse("rosters:packs"), {"text": "1 = 3"}, 422)
    yield Shown("rosters:pack_version", "aline", reverse("rosters:pack_version", args=[pack.pk, 1]))
    for reader in ("chloe", "aline", "bruno"):
        yield Shown("campaigns:worth", reader, reverse("campaigns:worth", args=[pack.pk, 1]))
    for kind in KINDS:
        new = reverse("rosters:pack_entry", args=[pack.pk, kind])
        yield Shown("rosters:pack_entry", "chloe", new)
        yield Shown("rosters:pack_entry", "chloe", new, {"version": "0"}, 422)
    first = reverse("rosters:pack_entry", args=[pack.pk, "races"])
    yield Shown("rosters:pack_entry", "david", f"{first}?entry=fenfolk")
    yield Shown("rosters:pack_entry", "chloe", f"{first}?from=orc")
    yield Shown("rosters:pack_entry", "chloe", f"{first}?of={pack.pk}.1&from=fenfolk")
    blade = reverse("rosters:pack_preview", args=[pack.pk, "melee"])
    named = {"name__en": "Pike", "name__fr": "Pique"}
    typed = {**named, "hands": "2", "dice": "1", "force": "3", "cost": "4", "version": "0"}
    yield Shown("rosters:pack_preview", "chloe", blade, typed)
    yield Shown("rosters:pack_preview", "chloe", blade, {"version": "0"}, 422)
    marsh = Campaign.objects.get(name="Les Marais de Sélune")
    for reader in (VISITOR, "chloe", "arbitre"):
        yield Shown("campaigns:house", reader, reverse("campaigns:house", args=[marsh.slug]))
        yield Shown("campaigns:campaign", reader, marsh.get_absolute_url())
    change = reverse("campaigns:house_change", args=[marsh.slug])
    yield Shown("campaigns:house_change", "arbitre", change)
    yield Shown("campaigns:house_change", "arbitre", f"{change}?version={marsh.version}&pack_{pack.pk}=2")
    yield Shown("campaigns:house_change", "arbitre", f"{change}?version={marsh.version}")
    for band in Warband.objects.filter(enlistment__campaign=marsh):
        yield Shown("rosters:roster", band.owner.username, band.get_absolute_url())


def _own_scenarios() -> Iterator[Shown]:
    own = OwnScenario.objects.get()
    slug, other = own.campaign.slug, [own.campaign.slug, own.pk]
    yield Shown("campaigns:own_scenarios", VISITOR, reverse("campaigns:own_scenarios", args=[slug]))
    yield Shown("campaigns:own_scenarios", "arbitre", reverse("campaigns:own_scenarios", args=[slug]))
    yield Shown("campaigns:own_scenario", "arbitre", reverse("campaigns:own_scenario", args=other))
    yield Shown("campaigns:own_scenario_edit", "arbitre", reverse("campaigns:own_scenario_edit", args=other))
    new = reverse("campaigns:own_scenario_new", args=[slug])
    yield Shown("campaigns:own_scenario_new", "arbitre", new)
    yield Shown("campaigns:own_scenario_new", "arbitre", f"{new}?from=own-{own.pk}")
    staged = Battle.objects.select_related("campaign").get(title="Le péage")
    yield Shown("campaigns:battle", "aline", staged.get_absolute_url())
    yield Shown("campaigns:battle", VISITOR, staged.get_absolute_url())


def _stray(march: Campaign) -> None:
    """A warband of Aline's with what no campaign witnessed, which asks to be taken in."""
    aline = Member.objects.get(username="aline")
    young = mustered(aline, "Les Égarés", rules=rules_of(march))
    enlistment.enlist_own(campaign=march, warband=brought(band=young, name="Les Revenants"))


def _evenings(march: Campaign, one: Warband, other: Warband) -> None:
    """Evenings with the site as game master: before the first die, amid an encounter, the zombies' part, over."""
    menaces = (Menace.ALIENS, Menace.ZOMBIES, Menace.ZOMBIES, Menace.ZOMBIES)
    for number, menace in enumerate(menaces):
        title = f"La nuit {number + 1}"
        battle = schedule.schedule_battle(campaign=march, warbands=[one, other], plan=schedule.Plan(title=title))
        evening = pocket.begin(battle=battle, choices=pocket.Choices(menace=menace, edges={}))
        fallen, bitten = (f"{other.key}:{figure.id}" for figure in other.roster.active[:2])
        steps: list[list[dict[str, Any]]] = [
            [{"kind": "initiative", "order": [one.key, other.key]}, {"kind": "hears", "band": one.key, "faces": [1]}],
            [
                {"kind": "placed", "profile": "zombie", "count": 3, "point": 2},
                {"kind": "noise", "figure": fallen},
                {"kind": "what_comes", "pending": 1, "faces": [1, 6]},
                {"kind": "civilian", "pending": 4, "faces": [2]},
                {"kind": "hears", "band": other.key, "faces": [6]},
                {"kind": "down", "figure": fallen},
                {"kind": "bitten", "figure": bitten, "faces": [6, 6]},
                {"kind": "countdown", "pending": 6, "faces": [5]},
                {"kind": "bands_done", "turn": 1},
            ],
            [{"kind": "left", "figure": "civilian:1"}, {"kind": "finish"}],
        ]
        for place, data in enumerate(data for part in steps[:number] for data in part):
            now, client = evening.version, f"step-{place}"
            pocket.enter(evening=evening, data=data, author=one.owner, version=now, client_id=client)


def _raids(march: Campaign, one: Warband, other: Warband) -> None:
    """Raids with the site as game master: before the first die, a bomb ticking and a shot heard, after the blast."""
    raider = f"{one.key}:{one.roster.active[0].id}"
    guard, boss = (f"{other.key}:{figure.id}" for figure in (other.roster.active[-1], other.roster.active[0]))
    steps: list[list[dict[str, Any]]] = [
        [
            {"kind": "alert", "pending": 1, "faces": [6]},
            {"kind": "guard", "figure": guard, "to": 2},
            {"kind": "bomb_placed", "figure": boss, "site": 2},
            {"kind": "led", "hostage": "hostage:1", "figure": raider},
            {"kind": "hostage_killed", "hostage": "hostage:2", "by_terrorists": True},
            {"kind": "alarm", "cause": "shot", "figure": boss},
        ],
        [{"kind": "walked_off", "figure": raider}, {"kind": "fell", "figure": guard}, {"kind": "finish"}],
    ]
    steps[1].insert(0, {"kind": "alert", "pending": 2, "faces": [1]})
    for number in range(3):
        plan = schedule.Plan(title=f"Le raid {number + 1}")
        battle = schedule.schedule_battle(campaign=march, warbands=[one, other], plan=plan)
        evening = pocket.begin(battle=battle, choices=pocket.RaidChoices(team=one.key, any_teams=True))
        for place, data in enumerate(data for part in steps[:number] for data in part):
            now, client = evening.version, f"step-{place}"
            pocket.enter(evening=evening, data=data, author=one.owner, version=now, client_id=client)


def _resolve(campaign: Campaign, sides: list[Warband], title: str, referee: Member, *, done: bool) -> None:
    """A battle resolved by the engine, its report still to be confirmed; or one that waits for a worker."""
    battle = schedule.schedule_battle(campaign=campaign, warbands=sides, plan=schedule.Plan(title=title))
    ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=2)
    seats = battle.sides.order_by("seat")
    seen = resolution.seen_of(setup_of(battle), [side.temper for side in seats])
    asked = resolution.resolve(battle=battle, member=referee, seen=seen)
    if done:
        assert jobs.run(Job.objects.get(kind=resolution.KIND, subject=asked.pk).pk)


def _dated(march: Campaign, bands: dict[str, Warband], referee: Member) -> None:
    """Battles whose date is talked about, challenges in every state, and a deadline that passed."""
    days = [datetime(2095, 9, day, 18, tzinfo=UTC) for day in range(9, 19)]
    orc, elf, dwarf, human = (bands[race] for race in ("orc", "elf", "dwarf", "human"))
    for number, state in enumerate(("open", "accepted", "declined", "withdrawn")):
        moments = [("moment_0", days[2 + number])] if number < 2 else []
        sent = challenges.challenge(
            campaign=march, challenger=dwarf, challenged=human, member=dwarf.owner, moments=moments, message="Au pont !"
        )
        if state == "accepted":
            challenges.accept(challenge=sent, member=human.owner)
        elif state == "declined":
            challenges.decline(challenge=sent, member=human.owner, reason="Mon chef est blessé.")
        elif state == "withdrawn":
            challenges.withdraw(challenge=sent, member=dwarf.owner)
        else:
            Challenge.objects.filter(pk=sent.pk).update(challenger=elf)
    late = rounds.open_round(campaign=march, name="Trop tard")
    plan = schedule.Plan(title="Sans date", round=late)
    schedule.schedule_battle(campaign=march, warbands=[orc, elf], plan=plan, author=referee)
    soon = timezone.now() + timedelta(hours=1)
    deadlines.set_deadline(round=late, agree_by=soon, then_what="referee", author=referee)
    Round.objects.filter(pk=late.pk).update(agree_by=timezone.now())
    deadlines.pass_due()


def _proposed(march: Campaign, one: Warband, other: Warband) -> None:
    """A battle proposed to be played on the site, and a single game in which a warband is lent by a link."""
    battle = schedule.schedule_battle(campaign=march, warbands=[one, other], plan=schedule.Plan(title=PROPOSED))
    terms = PlayTerms(pace=Pace.DAYS, patience=2880)
    offering.propose(battle=battle, member=one.owner, terms=terms, leads={})
    mine = single.ready_warband(member=one.owner, code="elf", rules=Rules())
    game = GamePlan(plan=schedule.Plan(title=LENT))
    lent = single.open_game(host=one.owner, game=game, mine=mine, against=Against(ready="human"))
    leads = {0: offering.MYSELF, 1: offering.BY_LINK}
    offering.propose(battle=lent, member=one.owner, terms=PlayTerms(), leads=leads)


def _lessons() -> None:
    """Lessons being taken: at the first step, with a step done, with one missed, with the last battle over.

    And one at each step between two battles.
    """
    for name, code in (("gilles", "waves"), ("emma", "shooting"), ("david", "nerve"), ("farid", "battle")):
        member = Member.objects.get(username=name)
        lesson = lessons.take_up(member=member, code=LessonCode.FIRST_BATTLE.value)
        number = next(number for number, step in enumerate(STEPS) if step.code == code)
        lessons.open_step(lesson=lesson, number=number)
        played = PlayedBattle.objects.get(lesson=lesson)
        done = {"shooting": DESCRIBED["shooting"], "nerve": [Do(OptionKind.END)]}
        for do in done.get(code, ()):
            with positions.standing(played) as game:
                sent = code_of(do.of(game).action)
            deciding.decide(played=played, person=Person(member), code=sent)
            played.refresh_from_db()
        while code == "battle" and played.state == PlayState.RUNNING:
            bots.play_on(played=played, patient=True)
            played.refresh_from_db()
            if played.actor is not None:
                deciding.decide(played=played, person=Person(member), code=suggestion(played))
                played.refresh_from_db()
    for number, name in enumerate(("gilles", "emma", "david", "farid", "chloe", "bruno", "arbitre")):
        member = Member.objects.get(username=name)
        lesson = lessons.take_up(member=member, code=LessonCode.FIRST_CAMP.value)
        lessons.open_step(lesson=lesson, number=number)


def _forecast(battle: Battle) -> None:
    """Two forecasts of one-turn battles: the first called off half-way, the second with a part that failed."""
    ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=1)
    _half_reckoned(battle)
    forecasts.cancel(battle=battle)
    parts = _half_reckoned(battle).parts.filter(result__isnull=True).values("pk")
    Job.objects.filter(kind=forecasts.KIND, subject__in=parts).update(state=JobState.FAILED, error="KeyError: 'y'")


def _half_reckoned(battle: Battle) -> Forecast:
    asked = forecasts.start(battle=battle, count=forecasts.LEAST, tempers=("bold", "cautious"), member=None)
    for part in asked.parts.all()[:1]:
        assert jobs.run(Job.objects.get(kind=forecasts.KIND, subject=part.pk).pk)
    return asked


def _down(victim: Warband, by: Warband) -> Down:
    """The last henchman who can fight falls to the first who can."""
    fallen = [f for f in victim.roster.active if f.rank is Rank.HENCHMAN and unable(f) is None][-1]
    hero = next(f for f in by.roster.active if unable(f) is None)
    return Down(Who(victim.key, fallen.id), Who(by.key, hero.id))


def pages() -> list[Shown]:
    """All of them, for the club as ``found`` left it."""
    return [
        *_club(),
        *_accounts(),
        *_warbands(),
        *_campaigns(),
        *_battles(),
        *_singles(),
        *_corrections(),
        *_fights(),
        *_tables(),
        *_club_evenings(),
        *match_pages(),
        *season_pages(),
        *_refused(),
        *_missing(),
    ]


PROPOSED, LENT = "À jouer sur le site", "Une bande à prêter"


def _club() -> Iterator[Shown]:
    for reader in (VISITOR, "aline", "arbitre", "gilles", "president"):
        yield Shown("club:home", reader, reverse("club:home"))
    for reader in ("aline", "arbitre"):
        yield Shown("campaigns:news", reader, reverse("campaigns:news"))
    off = reverse("campaigns:news_off", args=[token_of(Member.objects.get(username="aline"))])
    yield Shown("campaigns:news_off", VISITOR, off)
    yield Shown("club:about", VISITOR, reverse("club:about"))
    yield Shown("api", VISITOR, reverse("api"))
    for reader, query in ((VISITOR, ""), ("aline", "?q=a"), (VISITOR, "?q=zzz")):
        yield Shown("club:search", reader, f"{reverse('club:search')}{query}")
    yield Shown("club:offline", VISITOR, reverse("club:offline"))
    yield Shown("club:profile", "aline", reverse("club:profile"))
    yield Shown("club:channels", "aline", reverse("club:channels"))
    for reader in ("aline", "bruno"):
        yield Shown("club:tokens", reader, reverse("club:tokens"))
    for reader in ("aline", "bruno"):
        yield Shown("campaigns:availability", reader, reverse("campaigns:availability"))
    yield Shown("club:close", "aline", reverse("club:close"))
    yield Shown("club:settings", "president", reverse("club:settings"))
    march = Campaign.objects.get(name=MARCH.name)
    docks = Campaign.objects.get(name=DOCKS.name)
    for query in ("", "?theme=dark&rows=3&lang=en", "?rows=99"):
        yield Shown("found:share", VISITOR, f"{reverse('found:share', args=['campaign', march.slug])}{query}")
    yield Shown("found:share", "arbitre", reverse("found:share", args=["game", "baf"]))
    for reader in ("aline", "bruno"):
        yield Shown("campaigns:calendars", reader, reverse("campaigns:calendars"))
    yield Shown("campaigns:calendar_page", VISITOR, reverse("campaigns:calendar_page", args=[march.slug]))
    yield Shown("campaigns:calendar_page", "farid", reverse("campaigns:calendar_page", args=[docks.slug]))
    yield Shown("campaigns:calendar_page", "arbitre", reverse("campaigns:calendar_page", args=[docks.slug]))
    for reader in (VISITOR, "aline", "president"):
        yield Shown("club:page", reader, reverse("club:page"))
        yield Shown("club:announcements", reader, reverse("club:announcements"))
    announced = Announcement.objects.latest("pk")
    for reader in (VISITOR, "president"):
        yield Shown("club:announcement", reader, announced.get_absolute_url())
    yield Shown("club:page_edit", "president", reverse("club:page_edit"))
    yield Shown("club:announcement_new", "president", reverse("club:announcement_new"))
    yield Shown("club:announcement_change", "president", reverse("club:announcement_change", args=[announced.pk]))
    place = Place.objects.order_by("retired", "pk")[0]
    yield Shown("club:places", "president", reverse("club:places"))
    yield from hook_pages()
    yield Shown("club:place_new", "president", reverse("club:place_new"))
    yield Shown("club:place", "president", reverse("club:place", args=[place.pk]))
    yield Shown("club:table_new", "president", reverse("club:table_new", args=[place.pk]))
    yield Shown("club:table", "president", reverse("club:table", args=[place.tables.all()[0].pk]))
    yield Shown("club:poster", "president", reverse("club:poster"))
    yield Shown("club:invitation", VISITOR, reverse("club:invitation"))
    yield Shown("club:invitation_link", VISITOR, reverse("club:invitation_link", args=["any"]))


def _accounts() -> Iterator[Shown]:
    for name in ("login", "signup", "reset_password", "reset_password_done", "reset_password_from_key_done"):
        yield Shown(f"account_{name}", VISITOR, reverse(f"account_{name}"))
    for name in ("inactive", "email_verification_sent"):
        yield Shown(f"account_{name}", VISITOR, reverse(f"account_{name}"))
    for name in ("logout", "email", "change_password", "reauthenticate"):
        yield Shown(f"account_{name}", "bruno", reverse(f"account_{name}"))
    for name in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn", "usersessions_list"):
        yield Shown(name, "aline", reverse(name))
    for name in ("index", "deactivate_totp", "reauthenticate", "reauthenticate_webauthn", "list_webauthn"):
        yield Shown(f"mfa_{name}", "bruno", reverse(f"mfa_{name}"))
    for name in ("view_recovery_codes", "generate_recovery_codes"):
        yield Shown(f"mfa_{name}", "bruno", reverse(f"mfa_{name}"))
    passkey = Authenticator.objects.get(user__username="bruno", type=Authenticator.Type.WEBAUTHN).pk
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        yield Shown(name, "bruno", reverse(name, args=[passkey]))
    yield Shown("socialaccount_connections", "aline", reverse("socialaccount_connections"))
    yield Shown("socialaccount_connections", "bruno", reverse("socialaccount_connections"))
    for reader in (VISITOR, "aline"):
        yield Shown("socialaccount_login_cancelled", reader, reverse("socialaccount_login_cancelled"))
        yield Shown("socialaccount_login_error", reader, reverse("socialaccount_login_error"), status=401)
    yield Shown("discord_login", VISITOR, reverse("discord_login"))
    yield Shown("discord_callback", VISITOR, reverse("discord_callback"), status=401)
    house = {"provider_id": "house"}
    yield Shown("openid_connect_login", "aline", reverse("openid_connect_login", kwargs=house) + "?process=connect")
    yield Shown("openid_connect_callback", VISITOR, reverse("openid_connect_callback", kwargs=house), status=401)
    for reader in ("aline", "bruno"):
        yield Shown("club:sites", reader, reverse("club:sites"))
        asks = f"{reverse('idp:oidc:authorization')}?{urlencode(WIKI)}"
        yield Shown("idp:oidc:authorization", reader, asks, leads_away=reader == "aline")  # who has agreed before
    odd = urlencode({**WIKI, "redirect_uri": "https://elsewhere.example/"})
    yield Shown("idp:oidc:authorization", "bruno", f"{reverse('idp:oidc:authorization')}?{odd}", status=400)
    key = reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "no-such-key"})
    yield Shown("account_reset_password_from_key", VISITOR, key)
    yield Shown("account_confirm_email", VISITOR, reverse("account_confirm_email", args=["no-such-key"]))


def _warbands() -> Iterator[Shown]:
    bands = {warband.race: warband for warband in Warband.objects.filter(enlistment__isnull=False)}
    humans, goblins, elves = bands["human"], bands["goblin"], bands["elf"]
    draft = Warband.objects.get(mustered=False)
    yield Shown("rosters:catalogue", VISITOR, reverse("rosters:catalogue"))
    yield Shown("campaigns:scenarios", VISITOR, reverse("campaigns:scenarios"))
    for code in SCENARIOS:
        yield Shown("campaigns:scenario", VISITOR, reverse("campaigns:scenario", args=[code]))
    for query in ("medikit", "zombie"):
        yield Shown("rosters:catalogue", VISITOR, f"{reverse('rosters:catalogue')}?q={query}")
    yield Shown("rosters:worth", VISITOR, reverse("rosters:worth"))
    for code in CATALOGUE.modules:
        yield Shown("rosters:module", VISITOR, reverse("rosters:module", args=[code]))
    for game, ruling in zip(GAMES, ("M148", "B9", "F13", "A16", "C5"), strict=True):
        yield Shown("club:rulings", VISITOR, reverse("club:rulings", args=[game.code]))
        yield Shown("club:ruling", VISITOR, reverse("club:ruling", args=[game.code, ruling]))
    yield Shown("club:rulings", VISITOR, f"{reverse('club:rulings', args=['musg'])}?q=zzz")
    odds = reverse("rosters:odds")
    for query in ("", "?weapon=sword&second=dagger&charge=on&bucklers=1", "?weapon=grenade", "?toughness=99"):
        yield Shown("rosters:odds", VISITOR, f"{odds}{query}")
    yield Shown("rosters:odds", "aline", f"{odds}?attacker={humans.pk}-1&target={elves.pk}-1")
    yield Shown("rosters:list", VISITOR, reverse("rosters:list"))
    yield Shown("rosters:list", "aline", f"{reverse('rosters:list')}?q=zzz")
    yield Shown("rosters:list", "aline", reverse("rosters:list"))
    yield Shown("rosters:new", "gilles", reverse("rosters:new"))
    yield Shown("rosters:import", "gilles", reverse("rosters:import"))
    yield Shown("rosters:roster", "aline", reverse("rosters:roster", args=[humans.pk]))
    yield Shown("rosters:roster", VISITOR, reverse("rosters:roster", args=[elves.pk]))
    yield Shown("rosters:roster", "farid", reverse("rosters:roster", args=[goblins.pk]))
    yield Shown("rosters:roster", "aline", f"{reverse('rosters:roster', args=[humans.pk])}?at=20")
    yield Shown("rosters:roster", "gilles", reverse("rosters:roster", args=[draft.pk]))
    yield Shown("rosters:builder", "gilles", reverse("rosters:builder", args=[draft.pk]))
    yield Shown("rosters:builder", "gilles", reverse("rosters:builder", args=[draft.pk]) + "?open=1&kind=ranged")
    yield Shown("rosters:journal", "aline", reverse("rosters:journal", args=[humans.pk]))
    yield Shown("rosters:journal", VISITOR, f"{reverse('rosters:journal', args=[elves.pk])}?page=2")
    for warband, reader in ((humans, "aline"), (draft, "gilles")):
        shop = reverse("rosters:shop", args=[warband.pk])
        for query in ("", "?who=1&who=2&kind=armour", "?q=zzz", "?fit=fits"):
            yield Shown("rosters:shop", reader, f"{shop}{query}")
        yield Shown("rosters:hire", reader, reverse("rosters:hire", args=[warband.pk]))
        for kind in ("engage", "rename", "note"):
            yield Shown("rosters:step", reader, reverse("rosters:step", args=[warband.pk, kind]))
    yield Shown("rosters:step", "arbitre", reverse("rosters:step", args=[humans.pk, "grant"]))
    rides = Warband.objects.get(setup__name="Le Convoi")
    for number in (CAR, WRECK):
        yield Shown("rosters:vehicle", "aline", reverse("rosters:vehicle", args=[rides.pk, number]))
    for page in ("roster", "sheet", "journal"):
        yield Shown(f"rosters:{page}", "aline", reverse(f"rosters:{page}", args=[rides.pk]))
    yield Shown("rosters:step", "aline", reverse("rosters:step", args=[rides.pk, "buy_vehicle"]))
    for number in _notable(humans):
        yield Shown("rosters:figure", "aline", reverse("rosters:figure", args=[humans.pk, number]))
    yield Shown("rosters:figure", VISITOR, reverse("rosters:figure", args=[elves.pk, 1]))
    yield Shown("rosters:sheet", "aline", reverse("rosters:sheet", args=[humans.pk]))
    yield Shown("rosters:sheet", "gilles", reverse("rosters:sheet", args=[draft.pk]))
    for number in (0, 1):
        yield Shown("rosters:portrait", "aline", reverse("rosters:portrait", args=[humans.pk, number]))
    yield Shown("rosters:paper", "aline", reverse("rosters:paper"))
    yield Shown("rosters:returned_enter", VISITOR, reverse("rosters:returned_enter"))
    for reader in ("aline", VISITOR):
        for version in (humans.version, 3):
            printed = Printed(humans.pk, version).code
            yield Shown("rosters:returned", reader, reverse("rosters:returned", args=[printed]))
    yield Shown("rosters:paper", VISITOR, reverse("rosters:paper"))
    yield Shown("rosters:copy", "aline", reverse("rosters:copy", args=[humans.pk]))
    stray = Warband.objects.get(enlistment_request__isnull=False)
    for name in ("roster", "journal", "sheet"):
        yield Shown(f"rosters:{name}", "aline", reverse(f"rosters:{name}", args=[stray.pk]))


def _notable(warband: Warband) -> set[int]:
    """A leader, somebody hurt, skilled, hired, dead, and choosing a skill: the numbers of one of each."""
    figures = warband.roster.figures
    wanted = (
        [f for f in figures if f.injuries and f.active],
        [f for f in figures if f.skills and f.active],
        [f for f in figures if f.hired and f.active],
        [f for f in figures if f.choices and f.active],
        [f for f in figures if f.standing is Standing.DEAD],
    )
    return {1} | {some[0].id for some in wanted if some}


def _campaigns() -> Iterator[Shown]:
    march = Campaign.objects.get(name=MARCH.name)
    docks = Campaign.objects.get(visibility=Visibility.PRIVATE, lesson__isnull=True)
    for reader in (VISITOR, "aline", "gilles"):
        yield Shown("campaigns:list", reader, reverse("campaigns:list"))
    yield Shown("campaigns:new", "aline", reverse("campaigns:new"))
    yield Shown("campaigns:join", "gilles", reverse("campaigns:join"))
    yield Shown("campaigns:join_link", "gilles", reverse("campaigns:join_link", args=[march.join_code]))
    for name in ("campaign", "people", "standings", "chronicle", "rounds", "hireables"):
        yield Shown(f"campaigns:{name}", VISITOR, reverse(f"campaigns:{name}", args=[march.slug]))
        yield Shown(f"campaigns:{name}", "arbitre", reverse(f"campaigns:{name}", args=[march.slug]))
        yield Shown(f"campaigns:{name}", "farid", reverse(f"campaigns:{name}", args=[docks.slug]))
    for reader in ("aline", "arbitre"):
        yield Shown("campaigns:booklets", reader, reverse("campaigns:booklets", args=[march.slug]))
    yield Shown("campaigns:booklets_status", "aline", reverse("campaigns:booklets_status", args=[march.slug]))
    yield Shown("campaigns:desk", "arbitre", reverse("campaigns:desk", args=[march.slug]))
    asked = PairForecast.objects.get(campaign=march)
    yield Shown("campaigns:odds_status", "arbitre", reverse("campaigns:odds_status", args=[march.slug, asked.pk]))
    yield Shown("campaigns:projector", "arbitre", reverse("campaigns:projector", args=[march.slug]))
    for name in ("settings", "dashboard", "powers", "acts"):
        for campaign in (march, docks):
            yield Shown(f"campaigns:{name}", "arbitre", reverse(f"campaigns:{name}", args=[campaign.slug]))
    yield Shown("campaigns:acts", VISITOR, reverse("campaigns:acts", args=[march.slug]))
    goblins = Warband.objects.get(race="goblin", enlistment__campaign=march)
    powers = reverse("campaigns:warband_powers", args=[march.slug, goblins.pk])
    yield Shown("campaigns:warband_powers", "arbitre", powers)
    yield Shown("campaigns:warband_power", "arbitre", f"{powers}award/", {"points": "x"}, 422)
    yield Shown(
        "campaigns:power", "arbitre", reverse("campaigns:power", args=[march.slug, "roll"]), {"faces": "9"}, 422
    )
    yield Shown("rosters:step", "arbitre", reverse("rosters:step", args=[goblins.pk, "rename"]))
    for name in ("enlist", "schedule"):
        yield Shown(f"campaigns:{name}", "aline", reverse(f"campaigns:{name}", args=[march.slug]))
    stray = Warband.objects.get(enlistment_request__isnull=False)
    for reader in ("aline", "arbitre"):
        yield Shown(
            "campaigns:enlist_request", reader, reverse("campaigns:enlist_request", args=[march.slug, stray.pk])
        )
    pairing = reverse("campaigns:pairing", args=[march.slug, 4])
    yield Shown("campaigns:pairing", "arbitre", pairing)
    opened = march.rounds.create(number=5) if not march.rounds.filter(number=5).exists() else march.rounds.get(number=5)
    busy = reverse("campaigns:pairing", args=[march.slug, opened.number])
    chosen = "&".join(f"play={pk}" for pk in march.warbands.values_list("pk", flat=True))
    yield Shown("campaigns:pairing", "arbitre", f"{busy}?propose=1&{chosen}")
    for reader in (VISITOR, "aline", "bruno"):
        aline = Member.objects.get(username="aline")
        yield Shown("campaigns:player", reader, reverse("campaigns:player", args=[aline.pk]))
    gilles = Member.objects.get(username="gilles")
    yield Shown("campaigns:player", "gilles", reverse("campaigns:player", args=[gilles.pk]))


def _battles() -> Iterator[Shown]:
    def at(name: str, reader: str, battle: Battle, *more: int) -> Shown:
        return Shown(
            f"campaigns:{name}", reader, reverse(f"campaigns:{name}", args=[battle.campaign.slug, battle.pk, *more])
        )

    battles = Battle.objects.select_related("campaign").order_by("pk")
    ahead = battles.filter(state=BattleState.SCHEDULED, evening=None).first()
    waiting = battles.filter(state=BattleState.REPORTED).first()
    disputed = battles.filter(state=BattleState.DISPUTED).first()
    done = battles.filter(state=BattleState.CONFIRMED).first()
    assert ahead and waiting and disputed and done
    for reader, battle in (
        ("bruno", ahead), (VISITOR, ahead), ("aline", waiting), ("emma", waiting), ("arbitre", waiting),
        ("bruno", disputed), ("arbitre", disputed), (VISITOR, done), ("aline", done),
    ):  # fmt: skip
        yield at("battle", reader, battle)
    yield at("battle_edit", "bruno", ahead)
    talked = battles.filter(talk__isnull=False, campaign__name=MARCH.name, state=BattleState.SCHEDULED)
    for battle in talked:
        for side in battle.sides.select_related("warband__owner"):
            yield at("dates", side.warband.owner.username, battle)
            yield at("battle", side.warband.owner.username, battle)
    yield at("dates", "arbitre", ahead)
    for challenge in Challenge.objects.select_related("campaign", "challenged__owner", "challenger__owner"):
        for warband in (challenge.challenged, challenge.challenger):
            where = [challenge.campaign.slug, challenge.pk]
            yield Shown("campaigns:challenge", warband.owner.username, reverse("campaigns:challenge", args=where))
    slug = ahead.campaign.slug
    for reader in ("bruno", "arbitre"):
        yield Shown("campaigns:challenge_new", reader, reverse("campaigns:challenge_new", args=[slug]))
    yield Shown("campaigns:round_deadline", "arbitre", reverse("campaigns:round_deadline", args=[slug, 4]))
    yield at("crews", "bruno", ahead, ahead.sides.get(warband__owner__username="bruno").warband_id)
    yield from _own_scenarios()
    yield from _packs()
    yield from _forecasts(ahead)
    yield from _grounds(ahead)
    yield at("report", "bruno", ahead)
    begin = at("evening_begin", "bruno", ahead)
    yield from (begin, Shown(begin.name, begin.reader, f"{begin.address}?play=raid"))
    for evening in Evening.objects.select_related("battle__campaign"):
        for reader in ("gilles", VISITOR):
            yield at("evening", reader, evening.battle)
    for over in battles.filter(evening__over=True):
        yield at("report", over.sides.get(seat=0).warband.owner.username, over)
    yield at("report", "arbitre", waiting)
    yield at("dispute", "emma", waiting)
    for recovery in _one_of_each():
        side = recovery.side
        for reader in (side.warband.owner.username, VISITOR):
            yield at("aftermath", reader, side.battle, side.warband_id)
        yield at("aftermath_status", side.warband.owner.username, side.battle, side.warband_id)


def _corrections() -> Iterator[Shown]:
    """Where corrections begin, one being prepared with a roll asked for, one that was made."""
    march = Campaign.objects.get(name=MARCH.name)
    done = march.battles.filter(state=BattleState.CONFIRMED, sides__losses__gt=2).order_by("pk").first()
    assert done is not None
    side = done.sides.order_by("seat")[0]
    report = done.reports.latest("pk").report
    down = next(down for down in report.downs if down.victim.warband == side.warband.key)
    leader = side.warband.roster.leader
    fallen = Down(Who(side.warband.key, leader.id if leader else 1), down.by)
    downs = (fallen, *[d for d in report.downs if d.victim != fallen.victim])
    edit = ReplaceReport(f"b{done.pk}", replace(report, downs=downs))
    draft = drafting.correct(campaign=march, author=Member.objects.get(username="arbitre"), edits=[edit])
    journal = reverse("rosters:journal", args=[side.warband_id])
    yield Shown("rosters:journal", "arbitre", journal)
    yield Shown("campaigns:corrections", "arbitre", reverse("campaigns:corrections", args=[march.slug]))
    yield Shown("campaigns:correct_battle", "arbitre", reverse("campaigns:correct_battle", args=[march.slug, done.pk]))
    forgotten = reverse("campaigns:correct_forgotten", args=[march.slug])
    yield Shown("campaigns:correct_forgotten", "arbitre", forgotten)
    sides = "&".join(f"sides={one.warband_id}" for one in done.sides.all())
    yield Shown("campaigns:correct_forgotten", "arbitre", f"{forgotten}?asked=1&{sides}&after=b{done.pk}")
    for kind in ("hire", "buy", "recover", "muster"):
        row = side.warband.journal.filter(kind=kind, undone_at=None)[0]
        where = [march.slug, side.warband_id, row.number]
        yield Shown("campaigns:correct_step", "arbitre", reverse("campaigns:correct_step", args=where))
    inserting = f"{reverse('campaigns:correct_step', args=where)}?insert=learn&when=before"
    yield Shown("campaigns:correct_step", "arbitre", inserting)
    yield Shown("campaigns:correction", "arbitre", draft.get_absolute_url())
    made = march.corrections.get(state="made")
    yield Shown("campaigns:correction", VISITOR, made.get_absolute_url())
    yield Shown("campaigns:correction", "arbitre", made.get_absolute_url())
    for asked in draft.awaited.all()[:1]:
        dice = reverse("campaigns:correction_dice", args=[march.slug, draft.pk, asked.pk])
        yield Shown("campaigns:correction_dice", asked.owner.username, dice)


def _singles() -> Iterator[Shown]:
    """The list, the form, refused too; a game that waits for somebody, to its host and to others; one to be played."""
    for reader in (VISITOR, "aline", "gilles"):
        yield Shown("campaigns:singles", reader, reverse("campaigns:singles"))
    for data in (None, {"opponent": "own", "visibility": "club"}):
        yield Shown("campaigns:single_new", "aline", reverse("campaigns:single_new"), data, 422 if data else 200)
    gathering = Battle.objects.filter(state=BattleState.GATHERING, campaign__lesson__isnull=True)
    waiting = gathering.select_related("campaign").order_by("pk")[0]
    slug = waiting.campaign.slug
    for reader in ("aline", "bruno", VISITOR):
        yield Shown("campaigns:campaign", reader, reverse("campaigns:campaign", args=[slug]))
    yield Shown("campaigns:join_link", "gilles", reverse("campaigns:join_link", args=[waiting.campaign.join_code]))
    yield Shown("campaigns:single_change", "aline", reverse("campaigns:single_change", args=[slug]))
    bring = reverse("campaigns:single_bring", args=[slug])
    yield Shown("campaigns:single_bring", "aline", bring, {"way": "new", "new-name": ""}, 422)
    ready = Battle.objects.select_related("campaign").get(title="Sur la table de la cuisine")
    yield Shown("campaigns:battle", "aline", reverse("campaigns:battle", args=[ready.campaign.slug, ready.pk]))


def _grounds(ahead: Battle) -> Iterator[Shown]:
    """A table to set up, refused, with a row more; and what the engine has to do with the battle."""
    where = [ahead.campaign.slug, ahead.pk]
    address = reverse("campaigns:ground", args=where)
    yield Shown("campaigns:ground", "bruno", address)
    yield Shown("campaigns:ground", "bruno", f"{address}?table=forest")
    yield Shown("campaigns:ground", "bruno", address, {"action": "save", "width": "1"}, 422)
    yield Shown("campaigns:ground", "bruno", address, {"action": "add_piece", "add_kind": "house"})
    for reader in (VISITOR, "bruno", "arbitre"):
        yield Shown("campaigns:resolution", reader, reverse("campaigns:resolution", args=where))
    for row in Resolution.objects.select_related("battle__campaign"):
        where = [row.battle.campaign.slug, row.battle_id]
        for reader in (VISITOR, "arbitre"):
            yield Shown("campaigns:resolution", reader, reverse("campaigns:resolution", args=where))
        yield Shown("campaigns:resolution_status", "arbitre", reverse("campaigns:resolution_status", args=where))
        yield Shown("campaigns:battle", "arbitre", row.battle.get_absolute_url())
        if row.state == ResolutionState.DONE:
            replay = reverse("campaigns:replay", args=where)
            yield Shown("campaigns:replay", "arbitre", replay)
            yield Shown("campaigns:replay", VISITOR, f"{replay}?event=60")
            yield Shown("campaigns:shared_replay", VISITOR, reverse("campaigns:shared_replay", args=[row.share]))


def _forecasts(ahead: Battle) -> Iterator[Shown]:
    """Forecasts: to ask for, refused, failed in part, called off half-way beside what really happened."""
    address = reverse("campaigns:forecast", args=[ahead.campaign.slug, ahead.pk])
    for reader in (VISITOR, "bruno"):
        yield Shown("campaigns:forecast", reader, address)
    yield Shown("campaigns:forecast", "bruno", address, {"count": "7"}, 422)
    failed, half = Forecast.objects.select_related("battle__campaign").order_by("-pk")
    address = reverse("campaigns:forecast", args=[half.battle.campaign.slug, half.battle_id])
    status = reverse("campaigns:forecast_status", args=[half.battle.campaign.slug, half.battle_id])
    for reader in (VISITOR, "arbitre"):
        yield Shown("campaigns:forecast", reader, f"{address}?forecast={failed.pk}")
    yield Shown("campaigns:forecast", VISITOR, f"{address}?forecast={half.pk}")
    yield Shown("campaigns:forecast_status", "arbitre", status)


def _one_of_each() -> Iterator[Recovery]:
    """Aftermaths: to begin, with dice to type, in a worker's hands, failed, done."""
    rows = Recovery.objects.select_related("side__battle__campaign", "side__warband__owner").order_by("pk")
    rows = rows.filter(side__battle__campaign__practice=False)
    failed = Job.objects.filter(state=JobState.FAILED).values("subject")
    rolling = rows.filter(state=RecoveryState.ROLLING)
    for some in (
        rows.filter(state=RecoveryState.WAITING),
        rolling.filter(mode=DiceMode.TYPED),
        rolling.filter(mode=DiceMode.SITE).exclude(pk__in=failed),
        rolling.filter(pk__in=failed),
        rows.filter(state=RecoveryState.DONE, side__losses__gt=2),
    ):
        found = some.first()
        assert found is not None
        yield found


def _club_evenings() -> Iterator[Shown]:
    """Evenings of the club: the list, one ahead and one past, announcing one, its games, the door and the room."""
    for reader in (VISITOR, "aline", "president"):
        yield Shown("evenings:list", reader, reverse("evenings:list"))
    ahead = ClubEvening.objects.filter(games__isnull=False, ends__gt=timezone.now()).distinct().get()
    past = ClubEvening.objects.filter(games__isnull=False, ends__lte=timezone.now()).distinct().get()
    off = ClubEvening.objects.filter(cancelled=True).get()
    for one in (ahead, past, off):
        for reader in (VISITOR, "aline", "gilles", "president"):
            yield Shown("evenings:evening", reader, one.get_absolute_url())
    for name in ("edit", "plan", "poster", "attendance", "screen"):
        yield Shown(f"evenings:{name}", "president", reverse(f"evenings:{name}", args=[ahead.pk]))
    yield Shown("evenings:edit", "president", reverse("evenings:edit", args=[ahead.pk]), {"title": ""}, 422)
    yield Shown("evenings:new", "arbitre", reverse("evenings:new"))
    yield Shown("evenings:new", "arbitre", reverse("evenings:new"), {"title": "", "repeat": "weekly"}, 422)
    offer = reverse("evenings:new_game", args=[ahead.pk])
    yield Shown("evenings:new_game", "aline", offer)
    yield Shown("evenings:new_game", "aline", offer, {"what": "other", "seats": "99"}, 422)
    joins = reverse("evenings:join", args=[ahead.pk, 3])
    yield Shown("evenings:join", "gilles", joins)
    yield Shown("evenings:join", "gilles", joins, {"party": "a, b, c, d, e"}, 422)
    for number in (1, 3):
        game = reverse("evenings:edit_game", args=[ahead.pk, number])
        yield Shown("evenings:edit_game", "president", game)
        yield Shown("evenings:edit_game", "president", game, {"what": "other", "seats": "0"}, 422)
    for reader in (VISITOR, "aline"):
        for one in (ahead, past, off):
            yield Shown("evenings:door", reader, reverse("evenings:door", args=[one.link]))
    yield Shown("evenings:door", VISITOR, reverse("evenings:door", args=[ahead.link]), {"name": ""}, 422)


def _fights() -> Iterator[Shown]:
    """Battles on the site: against the bot, proposing, answering, a warband lent by a link, being played."""
    for reader in ("aline", "gilles"):
        yield Shown("play:against_bot", reader, reverse("play:against_bot"))
    yield Shown("play:against_bot", "aline", reverse("play:against_bot"), {"mine": "ready:ghosts"}, 422)
    offered = Battle.objects.get(title=PROPOSED)
    one, other = (side.warband.owner.username for side in offered.sides.select_related("warband__owner"))
    for reader in (VISITOR, one, other):
        yield Shown("campaigns:battle", reader, offered.get_absolute_url())
    about = [offered.campaign.slug, offered.pk]
    yield Shown("play:propose", one, reverse("play:propose", args=about))
    sent = {"pace": "days:1440", "absence": "bot", "clock": "1800", "lead_0": "me"}
    yield Shown("play:propose", one, reverse("play:propose", args=about), sent, 422)
    yield Shown("play:agree", other, reverse("play:agree", args=about))
    yield Shown("play:agree", other, reverse("play:agree", args=about), {"lead_1": "me"}, 422)
    lent = Battle.objects.get(title=LENT)
    yield Shown("campaigns:battle", one, lent.get_absolute_url())
    link = reverse("play:lead", args=[lent.played.captains.get(number=1).link])
    for reader in (VISITOR, "gilles", one):
        yield Shown("play:lead", reader, link)
    yield Shown("play:lead", VISITOR, f"{link}?member")
    yield Shown("play:lead", VISITOR, link, {"name": ""}, 422)
    Captain.objects.update(looked=10_000)  # what is new is told once only, in whichever language it is read first
    for row in Lesson.objects.select_related("member", "played", "warband"):
        address = address_of(row)
        yield Shown("play:lessons", row.member.username, reverse("play:lessons"))
        yield Shown(resolve(address.partition("?")[0]).view_name, row.member.username, address)
    yield Shown("play:lessons", "aline", reverse("play:lessons"))
    for played in PlayedBattle.objects.filter(state=PlayState.RUNNING, practice=False):
        for reader in (VISITOR, "bruno"):
            yield Shown("campaigns:battle", reader, played.battle.get_absolute_url())
        for reader in (VISITOR, "bruno", "chloe", "emma"):
            yield Shown("play:battle", reader, played.get_absolute_url())
    deciding = PlayedBattle.objects.get(battle__title=TITLE)
    yield Shown("play:way", "bruno", f"{reverse('play:way', args=[deciding.pk])}?x=24&y=24")


def _tables() -> Iterator[Shown]:
    """Card tables: the lists, opening one, sitting down, before, during and after the game; the balance of a game."""
    for reader in (VISITOR, "aline", "gilles"):
        yield Shown("tables:list", reader, reverse("tables:list"))
    for game in rules.GAMES:
        yield Shown("tables:new", "aline", f"{reverse('tables:new')}?game={game}")
        yield Shown("tables:balance", "aline", reverse("tables:balance", args=[game]))
    yield Shown("tables:new", "aline", reverse("tables:new"), {"seat_2": "", "joker_value": "99"}, 422)
    gathering = CardTable.objects.get(state=TableState.OPEN)
    link = gathering.seats.get(number=2).link
    for reader in (VISITOR, "aline", "bruno"):
        yield Shown("tables:seat", reader, reverse("tables:seat", args=[link]))
    yield Shown("tables:seat", VISITOR, reverse("tables:seat", args=[link]), {"name": ""}, 422)
    for reader in ("aline", "bruno"):
        yield Shown("tables:table", reader, gathering.get_absolute_url())
    for running in CardTable.objects.filter(state=TableState.RUNNING):
        for reader in ("aline", "emma", "gilles"):
            yield Shown("tables:table", reader, running.get_absolute_url())
        yield Shown("tables:table_status", "aline", f"{reverse('tables:table_status', args=[running.pk])}?seen=0")
    for over in CardTable.objects.filter(state=TableState.OVER):
        yield Shown("tables:table", over.opener.username if over.opener else "aline", over.get_absolute_url())
    address = reverse("tables:balance", args=["bagarre"])
    for run in ["", *(f"?run={run.pk}" for run in BalanceRun.objects.all())]:
        for reader in (VISITOR, "aline"):
            yield Shown("tables:balance", reader, f"{address}{run}")
    yield Shown("tables:balance", "aline", address, {"count": "7"}, 422)
    yield Shown("tables:balance_status", "aline", reverse("tables:balance_status", args=["bagarre"]))


def _simulate() -> None:
    """Two balance simulations: the first called off half-way, the second with a part that failed."""
    asked = {"game": "bagarre", "variant": "heroes", "options": {}, "bot": "random", "member": None}
    for players in (3, 2):
        run = balance.start(players=players, count=1200, **asked)  # type: ignore[arg-type]
        part = run.parts.order_by("-first")[0]
        assert jobs.run(Job.objects.get(kind=balance.KIND, subject=part.pk).pk)
        if players == 3:
            balance.cancel(game="bagarre")
    parts = run.parts.filter(result__isnull=True).values("pk")
    Job.objects.filter(kind=balance.KIND, subject__in=parts).update(state=JobState.FAILED, error="KeyError: 'z'")


def _refused() -> Iterator[Shown]:
    """Forms with nothing right in them."""
    march = Campaign.objects.get(name=MARCH.name)
    draft = Warband.objects.get(mustered=False)
    humans = Warband.objects.get(race="human", enlistment__isnull=False)
    ahead = Battle.objects.filter(state=BattleState.SCHEDULED).order_by("pk").first()
    assert ahead is not None
    nothing = {"nothing": "1"}
    yield Shown("account_login", VISITOR, reverse("account_login"), {"login": "nobody", "password": "wrong"})
    yield Shown("account_signup", VISITOR, reverse("account_signup"), {"username": "x", "email": "y", "password1": "z"})
    yield Shown("club:profile", "aline", reverse("club:profile"), nothing)
    yield Shown("club:channels", "aline", reverse("club:channels"), {"quiet_from": "22:00"})
    yield Shown("campaigns:away", "aline", reverse("campaigns:away"), nothing)
    yield Shown("club:close", "aline", reverse("club:close"), nothing)
    yield Shown("club:settings", "president", reverse("club:settings"), nothing)
    yield Shown("club:place_new", "president", reverse("club:place_new"), nothing)
    past = {"title": "Fête", "shown_until": "2001-01-01"}
    yield Shown("club:announcement_new", "president", reverse("club:announcement_new"), past)
    half = {"name": "X", "seats": "99", "width": "40"}
    yield Shown("club:table_new", "president", reverse("club:table_new", args=[Place.objects.all()[0].pk]), half)
    yield Shown("rosters:new", "gilles", reverse("rosters:new"), nothing)
    yield Shown("rosters:import", "gilles", reverse("rosters:import"), {"text": "{}", "visibility": "club"})
    yield Shown("rosters:copy", "aline", reverse("rosters:copy", args=[humans.pk]), nothing)
    for kind in ("hire", "muster", "buy"):
        sent = {"version": str(draft.version), "page": "builder", "rank": "leader", "race": "human", "name": "Zoé"}
        sent |= {"figure": "1", "item": "musket"}
        yield Shown("rosters:step", "gilles", reverse("rosters:step", args=[draft.pk, kind]), sent)
    rides = Warband.objects.get(setup__name="Le Convoi")
    for kind, wrong in (
        ("buy_vehicle", {"type": "light", "front": "40", "speed": "x"}),
        ("improve_vehicle", {"vehicle": str(CAR), "front": "40"}),
        ("embark_weapon", {"vehicle": str(CAR), "item": "sword"}),
        ("man_vehicle", {"vehicle": str(CAR), "pilot": "99"}),
    ):
        sent = {"version": str(rides.version), "page": "roster" if kind == "buy_vehicle" else "vehicle", **wrong}
        yield Shown("rosters:step", "aline", reverse("rosters:step", args=[rides.pk, kind]), sent)
    many = {"item": "bow", "who": "2", "quantity": "11"}
    yield Shown("rosters:shop", "aline", reverse("rosters:shop", args=[humans.pk]), many)
    yield Shown("rosters:hire", "aline", reverse("rosters:hire", args=[humans.pk]), {"profile": "leader:human"})
    useless = {"item": "bow", "who": "2", "quantity": "3"}
    yield Shown("rosters:shop", "gilles", reverse("rosters:shop", args=[draft.pk]) + "?who=2", useless)
    for kind in ("learn", "buy", "dismiss"):
        yield Shown("rosters:step", "aline", reverse("rosters:step", args=[humans.pk, kind]), nothing)
    yield Shown("campaigns:new", "aline", reverse("campaigns:new"), nothing)
    yield Shown("campaigns:join", "gilles", reverse("campaigns:join"), {"code": "nonsense"})
    yield Shown("campaigns:settings", "arbitre", reverse("campaigns:settings", args=[march.slug]), nothing)
    yield Shown("campaigns:dashboard", "arbitre", reverse("campaigns:dashboard", args=[march.slug]), nothing)
    yield Shown("campaigns:schedule", "aline", reverse("campaigns:schedule", args=[march.slug]), nothing)
    yield Shown("campaigns:challenge_new", "aline", reverse("campaigns:challenge_new", args=[march.slug]), nothing)
    past = {"moment_0": "2020-01-01T20:00", "moment_3": "soon", "version": "0"}
    yield Shown("campaigns:dates", "bruno", reverse("campaigns:dates", args=[march.slug, ahead.pk]), past)
    decline = reverse("campaigns:date_decline", args=[march.slug, ahead.pk])
    yield Shown("campaigns:date_decline", "bruno", decline, {"offer": "1"})
    wrong = {"agree_by": "2020-01-01T20:00", "then_what": "referee"}
    yield Shown("campaigns:round_deadline", "arbitre", reverse("campaigns:round_deadline", args=[march.slug, 4]), wrong)
    for way in ("new", "own", "copy"):
        yield Shown("campaigns:enlist", "aline", reverse("campaigns:enlist", args=[march.slug]), {"way": way})
    yield Shown("campaigns:report", "bruno", reverse("campaigns:report", args=[march.slug, ahead.pk]), nothing)


def _missing() -> Iterator[Shown]:
    march = Campaign.objects.get(name=MARCH.name)
    yield Shown("404", VISITOR, "/no/such/page/", status=404)
    yield Shown("403", "aline", reverse("campaigns:dashboard", args=[march.slug]), status=403)
