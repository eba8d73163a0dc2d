"""The module "aliens" (Musg, Invasion Alien; rulings M196-M201, M328-M331)."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from engines.musg.battle.actions import Activate, Charge, End, Shoot, Walk
from engines.musg.battle.aliens import Aliens
from engines.musg.battle.damage import put_out
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.neutral import stand
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.layout import Climb, Form, Piece as Terrain, Veil
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import EXTRA, LEADER, Scene, fig, layout, only

CLAWS, GUN = "invader_melee", "invader_shooting"


def scene(*own: object, foes: object = None, **more: object) -> Scene:
    """Own figures against one far away, with aliens about."""
    sides = [list(own), foes if foes is not None else [fig(LEADER, (58, 38))]]
    return Scene(*sides, modules=("aliens",), **more)  # type: ignore[arg-type]


def alien(found: Scene, code: str, x: float, y: float) -> Piece:
    battle = found.battle
    sheet = sheet_of(code, Aliens.traits, CATALOGUE)
    return stand(battle, len(battle.warbands), sheet, code, (x, y, 0.0, 0.5), Kind.APPEARED, "the test")


def through(found: Scene) -> list[Event]:
    before = len(found.battle.events)
    found.skip_turn()
    return found.battle.events[before:]


def of(events: list[Event], kind: Kind) -> list[Event]:
    return [event for event in events if event.kind is kind]


def test_their_sheets_are_those_of_the_annex() -> None:
    """Rulings M197-M199: four dice of 5 at 3+; two of 3 at 5+ and a rifle of strength 4."""
    claws, gun = sheet_of(CLAWS, Aliens.traits, CATALOGUE), sheet_of(GUN, Aliens.traits, CATALOGUE)
    assert (claws.movement, claws.leadership, claws.melee, claws.toughness, claws.hit_points) == (10, 8, 3, 3, 2)
    assert [(b.dice, b.strength) for b in claws.strikes[0].blades] == [(4, 5)]
    assert claws.guns == ()
    assert (gun.movement, gun.shooting, gun.melee) == (8, 3, 5)
    assert [(b.dice, b.strength) for b in gun.strikes[0].blades] == [(2, 3)]
    assert [(g.short, g.medium, g.long, g.strength, g.dice) for g in gun.guns] == [(10, 20, 30, 4, 1)]
    assert (claws.victory_points, gun.victory_points) == (0, 0)


def test_its_own_table_of_encounters() -> None:
    """12-13: a d3 for close combat and one that shoots at point 1 (ruling M200)."""
    found = scene(fig(LEADER, (5, 5)), dice={"encounter": [1, 6], "encounter_table": [1, 2], "arrivals": [3]})
    met = found.events(Kind.ENCOUNTER)[0].data
    assert (met["figures"], met["counts"], met["point"]) == (f"{CLAWS}, {GUN}", [2, 1], 1)
    assert [p.sheet.name for p in found.battle.bands[2].pieces] == [
        "Alien, close combat 1",
        "Alien, close combat 2",
        "Alien, shooting 3",
    ]


def test_within_fifteen_paces_it_charges_and_strikes_with_one_more() -> None:
    """Rulings M328, M329: strength 6, four dice; one point for the charge, one for the blow."""
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1] * 4})
    alien(found, CLAWS, 19, 5)
    events = through(found)
    assert len(of(events, Kind.CHARGED)) == 1
    struck = only(events, Kind.STRUCK)
    assert (struck.data["strengths"], struck.data["dice"]) == ([6], [4])


def test_out_of_reach_it_walks_twice() -> None:
    """Ruling M328: 20 paces, never a run."""
    found = scene(fig(LEADER, (5, 5)))
    one = alien(found, CLAWS, 38, 5)
    events = [e for e in through(found) if e.figure == one.uid]
    assert [e.kind for e in events if e.kind in (Kind.WALKED, Kind.RAN, Kind.CHARGED)] == [Kind.WALKED, Kind.WALKED]
    assert one.base[0] == pytest.approx(18, abs=0.05)


def test_it_shoots_the_nearest_in_range_twice() -> None:
    found = scene(fig(LEADER, (5, 5)), fig(at=(5, 20)), dice={"to_hit": [1, 1]})
    one = alien(found, GUN, 20, 7)
    events = through(found)
    assert [(e.figure, e.target) for e in of(events, Kind.SHOT)] == [(one.uid, 0), (one.uid, 0)]
    assert of(events, Kind.MARKED) == [], "its own shots make no noise for others (ruling M331)"


def test_out_of_range_it_walks_then_shoots() -> None:
    """30 paces is as far as it shoots: from 34 one walk of 8."""
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1]})
    one = alien(found, GUN, 40, 5)
    events = [e for e in through(found) if e.figure == one.uid]
    assert [e.kind for e in events if e.kind in (Kind.WALKED, Kind.SHOT)] == [Kind.WALKED, Kind.SHOT]


def test_in_contact_a_shooter_strikes() -> None:
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1] * 4})
    one = alien(found, GUN, 20, 5)
    found.touch(0, one.uid)
    assert [e.data["dice"] for e in of(through(found), Kind.STRUCK)] == [[2], [2]]


def test_what_it_may_not_shoot_it_charges() -> None:
    """Ruling M328: only an enemy it could reach and cannot shoot, here one that another alien fights."""
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1] * 10})
    claws = alien(found, CLAWS, 20, 5)
    gun = alien(found, GUN, 20, 12)
    found.touch(0, claws.uid)
    events = [e for e in through(found) if e.figure == gun.uid]
    assert of(events, Kind.SHOT) == []
    assert len(of(events, Kind.CHARGED)) == 1


def test_they_take_no_test_to_charge_or_be_charged_but_others() -> None:
    """Ruling M196: neither nerve nor receiving; startled by a leader, and under fire, they test."""
    tests = {"nerve_to_charge": True, "receive_charge": True, "first_sight": True, "under_fire": True}
    found = scene(
        fig(LEADER, (5, 5), "rifle"),
        foes=[fig(LEADER, (58, 38))],
        dice={"to_hit": [6] + [1] * 20, "wound": [1], "under_fire": [1, 1], "first_sight": [1] * 20},
        **tests,
    )
    one = alien(found, CLAWS, 18, 5)
    events = found.activate(0, Shoot(0, one.uid), End())
    assert only(events, Kind.UNDER_FIRE).figure == one.uid
    events = through(found)
    assert of(events, Kind.NERVE) == []
    assert len(of(events, Kind.CHARGED)) == 1
    far = alien(found, CLAWS, 5, 20)
    found.battle.put(found.piece(0), (5.0, 12.0, 0.0, 0.5))
    charged = found.activate(0, Charge((far.uid,)), End())
    assert of(charged, Kind.RECEIVED) == []


def test_an_extra_charged_by_one_tests() -> None:
    """Aliens stay at ruling M137: the rank of henchmen, above an extra's."""
    found = scene(
        fig(LEADER, (5, 30)), fig(EXTRA, (5, 5)), receive_charge=True, dice={"receive": [1, 1], "to_hit": [1] * 4}
    )
    alien(found, CLAWS, 15, 5)
    assert only(through(found), Kind.RECEIVED).figure == 1


