"""Drawn warbands: legal by the printed limits, nearly all points spent, the same for the same dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.core.dice import Dice
from engines.musg import journal, levy, muster
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import AnyEntry, Buy, Hire, Muster, TakePart
from engines.musg.levy import Style
from engines.musg.packs import House
from engines.musg.part import Side
from engines.musg.ranks import Rank
from engines.musg.rules import Era, Rules
from engines.musg.warband import Setup, Warband

POINTS = range(100, 1001, 100)
OPTIONS = (
    Rules(),
    Rules(hero_points=600, henchman_points=400),
    Rules(hero_points=1000, henchman_points=1000),
    Rules(era=Era.MEDIEVAL, hero_points=400, henchman_points=600),
    Rules(era=Era.FUTURISTIC, hero_points=600, henchman_points=400),
    Rules(extras=False, hero_points=500, henchman_points=500),
    Rules(goblins_full_price_elsewhere=True, hero_points=200, henchman_points=800),
    Rules(pulp=True, vehicles=True, hero_points=600, henchman_points=400),
)
TRIBE = TakePart(side=Side.VILLAINS, tribe=True)


BOOK = Rules()


def begin(race: str = "human", rules: Rules = BOOK, *steps: AnyEntry) -> Warband:
    return journal.replay(Setup(race=race, name="The Fords", rules=rules), steps)


def made(warband: Warband, entries: Sequence[AnyEntry]) -> Warband:
    """Make the entries one by one as anybody's new steps are made."""
    for entry in entries:
        warband = journal.apply(warband, entry, fresh=True).warband
    return warband


def spent(warband: Warband) -> int:
    totals = muster.totals(warband)
    return totals.heroes + totals.henchmen


@pytest.mark.parametrize("race", sorted(CATALOGUE.races))
def test_every_race_in_every_style_is_legal_and_well_spent(race: str) -> None:
    """For every sum of points, each time with other options of a campaign; the muster can be closed as it is."""
    races = sorted(CATALOGUE.races)
    for number, (style, points) in enumerate((style, points) for style in Style for points in POINTS):
        rules = replace(OPTIONS[(number + races.index(race)) % len(OPTIONS)], points=points)
        warband = begin(race, rules)
        drawn = made(warband, levy.draw(warband, style, Dice.of(number)))
        where = f"{race} {style} {points}"
        assert muster.problems(drawn) == [], where
        assert spent(drawn) >= 0.9 * levy.reachable(drawn), where
        assert len({figure.name for figure in drawn.active}) == len(drawn.active) <= 20 + 6, where
        assert made(drawn, [Muster()]).mustered, where


@pytest.mark.parametrize("style", Style)
def test_a_tribe_has_no_lieutenants_and_no_firearms(style: Style) -> None:
    """Musg, Exception de composition de bande pour le pulp; ruling M312."""
    rules = Rules(pulp=True)
    warband = begin("human", rules, TRIBE)
    drawn = made(warband, levy.draw(warband, style, Dice.of(3)))
    assert muster.problems(drawn) == []
    assert drawn.of_rank(Rank.LIEUTENANT) == ()
    carried = {code for figure in drawn.active for code in figure.item_codes}
    assert carried & set(CATALOGUE.ranged) <= {"throwing_stars", "crossbow", "throwing_knife", "bow"}
    assert spent(drawn) >= 450


def test_the_printed_ceilings_hold_where_the_whole_would_pay_for_more() -> None:
    """Musg, Composition d'une bande: 500 points, 300 for heroes, 200 for henchmen; at most two lieutenants."""
    for style in Style:
        warband = begin("elf")
        drawn = made(warband, levy.draw(warband, style, Dice.of(1)))
        heroes = sum(f.value for f in drawn.active if f.rank in (Rank.LEADER, Rank.LIEUTENANT, Rank.MERCENARY))
        others = sum(f.value for f in drawn.active if f.rank in (Rank.HENCHMAN, Rank.EXTRA))
        assert 450 <= heroes + others <= 500
        assert heroes <= 300
        assert others <= 200
        assert len(drawn.of_rank(Rank.LEADER)) == 1
        assert len(drawn.of_rank(Rank.LIEUTENANT)) <= 2
        assert len(drawn.of_rank(Rank.EXTRA)) <= 4 * len(drawn.of_rank(Rank.HENCHMAN))


