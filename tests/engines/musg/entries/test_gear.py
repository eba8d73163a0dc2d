"""Buying, returning and handing over (Musg, Tableau des armes; rulings M29, M30, M258, M264, M291)."""

import pytest

from engines.core.problems import Problem
from engines.musg import journal
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Dismiss, Grant, Move, TakeBack
from engines.musg.ranks import Rank
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    core,
    down,
    drafted,
    figure,
    hire,
    mustered,
    refusals,
    resolved,
    rich,
)


def item_id(warband: Warband, number: int, code: str) -> int:
    return next(item.id for item in figure(warband, number).items if item.code == code)


class TestBuying:
    @pytest.mark.parametrize("code", list(CATALOGUE.items))
    def test_every_item_costs_what_the_table_says(self, code: str) -> None:
        warband = drafted()
        assert after(warband, Buy(item=code)).treasury == warband.treasury - CATALOGUE.items[code].cost

    def test_the_bearer_carries_it(self) -> None:
        warband = after(mustered(), Buy(item="sword", figure=LEADER))
        assert figure(warband, LEADER).item_codes == ("dagger", "sword")
        assert figure(warband, LEADER).value == 45

    def test_without_bearer_it_lies_in_the_stash(self) -> None:
        assert [item.code for item in after(mustered(), Buy(item="sword")).stash] == ["sword"]

    def test_what_the_treasury_cannot_pay_is_refused(self) -> None:
        (problem,) = journal.problems(rich(mustered(), 4), Buy(item="sword", figure=LEADER))
        assert problem == Problem("too_expensive", None, {"needs": 5, "has": 4})
        assert refusals(rich(mustered(), 5), Buy(item="sword", figure=LEADER)) == set()

    def test_item_and_bearer_must_exist_and_both_are_named(self) -> None:
        assert refusals(mustered(), Buy(item="excalibur", figure=9)) == {"no_such_item", "no_such_figure"}

    def test_the_dead_buy_nothing(self) -> None:
        dead = changed(mustered(), HENCHMAN, standing=Standing.DEAD)
        assert refusals(dead, Buy(item="sword", figure=HENCHMAN)) == {"figure_gone"}

    def test_in_the_campaign_a_clash_is_refused_at_once(self) -> None:
        warband = after(mustered(), Buy(item="shield", figure=LEADER))
        assert refusals(warband, Buy(item="pike", figure=LEADER)) == {"bars_two_handed"}
        assert refusals(warband, Buy(item="pike")) == set()

    def test_while_mustering_a_clash_is_shown_and_may_be_mended(self) -> None:
        draft = after(drafted(), *core(), Buy(item="shield", figure=LEADER))
        assert refusals(draft, Buy(item="pike", figure=LEADER)) == set()


