"""Entries of a club's own, worked by hand: another code with the same words does what the printed entry does."""

from __future__ import annotations

from dataclasses import replace as altered
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.musg import journal, levy, muster, report
from engines.musg.attacks.attack import strike
from engines.musg.attacks.fighter import Fighter, gun, of_figure, of_profile
from engines.musg.attacks.result import Loss, Stage
from engines.musg.attacks.terms import Blow, Edge, Target
from engines.musg.catalogue import Catalogue, UnknownCode
from engines.musg.catalogue.module_types import Roles
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.traits import TRAITS, Bearer
from engines.musg.catalogue.types import InjuryResult
from engines.musg.engagement import Casualty, Foe
from engines.musg.entries import Buy, Engage, Hire, Muster, RaiseZombie, TakeBack, TakePart
from engines.musg.injuries import henchman_returns, hero_returns
from engines.musg.part import Side
from engines.musg.pocket.setup import fighter_of
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure, Injury, Setup, Standing, Warband
from tests.engines.musg.attacks.dice import faces
from tests.engines.musg.builders import HENCHMAN, LEADER, after, figure, refusals

PRINTED = CATALOGUE


def named[T](row: T, code: str, **other: Any) -> T:
    """A printed entry under another code, and under no other of its words unless said."""
    return altered(row, code=code, **other)  # type: ignore[type-var]


def rows(table: tuple[InjuryResult, ...]) -> tuple[InjuryResult, ...]:
    return tuple(named(row, f"house_{row.code}") for row in table)


HOUSE = altered(
    PRINTED,
    roles=Roles(nobody="folk", risen="ghoul", raised="husk"),
    levy=altered(PRINTED.levy, names={"shrew": (("Squ",), ("eak",))}),
    races={
        "folk": named(PRINTED.races["generic"], "folk"),
        "tusk": named(PRINTED.races["orc"], "tusk", enlists=("imp",)),
        "imp": named(PRINTED.races["goblin"], "imp", leader_from=("tusk",)),
        "shrew": named(PRINTED.races["human"], "shrew", enlists=("imp",)),
        "mole": named(PRINTED.races["human"], "mole", enlists=(), traits=("leadership_three_dice",)),
    },
    ranged={"popgun": named(PRINTED.ranged["pistol"], "popgun"), "rifle": PRINTED.ranged["rifle"]},
    melee={
        "thorn": named(PRINTED.melee["dagger"], "thorn"),
        "reed": named(PRINTED.melee["sword"], "reed"),
        "beam": named(PRINTED.melee["halberd"], "beam"),
    },
    equipment={
        "bark": named(PRINTED.equipment["shield"], "bark"),
        "cuff": named(PRINTED.equipment["buckler"], "cuff"),
        "herbs": named(PRINTED.equipment["medikit"], "herbs"),
        "balm": named(PRINTED.equipment["medikit"], "balm"),
    },
    injuries=rows(PRINTED.injuries),
    quack=rows(PRINTED.quack),
    henchman_return=rows(PRINTED.henchman_return),
    mercenaries={"bear": named(PRINTED.mercenaries["troll_bodyguard"], "bear", race="folk")},
    non_players={
        "husk": named(PRINTED.non_players["voodoo_zombie"], "husk"),
        "ghoul": named(PRINTED.non_players["zombie"], "ghoul"),
    },
    pulp=altered(PRINTED.pulp, equipment={"venom": named(PRINTED.pulp.equipment["poison"], "venom")}),
)


class HouseRules(Rules, frozen=True, kw_only=True):
    """Rules that bring it."""

    @property
    def catalogue(self) -> Catalogue:
        return HOUSE


def begun(race: str = "shrew", **rules: Any) -> Warband:
    return journal.begin(Setup(race, "The House", HouseRules(**rules)))


def hires(race: str = "shrew", *others: str) -> list[Hire]:
    leader, one, two = Rank.LEADER, Rank.HENCHMAN, Rank.HENCHMAN
    ranks = [(leader, race), (one, race), (two, race), *((Rank.HENCHMAN, other) for other in others)]
    return [Hire(rank=rank, race=of, name=f"{of} {n}") for n, (rank, of) in enumerate(ranks, 1)]


def fighter(*items: str, **given: Any) -> Fighter:
    return of_profile(
        HOUSE.races["shrew"].profiles[Rank.LEADER], HOUSE, rank=Rank.LEADER, race="shrew", items=items, **given
    )


