"""The post-game chapter as a whole: steps in order, dice asked for one at a time, next-game effects (M33-M36)."""

import pytest

from engines.core.dice import DiceNeeded, EnteredDice, FixedDice, SeededDice
from engines.musg.aftermath import Stage, course, resolve
from engines.musg.attacks.fighter import of_figure
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Foe, Outcome
from engines.musg.entries import Buy, Fight, PayFee, Recover
from engines.musg.ranks import Rank
from engines.musg.warband import Record, Standing, Warband
from tests.engines.musg.builders import (
    ANOTHER_HENCHMAN,
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    codes,
    down,
    engagement,
    figure,
    fought,
    mustered,
    refusals,
    resolved,
    steps,
    took,
    with_troll,
)

SEED = bytes(range(16))


def recovered(warband: Warband, *faces: int) -> Recover:
    assert warband.engagement is not None
    return Recover(battle=warband.engagement.battle, faces=faces, source="entered")


class TestSteps:
    def test_they_follow_the_chapter(self) -> None:
        """Return, experience, promotion, leader, treasury, hired."""
        warband = changed(with_troll(), HENCHMAN, experience=14, lifetime=14)
        result = resolved(warband, (1, 1, 5), casualties=down(LEADER, ANOTHER_HENCHMAN), victory_points=7)
        stages = [step.stage for step in result.steps]
        assert stages == sorted(stages, key=list(Stage).index)
        assert codes(result) == [
            "died", "returned",
            "experience", "experience", "experience",
            "promoted",
            "became_leader",
            "victory_points_banked",
            "fee_due",
        ]  # fmt: skip

    def test_each_return_points_at_its_rolls_and_rows(self) -> None:
        result = resolved(mustered(), (3, 3, 6, 2), casualties=down(LEADER, HENCHMAN))
        first, second = steps(result, Stage.RETURN)
        assert (first.rolls, [f.code for f in first.findings]) == ((0, 1), ["quack", "quack_genuine"])
        assert (second.rolls, [f.code for f in second.findings]) == ((2,), ["gone"])
        assert [roll.value for roll in result.rolls] == [33, 6, 2]

    def test_every_step_names_its_rule(self) -> None:
        result = resolved(with_troll(), (4, 1), casualties=down(LEADER))
        assert all(step.rule.startswith(("Musg, ", "ruling M")) for step in result.steps)

    def test_events_are_the_steps(self) -> None:
        result = resolved(mustered(), (4, 1), casualties=down(LEADER))
        assert [event.code for event in result.events] == codes(result)

    def test_the_fallen_are_rolled_in_the_order_of_the_report(self) -> None:
        result = resolved(mustered(), (5, 4, 1), casualties=down(HENCHMAN, LIEUTENANT))
        assert [(roll.asked, roll.figure) for roll in result.rolls] == [("d6", HENCHMAN), ("d66", LIEUTENANT)]

    def test_nothing_is_rolled_for_those_who_stood(self) -> None:
        assert resolved(mustered()).rolls == ()


class TestKilledOutright:
    """Ruling M33: below 0 hit points; M35: no roll."""

    @pytest.mark.parametrize("number", [LEADER, LIEUTENANT, HENCHMAN])
    def test_dead_without_a_roll_m33_m35(self, number: int) -> None:
        result = resolved(mustered(), casualties=down(number, killed=True))
        assert figure(result.warband, number).standing is Standing.DEAD
        assert result.rolls == ()

    def test_at_0_hit_points_the_tables_are_rolled_m33(self) -> None:
        assert len(resolved(mustered(), (6, 6), casualties=down(LEADER)).rolls) == 1


