"""Mercenaries and characters for hire (Musg, Mercenaires; rulings M13-M15, M27, M239, M250, M251, M273-M282, M290)."""

import pytest
from msgspec.structs import replace

from engines.musg import report
from engines.musg.aftermath import Stage
from engines.musg.attacks.fighter import of_figure
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import (
    Buy,
    Character,
    Dismiss,
    Engage,
    EngageAgain,
    Fight,
    Hire,
    HireCharacter,
    Move,
    PayFee,
    Release,
    TakeBack,
)
from engines.musg.ranks import Rank
from engines.musg.succession import RANK_PRICE
from engines.musg.warband import Injury, Standing, Warband
from tests.engines.musg.builders import (
    LEADER,
    LIEUTENANT,
    after,
    core,
    down,
    drafted,
    engagement,
    figure,
    fought,
    mustered,
    refusals,
    resolved,
    rich,
    steps,
    took,
    with_troll,
)

HIRED = 5
LIEUTENANTS = (Rank.LIEUTENANT, 2, 2, 8)
LEGEND = Character(
    name="Old Bess",
    rank=Rank.LEADER,
    race="elf",
    origin=Rank.LEADER,
    price=40 + 8 + 15,
    lifetime=40,
    skills=("brawler", "pugilist"),
    injuries=(Injury("bruised"),),
    items=("dagger", "power_axe", "pistol"),
)


def paid_ahead(warband: Warband) -> int:
    contract = figure(warband, HIRED).contract
    assert contract is not None
    return contract.paid_ahead


def hiring(character: Character) -> set[str]:
    return refusals(rich(mustered()), HireCharacter(character=character))


class TestTheSix:
    @pytest.mark.parametrize("code", list(CATALOGUE.mercenaries))
    def test_50_to_engage_and_30_for_the_first_battle_m13(self, code: str) -> None:
        """Ruling M13."""
        before = drafted()
        assert after(before, Engage(mercenary=code, name="X")).treasury == before.treasury - 80

    @pytest.mark.parametrize(
        ("code", "race"),
        [
            ("orc_hunter", "orc"),
            ("elf_sniper", "elf"),
            ("dwarf_gunsmith", "dwarf"),
            ("human_commando", "human"),
            ("goblin_harasser", "goblin"),
        ],
    )
    def test_each_has_a_leaders_profile_of_its_race_m282(self, code: str, race: str) -> None:
        """Musg, Mercenaires; ruling M282 for the harasser."""
        engaged = figure(after(drafted(), Engage(mercenary=code, name="X")), 1)
        expected, profile = CATALOGUE.races[race].profiles[Rank.LEADER], engaged.profile(CATALOGUE)
        assert (profile.movement, profile.leadership, profile.shooting, profile.melee) == (
            expected.movement, expected.leadership, expected.shooting, expected.melee,
        )  # fmt: skip
        assert (profile.strength, profile.toughness, profile.hit_points) == (
            expected.strength, expected.toughness, expected.hit_points,
        )  # fmt: skip

    def test_the_troll_has_the_generic_leaders_profile_m27(self) -> None:
        """Ruling M27: 9 11 3+ 3+ 5 4 6."""
        profile = figure(with_troll(), HIRED).profile(CATALOGUE)
        assert (profile.movement, profile.leadership, profile.shooting, profile.melee) == (9, 11, 3, 3)
        assert (profile.strength, profile.toughness, profile.hit_points) == (5, 4, 6)

    @pytest.mark.parametrize("race", list(CATALOGUE.races))
    @pytest.mark.parametrize("code", list(CATALOGUE.mercenaries))
    def test_they_serve_every_race_m274(self, race: str, code: str) -> None:
        """Musg, Mercenaires: all are available everywhere; the hunter's conditions are flavour (ruling M274)."""
        assert refusals(drafted(race), Engage(mercenary=code, name="X")) == set()

    @pytest.mark.parametrize(
        ("code", "trait"),
        [
            ("orc_hunter", "arrives_later"),  # M275
            ("troll_bodyguard", "bodyguard"),  # M276
            ("elf_sniper", "deploys_forward"),  # M277
            ("dwarf_gunsmith", "double_fire"),  # M278
            ("dwarf_gunsmith", "no_misfires"),  # M279
            ("human_commando", "deploys_hidden"),  # M280
            ("goblin_harasser", "dive_attack"),  # M281
        ],
    )
    def test_what_each_can_do_stands_in_the_catalogue_m275_to_m281(self, code: str, trait: str) -> None:
        assert trait in CATALOGUE.mercenaries[code].traits

    def test_an_unknown_mercenary_is_refused(self) -> None:
        assert refusals(drafted(), Engage(mercenary="dragon", name="X")) == {"no_such_mercenary"}