@pytest.mark.parametrize(("height", "over"), [(1.4, True), (1.5, False)])
def test_it_passes_over_less_than_one_and_a_half_figures(height: float, over: bool) -> None:
    """Ruling M323: a figure is a pace tall; up costs two for one, down one (ruling M55). No way leads round.

    Aliens do so on their way to whoever is no alien, whatever is printed of zombies there (ruling M287).
    """
    wall = Terrain(
        kind="wall", shape=Rectangle(20, 0, 0.5, 40), form=Form.WALL, height=height, climb=Climb.CLIMB, veil=Veil.CLEAR
    )
    found = scene(fig(LEADER, (5, 5)), table=layout(wall))
    one = alien(found, CLAWS, 30, 5)
    through(found)
    assert (one.base[0] < 20) is over


def test_the_fallen_left_on_the_table_are_carried_off() -> None:
    """Rulings M201, M330: out of action and still there; those brought away and the dead are not."""
    found = scene(
        fig(LEADER, (5, 5)), fig(at=(5, 10)), fig(at=(5, 20)), fig(at=(5, 30)), turn_limit=1, dice={"rout": [1] * 9}
    )
    for number, points in ((1, 0), (2, 0), (3, -1)):
        piece = found.piece(number)
        piece.hp = points
        put_out(found.battle, piece, None)
    found.piece(2).place = Place.LEFT
    found.skip_turn()
    outcome = found.battle.outcome
    assert outcome
    assert outcome.captured == (1,)
    assert only(found.battle.events, Kind.CAPTURED).figure == 1


