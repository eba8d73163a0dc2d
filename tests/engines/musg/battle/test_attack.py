"""One shot or blow, by dice that tests choose (Musg, Tirer; Frapper; Jet de couvert; Tableau des armes de tir)."""

import pytest

from engines.core.dice import DiceNeeded, FixedDice
from engines.musg.aim import (
    Blow,
    Edge,
    Friend,
    RangeBand,
    Shot,
    Target,
    band_of,
    blow,
    cover_needs,
    firing,
    shot,
    target,
    to_hit,
    together,
    wound_need,
)
from engines.musg.attack import (
    Loss,
    Stage,
    bursts,
    cover_all,
    has_ammunition_left,
    roll_to_hit,
    roll_wounds,
    shoot,
    strike,
)
from engines.musg.catalogue import CATALOGUE
from engines.musg.fighter import Fighter, gun, of_profile
from engines.musg.ranks import Rank
from tests.engines.musg.battle.dice import faces

HERO = 1
PLAIN = Target(10, toughness=3, hit_points=3)


def sheet(rank: Rank, race: str = "generic", **given: object) -> Fighter:
    profile = CATALOGUE.extra if rank is Rank.EXTRA else CATALOGUE.races[race].profiles[rank]
    return of_profile(profile, number=HERO, rank=rank, race=race, **given)  # type: ignore[arg-type]


def rifle_shot(**given: object) -> Shot:
    """A shot that hits on 3+ and wounds ``PLAIN`` on 4+ (strength 4 against toughness 3)."""
    return Shot(**{"figure": HERO, "to_hit": 3, "strength": 4, **given})  # type: ignore[arg-type]


def sword_blow(**given: object) -> Blow:
    """Two sword dice of strength 5 and one dagger die of strength 4, all hitting on 3+."""
    return Blow(**{"figure": HERO, "edges": (Edge(5, 2, 3), Edge(4, 1, 3)), **given})  # type: ignore[arg-type]


class TestTheRulebooksExamples:
    """The worked examples, with the misprints that the rulings name."""

    ORC_DICE = (3, 4, 5, 3, 4, 5)

    @staticmethod
    def orc_shot() -> Shot:
        found = shot(sheet(Rank.LEADER, "orc", items=("machine_pistol",)), gun("machine_pistol", 5), 10, obstacles=(9,))
        assert found is not None
        return found

    def test_the_orc_leaders_burst_through_the_fence(self) -> None:
        """Musg, Jet de couvert, exemple: cover 3, 4, 5 lets two through; 3 and 4 give one hit; 5 wounds.

        The text gives the orc leader 4+ where his profile has 3+ (ruling M92): one hit needs the 4+ of the text.
        """
        lieutenant = target(sheet(Rank.LIEUTENANT, "human"))
        assert (lieutenant.toughness, lieutenant.hit_points) == (3, 4)
        shot = Shot(figure=HERO, to_hit=4, strength=3, dice=3, cover=(4,))
        with faces(*self.ORC_DICE) as dice:
            result = shoot(shot, [lieutenant], dice)
        assert result.hits == 1
        assert [(die.stage, die.face, die.passed) for die in result.dice] == [
            (Stage.COVER, 3, False),
            (Stage.COVER, 4, True),
            (Stage.COVER, 5, True),
            (Stage.TO_HIT, 3, False),
            (Stage.TO_HIT, 4, True),
            (Stage.WOUND, 5, True),
        ]
        assert result.losses == (Loss(lieutenant.figure, 1, 3),)

    def test_his_printed_profile_would_have_hit_twice(self) -> None:
        """Ruling M92: 3+ at medium range; with the same dice both shots hit and a second wound die is asked for."""
        shot = self.orc_shot()
        assert (shot.to_hit, shot.strength, shot.dice, shot.cover) == (3, 3, 3, (4,))
        with pytest.raises(DiceNeeded):
            shoot(shot, [target(sheet(Rank.LIEUTENANT, "human"))], FixedDice(self.ORC_DICE))

    def test_james_irons_and_his_extras(self) -> None:
        """Musg, Les figurants, exemple: a henchman whose heavy armour makes toughness 6 is shot at twice by four.

        The text gives the rifle strength 3, the table 4 (ruling M109); "5+ to hit" means to wound (ruling M294). Both
        strengths wound toughness 6 on 5+.
        """
        rifle = gun("rifle", 5)
        james = shot(sheet(Rank.LEADER, items=("rifle",)), rifle, 15)
        extra = shot(sheet(Rank.EXTRA, items=("rifle",)), rifle, 15)
        assert james is not None
        assert extra is not None
        assert (james.to_hit, extra.to_hit) == (3, 5)
        armoured = target(sheet(Rank.HENCHMAN, "dwarf", items=("heavy_armour",)))
        assert (armoured.toughness, armoured.hit_points) == (6, 3)
        assert rifle.strength == 4
        assert wound_need(4, 6) == wound_need(3, 6) == 5
        with faces(4, 4) as dice:
            assert shoot(james, [armoured], dice).losses == (Loss(armoured.figure, 0, 3),)
        lost = 0
        for roll in ((5, 4), (6, 5), (2,)):  # two extras hit, one wounds
            with faces(*roll) as dice:
                lost += sum(loss.lost for loss in shoot(extra, [armoured], dice).losses)
        assert lost == 1
        again = target(sheet(Rank.HENCHMAN, "dwarf", items=("heavy_armour",)), hit_points=2)
        with faces(3, 4) as dice:  # this time he hits and they do not; the enemy does not die
            assert shoot(james, [again], dice).losses == (Loss(again.figure, 0, 2),)
        for face in (1, 3, 4):
            with faces(face) as dice:
                assert shoot(extra, [again], dice).hits == 0