def test_the_same_dice_draw_the_same_warband_and_others_another() -> None:
    warband = begin("orc")
    first = levy.draw(warband, Style.BRAWLERS, Dice.of(1))
    assert levy.draw(warband, Style.BRAWLERS, Dice.of(1)) == first
    assert levy.draw(warband, Style.BRAWLERS, Dice.of(2)) != first


def test_styles_show() -> None:
    """Shooters shoot, brawlers wear armour, many are many; from the era's own weapons."""
    drawn = {style: made(begin("human"), levy.draw(begin("human"), style, Dice.of(5))) for style in Style}

    def share(style: Style, shelf: object) -> float:
        members = [figure for figure in drawn[style].active if figure.rank is not Rank.EXTRA]
        return sum(any(code in shelf for code in f.item_codes) for f in members) / len(members)  # type: ignore[operator]

    guns = set(CATALOGUE.ranged) - {"pistol", "grenade"}
    assert share(Style.SHOOTERS, guns) == 1
    assert share(Style.BRAWLERS, guns) < 0.5
    assert share(Style.BRAWLERS, {"light_armour", "heavy_armour"}) > 0.5
    assert len(drawn[Style.MANY].active) > len(drawn[Style.SHOOTERS].active) >= 6
    old = begin("human", Rules(era=Era.MEDIEVAL))
    carried = {code for f in made(old, levy.draw(old, Style.SHOOTERS, Dice.of(5))).active for code in f.item_codes}
    assert not carried & {"pistol", "rifle", "assault_rifle", "submachine_gun"}


def test_everybody_takes_the_first_pistol_that_is_free_and_pays_for_none() -> None:
    """Ruling M29."""
    drawn = made(begin("elf"), levy.draw(begin("elf"), Style.BRAWLERS, Dice.of(1)))
    pistols = [item for figure in drawn.active for item in figure.items if item.code == "pistol"]
    assert pistols
    assert {item.paid for item in pistols} == {0}


def test_who_is_there_already_stays_and_is_armed() -> None:
    warband = begin("orc", Rules(), Hire(rank=Rank.LEADER, race="orc", name="Gorg"), Buy(item="bow", figure=1))
    drawn = made(warband, levy.draw(warband, Style.SHOOTERS, Dice.of(1)))
    assert drawn.leader is not None
    assert drawn.leader.name == "Gorg"
    assert drawn.leader.item_codes[:2] == ("dagger", "bow")
    assert muster.problems(drawn) == []


def test_the_leader_has_the_name_that_was_given() -> None:
    drawn = made(begin("orc"), levy.draw(begin("orc"), Style.MANY, Dice.of(1), leader="Gorg"))
    assert drawn.leader is not None
    assert drawn.leader.name == "Gorg"


def test_goblins_may_come_where_the_own_are_too_dear() -> None:
    """An orc leader costs 40 points, an orc 8, a goblin 4 (Musg, Profils; ruling M17): 45 points pay one goblin."""
    warband = begin("orc", Rules(points=45))
    drawn = made(warband, levy.draw(warband, Style.BRAWLERS, Dice.of(1)))
    assert [(figure.rank, figure.race) for figure in drawn.active] == [(Rank.LEADER, "orc"), (Rank.HENCHMAN, "goblin")]


@pytest.mark.parametrize("rules", [Rules(points=43), Rules(hero_points=39), Rules(henchman_points=3)])
def test_too_few_points_draw_nobody(rules: Rules) -> None:
    assert levy.draw(begin("orc", rules), Style.BRAWLERS, Dice.of(1)) == []


def test_a_pulp_warband_takes_the_heroes_side_unless_it_took_one() -> None:
    warband = begin("human", Rules(pulp=True))
    assert levy.draw(warband, Style.MANY, Dice.of(1))[0] == TakePart(side=Side.HEROES)
    assert not any(isinstance(entry, TakePart) for entry in levy.draw(begin(), Style.MANY, Dice.of(1)))