def test_nobody_is_carried_off_without_them() -> None:
    found = Scene([fig(LEADER, (5, 5)), fig(at=(5, 10))], [fig(LEADER, (50, 5))], turn_limit=1)
    found.piece(1).hp = 0
    put_out(found.battle, found.piece(1), None)
    found.skip_turn()
    assert found.battle.outcome
    assert found.battle.outcome.captured == ()
    assert found.events(Kind.CAPTURED) == []


def fallen(*rivals: object, **more: object) -> Scene:
    """Our henchman lies at (2, 20), their leader stands against the body; who rallies and routs passes."""
    found = scene(fig(LEADER, (30, 5)), fig(at=(2, 20)), foes=[fig(LEADER, (8, 25)), *rivals], **more)
    found.battle.put(found.piece(2), (2, 21.002, 0, 0.5))
    found.piece(1).hp = 0
    put_out(found.battle, found.piece(1), None)
    return found


def test_a_rival_carries_a_body_off_and_it_takes_its_ordinary_return_roll() -> None:
    """Musg, Les « autres »; ruling M359: walking only, in contact, and off the table by whomever (M37)."""
    found = fallen(turn_limit=1, dice={"rout": [1] * 20}).to_side(1)
    found.play(Activate(2))
    assert Walk(0.5, 21.002, carrying=1, leave=True) in [
        Walk(a.x, a.y, carrying=a.carrying, leave=a.leave)
        for a in found.battle.actions()
        if isinstance(a, Walk) and a.leave and a.carrying == 1
    ]
    found.play(Walk(0.5, 21.002, carrying=1, leave=True))
    assert [found.piece(n).place for n in (1, 2)] == [Place.LEFT, Place.LEFT]
    found.skip_turn()
    assert found.battle.outcome
    assert found.battle.outcome.captured == ()
    [down] = [one for one in found.battle.report().downs if one.victim.figure == 2]
    assert (down.killed, down.captured) == (False, UNSET)


def test_without_aliens_only_companions_carry_a_body() -> None:
    """Rulings M34, M37."""
    found = Scene([fig(LEADER, (30, 5)), fig(at=(2, 20))], [fig(LEADER, (8, 25))])
    found.battle.put(found.piece(2), (2, 21.002, 0, 0.5))
    found.piece(1).hp = 0
    put_out(found.battle, found.piece(1), None)
    found.to_side(1).play(Activate(2))
    assert found.refused(Walk(2, 22, carrying=1)) == "no_body_here"


def test_nobody_carries_an_alien() -> None:
    found = scene(fig(LEADER, (30, 5)))
    one = alien(found, CLAWS, 31.002, 5)
    found.battle.remove(one, Place.OUT)
    found.play(Activate(0))
    assert found.refused(Walk(32, 5, carrying=one.uid)) == "no_body_here"


@pytest.mark.parametrize(("length", "over"), [(3.0, False), (24.0, True)])
def test_it_goes_round_or_over_whichever_takes_less_movement(length: float, over: bool) -> None:
    """Ruling M362. The wall before it is 1.4 high: up and down it costs 4.2 paces besides (M55).

    Round the end of one 3 long it is less than half a pace more than straight on; round one 24 long, 14 more.
    """
    shape = Rectangle(20, 15 - length / 2, 0.5, length)
    wall = Terrain(kind="wall", shape=shape, form=Form.WALL, height=1.4, climb=Climb.CLIMB, veil=Veil.CLEAR)
    found = scene(fig(LEADER, (2, 15)), foes=[fig(LEADER, (58, 38))], table=layout(wall))
    one = alien(found, CLAWS, 24, 15)
    way = next(e for e in through(found) if e.kind is Kind.WALKED and e.figure == one.uid).data["way"]
    assert isinstance(way, list)
    aside = max(abs(y - 15) for _, y in way)  # type: ignore[misc, str-unpack]
    assert (aside < length / 2) is over
