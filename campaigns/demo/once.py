"""Single games of the demo club: a zombie night under way, three that the engine fought, one that was reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.demo import players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import CONVOY, RAIDERS, Roll
from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, GILLES, Person
from campaigns.jobs import queue as jobs
from campaigns.league.operations import people
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, Temper
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.pocket import operations as pocket
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import Against, GamePlan
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import BuyVehicle, ManVehicle, Muster
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.journal import encode
from engines.musg.pocket.setup import Menace
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.scenarios import library
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, take_step

NIGHT: Final = "La nuit du vieux moulin"
HUNGRY: Final = "Les affamés du hangar 7"
CROSSROADS: Final = "Le carrefour des Quatre-Vents"
EVENING: Final = "Un mardi soir"
CHASE: Final = "La poursuite du canal à sec"
SEED: Final = "5a6f6d62" * 7 + "00000009"
CROSSROADS_SEED: Final = "43726f69" * 7 + "00000002"
CHASE_SEED: Final = "03" * 32
TURNS: Final = 6
CARS: Final = {"raiders": "La Guêpe", "convoy": "Le Mulet"}
RIDERS: Final = ((BRUNO, RAIDERS), (DAVID, CONVOY))


def hold(clock: Clock, members: Mapping[str, Member]) -> None:
    """Play all of them."""
    with as_of(clock.moment(7)):
        _evening(members)
    with as_of(clock.moment(4)):
        _fought_alone(members)
    with as_of(clock.moment(3)):
        _fought_by_scenario(members)
        _chase(members)
    with as_of(clock.moment(1, 21)):
        _night(members)


def _band(owner: Member, code: str) -> Warband:
    """A ready-made warband as the owner's own."""
    roll = READY_MADE[code]
    setup = Setup(race=roll.race, name=roll.name, rules=Rules())
    known = Warband.objects.filter(owner=owner, setup=encode(setup)).first()
    return known or create_warband(owner=owner, setup=setup, entries=roll.entries)


def _open(host: Member, code: str, plan: Plan, against: Against | None = None, *, adds_unspent: bool = False) -> Battle:
    game = GamePlan(plan=plan, adds_unspent=adds_unspent)
    mine = _band(host, code)
    return single.open_game(host=host, game=game, mine=mine, against=against, visibility=Visibility.PUBLIC)


def _guest(battle: Battle, guest: Member, code: str) -> Warband:
    people.join(campaign=battle.campaign, member=guest, code=battle.campaign.join_code)
    band = _band(guest, code)
    single.seat(battle=battle, warband=band, member=guest)
    return band


def _of(members: Mapping[str, Member], *persons: Person) -> list[Member]:
    return [members[person.username] for person in persons]


def _evening(members: Mapping[str, Member]) -> None:
    """A game at the table, reported and confirmed; points left unspent counted."""
    gilles, chloe = _of(members, GILLES, CHLOE)
    battle = _open(gilles, "human", Plan(title=EVENING, place="Chez Gilles"), adds_unspent=True)
    theirs = _guest(battle, chloe, "elf")
    ours = battle.sides.get(seat=0).warband
    downs = (
        Down(Who(theirs.key, 3), Who(ours.key, 1)),
        Down(Who(ours.key, 4), Who(theirs.key, 1)),
        Down(Who(ours.key, 2), Who(theirs.key, 2)),
    )
    reports.report_battle(battle=battle, report=Report(downs=downs), author=gilles)
    reports.confirm_report(battle=battle, member=chloe)


def _fought_alone(members: Mapping[str, Member]) -> None:
    """One warband against zombies, fought by the engine."""
    (gilles,) = _of(members, GILLES)
    plan = Plan(title=HUNGRY, place="Hangar 7", modules=("zombies",))
    battle = _open(gilles, "human", plan, Against(alone=True))
    table = ground.lay_out(battle=battle, layout=ready_tables()["warehouse"], turn_limit=TURNS)
    _resolve(battle, table, gilles, SEED)


