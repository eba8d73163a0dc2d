"""Pulp on the table: voodoo zombies and poison (Musg, Exception de composition de bande pour le pulp; M171-M173)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import FastDice, SeededDice
from engines.musg.attacks.aim import shot
from engines.musg.attacks.attack import shoot, strike
from engines.musg.attacks.fighter import of_figure
from engines.musg.attacks.result import Loss, Stage
from engines.musg.attacks.terms import Target
from engines.musg.battle import morale
from engines.musg.battle.actions import Charge, Run, Shoot, Strike, Walk
from engines.musg.battle.damage import put_out
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.regroup.bomb import Bomb
from engines.musg.battle.state import Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Entry, Hire, Muster, RaiseZombie, TakePart
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.tactics import Captain
from engines.musg.tactics.temper import BOLD
from engines.musg.trials import playout
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.warband import Warband
from tests.engines.musg.attacks.dice import faces
from tests.engines.musg.attacks.specs import PLAIN, sword_blow
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, done, fig
from tests.engines.musg.builders import after, drafted, mustered

ZOMBIE = {"non_player": "voodoo_zombie"}
HERO, VILLAIN = Part(Side.HEROES), Part(Side.VILLAINS)


def shooting_at_a_zombie(**rules: bool) -> Scene:
    """A leader with a rifle (0), 9 paces from a zombie (1), a henchman behind it (2)."""
    mine = [fig(LEADER, (10, 20), "rifle")]
    return Scene(mine, [fig(HENCHMAN, (20, 20), **ZOMBIE), fig(HENCHMAN, (50, 35))], **rules)


class TestHeadShot:
    """Ruling M172: each shot that does damage gives one d6; on a 6 the zombie is destroyed."""

    def test_on_a_6_it_is_destroyed(self) -> None:
        """A rifle's strength of 4 against toughness 2; one of three hit points is lost, and then all."""
        scene = shooting_at_a_zombie().roll(to_hit=[6], wound=[6], head_shot=[6])
        scene.activate(0, Shoot(0, 1))
        assert scene.piece(1).place is Place.DEAD
        assert [event.data["left"] for event in scene.events(Kind.WOUNDED)] == [2, -1]
        assert scene.last(Kind.OUT).data["killed"] is True
        assert scene.battle.bands[0].points == 5, "a henchman's victory points (ruling M313)"

    def test_on_a_5_it_has_lost_what_it_lost(self) -> None:
        scene = shooting_at_a_zombie().roll(to_hit=[6], wound=[6], head_shot=[5])
        scene.activate(0, Shoot(0, 1))
        assert (scene.piece(1).place, scene.piece(1).hp) == (Place.PLAY, 2)

    def test_without_damage_no_die_is_rolled(self) -> None:
        scene = shooting_at_a_zombie().roll(to_hit=[6], wound=[1])
        scene.activate(0, Shoot(0, 1))
        assert scene.piece(1).hp == 3

    def test_nobody_else_has_such_a_head(self) -> None:
        mine = [fig(LEADER, (10, 20), "rifle")]
        scene = Scene(mine, [fig(HENCHMAN, (20, 20))]).roll(to_hit=[6], wound=[6])
        scene.activate(0, Shoot(0, 1))
        assert scene.piece(1).hp == 2