class TestGear:
    def test_each_house_buckler_makes_a_hit_be_rolled_again(self) -> None:
        """Ruling M120: two dice hit on 3+, one is rolled again and misses; the other, strength 7 against 4, wounds on
        3+ (Musg, Tableau des dommages).
        """
        bearer = fighter("cuff", "thorn")
        assert bearer.bucklers == 1
        body = Target(10, bearer.toughness, bearer.hit_points, bucklers=bearer.bucklers)
        with faces(3, 4, 2, 5) as dice:
            result = strike(Blow(figure=1, edges=(Edge(7, 2, 3),)), body, dice)
        assert [die.face for die in result.dice if die.stage is Stage.BUCKLER] == [2]
        assert result.losses == (Loss(10, 1, 5),)

    def test_what_a_shield_bars_is_barred_by_one_of_another_name(self) -> None:
        """Musg, Tableau des équipements: a shield bars two hands and two weapons, bucklers two hands."""
        arms = ("thorn", "reed", "beam")
        assert [one.codes for one in fighter("bark", *arms).strikes] == [("reed",), ("thorn",)]
        assert [one.codes for one in fighter("cuff", *arms).strikes] == [("reed", "thorn")]

    def test_all_that_heals_counts(self) -> None:
        """Musg, Tableau des équipements; rulings M38 to M40: each piece once a battle."""
        assert fighter("herbs", "balm", "herbs").medikits == 3

    def test_house_poison_poisons(self) -> None:
        """Ruling M171."""
        assert fighter("venom").poisons
        assert not fighter("thorn").poisons

    def test_everybody_carries_what_the_catalogue_says(self) -> None:
        """Rulings M29, M30: free of charge from the first day, and nobody sells it; the next one costs 2."""
        band = after(begun(), *hires())
        assert figure(band, HENCHMAN).item_codes == ("thorn",)
        assert figure(band, HENCHMAN).is_own_first(figure(band, HENCHMAN).items[0])
        assert refusals(band, TakeBack(item=figure(band, HENCHMAN).items[0].id)) == {"dagger_stays"}
        assert after(band, Buy(item="thorn", figure=HENCHMAN)).treasury == band.treasury - 2

    def test_a_silenced_gun_is_fired_unheard_and_noted_for_the_game_at_the_table(self) -> None:
        """Rulings M107, M342."""
        assert gun("popgun", 3, HOUSE).silenced
        assert not gun("rifle", 3, HOUSE).silenced
        band = after(begun(), *hires(), Buy(item="popgun", figure=LEADER))
        assert fighter_of(band, figure(band, LEADER)).pistol is True
        assert fighter_of(band, figure(band, HENCHMAN)).pistol is not True

    def test_a_first_popgun_is_free_and_drawn_warbands_take_it(self) -> None:
        """Ruling M29: in the modern era. What the ladders name and the catalogue lacks is left out."""
        band = after(begun(), *hires(), *levy.draw(after(begun(), *hires()), levy.Style.SHOOTERS, Dice.of(1)))
        assert all("popgun" in one.item_codes for one in band.active if one.rank is not Rank.MERCENARY)
        assert all(item.paid == 0 for one in band.active for item in one.items if item.code == "popgun")


class TestRaces:
    def test_halved_prices_are_doubled_in_other_races_warbands_by_the_switch(self) -> None:
        """Rulings M18, M19: an imp costs 4, with the switch 8 among shrews and still 4 among imps."""
        assert muster.hire_cost(begun(), Rank.HENCHMAN, "imp") == 4
        assert muster.hire_cost(begun(goblins_full_price_elsewhere=True), Rank.HENCHMAN, "imp") == 8
        assert muster.hire_cost(begun("imp", goblins_full_price_elsewhere=True), Rank.HENCHMAN, "imp") == 4
        assert muster.hire_cost(begun(goblins_full_price_elsewhere=True), Rank.HENCHMAN, "shrew") == 8

    def test_whom_tusks_enlist_never_rises(self) -> None:
        """Ruling M298: an imp of a tusk warband never, of a shrew warband it may."""
        among_tusks = after(begun("tusk"), *hires("tusk", "imp"))
        assert [among_tusks.may_rise(one) for one in among_tusks.active] == [True, True, True, False]
        among_shrews = after(begun(), *hires("shrew", "imp"))
        assert all(among_shrews.may_rise(one) for one in among_shrews.active)

    def test_whoever_has_no_race_is_of_the_race_of_nobody(self) -> None:
        """Musg, Exception de composition de bande: a zombie is a generic henchman at half price (M313)."""
        villains = after(begun(pulp=True), TakePart(side=Side.VILLAINS), *hires(), RaiseZombie(name="Zed"))
        risen = figure(villains, 4)
        assert (risen.race, risen.non_player, risen.cost) == ("folk", "husk", 4)
        assert of_figure(risen, HOUSE).traits == {"never_charges", "head_shot"}
        assert HOUSE.risen.code == "ghoul"
        assert of_profile(HOUSE.extra, HOUSE).race == "folk"

    def test_a_catalogue_without_them_says_so(self) -> None:
        bare = altered(HOUSE, races={"shrew": HOUSE.races["shrew"]}, non_players={})
        with pytest.raises(UnknownCode, match="folk"):
            _ = bare.of_nobody
        with pytest.raises(UnknownCode, match="husk"):
            _ = bare.raised

    def test_names_are_made_of_the_races_parts(self) -> None:
        assert levy.figure_name("shrew", HOUSE, (), Dice.of(1)) == "Squeak"

    def test_every_figure_of_a_race_does_what_the_race_does(self) -> None:
        """Ruling M271 for a whole race."""
        band = after(begun("mole"), *hires("mole"))
        assert all("leadership_three_dice" in of_figure(one, HOUSE).traits for one in band.active)


