"""One blow, template or ignored wound, by dice that tests choose (Musg, Frapper; Tableau des améliorations)."""

import pytest

from engines.musg.attacks.aim import blow, shot, target, together
from engines.musg.attacks.attack import cover_all, has_ammunition_left, shoot, strike
from engines.musg.attacks.fighter import of_profile
from engines.musg.attacks.result import Loss, Stage
from engines.musg.attacks.terms import Edge, Target
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank
from tests.engines.musg.attacks.dice import faces
from tests.engines.musg.attacks.specs import HERO, PLAIN, rifle_shot, sheet, sword_blow


class TestCloseCombat:
    """Musg, Frapper; Charger; rulings M33, M64, M110, M113, M118-M120."""

    def test_each_weapon_wounds_with_its_own_strength(self) -> None:
        """Ruling M110: against toughness 3 strength 5 wounds on 3+, strength 4 on 4+."""
        with faces(3, 3, 3, 3, 2, 3) as dice:
            result = strike(sword_blow(), PLAIN, dice)
        assert result.hits == 3
        wounds = [(die.face, die.need) for die in result.dice if die.stage is Stage.WOUND]
        assert wounds == [(3, 3), (2, 3), (3, 4)]
        assert result.losses == (Loss(10, 1, 2),)

    def test_a_charge_adds_one_to_the_strength_of_every_hit(self) -> None:
        """Rulings M64, M113: leader 5, sword 2, dagger 1, charge 1."""
        leader = sheet(Rank.LEADER, items=("sword", "dagger"))
        assert [edge.strength for edge in blow(leader).edges] == [7, 6]
        assert [edge.strength for edge in blow(leader, charged=True).edges] == [8, 7]

    def test_all_dice_go_to_one_enemy_who_may_die(self) -> None:
        """Rulings M118, M119, M33."""
        with faces(6, 6, 6, 6, 6, 6) as dice:
            result = strike(sword_blow(), Target(10, 3, 2), dice)
        assert result.losses == (Loss(10, 3, -1),)
        assert result.losses[0].dead

    def test_nothing_is_lost_when_nothing_hits(self) -> None:
        with faces(1, 2, 2) as dice:
            assert strike(sword_blow(), PLAIN, dice).losses == ()

    def test_each_buckler_makes_one_die_roll_again_and_the_new_result_stands(self) -> None:
        """Ruling M120: the most dangerous hits first. Two sword hits and the dagger's against two bucklers."""
        with faces(3, 4, 5, 2, 6, 3, 4) as dice:  # the sword's two are rolled again, one still hits; wounds 3+ and 4+
            result = strike(sword_blow(), Target(10, 3, 3, bucklers=2), dice)
        assert result.hits == 2
        assert [die.face for die in result.dice if die.stage is Stage.BUCKLER] == [2, 6]
        assert result.losses == (Loss(10, 2, 1),)

    def test_a_second_buckler_has_nothing_to_do_with_one_hit(self) -> None:
        """A die that was rolled again stands."""
        with faces(3, 1, 1, 5, 1) as dice:
            assert strike(sword_blow(), Target(10, 3, 3, bucklers=2), dice).hits == 1

    def test_extras_strike_together(self) -> None:
        """Musg, Les figurants: four in contact strike at once with four dice; it is one attack received."""
        dagger = blow(sheet(Rank.EXTRA, items=("dagger",)))
        all_four = together([dagger] * 4)
        assert sum(edge.dice for edge in all_four.edges) == 4
        assert {(edge.strength, edge.to_hit) for edge in all_four.edges} == {(3, 5)}
        with faces(5, 5, 1, 1, 4, 4) as dice:  # two hit, a single buckler turns one aside; strength 3 wounds 3 on 4+
            assert strike(all_four, Target(10, 3, 3, bucklers=1), dice).losses == (Loss(10, 1, 2),)

    def test_an_extra_counts_for_one_die_whatever_it_holds(self) -> None:
        """Ruling M177: strength 2 and the morning star's 3, a charge's 1; its 2 dice and the dagger do not count."""
        extra = sheet(Rank.EXTRA, items=("dagger", "morningstar"))
        assert blow(extra, charged=True).edges == (Edge(6, 1, 5),)

    def test_an_enemy_without_nerve_is_softer(self) -> None:
        """Musg, Subir une charge: -1; ruling M133: never below 1."""
        assert target(sheet(Rank.LEADER), toughness=-1).toughness == 3
        assert target(sheet(Rank.EXTRA), toughness=-1).toughness == 1