class TestNextGame:
    """Effects that the next battle uses up."""

    def test_who_misses_the_next_battle_is_refused_there(self) -> None:
        warband = resolved(mustered(), (3, 3, 1), casualties=down(LIEUTENANT)).warband
        with_him = engagement(warband, present=(LEADER, LIEUTENANT))
        assert refusals(warband, Fight(engagement=with_him)) == {"misses_battle"}

    def test_after_that_battle_he_is_back(self) -> None:
        warband = resolved(mustered(), (3, 3, 1), casualties=down(LIEUTENANT)).warband
        assert LIEUTENANT not in engagement(warband).present
        following = resolved(warband).warband
        assert LIEUTENANT in engagement(following).present

    def test_the_ignored_wound_is_for_the_next_battle_only_m257(self) -> None:
        warband = resolved(mustered(), (3, 3, 6), casualties=down(LIEUTENANT)).warband
        assert figure(warband, LIEUTENANT).ignores_first_wound
        assert not figure(fought(warband), LIEUTENANT).ignores_first_wound

    def test_a_quack_can_cost_two_battles_in_a_row(self) -> None:
        once = resolved(mustered(), (3, 3, 2), casualties=down(LEADER)).warband
        again = resolved(resolved(once).warband, (3, 3, 2), casualties=down(LEADER)).warband
        assert figure(again, LEADER).misses_next

    def test_hatred_is_remembered_m259(self) -> None:
        foe = Foe("wolves", "The Wolves")
        warband = resolved(mustered(), (6, 1), casualties=down(LEADER, by=foe)).warband
        assert [injury.foe for injury in figure(resolved(warband).warband, LEADER).injuries] == [foe]


class TestDice:
    def test_typed_dice_are_asked_for_one_roll_at_a_time(self) -> None:
        waiting = fought(mustered(), casualties=down(LEADER, HENCHMAN))
        asked = []
        faces: list[int] = []
        answers = iter([(1, 6), (1,), (2, 4), (3, 3), (4,), (6,)])
        for _ in range(6):
            with pytest.raises(DiceNeeded) as needed:
                resolve(waiting, EnteredDice(faces))
            request = needed.value.request
            asked.append((request.asked, request.reason, request.figure))
            faces += next(answers)
        assert asked == [
            ("d66", "injury", LEADER),
            ("d6", "multiple_count", LEADER),
            ("d66", "multiple_injury", LEADER),
            ("d66", "multiple_injury", LEADER),
            ("d6", "quack", LEADER),
            ("d6", "return", HENCHMAN),
        ]
        dice = EnteredDice(faces)
        resolve(waiting, dice)
        dice.finish()

    def test_a_needed_die_leaves_no_trace(self) -> None:
        waiting = fought(mustered(), casualties=down(LEADER))
        before = waiting
        with pytest.raises(DiceNeeded):
            resolve(waiting, EnteredDice([]))
        assert waiting == before

    def test_the_same_seed_gives_the_same_aftermath(self) -> None:
        waiting = fought(mustered(), casualties=down(LEADER, LIEUTENANT, HENCHMAN))
        assert resolve(waiting, SeededDice(SEED)) == resolve(waiting, SeededDice(SEED))

    def test_without_an_engagement_there_is_no_aftermath(self) -> None:
        with pytest.raises(LookupError):
            resolve(mustered(), FixedDice())


class TestInTheJournal:
    def test_recover_repeats_the_aftermath_from_its_faces(self) -> None:
        waiting = fought(mustered(), casualties=down(LEADER, HENCHMAN), victory_points=9)
        seeded = SeededDice(SEED)
        result = resolve(waiting, seeded)
        assert after(waiting, recovered(waiting, *seeded.faces)) == result.warband

    @pytest.mark.parametrize(
        ("faces", "code"),
        [((), "faces_missing"), ((4,), "faces_missing"), ((4, 1, 1), "bad_faces"), ((4, 7), "bad_faces")],
    )
    def test_it_takes_just_the_faces_asked_for(self, faces: tuple[int, ...], code: str) -> None:
        waiting = fought(mustered(), casualties=down(LEADER))
        assert refusals(waiting, recovered(waiting, *faces)) == {code}
        assert refusals(waiting, recovered(waiting, 4, 1)) == set()

    def test_it_is_for_the_waiting_battle_and_once(self) -> None:
        waiting = fought(mustered())
        assert refusals(waiting, Recover(battle="other", faces=(), source="entered")) == {"no_aftermath"}
        done = after(waiting, recovered(waiting))
        assert refusals(done, recovered(waiting)) == {"no_aftermath"}

    def test_no_second_battle_before_the_aftermath(self) -> None:
        waiting = fought(with_troll())
        assert refusals(waiting, Fight(engagement=engagement(mustered()))) == {"aftermath_waiting"}
        assert refusals(waiting, PayFee(figure=5)) == {"aftermath_waiting"}

    def test_neither_battle_nor_aftermath_may_be_undone(self) -> None:
        assert not Fight(engagement=engagement(mustered())).can_be_undone
        assert not Recover(battle="b1", faces=(), source="seeded").can_be_undone


