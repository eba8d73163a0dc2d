"""What captains make of a raid (Musg, Regroup team!): positions made by hand on a table of 60 by 40 paces."""

from __future__ import annotations

from engines.musg.battle.actions import Activate, Charge, End, Run, Shoot, Walk
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.battle.state import Place
from engines.musg.tactics import player
from tests.engines.musg.battle.kit import EXTRA, LEADER, fig
from tests.engines.musg.battle.test_regroup import OPEN, SITES, Raid, raid, ticking


def acting(found: Raid, uid: int) -> object:
    """What a bold captain does first with a figure of the strike team."""
    found.to(0)
    found.battle.play(Activate(uid))
    return player("bold", 1).decide(found.battle)


def test_a_sapper_clears_the_bomb_of_its_guards_instead_of_going_round_them() -> None:
    """Four guards stand round the bomb, a pace from its middle: nobody gets at it before one of them has gone."""
    guards = [fig(EXTRA, (5 + 2 * n, 38)) for n in range(4)]
    found = ticking(raid(terrorists=[fig(LEADER, (30, 38), "pistol"), *guards], table=OPEN)).alarm()
    x, y = SITES[0]
    for uid, (dx, dy) in zip((3, 4, 5, 6), ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)), strict=True):
        found.put(uid, x + dx, y + dy)
    found.put(0, x, y - 4.0)
    assert isinstance(acting(found, 0), Shoot | Charge)


def last_one(points: int) -> Raid:
    """The last of the team, with one hostage saved and the bomb defused, in sight of two guards."""
    found = raid(
        terrorists=[fig(LEADER, (30, 38), "pistol"), fig(EXTRA, (5, 38)), fig(EXTRA, (8, 38))], table=OPEN
    ).alarm()
    found.game.bomb.stage = Stage.DEFUSED
    found.hostage(0).place = Place.LEFT
    found.battle.bands[0].points = points
    found.piece(1).place = Place.OUT
    found.piece(1).hp = 0
    return found


def test_the_last_of_the_team_leaves_when_it_is_ahead_on_points() -> None:
    """Some hostages are out, so points decide (M53): 15 against none. It stands 2 paces from the edge of entry."""
    action = acting(last_one(15), 0)
    assert isinstance(action, Walk)
    assert action.leave


def test_the_last_of_the_team_stays_when_it_would_not_win_by_leaving() -> None:
    action = acting(last_one(0), 0)
    assert not (isinstance(action, Walk | Run) and getattr(action, "leave", False))
    assert not isinstance(action, End)
