"""The report of a battle (Musg, Fin du tour; Activité aléatoire; rulings M28, M33, M34, M53, M156, M157, M262)."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engines.musg import report
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import UNKNOWN, Casualty, Foe, Outcome, Takedown
from engines.musg.entries import Fight
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.warband import Injury, Standing, Warband
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    changed,
    hire,
    mustered,
    refusals,
    with_troll,
)

TROLL = 5


def us(number: int) -> Who:
    return Who("us", number)


def them(number: int) -> Who:
    return Who("them", number)


def table(ours: Warband | None = None, theirs: Warband | None = None) -> dict[str, Warband]:
    return {
        "us": replace(ours or mustered(), name="Us"),
        "them": replace(theirs or mustered("orc"), name="Them"),
    }


def faults(told: Report, warbands: Mapping[str, Warband] | None = None) -> set[str]:
    return {problem.code for problem in report.problems(warbands or table(), told)}


def points(*downs: Down, bonus: Mapping[str, int] | None = None) -> dict[str, int]:
    warbands = table(theirs=mustered("orc", hire(Rank.EXTRA, "orc")))
    return dict(report.result(warbands, Report(downs=downs, bonus=bonus or {})).points)


class TestVictoryPoints:
    @pytest.mark.parametrize(
        ("victim", "worth"), [(LEADER, 10), (LIEUTENANT, 8), (HENCHMAN, 5), (5, 2)], ids=["10", "8", "5", "2"]
    )
    def test_10_8_5_and_2_for_leader_lieutenant_henchman_and_extra(self, victim: int, worth: int) -> None:
        """Musg, Fin du tour."""
        assert points(Down(them(victim), us(LEADER))) == {"us": worth, "them": 0}

    def test_killed_counts_like_out_of_action_m157(self) -> None:
        assert points(Down(them(LEADER), us(LEADER), killed=True)) == {"us": 10, "them": 0}

    def test_an_accident_is_worth_nothing_m157(self) -> None:
        """Ruling M157."""
        assert points(Down(them(LEADER))) == {"us": 0, "them": 0}

    def test_who_fled_is_worth_nothing_m157(self) -> None:
        told = Report(fled=(them(LEADER),))
        assert report.result(table(), told).points == {"us": 0, "them": 0}

    def test_all_add_up_with_the_scenarios_bonus_m28(self) -> None:
        """Ruling M28: what players agreed to add counts one for one."""
        downs = (Down(them(LEADER), us(HENCHMAN)), Down(us(LEADER), them(HENCHMAN)), Down(us(HENCHMAN), them(LEADER)))
        assert points(*downs, bonus={"us": 7, "them": -20}) == {"us": 17, "them": -5}


class TestUnspentPoints:
    """A quick game's bonus (Musg, Composition d'une bande)."""

    def test_one_for_one_m28(self) -> None:
        limits = {"us": 500, "them": 500}
        assert report.unspent_bonus({"us": 12, "them": 0}, limits, CATALOGUE) == {"us": 12, "them": 0}

    def test_none_for_an_overspent_treasury(self) -> None:
        assert report.unspent_bonus({"us": -5}, {"us": 500}, CATALOGUE) == {"us": 0}

    def test_none_where_the_limits_differ_m354(self) -> None:
        limits = {"us": 500, "them": 450}
        assert report.unspent_bonus({"us": 12, "them": 3}, limits, CATALOGUE) == {"us": 0, "them": 0}


class TestQuickBonus:
    """What warbands as mustered bring into a quick game (rulings M28, M354)."""

    def test_the_treasuries_of_fresh_warbands_count_m28(self) -> None:
        fresh = table()
        fresh = {"us": replace(fresh["us"], treasury=12), "them": replace(fresh["them"], treasury=0)}
        assert report.quick_bonus(fresh) == {"us": 12, "them": 0}

    def test_nothing_where_the_limits_differ_m354(self) -> None:
        """One mustered to 500 points, the other to 450."""
        mixed = {key: replace(warband, treasury=12) for key, warband in table().items()}
        mixed["them"] = replace(mixed["them"], rules=replace(mixed["them"].rules, points=450))
        assert report.quick_bonus(mixed) == {"us": 0, "them": 0}

    def test_loot_is_not_what_a_muster_left(self) -> None:
        """A warband that has fought has a treasury of loot; then nobody has a bonus."""
        mixed = {key: replace(warband, treasury=12) for key, warband in table().items()}
        mixed["us"] = replace(mixed["us"], record=replace(mixed["us"].record, battles=1))
        assert report.quick_bonus(mixed) == {"us": 0, "them": 0}

    def test_nobody_to_compare_with_nothing_to_add(self) -> None:
        assert report.quick_bonus({"us": replace(table()["us"], treasury=12)}) == {"us": 0}

    def test_it_decides_the_battle_m28(self) -> None:
        """The leader is worth 10 points: with 12 unspent ones the side that lost him is ahead, 12 to 10."""
        told = Report(downs=(Down(us(LEADER), them(LEADER)),), unspent={"us": 12, "them": 0})
        final = report.result(table(), told)
        assert (final.points, final.winner) == ({"us": 12, "them": 10}, "us")


class TestWinner:
    def test_most_victory_points_win_m53(self) -> None:
        """Ruling M53."""
        result = report.result(table(), Report(downs=(Down(them(LEADER), us(LEADER)),)))
        assert (result.winner, result.computed, result.overridden) == ("us", "us", False)

    def test_equal_points_are_a_draw(self) -> None:
        assert report.result(table(), Report()).winner is None

    def test_a_tie_at_the_top_of_three_is_a_draw(self) -> None:
        three = {**table(), "others": mustered("elf")}
        assert report.result(three, Report(bonus={"us": 5, "others": 5})).winner is None
        assert report.result(three, Report(bonus={"us": 5, "others": 6})).winner == "others"

    def test_the_scenario_may_decide_otherwise_with_a_reason(self) -> None:
        told = Report(downs=(Down(them(LEADER), us(LEADER)),), winner="them")
        assert faults(told) == {"reason_missing"}
        explained = replace(told, reason="They held the bridge")
        assert faults(explained) == set()
        result = report.result(table(), explained)
        assert (result.winner, result.computed, result.overridden) == ("them", "us", True)

    def test_the_computed_winner_needs_no_reason(self) -> None:
        assert faults(Report(downs=(Down(them(LEADER), us(LEADER)),), winner="us")) == set()
        assert faults(Report(winner="draw")) == set()

    def test_a_draw_may_be_decided_too(self) -> None:
        told = Report(bonus={"us": 3}, winner="draw", reason="Nightfall")
        result = report.result(table(), told)
        assert faults(told) == set()
        assert (result.winner, result.overridden) == (None, True)

    def test_the_winner_was_there(self) -> None:
        assert faults(Report(winner="nobody", reason="x")) == {"winner_not_in_battle"}


class TestImpossibleEntries:
    def test_nobody_goes_out_twice_m34(self) -> None:
        """Ruling M34."""
        told = Report(downs=(Down(them(LEADER), us(LEADER)), Down(them(LEADER), us(HENCHMAN))))
        (problem,) = report.problems(table(), told)
        assert (problem.code, problem.figure, problem.params["warband"]) == ("out_twice", LEADER, "them")

    def test_who_is_not_in_the_battle_is_named(self) -> None:
        assert faults(Report(downs=(Down(them(77), us(LEADER)),))) == {"not_in_battle"}
        assert faults(Report(downs=(Down(Who("ghosts", 1), us(LEADER)),))) == {"not_in_battle"}
        assert faults(Report(downs=(Down(them(LEADER), Who("ghosts", 1)),))) == {"not_in_battle"}
        assert faults(Report(fled=(us(99),))) == {"not_in_battle"}
        assert faults(Report(absent=(us(99),))) == {"not_in_battle"}

    def test_who_sat_out_neither_falls_nor_fells_nor_flees(self) -> None:
        away = Report(absent=(us(HENCHMAN),))
        assert faults(replace(away, downs=(Down(us(HENCHMAN), them(LEADER)),))) == {"not_present"}
        assert faults(replace(away, downs=(Down(them(LEADER), us(HENCHMAN)),))) == {"not_present"}
        assert faults(replace(away, fled=(us(HENCHMAN),))) == {"not_present"}

    def test_the_dead_do_not_fight(self) -> None:
        warbands = table(changed(mustered(), HENCHMAN, standing=Standing.DEAD))
        assert faults(Report(downs=(Down(us(HENCHMAN), them(LEADER)),)), warbands) == {"not_present"}
        assert faults(Report(absent=(us(HENCHMAN),)), warbands) == {"not_in_battle"}

    def test_nobody_is_felled_by_his_own_side(self) -> None:
        """An accident has nobody to thank for it."""
        assert faults(Report(downs=(Down(us(HENCHMAN), us(LEADER)),))) == {"own_side"}

    def test_nobody_flees_and_goes_out(self) -> None:
        told = Report(downs=(Down(us(HENCHMAN), them(LEADER)),), fled=(us(HENCHMAN),))
        assert faults(told) == {"fled_and_out"}

    def test_each_side_has_somebody_there(self) -> None:
        assert faults(Report(absent=tuple(us(number) for number in (1, 2, 3, 4)))) == {"nobody_present"}

    @pytest.mark.parametrize("bonus", [{"us": 1001}, {"us": -1001}, {"ghosts": 1}])
    def test_bonus_points_are_for_those_there_and_not_absurd(self, bonus: dict[str, int]) -> None:
        assert faults(Report(bonus=bonus)) == {"bonus_points"}

    def test_all_faults_are_named_at_once(self) -> None:
        told = Report(
            absent=(us(LIEUTENANT),),
            downs=(Down(us(LIEUTENANT), them(LEADER)), Down(them(LEADER), us(1)), Down(them(LEADER), us(1))),
            bonus={"us": 5000},
            winner="ghosts",
        )
        assert faults(told) == {"not_present", "out_twice", "bonus_points", "winner_not_in_battle"}


class TestNobodyKnowsWho:
    """An enemy put out is the side's merit (M157); the experience belongs to the one who did it alone (M240)."""

    def told(self) -> Report:
        return Report(downs=(Down(them(LEADER), us(UNKNOWN)), Down(them(HENCHMAN), us(HENCHMAN))))

    def test_the_side_has_the_victory_points_m157(self) -> None:
        assert faults(self.told()) == set()
        assert points(*self.told().downs) == {"us": 15, "them": 0}

    def test_the_journals_take_it_and_count_it_as_put_out(self) -> None:
        warbands = table()
        homes = report.engagements(warbands, self.told(), battle="b", title="t")
        assert homes["us"].takedowns == (Takedown(UNKNOWN, Rank.LEADER), Takedown(HENCHMAN, Rank.HENCHMAN))
        assert homes["them"].casualties[0] == Casualty(LEADER, False, Foe("us", "Us"))
        for key, home in homes.items():
            assert refusals(warbands[key], Fight(engagement=home)) == set()

    def test_somebody_of_ones_own_side_or_of_no_side_is_impossible(self) -> None:
        assert faults(Report(downs=(Down(us(LEADER), us(UNKNOWN)),))) != set()
        assert faults(Report(downs=(Down(us(LEADER), Who("ghosts", UNKNOWN)),))) == {"not_in_battle"}

    def test_nobody_in_particular_does_not_fall_or_flee(self) -> None:
        assert faults(Report(downs=(Down(them(UNKNOWN), us(LEADER)),))) == {"not_in_battle"}
        assert faults(Report(fled=(us(UNKNOWN),))) == {"not_in_battle"}