class TestPay:
    def test_the_first_battle_is_paid_with_the_engagement(self) -> None:
        assert paid_ahead(with_troll()) == 1

    def test_a_battle_uses_the_pay_up(self) -> None:
        warband = resolved(with_troll())
        assert paid_ahead(warband.warband) == 0
        assert [step.code for step in steps(warband, Stage.HIRED)] == ["fee_due"]

    def test_the_next_battle_costs_30_while_in_contact(self) -> None:
        warband = rich(resolved(with_troll()).warband, 100)
        paid = after(warband, PayFee(figure=HIRED))
        assert (paid.treasury, paid_ahead(paid)) == (70, 1)

    def test_unpaid_he_does_not_take_part(self) -> None:
        warband = resolved(with_troll()).warband
        unpaid = engagement(warband, present=(LEADER, HIRED))
        assert refusals(warband, Fight(engagement=unpaid)) == {"not_paid"}
        assert HIRED not in report.present({"us": warband}, report.Report())["us"]

    def test_unpaid_he_stays_in_contact(self) -> None:
        """Musg, Mercenaires: who cannot be paid does not take part; only falling ends the contact."""
        warband = resolved(resolved(with_troll()).warband).warband
        assert figure(warband, HIRED).active
        assert refusals(rich(warband), PayFee(figure=HIRED)) == set()

    def test_sitting_out_a_battle_keeps_the_pay(self) -> None:
        assert paid_ahead(resolved(with_troll(), present=(LEADER,)).warband) == 1

    def test_he_is_not_paid_twice_ahead(self) -> None:
        assert refusals(with_troll(), PayFee(figure=HIRED)) == {"already_paid"}

    def test_an_empty_treasury_pays_nobody(self) -> None:
        warband = rich(resolved(with_troll()).warband, 29)
        assert refusals(warband, PayFee(figure=HIRED)) == {"too_expensive"}

    def test_members_of_the_warband_are_not_paid(self) -> None:
        assert refusals(mustered(), PayFee(figure=LEADER)) == {"not_hired"}


class TestContact:
    def test_out_of_action_he_loses_contact_without_a_roll_m261(self) -> None:
        """Musg, Mercenaires; ruling M261."""
        result = resolved(with_troll(), casualties=down(HIRED))
        assert figure(result.warband, HIRED).standing is Standing.LOST_CONTACT
        assert result.rolls == ()

    def test_he_keeps_his_gear_until_engaged_again(self) -> None:
        """Own reading."""
        armed = after(with_troll(), Buy(item="power_axe", figure=HIRED))
        lost = resolved(armed, casualties=down(HIRED)).warband
        assert figure(lost, HIRED).item_codes == ("dagger", "power_axe")
        assert lost.stash == ()
        axe = figure(lost, HIRED).items[1]
        assert refusals(lost, Move(item=axe.id, to=LEADER)) == {"figure_gone"}

    def test_engagement_and_battle_are_due_again(self) -> None:
        lost = rich(resolved(with_troll(), casualties=down(HIRED)).warband, 100)
        back = after(lost, EngageAgain(figure=HIRED))
        assert (back.treasury, paid_ahead(back), figure(back, HIRED).active) == (20, 1, True)
        assert refusals(rich(lost, 79), EngageAgain(figure=HIRED)) == {"too_expensive"}

    def test_who_is_in_contact_is_not_engaged_again(self) -> None:
        assert refusals(with_troll(), EngageAgain(figure=HIRED)) == {"not_lost_contact"}
        assert refusals(with_troll(), EngageAgain(figure=99)) == {"no_such_figure"}

    def test_killed_outright_he_is_dead_and_his_gear_lost_m35_m36(self) -> None:
        """Rulings M35, M36: a hero below 0 hit points."""
        result = resolved(with_troll(), casualties=down(HIRED, killed=True))
        assert figure(result.warband, HIRED).standing is Standing.DEAD
        assert figure(result.warband, HIRED).items == ()
        assert refusals(rich(result.warband), EngageAgain(figure=HIRED)) == {"not_lost_contact"}

    def test_who_fled_stays_in_contact_m262(self) -> None:
        assert figure(resolved(with_troll(), fled=(HIRED,)).warband, HIRED).active

    def test_released_he_must_be_engaged_again(self) -> None:
        released = after(with_troll(), Release(figure=HIRED))
        assert figure(released, HIRED).standing is Standing.LOST_CONTACT
        assert after(released, EngageAgain(figure=HIRED)).treasury == released.treasury - 80

    def test_he_is_released_not_dismissed(self) -> None:
        assert refusals(with_troll(), Dismiss(figure=HIRED)) == {"release_instead"}
        assert refusals(mustered(), Release(figure=LEADER)) == {"not_hired"}

    def test_during_the_muster_dismissing_him_gives_all_80_points_back(self) -> None:
        engaged = after(drafted(), *core(), Engage(mercenary="orc_hunter", name="X"))
        assert after(engaged, Dismiss(figure=HIRED)).treasury == 500 - 76


