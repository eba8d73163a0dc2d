"""Experience and victory points (Musg, Gain d'expérience; Fin du tour; rulings M156-M158, M237-M243, M262, M263)."""

import pytest

from engines.musg.aftermath import Aftermath, Stage
from engines.musg.engagement import UNKNOWN, Outcome
from engines.musg.entries import Hire
from engines.musg.ranks import Rank
from engines.musg.warband import Figure
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    changed,
    down,
    figure,
    mustered,
    resolved,
    steps,
    took,
    with_troll,
)

EXTRA = 5

# Points for the figure of the row who puts the figure of the column out of action (Musg, Gain d'expérience); every
# pair that is not printed earns nothing (ruling M238).
PAIRS = {
    Rank.LEADER: {Rank.LEADER: 1},
    Rank.LIEUTENANT: {Rank.LEADER: 1},
    Rank.HENCHMAN: {Rank.LEADER: 2, Rank.LIEUTENANT: 1},
    Rank.EXTRA: {},
}
NUMBER = {Rank.LEADER: LEADER, Rank.LIEUTENANT: LIEUTENANT, Rank.HENCHMAN: HENCHMAN, Rank.EXTRA: EXTRA}


def after_battle(result: Aftermath, number: int) -> Figure:
    return figure(result.warband, number)


def experience(result: Aftermath, number: int) -> int:
    return after_battle(result, number).experience


class TestTakedownsNobodyClaims:
    def test_a_leader_put_out_by_nobody_knows_whom_teaches_nobody_m240(self) -> None:
        result = resolved(mustered(), takedowns=took(UNKNOWN, Rank.LEADER))
        assert [experience(result, number) for number in (LEADER, LIEUTENANT, HENCHMAN)] == [1, 1, 1]


class TestSurviving:
    @pytest.mark.parametrize("number", [LEADER, LIEUTENANT, HENCHMAN])
    def test_whoever_survives_a_battle_gains_a_point(self, number: int) -> None:
        assert experience(resolved(mustered()), number) == 1

    def test_out_of_action_but_alive_is_the_same_point_never_two_m237(self) -> None:
        """Ruling M237."""
        result = resolved(mustered(), (4, 1, 3), casualties=down(LEADER, HENCHMAN))
        assert (experience(result, LEADER), experience(result, HENCHMAN)) == (1, 1)

    def test_the_dead_gain_nothing(self) -> None:
        result = resolved(mustered(), (1, 1, 1), casualties=down(LIEUTENANT, HENCHMAN))
        assert (experience(result, LIEUTENANT), experience(result, HENCHMAN)) == (0, 0)

    def test_who_sat_out_gains_nothing(self) -> None:
        result = resolved(mustered(), present=(LEADER, HENCHMAN))
        assert experience(result, LIEUTENANT) == 0

    def test_who_fled_survived_without_a_roll_m262(self) -> None:
        """Ruling M262."""
        result = resolved(mustered(), fled=(HENCHMAN,))
        assert experience(result, HENCHMAN) == 1
        assert steps(result, Stage.RETURN) == []

    def test_against_all_odds_is_one_more_point(self) -> None:
        result = resolved(mustered(), (6, 5), casualties=down(LEADER))
        assert experience(result, LEADER) == 2


class TestWinning:
    @pytest.mark.parametrize(("outcome", "points"), [(Outcome.WON, 2), (Outcome.DREW, 1), (Outcome.LOST, 1)])
    def test_each_survivor_of_the_winners_gains_a_point_m241(self, outcome: Outcome, points: int) -> None:
        """Ruling M241: cumulative with survival."""
        assert experience(resolved(mustered(), outcome=outcome), HENCHMAN) == points

    def test_downed_and_fled_winners_too_m241(self) -> None:
        result = resolved(mustered(), (4, 1), casualties=down(LEADER), fled=(HENCHMAN,), outcome=Outcome.WON)
        assert (experience(result, LEADER), experience(result, HENCHMAN)) == (2, 2)


