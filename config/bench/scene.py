"""The campaign that is measured: warbands of fully equipped figures with battles behind them.

Everything is done by the operations of the site, as its pages would do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import batched, cycle
from typing import Final

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.operations import announcing, coming, offering
from campaigns.evenings.operations.announcing import Announcement
from campaigns.evenings.operations.offering import Offer
from campaigns.evenings.people import key_of_member
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import Terms
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.settings.operations import create_campaign
from club.models import Member, Scope
from club.tokens import operations as tokens
from club.tokens.shape import new_token
from config.bench import played
from engines.core.dice import ASKS, Request
from engines.musg.entries import AnyEntry, Buy, Engage, Hire, Learn, Muster, Note, PayFee
from engines.musg.entries.growth import open_skills
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.operations import take_steps

RACES: Final = ("human", "orc", "elf", "dwarf", "ratfolk", "snakefolk")
GEAR: Final = ("sword", "pistol", "rifle", "grenade", "light_armour", "sight", "medikit", "rope", "cyber_arm")
"""What everybody carries, besides the free dagger: ranged and close combat weapons, armour, equipment."""
RULES: Final = Rules(points=10_000, hero_points=10_000, henchman_points=10_000)
ROUNDS: Final = 3
SEATS: Final = 3
HEROES: Final = 3
RETURNS: Final = {"return": (4,), "quack": (4,), "multiple_count": (2,)}
"""Faces that keep the fallen alive: henchmen come back, the quack does no harm, several injuries are two."""
INJURIES: Final = ((2, 2), (3, 4), (4, 1), (6, 2), (2, 6), (6, 5), (3, 1), (3, 3), (6, 1), (1, 6))
"""Every kind of result on the heroes' table that leaves them with the warband and their gear."""


class Scene(Struct, frozen=True):
    """The campaign with one of its battles and warbands, ``draft`` being one still mustered, and who looks at them.

    At the ``evening`` five come for each warband, three to a table. ``played`` is a battle of the viewer's warband that
    is being played at the site, ``activates`` the code by which its first figure is activated. ``token`` is one of the
    viewer's, to read with.
    """

    campaign: Campaign
    battle: Battle
    recovery: Recovery
    warband: Warband
    draft: Warband
    viewer: Member
    evening: ClubEvening
    played: PlayedBattle
    activates: str
    token: str


@transaction.atomic
def build(*, warbands: int, figures: int, name: str = "Bench") -> Scene:
    """Build a campaign of ``warbands`` (2 or more) of ``figures`` (3 or more) each, with three rounds behind it."""
    if warbands < 2 or figures < HEROES:
        raise ValueError(f"a campaign takes 2 warbands or more, a warband {HEROES} figures or more")
    referee = Member.objects.create(username=f"{name}-referee")
    campaign = create_campaign(referee=referee, terms=Terms(name=name, description="…"), rules=RULES)
    enlisted = []
    for number, race in zip(range(warbands), cycle(RACES), strict=False):
        warband = _enlist(campaign, f"{name} {number + 1}", race)
        take_steps(warband=warband, entries=[*_recruits(race, figures), Muster()], author=warband.owner)
        enlisted.append(warband)
    battles = list(_play(campaign, enlisted, referee))
    battle = battles[-1]
    warband = battle.sides.select_related("warband__owner").order_by("seat")[0].warband
    recovery = Recovery.objects.get(side__battle=battle, side__warband=warband)
    draft = enlistment.muster_for(campaign=campaign, owner=warband.owner, name=f"{name} draft", race=RACES[0])
    take_steps(warband=draft, entries=list(_recruits(RACES[0], figures)), author=warband.owner)
    evening = _evening(name, referee, guests=5 * warbands)
    other = next(band for band in enlisted if band.pk != warband.pk)
    at_the_site = played.begin(warband, other)
    activates = played.first_activation(at_the_site)
    token = new_token()
    tokens.make(member=warband.owner, token=token, name=name, scopes=[Scope.READ], days=1)
    return Scene(campaign, battle, recovery, warband, draft, warband.owner, evening, at_the_site, activates, token)


def _evening(name: str, organiser: Member, *, guests: int) -> ClubEvening:
    begins = timezone.now() + timedelta(days=3)
    said = Announcement(title=f"{name} evening", begins=begins, ends=begins + timedelta(hours=4))
    evening = announcing.announce(organiser=organiser, said=said)
    people = Member.objects.bulk_create(Member(username=f"{name}-comer-{number}") for number in range(guests))
    for number, seated in enumerate(batched(people, SEATS), start=1):
        offer = Offer(kind="other", title=f"Game {number}", seats=SEATS)
        game = offering.offer_game(evening=evening, offer=offer, host=organiser, role=None)
        keys = [key_of_member(member.pk) for member in seated]
        coming.seat(evening=evening, game=game.number, people=keys, author=organiser)
    return evening