class TestWhoFights:
    def test_everybody_able_unless_absent(self) -> None:
        told = Report(absent=(us(HENCHMAN),))
        assert report.present(table(), told)["us"] == (1, 2, 4)

    def test_who_misses_the_battle_or_is_unpaid_does_not(self) -> None:
        warbands = table(changed(mustered(), LIEUTENANT, misses_next=True))
        assert report.present(warbands, Report())["us"] == (1, 3, 4)
        assert report.unable(warbands["us"].figures[1]) == "misses_battle"

    def erratic(self) -> dict[str, Warband]:
        return table(changed(mustered(), LEADER, injuries=(Injury("erratic"),)))

    def test_an_erratic_figure_needs_its_die(self) -> None:
        """Musg, Activité aléatoire."""
        assert faults(Report(), self.erratic()) == {"activity_die"}
        assert faults(Report(activity={"us:1": 7}), self.erratic()) == {"activity_die"}
        assert faults(Report(absent=(us(LEADER),)), self.erratic()) == set()

    @pytest.mark.parametrize(("die", "fights"), [(1, False), (2, True), (3, True), (4, True), (5, True), (6, True)])
    def test_on_a_1_it_sits_out(self, die: int, fights: bool) -> None:
        told = Report(activity={"us:1": die})
        assert faults(told, self.erratic()) == set()
        assert (LEADER in report.present(self.erratic(), told)["us"]) is fights

    def test_two_erratic_results_still_need_one_die_m260(self) -> None:
        """Ruling M260."""
        twice = table(changed(mustered(), LEADER, injuries=(Injury("erratic"),) * 2))
        assert faults(Report(activity={"us:1": 4}), twice) == set()

    def test_a_die_of_somebody_steady_changes_nothing(self) -> None:
        assert LEADER in report.present(table(), Report(activity={"us:1": 1}))["us"]