class TestRangeAndHeight:
    """Musg, Tableau des armes de tir; rulings M2, M81, M82, M102, M267."""

    @pytest.mark.parametrize(
        ("distance", "band"),
        [
            (0, RangeBand.SHORT),
            (10, RangeBand.SHORT),
            (10.1, RangeBand.MEDIUM),
            (20, RangeBand.MEDIUM),
            (30, RangeBand.LONG),
            (30.1, None),
        ],
    )
    def test_a_rifles_bands_include_their_limits(self, distance: float, band: RangeBand | None) -> None:
        assert band_of(gun("rifle", 3), distance) is band

    @pytest.mark.parametrize(
        ("shooting", "band", "height", "needed"),
        [
            (3, RangeBand.SHORT, 0, 2),  # printed: 3+ becomes 2+
            (3, RangeBand.MEDIUM, 0, 3),
            (3, RangeBand.LONG, 0, 4),  # printed: 3+ becomes 4+
            (4, RangeBand.MEDIUM, 1, 3),  # printed: from above 4+ becomes 3+
            (4, RangeBand.MEDIUM, -1, 5),  # printed: from below 4+ becomes 5+
            (2, RangeBand.SHORT, 1, 2),  # never below 2
            (6, RangeBand.LONG, 0, None),  # 7: impossible (M81)
            (6, RangeBand.LONG, 1, 6),  # summed before the limits (M82)
            (5, RangeBand.LONG, -1, None),
            (1, RangeBand.LONG, 0, 2),  # a sight at 2+ makes up for long range (M267)
            (1, RangeBand.LONG, -1, 3),
        ],
    )
    def test_the_die_needed(self, shooting: int, band: RangeBand, height: int, needed: int | None) -> None:
        assert to_hit(shooting, band, height) == needed

    def test_a_shot_out_of_range_or_beyond_six_is_none(self) -> None:
        henchman = sheet(Rank.HENCHMAN, items=("rifle",), injuries=("dimmed_sight",))
        rifle = henchman.guns[0]
        assert henchman.shooting == 6
        assert shot(henchman, rifle, 31) is None
        assert shot(henchman, rifle, 25) is None
        assert shot(henchman, rifle, 25, height=1) is not None

    def test_a_template_is_no_such_shot(self) -> None:
        """Ruling M74: the scatter die replaces the roll to hit."""
        assert shot(sheet(Rank.LEADER), gun("grenade", 5), 3) is None


class TestCover:
    """Musg, Jet de couvert; rulings M88-M91."""

    def test_each_obstacle_by_its_own_band(self) -> None:
        assert cover_needs(gun("rifle", 3), (25, 5, 15)) == (3, 4, 5), "nearest first: short 3+, medium 4+, long 5+"

    def test_templates_know_no_cover(self) -> None:
        """Ruling M79."""
        assert cover_needs(gun("flamethrower", 3), (2,)) == ()
        assert cover_needs(gun("grenade", 3), (2,)) == ()

    def test_a_die_must_pass_all_of_them_before_it_may_hit(self) -> None:
        with faces(3, 4) as dice:  # past the near obstacle on 3+, stopped by the far one on 5+: no roll to hit
            result = shoot(rifle_shot(cover=(3, 5)), [PLAIN], dice)
        assert (result.hits, result.losses) == (0, ())
        with faces(3, 5, 3, 4) as dice:
            assert shoot(rifle_shot(cover=(3, 5)), [PLAIN], dice).losses[0].left == 2


