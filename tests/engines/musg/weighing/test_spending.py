"""Both bands cost the same: who bears a thing, and what the other band has for the freed points."""

from __future__ import annotations

from dataclasses import replace as altered

import pytest

from engines.core.problems import Illegal
from engines.musg.attacks.fighter import of_figure
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import House, read, row_of
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics.chance import Chance
from engines.musg.trials.recruits import random_warband
from engines.musg.weighing import Kind, Plan, Subject, bracket, plan_for, price, problems
from engines.musg.weighing.reference import COMPANY, LEVELS, OPPONENTS, Band, budgets, cost, side
from engines.musg.weighing.subject import trial
from engines.musg.weighing.weight import budget, shares
from tests.engines.musg.packs.documents import FEN, fen

SWORD = Subject(Kind.ITEM, "sword")

HUNTER = Subject(Kind.MERCENARY, "orc_hunter")


def leader(race: str) -> Subject:
    return Subject(Kind.PROFILE, race, Rank.LEADER)


def worth(band: Band) -> int:
    """What the roster reckons a band's figures and their gear to be worth."""
    return sum(figure.value for figure in side(band, "a", 0, CATALOGUE).figures)


def test_the_reference_warbands_cost_what_the_rulebook_prints() -> None:
    """Leader 40, lieutenant 20, henchman 8; axe 5, bow 7; an axe for each of four henchmen is 20, a man with one 13."""
    assert cost(COMPANY, CATALOGUE) == worth(COMPANY) == (40 + 5 + 7) + (20 + 5 + 7) + 4 * 8
    assert budgets(CATALOGUE) == (0, 20 + 2 * 13, 20 + 6 * 13)
    assert [worth(level) - worth(COMPANY) for level in LEVELS] == [0, 46, 98]
    assert [len(band) for band in OPPONENTS.values()] == [5, 5, 5]


def test_what_is_left_of_the_freed_points_is_spent_in_a_share_of_the_battles() -> None:
    """59 points: 46 for the first step and 13 of the 52 for the second. On average 3/4 · 46 + 1/4 · 98 = 59."""
    assert shares((0, 46, 98), 59) == [(1, 0.75), (2, 0.25)]
    assert shares((0, 46, 98), 23) == [(0, 0.5), (1, 0.5)]
    assert shares((0, 46, 98), 0) == [(0, 1.0), (1, 0.0)]
    assert shares((0, 46, 98), 46) == [(1, 1.0), (2, 0.0)]
    assert shares((0, 46, 98), 98) == shares((0, 46, 98), 120) == [(2, 1.0)]


@pytest.mark.parametrize(
    ("subject", "at", "spent"),
    [
        (SWORD, 5, 4 * 5),
        (SWORD, 10, 4 * 10),
        (Subject(Kind.ITEM, "rifle"), 12, 3 * 12),
        (Subject(Kind.ITEM, "light_armour"), 20, 2 * 20),
        (Subject(Kind.PROFILE, "orc", Rank.HENCHMAN), 8, 3 * (8 + 5)),  # each comes with an axe
        (Subject(Kind.PROFILE, "orc", Rank.LIEUTENANT), 20, 20 + 5 + 7),  # with axe and bow
        (Subject(Kind.PROFILE, "orc", Rank.EXTRA), 4, 4 * 4),
        (leader("orc"), 40, 46),  # in the leader's place, with what the second level has
        (leader("orc"), 30, 36),
        (Subject(Kind.SKILL, "brawler"), 6, 2 * 6),
        (HUNTER, 80, 80 + 5 + 7),  # comes with axe and bow
    ],
)
def test_both_bands_cost_the_same(subject: Subject, at: float, spent: int) -> None:
    plan = plan_for(CATALOGUE, subject)
    tried = trial(CATALOGUE, subject)
    assert budget(plan, at) == spent
    without = sum(share * worth(tried.levels[level]) for level, share in shares(plan.costs, spent))
    assert worth(tried.bearing) + tried.count * at == pytest.approx(without)


def bearing(subject: Subject) -> list[tuple[Rank, tuple[str, ...]]]:
    figures = side(trial(CATALOGUE, subject).bearing, "a", 0, CATALOGUE).figures
    return [(figure.rank, figure.item_codes) for figure in figures]


