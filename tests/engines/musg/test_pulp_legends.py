"""Legends of pulp: heroes who fell in the last episode (Musg, Les héros ne meurent jamais; rulings M273, M314)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.musg.attacks.fighter import of_figure
from engines.musg.battle import morale
from engines.musg.battle.state import Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Character, HireCharacter, LastEpisode, ReplaceLeader, TakePart
from engines.musg.part import Side
from engines.musg.pulp import UNCOUNTED
from engines.musg.ranks import Rank
from engines.musg.succession import character_for_hire
from engines.musg.warband import Contract, Standing, Warband
from tests.engines.musg.battle.kit import HENCHMAN as SUB, LEADER as CHIEF, Scene, fig
from tests.engines.musg.builders import HENCHMAN, LEADER, LIEUTENANT, after, changed, figure, mustered, refusals, rich

WHY = "The last episode"
FALL = LastEpisode(figure=LEADER, reason=WHY)


def company(side: Side = Side.HEROES) -> Warband:
    """The core warband in a pulp campaign: leader 1, lieutenant 2, henchmen 3 and 4."""
    return rich(mustered("human", TakePart(side=side), pulp=True))


def legend(lifetime: int = 0) -> Character:
    """The hero of a company, fallen with a sword after so much experience."""
    armed = after(company(), Buy(item="sword", figure=LEADER))
    return character_for_hire(figure(after(changed(armed, LEADER, lifetime=lifetime), FALL), LEADER))


def test_only_heroes_and_partners_fall_in_the_last_episode() -> None:
    """L798-L804: the good one; « chef ou sous-chef »."""
    assert figure(after(company(), FALL), LEADER).standing is Standing.LEGEND
    assert figure(after(company(), LastEpisode(figure=LIEUTENANT, reason=WHY)), LIEUTENANT).standing is Standing.LEGEND
    assert refusals(company(), LastEpisode(figure=HENCHMAN, reason=WHY)) == {"no_hero"}
    assert refusals(company(Side.VILLAINS), FALL) == {"no_hero"}
    assert refusals(mustered(), FALL) == {"no_hero"}


def test_a_partner_takes_the_heros_place() -> None:
    """Ruling M249, as for any leader who is gone."""
    led = after(company(), FALL, ReplaceLeader(figure=LIEUTENANT))
    assert led.leader is not None
    assert led.leader.id == LIEUTENANT


def test_the_price_is_rank_and_gear_without_experience_m314() -> None:
    """40 for a leader and 10 for the sword; the dagger was free, 45 points of experience cost nothing."""
    sword = legend().price - 40
    assert sword == figure(after(company(), Buy(item="sword", figure=LEADER)), LEADER).gear_cost
    assert legend(lifetime=45).price == legend().price


def test_heroes_hire_the_legend_where_the_table_agrees_m314() -> None:
    """« Il sert de bonus aux gentils [...] avec l'aval des autres joueurs » (L804)."""
    hero = legend()
    assert refusals(company(), HireCharacter(character=hero)) == {"legend_needs_consent"}
    assert refusals(company(Side.VILLAINS), HireCharacter(character=hero, consent=True)) == {"legend_of_heroes"}
    assert refusals(rich(mustered()), HireCharacter(character=hero, consent=True)) == {"legend_of_heroes"}
    before = company()
    hired = after(before, HireCharacter(character=hero, consent=True))
    assert hired.treasury == before.treasury - hero.price
    assert hired.active[-1].rank is Rank.MERCENARY, "no third lieutenant, no second leader (ruling M273)"


def test_a_forged_legend_pays_for_its_experience() -> None:
    """Without the mark the price must hold the experience (ruling M250)."""
    from msgspec import UNSET

    forged = replace(legend(lifetime=45), legend=UNSET)
    assert "no_such_character" in refusals(company(), HireCharacter(character=forged))


@pytest.mark.parametrize(("legends", "half"), [(True, True), (False, False)])
def test_it_counts_nowhere_when_half_is_lost_m273(legends: bool, half: bool) -> None:
    """Three who count, two of them down: more than half. With the fourth counted, two of four are not."""
    contract = Contract(0, 40, 1, legend=True) if legends else None
    fourth = fig(SUB, (5, 20), contract=contract)
    scene = Scene([fig(CHIEF, (5, 5)), fig(SUB, (5, 10)), fig(SUB, (5, 15)), fourth], [fig(CHIEF, (50, 35))])
    assert (UNCOUNTED in of_figure(fourth[0], CATALOGUE).traits) is legends
    for number in (1, 2):
        scene.piece(number).down = True
        scene.battle.remove(scene.piece(number), Place.OUT)
    assert morale.lost_more_than_half(scene.battle, 0) is half


def test_its_own_fall_counts_for_no_half_m273() -> None:
    """One of three and the legend: one of three is not more than half."""
    fourth = fig(SUB, (5, 20), contract=Contract(0, 40, 1, legend=True))
    scene = Scene([fig(CHIEF, (5, 5)), fig(SUB, (5, 10)), fig(SUB, (5, 15)), fourth], [fig(CHIEF, (50, 35))])
    for number in (1, 3):
        scene.piece(number).down = True
        scene.battle.remove(scene.piece(number), Place.OUT)
    assert not morale.lost_more_than_half(scene.battle, 0)
