"""A pulp campaign in its second round: heroes and villains, a setback to see, somebody in the hands of the aliens.

The second round has the rescue game ahead that the site offers for whom the aliens keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from campaigns.demo import players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import EXPLORERS, JADE
from campaigns.demo.people import REFEREE
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.models.round import Round
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.settings.operations import create_campaign
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import ASKS, Request
from engines.musg.abducted import Tidings
from engines.musg.entries import TakePart
from engines.musg.part import Side
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from rosters.models import Warband
from rosters.operations import take_step

TERMS: Final = Terms(
    name="Le Serpent de Jade",
    description=(
        "Pulp, 1936 : une idole volée, un hydravion sans pilote, et des lumières au-dessus de l’île aux Singes.\n\n"
        "Les héros ne meurent jamais ; ils reviennent, avec un revers."
    ),
    visibility=Visibility.PUBLIC,
)
RULES: Final = Rules(points=250, hero_points=150, henchman_points=100, pulp=True)
SIDES: Final = ((EXPLORERS, Side.HEROES), (JADE, Side.VILLAINS))
FIRST: Final = "L’idole de Port-Sabre"
SECOND: Final = "Les lumières de l’île"
RESCUE: Final = "L’évasion du nid"
CIVILIAN: Final = "civilian_marvin"
"""Whom the aliens carried off besides a henchman (ruling M330)."""
SETBACK: Final = (5, 5, 2, 1)
"""A full recovery for the hero who fell, and the setback that is drawn in any case (rulings M166-M168, M310)."""


def hold(clock: Clock, members: Mapping[str, Member]) -> None:
    """Play the campaign up to the rescue game of its second round."""
    referee = members[REFEREE.username]
    with as_of(clock.moment(24)):
        campaign, (heroes, villains) = _open(members)
        first = rounds.open_round(campaign=campaign, name="Premier épisode")
        opening = _plan(clock, campaign, (heroes, villains), FIRST, first, days=20, author=referee)
    downs = (
        Down(_who(villains, "Ling"), _who(heroes, "Lily Chance")),
        Down(_who(heroes, "Marius"), _who(villains, "Docteur Sang")),
        Down(_who(villains, "Tsé"), _who(heroes, "Rex Valmont")),
    )
    rolled = {heroes.key: (4,), villains.key: (5, 3)}
    _fight(clock, opening, (heroes, villains), Report(downs=downs), 20, rolled)
    with as_of(clock.moment(12)):
        second = rounds.open_round(campaign=campaign, name="Deuxième épisode")
        lights = _plan(clock, campaign, (heroes,), SECOND, second, days=9, author=referee, modules=("aliens",))
    fallen = (Down(_who(heroes, "Oscar Pinson"), captured=True), Down(_who(heroes, "Rex Valmont")))
    lost = Report(downs=fallen, civilians=Tidings(taken=(CIVILIAN,)))
    _fight(clock, lights, (heroes,), lost, 9, {heroes.key: SETBACK})
    with as_of(clock.moment(5)):
        _plan(clock, campaign, (heroes,), RESCUE, second, days=-6, author=referee, modules=("aliens", "rescue"))


def _open(members: Mapping[str, Member]) -> tuple[Campaign, list[Warband]]:
    campaign = create_campaign(referee=members[REFEREE.username], terms=TERMS, rules=RULES)
    warbands = []
    for roll, side in SIDES:
        owner = members[roll.owner.username]
        people.join(campaign=campaign, member=owner, code=campaign.join_code)
        warband = enlistment.muster_for(campaign=campaign, owner=owner, name=roll.name, race=roll.race)
        take_step(warband=warband, entry=TakePart(side=side), author=owner)
        players.muster(warband, roll)
        warbands.append(warband)
    return campaign, warbands


def _plan(
    clock: Clock,
    campaign: Campaign,
    warbands: Sequence[Warband],
    title: str,
    round: Round,
    *,
    days: int,
    author: Member,
    modules: tuple[str, ...] = (),
) -> Battle:
    plan = schedule.Plan(title=title, date=clock.moment(days, 14), place="Local du club", round=round, modules=modules)
    return schedule.schedule_battle(campaign=campaign, warbands=warbands, plan=plan, author=author)


def _who(warband: Warband, name: str) -> Who:
    return Who(warband.key, players.number_of(warband.roster, name))


def _fight(
    clock: Clock,
    battle: Battle,
    warbands: Sequence[Warband],
    report: Report,
    days: int,
    faces: Mapping[str, Sequence[int]],
) -> None:
    """Report the battle, confirm it, and type the faces of every aftermath that asks for some."""
    with as_of(clock.moment(days, 18)):
        reports.report_battle(battle=battle, report=report, author=warbands[0].owner)
    with as_of(clock.moment(days, 19)):
        for warband in warbands[1:]:
            reports.confirm_report(battle=battle, member=warband.owner)
    with as_of(clock.moment(days, 21)):
        for warband in warbands:
            _recover(battle, warband, list(faces.get(warband.key, ())))
            warband.refresh_from_db()


def _recover(battle: Battle, warband: Warband, faces: list[int]) -> None:
    recovery = Recovery.objects.get(side__battle=battle, side__warband=warband)
    if recovery.state == RecoveryState.WAITING:
        aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=warband.owner)
    while recovery.state == RecoveryState.ROLLING:
        asked = aftermath.with_faces(recovery.side.warband.roster, recovery.faces)
        count = ASKS[asked.asked] if isinstance(asked, Request) else 0
        if len(faces) < count:
            raise ValueError(f"{battle.title}: {asked} of {warband.name} has no face")
        typed, faces = faces[:count], faces[count:]
        aftermath.enter_faces(recovery=recovery, faces=typed, member=warband.owner, version=recovery.version)
    if faces:
        raise ValueError(f"{battle.title}: the faces {faces} of {warband.name} were never asked for")