class TestSeveralTargets:
    """Musg, Tableau des armes de tir, Cibles; rulings M33, M84-M87."""

    near = Target(10, toughness=3, hit_points=1)
    far = Target(11, toughness=6, hit_points=2)

    def test_all_dice_are_rolled_at_a_single_target(self) -> None:
        """Ruling M84: as many dice as the weapon's targets."""
        with faces(3, 3, 3, 4, 4, 4) as dice:
            result = shoot(rifle_shot(dice=3), [PLAIN], dice)
        assert result.losses == (Loss(10, 3, 0),)
        assert result.losses[0].out
        assert not result.losses[0].dead

    def test_wounds_stay_on_the_nearest_until_it_has_no_hit_points_left(self) -> None:
        """Ruling M85: the second die kills the first man's last point, the rest is rolled at the next one's toughness.

        Strength 4 wounds toughness 3 on 4+, toughness 6 on 5+.
        """
        with faces(3, 3, 3, 3, 3, 4, 4, 5) as dice:
            result = shoot(rifle_shot(dice=4), [self.near, self.far], dice)
        assert result.losses == (Loss(10, 1, 0), Loss(11, 1, 1))
        assert [die.need for die in result.dice if die.stage is Stage.WOUND] == [4, 4, 5, 5]

    def test_nobody_behind_is_hurt_while_the_first_holds_out(self) -> None:
        with faces(3, 3, 1, 1) as dice:
            result = shoot(rifle_shot(dice=2), [self.near, self.far], dice)
        assert result.losses == (Loss(10, 0, 1),)

    def test_surplus_drives_the_last_one_below_zero(self) -> None:
        """Ruling M33: only when no other target remains."""
        with faces(3, 3, 3, 3, 4, 5, 5, 6) as dice:
            result = shoot(rifle_shot(dice=4), [self.near, self.far], dice)
        assert result.losses == (Loss(10, 1, 0), Loss(11, 3, -1))
        assert result.losses[1].dead

    def test_a_stand_in_takes_the_leaders_place(self) -> None:
        """Ruling M134: one interceptor takes all hits of the shot, by his own toughness."""
        leader, guard = Target(20, toughness=4, hit_points=6), Target(21, toughness=2, hit_points=3)
        aimed = rifle_shot(dice=3)
        with faces(3, 4, 1, 3, 3) as dice:
            volley = roll_to_hit(aimed, dice)
            assert volley.hits == 2
            result = roll_wounds(aimed, volley, [guard], dice)
        assert result.losses == (Loss(21, 2, 1),)
        assert leader.figure not in {loss.figure for loss in result.losses}


class TestBlackPowder:
    """Musg, Tirer, armes archaïques; rulings M93-M95, M279."""

    def test_a_one_and_another_one_burst_the_weapon(self) -> None:
        with faces(1, 1) as dice:
            result = shoot(rifle_shot(bursts=True), [PLAIN], dice)
        assert (result.burst, result.hits, result.losses) == (True, 0, ())
        bearer = Target(HERO, toughness=4, hit_points=6)
        with faces(3) as dice:  # strength 5 against toughness 4: 4+
            assert cover_all(5, [bearer], dice).losses == (Loss(HERO, 0, 6),)
        with faces(4) as dice:
            assert cover_all(5, [bearer], dice).losses == (Loss(HERO, 1, 5),)

    @pytest.mark.parametrize("second", [2, 6])
    def test_a_one_and_anything_else_is_a_plain_miss(self, second: int) -> None:
        with faces(1, second) as dice:
            assert not shoot(rifle_shot(bursts=True), [PLAIN], dice).burst

    def test_the_natural_die_counts_not_the_modified_one(self) -> None:
        """Ruling M93: a missed 2 is no accident."""
        with faces(2) as dice:
            assert not shoot(rifle_shot(bursts=True), [PLAIN], dice).burst

    def test_a_ball_stopped_by_cover_is_never_rolled_to_hit(self) -> None:
        with faces(1) as dice:
            assert not shoot(rifle_shot(bursts=True, cover=(3,)), [PLAIN], dice).burst

    def test_no_weapon_bursts_while_the_gunsmith_is_in_play(self) -> None:
        """Ruling M279."""
        shooter = sheet(Rank.LEADER, items=("black_powder_rifle",))
        with_him = shot(shooter, shooter.guns[0], 5, may_burst=False)
        without = shot(shooter, shooter.guns[0], 5)
        assert with_him is not None
        assert without is not None
        assert (with_him.bursts, without.bursts) == (False, True)
        with faces(1) as dice:
            assert not shoot(with_him, [PLAIN], dice).burst

    def test_modern_weapons_never_burst(self) -> None:
        shooter = sheet(Rank.LEADER, items=("rifle",))
        aimed = shot(shooter, shooter.guns[0], 5)
        assert aimed is not None
        with faces(1) as dice:
            assert not shoot(aimed, [PLAIN], dice).burst

    def test_a_cannons_second_die(self) -> None:
        """Ruling M94: the scatter die's 1 is followed by this one."""
        with faces(1) as dice:
            assert not bursts(HERO, dice).passed
        with faces(2) as dice:
            assert bursts(HERO, dice).passed


