"""A raid of the demo club under way: the site is the game master of anti-terrorists and terrorists at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.demo import players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import CELL_SEVEN, RED_DAWN, Roll
from campaigns.league.operations import people
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations as pocket
from campaigns.wars.pocket.choices import RaidChoices
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import GamePlan
from campaigns.wars.teams import at_home
from club.models import Member
from club.visibility import Visibility
from engines.musg.rules import Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband

EMBASSY: Final = "La nuit de l’ambassade"
RULES: Final = Rules(extras=True)
PLACES: Final = {
    "hostage:1": "la bibliothèque",
    "hostage:2": "la bibliothèque",
    "hostage:3": "la cave",
    "site:1": "la salle de bal",
    "site:2": "la chaufferie",
    "detector:1": "la grille",
}


def hold(clock: Clock, members: Mapping[str, Member]) -> None:
    """Play its first turn: a guard has seen somebody, the bomb ticks, one hostage is free."""
    with as_of(clock.moment(2, 20)):
        _play(*(_mustered(members, roll) for roll in (CELL_SEVEN, RED_DAWN)))


def _mustered(members: Mapping[str, Member], roll: Roll) -> Warband:
    setup = Setup(race=roll.race, name=roll.name, rules=RULES)
    warband = create_warband(owner=members[roll.owner.username], setup=setup)
    players.muster(warband, roll)
    return warband


def _play(ours: Warband, theirs: Warband) -> None:
    host, guest = ours.owner, theirs.owner
    game = GamePlan(plan=Plan(title=EMBASSY, place="Salle des fêtes", modules=("regroup_team",)))
    battle = single.open_game(host=host, game=game, mine=ours, visibility=Visibility.PUBLIC)
    people.join(campaign=battle.campaign, member=guest, code=battle.campaign.join_code)
    single.seat(battle=battle, warband=theirs, member=guest)
    captain, second, bearer = f"{ours.key}:1", f"{ours.key}:2", f"{theirs.key}:2"
    choices = RaidChoices(team=ours.key, hostages=3, absent=tuple(at_home((ours, theirs))), kits=(second,), detectors=1)
    evening = pocket.begin(battle=battle, choices=choices)
    for marker, place in PLACES.items():
        _enter(evening, host, kind="marker", marker=marker, place=place)
    _roll(evening, host, 6)
    while walking := pocket.replayed(evening).to_walk():
        _enter(evening, host, kind="guard", figure=walking[0], to=2)
    _enter(evening, host, kind="bomb_placed", figure=bearer, site=2)
    _enter(evening, host, kind="guards_done", turn=1)
    _enter(evening, host, kind="alarm", cause="seen", figure=captain)
    _roll(evening, host, 3)
    _enter(evening, host, kind="led", hostage="hostage:1", figure=captain)
    _enter(evening, host, kind="raiders_done", turn=1)
    _roll(evening, host, 2)


def _roll(evening: Evening, member: Member, face: int) -> None:
    """Type the die of the alert."""
    _enter(evening, member, kind="alert", pending=pocket.replayed(evening).awaited.id, faces=[face])


def _enter(evening: Evening, member: Member, **data: Any) -> None:
    version = evening.version
    pocket.enter(evening=evening, data=data, author=member, version=version, client_id=f"demo-raid-{version}")