def _fought_by_scenario(members: Mapping[str, Member]) -> None:
    """A battle about something, fought by the engine between two players who agreed to it."""
    chloe, david = _of(members, CHLOE, DAVID)
    battle = _open(chloe, "elf", Plan(title=CROSSROADS, staging=library()["crossroads"]))
    _guest(battle, david, "orc")
    table = BattleGround.objects.get(battle=battle)
    table.turn_limit = TURNS
    resolution.agree(battle=battle, member=david, lets=True)
    _resolve(battle, table, chloe, CROSSROADS_SEED)


def _chase(members: Mapping[str, Member]) -> None:
    """A race with vehicles, fought by the engine between two players who agreed to it."""
    (host, mine), (guest, theirs) = ((members[person.username], _riders(members, roll)) for person, roll in RIDERS)
    game = GamePlan(plan=Plan(title=CHASE, place="Le grand canal", staging=library()["toll_race"]))
    battle = single.open_game(host=host, game=game, mine=mine, visibility=Visibility.PUBLIC)
    people.join(campaign=battle.campaign, member=guest, code=battle.campaign.join_code)
    single.seat(battle=battle, warband=theirs, member=guest)
    table = BattleGround.objects.get(battle=battle)
    resolution.agree(battle=battle, member=guest, lets=True, temper=Temper.BOLD)
    _resolve(battle, table, host, CHASE_SEED)


def _riders(members: Mapping[str, Member], roll: Roll) -> Warband:
    """A warband with a vehicle and somebody at its wheel."""
    owner = members[roll.owner.username]
    setup = Setup(race=roll.race, name=roll.name, rules=Rules(vehicles=True))
    warband = create_warband(owner=owner, setup=setup)
    players.muster(warband, roll, close=False)
    pilot = warband.roster.figures[-1].id
    design = Design(type="light", front=1, weapons=(Mount("rifle", pivot=True),))
    take_step(warband=warband, entry=BuyVehicle(design=design, name=CARS[roll.key]), author=owner)
    vehicle = warband.roster.garage[0].id
    for entry in (ManVehicle(vehicle=vehicle, pilot=pilot), Muster()):
        take_step(warband=warband, entry=entry, author=owner)
    return warband


def _resolve(battle: Battle, table: BattleGround, member: Member, seed: str) -> None:
    table.seed = seed
    table.save()
    tempers = list(battle.sides.order_by("seat").values_list("temper", flat=True))
    seen = resolution.seen_of(setup_of(battle), tempers)
    job = resolution.job_of(resolution.resolve(battle=battle, member=member, seen=seen))
    if job is None or not jobs.run(job.pk):
        raise RuntimeError(f"{battle.title}: the battle could not be fought")
    for other in Member.objects.filter(warbands__sides__battle=battle).exclude(pk=member.pk).distinct():
        reports.confirm_report(battle=battle, member=other)


def _night(members: Mapping[str, Member]) -> None:
    """An evening under way, with the site as game master: the first turn is nearly over."""
    aline, gilles = _of(members, ALINE, GILLES)
    battle = _open(aline, "elf", Plan(title=NIGHT, place="Salle des fêtes", modules=("zombies",)))
    theirs = _guest(battle, gilles, "human")
    ours = battle.sides.get(seat=0).warband
    evening = pocket.begin(
        battle=battle, choices=pocket.Choices(menace=Menace.ZOMBIES, edges={ours.key: "north", theirs.key: "south"})
    )
    steps: list[dict[str, Any]] = [
        {"kind": "initiative", "order": [ours.key, theirs.key]},
        {"kind": "hears", "band": ours.key, "faces": [1]},
        {"kind": "placed", "profile": "zombie", "count": 3, "point": 2},
        {"kind": "noise", "figure": f"{theirs.key}:1"},
        {"kind": "what_comes", "pending": 1, "faces": [1, 6]},
    ]
    for number, data in enumerate(steps):
        version = evening.version
        pocket.enter(evening=evening, data=data, author=aline, version=version, client_id=f"demo-{number}")
