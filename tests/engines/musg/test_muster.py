"""Composition of a warband (Musg, Composition d'une Bande; rulings M10-M20, M29, M30, M121-M124, M174-M176)."""

import pytest

from engines.musg import muster
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Character, Engage, HireCharacter, Muster
from engines.musg.ranks import Rank
from engines.musg.rules import Era
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    armed,
    core,
    drafted,
    faults,
    figure,
    forced,
    hire,
    mustered,
    refusals,
)

GENERIC = "generic"
SINGLE_RACES = ("elf", "dwarf", "snakefolk", "alien_melee", "alien_shooting", "alien_technorganic")
ENLISTING_RACES = ("human", "orc", "ratfolk")
OWN_RANKS = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)


class TestHeadcount:
    def test_one_leader_and_one_henchman_are_enough_m10(self) -> None:
        """Ruling M10: "3 to 10 figures" describes, it does not bind."""
        warband = after(drafted(), hire(Rank.LEADER), hire(Rank.HENCHMAN))
        assert faults(warband) == set()

    def test_more_than_ten_figures_are_fine_m10(self) -> None:
        warband = after(drafted(), hire(Rank.LEADER), *[hire(Rank.HENCHMAN)] * 15)
        assert faults(warband) == set()

    def test_there_must_be_a_leader(self) -> None:
        assert faults(after(drafted(), hire(Rank.HENCHMAN))) == {"no_leader"}

    def test_there_must_be_only_one_leader(self) -> None:
        warband = after(drafted(), hire(Rank.LEADER), hire(Rank.LEADER), hire(Rank.HENCHMAN))
        assert faults(warband) == {"several_leaders"}

    def test_there_must_be_a_henchman(self) -> None:
        assert faults(after(drafted(), hire(Rank.LEADER), hire(Rank.LIEUTENANT))) == {"no_henchman"}

    @pytest.mark.parametrize("race", [race for race in CATALOGUE.races if race != "goblin"])
    def test_two_lieutenants_at_most(self, race: str) -> None:
        two = after(drafted(race), *core(race), hire(Rank.LIEUTENANT, race))
        assert faults(two) == set()
        assert faults(after(two, hire(Rank.LIEUTENANT, race))) == {"too_many_lieutenants"}

    def test_goblins_have_up_to_three_lieutenants(self) -> None:
        """Musg, Race Gobeline: up to three lieutenants."""
        three = after(drafted("goblin"), *core("goblin"), *[hire(Rank.LIEUTENANT, "goblin")] * 2)
        assert faults(three) == set()
        assert faults(after(three, hire(Rank.LIEUTENANT, "goblin"))) == {"too_many_lieutenants"}

    def test_an_empty_draft_names_all_that_is_missing(self) -> None:
        assert faults(drafted()) == {"no_leader", "no_henchman"}