def _enlist(campaign: Campaign, name: str, race: str) -> Warband:
    owner = Member.objects.create(username=name.replace(" ", "-"), display_name=f"Owner of {name}")
    people.join(campaign=campaign, member=owner, code=campaign.join_code)
    return enlistment.muster_for(campaign=campaign, owner=owner, name=name, race=race)


def _recruits(race: str, figures: int) -> Iterator[AnyEntry]:
    """A leader, a lieutenant and henchmen, with a mercenary among them when there is room; all fully equipped."""
    yield Hire(rank=Rank.LEADER, race=race, name="Leader")
    yield Hire(rank=Rank.LIEUTENANT, race=race, name="Lieutenant")
    hired = figures > HEROES
    for number in range(figures - 2 - hired):
        yield Hire(rank=Rank.HENCHMAN, race=race, name=f"Henchman {number + 1}")
    if hired:
        yield Engage(mercenary="troll_bodyguard", name="Troll")
    for number in range(1, figures + 1):
        for item in GEAR:
            yield Buy(item=item, figure=number)


def _play(campaign: Campaign, warbands: list[Warband], referee: Member) -> Iterator[Battle]:
    injuries = cycle(INJURIES)
    for number in range(ROUNDS):
        opened = rounds.open_round(campaign=campaign)
        date = timezone.now() - timedelta(days=7 * (ROUNDS - number))
        battles = [
            schedule.schedule_battle(
                campaign=campaign,
                warbands=pair,
                plan=schedule.Plan(title=f"Battle {number + 1}", date=date, place="Club", scenario="…", round=opened),
            )
            for pair in _pairs(warbands, number)
        ]
        for battle in battles:
            sides = [side.warband for side in battle.sides.select_related("warband__owner")]
            reports.report_battle(battle=battle, report=_report(sides), author=sides[0].owner)
            reports.confirm_report(battle=battle, member=sides[1].owner)
            for side in sides:
                _recover(battle, side, injuries)
        yield from battles


def _pairs(warbands: list[Warband], number: int) -> list[tuple[Warband, Warband]]:
    """Pair everybody with somebody new; of an odd number, one sits out."""
    ring: list[Warband | None] = [*warbands, *([None] if len(warbands) % 2 else [])]
    turned = [ring[0], *ring[1 + number :], *ring[1 : 1 + number]]
    half = len(turned) // 2
    pairs = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def _report(sides: list[Warband]) -> Report:
    """Let every leader, lieutenant and first henchman fall to the enemy's second figure, and one henchman flee."""
    one, other = (warband.roster for warband in sides)
    keys = {id(roster): warband.key for warband, roster in zip(sides, (one, other), strict=True)}

    def downs(fallen: Roster, enemy: Roster) -> list[Down]:
        by = Who(keys[id(enemy)], enemy.active[1].id)
        return [Down(Who(keys[id(fallen)], figure.id), by) for figure in fallen.active[:3]]

    dice = {
        f"{keys[id(roster)]}:{figure.id}": 6
        for roster in (one, other)
        for figure in roster.active
        if figure.has_injury("erratic")
    }
    return Report(downs=(*downs(one, other), *downs(other, one)), bonus={sides[0].key: 1}, activity=dice)


def _recover(battle: Battle, warband: Warband, injuries: Iterator[tuple[int, ...]]) -> None:
    """Type the faces asked for, then learn, pay and write something down."""
    recovery = Recovery.objects.select_related("side__warband").get(side__battle=battle, side__warband=warband)
    warband.refresh_from_db()
    if recovery.state == RecoveryState.WAITING:
        aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=warband.owner)
    while recovery.state == RecoveryState.ROLLING:
        asked = aftermath.with_faces(warband.roster, recovery.faces)
        faces: tuple[int, ...] = ()
        if isinstance(asked, Request):
            faces = RETURNS.get(asked.reason) or (next(injuries) if ASKS[asked.asked] == 2 else (3,))
        aftermath.enter_faces(recovery=recovery, faces=faces, member=warband.owner, version=recovery.version)
    warband.refresh_from_db()
    take_steps(warband=warband, entries=list(_between(warband.roster)), author=warband.owner)


def _between(roster: Roster) -> Iterator[AnyEntry]:
    yield Note(text="One battle more.")
    for figure in roster.active:
        if figure.contract and not figure.contract.paid_ahead:
            yield PayFee(figure=figure.id)
        if figure.choices:
            yield Learn(figure=figure.id, skill=open_skills(figure, roster.catalogue)[figure.id % 3])