class TestBodyguard:
    """Musg, Garde du corps Troll; ruling M251."""

    def test_the_guarded_leader_is_not_robbed(self) -> None:
        armed = after(with_troll(), Buy(item="power_axe", figure=LEADER))
        result = resolved(armed, (3, 6), casualties=down(LEADER), leader_guarded=True)
        assert figure(result.warband, LEADER).item_codes == ("dagger", "power_axe")

    def test_nobody_else_is_spared(self) -> None:
        armed = after(with_troll(), Buy(item="power_axe", figure=LIEUTENANT))
        both = down(LEADER, LIEUTENANT)
        result = resolved(armed, (4, 1, 3, 6), casualties=both, leader_guarded=True)
        assert figure(result.warband, LIEUTENANT).item_codes == ("dagger",)

    def test_unguarded_he_is(self) -> None:
        armed = after(with_troll(), Buy(item="power_axe", figure=LEADER))
        result = resolved(armed, (3, 6), casualties=down(LEADER))
        assert figure(result.warband, LEADER).item_codes == ("dagger",)

    @pytest.mark.parametrize(
        "values",
        [
            {"casualties": ()},
            {"casualties": down(LEADER, HIRED)},
            {"casualties": down(LEADER), "present": (LEADER,)},
        ],
        ids=["leader stands", "troll fell", "troll absent"],
    )
    def test_only_a_troll_who_fought_and_stood_guards_a_fallen_leader(self, values: dict[str, object]) -> None:
        warband = with_troll()
        claimed = engagement(warband, leader_guarded=True, **values)
        assert "not_guarded" in refusals(warband, Fight(engagement=claimed))

    def test_no_troll_no_guard(self) -> None:
        claimed = engagement(mustered(), leader_guarded=True, casualties=down(LEADER))
        assert refusals(mustered(), Fight(engagement=claimed)) == {"not_guarded"}


