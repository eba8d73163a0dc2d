"""Exact odds: small cases by hand, random ones by every sequence of faces, all of them by 200,000 rolled attacks."""

import json
from collections.abc import Callable
from fractions import Fraction as Part

import pytest
from hypothesis import given, settings, strategies as st

from engines.__main__ import main
from engines.core.dice import Dice
from engines.musg.attacks.attack import cover_all, shoot, strike
from engines.musg.attacks.odds import (
    OUT_OF_AMMUNITION,
    Odds,
    blast_odds,
    blow_odds,
    cover_odds,
    mean,
    shot_odds,
    undying,
)
from engines.musg.attacks.odds_check import CASES, Case, check
from engines.musg.attacks.result import AttackResult
from engines.musg.attacks.terms import Blow, Edge, Shot, Target
from tests.engines.musg.attacks.dice import every
from tests.thorough import often

PLAIN = Target(10, toughness=3, hit_points=3)


def rifle(**given: object) -> Shot:
    """Hits on 3+, wounds ``PLAIN`` on 4+."""
    return Shot(**{"figure": 1, "to_hit": 3, "strength": 4, **given})  # type: ignore[arg-type]


def club(dice: int = 1, to_hit: int | None = 3, strength: int = 3, **given: object) -> Blow:
    """Hits on 3+, wounds ``PLAIN`` on 4+."""
    return Blow(figure=1, edges=(Edge(strength, dice, to_hit),), **given)  # type: ignore[arg-type]


def near(*values: Part | int) -> object:
    return pytest.approx([float(value) for value in values], abs=1e-12)