class TestGuardedLeader:
    def test_a_troll_who_stood_watched_over_the_fallen_leader(self) -> None:
        """Musg, Garde du corps Troll."""
        told = Report(downs=(Down(us(LEADER), them(LEADER)),), guarded=("us",))
        assert faults(told, table(with_troll())) == set()

    @pytest.mark.parametrize(
        "told",
        [
            Report(guarded=("us",)),
            Report(downs=(Down(us(LEADER), them(1)), Down(us(TROLL), them(1))), guarded=("us",)),
            Report(downs=(Down(us(LEADER), them(1)),), absent=(us(TROLL),), guarded=("us",)),
            Report(downs=(Down(us(LEADER), them(1)),), guarded=("them",)),
            Report(downs=(Down(us(LEADER), them(1)),), guarded=("ghosts",)),
        ],
        ids=["leader stands", "troll fell", "troll absent", "no troll", "no such warband"],
    )
    def test_otherwise_not(self, told: Report) -> None:
        assert faults(told, table(with_troll())) == {"not_guarded"}


class TestWhatEachSideBringsHome:
    def told(self) -> Report:
        return Report(
            downs=(
                Down(them(LEADER), us(HENCHMAN)),
                Down(us(LIEUTENANT), them(HENCHMAN), killed=True),
                Down(us(LEADER)),
            ),
            fled=(them(LIEUTENANT),),
            absent=(us(4),),
            bonus={"us": 3},
        )

    def test_ours(self) -> None:
        ours = report.engagements(table(), self.told(), battle="b7", title="The Mill")["us"]
        assert (ours.battle, ours.title, ours.outcome, ours.victory_points) == ("b7", "The Mill", Outcome.WON, 13)
        assert ours.present == (1, 2, 3)
        assert ours.foes == (Foe("them", "Them"),)
        assert ours.casualties == (Casualty(LIEUTENANT, True, Foe("them", "Them")), Casualty(LEADER, False, None))
        assert ours.takedowns == (Takedown(HENCHMAN, Rank.LEADER),)
        assert ours.fled == ()

    def test_theirs(self) -> None:
        theirs = report.engagements(table(), self.told(), battle="b7", title="The Mill")["them"]
        assert (theirs.outcome, theirs.victory_points) == (Outcome.LOST, 8)
        assert theirs.casualties == (Casualty(LEADER, False, Foe("us", "Us")),)
        assert theirs.takedowns == (Takedown(HENCHMAN, Rank.LIEUTENANT),)
        assert theirs.fled == (LIEUTENANT,)

    def test_a_draw_is_a_draw_for_all(self) -> None:
        drawn = report.engagements(table(), Report(), battle="b", title="t")
        assert {one.outcome for one in drawn.values()} == {Outcome.DREW}

    def test_only_one_of_three_wins(self) -> None:
        three = {**table(), "others": mustered("elf")}
        ended = report.engagements(three, Report(bonus={"us": 1}), battle="b", title="t")
        assert {key: one.outcome for key, one in ended.items()} == {
            "us": Outcome.WON,
            "them": Outcome.LOST,
            "others": Outcome.LOST,
        }

    def test_both_journals_take_it(self) -> None:
        warbands = table()
        for key, home in report.engagements(warbands, self.told(), battle="b", title="t").items():
            assert refusals(warbands[key], Fight(engagement=home)) == set()