class TestZombies:
    def test_they_never_charge_but_walk_and_run(self) -> None:
        """Ruling M173."""
        scene = Scene([fig(HENCHMAN, (10, 20), **ZOMBIE)], [fig(HENCHMAN, (15, 20))])
        scene.activate(0)
        assert scene.refused(Charge((1,))) == "never_charges"
        assert not any(isinstance(action, Charge) for action in scene.battle.actions())
        assert scene.battle.can(Walk(10, 24))
        assert scene.battle.can(Run(10, 28))

    def test_they_walk_into_contact_without_the_strength_of_a_charge(self) -> None:
        """Ruling M61: those who may not charge come to blows by an ordinary move, without its + 1 strength."""
        scene = Scene([fig(HENCHMAN, (10, 20), **ZOMBIE)], [fig(HENCHMAN, (15, 20))], receive_charge=True)
        scene.activate(0, Walk(13.995, 20))
        assert scene.piece(1) in scene.piece(0).foes
        assert not scene.piece(0).charged
        assert scene.piece(0).ap == 1

    def test_nobody_else_walks_into_contact(self) -> None:
        """Ruling M61: who may charge has to."""
        scene = Scene([fig(HENCHMAN, (10, 20))], [fig(HENCHMAN, (15, 20))])
        scene.activate(0)
        assert scene.refused(Walk(13.995, 20)) == "out_of_reach"

    def test_captains_walk_them_into_contact_and_let_them_strike(self) -> None:
        """Four paces away, an ordinary move of six (Musg, Marcher): the other point is a blow."""
        foes = [fig(HENCHMAN, (15, 20), "rifle"), fig(HENCHMAN, (55, 35))]
        scene = Scene([fig(HENCHMAN, (10, 20), **ZOMBIE)], foes)
        scene.piece(1).hp = 1
        scene.activate(0)
        scene.play(Captain(BOLD).decide(scene.battle))
        assert scene.piece(1) in scene.piece(0).foes
        assert isinstance(Captain(BOLD).decide(scene.battle), Strike)

    def test_charged_by_a_leader_they_stand(self) -> None:
        """They neither test nor step back (L875-L876): no die is asked for."""
        mine = [fig(LEADER, (10, 20), "dagger")]
        scene = Scene(mine, [fig(HENCHMAN, (15, 20), **ZOMBIE)], receive_charge=True, under_fire=True, first_sight=True)
        where = scene.piece(1).base
        scene.activate(0, Charge((1,)))
        assert scene.piece(1).base == where
        assert scene.piece(1) in scene.piece(0).foes
        assert scene.piece(1).shaken == 0

    def test_they_do_not_rout_and_lend_no_leadership(self) -> None:
        """A band that lost more than half: the henchman tests (6), the zombie beside it does not (L873-L874)."""
        mine = [
            fig(HENCHMAN, (10, 20)),
            fig(HENCHMAN, (11.5, 20), **ZOMBIE),
            *(fig(HENCHMAN, (5, 5 + n)) for n in (0, 3, 6)),
        ]
        scene = Scene(mine, [fig(HENCHMAN, (50, 35))])
        for number in (2, 3, 4):
            scene.piece(number).down = True
            scene.battle.remove(scene.piece(number), Place.OUT)
        own = morale.leadership(scene.battle, scene.piece(0))
        assert morale.borrowed(scene.battle, scene.piece(0), own) == (own, None)
        scene.roll(rout=[6, 6])
        done(morale.rout_tests(scene.battle, 0))
        assert (scene.piece(0).routed, scene.piece(1).routed) == (True, False)


class TestPoison:
    """Ruling M171: one failed wound die of each attack."""

    def test_it_rolls_the_likeliest_failure_again(self) -> None:
        """As vital points do, but it spends nothing of the turn: sword 3+ rather than dagger 4+."""
        with faces(3, 1, 3, 2, 3, 3) as dice:
            result = strike(sword_blow(poison=True), PLAIN, dice)
        assert result.dice[-1].stage is Stage.POISON
        assert not result.vital_used
        assert result.losses == (Loss(10, 1, 2),)

    def test_with_vital_points_two_dice_are_rolled_again(self) -> None:
        """Both sword dice fail: poison makes one good, vital points not the other."""
        with faces(3, 3, 3, 1, 1, 4, 3, 2) as dice:
            result = strike(sword_blow(poison=True, vital=True), PLAIN, dice)
        assert [die.stage for die in result.dice[-2:]] == [Stage.POISON, Stage.VITAL_POINTS]
        assert result.vital_used
        assert result.losses == (Loss(10, 2, 1),)

    def test_a_poisoned_arrow(self) -> None:
        """Any attack of its bearer (ruling M312): the bow's wound die too."""
        hunter = of_figure(fig(HENCHMAN, None, "bow", "poison")[0], CATALOGUE)
        aimed = shot(hunter, hunter.guns[0], 15)
        assert aimed is not None
        with faces(6, 1, 6) as dice:
            result = shoot(aimed, [Target(10, 3, 3)], dice)
        assert result.losses == (Loss(10, 1, 2),)
        assert not result.vital_used


def villains(*extra: Entry, tribe: bool) -> Warband:
    hires: list[Entry] = [Hire(rank=Rank.LEADER, race="human", name="Chief")]
    hires += [Hire(rank=Rank.HENCHMAN, race="human", name=f"Hunter {n}") for n in (2, 3, 4)]
    part = TakePart(side=Side.VILLAINS, tribe=tribe)
    return after(drafted(pulp=True), part, *hires, *extra, Muster())