class TestByHand:
    def test_one_shot(self) -> None:
        odds = shot_odds(rifle(), [PLAIN])
        assert odds.hits == near(Part(1, 3), Part(2, 3))
        assert odds.wounds == near(Part(2, 3), Part(1, 3))
        assert odds.targets[0].lost == near(Part(2, 3), Part(1, 3))
        assert (odds.targets[0].out, odds.targets[0].dead, odds.burst) == (0, 0, 0)

    def test_the_orc_leaders_burst(self) -> None:
        """Musg, Jet de couvert, exemple: each of 3 dice passes the fence on 4+, hits on 4+, wounds on 4+."""
        odds = shot_odds(rifle(to_hit=4, strength=3, dice=3, cover=(4,)), [Target(10, 3, 4)])
        assert odds.hits == near(Part(27, 64), Part(27, 64), Part(9, 64), Part(1, 64))
        assert odds.wounds == near(Part(343, 512), Part(147, 512), Part(21, 512), Part(1, 512))
        assert odds.expected_wounds == pytest.approx(3 / 8)

    def test_each_obstacle_is_passed_for_itself(self) -> None:
        odds = shot_odds(rifle(cover=(3, 5)), [PLAIN])
        assert odds.hits[1] == pytest.approx(float(Part(2, 3) * Part(2, 3) * Part(1, 3)))

    def test_surplus_kills_a_single_target(self) -> None:
        """Ruling M33: two dice, 5/6 to hit, 1/2 to wound, one hit point."""
        (one,) = shot_odds(rifle(to_hit=2, dice=2), [Target(10, 3, 1)]).targets
        assert one.dead == pytest.approx(float(Part(25, 36) * Part(1, 4)))
        assert one.out == pytest.approx(float(1 - Part(7, 12) ** 2))

    def test_the_second_target_gets_what_is_left(self) -> None:
        """Ruling M85: the second die wounds the next on 5+, once the first man is out."""
        first, second = shot_odds(rifle(to_hit=2, dice=2), [Target(10, 3, 1), Target(11, 6, 2)]).targets
        assert first.out == pytest.approx(float(1 - Part(7, 12) ** 2))
        assert first.dead == 0
        assert second.lost[1] == pytest.approx(float(Part(25, 36) * Part(1, 2) * Part(1, 3)))

    def test_a_musket_bursts_once_in_thirty_six(self) -> None:
        """Ruling M93; a ball that cover stops cannot burst it."""
        assert shot_odds(rifle(bursts=True), [PLAIN]).burst == pytest.approx(1 / 36)
        assert shot_odds(rifle(bursts=True, cover=(4,)), [PLAIN]).burst == pytest.approx(1 / 72)

    def test_those_on_the_line_of_a_bow(self) -> None:
        """Rulings M96, M97: a 1, then the first 6."""
        odds = shot_odds(rifle(drawn=True, line=(PLAIN, PLAIN)), [PLAIN])
        assert odds.line == near(Part(1, 36), Part(5, 216))

    def test_a_buckler(self) -> None:
        """Ruling M120: 3+ twice."""
        assert blow_odds(club(), Target(10, 3, 3, bucklers=1)).hits == near(Part(5, 9), Part(4, 9))

    def test_weak_points(self) -> None:
        """Ruling M268: the better of two dice."""
        assert blow_odds(club(extra_die=True), PLAIN).hits == near(Part(1, 9), Part(8, 9))

    def test_vital_points(self) -> None:
        """Ruling M269: 4+ with a second try."""
        assert blow_odds(club(to_hit=None, vital=True), PLAIN).wounds == near(Part(1, 4), Part(3, 4))

    def test_a_blade_caught(self) -> None:
        """Ruling M270: 4+ twice."""
        odds = blow_odds(club(to_hit=None), Target(10, 3, 3, catches_blade=True))
        assert odds.wounds == near(Part(3, 4), Part(1, 4))

    def test_vital_points_against_the_blade_catcher(self) -> None:
        """A die rolled again stands: half of the first rolls wound and are caught, the others are tried once more."""
        odds = blow_odds(club(to_hit=None, vital=True), Target(10, 3, 3, catches_blade=True))
        assert odds.wounds == near(Part(1, 2), Part(1, 2))

    def test_two_weapons_with_their_own_strength(self) -> None:
        """Ruling M110: 3+ to hit both; strength 5 wounds on 3+, strength 3 on 4+."""
        odds = blow_odds(Blow(figure=1, edges=(Edge(5, 1, 3), Edge(3, 1, 3))), PLAIN)
        sword, dagger = Part(2, 3) * Part(2, 3), Part(2, 3) * Part(1, 2)
        both = sword * dagger
        assert odds.wounds == near((1 - sword) * (1 - dagger), sword + dagger - 2 * both, both)

    def test_a_dive_always_hits(self) -> None:
        """Ruling M281."""
        odds = blow_odds(club(dice=2, to_hit=None), Target(10, 3, 2, bucklers=2))
        assert odds.hits == near(0, 0, 1)
        assert odds.targets[0].out == pytest.approx(1 / 4)

    def test_who_never_dies_loses_no_more_than_is_left(self) -> None:
        """Ruling M360: with 1 hit point left two wounds, one in four, cost one; no chance of being dead."""
        odds = blow_odds(club(dice=2, to_hit=None), Target(10, 3, 1))
        assert (odds.targets[0].dead, odds.targets[0].lost) == (
            pytest.approx(1 / 4),
            near(Part(1, 4), Part(1, 2), Part(1, 4)),
        )
        (one,) = undying(odds, 1).targets
        assert (one.out, one.dead) == (pytest.approx(3 / 4), 0)
        assert one.lost == near(Part(1, 4), Part(3, 4))

    def test_the_first_wound_ignored(self) -> None:
        """Ruling M257."""
        (one,) = blow_odds(club(dice=2, to_hit=None), Target(10, 3, 1, ignores_wound=True)).targets
        assert one.lost == near(Part(3, 4), Part(1, 4))
        assert (one.out, one.dead) == (pytest.approx(1 / 4), 0)

    def test_a_template_wounds_each_once(self) -> None:
        """Ruling M77: strength 8 on 2+ and 4+."""
        odds = cover_odds(8, [Target(10, 3, 1), Target(11, 8, 1)])
        assert [one.out for one in odds.targets] == near(Part(5, 6), Part(1, 2))
        assert odds.wounds == near(Part(1, 12), Part(6, 12), Part(5, 12))

    def test_a_thrown_blast(self) -> None:
        """Rulings M74, M76, M78: radius 3, bases of half a pace.

        Whoever stands on the mark is covered unless it is a dud (5/6): no drift leaves 3 paces. Six paces farther on
        only a drift of 3 forward reaches (1/18). Strength 10 wounds toughness 3 on 2+.
        """
        bodies = [((0.0, 8.0), 0.5, Target(10, 3, 1)), ((0.0, 14.0), 0.5, Target(11, 3, 2))]
        odds = blast_odds(10, 3, (0.0, 0.0), (0.0, 8.0), bodies)
        assert odds.hits == near(Part(1, 6), Part(5, 6) - Part(1, 18), Part(1, 18))
        assert [one.expected for one in odds.targets] == near(Part(25, 36), Part(5, 108))
        assert odds.targets[0].out == pytest.approx(25 / 36)
        assert odds.targets[1].out == 0

    def test_ammunition(self) -> None:
        """Ruling M104."""
        assert pytest.approx(1 / 3) == OUT_OF_AMMUNITION