class TestMercenaries:
    def test_a_bear_watches_over_its_leader(self) -> None:
        """Musg, Garde du corps Troll; ruling M251."""
        band = after(begun(), *hires(), Engage(mercenary="bear", name="Bruin"), Muster())
        assert report.guards_leader(figure(band, 4), HOUSE)
        assert not report.guards_leader(figure(band, LEADER), HOUSE)
        assert report.can_be_guarded(band, present=[1, 2, 4], fallen=[1])
        assert not report.can_be_guarded(band, present=[1, 2], fallen=[1])
        assert "carries_leader" in of_figure(figure(band, 4), HOUSE).traits


class TestReturn:
    def hero(self) -> Figure:
        return figure(after(begun(), *hires()), LEADER)

    def back(self, *rolled: int, by: Foe | None = None, one: Figure | None = None) -> Any:
        with faces(*rolled) as dice:
            return hero_returns(one or self.hero(), Casualty(LEADER, False, by), dice, HOUSE, guarded=False)

    def test_a_henchman_leaves_on_a_two_and_is_back_on_a_three(self) -> None:
        """Musg, Retour des mis hors de combat."""
        for face, standing in ((2, Standing.DEAD), (3, Standing.ACTIVE)):
            with faces(face) as dice:
                assert henchman_returns(self.hero(), dice, HOUSE).figure.standing is standing

    def test_a_hero_dies_on_a_fifteen(self) -> None:
        back = self.back(1, 5)
        assert (back.figure.standing, back.lost_gear) == (Standing.DEAD, True)

    def test_a_reroll_does_not_count_and_full_recovery_leaves_nothing(self) -> None:
        """Ruling M253: 24 asks for the d66 again; 41 heals."""
        back = self.back(2, 4, 4, 1)
        assert [(found.code, found.counted) for found in back.findings] == [
            ("house_reroll", False),
            ("house_full_recovery", True),
        ]
        assert back.figure == self.hero()

    def test_several_injuries_are_rolled_one_by_one(self) -> None:
        """Ruling M252: a 2 on the d6; 11 is rolled again, 22 hobbles, 36 robs."""
        back = self.back(1, 6, 2, 1, 1, 2, 2, 3, 6)
        assert back.figure.injury_codes == ("house_hobbled",)
        assert back.lost_gear

    def test_the_quack_doctor(self) -> None:
        """Musg, Médecin marron: 1 misses a battle, 4 does nothing, 6 is a real one (M257)."""
        assert self.back(3, 3, 1).figure.misses_next
        assert self.back(3, 3, 4).figure == self.hero()
        assert self.back(3, 3, 6).figure.ignores_first_wound

    def test_against_all_odds(self) -> None:
        assert self.back(6, 5).bonus == 1

    def test_the_erratic_and_the_hardened_are_so_once(self) -> None:
        """Rulings M155, M260."""
        wild = self.back(3, 2).figure
        assert report.erratic(wild, HOUSE)
        assert self.back(3, 2, one=wild).figure == wild
        assert of_figure(self.back(6, 2).figure, HOUSE).tests_leadership is False

    def test_hatred_is_of_the_warband_that_did_it(self) -> None:
        """Ruling M259: an accident leaves nobody to hate."""
        foe = Foe("wolves", "The Wolves")
        hating = self.back(6, 1, by=foe).figure
        assert hating.injuries == (Injury("house_hatred", foe),)
        assert of_figure(hating, HOUSE).hates == {"wolves"}
        assert self.back(6, 1).figure.injuries == ()


GIVEN = sorted(
    (bearer, code)
    for code, trait in TRAITS.items()
    for bearer in trait.bearers & {Bearer.RACE, Bearer.EQUIPMENT, Bearer.SKILL, Bearer.MERCENARY}
    if not code.endswith("_pair")
)


@pytest.mark.parametrize(("bearer", "code"), GIVEN)
def test_whatever_kind_of_entry_may_bear_a_trait_gives_it_to_the_figure(bearer: Bearer, code: str) -> None:
    given: dict[Bearer, dict[str, Any]] = {
        Bearer.RACE: {"races": {"folk": altered(HOUSE.races["folk"], traits=(code,))}},
        Bearer.EQUIPMENT: {"equipment": {"herbs": altered(HOUSE.equipment["herbs"], traits=(code,))}},
        Bearer.SKILL: {"skills": {"knack": altered(PRINTED.skills["brave"], code="knack", traits=(code,))}},
        Bearer.MERCENARY: {"mercenaries": {"bear": altered(HOUSE.mercenaries["bear"], traits=(code,))}},
    }
    said: dict[Bearer, dict[str, Any]] = {
        Bearer.RACE: {},
        Bearer.EQUIPMENT: {"items": ["herbs"]},
        Bearer.SKILL: {"skills": ["knack"]},
        Bearer.MERCENARY: {"mercenary": "bear", "rank": Rank.MERCENARY},
    }
    house = altered(HOUSE, **given[bearer])
    profile = house.races["folk"].profiles[Rank.LEADER]
    assert code in of_profile(profile, house, race="folk", **said[bearer]).traits
    assert code not in of_profile(profile, HOUSE, race="folk").traits