class TestTakingBack:
    def test_while_mustering_the_shop_takes_everything_back(self) -> None:
        draft = after(drafted(), *core(), Buy(item="rifle", figure=LEADER), Buy(item="rope"))
        rifle, rope = item_id(draft, LEADER, "rifle"), draft.stash[0].id
        returned = after(draft, TakeBack(item=rifle), TakeBack(item=rope))
        assert returned == after(draft, TakeBack(item=rope), TakeBack(item=rifle))
        assert returned.treasury == 500 - 76

    def test_afterwards_nothing_is_sold_m264(self) -> None:
        """Ruling M264."""
        warband = after(mustered(), Buy(item="rifle", figure=LEADER))
        assert refusals(warband, TakeBack(item=item_id(warband, LEADER, "rifle"))) == {"muster_closed"}

    def test_the_free_dagger_stays_m30(self) -> None:
        """Ruling M30: every character has at least a dagger."""
        draft = after(drafted(), *core())
        assert refusals(draft, TakeBack(item=item_id(draft, LEADER, "dagger"))) == {"dagger_stays"}

    def test_a_bought_dagger_goes_back(self) -> None:
        draft = after(drafted(), *core(), Buy(item="dagger", figure=LEADER))
        bought = figure(draft, LEADER).items[1]
        assert after(draft, TakeBack(item=bought.id)).treasury == 500 - 76

    def test_after_returning_the_free_pistol_the_next_is_free_again_m29(self) -> None:
        draft = after(drafted(), *core(), Buy(item="pistol", figure=LEADER))
        returned = after(draft, TakeBack(item=item_id(draft, LEADER, "pistol")))
        assert after(returned, Buy(item="pistol", figure=LEADER)).treasury == returned.treasury

    def test_returning_anothers_free_pistol_frees_that_others_first_m29(self) -> None:
        """The leader's free pistol, given to the lieutenant, who has his own, before ruling M296, is returned."""
        draft = after(drafted(), *core(), Buy(item="pistol", figure=LEADER), Buy(item="pistol", figure=LIEUTENANT))
        leaders = item_id(draft, LEADER, "pistol")
        returned = after(draft, Move(item=leaders, to=LIEUTENANT, edition=1), TakeBack(item=leaders))
        assert after(returned, Buy(item="pistol", figure=LEADER)).treasury == returned.treasury
        assert after(returned, Buy(item="pistol", figure=LIEUTENANT)).treasury == returned.treasury - 7

    def test_it_must_be_there(self) -> None:
        assert refusals(drafted(), TakeBack(item=1)) == {"no_such_thing"}


class TestHandingOver:
    """Ruling M264: gear may be moved between members."""

    def test_from_one_to_another_and_to_the_stash_and_back_m264(self) -> None:
        warband = after(mustered(), Buy(item="sword", figure=LEADER))
        sword = item_id(warband, LEADER, "sword")
        given = after(warband, Move(item=sword, to=HENCHMAN))
        assert (figure(given, LEADER).item_codes, figure(given, HENCHMAN).item_codes) == (
            ("dagger",),
            ("dagger", "sword"),
        )
        stashed = after(given, Move(item=sword))
        assert [item.id for item in stashed.stash] == [sword]
        assert after(stashed, Move(item=sword, to=LEADER)) == warband

    def test_it_costs_nothing(self) -> None:
        warband = after(mustered(), Buy(item="sword", figure=LEADER))
        moved = after(warband, Move(item=item_id(warband, LEADER, "sword"), to=HENCHMAN))
        assert (moved.treasury, moved.value) == (warband.treasury, warband.value)

    def test_it_must_combine_with_what_the_receiver_carries(self) -> None:
        warband = after(mustered(), Buy(item="shield", figure=LEADER), Buy(item="pike", figure=HENCHMAN))
        assert refusals(warband, Move(item=item_id(warband, HENCHMAN, "pike"), to=LEADER)) == {"bars_two_handed"}

    def test_anothers_free_dagger_is_a_weapon_more_beside_a_shield(self) -> None:
        warband = after(mustered(), Buy(item="shield", figure=LEADER), Buy(item="sword", figure=LEADER))
        dagger = item_id(warband, HENCHMAN, "dagger")
        assert refusals(warband, Move(item=dagger, to=LEADER, edition=1)) == {"bars_two_one_handed"}

    def test_it_goes_somewhere_else(self) -> None:
        warband = after(mustered(), Buy(item="sword"))
        assert refusals(warband, Move(item=warband.stash[0].id)) == {"already_there"}
        own = item_id(warband, LEADER, "dagger")
        assert refusals(warband, Move(item=own, to=LEADER)) == {"already_there"}

    def test_to_somebody_who_is_there(self) -> None:
        warband = changed(mustered(), HENCHMAN, standing=Standing.LEFT)
        dagger = item_id(warband, LEADER, "dagger")
        assert refusals(warband, Move(item=dagger, to=HENCHMAN)) == {"figure_gone"}
        assert refusals(warband, Move(item=dagger, to=99)) == {"no_such_figure"}
        assert refusals(warband, Move(item=99, to=LEADER)) == {"no_such_thing"}

    def test_the_departed_keep_what_they_took_along(self) -> None:
        warband = changed(mustered(), LIEUTENANT, standing=Standing.FOR_HIRE)
        assert refusals(warband, Move(item=item_id(warband, LIEUTENANT, "dagger"), to=LEADER)) == {"figure_gone"}