class TestTheBattle:
    def test_only_members_who_are_able_fight(self) -> None:
        warband = changed(mustered(), HENCHMAN, standing=Standing.DEAD)
        fight = Fight(engagement=engagement(warband, present=(LEADER, LEADER, HENCHMAN, 99)))
        assert refusals(warband, fight) == {"not_in_warband", "named_twice"}

    def test_only_who_fought_falls_flees_or_fells(self) -> None:
        warband = mustered()
        for values in (
            {"casualties": down(HENCHMAN)},
            {"fled": (HENCHMAN,)},
            {"takedowns": took(HENCHMAN, Rank.LEADER)},
        ):
            fight = Fight(engagement=engagement(warband, present=(LEADER,), **values))
            assert refusals(warband, fight) == {"not_present"}

    def test_nobody_falls_twice_or_falls_and_flees_m34(self) -> None:
        """Ruling M34: a figure out of action is not attacked any more."""
        warband = mustered()
        twice = Fight(engagement=engagement(warband, casualties=down(LEADER, LEADER)))
        both = Fight(engagement=engagement(warband, casualties=down(LEADER), fled=(LEADER,)))
        assert refusals(warband, twice) == {"out_twice"}
        assert refusals(warband, both) == {"fled_and_out"}

    def test_victory_points_are_those_of_the_fallen_and_a_bonus(self) -> None:
        warband = mustered()
        fine = engagement(warband, victory_points=1010, takedowns=took(LEADER, Rank.LEADER))
        absurd = engagement(warband, victory_points=1011, takedowns=took(LEADER, Rank.LEADER))
        assert refusals(warband, Fight(engagement=fine)) == set()
        assert refusals(warband, Fight(engagement=absurd)) == {"bonus_points"}

    def test_nobody_fells_more_than_any_battle_holds(self) -> None:
        warband = mustered()
        many = engagement(warband, takedowns=took(LEADER, *[Rank.EXTRA] * 501), victory_points=1002)
        assert refusals(warband, Fight(engagement=many)) == {"too_many_takedowns"}

    @pytest.mark.parametrize(
        ("values", "code"),
        [
            ({"battle": "b" * 41}, "text_long"),
            ({"title": "t" * 201}, "text_long"),
            ({"title": "a\0b"}, "text_unprintable"),
            ({"foes": (Foe("f", "\ud800"),)}, "text_unprintable"),
            ({"casualties": down(LEADER, by=Foe("\0", "F"))}, "text_unprintable"),
        ],
    )
    def test_its_names_can_be_kept(self, values: dict[str, object], code: str) -> None:
        warband = mustered()
        assert refusals(warband, Fight(engagement=engagement(warband, **values))) == {code}

    def test_the_record_counts(self) -> None:
        warband = resolved(
            mustered(), outcome=Outcome.WON, victory_points=15, takedowns=took(LEADER, Rank.LEADER, Rank.HENCHMAN)
        ).warband
        warband = resolved(warband, outcome=Outcome.DREW, victory_points=2).warband
        warband = resolved(warband, outcome=Outcome.LOST).warband
        assert warband.record == Record(battles=3, won=1, drawn=1, lost=1, victory_points=17, takedowns=2)


def test_a_medikit_is_refilled_between_battles_m40() -> None:
    """Ruling M40: one use per battle; used or not, it stays on the roster and is whole again in the next battle."""
    warband = after(mustered(), Buy(item="medikit", figure=LIEUTENANT))
    home = resolved(warband).warband
    assert figure(home, LIEUTENANT).item_codes == ("dagger", "medikit")
    assert of_figure(figure(home, LIEUTENANT), CATALOGUE).medikits == 1


class TestHowManyRollsThereAreAtLeast:
    """One for each who fell and must be rolled for; a doctor asks for one more, multiple injuries for 1 + as many."""

    @pytest.mark.parametrize(
        ("faces", "least"),
        [
            ((), 3),
            ((3, 4), 3),  # bruised
            ((3, 3), 4),  # the doctor
            ((2, 4), 4),  # rolled again
            ((1, 6), 5),  # multiple injuries: how many, and one at least
            ((1, 6, 4), 8),
            ((3, 4, 1), 3),  # half of the next roll
        ],
    )
    def test_as_far_as_is_known(self, faces: tuple[int, ...], least: int) -> None:
        waiting = fought(mustered(), casualties=down(LEADER, LIEUTENANT, HENCHMAN))
        assert course(waiting, faces).least == least

    def test_nobody_fell(self) -> None:
        assert course(fought(mustered()), ()).least == 0
