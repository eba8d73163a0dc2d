"""One shot, by dice that tests choose (Musg, Tirer; Jet de couvert; Tableau des armes de tir)."""

import pytest

from engines.core.dice import DiceNeeded, FixedDice
from engines.musg.attacks.aim import RangeBand, band_of, cover_needs, firing, shot, target, to_hit, wound_need
from engines.musg.attacks.attack import bursts, cover_all, roll_to_hit, roll_wounds, shoot
from engines.musg.attacks.fighter import gun, of_profile
from engines.musg.attacks.result import Loss, Stage
from engines.musg.attacks.terms import Shot, Target
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank
from tests.engines.musg.attacks.dice import faces
from tests.engines.musg.attacks.specs import HERO, PLAIN, rifle_shot, sheet


class TestTheRulebooksExamples:
    """The worked examples, with the misprints that the rulings name."""

    ORC_DICE = (3, 4, 5, 3, 4, 5)

    @staticmethod
    def orc_shot() -> Shot:
        found = shot(
            sheet(Rank.LEADER, "orc", items=("machine_pistol",)),
            gun("machine_pistol", 5, CATALOGUE),
            10,
            obstacles=(9,),
        )
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
        rifle = gun("rifle", 5, CATALOGUE)
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
        assert band_of(gun("rifle", 3, CATALOGUE), distance) is band

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
        assert shot(sheet(Rank.LEADER), gun("grenade", 5, CATALOGUE), 3) is None


class TestCover:
    """Musg, Jet de couvert; rulings M88-M91."""

    def test_each_obstacle_by_its_own_band(self) -> None:
        assert cover_needs(gun("rifle", 3, CATALOGUE), (25, 5, 15)) == (3, 4, 5), (
            "nearest first: short 3+, medium 4+, long 5+"
        )

    def test_templates_know_no_cover(self) -> None:
        """Ruling M79."""
        assert cover_needs(gun("flamethrower", 3, CATALOGUE), (2,)) == ()
        assert cover_needs(gun("grenade", 3, CATALOGUE), (2,)) == ()

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
        assert gun(code, 4, CATALOGUE).drawn

    def test_a_rifle_is_not(self) -> None:
        with faces(1) as dice:
            shoot(rifle_shot(line=self.line), [PLAIN], dice)


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
        smith = of_profile(row.profile, CATALOGUE, rank=Rank.MERCENARY, race="dwarf", mercenary="dwarf_gunsmith")
        assert firing(sheet(Rank.LEADER), gun(code, 5, CATALOGUE)) == anybody
        assert firing(smith, gun(code, 5, CATALOGUE)) == gunsmith