class TestLostAndInherited:
    def test_a_dead_henchmans_gear_returns_to_the_warband_m36(self) -> None:
        """Musg, Retour des mis hors de combat; ruling M36."""
        warband = after(mustered(), Buy(item="rifle", figure=HENCHMAN))
        result = resolved(warband, (1,), casualties=down(HENCHMAN)).warband
        assert [item.code for item in result.stash] == ["dagger", "rifle"]
        assert figure(result, HENCHMAN).items == ()

    def test_a_henchman_killed_outright_leaves_it_too_m35_m36(self) -> None:
        warband = after(mustered(), Buy(item="rifle", figure=HENCHMAN))
        result = resolved(warband, casualties=down(HENCHMAN, killed=True)).warband
        assert [item.code for item in result.stash] == ["dagger", "rifle"]

    def test_a_dead_heros_gear_is_lost_m36(self) -> None:
        warband = after(mustered(), Buy(item="rifle", figure=LIEUTENANT))
        result = resolved(warband, (1, 3), casualties=down(LIEUTENANT)).warband
        assert (result.stash, figure(result, LIEUTENANT).items) == ((), ())

    def test_a_hero_killed_outright_loses_it_too_m36(self) -> None:
        warband = after(mustered(), Buy(item="rifle", figure=LIEUTENANT))
        result = resolved(warband, casualties=down(LIEUTENANT, killed=True)).warband
        assert (result.stash, figure(result, LIEUTENANT).items) == ((), ())

    def test_the_robbed_keep_their_own_free_dagger_and_pistol_m258(self) -> None:
        """Ruling M258."""
        warband = after(
            mustered(),
            Buy(item="pistol", figure=LEADER),
            Buy(item="pistol", figure=LEADER),
            Buy(item="dagger", figure=LEADER),
            Buy(item="heavy_armour", figure=LEADER),
        )
        result = resolved(warband, (3, 6), casualties=down(LEADER)).warband
        left = figure(result, LEADER).items
        assert [(item.code, item.paid) for item in left] == [("dagger", 0), ("pistol", 0)]
        assert result.stash == ()

    def test_but_not_somebody_elses_free_pistol_m258(self) -> None:
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN))
        lent = after(warband, Move(item=item_id(warband, HENCHMAN, "pistol"), to=LEADER, edition=1))
        result = resolved(lent, (3, 6), casualties=down(LEADER)).warband
        assert figure(result, LEADER).item_codes == ("dagger",)

    def test_a_promoted_henchmans_gear_is_a_heros_m261(self) -> None:
        promoted = resolved(changed(mustered(), HENCHMAN, experience=14, lifetime=14)).warband
        result = resolved(promoted, (1, 1), casualties=down(HENCHMAN)).warband
        assert result.stash == ()

    def test_all_gear_is_in_the_roster_for_everybody_to_see_m291(self) -> None:
        """Ruling M291: there is no hidden equipment, every item stands with its bearer."""
        warband = after(mustered(), Buy(item="medikit", figure=HENCHMAN))
        assert "medikit" in figure(warband, HENCHMAN).item_codes


class TestGrants:
    """The referee adds points, or takes some away, for a stated reason."""

    def test_added_and_taken(self) -> None:
        warband = mustered()
        assert after(warband, Grant(points=10, reason="Scenario")).treasury == warband.treasury + 10
        assert after(warband, Grant(points=-10, reason="Fine")).treasury == warband.treasury - 10

    def test_never_below_nothing(self) -> None:
        assert refusals(rich(mustered(), 9), Grant(points=-10, reason="Fine")) == {"too_expensive"}

    @pytest.mark.parametrize("points", [0, 10_001, -10_001])
    def test_something_but_nothing_absurd(self, points: int) -> None:
        assert refusals(mustered(), Grant(points=points, reason="Why not")) == {"grant_points"}

    @pytest.mark.parametrize(("reason", "code"), [("", "reason_missing"), ("a\0", "text_unprintable")])
    def test_with_a_reason(self, reason: str, code: str) -> None:
        assert refusals(mustered(), Grant(points=1, reason=reason)) == {code}

    def test_only_in_the_campaign(self) -> None:
        assert refusals(drafted(), Grant(points=1, reason="Early")) == {"muster_open"}


