"""How captains play anti-terrorists against terrorists: quietly in, the hostages out, the bomb placed or defused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.musg.battle.actions import Action, BreakOff, Custom, Deploy, End, Run, Strike, Walk
from engines.musg.battle.decision import Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.battle.regroup.arranging import far
from engines.musg.battle.regroup.bomb import DROPPED, KIT, SITE, Stage
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.regroup.leash import edge_spot
from engines.musg.battle.regroup.teams import TEAM, team
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import places, sight
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import GAP, RADIUS
from engines.musg.tactics import acting
from engines.musg.tactics.temper import Temperament

QUIET_SHOT: Final = 0.5
"""What a silenced shot must promise before a guard is shot at unprovoked, in victory points."""
LOUD_SHOT: Final = 0.5
WATCH: Final = 8
"""How near a hostage guards wait for the strike team, in paces."""
UNEASY: Final = 5
"""So little must be missing to the alert before the bomb is placed: hostages would die of it too."""
SPOTS: Final = 6
"""How many places out of sight are tried, the nearest to the goal first."""
ONWARD: Final = 1.5
"""A place out of sight must bring the figure so much nearer to where it is bound, in paces."""
ASIDE: Final = 4.0
"""How far from the end of the straight move such a place may be, in paces."""
ALONE: Final = 1
"""The last of the strike team fights on against so many, when it has enough points to go home."""
BESIDE: Final = 2 * RADIUS + 0.06


def raid(battle: Battle, piece: Piece, game: RegroupTeam, temper: Temperament) -> Action | None:
    """Return what a figure does about the game's aims, or ``None`` to fight, or drive, as in any battle."""
    if piece.place is Place.ABOARD:
        return None
    if piece.foes:
        return None if game.alert.given else _held(battle, piece, temper)
    flight = _out_of_the_blast(battle, piece, game)
    if flight is not None:
        return flight
    if piece.side == game.terrorists:
        return _terrorist(battle, piece, game)
    return _intruder(battle, piece, game)


def slip_in(battle: Battle, decision: Decision) -> Action | None:
    """Deploy a figure of the strike team where no terrorist sees it, well forward; ``None`` if all is seen."""
    piece = battle.pieces[decision.options[0]]
    taken = [p.base for p in battle.pieces if p.afoot]
    for base in places.deployment_spots(battle.table, battle.setup.sides[piece.side].zone):
        if battle.table.fits(base, taken) and not any(
            sight.sees(battle.table, foe.base, base) for foe in battle.enemies(piece)
        ):
            action = Deploy(piece.uid, base[0], base[1])
            if battle.can(action):
                return action
    return None


def _held(battle: Battle, piece: Piece, temper: Temperament) -> Action:
    """Strike: before the alert guards may not leave a fight."""
    action = acting.act(battle, piece, temper)
    if isinstance(action, BreakOff) and not battle.can(action):
        strikes = [one for one in battle.strikes(piece) if isinstance(one, Strike)]
        return strikes[0] if strikes else End()
    return action


# --- terrorists -------------------------------------------------------------------------------------------------------