def test_a_thing_goes_to_whoever_can_use_it() -> None:
    heroes = [(rank, ("dagger", "axe", "bow")) for rank in (Rank.LEADER, Rank.LIEUTENANT)]
    plain = (Rank.HENCHMAN, ("dagger",))
    assert bearing(SWORD) == [*heroes, *[(Rank.HENCHMAN, ("dagger", "sword"))] * 4]
    assert bearing(Subject(Kind.ITEM, "rifle")) == [*heroes, *[(Rank.HENCHMAN, ("dagger", "rifle"))] * 3, plain]
    assert bearing(Subject(Kind.ITEM, "shield"))[2:] == [(Rank.HENCHMAN, ("dagger", "shield"))] * 4
    sighted = [(rank, (*carried, "sight")) for rank, carried in heroes]
    assert bearing(Subject(Kind.ITEM, "sight")) == [*sighted, *[plain] * 4]


def test_a_skill_is_known_to_the_heroes_and_what_it_requires_in_either_band() -> None:
    """Lynx eye requires sharp eye; eagle eye requires lynx eye (Musg, Tableau des améliorations)."""
    tried = trial(CATALOGUE, Subject(Kind.SKILL, "eagle_eye"))
    before = ("sharp_eye", "lynx_eye")
    assert [member.skills for member in tried.bearing] == [(*before, "eagle_eye")] * 2 + [()] * 4
    for level in tried.levels:
        assert [member.skills for member in level[:2]] == [before, before]
        assert {member.skills for member in level[2:]} == {()}


def test_profiles_of_another_race_fight_for_the_company() -> None:
    led = trial(CATALOGUE, leader("orc")).bearing
    assert [member.race for member in led] == ["orc"] + ["generic"] * 7
    joined = trial(CATALOGUE, Subject(Kind.PROFILE, "orc", Rank.HENCHMAN)).bearing
    assert [member.race for member in joined] == ["generic"] * 6 + ["orc"] * 3


def test_a_mercenary_joins_as_who_it_is_and_armed_as_the_heroes() -> None:
    """An orc's leader profile, and what only this one may do (Musg, Mercenaires)."""
    figures = side(trial(CATALOGUE, HUNTER).bearing, "a", 0, CATALOGUE).figures
    joined = figures[-1]
    assert [figure.rank for figure in figures[:-1]] == [Rank.LEADER, Rank.LIEUTENANT, *[Rank.HENCHMAN] * 4]
    assert (joined.rank, joined.race, joined.item_codes) == (Rank.MERCENARY, "orc", ("dagger", "axe", "bow"))
    assert joined.profile(CATALOGUE) == CATALOGUE.mercenaries["orc_hunter"].profile
    assert of_figure(joined, CATALOGUE).traits >= {"arrives_later"}


def test_a_mercenary_of_a_pack_brings_what_it_has_and_knows() -> None:
    """Who brings a spear along gets no axe and bow; 40 to engage and 20 for the first battle make 60 (M13)."""
    heron = {**FEN["mercenaries"]["heron"], "items": ["eel_spear"], "skills": ["mire_born"]}
    catalogue = House(packs=(fen(mercenaries={"heron": heron}),)).catalogue
    subject = Subject(Kind.MERCENARY, "heron")
    joined = side(trial(catalogue, subject).bearing, "a", 0, catalogue).figures[-1]
    assert (joined.item_codes, joined.skills) == (("dagger", "eel_spear"), ("mire_born",))
    assert price(catalogue, subject) == 60
    assert bracket(plan_for(catalogue, subject)) == (0, 98)
    assert bracket(plan_for(CATALOGUE, HUNTER)) == (0, 98 - 12)


def test_the_bracket_ends_where_everything_is_bought() -> None:
    """98 points for all: four swords at 24.5, two armours at 49; a leader 6 + price."""
    ends = {
        code: bracket(plan_for(CATALOGUE, Subject(Kind.ITEM, code)))[1] for code in ("sword", "rifle", "light_armour")
    }
    assert ends == {"sword": 24.5, "rifle": pytest.approx(98 / 3), "light_armour": 49}
    assert bracket(plan_for(CATALOGUE, leader("orc"))) == (0, 92)