NEEDS = st.integers(2, 6)
TARGETS = st.builds(
    Target,
    figure=st.just(1),
    toughness=st.integers(1, 8),
    hit_points=st.integers(1, 2),
    bucklers=st.integers(0, 2),
    ignores_wound=st.booleans(),
    catches_blade=st.booleans(),
)
SHOTS = st.builds(
    Shot,
    figure=st.just(0),
    to_hit=NEEDS,
    strength=st.integers(1, 10),
    dice=st.integers(1, 2),
    cover=st.sampled_from([(), (), (4,)]),
    bursts=st.booleans(),
    vital=st.booleans(),
)
EDGES = st.builds(Edge, strength=st.integers(1, 10), dice=st.just(1), to_hit=st.none() | NEEDS)


def exactly(odds: Odds, targets: list[Target], roll: Callable[[Dice], AttackResult]) -> None:
    """Hold odds against every way the dice can fall."""
    hits: dict[int, float] = {}
    wounds: dict[int, float] = {}
    lost = [0.0] * len(targets)
    out = [0.0] * len(targets)
    dead = [0.0] * len(targets)
    burst = 0.0
    places = {target.figure: place for place, target in enumerate(targets)}
    for chance, result in every(roll):
        hits[result.hits] = hits.get(result.hits, 0.0) + chance
        number = sum(loss.wounds for loss in result.losses)
        wounds[number] = wounds.get(number, 0.0) + chance
        burst += chance * result.burst
        for loss in result.losses:
            lost[places[loss.figure]] += chance * loss.lost
            out[places[loss.figure]] += chance * loss.out
            dead[places[loss.figure]] += chance * loss.dead
    close = pytest.approx
    assert [hits.get(number, 0.0) for number in range(len(odds.hits))] == close(list(odds.hits), abs=1e-12)
    assert [wounds.get(number, 0.0) for number in range(len(odds.wounds))] == close(list(odds.wounds), abs=1e-12)
    assert [one.expected for one in odds.targets] == close(lost, abs=1e-12)
    assert [one.out for one in odds.targets] == close(out, abs=1e-12)
    assert [one.dead for one in odds.targets] == close(dead, abs=1e-12)
    assert odds.burst == close(burst, abs=1e-12)


