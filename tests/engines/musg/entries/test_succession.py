"""Promotion, legends, and who leads next (Musg, Utilisation de l'expérience; rulings M244-M250)."""

import pytest
from msgspec.structs import replace

from engines.core.dice import FixedDice
from engines.musg import journal
from engines.musg.aftermath import Stage, resolve
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Outcome
from engines.musg.entries import Buy, Hire, Learn, Recover, ReplaceLeader, Succeed
from engines.musg.entries.growth import fate
from engines.musg.ranks import Rank
from engines.musg.succession import character_for_hire
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import (
    ANOTHER_HENCHMAN,
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    codes,
    down,
    faults,
    figure,
    fought,
    hire,
    mustered,
    refusals,
    resolved,
    rich,
    steps,
)

SECOND_LIEUTENANT = 5


def two_lieutenants(first: int, second: int) -> Warband:
    """A warband whose lieutenants 2 and 5 have these experience points."""
    warband = mustered("human", hire(Rank.LIEUTENANT))
    warband = changed(warband, LIEUTENANT, experience=first, lifetime=first)
    return changed(warband, SECOND_LIEUTENANT, experience=second, lifetime=second)


def leaderless(warband: Warband) -> Warband:
    return changed(warband, LEADER, standing=Standing.DEAD, items=())