class TestTakedowns:
    @pytest.mark.parametrize("by", list(PAIRS))
    @pytest.mark.parametrize("victim", list(Rank))
    def test_only_the_printed_pairs_earn_experience_m238(self, by: Rank, victim: Rank) -> None:
        """Ruling M238."""
        warband = mustered("human", Hire(rank=Rank.EXTRA, race="human", name="Extra"))
        result = resolved(warband, takedowns=took(NUMBER[by], victim))
        learns = by is not Rank.EXTRA
        assert experience(result, NUMBER[by]) == learns + PAIRS[by].get(victim, 0)

    def test_every_takedown_counts(self) -> None:
        """A henchman fells a leader (2) and two lieutenants (1 each), and survives."""
        result = resolved(mustered(), takedowns=took(HENCHMAN, Rank.LEADER, Rank.LIEUTENANT, Rank.LIEUTENANT))
        assert experience(result, HENCHMAN) == 5

    def test_only_the_figure_that_did_it_gains_m240(self) -> None:
        """Ruling M240."""
        result = resolved(mustered(), takedowns=took(HENCHMAN, Rank.LEADER))
        assert [f.experience for f in result.warband.active] == [1, 1, 3, 1]

    def test_the_step_says_what_for(self) -> None:
        result = resolved(
            mustered(), (6, 6), casualties=down(LEADER), takedowns=took(LEADER, Rank.LEADER), outcome=Outcome.WON
        )
        step = next(s for s in steps(result, Stage.EXPERIENCE) if s.figure == LEADER)
        said = {
            name: step.params[name] for name in ("survived", "won", "takedowns", "odds", "points", "total", "boxes")
        }
        assert said == {"survived": 1, "won": 1, "takedowns": 1, "odds": 1, "points": 4, "total": 4, "boxes": 40}


class TestWhoNeverLearns:
    def test_mercenaries_gain_none_m239(self) -> None:
        """Ruling M239."""
        result = resolved(with_troll(), takedowns=took(5, Rank.LEADER), outcome=Outcome.WON)
        assert (experience(result, 5), after_battle(result, 5).choices) == (0, 0)

    def test_extras_gain_none(self) -> None:
        """Musg, Profil des figurants."""
        warband = mustered("human", Hire(rank=Rank.EXTRA, race="human", name="Extra"))
        assert experience(resolved(warband, outcome=Outcome.WON), EXTRA) == 0


class TestBoxes:
    @pytest.mark.parametrize(
        ("before", "after", "choices"), [(3, 4, 0), (4, 5, 1), (5, 6, 0), (9, 10, 1), (14, 15, 1), (38, 39, 0)]
    )
    def test_every_fifth_box_is_grey_m243(self, before: int, after: int, choices: int) -> None:
        """Ruling M243: boxes 5, 10, 15 and so on give a skill."""
        result = resolved(changed(mustered(), LEADER, experience=before, lifetime=before))
        leader = after_battle(result, LEADER)
        assert (leader.experience, leader.choices) == (after, choices)

    def test_two_grey_boxes_at_once_give_two_skills(self) -> None:
        warband = changed(mustered(), HENCHMAN, experience=4, lifetime=4)
        result = resolved(warband, takedowns=took(HENCHMAN, Rank.LEADER, Rank.LEADER, Rank.LIEUTENANT))
        assert (experience(result, HENCHMAN), after_battle(result, HENCHMAN).choices) == (10, 2)

    def test_waiting_choices_are_kept(self) -> None:
        result = resolved(changed(mustered(), LEADER, experience=4, lifetime=4, choices=1))
        assert after_battle(result, LEADER).choices == 2

    @pytest.mark.parametrize(
        ("number", "boxes"), [(LEADER, 40), (LIEUTENANT, 25), (HENCHMAN, 15)], ids=["leader", "lieutenant", "henchman"]
    )
    def test_40_25_and_15_boxes_by_default_m242(self, number: int, boxes: int) -> None:
        """Ruling M242."""
        warband = mustered()
        assert warband.rules.boxes(figure(warband, number).rank) == boxes

    def test_what_the_sheet_has_no_box_for_is_lost(self) -> None:
        """Own reading: the sheet ends with its last box."""
        result = resolved(changed(mustered(), LIEUTENANT, experience=24, lifetime=24), outcome=Outcome.WON)
        lieutenant = after_battle(result, LIEUTENANT)
        assert (lieutenant.experience, lieutenant.lifetime, lieutenant.choices) == (25, 25, 1)

    def test_a_full_sheet_gains_no_more(self) -> None:
        result = resolved(changed(mustered(), LIEUTENANT, experience=25, lifetime=25), outcome=Outcome.WON)
        assert experience(result, LIEUTENANT) == 25

    def test_the_campaign_sets_the_boxes_m242(self) -> None:
        warband = changed(mustered(lieutenant_boxes=30), LIEUTENANT, experience=29, lifetime=29)
        assert experience(resolved(warband, outcome=Outcome.WON), LIEUTENANT) == 30


class TestVictoryPoints:
    def test_they_become_points_one_for_one_m263(self) -> None:
        """Ruling M263."""
        warband = mustered()
        assert resolved(warband, victory_points=23, takedowns=()).warband.treasury == warband.treasury + 23

    def test_a_penalty_takes_nothing_from_the_treasury_m158(self) -> None:
        """Ruling M158 costs victory points, 20 for each hostage; what is in the treasury stays there."""
        warband = mustered()
        result = resolved(warband, victory_points=-20)
        assert result.warband.treasury == warband.treasury
        assert result.warband.record.victory_points == -20