class TestByEverySequence:
    @settings(max_examples=25)
    @given(shot=SHOTS, targets=st.lists(TARGETS, min_size=1, max_size=2))
    def test_shots(self, shot: Shot, targets: list[Target]) -> None:
        named = [Target(n, t.toughness, t.hit_points, 0, t.ignores_wound) for n, t in enumerate(targets)]
        exactly(shot_odds(shot, named), named, lambda dice: shoot(shot, named, dice))

    @settings(max_examples=20)
    @given(edge=EDGES, extra=st.booleans(), vital=st.booleans(), target=TARGETS)
    def test_blows_with_one_weapon(self, edge: Edge, extra: bool, vital: bool, target: Target) -> None:
        blow = Blow(figure=0, edges=(edge,), extra_die=extra, vital=vital)
        exactly(blow_odds(blow, target), [target], lambda dice: strike(blow, target, dice))

    @settings(max_examples=5)
    @given(
        needs=NEEDS, strengths=st.lists(st.integers(1, 10), min_size=2, max_size=2), target=TARGETS, skill=st.booleans()
    )
    def test_blows_with_two_weapons(self, needs: int, strengths: list[int], target: Target, skill: bool) -> None:
        """One of the two skills at a time keeps the number of sequences small."""
        edges = tuple(Edge(strength, 1, needs) for strength in sorted(strengths, reverse=True))
        target = Target(
            1, target.toughness, target.hit_points, min(1, target.bucklers), target.ignores_wound, not skill
        )
        blow = Blow(figure=0, edges=edges, vital=skill)
        exactly(blow_odds(blow, target), [target], lambda dice: strike(blow, target, dice))

    @settings(max_examples=20)
    @given(strength=st.integers(1, 10), vital=st.booleans(), targets=st.lists(TARGETS, max_size=3))
    def test_templates(self, strength: int, vital: bool, targets: list[Target]) -> None:
        named = [Target(n, t.toughness, t.hit_points, 0, t.ignores_wound) for n, t in enumerate(targets)]
        odds = cover_odds(strength, named, vital=vital)
        exactly(odds, named, lambda dice: cover_all(strength, named, dice, vital=vital))


class TestByRolling:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
    def test_a_few_thousand(self, case: Case) -> None:
        assert [one for one in check(case, 3_000, seed=20) if not one.good] == []

    @pytest.mark.marathon
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
    def test_two_hundred_thousand(self, case: Case) -> None:
        assert [one for one in check(case, often(200_000, 20_000), seed=21) if not one.good] == []

    def test_wrong_odds_are_found(self) -> None:
        """3+ computed, 4+ rolled."""
        shot = rifle(to_hit=4)
        wrong = Case("wrong", lambda dice: shoot(shot, [PLAIN], dice), shot_odds(rifle(), [PLAIN]), (PLAIN,))
        assert {one.what for one in check(wrong, 3_000, seed=1) if not one.good} >= {"hits 0", "hits 1", "wounds 1"}

    def test_the_impossible_is_found(self) -> None:
        """A buckler's owner computed as untouchable."""
        never = Odds((1.0, 0.0), (1.0, 0.0), shot_odds(rifle(), [PLAIN]).targets)
        wrong = Case("never", lambda dice: shoot(rifle(), [PLAIN], dice), never, (PLAIN,))
        assert max(one.off for one in check(wrong, 100, seed=1)) == float("inf")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_chances_add_up(case: Case) -> None:
    for chances in (case.odds.hits, case.odds.wounds, *(one.lost for one in case.odds.targets)):
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0
    assert sum(one.expected for one in case.odds.targets) <= mean(case.odds.wounds) + 1e-12
    assert all(0 <= one.dead <= one.out <= 1 for one in case.odds.targets)


def test_the_same_question_is_answered_from_memory() -> None:
    first = shot_odds(rifle(dice=5), [PLAIN, Target(11, 4, 2)])
    again = shot_odds(rifle(dice=5, figure=7), [Target(12, 3, 3), Target(13, 4, 2)])
    assert again is first, "who shoots at whom does not matter"