class TestSkillsInAttack:
    """Musg, Tableau des améliorations 21-23; rulings M268-M270."""

    def test_weak_points_one_die_more_and_the_worst_discarded(self) -> None:
        """Ruling M268: the fourth die replaces a miss, of the strongest weapon that has one."""
        with faces(2, 4, 4, 3, 3, 1, 1) as dice:
            result = strike(sword_blow(extra_die=True), PLAIN, dice)
        assert result.hits == 3
        assert [die.need for die in result.dice if die.stage is Stage.WOUND] == [3, 3, 4]

    def test_weak_points_never_hit_more_often_than_there_are_dice(self) -> None:
        with faces(3, 3, 3, 6, 1, 1, 1) as dice:
            assert strike(sword_blow(extra_die=True), PLAIN, dice).hits == 3

    def test_weak_points_is_one_die_for_both_weapons(self) -> None:
        leader = sheet(Rank.LEADER, items=("sword", "dagger"), skills=("weak_points",))
        with faces(1, 1, 1, 1) as dice:
            strike(blow(leader), PLAIN, dice)

    def test_vital_points_rolls_the_likeliest_failure_again(self) -> None:
        """Ruling M269: sword 3+ rather than dagger 4+; the new result counts."""
        with faces(3, 1, 3, 2, 3, 3) as dice:
            result = strike(sword_blow(vital=True), PLAIN, dice)
        assert result.vital_used
        assert result.dice[-1].need == 3
        assert result.losses == (Loss(10, 1, 2),)

    def test_vital_points_is_kept_when_nothing_failed(self) -> None:
        with faces(3, 1, 1, 3) as dice:
            assert not strike(sword_blow(vital=True), PLAIN, dice).vital_used

    def test_vital_points_is_not_spent_on_the_dead(self) -> None:
        """Musg, Point de Vie: below 0 there is nothing more to lose; the one re-roll of the turn is kept (M269)."""
        frail = Target(10, toughness=3, hit_points=1)
        with faces(3, 3, 3, 3, 3, 1) as dice:  # both sword dice wound: dead; the dagger's failure changes nothing
            result = strike(sword_blow(vital=True), frail, dice)
        assert (result.vital_used, result.losses) == (False, (Loss(10, 2, -1),))
        with faces(3, 3, 3, 4, 4, 1) as dice:
            shot_dead = shoot(rifle_shot(dice=3, vital=True), [frail], dice)
        assert (shot_dead.vital_used, shot_dead.losses) == (False, (Loss(10, 2, -1),))

    def test_vital_points_serves_a_shot_too(self) -> None:
        """Ruling M269: any wound die of that figure, once per turn."""
        expert = sheet(Rank.LEADER, items=("rifle",), skills=("vital_points",))
        aimed = shot(expert, expert.guns[0], 15)
        spent = shot(expert, expert.guns[0], 15, vital=False)
        assert aimed is not None
        assert spent is not None
        with faces(3, 3, 4) as dice:
            result = shoot(aimed, [PLAIN], dice)
        assert (result.vital_used, result.losses) == (True, (Loss(10, 1, 2),))
        with faces(3, 3) as dice:
            assert not shoot(spent, [PLAIN], dice).vital_used

    def test_vital_points_under_a_template(self) -> None:
        with faces(3, 4, 3) as dice:  # strength 4: 4+ each; the first failure is rolled again, the second is not
            result = cover_all(4, [PLAIN, Target(11, 3, 3)], dice, vital=True)
        assert (result.losses, result.vital_used) == ((Loss(10, 1, 2), Loss(11, 0, 3)), True)

    def test_the_blade_catcher_rolls_the_frailest_wound_again(self) -> None:
        """Ruling M270: the wound hardest to repeat, dagger 4+ rather than sword 3+; the new result stands."""
        with faces(3, 1, 3, 3, 4, 3) as dice:
            result = strike(sword_blow(), Target(10, 3, 3, catches_blade=True), dice)
        assert result.blade_caught
        assert result.losses == (Loss(10, 1, 2),)

    def test_the_blade_catcher_does_nothing_against_shots(self) -> None:
        """Ruling M270."""
        with faces(3, 4) as dice:
            assert shoot(rifle_shot(), [Target(10, 3, 3, catches_blade=True)], dice).losses[0].lost == 1

    def test_a_wound_won_by_vital_points_cannot_be_caught(self) -> None:
        with faces(3, 1, 1, 2, 3) as dice:
            result = strike(sword_blow(vital=True), Target(10, 3, 3, catches_blade=True), dice)
        assert (result.vital_used, result.blade_caught, result.losses) == (True, False, (Loss(10, 1, 2),))

    def test_a_catcher_who_used_it_this_turn_is_a_plain_target(self) -> None:
        catcher = sheet(Rank.LEADER, skills=("blade_catcher",))
        assert target(catcher).catches_blade
        assert not target(catcher, catches=False).catches_blade


