"""What has become of everybody and everything when a battle is over: each has one fate, and the report knows it.

``faults`` looks at a battle at any moment; here it is looked at once, when it has ended. Those who come and go by a
module's rules, and all that lies about for it, are looked after by that module's audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from engines.musg.abducted import Tidings
from engines.musg.battle.civilians import FIRST_NUMBER, Civilians
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import Module
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.pursuit import THING, Pursuit
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.rescue import Rescue
from engines.musg.battle.state import CAPTIVE, Piece, Place
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.zombies import FatalInfection, Zombies
from engines.musg.report import Who

ENDS: Final = frozenset(Place) - {Place.WAITING}
"""Where a warband's figure can be when all is over: nobody is still to be deployed."""
MET: Final = frozenset({Place.PLAY, Place.ABOARD, Place.OUT, Place.DEAD, Place.LEFT})
"""Where a civilian or a captive can be: it is led, rides along (ruling M361) and goes off, but it never flees."""

HOLDS: Final = frozenset({Place.PLAY, Place.ABOARD, Place.ABSENT, Place.RESERVE})
"""Where the holder of the bomb can be: whoever falls or goes drops it."""


def fates(battle: Battle) -> list[str]:
    """Return what has no fate, or two of them, in a battle that is over; an empty list when all is accounted for."""
    found = [*_of_figures(battle), *_of_report(battle), *_of_captured(battle)]
    for module in battle.modules:
        for kind, audit in _AUDITS.items():
            if isinstance(module, kind):
                found += audit(battle, module)
    return found


def fates_in_record(battle: Battle, events: Sequence[Event]) -> list[str]:
    """Return where the record and the fates disagree: points of pulp, the infected, the saved, the vehicles gone."""
    return [*_pulp_told(events), *_infected_told(battle, events), *_saved_told(battle, events)]


# --- figures and the report -------------------------------------------------------------------------------------------


def _of_figures(battle: Battle) -> Iterator[str]:
    if [piece.uid for piece in battle.pieces] != list(range(len(battle.pieces))):
        yield "the figures are not numbered one after the other"
    stood = Counter(piece.uid for band in battle.bands for piece in band.pieces)
    led = sum(map(len, battle.prepared.sheets))
    for piece in battle.pieces:
        if stood[piece.uid] != 1 or piece not in battle.bands[piece.side].pieces:
            yield f"{piece} stands in {stood[piece.uid]} bands"
        if piece.place not in ENDS:
            yield f"{piece} is {piece.place.name} when all is over"
        if piece.uid >= led and not piece.bystander and piece.place not in (Place.PLAY, Place.DEAD):
            yield f"{piece}, whom nobody leads, is {piece.place.name}"


def _of_report(battle: Battle) -> Iterator[str]:
    told = battle.report()
    led = sum(map(len, battle.prepared.sheets))
    mustered = {Who(side.key, figure.id) for side in battle.setup.sides for figure in side.figures}
    waiting = {Who(side.key, figure.id) for side in battle.setup.sides for figure in side.captives}
    downs = [down for down in told.downs if down.victim not in waiting]
    named = [*[down.victim for down in downs], *told.fled, *told.absent]
    if len(set(named)) < len(named) or not set(named) <= mustered:
        yield f"the report names {named}"
    if len(downs) != sum(piece.down for piece in battle.pieces[:led]):
        yield f"the report tells of {len(downs)} who fell"
    if len(told.fled) != sum(piece.place is Place.FLED for piece in battle.pieces[:led]):
        yield f"the report tells of {len(told.fled)} who fled"
    if {down.by for down in told.downs if down.by} - mustered:
        yield "somebody of no warband took somebody down"


def _of_captured(battle: Battle) -> Iterator[str]:
    kept = battle.outcome.captured if battle.outcome else ()
    led = sum(map(len, battle.prepared.sheets))
    if len(set(kept)) < len(kept):
        yield f"captured twice: {kept}"
    for piece in (battle.pieces[uid] for uid in kept):
        if piece.place is not Place.OUT or not (piece.uid < led or piece.bystander):
            yield f"{piece} is captured and {piece.place.name}"
    reported = {down.victim for down in battle.report().downs if down.captured}
    if reported != {Who(battle.bands[p.side].key, p.number) for p in battle.pieces[:led] if p.uid in kept}:
        yield f"captured {kept}, reported {reported}"


# --- by module --------------------------------------------------------------------------------------------------------


def _of_pulp(battle: Battle, module: PulpPoints) -> Iterator[str]:
    """Each point is in a pool, lost or void; ``faults`` adds them up."""
    if any(left < 0 for left in module.pools.values()) or min(module.lost, module.void) < 0:
        yield f"pools of pulp {module.pools}"
    if module.regained != len(module.sacrificed):
        yield f"{module.regained} points of pulp for {len(module.sacrificed)} sacrifices"