def test_everybody_is_sent_away_and_the_whole_sum_is_there_again() -> None:
    drawn = made(begin("orc"), levy.draw(begin("orc"), Style.MANY, Dice.of(1)))
    emptied = made(drawn, levy.dismissals(drawn))
    assert emptied.active == ()
    assert emptied.treasury == 500


def test_a_band_is_named_after_somebody_in_both_languages() -> None:
    names = [levy.band_name(Style.MANY, "Krom", Dice.of(seed)) for seed in range(20)]
    assert {name.fr.rpartition(" ")[2] for name in names} == {"Krom"}
    assert all(name.en.startswith("Krom’s ") for name in names)
    assert levy.band_name(Style.MANY, "Elanor", Dice.of(1)).fr.endswith(" d’Elanor")


def test_nobody_is_named_twice_even_where_names_run_out() -> None:
    taken: set[str] = set()
    for seed in range(90):
        name = levy.figure_name("orc", CATALOGUE, taken, Dice.of(seed))
        assert name not in taken
        taken.add(name)


def test_kits_arm_a_bare_figure_in_one_go() -> None:
    """A rifle costs 12 points, light armour 20 (Musg, Tableau des armes de tir, Tableau des équipements)."""
    warband = begin(
        "human",
        Rules(),
        Hire(rank=Rank.LEADER, race="human", name="A"),
        Hire(rank=Rank.HENCHMAN, race="human", name="B"),
    )
    bo = warband.figure(2)
    assert bo is not None
    found = {kit.style: kit for kit in levy.kits(warband, bo)}
    assert found[Style.SHOOTERS].items == ("pistol", "rifle", "light_armour")
    assert found[Style.SHOOTERS].cost == 12 + 20
    armed = made(warband, levy.equip(bo, found[Style.SHOOTERS].items, CATALOGUE))
    assert armed.treasury == 500 - 48 - 32
    assert muster.problems(armed) == []
    assert levy.kits(armed, armed.figure(2) or bo) == []


def test_points_are_idle_where_they_would_pay_for_another_henchman() -> None:
    """A human henchman costs 8 points: 8 left are none to ask about, 9 are."""
    for left, idle in ((8, 0), (9, 9)):
        rules = Rules(points=48 + left)
        warband = begin(
            "human",
            rules,
            Hire(rank=Rank.LEADER, race="human", name="A"),
            Hire(rank=Rank.HENCHMAN, race="human", name="B"),
        )
        assert muster.idle_points(warband) == idle


def test_where_goblins_are_left_out_the_own_come_in_their_place() -> None:
    """Every henchman is a human then; the draw does not stop at the first goblin that the dice would have."""
    rules = Rules(house=House(without=("goblin",)))
    for seed in range(4):
        drawn = made(begin(rules=rules), levy.draw(begin(rules=rules), Style.MANY, Dice.of(bytes([seed] * 32))))
        henchmen = drawn.of_rank(Rank.HENCHMAN)
        assert {figure.race for figure in henchmen} == {"human"}
        # 200 points for 4 extras of 4 and henchmen of 8 with 6 for arms each: 13, of whom 12 are wanted at most.
        assert len(henchmen) == 12


def test_what_is_left_out_is_drawn_in_no_style_and_something_else_is_in_its_place() -> None:
    """Of the things that the dice choose between, those that may be had."""
    without = tuple(code for code in CATALOGUE.levy.henchmen["brawlers"]["old"].core[0][1:])
    assert without
    rules = Rules(era=Era.MEDIEVAL, house=House(without=without))
    for seed in range(6):
        drawn = made(begin(rules=rules), levy.draw(begin(rules=rules), Style.BRAWLERS, Dice.of(bytes([seed] * 32))))
        first = CATALOGUE.levy.henchmen["brawlers"]["old"].core[0][0]
        assert all(first in figure.item_codes for figure in drawn.of_rank(Rank.HENCHMAN))