def test_what_cannot_be_weighed_is_named() -> None:
    def codes(subject: Subject) -> list[str]:
        return [found.code for found in problems(CATALOGUE, subject)]

    assert codes(SWORD) == []
    assert codes(Subject(Kind.ITEM, "spoon")) == codes(Subject(Kind.ITEM, "sharp_eye")) == ["no_such_item"]
    assert codes(Subject(Kind.SKILL, "sword")) == ["no_such_skill"]
    assert codes(Subject(Kind.MERCENARY, "orc")) == ["no_such_mercenary"]
    assert codes(leader("martian")) == ["no_such_race"]
    assert codes(Subject(Kind.PROFILE, "orc")) == ["no_such_profile"]
    assert codes(Subject(Kind.PROFILE, "orc", Rank.MERCENARY)) == ["no_such_profile"]
    poor = altered(CATALOGUE, melee={code: row for code, row in CATALOGUE.melee.items() if code != "axe"})
    assert [(found.code, found.params) for found in problems(poor, SWORD)] == [("weigh_reference", {"item": "axe"})]


def dear_bow(cost: int) -> Catalogue:
    found = read(
        {"code": "yew", "name": "Yew", "ranged": {"bow": {**row_of("ranged", CATALOGUE.ranged["bow"]), "cost": cost}}}
    )
    assert found.pack is not None
    return House(packs=(found.pack,)).catalogue


def test_who_brings_more_than_the_others_can_ever_spend_cannot_be_weighed() -> None:
    """A lieutenant comes with axe and bow, 5 and 150; so does who brings nothing for hire. Others spend 98 at most."""
    lieutenant = Subject(Kind.PROFILE, "generic", Rank.LIEUTENANT)
    for subject in (lieutenant, HUNTER):
        found = problems(dear_bow(150), subject)
        assert [(one.code, one.params) for one in found] == [("weigh_dear", {"points": 155, "most": 98})]
        with pytest.raises(Illegal, match="weigh_dear"):
            plan_for(dear_bow(150), subject)
        assert problems(dear_bow(94), subject) != []
        assert bracket(plan_for(dear_bow(93), subject)) == (0, 0)
    henchman = Subject(Kind.PROFILE, "generic", Rank.HENCHMAN)
    assert problems(dear_bow(150), henchman) == problems(dear_bow(150), Subject(Kind.ITEM, "bow")) == []


def test_a_price_is_the_catalogues_or_the_one_asked_about() -> None:
    def judged(subject: Subject, asked: float | None = None) -> float | None:
        return plan_for(CATALOGUE, subject, price=asked).price

    assert (judged(SWORD), judged(SWORD, 10), judged(leader("goblin"))) == (5, 10, 20)
    assert judged(HUNTER) == 50 + 30  # for its first battle (M13)
    assert judged(Subject(Kind.SKILL, "brawler")) is price(CATALOGUE, Subject(Kind.SKILL, "brawler")) is None
    with pytest.raises(Illegal, match="weigh_price"):
        judged(SWORD, -1)
    with pytest.raises(Illegal, match="weigh_battles"):
        plan_for(CATALOGUE, SWORD, battles=0)


def test_battles_are_rounded_up_to_whole_rounds() -> None:
    """A round: 4 bands against 3 opponents, twice each."""

    def fought(battles: int) -> tuple[int, int]:
        plan: Plan = plan_for(CATALOGUE, SWORD, battles=battles)
        return plan.rounds, plan.battles

    assert (fought(1), fought(400), fought(420)) == ((4, 96), (17, 408), (18, 432))


FORTY = {
    f"step_{number:02}": {
        "name": f"Step {number}",
        "effect": "Nothing.",
        "requires": [f"step_{before:02}" for before in range(max(0, number - 8), number)],
    }
    for number in range(40)
}
"""As many skills as a pack may have; each needs the eight before it, as many as an entry may list."""


@pytest.mark.timeout(20)
def test_forty_skills_that_all_need_those_before_them_are_not_gone_through_by_every_way() -> None:
    """Five hundred thousand million ways lead down from the last; what it needs is the 39 others, in order."""
    catalogue = House(packs=(fen(skills=FORTY),)).catalogue
    tried = trial(catalogue, Subject(Kind.SKILL, "step_39"))
    assert tried.levels[0][0].skills == tuple(FORTY)[:-1]
    assert tried.bearing[0].skills == tuple(FORTY)


@pytest.mark.timeout(20)
def test_a_random_warband_learns_such_skills_as_quickly() -> None:
    rules = Rules(house=House(packs=(fen(skills=FORTY),)))
    learned = [figure.skills for seed in range(12) for figure in random_warband(Chance(seed), "a", rules=rules).figures]
    steps = [[code for code in skills if code in FORTY] for skills in learned]
    assert max(map(len, steps)) > 30
    assert all(found == list(FORTY)[: len(found)] for found in steps), "each with all it needs, in order"