def _of_infected(battle: Battle, module: Zombies) -> Iterator[str]:
    """Who carries it may be anywhere, but it is a warband's figure or a bystander; the switch leaves none alive."""
    fatal = any(isinstance(one, FatalInfection) for one in battle.modules)
    for uid in module.infections.carriers:
        piece = battle.pieces[uid]
        if piece.side == module.side and not piece.bystander:
            yield f"{piece} is a zombie and infected"
        if fatal and piece.place is not Place.DEAD and not _unturned(battle, piece):
            yield f"{piece} survived a fatal infection"


def _unturned(battle: Battle, piece: Piece) -> bool:
    return not piece.bystander and piece.number in battle.setup.sides[piece.side].unturned


def _of_captives(battle: Battle, module: Rescue) -> Iterator[str]:
    """A captive waits, walks with its own, lies there, is dead or home; the report says who is home and who is dead."""
    waiting = {Who(side.key, figure.id) for side in battle.setup.sides for figure in side.captives}
    nest = [piece for piece in battle.pieces if CAPTIVE in piece.traits]
    captives = [piece for piece in nest if module.home_of(piece) is not None]
    home = [piece for piece in captives if piece.place is Place.LEFT]
    if any(piece.place not in MET for piece in captives) or len(captives) > len(waiting):
        yield f"captives {captives}"
    told = list(battle.report().rescued or ())
    if len(told) != len(home) or len(set(told)) < len(told) or not set(told) <= waiting:
        yield f"brought home {told}, off the table {home}"
    dead = [down for down in battle.report().downs if down.victim in waiting]
    if not all(down.killed for down in dead) or len(dead) != sum(piece.place is Place.DEAD for piece in captives):
        yield f"captives dead {dead}"
    yield from _of_abducted(battle, [piece for piece in nest if module.home_of(piece) is None])


def _of_abducted(battle: Battle, nest: Sequence[Piece]) -> Iterator[str]:
    """Each civilian of the nest has one fate: freed, dead, or kept as long as it is on the table or had no room."""
    told = battle.report().civilians or Tidings()
    waiting = battle.setup.civilians or ()
    off = Counter(piece.place for piece in nest)
    settled = (*told.freed, *told.died)
    if len(nest) > len(waiting) or not off.keys() <= MET:
        yield f"civilians in the nest {nest}"
    if len(set(settled)) < len(settled) or not set(settled) <= set(waiting):
        yield f"civilians settled {settled}"
    if (len(told.freed), len(told.died)) != (off[Place.LEFT], off[Place.DEAD]):
        yield f"civilians freed {told.freed}, died {told.died}, in the end {off}"


def _of_civilians(battle: Battle, module: Civilians) -> Iterator[str]:
    for piece in battle.pieces:
        if piece.bystander and piece.number >= FIRST_NUMBER and piece.place not in MET:
            yield f"{piece}, a civilian, is {piece.place.name}"
    kept = [battle.pieces[uid] for uid in (battle.outcome.captured if battle.outcome else ())]
    met = [p for p in kept if p.bystander and p.number >= FIRST_NUMBER and CAPTIVE not in p.traits]
    if len((battle.report().civilians or Tidings()).taken) != len(met):
        yield f"civilians carried off {met}, reported {battle.report().civilians}"


def _of_raid(battle: Battle, module: RegroupTeam) -> Iterator[str]:
    """A hostage stands, is out of here or dead; the bomb is carried, lies there, ticks, is defused or has gone off."""
    hostages = module.hostages.all
    if len(hostages) != module.hostage_count:
        yield f"{len(hostages)} hostages of {module.hostage_count}"
    for one in hostages:
        if one.place not in (Place.PLAY, Place.LEFT, Place.DEAD):
            yield f"{one}, a hostage, is {one.place.name}"
    bomb = module.bomb
    held = bomb.holder is not None and battle.pieces[bomb.holder].place in HOLDS
    if module.has_bomb and (bomb.stage is Stage.CARRIED) != held:
        yield f"the bomb is {bomb.stage} and its holder is {bomb.holder}"
    for code, stage in (("bomb", Stage.TICKING), ("dropped_bomb", Stage.DROPPED)):
        if sum(mark.code == code for mark in battle.marks) != (bomb.stage is stage):
            yield f"the bomb is {bomb.stage}, and the marks are {battle.marks}"


def _of_things(battle: Battle, module: Pursuit) -> Iterator[str]:
    """A thing lies there once, is borne by somebody in play, or has been carried off."""
    lying = Counter(mark.number for mark in battle.marks if mark.code == THING)
    bearers = []
    for thing in module.things:
        if lying[thing.number] != thing.lies:
            yield f"thing {thing.number} has {lying[thing.number]} marks"
        if thing.bearer is not None:
            bearers.append(thing.bearer)
            if thing.gone or thing.bearer.place is not Place.PLAY:
                yield f"thing {thing.number} is borne by {thing.bearer}, who is {thing.bearer.place.name}"
    if sorted(p.uid for p in bearers) != [p.uid for p in battle.pieces if p.laden]:
        yield f"things are borne by {bearers}"


