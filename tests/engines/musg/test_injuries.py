"""Return of the fallen, result by result (Musg, Retour des mis hors de combat; rulings M35, M36, M251-M261)."""

import pytest
from msgspec.structs import replace

from engines.core.dice import DiceNeeded, EnteredDice, FixedDice
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Foe
from engines.musg.injuries import Return, henchman_returns, hero_returns
from engines.musg.profile import Effective, effective
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Injury, Item, Standing
from tests.engines.musg.builders import ENEMY

HERO = Figure(
    id=1,
    name="Anne",
    rank=Rank.LEADER,
    race="human",
    origin=Rank.LEADER,
    cost=40,
    items=(Item(1, "dagger", 0, first_of=1), Item(2, "sword", 5)),
    free_taken=("dagger",),
)
HENCHMAN = replace(HERO, id=3, rank=Rank.HENCHMAN, origin=Rank.HENCHMAN, cost=8)

# Every d66 without a sub-roll: row, lasting injury (or none).
PLAIN = {
    22: ("hobbled", True), 23: ("hobbled", True),
    26: ("shaken", True),
    31: ("dimmed_sight", True),
    32: ("erratic", True),
    34: ("bruised", True), 35: ("bruised", True),
    36: ("robbed", False),
    41: ("full_recovery", False), 42: ("full_recovery", False), 43: ("full_recovery", False),
    44: ("full_recovery", False), 45: ("full_recovery", False), 46: ("full_recovery", False),
    51: ("full_recovery", False), 52: ("full_recovery", False), 53: ("full_recovery", False),
    54: ("full_recovery", False), 55: ("full_recovery", False), 56: ("full_recovery", False),
    61: ("hatred", True),
    62: ("hardened", True), 63: ("hardened", True), 64: ("hardened", True),
    65: ("against_all_odds", False), 66: ("against_all_odds", False),
}  # fmt: skip


def hero(*faces: int, figure: Figure = HERO, guarded: bool = False, by: Foe | None = ENEMY) -> Return:
    """A hero's return with exactly these faces."""
    dice = FixedDice(faces)
    back = hero_returns(figure, Casualty(figure.id, by=by), dice, CATALOGUE, guarded=guarded)
    dice.finish()
    return back


def rows(back: Return) -> list[str]:
    return [finding.code for finding in back.findings if finding.counted]


def suffering(codes: list[str]) -> Effective:
    """The effective profile of the hero with these lasting injuries and nothing else."""
    return effective(HERO.profile(CATALOGUE), CATALOGUE, items=(), skills=(), injuries=codes)


def injuries(back: Return) -> list[str]:
    return [injury.code for injury in back.figure.injuries]


class TestHenchmen:
    @pytest.mark.parametrize("face", [1, 2])
    def test_1_or_2_dead_or_gone(self, face: int) -> None:
        back = henchman_returns(HENCHMAN, FixedDice([face]), CATALOGUE)
        assert back.figure.standing is Standing.DEAD
        assert not back.lost_gear

    @pytest.mark.parametrize("face", [3, 4, 5, 6])
    def test_3_to_6_back_for_the_next_battle(self, face: int) -> None:
        assert henchman_returns(HENCHMAN, FixedDice([face]), CATALOGUE).figure == HENCHMAN