class TestWhoMayFight:
    """Ruling M297: without leader or henchman by the referee's leave only; nobody able: not at all."""

    def leaderless(self) -> Warband:
        return changed(mustered(), LEADER, standing=Standing.DEAD)

    def test_a_warband_without_leader_or_henchman_needs_leave_m297(self) -> None:
        bare = changed(changed(self.leaderless(), HENCHMAN, standing=Standing.DEAD), 4, standing=Standing.LEFT)
        found = report.problems(table(bare), Report())
        assert [(p.code, p.params["warband"], p.params["rank"]) for p in found] == [
            ("needs_leave", "us", "leader"),
            ("needs_leave", "us", "henchman"),
        ]
        assert report.needing_leave(table(bare)) == ("us",)

    def test_leave_on_the_record_lets_it_fight_m297(self) -> None:
        assert faults(Report(leave=("us",)), table(self.leaderless())) == set()
        assert faults(Report(leave=("them",)), table(self.leaderless())) == {"needs_leave"}

    def test_who_only_misses_the_battle_is_no_loss_m297(self) -> None:
        """The warband has its leader; that he cannot come today is another matter."""
        assert faults(Report(), table(changed(mustered(), LEADER, misses_next=True))) == set()

    def test_nobody_able_is_no_battle_with_any_leave_m297(self) -> None:
        sick = mustered()
        for number in (LEADER, LIEUTENANT, HENCHMAN, 4):
            sick = changed(sick, number, misses_next=True)
        assert faults(Report(leave=("us",)), table(sick)) == {"nobody_present"}
