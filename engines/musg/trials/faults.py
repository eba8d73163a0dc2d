"""What must hold at every moment of a battle, checked from outside the rules: for tests and the mass trial."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.table import TOUCH, overlaps, touching


def faults(battle: Battle) -> list[str]:
    """Return what is wrong with a battle as it stands: an empty list, if the engine keeps its own rules."""
    found: list[str] = []
    standing = [p for p in battle.pieces if p.place is Place.PLAY]
    for piece in battle.pieces:
        found += _of_figure(battle, piece)
    found += [
        f"{a} stands in {b}"
        for a, b in combinations(standing, 2)
        if overlaps(a.base, b.base) and (a.side == b.side or not (a.hidden or b.hidden))
    ]
    found += _of_pulp(battle)
    for band in battle.bands:
        won = sum(
            p.sheet.victory_points
            for p in battle.pieces
            if p.down and p.struck_down is not None and battle.pieces[p.struck_down].side == band.index
        )
        if won + band.scored != band.points:
            found.append(f"{band.name} has {band.points} points for {won} and {band.scored} of the scenario")
    return found


def _of_pulp(battle: Battle) -> list[str]:
    """Return what is wrong with the points of pulp: each is in a pool, spent or void."""
    found = []
    for module in battle.modules:
        if isinstance(module, PulpPoints):
            left = sum(module.pools.values())
            asked = battle.decision is not None and battle.decision.ask is Ask.PULP_STANDS  # one is being spent
            if left + module.lost + module.void + asked != module.begun + module.regained or left < 0:
                found.append(f"{left} points of pulp, {module.lost} lost, {module.void} void of {module.begun}")
    return found


def _of_figure(battle: Battle, piece: Piece) -> list[str]:
    found = []
    if piece.ap < 0:
        found.append(f"{piece} has {piece.ap} action points")
    if piece.ap and battle.active is not piece and piece not in battle.joined:
        found.append(f"{piece} keeps {piece.ap} action points")
    if piece.hp > piece.sheet.hit_points:
        found.append(f"{piece} has more hit points than it came with")
    if piece.place is Place.PLAY:
        x, y, z, radius = piece.base
        if not battle.table.can_stand(x, y, radius):
            found.append(f"{piece} stands where nobody can")
        if z < battle.table.height_at(x, y) - TOUCH:
            found.append(f"{piece} stands below the ground")
        asked = battle.decision is not None and battle.decision.throw is not None  # then what follows waits for dice
        if piece.hp <= 0 and not asked:
            found.append(f"{piece} fights on without hit points")
        touched = {
            p.uid
            for p in battle.pieces
            if battle.hostile(piece, p)
            and p.place is Place.PLAY
            and not (p.hidden or piece.hidden)
            and touching(piece.base, p.base)
        }
        if {p.uid for p in piece.foes} != touched:
            found.append(f"{piece} is in contact with {touched}, not {piece.foes}")
    else:
        if piece.foes and piece.place is not Place.ABOARD:
            found.append(f"{piece} is out of play and in close combat")
        fallen = piece.place in (Place.OUT, Place.DEAD) or (piece.place is Place.LEFT and piece.down)
        if (piece.hp <= 0) != fallen or fallen != piece.down:
            found.append(f"{piece} is {piece.place.name} with {piece.hp} hit points")
    return found


def faults_of_events(battle: Battle, events: Sequence[Event]) -> list[str]:
    """Return what is wrong with the record: hit points that do not add up, figures that acted twice, numbering."""
    found = [f"event {n} is numbered {event.index}" for n, event in enumerate(events) if event.index != n]
    left = {p.uid: p.sheet.hit_points for p in battle.pieces}
    acted: set[tuple[int, int]] = set()
    for event in events:
        if event.kind is Kind.WOUNDED:
            left[event.figure or 0] -= int(str(event.data["lost"]))
        elif event.kind is Kind.HEALED:
            left[event.target or 0] += 1
        elif event.kind is Kind.APPEARED:
            left[event.figure or 0] = int(str(event.data["hit_points"]))  # captives have one left (ruling M330)
        elif event.kind is Kind.ROSE:
            left[event.target or 0] = -1
        elif event.kind is Kind.ACTIVATED:
            joined = event.data["joined"]
            for uid in (event.figure or 0, *(joined if isinstance(joined, list) else ())):
                if (event.turn, int(uid)) in acted:
                    found.append(f"figure {uid} acted twice in turn {event.turn}")
                acted.add((event.turn, int(uid)))
    found += _faults_of_infection(battle, events)
    for piece in battle.pieces:
        fell = any(e.kind is Kind.FELL and e.figure == piece.uid for e in events)
        if left[piece.uid] != piece.hp and not (fell and piece.hp < 0):
            found.append(f"{piece} lost {piece.sheet.hit_points - left[piece.uid]} hit points in the record")
    return found


def _faults_of_infection(battle: Battle, events: Sequence[Event]) -> list[str]:
    """Return what is wrong with the infected: who turns was infected, turns once, and is dead for the warband."""
    found = []
    caught = [e.figure for e in events if e.kind is Kind.INFECTED and e.data["caught"]]
    risen = [e.target for e in events if e.kind is Kind.ROSE]
    if len(set(caught)) < len(caught) or len(set(risen)) < len(risen) or not set(risen) <= set(caught):
        found.append(f"infected {caught}, risen {risen}")
    report = battle.report()
    killed = {(down.victim.warband, down.victim.figure) for down in report.downs if down.killed}
    for uid in risen:
        piece = battle.pieces[uid or 0]
        if not piece.bystander and (battle.bands[piece.side].key, piece.number) not in killed:
            found.append(f"{piece} rose and is not reported dead")
    told = [down.victim for down in report.downs] + list(report.fled)
    if len(set(told)) < len(told):
        found.append("somebody is reported twice")
    return found