def _terrorist(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    if game.has_bomb:
        duty = _bring_the_bomb(battle, piece, game)
        if duty is not None:
            return duty
    if game.alert.given and not game.hostages.here():
        return None
    shot, worth = acting.best_shot(battle, piece)
    if shot is not None and worth > 0:
        return shot
    if game.alert.given:
        return _stand_guard(battle, piece, game)
    walks = [one for one in game.actions(battle, piece) if one.code.endswith(".walk")]
    return walks[0] if walks else End()


def _stand_guard(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    """Hold what is held: fight whoever comes near, else wait in cover near a hostage; leaders never go to meet them."""
    reach = piece.sheet.open_ground_movement * RUN_FACTOR
    if battle.nearest(piece) <= reach and not piece.is_leader:
        return None
    held = [one.base[:2] for one in game.hostages.here() if _waits(battle, piece, game, one)]
    if not held:
        return None
    goal = min(held, key=lambda spot: far(spot, piece.base[:2]))
    if far(goal, piece.base[:2]) > WATCH:
        return _go(battle, piece, goal, hurry=True) or End()
    return battle.to_cover(piece) or End()


def _bring_the_bomb(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    """Place the bomb as soon as it is worth it: at once in a race, else when somebody is surely about."""
    bomb = game.bomb
    if bomb.stage is Stage.DROPPED and game.alert.given:
        nearest = min(team(battle, piece.side), key=lambda p: (far(p.base[:2], bomb.spot), p.uid))
        mark = next((m for m in battle.marks if m.code == DROPPED), None)
        return _go(battle, piece, (mark.x, mark.y), hurry=True) if mark and nearest is piece else None
    if bomb.holder != piece.uid or (not game.alert.given and game.alert.need > UNEASY):
        return None
    place = Custom(f"{game.code}.place")
    if battle.can(place):
        return place
    sites = [(m.x, m.y) for m in battle.marks if m.code == SITE]
    site = min(sites, key=lambda spot: far(spot, piece.base[:2]))
    return _go(battle, piece, site, hurry=game.alert.given and piece.ap > TEAM.place_action_points + 1)


# --- the strike team --------------------------------------------------------------------------------------------------


def _intruder(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    defuse = Custom(f"{game.code}.defuse")
    if game.has_bomb and battle.can(defuse):
        return defuse
    shot, worth = acting.best_shot(battle, piece)
    led = game.hostages.led_by(battle, piece)
    if game.bomb.stage is Stage.TICKING and _is_sapper(battle, piece, game):
        return _to_the_bomb(battle, piece, game, shot)
    if _has_done_enough(battle, piece, game):
        edge = edge_spot(battle, game.anti, piece.base[:2])
        return _leave(battle, piece, game) or _go(battle, piece, edge, hurry=True) or shot or End()
    if led:
        leaving = _leave(battle, piece, game)
        if leaving is not None:
            return leaving
    least = LOUD_SHOT if game.alert.given else QUIET_SHOT
    if shot is not None and worth >= least and not led:
        return shot
    goal = _goal(battle, piece, game)
    way = _go(battle, piece, goal, hurry=game.alert.given) if goal else None
    if way is not None:
        return way
    if shot is not None and worth > 0:
        return shot
    return None if game.alert.given else End()


def _to_the_bomb(battle: Battle, piece: Piece, game: RegroupTeam, shot: Action | None) -> Action | None:
    """Go to the bomb; clear it of those who keep it from it there: shoot, or fight as in any battle (``None``)."""
    spot = game.bomb.spot
    hurry = game.alert.given and piece.ap > game.bomb.cost(piece) + 1
    way = _go(battle, piece, spot, hurry=hurry)
    if isinstance(way, Walk | Run):
        there = far((way.x, way.y), spot) <= BESIDE
        at_hand = far(piece.base[:2], spot) <= piece.sheet.movement + BESIDE
        if there or not at_hand or not _guarded(battle, piece, spot):
            return way
        return shot if shot is not None else None if game.alert.given else way
    return way or shot or End()


def _guarded(battle: Battle, piece: Piece, spot: Point) -> bool:
    """Tell whether an enemy stands so near the bomb that nobody gets past to it."""
    return any(far(foe.base[:2], spot) <= 2 * BESIDE for foe in battle.enemies(piece))


def _has_done_enough(battle: Battle, piece: Piece, game: RegroupTeam) -> bool:
    """Tell whether the last of the team had better leave: the victory points decide, and it is ahead (ruling M53).

    With the bomb still about, or nobody saved, to leave would be to lose.
    """
    bands = battle.bands
    ahead = bands[game.anti].points > bands[game.terrorists].points
    harmless = not game.has_bomb or game.bomb.stage is Stage.DEFUSED
    if not (game.alert.given and ahead and harmless and game.hostages.saved):
        return False
    against = len(team(battle, game.terrorists))
    return len(team(battle, game.anti)) == 1 and against > ALONE and not game.hostages.led_by(battle, piece)


def _goal(battle: Battle, piece: Piece, game: RegroupTeam) -> Point | None:
    """Return where an intruder goes: out with those it leads, to a hostage nobody leads, to a kit that lies there."""
    if game.hostages.led_by(battle, piece):
        return edge_spot(battle, game.anti, piece.base[:2])
    if piece.uid not in game.bomb.kits:
        for mark in battle.marks:
            if mark.code == KIT and far((mark.x, mark.y), piece.base[:2]) <= piece.sheet.movement:
                return mark.x, mark.y
    waiting = [one for one in game.hostages.here() if _waits(battle, piece, game, one)]
    if waiting:
        one = min(waiting, key=lambda h: (far(h.base[:2], piece.base[:2]), h.uid))
        return one.base[0], one.base[1]
    if game.alert.given:
        return None
    return edge_spot(battle, game.anti, piece.base[:2]) if game.hostages.here() else None


def _waits(battle: Battle, piece: Piece, game: RegroupTeam, one: Piece) -> bool:
    leader = game.hostages.trail.leader(battle, one)
    return leader is None or leader.side != piece.side


def _is_sapper(battle: Battle, piece: Piece, game: RegroupTeam) -> bool:
    """Tell whether it is one of the two who go for the bomb: the nearest, those with a kit first."""
    ranked = sorted(
        team(battle, game.anti), key=lambda p: (far(p.base[:2], game.bomb.spot) - 6 * (p.uid in game.bomb.kits), p.uid)
    )
    return piece in ranked[:2]


def _leave(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    x, y = edge_spot(battle, game.anti, piece.base[:2])
    for dx, dy in ((0.0, 0.0), (1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5)):
        action = Walk(round(x + dx, 3), round(y + dy, 3), leave=True)
        if battle.can(action):
            return action
    return None


# --- both -------------------------------------------------------------------------------------------------------------


def _out_of_the_blast(battle: Battle, piece: Piece, game: RegroupTeam) -> Action | None:
    """Run from a bomb that goes off at the end of this turn, unless one may still defuse it."""
    bomb = game.bomb
    if bomb.stage is not Stage.TICKING or battle.turn < bomb.goes_off_after or not piece.ap:
        return None
    away = far(piece.base[:2], bomb.spot)
    if away - RADIUS > TEAM.blast + GAP:
        return None
    walk = piece.sheet.movement
    if piece.side == game.anti and away - BESIDE <= walk * max(0, piece.ap - bomb.cost(piece)):
        return None
    x, y = piece.base[:2]
    dx, dy = x - bomb.spot[0], y - bomb.spot[1]
    share = TEAM.blast / max(away, 0.1)
    goal = (bomb.spot[0] + dx * share * 1.1, bomb.spot[1] + dy * share * 1.1)
    return battle.towards(piece, *goal, run=piece.ap > 1)


def _go(battle: Battle, piece: Piece, goal: Point, *, hurry: bool) -> Action | None:
    """Return the move towards a place: at a run if there is a hurry, else unseen where that is no great detour."""
    away = far(piece.base[:2], goal)
    if away <= BESIDE or not piece.ap:
        return None
    if hurry and piece.ap > 1 and away > piece.sheet.movement:
        run = battle.towards(piece, *goal, run=True)
        if isinstance(run, Run):
            return run
    straight = battle.towards(piece, *goal)
    if straight is None or hurry or not _seen_at(battle, piece, (straight.x, straight.y)):
        return straight
    for spot in _shadows(battle, piece, goal, (straight.x, straight.y)):
        way = battle.to_point(piece, *spot)
        if way is not None:
            return way
    return straight


def _shadows(battle: Battle, piece: Piece, goal: Point, way: Point) -> Iterator[Point]:
    """Give places out of sight beside the way to a goal, which now leads to ``way``: the nearest to the goal first.

    What is nearer to the goal as the crow flies, but off the way, is a dead end.
    """
    reach = float(piece.sheet.movement)
    here = piece.base[:2]
    aside = min(ASIDE, far(here, way) - ONWARD)
    near = [spot for spot in places.spots_about(battle.table, piece.base, reach) if far(spot, way) <= aside]
    near = [spot for spot in near if far(spot, here) <= reach]
    near.sort(key=lambda spot: (round(far(spot, goal), 3), spot))
    given = 0
    for spot in near:
        if given == SPOTS:
            return
        if not _seen_at(battle, piece, spot):
            given += 1
            yield spot


def _seen_at(battle: Battle, piece: Piece, spot: Point) -> bool:
    base = battle.table.base_at(*spot)
    return any(sight.sees(battle.table, foe.base, base) for foe in battle.enemies(piece))