class TestHeroes:
    @pytest.mark.parametrize("units", [1, 2, 3, 4, 5])
    def test_11_to_15_dead_and_all_gear_lost_m36(self, units: int) -> None:
        back = hero(1, units)
        assert rows(back) == ["dead"]
        assert back.figure.standing is Standing.DEAD
        assert back.lost_gear

    @pytest.mark.parametrize("d66", list(PLAIN))
    def test_every_other_row_is_survived(self, d66: int) -> None:
        row, lasts = PLAIN[d66]
        back = hero(d66 // 10, d66 % 10)
        assert rows(back) == [row]
        assert back.figure.active
        assert injuries(back) == ([row] if lasts else [])
        assert back.lost_gear is (row == "robbed")
        assert back.bonus == (1 if row == "against_all_odds" else 0)
        assert not back.figure.misses_next
        assert not back.figure.ignores_first_wound

    def test_22_23_a_pace_less_for_good(self) -> None:
        assert suffering(injuries(hero(2, 3))).movement == 8

    def test_26_leadership_one_less(self) -> None:
        assert suffering(injuries(hero(2, 6))).leadership == 10

    def test_31_sight_worsens_from_2_to_3(self) -> None:
        assert suffering(injuries(hero(3, 1))).shooting == 3

    def test_34_35_melee_worsens_from_3_to_4(self) -> None:
        assert suffering(injuries(hero(3, 4))).melee == 4

    def test_lasting_injuries_pile_up(self) -> None:
        twice = hero(2, 3, figure=hero(2, 2).figure)
        assert injuries(twice) == ["hobbled", "hobbled"]
        assert suffering(injuries(twice)).movement == 7

    @pytest.mark.parametrize("reroll", [(2, 4), (2, 5), (2, 4, 2, 5, 2, 4)])
    def test_24_25_the_whole_d66_again_m253(self, reroll: tuple[int, ...]) -> None:
        back = hero(*reroll, 2, 6)
        assert rows(back) == ["shaken"]
        assert [f.code for f in back.findings].count("reroll") == len(reroll) // 2

    def test_32_twice_is_still_one_die_m260(self) -> None:
        assert injuries(hero(3, 2, figure=hero(3, 2).figure)) == ["erratic"]

    def test_62_64_is_borne_once(self) -> None:
        assert injuries(hero(6, 4, figure=hero(6, 2).figure)) == ["hardened"]

    def test_61_hates_the_warband_that_did_it_m259(self) -> None:
        assert hero(6, 1).figure.injuries == (Injury("hatred", ENEMY),)

    def test_61_after_an_accident_hates_nobody_m259(self) -> None:
        assert hero(6, 1, by=None).figure.injuries == ()

    def test_61_a_second_warband_is_hated_too_but_none_twice_m259(self) -> None:
        other = Foe("other", "The Others")
        both = hero(6, 1, by=other, figure=hero(6, 1).figure)
        assert [injury.foe for injury in both.figure.injuries] == [ENEMY, other]
        renamed = Foe(ENEMY.key, "The Enemy Reborn")
        assert hero(6, 1, by=renamed, figure=both.figure).figure.injuries == both.figure.injuries

    def test_36_a_guarded_leader_is_not_robbed_m251(self) -> None:
        """Ruling M251: the troll bodyguard spares his leader "robbed", and nothing else."""
        assert not hero(3, 6, guarded=True).lost_gear
        assert hero(1, 1, guarded=True).lost_gear
        assert injuries(hero(2, 6, guarded=True)) == ["shaken"]

    def test_promoted_henchmen_roll_like_heroes_m261(self) -> None:
        promoted = replace(HENCHMAN, rank=Rank.LIEUTENANT)
        assert rows(hero(4, 1, figure=promoted)) == ["full_recovery"]


class TestQuackDoctor:
    """33: Musg, Tableau des soins du médecin marron."""

    @pytest.mark.parametrize("face", [1, 2])
    def test_1_2_misses_the_next_battle(self, face: int) -> None:
        back = hero(3, 3, face)
        assert rows(back) == ["quack", "quack_fraud"]
        assert back.figure == replace(HERO, misses_next=True)

    @pytest.mark.parametrize("face", [3, 4, 5])
    def test_3_to_5_full_recovery(self, face: int) -> None:
        back = hero(3, 3, face)
        assert rows(back) == ["quack", "quack_harmless"]
        assert back.figure == HERO

    def test_6_full_recovery_and_ignores_the_first_wound_m257(self) -> None:
        back = hero(3, 3, 6)
        assert rows(back) == ["quack", "quack_genuine"]
        assert back.figure == replace(HERO, ignores_first_wound=True)


class TestMultipleInjuries:
    """16 and 21: a d6 for how many, then that many d66 (ruling M252)."""

    @pytest.mark.parametrize("d66", [(1, 6), (2, 1)])
    @pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
    def test_as_many_injuries_as_the_die_says(self, d66: tuple[int, int], count: int) -> None:
        back = hero(*d66, count, *(2, 6) * count)
        assert rows(back) == ["multiple"] + ["shaken"] * count
        assert injuries(back) == ["shaken"] * count

    @pytest.mark.parametrize("again", [(1, 1), (1, 5), (1, 6), (2, 1), (2, 4), (2, 5), (4, 1), (4, 6), (5, 1), (5, 6)])
    def test_dead_multiple_full_recovery_and_reroll_are_rolled_again_m252(self, again: tuple[int, int]) -> None:
        back = hero(1, 6, 1, *again, 2, 2)
        assert rows(back) == ["multiple", "hobbled"]
        assert back.figure.active

    def test_as_often_as_it_takes_m252(self) -> None:
        """Death three times over in one of several injuries is rolled again three times."""
        back = hero(1, 6, 1, 1, 1, 1, 5, 2, 5, 2, 2)
        assert rows(back) == ["multiple", "hobbled"]
        assert back.figure.active

    def test_all_other_rows_stand_m252(self) -> None:
        back = hero(1, 6, 6, 6, 1, 6, 2, 6, 5, 3, 3, 1, 3, 6, 3, 2)
        assert rows(back) == [
            "multiple", "hatred", "hardened", "against_all_odds", "quack", "quack_fraud", "robbed", "erratic",
        ]  # fmt: skip
        assert injuries(back) == ["hatred", "hardened", "erratic"]
        assert (back.bonus, back.lost_gear, back.figure.misses_next) == (1, True, True)

    def test_each_survival_against_all_odds_counts(self) -> None:
        assert hero(1, 6, 3, 6, 5, 6, 6, 6, 5).bonus == 3

    def test_hatred_cancels_no_injury_of_the_same_roll_m254(self) -> None:
        assert injuries(hero(1, 6, 3, 3, 1, 6, 1, 3, 4)) == ["dimmed_sight", "hatred", "bruised"]

    def test_duplicates_stand_m252(self) -> None:
        assert injuries(hero(2, 1, 2, 3, 5, 3, 4)) == ["bruised", "bruised"]

    def test_the_quack_of_a_multiple_injury_rolls_his_own_die(self) -> None:
        back = hero(2, 1, 2, 3, 3, 6, 3, 3, 1)
        assert rows(back) == ["multiple", "quack", "quack_genuine", "quack", "quack_fraud"]
        assert back.figure.ignores_first_wound
        assert back.figure.misses_next

    def test_dice_are_asked_for_one_roll_at_a_time(self) -> None:
        asked = []
        faces: list[int] = []
        supply = iter([(1, 6), (2,), (3, 3), (6,), (2, 6)])
        while True:
            try:
                hero_returns(HERO, Casualty(1), EnteredDice(faces), CATALOGUE, guarded=False)
            except DiceNeeded as needed:
                asked.append((needed.request.asked, needed.request.reason, needed.request.figure))
                faces += next(supply)
            else:
                break
        assert asked == [
            ("d66", "injury", 1),
            ("d6", "multiple_count", 1),
            ("d66", "multiple_injury", 1),
            ("d6", "quack", 1),
            ("d66", "multiple_injury", 1),
        ]


class TestLimits:
    """The worst that lasting injuries can do to a profile."""

    def worst(self, code: str) -> Effective:
        return suffering([code] * 20)

    def test_leadership_stops_at_4(self) -> None:
        assert self.worst("shaken").leadership == 4

    def test_sight_stops_at_6_m255(self) -> None:
        assert self.worst("dimmed_sight").shooting == 6

    def test_melee_stops_at_6(self) -> None:
        assert self.worst("bruised").melee == 6

    def test_movement_stops_at_1_m256(self) -> None:
        assert self.worst("hobbled").movement == 1