class TestCeilings:
    def test_500_in_all_300_for_heroes_200_for_henchmen(self) -> None:
        totals = muster.totals(drafted())
        assert (totals.total_limit, totals.heroes_limit, totals.henchmen_limit) == (500, 300, 200)

    def test_gear_counts_with_its_bearer_m11(self) -> None:
        """Ruling M11: leader 40 + power axe 15, henchman 8 + sword 5; an item in the stash counts in the whole only."""
        warband = after(
            drafted(),
            hire(Rank.LEADER),
            hire(Rank.HENCHMAN),
            Buy(item="power_axe", figure=1),
            Buy(item="sword", figure=2),
            Buy(item="rope"),
        )
        totals = muster.totals(warband)
        assert (totals.heroes, totals.henchmen, totals.total) == (55, 13, 55 + 13 + 12)
        assert warband.treasury == 500 - 80

    def test_heroes_may_use_300_points_and_not_one_more(self) -> None:
        """40 for the leader, 10 two-handed swords at 10 each, 4 heavy armours and so on make exactly 300."""
        full = forced(after(drafted(), *core()), *[Buy(item="two_handed_axe", figure=LIEUTENANT)] * 24)
        assert muster.totals(full).heroes == 60 + 240
        assert "over_heroes" not in faults(full)
        problems = muster.problems(armed(full, LEADER, "club"))
        over = next(p for p in problems if p.code == "over_heroes")
        assert over.params == {"spent": 303, "limit": 300, "over": 3}

    def test_henchmen_may_use_200_points_and_not_one_more(self) -> None:
        full = after(drafted(), hire(Rank.LEADER), *[hire(Rank.HENCHMAN)] * 25)
        assert muster.totals(full).henchmen == 200
        assert faults(full) == set()
        assert faults(after(full, Buy(item="sword", figure=2))) == {"over_henchmen"}

    def test_500_points_in_all_with_the_stash(self) -> None:
        full = forced(after(drafted(), *core()), *[Buy(item="two_handed_mace")] * 28, Buy(item="club"))
        assert muster.totals(full).total == 76 + 420 + 3
        assert faults(full) == set()
        assert faults(forced(full, Buy(item="dagger"))) == {"over_total"}
        assert refusals(forced(full, Buy(item="dagger")), Muster()) == {"over_total"}

    def test_what_is_not_spent_stays_in_the_treasury(self) -> None:
        """Musg, Composition d'une Bande."""
        assert mustered().treasury == 500 - 40 - 20 - 8 - 8

    def test_the_campaign_sets_the_ceilings(self) -> None:
        small = after(drafted(points=100, hero_points=50, henchman_points=40), *core())
        assert faults(small) == {"over_heroes"}

    def test_ceilings_hold_at_creation_only_m12(self) -> None:
        """Ruling M12: afterwards only the headcount and the treasury limit."""
        warband = mustered(points=100, hero_points=60, henchman_points=16)
        assert refusals(warband, hire(Rank.HENCHMAN)) == set()
        assert refusals(warband, Buy(item="sword", figure=LEADER)) == set()
        assert refusals(warband, Buy(item="power_axe", figure=LEADER)) == set()
        assert refusals(warband, Buy(item="laser_sword", figure=LEADER)) == set()
        assert refusals(warband, Buy(item="heavy_armour", figure=LEADER)) == {"too_expensive"}

    def test_the_headcount_holds_for_ever_m12(self) -> None:
        assert refusals(mustered(), hire(Rank.LEADER)) == {"several_leaders"}

    def test_a_mercenary_costs_50_and_30_for_the_first_battle_m13(self) -> None:
        """Ruling M13: 80 points, of the heroes' 300."""
        warband = after(drafted(), *core(), Engage(mercenary="elf_sniper", name="Ael"))
        assert muster.totals(warband).heroes == 60 + 80
        assert warband.treasury == 500 - 76 - 80

    def test_mercenary_gear_is_bought_separately_m14(self) -> None:
        """Ruling M14: within the 300, with the usual free first dagger."""
        warband = after(drafted(), *core(), Engage(mercenary="elf_sniper", name="Ael"), Buy(item="bow", figure=5))
        assert figure(warband, 5).item_codes == ("dagger", "bow")
        assert muster.totals(warband).heroes == 60 + 80 + 7

    def test_any_number_of_mercenaries_within_300_points_m15(self) -> None:
        """Ruling M15: they take no lieutenant's place."""
        full = after(drafted(), hire(Rank.LEADER), hire(Rank.LIEUTENANT), hire(Rank.LIEUTENANT), hire(Rank.HENCHMAN))
        two = after(full, *[Engage(mercenary="orc_hunter", name="Hunter")] * 2)
        assert muster.totals(two).heroes == 240
        assert faults(two) == set()
        assert faults(after(two, Engage(mercenary="orc_hunter", name="Third"))) == {"over_heroes"}

    def test_a_character_for_hire_counts_in_no_headcount_but_by_its_price_m273(self) -> None:
        """Ruling M273: a legend is ignored by the limits, its cost is not."""
        legend = Character(name="Old Bess", rank=Rank.LEADER, race="human", origin=Rank.LEADER, price=48, lifetime=40)
        warband = after(drafted(), *core(), hire(Rank.LIEUTENANT), HireCharacter(character=legend))
        assert faults(warband) == set()
        assert muster.totals(warband).heroes == 80 + 48