class TestTheHarassersDive:
    """Musg, Harceleur Gobelin; ruling M281."""

    harasser = of_profile(
        CATALOGUE.mercenaries["goblin_harasser"].profile,
        CATALOGUE,
        rank=Rank.MERCENARY,
        race="goblin",
        items=("sword",),
        mercenary="goblin_harasser",
    )

    def test_every_die_hits_without_a_roll(self) -> None:
        """Goblin leader strength 4, sword 2: strength 6 wounds toughness 3 on 3+."""
        with faces(3, 2) as dice:
            result = strike(blow(self.harasser, dive=True), PLAIN, dice)
        assert (result.hits, result.losses) == (2, (Loss(10, 1, 2),))

    def test_bucklers_turn_nothing_aside(self) -> None:
        with faces(3, 3) as dice:
            assert strike(blow(self.harasser, dive=True), Target(10, 3, 3, bucklers=2), dice).hits == 2

    def test_nobody_else_dives(self) -> None:
        assert blow(sheet(Rank.LEADER), dive=True).edges[0].to_hit == 3


class TestTheFirstWoundIgnored:
    """Musg, Retour des mis hors de combat, Vrai médecin; ruling M257: one hit point, not the whole attack."""

    lucky = Target(10, toughness=3, hit_points=1, ignores_wound=True)

    def test_it_does_not_count(self) -> None:
        with faces(3, 4) as dice:
            (loss,) = shoot(rifle_shot(), [self.lucky], dice).losses
        assert (loss.wounds, loss.lost, loss.left, loss.ignored, loss.out) == (1, 0, 1, True, False)

    def test_the_second_one_does(self) -> None:
        with faces(3, 3, 4, 4) as dice:
            (loss,) = shoot(rifle_shot(dice=2), [self.lucky], dice).losses
        assert (loss.wounds, loss.left) == (2, 0)

    def test_a_burst_goes_on_to_the_next_only_when_he_is_down(self) -> None:
        with faces(3, 3, 3, 4, 4, 4) as dice:
            losses = shoot(rifle_shot(dice=3), [self.lucky, Target(11, 3, 3)], dice).losses
        assert losses == (Loss(10, 2, 0, ignored=True), Loss(11, 1, 2))

    def test_it_is_used_up_by_the_first_loss(self) -> None:
        profile = CATALOGUE.races["human"].profiles[Rank.LIEUTENANT]
        healed = of_profile(profile, CATALOGUE, rank=Rank.LIEUTENANT, ignores_first_wound=True)
        assert target(healed).ignores_wound
        assert not target(healed, fresh=False).ignores_wound


class TestTemplatesAndAmmunition:
    """Rulings M77, M79, M80, M104."""

    def test_everybody_covered_rolls_one_wound_die(self) -> None:
        crowd = [Target(10, 3, 3), Target(11, 6, 1), Target(12, 8, 2)]
        with faces(2, 3, 3) as dice:  # strength 8: 2+, 3+, 4+
            result = cover_all(8, crowd, dice)
        assert (result.hits, result.losses) == (3, (Loss(10, 1, 2), Loss(11, 1, 0), Loss(12, 0, 2)))

    @pytest.mark.parametrize(("face", "left"), [(1, False), (2, False), (3, True), (6, True)])
    def test_on_one_or_two_the_last_grenade_is_gone(self, face: int, left: bool) -> None:
        with faces(face) as dice:
            assert has_ammunition_left(HERO, dice).passed is left


def test_every_die_leaves_a_receipt() -> None:
    with faces(3, 4) as dice:
        shoot(rifle_shot(), [PLAIN], dice)
    assert [(roll.reason, roll.figure, roll.faces) for roll in dice.rolls] == [
        ("to_hit", HERO, (3,)),
        ("wound", PLAIN.figure, (4,)),
    ]
