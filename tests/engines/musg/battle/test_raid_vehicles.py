"""Vehicles among anti-terrorists and terrorists: seen, detected, heard, bound to rounds and leashes (ruling M357).

A light vehicle is 2 paces wide and 4 long. The strike team is side 0, the terrorists are side 1; the alert's dice
show 2, so that its level stays at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engines.musg.battle.actions import Activate, Custom, Deploy, End
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import Ride, Setup, Side
from engines.musg.battle.state import Place
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.ground.layout import Layout
from engines.musg.rules import Rules
from tests.engines.musg.battle.kit import CALM, EXTRA, LEADER, LIEUTENANT, Script, fig
from tests.engines.musg.battle.road import LIGHT, Spot, drive
from tests.engines.musg.battle.test_regroup import HOSTAGES, OPEN, SITES, WALLED, Row

CAR = Ride(number=1, name="car", design=LIGHT)


class Raid:
    """A raid with a vehicle on either side, if there is one: its crew by number (from 1), and its place.

    ``rounds``: the further markers of the one guard's round.
    """

    def __init__(
        self,
        *,
        anti: tuple[tuple[int, ...], Spot] | None = None,
        terrorists: tuple[tuple[int, ...], Spot] | None = None,
        team: Sequence[Row] | None = None,
        guards: Sequence[Row] | None = None,
        table: Layout = OPEN,
        detectors: Sequence[tuple[float, float]] = (),
        rounds: Sequence[tuple[float, float]] = (),
    ) -> None:
        sides = []
        where: list[tuple[float, float] | None] = []
        for index, (side, car) in enumerate(
            (
                (team or [fig(LEADER, (30, 2), "pistol", "rifle"), fig(LIEUTENANT, (34, 2), "pistol")], anti),
                (guards or [fig(LEADER, (30, 20), "pistol"), fig(EXTRA, (10, 30), "pistol")], terrorists),
            )
        ):
            figures = tuple(
                replace(figure, id=number, name=f"{'ab'[index]}{number}") for number, (figure, _) in enumerate(side, 1)
            )
            where += [at for _, at in side]
            rides = (replace(CAR, crew=car[0]),) if car else ()
            key = "ab"[index]
            sides.append(Side(key=key, name=key, race="generic", figures=figures, zone=index, rides=rides))
        self.setup = Setup(
            sides=tuple(sides), table=table, rules=Rules(**dict[str, Any](CALM)), modules=("regroup_team", "vehicles")
        )
        self.battle = Battle.new(self.setup, Script({"alert": [2] * 60, "rout": [1] * 40, "to_hit": [1] * 40}))
        laid = {"site": list(SITES), "hostage": list(HOSTAGES), "detector": list(detectors), "round": list(rounds)}
        spots = {side: car[1] for side, car in enumerate((anti, terrorists)) if car}
        while (asked := self.battle.decision) is not None and asked.ask in (Ask.CUSTOM, Ask.DEPLOY):
            what = asked.about.partition(".")[2]
            if asked.ask is Ask.DEPLOY:
                self.battle.play(Deploy(asked.options[0], *(where[asked.options[0]] or (0, 0))))
            elif what == "place":
                x, y, facing = spots[asked.side]
                self.battle.play(Custom("vehicles.place", None, asked.options[0], x, y, (float(facing),)))
            elif laid.get(what):
                self.battle.play(Custom(asked.about, None, None, *laid[what].pop(0)))
            else:
                done = Custom("regroup_team.done")
                self.battle.play(done if self.battle.can(done) else self.battle.actions()[0])

    def to(self, side: int) -> Raid:
        while (asked := self.battle.decision) is not None and asked.side != side:
            self.battle.play(Activate(asked.options[0]) if asked.ask is Ask.ACTIVATE else End())
        return self

    def act(self, number: int, *actions: Custom) -> Raid:
        self.to(self.battle.pieces[number].side)
        self.battle.play(Activate(number))
        for action in actions:
            self.battle.play(action)
        return self

    def allows(self, action: Custom) -> bool:
        return self.battle.can(action)

    @property
    def alerts(self) -> list[tuple[object, int | None]]:
        return [
            (e.data["why"], e.figure) for e in self.battle.events if e.kind is Kind.ALERT and e.data["why"] != "turn"
        ]

    @property
    def game(self) -> RegroupTeam:
        return next(one for one in self.battle.modules if isinstance(one, RegroupTeam))


# --- seen, detected, heard --------------------------------------------------------------------------------------------


def test_who_drives_in_view_is_seen() -> None:
    """Ruling M334; the guard, at (10, 30), is 14 paces off the vehicle's front when it ends at (20, 14)."""
    assert Raid(anti=((1,), (20, 4, 0))).act(0, drive(10.0)).alerts == [("seen", 0)]