class TestRaces:
    @pytest.mark.parametrize("race", SINGLE_RACES)
    @pytest.mark.parametrize("rank", OWN_RANKS)
    def test_races_without_permission_hire_their_own_only_m16(self, race: str, rank: Rank) -> None:
        """Ruling M16."""
        assert muster.races_for(drafted(race), rank) == (race,)
        assert refusals(drafted(race), hire(rank, "goblin")) == {"race_not_allowed"}

    @pytest.mark.parametrize("race", ENLISTING_RACES)
    def test_humans_orcs_and_ratfolk_enlist_goblins_as_henchmen_only_m17(self, race: str) -> None:
        """Musg, "Peuvent enrôler des gobelins"; ruling M17."""
        assert muster.races_for(drafted(race), Rank.HENCHMAN) == (race, "goblin")
        assert muster.races_for(drafted(race), Rank.LIEUTENANT) == (race,)
        assert muster.races_for(drafted(race), Rank.LEADER) == (race,)
        assert refusals(drafted(race), hire(Rank.HENCHMAN, "goblin")) == set()
        assert refusals(drafted(race), hire(Rank.LIEUTENANT, "goblin")) == {"race_not_allowed"}
        assert refusals(drafted(race), hire(Rank.LEADER, "goblin")) == {"race_not_allowed"}

    @pytest.mark.parametrize("race", list(CATALOGUE.races))
    def test_the_generic_profile_mixes_freely_m16(self, race: str) -> None:
        """Ruling M16: "une bande multiculturelle"; ruling M298: goblins as leader and lieutenants included."""
        for rank in OWN_RANKS:
            assert refusals(drafted(GENERIC), hire(rank, race)) == set()

    @pytest.mark.parametrize("other", [race for race in CATALOGUE.races if race not in ("goblin", "orc")])
    def test_goblins_hire_goblins_only(self, other: str) -> None:
        for rank in OWN_RANKS:
            assert refusals(drafted("goblin"), hire(rank, other)) == {"race_not_allowed"}

    def test_an_orc_may_lead_goblins_at_a_leaders_price(self) -> None:
        """Musg, Race Gobeline: an orc leader, with an orc leader's profile, at 40 points."""
        warband = after(drafted("goblin"), hire(Rank.LEADER, "orc"), hire(Rank.HENCHMAN, "goblin"))
        assert warband.treasury == 500 - 40 - 4
        assert figure(warband, LEADER).profile(CATALOGUE) == CATALOGUE.races["orc"].profiles[Rank.LEADER]
        assert faults(warband) == set()

    @pytest.mark.parametrize("rank", [Rank.LIEUTENANT, Rank.HENCHMAN])
    def test_no_other_orc_joins_goblins(self, rank: Rank) -> None:
        assert refusals(drafted("goblin"), hire(rank, "orc")) == {"race_not_allowed"}

    def test_a_wrong_race_in_the_roster_is_named(self) -> None:
        warband = forced(drafted("elf"), hire(Rank.LEADER, "elf"), hire(Rank.HENCHMAN, "dwarf"))
        problem = next(p for p in muster.problems(warband) if p.code == "race_not_allowed")
        assert (problem.figure, problem.params["race"], problem.params["warband"]) == (2, "dwarf", "elf")


class TestPrices:
    PRINTED = {Rank.LEADER: 40, Rank.LIEUTENANT: 20, Rank.HENCHMAN: 8}

    @pytest.mark.parametrize("race", [race for race in CATALOGUE.races if race != "goblin"])
    @pytest.mark.parametrize("rank", OWN_RANKS)
    def test_40_20_8_for_all_but_goblins(self, race: str, rank: Rank) -> None:
        assert muster.hire_cost(drafted(race), rank, race) == self.PRINTED[rank]

    @pytest.mark.parametrize(("rank", "cost"), [(Rank.LEADER, 20), (Rank.LIEUTENANT, 10), (Rank.HENCHMAN, 4)])
    def test_goblins_cost_the_tables_halved_price_once_m18(self, rank: Rank, cost: int) -> None:
        """Ruling M18."""
        assert muster.hire_cost(drafted("goblin"), rank, "goblin") == cost

    @pytest.mark.parametrize("race", [*ENLISTING_RACES, GENERIC])
    def test_goblins_elsewhere_cost_4_or_with_the_switch_8_m19(self, race: str) -> None:
        """Ruling M19."""
        assert muster.hire_cost(drafted(race), Rank.HENCHMAN, "goblin") == 4
        dear = drafted(race, goblins_full_price_elsewhere=True)
        assert muster.hire_cost(dear, Rank.HENCHMAN, "goblin") == 8
        assert after(dear, hire(Rank.HENCHMAN, "goblin")).treasury == 492

    def test_the_switch_changes_nothing_at_home_m19(self) -> None:
        home = drafted("goblin", goblins_full_price_elsewhere=True)
        assert [muster.hire_cost(home, rank, "goblin") for rank in OWN_RANKS] == [20, 10, 4]
        assert muster.hire_cost(home, Rank.LEADER, "orc") == 40

    def test_goblins_pay_full_price_for_their_gear_m20(self) -> None:
        """Ruling M20."""
        goblins = after(drafted("goblin"), hire(Rank.HENCHMAN, "goblin"), Buy(item="shield", figure=1))
        assert goblins.treasury == 500 - 4 - 20

    @pytest.mark.parametrize("race", ["human", "goblin"])
    def test_the_goblin_harasser_costs_what_every_mercenary_costs_m20_m282(self, race: str) -> None:
        """Rulings M20, M282."""
        assert after(drafted(race), Engage(mercenary="goblin_harasser", name="Snik")).treasury == 420