class TestPromotion:
    def promoted(self) -> Warband:
        skilled = changed(mustered(), HENCHMAN, experience=14, lifetime=14, skills=("brawler",))
        return resolved(skilled).warband

    def test_a_henchman_with_a_full_sheet_becomes_a_lieutenant(self) -> None:
        assert figure(self.promoted(), HENCHMAN).rank is Rank.LIEUTENANT

    def test_he_keeps_profile_and_skills_and_starts_a_new_sheet_m244(self) -> None:
        """Ruling M244."""
        promoted = figure(self.promoted(), HENCHMAN)
        assert promoted.origin is Rank.HENCHMAN
        assert promoted.profile(CATALOGUE).hit_points == 3
        assert promoted.skills == ("brawler",)
        assert (promoted.experience, promoted.lifetime) == (0, 15)

    def test_the_last_grey_box_still_gives_its_skill(self) -> None:
        assert figure(self.promoted(), HENCHMAN).choices == 1

    def test_the_step_says_so(self) -> None:
        result = resolved(changed(mustered(), HENCHMAN, experience=14, lifetime=14))
        assert [step.figure for step in steps(result, Stage.PROMOTION)] == [HENCHMAN]

    def test_a_third_lieutenant_by_promotion_stays_m245(self) -> None:
        """Ruling M245: allowed, no further hiring."""
        warband = changed(two_lieutenants(0, 0), HENCHMAN, experience=14, lifetime=14)
        promoted = resolved(warband).warband
        assert len(promoted.of_rank(Rank.LIEUTENANT)) == 3
        assert faults(promoted) == set()
        assert refusals(rich(promoted), hire(Rank.LIEUTENANT)) == {"too_many_lieutenants"}

    def test_promoted_ones_take_up_the_lieutenants_places_m245(self) -> None:
        warband = changed(mustered(), HENCHMAN, experience=14, lifetime=14)
        promoted = resolved(warband).warband
        assert refusals(rich(promoted), hire(Rank.LIEUTENANT)) == {"too_many_lieutenants"}
        assert refusals(rich(mustered()), hire(Rank.LIEUTENANT)) == set()

    def test_the_last_henchman_promoted_leaves_a_place_to_fill(self) -> None:
        warband = mustered().without_figure(ANOTHER_HENCHMAN)
        promoted = resolved(changed(warband, HENCHMAN, experience=14, lifetime=14)).warband
        assert faults(promoted) == {"no_henchman"}
        assert refusals(promoted, hire(Rank.HENCHMAN)) == set()

    @pytest.mark.parametrize("race", ["human", "ratfolk", "generic"])
    def test_enlisted_goblins_rise_too(self, race: str) -> None:
        """Own reading: they may not be enlisted as lieutenants, but they may earn it; not among orcs (M298)."""
        warband = mustered(race, Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"))
        promoted = resolved(changed(warband, 5, experience=14, lifetime=14)).warband
        assert figure(promoted, 5).rank is Rank.LIEUTENANT
        assert faults(promoted) == set()

    def test_a_goblin_of_an_orc_warband_never_rises_m298(self) -> None:
        """Musg, Race Gobeline: « pas en tant que chef ou sous-chef »; ruling M298: nor by promotion."""
        warband = mustered("orc", Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"))
        result = resolved(changed(warband, 5, experience=14, lifetime=14))
        assert figure(result.warband, 5).rank is Rank.HENCHMAN
        assert figure(result.warband, 5).experience == 15
        assert "stays_henchman" in codes(result)
        assert "promoted" not in codes(result)

    def test_nor_does_one_who_rose_before_lead_it_m298(self) -> None:
        """Ruling M298 for promotion and succession: another lieutenant leads, or a leader is hired (M248)."""
        warband = mustered("orc", Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"))
        risen = changed(warband, 5, rank=Rank.LIEUTENANT, experience=20, lifetime=20)
        assert resolved(risen, (1, 1), casualties=down(LEADER)).warband.leader == replace(
            figure(risen, LIEUTENANT), rank=Rank.LEADER, experience=1, lifetime=1
        )
        alone = resolved(risen.without_figure(LIEUTENANT), (1, 1), casualties=down(LEADER))
        assert [step.code for step in steps(alone, Stage.LEADER)] == ["leader_to_hire"]
        assert refusals(alone.warband, ReplaceLeader(figure=5)) == {"not_senior_lieutenant"}
        assert after(alone.warband, hire(Rank.LEADER, "orc")).leader is not None
        full = changed(risen, 5, experience=25, lifetime=25)
        assert refusals(full, Succeed(figure=5)) == {"goblin_stays"}
        assert "may_succeed" not in codes(resolved(full))

    def test_what_was_written_before_m298_replays_as_it_was(self) -> None:
        """A journal without editions: the goblin rose then, and so it does whenever the journal is read again."""
        warband = mustered("orc", Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"))
        waiting = fought(changed(warband, 5, experience=14, lifetime=14))
        old = journal.decode_entry({"kind": "recover", "battle": "b1", "faces": [], "source": "entered"})
        assert figure(after(waiting, old), 5).rank is Rank.LIEUTENANT
        written = journal.encode(Recover(battle="b1", faces=(), source="entered"))
        assert figure(after(waiting, journal.decode_entry(written)), 5).rank is Rank.HENCHMAN


class TestLegends:
    def legend(self) -> Warband:
        armed = after(rich(mustered()), Buy(item="power_axe", figure=LEADER))
        return changed(armed, LEADER, experience=39, lifetime=39, skills=("brawler",), choices=7)

    def test_a_leader_with_a_full_sheet_leaves_at_once_m247(self) -> None:
        """Ruling M247."""
        result = resolved(self.legend())
        assert figure(result.warband, LEADER).standing is Standing.FOR_HIRE
        assert codes(result).count("legend") == 1

    def test_his_price_is_rank_gear_and_a_point_per_five_points_m250(self) -> None:
        """Ruling M250: 40 as leader, 15 for the power axe, 40 points make 8."""
        result = resolved(self.legend())
        step = next(s for s in result.steps if s.code == "legend")
        assert step.params["price"] == 63
        assert character_for_hire(figure(result.warband, LEADER)).price == 63

    def test_he_takes_skills_injuries_and_gear_along_m250(self) -> None:
        character = character_for_hire(figure(resolved(self.legend()).warband, LEADER))
        assert character.skills == ("brawler",)
        assert character.items == ("dagger", "power_axe")
        assert (character.rank, character.lifetime) == (Rank.LEADER, 40)

    def test_incomplete_fives_add_nothing_m250(self) -> None:
        lieutenant = figure(changed(mustered(), LIEUTENANT, lifetime=29), LIEUTENANT)
        assert character_for_hire(lieutenant).price == 20 + 5

    def test_his_waiting_choices_may_still_be_made(self) -> None:
        warband = resolved(self.legend()).warband
        learned = after(warband, Learn(figure=LEADER, skill="sharp_eye"))
        assert figure(learned, LEADER).skills == ("brawler", "sharp_eye")

    def test_the_dead_choose_nothing_any_more(self) -> None:
        dead = resolved(self.legend(), (1, 1), casualties=down(LEADER)).warband
        assert refusals(dead, Learn(figure=LEADER, skill="sharp_eye")) == {"figure_gone"}

    def test_his_lieutenant_takes_over(self) -> None:
        warband = resolved(self.legend()).warband
        assert warband.leader is not None
        assert warband.leader.id == LIEUTENANT


class TestReplacingTheLeader:
    def test_the_lieutenant_with_most_experience_m249(self) -> None:
        """Ruling M249."""
        result = resolved(two_lieutenants(3, 9), (1, 1), casualties=down(LEADER))
        assert figure(result.warband, SECOND_LIEUTENANT).rank is Rank.LEADER
        assert figure(result.warband, LIEUTENANT).rank is Rank.LIEUTENANT
        assert [step.code for step in steps(result, Stage.LEADER)] == ["became_leader"]

    def test_the_battle_just_fought_counts_m249(self) -> None:
        """Lieutenant 2, with 4 points, sat out; 5 had 3, survived and won: now he is ahead by one."""
        result = resolved(
            two_lieutenants(4, 3),
            (1, 1),
            casualties=down(LEADER),
            present=(LEADER, SECOND_LIEUTENANT),
            outcome=Outcome.WON,
        )
        assert result.warband.leader == figure(result.warband, SECOND_LIEUTENANT)

    def test_he_keeps_profile_skills_and_experience(self) -> None:
        """Own reading, on a sheet with a leader's boxes."""
        warband = changed(two_lieutenants(9, 3), LIEUTENANT, skills=("brawler",))
        heir = figure(resolved(warband, (1, 1), casualties=down(LEADER)).warband, LIEUTENANT)
        assert (heir.origin, heir.skills, heir.experience) == (Rank.LIEUTENANT, ("brawler",), 10)

    def test_of_equals_the_longer_in_service_leads_m303(self) -> None:
        """Ruling M303: 2 joined before 5."""
        result = resolved(two_lieutenants(3, 3), (1, 1), casualties=down(LEADER))
        assert [step.code for step in steps(result, Stage.LEADER)] == ["became_leader"]
        assert result.warband.leader == figure(result.warband, LIEUTENANT)

    def test_a_promoted_henchman_may_have_served_longer_m303(self) -> None:
        """Henchman 3 was promoted; lieutenant 5 was hired after it; both have 3 points on the present sheet."""
        warband = changed(two_lieutenants(2, 3), HENCHMAN, rank=Rank.LIEUTENANT, experience=3, lifetime=18)
        result = resolved(warband, (1, 1), casualties=down(LEADER))
        assert result.warband.leader == figure(result.warband, HENCHMAN)

    def test_before_m303_equals_were_for_the_player_to_choose(self) -> None:
        """Such journals still hold: the aftermath named nobody, and an entry then did."""
        waiting = fought(two_lieutenants(3, 3), casualties=down(LEADER))
        chosen = after(waiting, Recover(battle="b1", faces=(1, 1), source="entered", edition=1))
        assert chosen.leader is None
        for heir in (LIEUTENANT, SECOND_LIEUTENANT):
            led = after(chosen, ReplaceLeader(figure=heir, edition=1))
            assert led.leader == figure(led, heir)
        assert refusals(chosen, ReplaceLeader(figure=SECOND_LIEUTENANT)) == {"not_senior_lieutenant"}

    def test_a_less_experienced_lieutenant_is_refused_m249(self) -> None:
        assert refusals(leaderless(two_lieutenants(3, 9)), ReplaceLeader(figure=LIEUTENANT)) == {
            "not_senior_lieutenant"
        }

    def test_a_henchman_is_refused_m248(self) -> None:
        """Ruling M248: the best henchman does not take over."""
        assert refusals(leaderless(mustered()), ReplaceLeader(figure=HENCHMAN)) == {"not_senior_lieutenant"}

    def test_a_leader_in_office_is_not_replaced(self) -> None:
        assert refusals(mustered(), ReplaceLeader(figure=LIEUTENANT)) == {"leader_in_office"}

    def test_without_lieutenant_a_new_leader_is_bought_m248(self) -> None:
        """Ruling M248: 40 points."""
        result = resolved(mustered().without_figure(LIEUTENANT), (1, 1), casualties=down(LEADER))
        assert [step.code for step in steps(result, Stage.LEADER)] == ["leader_to_hire"]
        warband = after(result.warband, hire(Rank.LEADER))
        assert warband.treasury == result.warband.treasury - 40
        assert warband.leader is not None

    def test_no_leader_is_bought_while_a_lieutenant_can_follow_m249(self) -> None:
        assert refusals(leaderless(mustered()), hire(Rank.LEADER)) == {"lieutenant_succeeds"}

    def test_goblins_may_buy_an_orc_leader_again_m248(self) -> None:
        goblins = mustered("goblin").without_figure(LIEUTENANT).without_figure(LEADER)
        assert after(goblins, hire(Rank.LEADER, "orc")).treasury == goblins.treasury - 40

    def test_a_hired_character_does_not_lead(self) -> None:
        warband = leaderless(mustered().without_figure(LIEUTENANT))
        hired = changed(warband, HENCHMAN, rank=Rank.MERCENARY)
        assert refusals(hired, ReplaceLeader(figure=HENCHMAN)) == {"not_senior_lieutenant"}


class TestTheLieutenantsClaim:
    """Musg, Utilisation de l'expérience: a lieutenant with a full sheet may take the leader's place."""

    def ready(self) -> Warband:
        return changed(mustered(), LIEUTENANT, experience=25, lifetime=25)

    def test_the_player_sends_the_leader_away(self) -> None:
        warband = after(self.ready(), Succeed(figure=LIEUTENANT))
        assert figure(warband, LEADER).standing is Standing.FOR_HIRE
        assert warband.leader == figure(warband, LIEUTENANT)
        assert figure(warband, LIEUTENANT).experience == 25

    def test_he_may_also_wait(self) -> None:
        result = resolved(self.ready())
        assert result.warband.leader == figure(result.warband, LEADER)
        assert "may_succeed" in codes(result)

    def test_nobody_claims_the_place_that_falls_to_him(self) -> None:
        """Leader and lieutenant fill their sheets in one aftermath: he becomes the leader, and that is all."""
        result = resolved(changed(self.ready(), LEADER, experience=39, lifetime=39))
        told = [step.code for step in result.steps if step.stage in (Stage.PROMOTION, Stage.LEADER)]
        assert told == ["legend", "became_leader"]
        assert result.warband.leader == figure(result.warband, LIEUTENANT)

    def test_who_does_not_follow_may_claim_from_the_one_who_does(self) -> None:
        """Two full lieutenants and a legend: 5 has more experience and leads, 2 may claim the place (M249)."""
        warband = changed(two_lieutenants(25, 26), LEADER, experience=39, lifetime=39)
        result = resolved(warband)
        claims = [step.figure for step in result.steps if step.code == "may_succeed"]
        assert (result.warband.leader, claims) == (figure(result.warband, SECOND_LIEUTENANT), [LIEUTENANT])
        assert refusals(result.warband, Succeed(figure=LIEUTENANT)) == set()

    def test_only_a_full_sheet_claims(self) -> None:
        short = changed(mustered(), LIEUTENANT, experience=24)
        assert refusals(short, Succeed(figure=LIEUTENANT)) == {"sheet_not_full"}

    @pytest.mark.parametrize("number", [LEADER, HENCHMAN])
    def test_only_a_lieutenant_claims(self, number: int) -> None:
        assert refusals(changed(mustered(), number, experience=40), Succeed(figure=number)) == {"sheet_not_full"}

    def test_without_leader_there_is_nothing_to_claim(self) -> None:
        assert refusals(leaderless(self.ready()), Succeed(figure=LIEUTENANT)) == {"no_leader"}

    @pytest.mark.parametrize(("faces", "leaver"), [((2, 5), LEADER), ((5, 2), LIEUTENANT), ((3, 3, 6, 1), LIEUTENANT)])
    def test_fate_rolls_a_die_each_and_the_lower_leaves_m246(self, faces: tuple[int, ...], leaver: int) -> None:
        """Ruling M246; a tie is rolled again."""
        warband = after(self.ready(), Succeed(figure=LIEUTENANT, by_fate=True, faces=faces, source="entered"))
        gone = [f.id for f in warband.figures if f.standing is Standing.FOR_HIRE]
        assert gone == [leaver]
        assert warband.leader is not None

    @pytest.mark.parametrize("faces", [(), (3,), (3, 3), (2, 5, 1), (7, 1)])
    def test_fate_needs_just_the_faces_that_settle_it(self, faces: tuple[int, ...]) -> None:
        assert refusals(self.ready(), Succeed(figure=LIEUTENANT, by_fate=True, faces=faces)) == {"bad_faces"}

    def test_no_faces_where_the_player_decides(self) -> None:
        assert refusals(self.ready(), Succeed(figure=LIEUTENANT, faces=(1, 2))) == {"bad_faces"}

    def test_the_players_decision_may_be_undone_but_not_fates(self) -> None:
        assert Succeed(figure=LIEUTENANT).can_be_undone
        assert not Succeed(figure=LIEUTENANT, by_fate=True, faces=(1, 2)).can_be_undone

    def test_a_departed_lieutenant_costs_20_and_his_experience_m250(self) -> None:
        warband = after(self.ready(), Succeed(figure=LIEUTENANT, by_fate=True, faces=(6, 1)))
        assert character_for_hire(figure(warband, LIEUTENANT)).price == 20 + 5

    def test_fate_tells_whose_die_is_whose(self) -> None:
        dice = FixedDice([4, 4, 1, 2])
        assert fate(dice, LEADER, LIEUTENANT)
        assert [(roll.reason, roll.figure) for roll in dice.rolls] == [
            ("fate_leader", LEADER),
            ("fate_lieutenant", LIEUTENANT),
        ] * 2


def test_promotion_comes_before_the_succession() -> None:
    """A henchman promoted by the battle in which the leader fell is the lieutenant who follows."""
    warband = changed(mustered().without_figure(LIEUTENANT), HENCHMAN, experience=14, lifetime=14)
    dice = FixedDice((1, 1))
    result = resolve(fought(warband, casualties=down(LEADER)), dice)
    assert figure(result.warband, HENCHMAN).rank is Rank.LEADER