class TestBows:
    """Musg, Tirer, armes de jet ou de tir sans poudre; rulings M96-M98."""

    line = (Target(30, 2, 3), Target(31, 3, 3), Target(32, 3, 3))

    def test_on_a_one_the_first_six_on_the_line_takes_the_arrow(self) -> None:
        with faces(1, 5, 6, 4) as dice:  # a 1; the first is spared; the second is hit and wounded on 4+
            result = shoot(rifle_shot(drawn=True, line=self.line), [PLAIN], dice)
        assert result.losses == (Loss(31, 1, 2),)
        assert [die.figure for die in result.dice if die.stage is Stage.LINE] == [30, 31]

    def test_nobody_rolls_a_six_and_the_arrow_is_lost(self) -> None:
        with faces(1, 5, 5, 5) as dice:
            assert shoot(rifle_shot(drawn=True, line=self.line), [PLAIN], dice).losses == ()

    def test_an_ordinary_miss_endangers_nobody(self) -> None:
        """Ruling M96."""
        with faces(2) as dice:
            shoot(rifle_shot(drawn=True, line=self.line), [PLAIN], dice)

    @pytest.mark.parametrize("code", ["bow", "crossbow", "throwing_stars", "throwing_knife"])
    def test_thrown_blades_are_concerned_too(self, code: str) -> None:
        """Ruling M98."""
        assert gun(code, 4).drawn

    def test_a_rifle_is_not(self) -> None:
        with faces(1) as dice:
            shoot(rifle_shot(line=self.line), [PLAIN], dice)


class TestIntoAMelee:
    """Musg, Tirer; Sniper elfique; ruling M99."""

    friends = (Friend(Target(40, 3, 3), 4), Friend(Target(41, 3, 3), 4))

    def test_a_failed_roll_gives_the_hit_to_that_friend(self) -> None:
        with faces(3, 4, 3, 4) as dice:  # a hit; the first friend is spared, the second is not; it wounds on 4+
            result = shoot(rifle_shot(friends=self.friends), [PLAIN], dice)
        assert (result.hits, result.losses) == (0, (Loss(41, 1, 2),))

    def test_the_nearest_of_several_takes_it(self) -> None:
        with faces(3, 1, 1) as dice:
            assert shoot(rifle_shot(friends=self.friends), [PLAIN], dice).losses == (Loss(40, 0, 3),)

    def test_all_spared_and_the_target_is_hit(self) -> None:
        with faces(3, 4, 4, 4) as dice:
            assert shoot(rifle_shot(friends=self.friends), [PLAIN], dice).losses == (Loss(10, 1, 2),)

    def test_the_sniper_never_hits_a_friend(self) -> None:
        sniper = of_profile(
            CATALOGUE.mercenaries["elf_sniper"].profile,
            rank=Rank.MERCENARY,
            race="elf",
            items=("rifle",),
            mercenary="elf_sniper",
        )
        aimed = shot(sniper, sniper.guns[0], 15, friends=self.friends)
        assert aimed is not None
        assert aimed.friends == ()


class TestRateOfFire:
    """Musg, Tirer; Armurier Nain; rulings M70-M72, M278."""

    @pytest.mark.parametrize(
        ("code", "anybody", "gunsmith"),
        [
            ("rifle", (1, 1), (1, 2)),
            ("assault_rifle", (1, 1), (1, 2)),
            ("machine_gun", (2, 1), (1, 1)),
            ("crossbow", (2, 1), (1, 1)),
            ("grenade_launcher", (2, 1), (1, 1)),
        ],
    )
    def test_points_and_shots(self, code: str, anybody: tuple[int, int], gunsmith: tuple[int, int]) -> None:
        row = CATALOGUE.mercenaries["dwarf_gunsmith"]
        smith = of_profile(row.profile, rank=Rank.MERCENARY, race="dwarf", mercenary="dwarf_gunsmith")
        assert firing(sheet(Rank.LEADER), gun(code, 5)) == anybody
        assert firing(smith, gun(code, 5)) == gunsmith


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
        healed = of_profile(profile, rank=Rank.LIEUTENANT, ignores_first_wound=True)
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
