"""The rescue game: captives in the nest, freed by a touch, home once they are off the table (ruling M330)."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from engines.core.dice import FastDice, SeededDice
from engines.musg import report as reports
from engines.musg.battle.damage import put_out
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.state import Place
from engines.musg.engagement import Captivity
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Who
from engines.musg.trials import playout
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import HENCHMAN, changed, mustered, resolved

SEED = bytes(range(32))


def kept() -> Warband:
    return changed(mustered(), HENCHMAN, captive=Captivity("b1", "The Landing"))


def game(seed: int = 1) -> Battle:
    """A rescue game that both captains have played to its end."""
    setup = from_warbands({"us": kept()}, ready_tables()["open_field"], modules=("aliens", "rescue"))
    return playout.fight(setup, ("bold",), SeededDice(SEED + bytes([seed])), seed=seed, receipts=True)


def test_a_setup_holds_the_captives_only_where_a_rescue_is_played() -> None:
    table = ready_tables()["open_field"]
    (side,) = from_warbands({"us": kept()}, table, modules=("aliens", "rescue")).sides
    assert [figure.id for figure in side.captives] == [HENCHMAN]
    assert HENCHMAN not in {figure.id for figure in side.figures}
    assert from_warbands({"us": kept()}, table, modules=("aliens",)).sides[0].captives == ()


def ready() -> Battle:
    setup = from_warbands({"us": kept()}, ready_tables()["open_field"], modules=("aliens", "rescue"))
    battle = Battle.new(setup, FastDice(3))
    while battle.decision is not None and battle.turn == 0:
        battle.play(battle.actions()[0])
    return battle


def test_the_captive_stands_in_the_nest_with_its_last_hit_point() -> None:
    """With the aliens, who leave it alone; nobody's enemy."""
    battle = ready()
    one = next(p for p in battle.pieces if p.bystander)
    assert (one.number, one.hp, one.side) == (HENCHMAN, 1, len(battle.warbands))
    assert abs(one.base[0] - battle.table.width / 2) < 2
    assert one not in battle.enemies(battle.pieces[0])
    assert battle.enemies(one) == []


def test_the_nest_is_where_companions_get_to_without_a_rope() -> None:
    """On the ruins a tower 4 high, climbed with gear only, is the middle (18, 18): a touch must be possible (M330)."""
    table = ready_tables()["ruins"]
    battle = Battle.new(from_warbands({"us": kept()}, table, modules=("aliens", "rescue")), FastDice(3))
    while battle.decision is not None and battle.turn == 0:
        battle.play(battle.actions()[0])
    one = next(p for p in battle.pieces if p.bystander)
    assert battle.table.needs_gear(18, 18)
    assert one.base[2] < 4
    assert not battle.table.needs_gear(*one.base[:2])


def test_a_touch_frees_it_and_the_edge_brings_it_home() -> None:
    battle = ready()
    one = next(p for p in battle.pieces if p.bystander)
    rescue = next(module for module in battle.modules if module.code == "rescue")
    other = battle.pieces[0]
    list(rescue.acted(battle, other))
    assert one.side != 0  # nobody touches it
    battle.put(other, (one.base[0] + 1.002, *one.base[1:]))
    list(rescue.acted(battle, other))
    assert one.side == 0
    assert battle.report().rescued is UNSET
    battle.remove(one, Place.LEFT)
    list(rescue.acted(battle, one))
    assert battle.report().rescued == (Who("us", HENCHMAN),)
    assert battle.bands[0].points == 0


@pytest.mark.parametrize("led", [False, True])
def test_a_captive_who_dies_is_dead_and_no_captive_any_more(led: bool) -> None:
    """Below 0 hit points it is dead (M35), in the nest as on its way; nobody's takedown (M326), none to seek."""
    battle = ready()
    one = next(p for p in battle.pieces if p.bystander)
    if led:
        rescue = next(module for module in battle.modules if module.code == "rescue")
        battle.put(battle.pieces[0], (one.base[0] + 1.002, *one.base[1:]))
        list(rescue.acted(battle, battle.pieces[0]))
        assert one.side == 0
    one.hp = -1
    put_out(battle, one, next((p for p in battle.pieces if p.side == 1 and p is not one), None))
    told = battle.report()
    died = Down(Who("us", HENCHMAN), killed=True)
    assert [down for down in told.downs if down.victim == died.victim] == [died]
    assert told.rescued is UNSET
    assert reports.problems({"us": kept()}, told) == []
    home = reports.engagements({"us": kept()}, told, battle="b2", title="The Nest")["us"]
    after = resolved(kept(), (), casualties=home.casualties, present=home.present).warband
    gone = next(figure for figure in after.figures if figure.id == HENCHMAN)
    assert (gone.standing, gone.captive) == (Standing.DEAD, UNSET)


def test_the_dead_are_not_brought_home_and_only_captives_die_without_having_fought() -> None:
    """M330: a report says one thing of a captive; of anybody who fought it says so as ever."""
    died = Down(Who("us", HENCHMAN), killed=True)
    both = reports.Report(downs=(died,), rescued=(died.victim,))
    assert "rescued_dead" in [problem.code for problem in reports.problems({"us": kept()}, both)]
    hurt = reports.Report(downs=(Down(died.victim),))
    assert [problem.code for problem in reports.problems({"us": kept()}, hurt)] == ["not_present"]


def test_captains_go_for_it_and_the_campaign_takes_the_report() -> None:
    """Of a few games some bring the captive home; each replays, each report can be confirmed."""
    home = 0
    for seed in range(6):
        battle = game(seed)
        told = battle.report()
        assert reports.problems({"us": kept()}, told) == []
        again = Battle.replay(battle.setup, battle.log, SeededDice(SEED + bytes([seed])))
        assert again.events == battle.events
        home += bool(told.rescued)
        captive = next(p for p in battle.pieces if p.bystander and p.number == HENCHMAN)
        assert bool(told.rescued) == (captive.place is Place.LEFT)
        died = Down(Who("us", HENCHMAN), killed=True)
        assert (died in told.downs) == (captive.place is Place.DEAD)
    assert home >= 2


def test_without_captives_it_is_an_alien_battle() -> None:
    setup = from_warbands({"us": mustered()}, ready_tables()["open_field"], modules=("aliens", "rescue"))
    battle = playout.fight(setup, ("bold",), FastDice(5), seed=5)
    assert battle.report().rescued is UNSET