class TestFreeGear:
    """Ruling M296: a free dagger or pistol belongs to its bearer."""

    def test_hire_take_dismiss_three_times_yields_nothing_m296(self) -> None:
        """Three goblins for 4 points each leave 12 points fewer, and no pistol of 7 nor dagger of 2."""
        warband = mustered("orc")
        for number in (5, 6, 7):
            warband = after(
                warband, hire(Rank.HENCHMAN, "goblin"), Buy(item="pistol", figure=number), Dismiss(figure=number)
            )
        assert warband.treasury == mustered("orc").treasury - 12
        assert warband.stash == ()

    def test_nor_by_laying_it_aside_first_m296(self) -> None:
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN), Buy(item="sword", figure=HENCHMAN))
        laid = after(warband, Move(item=item_id(warband, HENCHMAN, "pistol")))
        assert [item.code for item in after(laid, Dismiss(figure=HENCHMAN)).stash] == ["sword"]

    def test_it_is_given_to_nobody_m296(self) -> None:
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN))
        pistol = item_id(warband, HENCHMAN, "pistol")
        assert refusals(warband, Move(item=pistol, to=LEADER)) == {"free_gear_stays"}
        laid = after(warband, Move(item=pistol))
        assert refusals(laid, Move(item=pistol, to=LEADER)) == {"free_gear_stays"}
        assert after(laid, Move(item=pistol, to=HENCHMAN)) == warband

    def test_what_a_fallen_henchman_carried_is_the_warbands(self) -> None:
        """Musg, Retour des mis hors de combat: a henchman's weapons return to the warband, and arm another."""
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN))
        left = resolved(warband, (1,), casualties=down(HENCHMAN)).warband
        pistol = next(item for item in left.stash if item.code == "pistol")
        assert refusals(left, Move(item=pistol.id, to=LEADER)) == set()

    def test_a_second_pistol_is_bought_and_goes_where_it_is_sent(self) -> None:
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN), Buy(item="pistol", figure=HENCHMAN))
        second = figure(warband, HENCHMAN).items[-1]
        assert refusals(warband, Move(item=second.id, to=LEADER)) == set()

    def test_the_robbed_take_up_what_they_had_laid_aside_m296(self) -> None:
        """d66 36: all is lost but the free dagger and the free pistol, the latter in the stash till now."""
        warband = after(mustered(), Buy(item="pistol", figure=LEADER), Buy(item="sword", figure=LEADER))
        laid = after(warband, Move(item=item_id(warband, LEADER, "pistol")))
        result = resolved(laid, (3, 6), casualties=down(LEADER)).warband
        assert figure(result, LEADER).item_codes == ("dagger", "pistol")
        assert result.stash == ()

    @pytest.mark.parametrize(
        "written",
        [
            {"kind": "move", "item": 5, "to": LEADER},
            {"kind": "move", "item": 5, "to": None},
            {"kind": "dismiss", "figure": HENCHMAN},
        ],
    )
    def test_what_was_written_before_m296_replays_as_it_was(self, written: dict[str, object]) -> None:
        """Item 5 is the henchman's free pistol: it was given away, laid aside, or left behind."""
        warband = after(mustered(), Buy(item="pistol", figure=HENCHMAN))
        assert item_id(warband, HENCHMAN, "pistol") == 5
        replayed = after(warband, journal.decode_entry(written))
        lies = [i.id for f in replayed.figures if f.id == LEADER for i in f.items] + [i.id for i in replayed.stash]
        assert 5 in lies