class TestCharactersForHire:
    def test_the_price_is_due_for_every_battle_m250(self) -> None:
        """Ruling M250."""
        warband = after(rich(mustered()), HireCharacter(character=LEGEND))
        assert warband.treasury == 1000 - 63
        rested = resolved(warband).warband
        assert after(rested, PayFee(figure=HIRED)).treasury == rested.treasury - 63

    def test_any_warband_may_hire_him_m290(self) -> None:
        """Ruling M290, whatever its race."""
        for race in CATALOGUE.races:
            assert refusals(rich(mustered(race)), HireCharacter(character=LEGEND)) == set()

    def test_he_brings_what_he_learned_bore_and_carried(self) -> None:
        hired = figure(after(rich(mustered()), HireCharacter(character=LEGEND)), HIRED)
        assert (hired.rank, hired.origin, hired.race) == (Rank.MERCENARY, Rank.LEADER, "elf")
        assert hired.skills == ("brawler", "pugilist")
        assert hired.injuries == (Injury("bruised"),)
        assert hired.item_codes == ("dagger", "power_axe", "pistol")
        assert hired.profile(CATALOGUE) == CATALOGUE.races["elf"].profiles[Rank.LEADER]

    def test_his_own_gear_is_not_the_warbands_to_give_away(self) -> None:
        """His price pays for it every time (ruling M250); what the warband buys him is the warband's."""
        warband = after(rich(mustered()), HireCharacter(character=LEGEND), Buy(item="sword", figure=HIRED))
        own, bought = figure(warband, HIRED).items[1], figure(warband, HIRED).items[3]
        assert refusals(warband, Move(item=own.id, to=None)) == {"own_gear"}
        assert refusals(warband, Move(item=bought.id, to=LEADER)) == set()

    def test_nor_returned_to_the_shop_during_the_muster(self) -> None:
        draft = after(drafted(), HireCharacter(character=LEGEND))
        assert refusals(draft, TakeBack(item=figure(draft, 1).items[1].id)) == {"own_gear"}

    def test_engaged_again_he_costs_one_battle(self) -> None:
        warband = after(rich(mustered()), HireCharacter(character=LEGEND))
        lost = resolved(warband, casualties=down(HIRED)).warband
        assert after(lost, EngageAgain(figure=HIRED)).treasury == lost.treasury - 63

    def test_he_earns_no_experience_m239(self) -> None:
        warband = after(rich(mustered()), HireCharacter(character=LEGEND))
        result = resolved(warband, takedowns=took(HIRED, Rank.LEADER))
        assert figure(result.warband, HIRED).lifetime == 40

    def test_a_real_sheet_is_taken(self) -> None:
        assert hiring(LEGEND) == set()
        assert hiring(replace(LEGEND, price=40 + 8 + 15 + 7 + 2)) == set()  # pistol and dagger were not his first

    @pytest.mark.parametrize(
        "tampered",
        [
            {"price": 62},
            {"price": 73},
            {"rank": Rank.HENCHMAN},
            {"race": "dragon"},
            {"origin": Rank.EXTRA},
            {"lifetime": -5},
            {"lifetime": 100_000, "price": 40 + 20_000 + 15},
            {"lifetime": 9, "price": 40 + 1 + 15},
            {"skills": ("pugilist",)},
            {"skills": ("brawler", "brawler")},
            {"skills": ("flying",)},
            {"items": ("excalibur",)},
            {"injuries": (Injury("headless"),)},
            {"injuries": (Injury("bruised"),) * 101},
        ],
        ids=str,
    )
    def test_a_sheet_that_nobody_can_have_is_refused(self, tampered: dict[str, object]) -> None:
        assert hiring(replace(LEGEND, **tampered)) == {"no_such_character"}

    def test_his_name_is_checked_like_any_other(self) -> None:
        assert hiring(replace(LEGEND, name=" ")) == {"name_empty"}


class TestVictoryPointsForHired:
    def test_a_mercenary_is_worth_10_m156(self) -> None:
        """Ruling M156."""
        us, them = with_troll(), mustered()
        told = report.Report(downs=(report.Down(report.Who("us", HIRED), report.Who("them", LEADER)),))
        assert report.result({"us": us, "them": them}, told).points == {"us": 0, "them": 10}

    @pytest.mark.parametrize(("rank", "action_points", "level", "victory"), [(Rank.LEADER, 3, 3, 10), LIEUTENANTS])
    def test_a_character_for_hire_fights_as_what_he_was(
        self, rank: Rank, action_points: int, level: int, victory: int
    ) -> None:
        """Musg, Utilisation de l'expérience: he comes with his profile and the rank he left with.

        Musg, Les sous-chefs: 2 action points; Musg, Fin du tour: 8 victory points. A mercenary has 3 and 10 for his
        leader's profile (rulings M32, M137, M156). Nobody jumps for him or before him either way (ruling M136).
        """
        known = Character(name="Ann", rank=rank, race="elf", origin=rank, price=RANK_PRICE[rank] + 8, lifetime=40)
        us, them = after(rich(mustered()), HireCharacter(character=known)), mustered()
        sheet = of_figure(figure(us, HIRED), CATALOGUE)
        assert (sheet.action_points, sheet.level, sheet.victory_points) == (action_points, level, victory)
        assert (sheet.rank, sheet.may_look_out) == (Rank.MERCENARY, False)
        told = report.Report(downs=(report.Down(report.Who("us", HIRED), report.Who("them", LEADER)),))
        assert report.result({"us": us, "them": them}, told).points == {"us": 0, "them": victory}


def test_a_second_hire_does_not_disturb_the_first() -> None:
    warband = after(with_troll(), Hire(rank=Rank.HENCHMAN, race="human", name="New"))
    waiting = fought(warband)
    assert paid_ahead(waiting) == 0
    assert figure(waiting, 6).active