def test_everybody_aboard_is_seen_once_an_activation() -> None:
    """Ruling M334: one roll an anti-terrorist and activation, whoever sees it and however often."""
    found = Raid(anti=((1, 2), (20, 4, 0))).act(0, drive(1.0), drive(1.0))
    assert found.alerts == [("seen", 0), ("seen", 1)]


def test_behind_a_wall_nobody_sees_a_vehicle() -> None:
    """The wall at y = 9 to 10 hides both; the guard is too far off to hear it."""
    assert Raid(anti=((1,), (20, 4, 90)), table=WALLED).act(0, drive(5.0)).alerts == []


def test_a_guard_hears_a_vehicle_within_ten_paces_without_seeing_it() -> None:
    """Its side is at y = 5, the guard at (20, 15.5): 10.0 paces from base to base, and a wall between them (M2, M3)."""
    guards = [fig(LEADER, (50, 38)), fig(EXTRA, (20, 15.5))]
    for y, heard in ((15.5, [("heard", 0)]), (15.6, [])):
        found = Raid(anti=((1,), (16, 4, 90)), guards=guards, table=WALLED).to(0)
        found.battle.put(found.battle.pieces[3], (20, y, 0, 0.5))  # he has walked his round by now
        assert found.act(0, drive(5.0), drive(1.0)).alerts == heard, "one roll a vehicle and activation"


def test_a_leader_is_no_guard_and_terrorists_do_not_hear_their_own() -> None:
    guards = [fig(LEADER, (20, 12)), fig(EXTRA, (55, 38))]
    assert Raid(anti=((1,), (16, 4, 90)), guards=guards, table=WALLED).act(0, drive(5.0)).alerts == []
    own = Raid(terrorists=((1,), (20, 14, 90)), table=WALLED)
    own.game.alert.level = 6
    assert own.act(2, drive(5.0)).alerts == []


def test_a_detector_notices_a_vehicle_once_an_activation() -> None:
    """Rulings M216, M335: within 3 paces of its base, whose side runs along y = 21: 24.0 is, 24.1 is not."""
    for y, noticed in ((24.0, [("detector", 2)]), (24.1, [])):
        found = Raid(terrorists=((1,), (20, 20, 90)), detectors=[(24, y)], table=WALLED)
        found.game.ground.allows = lambda *_: True  # type: ignore[method-assign]
        assert found.act(2, drive(5.0), drive(1.0)).alerts == noticed


def test_a_terrorist_who_drives_an_intruder_into_view_sees_him() -> None:
    """Ruling M334: the move of a terrorist that brings him into view. The wall ends at x = 40."""
    wall = replace(WALLED.pieces[0], shape=replace(WALLED.pieces[0].shape, width=40.0))  # type: ignore[arg-type]
    found = Raid(
        terrorists=((1,), (20, 14, 90)),
        team=[fig(LEADER, (41, 4), "pistol"), fig(LIEUTENANT, (2, 2))],
        guards=[fig(LEADER, None), fig(EXTRA, (2, 38))],
        table=replace(WALLED, pieces=(wall,)),
    )
    found.game.ground.allows = lambda *_: True  # type: ignore[method-assign]
    found.act(2, drive(10.0))
    assert found.alerts == []
    found.battle.play(drive(10.0))
    assert found.alerts == [("seen", 0)]