class TestCommand:
    """``python -m engines musg odds``."""

    @staticmethod
    def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        status = main(["musg", *words])
        told = capsys.readouterr()
        return status, told.out + told.err

    def test_a_shot_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        """The orc example again, the 4+ of the text given by hand."""
        words = (
            "odds --race orc --rank leader --shooting 4 --weapon machine_pistol --distance 10 --obstacle 9 --target 3:4"
        )
        status, text = self.asked(capsys, *words.split(), "--json")
        told = json.loads(text)
        assert status == 0
        assert (told["hits_on"], told["cover"], told["dice"], told["wounds_on"]) == (4, [4], 3, [4])
        assert told["hits"] == near(Part(27, 64), Part(27, 64), Part(9, 64), Part(1, 64))
        assert told["targets"][0]["expected"] == pytest.approx(3 / 8)

    def test_a_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = "odds --rank leader --weapon sword --weapon dagger --charged --target 4:2:1c --skill vital_points"
        status, text = self.asked(capsys, *words.split())
        assert status == 0
        assert "sword and dagger, strength 8, 7" in text
        assert "dice 3, hits on 3+" in text
        assert "wounds on 2+, 3+" in text
        assert "target 1: out of action" in text

    def test_a_template_and_a_dive(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, text = self.asked(capsys, "odds", "--weapon", "flamethrower", "--target", "3:1", "--target", "8:1i")
        assert "target 1: out of action 83.33%" in text
        _, text = self.asked(capsys, "odds", "--weapon", "sword", "--dive", "--target", "3:1")
        assert "hits without a roll" in text

    def test_a_musket_tells_how_often_it_bursts(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, text = self.asked(
            capsys, "odds", "--weapon", "black_powder_rifle", "--distance", "9", "--height", "higher", "--target", "3:2"
        )
        assert "the weapon bursts: 2.78%" in text

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ("--weapon rifle --distance 35 --target 3:2", "beyond its range"),
            ("--weapon rifle --target 3:2", "--distance is needed"),
            ("--weapon rifle --distance 5 --target 3:2 --target 3:2", "hits 1 at most"),
            ("--weapon rifle --weapon sword --distance 5 --target 3:2", "one ranged weapon"),
            ("--weapon sword --target 3:2 --target 3:2", "one enemy"),
            ("--weapon sword --weapon halberd --target 3:2", "not to be used together"),
            ("--weapon grenade --distance 8.5 --target 3:2", "reaches 8 paces"),
            ("--weapon flamethrower --distance 9 --target 3:2", "reaches 8 paces"),
            ("--weapon rifle --distance 5 --obstacle 6 --target 3:2", "beyond the target"),
            ("--weapon rifle --distance 5 --charged --target 3:2", "close combat"),
            ("--weapon whip --distance 2 --target 3:2", "for shots"),
            ("--weapon sword --height higher --target 3:2", "for shots"),
        ],
    )
    def test_what_cannot_be_is_refused(self, capsys: pytest.CaptureFixture[str], words: str, reason: str) -> None:
        status, text = self.asked(capsys, "odds", *words.split())
        assert (status, reason in text) == (2, True)

    @pytest.mark.parametrize("target", ["3", "0:3", "3:0", "3:3:3", "a:b", "1:2:0:4"])
    def test_a_target_is_toughness_and_hit_points(self, capsys: pytest.CaptureFixture[str], target: str) -> None:
        with pytest.raises(SystemExit):
            main(["musg", "odds", "--weapon", "sword", "--target", target])
        assert "target" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "option",
        ["distance=-4", "distance=nan", "obstacle=far", "shooting=7", "melee=1", "strength=0", "strength=x"],
    )
    def test_numbers_keep_their_limits(self, capsys: pytest.CaptureFixture[str], option: str) -> None:
        """Rulings M82, M112, M132: a die from 2 to 6, strength of at least 1; no distance below nothing."""
        with pytest.raises(SystemExit):
            main(["musg", "odds", "--weapon", "rifle", f"--{option}", "--target", "3:2"])
        assert f"--{option.partition('=')[0]}" in capsys.readouterr().err

    def test_the_check(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, text = self.asked(capsys, "odds-check", "--rolls", "400", "--seed", "3")
        assert status == 0
        assert f"{len(CASES)} attacks, each rolled 400 times" in text
        assert self.asked(capsys, "odds-check", "--rolls", "0")[0] == 2
