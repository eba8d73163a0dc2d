"""Somebody led: who stands on the table without being anybody's enemy (Musg, Rencontre de civils; M206, M332, M340)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engines.musg.attacks.fighter import of_profile
from engines.musg.battle.actions import Charge, Walk
from engines.musg.battle.damage import put_out
from engines.musg.battle.events import Kind
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.led import BYSTANDER, Held, Trail, bystanders, join, touched
from engines.musg.battle.neutral import stand
from engines.musg.battle.outcome import Ending
from engines.musg.battle.state import Piece
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.strides import Route
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, only

RULE = "the test"


@dataclass
class Case:
    """Two warbands, a zombie far away, and a bystander whom nobody leads."""

    found: Scene
    one: Piece

    @property
    def home(self) -> int:
        return len(self.found.battle.warbands)


def case(x: float = 20.0, y: float = 20.0) -> Case:
    found = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (5, 10))], [fig(LEADER, (50, 35))], modules=("zombies",))
    battle = found.battle
    sheet = of_profile(CATALOGUE.extra, CATALOGUE, number=-50, name="Somebody", more_traits=frozenset({BYSTANDER}))
    piece = stand(battle, len(battle.warbands), sheet, "somebody", (x, y, 0.0, 0.5), Kind.APPEARED, RULE)
    return Case(found, piece)


def test_no_warband_has_a_bystander_for_an_enemy_but_zombies_do() -> None:
    """Musg, Rencontre de civils: they attack nobody; zombies go for every figure that is none (Gestion des zombies)."""
    it = case()
    battle = it.found.battle
    join(battle, it.one, 1, RULE)
    zombie = stand(
        battle, it.home, sheet_of("zombie", Zombies.traits, CATALOGUE), "zombie", (40, 5, 0, 0.5), Kind.APPEARED, RULE
    )
    own, theirs = it.found.piece(0), it.found.piece(2)
    assert it.one not in battle.enemies(own)
    assert it.one not in battle.enemies(theirs)
    assert battle.enemies(it.one) == [zombie]
    assert it.one in battle.enemies(zombie)


def test_contact_with_a_bystander_engages_nobody() -> None:
    it = case()
    it.found.touch(0, it.one.uid)
    assert it.found.piece(0).foes == [] == it.one.foes
    assert touched(it.found.battle, it.found.piece(0)) == [it.one]


def test_nobody_charges_a_bystander() -> None:
    it = case(9, 5)
    it.found.activate(0)
    assert it.found.refused(Charge((it.one.uid,))) == "bystander"


def test_one_walks_into_contact_with_a_bystander() -> None:
    """A touch is all it takes to free a hostage (Musg, Délivrer un otage), by an ordinary move."""
    it = case(9, 5)
    it.found.activate(0, Walk(8, 5))
    assert touched(it.found.battle, it.found.piece(0)) == [it.one]


def test_joining_moves_between_bands_and_is_told() -> None:
    it = case()
    battle = it.found.battle
    join(battle, it.one, 0, RULE, it.found.piece(1))
    assert it.one in battle.bands[0].pieces
    assert it.one not in battle.bands[it.home].pieces
    assert it.one.uid in [p.uid for p in battle.friends(it.found.piece(0))]
    told = only(battle.events, Kind.LED)
    assert (told.side, told.figure, told.target, told.data["led"]) == (0, it.one.uid, 1, True)


def test_a_bystander_counts_for_nothing() -> None:
    """Ruling M332: outside headcount, initiative and rout; a warband without anybody else is gone."""
    it = case()
    battle = it.found.battle
    join(battle, it.one, 0, RULE)
    assert battle.henchmen(0) == 1
    for number in (0, 1):
        piece = it.found.piece(number)
        piece.hp = 0
        put_out(battle, piece, None)
    assert battle.present() == [1]
    assert battle.one_side_left()


def test_the_battle_does_not_go_on_for_a_bystanders_sake() -> None:
    it = case()
    battle = it.found.battle
    join(battle, it.one, 1, RULE)
    piece = it.found.piece(2)
    piece.hp = 0
    put_out(battle, piece, None)
    it.found.skip_turn()
    assert battle.outcome is not None
    assert battle.outcome.ending is Ending.LAST_SIDE
    assert [down.victim.figure for down in battle.report().downs] == [1]


def test_held_from_the_end_of_one_activation_to_the_next() -> None:
    """Ruling M206 (a): in contact at the end of an activation, and all the time until the next one begins."""
    it = case()
    battle, held, thief = it.found.battle, Held(), it.found.piece(0)
    it.found.touch(0, it.one.uid)
    assert held.activated(battle, thief) == []  # contact begins only now
    held.ended(battle, thief)
    assert held.activated(battle, thief) == [it.one]
    assert held.activated(battle, thief) == []


@pytest.mark.parametrize("mover", ["thief", "held"])
def test_whoever_goes_away_and_comes_back_holds_nobody(mover: str) -> None:
    it = case()
    battle, held, thief = it.found.battle, Held(), it.found.piece(0)
    it.found.touch(0, it.one.uid)
    held.ended(battle, thief)
    held.moved(thief if mover == "thief" else it.one)
    assert held.activated(battle, thief) == []


def test_ones_own_are_not_held() -> None:
    it = case()
    battle, held, thief = it.found.battle, Held(), it.found.piece(0)
    join(battle, it.one, 0, RULE)
    it.found.touch(0, it.one.uid)
    held.ended(battle, thief)
    assert held.activated(battle, thief) == []


def _way(leader: Piece, end: tuple[float, float]) -> Route:
    """Stand a figure somewhere, and return the straight way it has gone."""
    start, leader.base = leader.base[:2], (*end, 0.0, 0.5)
    return Route(leader.base, (start, end), 10.0, complete=True)


class TestTrail:
    """Musg, Délivrer un otage: behind a figure, within two paces; handed over; left when that figure falls."""

    def test_it_comes_along_to_within_two_paces(self) -> None:
        it = case(6.1, 5)
        battle, trail, leader = it.found.battle, Trail(), it.found.piece(0)
        trail.take(battle, it.one, leader, RULE)
        trail.follow(battle, leader, _way(leader, (5, 3)), RULE)
        assert it.one.base[:2] == (6.1, 5)  # near enough: it need not stir
        trail.follow(battle, leader, _way(leader, (15, 5)), RULE)
        assert battle.gap(it.one, leader) <= 2.003
        assert it.one.base[0] < 15  # behind, on the way its leader came
        assert only(battle.events, Kind.FOLLOWED).target == 0

    def test_it_is_handed_over(self) -> None:
        it = case()
        battle, trail = it.found.battle, Trail()
        trail.take(battle, it.one, it.found.piece(0), RULE)
        trail.take(battle, it.one, it.found.piece(2), RULE)
        assert trail.leader(battle, it.one) is it.found.piece(2)
        assert trail.followers(battle, it.found.piece(0)) == []
        assert it.one.side == 1

    def test_it_waits_when_its_leader_falls(self) -> None:
        it = case()
        battle, trail, leader = it.found.battle, Trail(), it.found.piece(1)
        trail.take(battle, it.one, leader, RULE)
        assert trail.orphans(battle) == []
        leader.hp = 0
        put_out(battle, leader, None)
        assert trail.orphans(battle) == [it.one]
        trail.drop(battle, it.one, it.home, RULE)
        assert it.one.side == it.home
        assert trail.leader(battle, it.one) is None
        assert bystanders(battle) == [it.one]