def test_a_guard_who_walks_brings_people_in_a_vehicle_into_view() -> None:
    """They stand by the vehicle behind the wall's end; from (44, 30) he sees its side."""
    wall = replace(WALLED.pieces[0], shape=replace(WALLED.pieces[0].shape, width=40.0))  # type: ignore[arg-type]
    found = Raid(
        anti=((1,), (37, 4, 90)),
        team=[fig(LEADER, None, "pistol"), fig(LIEUTENANT, (2, 2))],
        guards=[fig(LEADER, (2, 38)), fig(EXTRA, (38, 14))],
        table=replace(WALLED, pieces=(wall,)),
        rounds=[(42.0, 14.0)],
    )
    assert found.alerts == []
    found.act(3, Custom("regroup_team.walk", target=1))
    assert found.alerts == [("seen", 0)]


# --- what is forbidden before the alert -------------------------------------------------------------------------------


def test_from_aboard_only_the_silenced_pistol_is_fired_before_the_alert() -> None:
    """Musg, En alerte; rulings M107, M342: weapon 0 is the pistol, 1 the rifle; the leader stands 11 paces ahead."""
    found = Raid(anti=((2, 1), (30, 4, 0)), guards=[fig(LEADER, (30, 14)), fig(EXTRA, (55, 38))])
    found.to(0).battle.play(Activate(0))
    assert found.allows(Custom("vehicles.fire", 2, way=(0.0,)))
    assert not found.allows(Custom("vehicles.fire", 2, way=(1.0,)))
    found.game.alert.level = 6
    assert found.allows(Custom("vehicles.fire", 2, way=(1.0,)))


def test_a_terrorists_shot_from_aboard_is_heard() -> None:
    """Musg, En alerte: whoever fires makes another roll."""
    found = Raid(terrorists=((1, 2), (30, 12, 180)))
    found.to(1).battle.play(Activate(3))
    found.battle.play(Custom("vehicles.fire", 0, way=(0.0,)))
    assert found.alerts == [("shot", 3)]


def test_a_guard_at_the_wheel_drives_along_his_round_only() -> None:
    """Ruling M338: from marker to marker, once a turn; the second lies 5 paces ahead of where he began."""
    found = Raid(terrorists=((2,), (20, 20, 0)), rounds=[(20.0, 25.0)])
    found.to(1).battle.play(Activate(3))
    assert not found.allows(drive(10.0))
    assert not found.allows(drive(2.0))
    assert found.allows(drive(5.0))
    found.battle.play(drive(5.0))
    assert not found.allows(Custom("vehicles.reverse", way=(5.0,))), "one leg a turn"
    found.battle.play(End())
    found.to(0).to(1)
    found.battle.play(Activate(3))
    assert found.allows(Custom("vehicles.reverse", way=(5.0,)))
    found.game.alert.level = 6
    assert found.allows(drive(10.0))


def test_the_leash_of_leaders_holds_at_the_wheel() -> None:
    """Ruling M338: nothing is held here, so that he keeps within 2 paces of where he was deployed."""
    found = Raid(terrorists=((1,), (20, 20, 0)), guards=[fig(LEADER, None), fig(EXTRA, (55, 38))])
    found.to(1).battle.play(Activate(2))
    assert found.allows(drive(2.0))
    assert not found.allows(drive(2.1))
    module = next(one for one in found.battle.modules if isinstance(one, Vehicles))
    offered = [one for one in module.actions(found.battle, found.battle.pieces[2]) if one.code == "vehicles.drive"]
    assert [one.way for one in offered] == [(1.0,)], "what is forbidden is not offered either"


def test_hostages_wait_for_whoever_leads_them_from_a_vehicle_and_do_not_leave_in_it() -> None:
    """Rulings M340, M355: he is in play and leads them still; they go behind a base on the ground."""
    found = Raid(anti=((1,), (30, 4, 180)))
    found.game.alert.level = 6
    one, leader = found.game.hostages.all[0], found.battle.pieces[0]
    found.battle.put(one, (31.6, 4, 0, 0.5))
    found.game.hostages.take(found.battle, leader, one)
    found.act(0, drive(1.0))
    assert one.base[:2] == (31.6, 4)
    assert found.game.hostages.led_by(found.battle, leader) == [one]
    found.battle.play(drive(10.0))
    assert leader.place is Place.LEFT
    assert one.place is Place.PLAY
    assert found.game.hostages.trail.leader(found.battle, one) is None
    assert found.battle.warbands[0].points == 0


def test_both_modules_stand_together() -> None:
    assert MODULES["regroup_team"].problems(Raid().setup) == []
