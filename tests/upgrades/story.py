"""A small club with one of everything, told by the site's own operations: ``make_dump`` keeps its database."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from campaigns.demo.tables import play_out
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.matches.cards.operations import add_cards
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.matches.operations import guests
from campaigns.matches.operations.entries import correct_entry
from campaigns.matches.operations.recording import Occasion
from campaigns.matches.operations.verdicts import confirm_match, finish_match, settle_match, show_code
from campaigns.seasons.models.scheme import Measure
from campaigns.seasons.operations.scheme import choose_scheme
from campaigns.seasons.operations.season import create_season
from campaigns.seasons.scheme import Scheme
from campaigns.seating.people import Person
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardSeat, CardTable
from campaigns.tables.operations import away as card_away, tables
from campaigns.tables.operations.tables import SeatPlan, TablePlan
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.forecast import operations as forecasts
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, Temper
from campaigns.wars.models.recovery import DiceMode, Recovery
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.settings.operations import create_campaign
from club.models import Member
from club.visibility import Visibility
from engines.baf import cards as baf
from engines.core.dice import ASKS, Request
from engines.core.score import encode
from engines.musg.entries import AnyEntry, Buy, Hire, Muster, Note
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from rosters.operations import take_step, undo_last
from tests.factories import matches as pads, tables as card_tables
from tests.factories.club import club_settings, member_with_address

if TYPE_CHECKING:
    from tests.upgrades.make_dump import Clock

LEADER, LIEUTENANT, HENCHMAN, OTHER = 1, 2, 3, 4
"""The figures of both warbands."""


def tell(clock: Clock) -> None:
    """Tell the whole story, in an empty database."""
    club_settings(name="The Wolves", tagline="One more round.")
    odile, rowan, olive, piers = (
        member_with_address(username=name, display_name=name.capitalize(), password=None)
        for name in ("odile", "rowan", "olive", "piers")
    )
    odile.is_staff = odile.is_superuser = True
    odile.save()
    clock.passes(days=1)
    _campaign(clock, rowan, olive, piers)
    _season(clock, odile, rowan, olive, piers)
    _tables(clock, odile, olive, piers)


# Musg


def _campaign(clock: Clock, rowan: Member, olive: Member, piers: Member) -> None:
    terms = Terms(name="The Border", description="Two villages and one ford.", visibility=Visibility.PUBLIC)
    border = create_campaign(referee=rowan, terms=terms)
    for player in (olive, piers):
        people.join(campaign=border, member=player, code=border.join_code)
    axes = _mustered(border, olive, "Axes", "human", ("sword", "bow", "light_armour"))
    blades = _mustered(border, piers, "Blades", "orc", ("axe", "shield", "spear"))
    first = rounds.open_round(campaign=border, name="First round")

    def scheduled(title: str) -> Battle:
        plan = schedule.Plan(title=title, date=clock() + timedelta(days=4), place="The hall", round=first)
        return schedule.schedule_battle(campaign=border, warbands=[axes, blades], plan=plan)

    titles = ("At the ford", "In the field", "In the rain", "On the hill")
    fought, by_engine, unrecovered, ahead = (scheduled(title) for title in titles)
    clock.passes(days=4)
    report = Report(downs=(_down(blades, HENCHMAN, axes), _down(blades, OTHER, axes), _down(axes, LIEUTENANT, blades)))
    reports.report_battle(battle=fought, report=report, author=olive)
    reports.confirm_report(battle=fought, member=piers)
    _roll(_recovery(fought, axes), olive)
    aftermath.begin(recovery=_recovery(fought, blades), mode=DiceMode.SITE, member=piers)
    _work()
    for band in (axes, blades):
        band.refresh_from_db()
        _take(band, Buy(item="pistol", figure=LEADER))
    _take(axes, Note(text="Piers rolls too well.\nWe shall see."))
    _take(axes, Note(text="To be forgotten."))
    undo_last(warband=axes, author=olive)
    clock.passes(days=1)
    for battle in (by_engine, ahead):
        ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=2)
    forecasts.start(battle=ahead, count=forecasts.LEAST, tempers=[Temper.BOLD, Temper.CAUTIOUS], member=olive)
    resolution.agree(battle=by_engine, member=piers, lets=True, temper=Temper.BOLD)
    tempers = list(by_engine.sides.order_by("seat").values_list("temper", flat=True))
    resolution.resolve(battle=by_engine, member=olive, seen=resolution.seen_of(setup_of(by_engine), tempers))
    _work()
    clock.passes(days=1)
    reports.report_battle(battle=unrecovered, report=Report(downs=(_down(blades, LIEUTENANT, axes),)), author=piers)
    reports.confirm_report(battle=unrecovered, member=olive)
    aftermath.begin(recovery=_recovery(unrecovered, blades), mode=DiceMode.TYPED, member=piers)


def _mustered(campaign: Campaign, owner: Member, name: str, race: str, gear: tuple[str, ...]) -> Warband:
    warband = enlistment.muster_for(campaign=campaign, owner=owner, name=name, race=race)
    ranks = {LEADER: Rank.LEADER, LIEUTENANT: Rank.LIEUTENANT, HENCHMAN: Rank.HENCHMAN, OTHER: Rank.HENCHMAN}
    for number, rank in ranks.items():
        _take(warband, Hire(rank=rank, race=race, name=f"{name} {rank.value.capitalize()} {number}"))
        _take(warband, Buy(item=gear[number % len(gear)], figure=number))
    _take(warband, Muster())
    return warband


def _take(warband: Warband, entry: AnyEntry) -> None:
    take_step(warband=warband, entry=entry, author=warband.owner, version=warband.version)


def _down(victim: Warband, number: int, by: Warband) -> Down:
    return Down(Who(victim.key, number), Who(by.key, LEADER))


def _recovery(battle: Battle, warband: Warband) -> Recovery:
    return Recovery.objects.get(side__battle=battle, side__warband=warband)


def _roll(recovery: Recovery, member: Member) -> None:
    """Type a three for every die of an aftermath."""
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=member)
    while isinstance(asked := aftermath.with_faces(recovery.side.warband.roster, recovery.faces), Request):
        faces = [3] * ASKS[asked.asked]
        if aftermath.enter_faces(recovery=recovery, faces=faces, member=member, version=recovery.version):
            return


def _work() -> None:
    """Do the jobs that wait, as a worker would."""
    for job in Job.objects.filter(state=JobState.WAITING).order_by("pk"):
        if not jobs.run(job.pk):
            job.refresh_from_db()
            raise RuntimeError(f"{job.kind}: {job.error}")


# The card games


def _season(clock: Clock, odile: Member, rowan: Member, olive: Member, piers: Member) -> None:
    thursdays = create_season(referee=rowan, game="badass_force", terms=Terms(name="Thursdays"))
    for player in (olive, piers):
        people.join(campaign=thursdays, member=player, code=thursdays.join_code)
    choose_scheme(season=thursdays, scheme=Scheme(Measure.POINTS.value, best_of=5))

    def result(*totals: int) -> Match:
        clock.passes(days=1)
        occasion = Occasion(date=clock() - timedelta(hours=1), place="The hall", duration=40, notes="Close.")
        seated = [olive, piers, "Zoe", "Max"][: len(totals)]
        return pads.result(seated, totals, season=thursdays, occasion=occasion)

    confirm_match(match=result(16, 9, 4), member=piers)
    settle_match(match=result(7, 17, 5, 2), judge=rowan, because="As it was played")
    confirm_match(match=result(12, 18), member=piers)
    show_code(match=result(16, 3))
    house = {"limit": 10, "first_kill": 3}
    turns = [pads.kill(0, 1), pads.END_TURN, pads.END_TURN] * 3
    kept = pads.pad([olive, piers], season=thursdays, options=house, entries=[*turns, pads.kill(0, 1), pads.END_TURN])
    correct_entry(match=kept, number=1, data=pads.kill(0, 1, "power"), reason="By a power.", author=olive)
    finish_match(match=kept, author=olive)
    confirm_match(match=kept, member=piers)
    pads.pad([olive, piers, "Zoe"], season=thursdays, entries=[pads.kill(0, 2), pads.END_TURN, pads.kill(1, 0)])
    guests.merge_guest(guest=Player.objects.get(name="Max"), member=odile, author=olive)
    guests.claim_guest(guest=Player.objects.get(name="Zoe"), member=rowan)
    settle_match(match=pads.result([olive, piers], [24, 31], game="baf"), judge=odile, because="As it was played")
    data = {**encode(baf.training()), "name": {"fr": "Boîte du club", "en": "The club’s box"}}
    add_cards(game="baf", text=json.dumps(data), author=odile)


def _tables(clock: Clock, odile: Member, olive: Member, piers: Member) -> None:
    clock.passes(days=1)
    with_bots = card_tables.dealt(olive, card_tables.BOT, card_tables.BOT, name="Against bots")
    play_out(with_bots)
    duel = card_tables.plain_duel(olive, piers, name="Between two")
    play_out(duel, moves=3)
    clock.passes(minutes=20)
    away = piers if CardTable.objects.get(pk=duel.pk).actor == 1 else olive
    here = olive if away is piers else piers
    seat = CardSeat.objects.get(table=duel, member=away)
    card_away.replace_by_bot(table=duel, person=Person(here), number=seat.number)
    card_away.come_back(table=duel, person=Person(away))
    by_people = card_tables.finished(piers, olive, name="Once more, please")
    tables.rematch(table=by_people, person=Person(olive))
    open_ = tables.open_table(
        opener=odile,
        plan=TablePlan(game=card_tables.BAGARRE, seats=[SeatPlan(), SeatPlan()], variant="heroes", name="Who comes?"),
    )
    _secret, guest = card_tables.guest("Zoe")
    tables.take_seat(seat=open_.seats.get(number=1), person=guest, name="Zoe")
    balance.start(
        game=card_tables.BAGARRE,
        players=2,
        variant="plain",
        options={},
        bot="random",
        count=balance.LEAST,
        member=odile,
    )
    _work()