@pytest.mark.parametrize("seed", range(3))
def test_bots_fight_it_out_and_the_document_replays(seed: int) -> None:
    """Heroes against zombies, and against a tribe with poison: no battle raises, and each is its own record."""
    heroes = mustered("human", TakePart(side=Side.HEROES), Buy(item="rifle", figure=1), pulp=True)
    undead = villains(*(RaiseZombie(name=f"Gaunt {n}") for n in range(4)), tribe=False)
    arms = [Buy(item=item, figure=n) for n in (2, 3, 4) for item in ("bow", "poison", "axe")]
    tribe = villains(*arms, tribe=True)
    table = next(iter(ready_tables().values()))
    for number, foes in enumerate((undead, tribe)):
        setup = from_warbands({"heroes": heroes, "villains": foes}, table)
        dice = SeededDice(bytes([seed, number]) * 16)
        battle = playout.fight(setup, ("bold", ("cautious", "bold", "random")[seed]), dice)
        assert battle.outcome is not None
        again = Battle.verify(battle.prove())
        assert [(e.kind, e.figure, e.data) for e in again.events] == [(e.kind, e.figure, e.data) for e in battle.events]
        walking = {p.uid for p in battle.pieces if "never_charges" in p.traits}
        assert not any(event.figure in walking for event in battle.events if event.kind in (Kind.CHARGED, Kind.SHOT))
        assert playout.fight(setup, ("bold", "bold"), FastDice(seed), receipts=False).outcome is not None


def duel(points: int | None, rank: Rank = LEADER, **more: Any) -> Scene:
    """Our leader, with three dice of strength 5, in contact with theirs, or with one of their lieutenants."""
    foes = [fig(rank, (40, 20)), fig(LEADER, (55, 5))] if rank is not LEADER else [fig(rank, (40, 20)), fig(at=(55, 5))]
    found = Scene([fig(LEADER, (10, 20), "two_handed_sword")], foes, parts={0: HERO, 1: VILLAIN}, **more)
    found.touch(0, 1)
    if points is not None:
        found.piece(1).hp = points
    return found


@pytest.mark.parametrize("rank", [LEADER, LIEUTENANT])
def test_roles_of_pulp_below_0_lie_out_of_action(rank: Rank) -> None:
    """Rulings M35, M166, M360: 1 hit point and two wounds; a body lies there, the return roll is an ordinary one."""
    found = duel(1, rank)
    found.roll(to_hit=[6] * 3, wound=[6] * 3)
    found.activate(0, Strike(1))
    assert (found.piece(1).place, found.piece(1).hp) == (Place.OUT, 0)
    assert found.last(Kind.OUT).data["killed"] is False
    assert (found.last(Kind.WOUNDED).data["lost"], found.last(Kind.WOUNDED).data["left"]) == (1, 0)
    assert [down.killed for down in found.battle.report().downs] == [False]
    assert not faults(found.battle)


def test_everybody_else_below_0_is_dead_in_pulp_too() -> None:
    found = duel(1, HENCHMAN)
    found.roll(to_hit=[6] * 3, wound=[6] * 3)
    found.activate(0, Strike(1))
    assert found.piece(1).place is Place.DEAD


def test_a_lieutenant_of_a_warband_without_a_part_dies() -> None:
    found = Scene([fig(LEADER, (10, 20))], [fig(LIEUTENANT, (40, 20)), fig(LEADER, (55, 5))])
    found.piece(1).hp = -1
    put_out(found.battle, found.piece(1), None)
    assert found.piece(1).place is Place.DEAD


def test_a_hero_below_0_among_aliens_is_carried_off() -> None:
    """Rulings M201, M360: his body lies on the table when all is over."""
    found = Scene(
        [fig(LEADER, (5, 5)), fig(at=(5, 10))],
        [fig(LEADER, (50, 5))],
        modules=("aliens",),
        parts={0: HERO, 1: VILLAIN},
        turn_limit=1,
        dice={"rout": [1] * 20},
    )
    found.piece(0).hp = -1
    put_out(found.battle, found.piece(0), found.piece(2))
    found.skip_turn()
    assert found.battle.outcome
    assert found.battle.outcome.captured == (0,)
    assert [down.captured for down in found.battle.report().downs] == [True]


def test_no_bomb_kills_a_hero() -> None:
    """Rulings M213, M360: he goes out of action by it, and lying there it does him no more harm."""
    found = duel(None)
    bomb = Bomb()
    bomb.spot = (40.0, 22.0)
    bomb.explode(found.battle)
    assert (found.piece(1).place, found.piece(1).hp) == (Place.OUT, 0)
    outs = len(found.events(Kind.OUT))
    bomb.explode(found.battle)
    assert (found.piece(1).place, len(found.events(Kind.OUT))) == (Place.OUT, outs)
    assert not faults_of_events(found.battle, found.battle.events)