class TestExtras:
    """Musg, Profil des figurants; rulings M174-M176."""

    def test_four_extras_per_henchman_at_most_m174(self) -> None:
        eight = after(drafted(), *core(), *[hire(Rank.EXTRA)] * 8)
        assert faults(eight) == set()
        problem = next(p for p in muster.problems(after(eight, hire(Rank.EXTRA))))
        assert (problem.code, problem.params) == ("too_many_extras", {"count": 9, "most": 8})

    def test_none_need_be_taken_m174(self) -> None:
        assert faults(after(drafted(), *core())) == set()

    def test_an_extra_costs_4_and_its_gear_is_paid_m175(self) -> None:
        warband = after(drafted(), *core(), hire(Rank.EXTRA), Buy(item="rifle", figure=5))
        assert warband.treasury == 500 - 76 - 4 - 12

    def test_extras_count_in_the_henchmens_200_m176(self) -> None:
        warband = after(drafted(henchman_points=16), *core(), hire(Rank.EXTRA))
        assert faults(warband) == {"over_henchmen"}

    def test_extras_are_no_henchmen(self) -> None:
        warband = after(drafted(), hire(Rank.LEADER), hire(Rank.EXTRA))
        assert faults(warband) == {"no_henchman", "too_many_extras"}

    def test_a_campaign_may_play_without_them(self) -> None:
        assert faults(after(drafted(extras=False), *core(), hire(Rank.EXTRA))) == {"extras_not_played"}

    def test_more_are_refused_while_there_are_too_many_already(self) -> None:
        """Henchmen may fall and leave too many extras; that is no reason to hire still more."""
        warband = mustered("human", *[hire(Rank.EXTRA)] * 8)
        thinned = warband.without_figure(4)
        assert faults(thinned) == {"too_many_extras"}
        assert refusals(thinned, hire(Rank.EXTRA)) == {"too_many_extras"}
        assert refusals(thinned, hire(Rank.HENCHMAN)) == set()


class TestFirstOnesFree:
    """Musg, Tableau des armes: first dagger and pistol free; ruling M29."""

    @pytest.mark.parametrize("rank", [*OWN_RANKS, Rank.EXTRA])
    @pytest.mark.parametrize("era", Era)
    def test_everybody_comes_with_a_free_dagger_m29_m30(self, rank: Rank, era: Era) -> None:
        """Ruling M30: nobody needs to be unarmed."""
        warband = after(drafted(era=era), hire(rank))
        assert figure(warband, 1).item_codes == ("dagger",)
        assert figure(warband, 1).gear_cost == 0

    def test_a_second_dagger_costs_2(self) -> None:
        assert after(drafted(), hire(Rank.LEADER), Buy(item="dagger", figure=1)).treasury == 458

    @pytest.mark.parametrize("era", [Era.MODERN, Era.FUTURISTIC])
    def test_the_first_pistol_of_each_figure_is_free_in_modern_times_m29(self, era: Era) -> None:
        pair = after(drafted(era=era), hire(Rank.LEADER), hire(Rank.HENCHMAN))
        armed_pair = after(pair, Buy(item="pistol", figure=1), Buy(item="pistol", figure=2))
        assert armed_pair.treasury == pair.treasury
        assert after(armed_pair, Buy(item="pistol", figure=1)).treasury == pair.treasury - 7

    @pytest.mark.parametrize("race", ["human", "goblin"])
    def test_no_pistol_is_free_in_a_medieval_game_m29(self, race: str) -> None:
        """Ruling M29: "not for goblins in a medieval game", nor for anybody else there."""
        leader = after(drafted(race, era=Era.MEDIEVAL), hire(Rank.LEADER, race))
        assert after(leader, Buy(item="pistol", figure=1)).treasury == leader.treasury - 7

    def test_goblins_have_their_free_pistol_in_modern_times_m29(self) -> None:
        leader = after(drafted("goblin"), hire(Rank.LEADER, "goblin"))
        assert after(leader, Buy(item="pistol", figure=1)).treasury == leader.treasury

    def test_a_black_powder_pistol_is_never_free(self) -> None:
        assert after(drafted(), hire(Rank.LEADER), Buy(item="black_powder_pistol", figure=1)).treasury == 453

    def test_a_pistol_for_the_stash_is_paid(self) -> None:
        assert after(drafted(), Buy(item="pistol")).treasury == 493