def _of_vehicles(battle: Battle, module: Vehicles) -> Iterator[str]:
    """A vehicle stands, is a wreck or has left, where nothing else stands; who is aboard sits in one of them."""
    rides = module.rides(battle).all
    aboard = sorted(piece.uid for ride in rides for piece in ride.crew)
    if aboard != [piece.uid for piece in battle.pieces if piece.place is Place.ABOARD]:
        yield f"aboard are {aboard}"
    for ride in rides:
        if not 0 <= ride.structure <= ride.built.structure:
            yield f"{ride.name} has {ride.structure} points of structure"
        if ride.pilot is not None and (ride.pilot not in ride.crew or ride.wreck):
            yield f"{ride.pilot} drives {ride.name}"
        if ride.crew and (ride.left or not ride.placed):
            yield f"{ride.crew} sit in {ride.name}, which is not there"
    for one, other in combinations([ride for ride in rides if ride.on_table], 2):
        if one.base.overlaps(other.base):
            yield f"{one.name} stands in {other.name}"
    told = {(one.warband, one.vehicle): one.lost for one in battle.report().broken or ()}
    lost = {(battle.bands[r.home].key, r.number): r.built.structure - r.structure for r in rides}
    if told != {key: count for key, count in lost.items() if count}:
        yield f"vehicles lost {lost}, reported {told}"


_AUDITS: Final[dict[type[Module[Any]], Callable[[Battle, Any], Iterator[str]]]] = {
    PulpPoints: _of_pulp,
    Zombies: _of_infected,
    Rescue: _of_captives,
    Civilians: _of_civilians,
    RegroupTeam: _of_raid,
    Pursuit: _of_things,
    Vehicles: _of_vehicles,
}
"""What a module's own figures and things may have become, by its class."""


# --- the record -------------------------------------------------------------------------------------------------------


def _pulp_told(events: Sequence[Event]) -> Iterator[str]:
    """After each event the pools hold what there was before, less what was lost or void, and what was regained."""
    total = 0
    for event in events:
        if event.kind is Kind.PULP_POOLS:
            total = _sum(event)
        elif event.kind is Kind.PULP_DIE:
            total -= event.data["given"] is None
        elif event.kind is Kind.PULP_REGAINED:
            total += 1
        elif event.kind is Kind.PULP_VOID:
            total -= int(str(event.data["count"]))
        else:
            continue
        if _sum(event) != total:
            yield f"event {event.index}: pools {event.data['pools']}, but {total} points are left"


def _sum(event: Event) -> int:
    pools = event.data["pools"]
    return sum(max(0, int(str(left))) for left in pools) if isinstance(pools, list) else 0


def _infected_told(battle: Battle, events: Sequence[Event]) -> Iterator[str]:
    """Who caught it carries it still, or its time came: it rose or is dead, or, never turning, out of action."""
    carriers = {uid for one in battle.modules if isinstance(one, Zombies) for uid in one.infections.carriers}
    caught = {e.figure for e in events if e.kind is Kind.INFECTED and e.data["caught"]}
    risen = {e.target for e in events if e.kind is Kind.ROSE}
    if not carriers <= caught or carriers & risen:
        yield f"caught it {caught}, carry it {carriers}, rose {risen}"
    for piece in (battle.pieces[uid or 0] for uid in caught - carriers):
        if piece.place is not Place.DEAD and not (_unturned(battle, piece) and piece.down):
            yield f"{piece} is {piece.place.name}, and its infection is gone"


def _saved_told(battle: Battle, events: Sequence[Event]) -> Iterator[str]:
    """Civilians and captives who went off on their feet are told as saved, once; hostages and vehicles as gone."""
    saved = Counter(e.figure for e in events if e.kind is Kind.SAVED)
    off = [p.uid for p in battle.pieces if p.bystander and p.place is Place.LEFT and not p.down]
    for module in battle.modules:
        if isinstance(module, RegroupTeam):
            hostages = {one.uid for one in module.hostages.all}
            out = Counter(e.figure for e in events if e.kind is Kind.LEFT_TABLE and e.figure in hostages)
            if out != Counter(uid for uid in off if uid in hostages):
                yield f"hostages out: {out}"
            off = [uid for uid in off if uid not in hostages]
        elif isinstance(module, Vehicles):
            left = {e.data["vehicle"] for e in events if e.kind is Kind.VEHICLE_LEFT}
            if left != {ride.index for ride in module.rides(battle).all if ride.left}:
                yield f"vehicles gone: {left}"
    if saved != Counter(off):
        yield f"saved {saved}, off the table {off}"