class TestWhatCombines:
    """Musg, Tableau des équipements; rulings M121-M124."""

    def fault(self, *items: str) -> set[str]:
        return faults(armed(after(drafted(points=2000, hero_points=2000), *core()), LEADER, *items))

    @pytest.mark.parametrize("weapon", [w.code for w in CATALOGUE.melee.values() if w.hands == 2])
    def test_a_shield_bars_every_two_handed_weapon(self, weapon: str) -> None:
        assert self.fault("shield", weapon) == {"bars_two_handed"}

    @pytest.mark.parametrize("weapon", [w.code for w in CATALOGUE.melee.values() if w.hands == 2])
    def test_a_buckler_bars_every_two_handed_weapon(self, weapon: str) -> None:
        assert self.fault("buckler", weapon) == {"bars_two_handed"}

    def test_a_shield_bars_two_one_handed_weapons(self) -> None:
        assert self.fault("shield", "sword", "axe") == {"bars_two_one_handed"}
        assert self.fault("shield", "sword", "sword") == {"bars_two_one_handed"}

    def test_the_free_dagger_does_not_count_beside_a_shield(self) -> None:
        """Own reading: otherwise nobody with a sword could bear a shield."""
        assert self.fault("shield", "sword") == set()

    def test_a_bought_dagger_counts_beside_a_shield(self) -> None:
        assert self.fault("shield", "dagger") == set()
        assert self.fault("shield", "sword", "dagger") == {"bars_two_one_handed"}

    def test_a_buckler_goes_with_two_one_handed_weapons(self) -> None:
        assert self.fault("buckler", "buckler", "sword", "axe") == set()

    def test_no_more_bucklers_than_arms(self) -> None:
        assert self.fault("buckler", "buckler", "buckler") == {"too_many_items"}

    def test_a_tail_weapon_needs_no_hand_m114(self) -> None:
        assert self.fault("shield", "sword", "tail_weapon") == set()

    def test_a_double_morning_star_needs_one_hand_m115(self) -> None:
        assert self.fault("shield", "double_morningstar") == set()

    @pytest.mark.parametrize("gun", list(CATALOGUE.ranged))
    def test_a_shield_goes_with_every_gun_m122(self, gun: str) -> None:
        """Ruling M122: only close combat weapons have hands."""
        assert self.fault("shield", "sword", gun, gun) == set()

    def test_one_armour_with_shield_bucklers_and_limbs_m121(self) -> None:
        limbs = ("cyber_arm", "cyber_arm", "cyber_leg", "cyber_leg")
        assert self.fault("heavy_armour", "shield", "buckler", "buckler", "sword", *limbs) == set()

    def test_light_and_heavy_armour_do_not_combine_m121(self) -> None:
        assert self.fault("light_armour", "heavy_armour") == {"slot_taken"}

    @pytest.mark.parametrize("piece", ["light_armour", "heavy_armour", "shield"])
    def test_no_piece_of_protection_is_worn_twice_m121(self, piece: str) -> None:
        assert "too_many_items" in self.fault(piece, piece)

    @pytest.mark.parametrize("limb", ["cyber_arm", "cyber_leg"])
    def test_two_arms_and_two_legs_at_most_m123(self, limb: str) -> None:
        assert self.fault(limb, limb) == set()
        assert self.fault(limb, limb, limb) == {"too_many_items"}

    def test_sights_may_pile_up_without_effect_m124(self) -> None:
        assert self.fault("sight", "sight") == set()

    def test_the_fault_names_figure_and_piece(self) -> None:
        warband = armed(after(drafted(), *core()), HENCHMAN, "shield", "pike")
        (problem,) = muster.problems(warband)
        assert (problem.code, problem.figure, problem.params) == ("bars_two_handed", HENCHMAN, {"item": "shield"})


class TestClosingTheMuster:
    def test_an_illegal_roster_is_refused_with_all_its_problems(self) -> None:
        warband = armed(after(drafted(hero_points=30), hire(Rank.LEADER)), 1, "shield", "pike")
        assert refusals(warband, Muster()) == {"no_henchman", "over_heroes", "bars_two_handed"}

    def test_a_legal_roster_opens_the_campaign(self) -> None:
        assert mustered().mustered

    def test_it_closes_once(self) -> None:
        assert refusals(mustered(), Muster()) == {"muster_closed"}
