"""Civilians in the rescue game, and how a battle loses them to the aliens (M201, M205, M206, M330, M332)."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import FastDice, SeededDice
from engines.core.problems import Illegal
from engines.musg import report as reports
from engines.musg.abducted import Civilian, Tidings
from engines.musg.battle import civilians
from engines.musg.battle.damage import put_out
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands, problems
from engines.musg.battle.rescue import Rescue
from engines.musg.battle.setup import MOST_CIVILIANS, Setup
from engines.musg.battle.state import CAPTIVE, Piece, Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Captivity
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.tactics import leading
from engines.musg.trials import playout
from tests.engines.musg.builders import HENCHMAN, changed, mustered
from tests.engines.musg.trials.fates import fates, fates_in_record

ASHLEE = Civilian("landing", "civilian_ashlee")
MARVIN = Civilian("landing", "civilian_marvin")
SEED = bytes(range(32))


def setup(*kept: Civilian, sides: tuple[str, ...] = ("us",), modules: tuple[str, ...] = ("aliens", "rescue")) -> Setup:
    warbands = {key: mustered() for key in sides}
    return from_warbands(warbands, ready_tables()["open_field"], modules=modules, civilians=kept)


def begun(battle: Battle) -> Battle:
    """A battle right before its first turn."""
    while battle.decision is not None and battle.turn == 0:
        battle.play(battle.actions()[0])
    return battle


def in_nest(battle: Battle) -> list[Piece]:
    return [p for p in battle.pieces if CAPTIVE in p.traits]


def nest_of(battle: Battle) -> Rescue:
    return next(module for module in battle.modules if isinstance(module, Rescue))


def touch(battle: Battle, one: Piece, by: Piece) -> None:
    """Put a figure in contact and let the module see it."""
    battle.put(by, (one.base[0] + 1.002, *one.base[1:]))
    list(nest_of(battle).acted(battle, by))


def test_they_wait_in_the_nest_with_their_last_hit_point() -> None:
    """M330: the nest is the middle; carried off at 0 hit points, they stand there with one; nobody's enemies."""
    battle = begun(Battle.new(setup(ASHLEE, MARVIN), FastDice(3)))
    found = in_nest(battle)
    assert [(p.sheet.name, p.hp) for p in found] == [("Ashlee", 1), ("Marvin", 1)]
    keepers = next(m.side for m in battle.modules if m.code == "aliens")
    assert {p.side for p in found} == {keepers}
    assert len({p.number for p in found}) == 2
    for one in found:
        assert abs(one.base[0] - battle.table.width / 2) < 3
        assert battle.enemies(one) == []
        assert one not in battle.enemies(battle.pieces[0])


def test_only_a_rescue_game_has_them() -> None:
    assert setup(ASHLEE, modules=("aliens",)).civilians is UNSET
    assert setup(ASHLEE).civilians == (ASHLEE,)


def test_a_setup_names_each_once_by_a_printed_card() -> None:
    right = setup(ASHLEE)
    for wrong, code in (
        ((ASHLEE, ASHLEE), "battle_civilian_twice"),
        ((Civilian("b", "nobody"),), "no_such_civilian"),
        (tuple(Civilian("b", "civilian_ashlee", n) for n in range(MOST_CIVILIANS + 1)), "battle_civilians"),
    ):
        assert [p.code for p in problems(replace(right, civilians=wrong))] == [code]
    with pytest.raises(Illegal):
        Battle.new(replace(right, civilians=(ASHLEE, ASHLEE)), FastDice(1))


def test_whoever_touches_one_first_leads_it_and_its_exit_scores_once() -> None:
    """M330: rescued; companions of nobody, so any warband may (M195); M205, M332: alive off the table, 5 points."""
    battle = begun(Battle.new(setup(ASHLEE, sides=("us", "them")), FastDice(3)))
    (one,) = in_nest(battle)
    them = next(p for p in battle.bands[1].pieces if not p.bystander)
    touch(battle, one, them)
    assert one.side == 1
    assert battle.report().civilians is UNSET
    battle.remove(one, Place.LEFT)
    for module in battle.modules:
        list(module.acted(battle, one))
    assert [band.points for band in battle.warbands] == [0, 5]
    assert battle.report().civilians == Tidings(freed=(ASHLEE,))
    assert battle.report().bonus == {"them": 5}


def test_a_touch_steals_none_that_is_led_out() -> None:
    """M206: whoever is led is taken over by staying in contact for a turn, no longer by a touch."""
    battle = begun(Battle.new(setup(ASHLEE, sides=("us", "them")), FastDice(3)))
    (one,) = in_nest(battle)
    touch(battle, one, next(p for p in battle.bands[0].pieces if not p.bystander))
    assert one.side == 0
    touch(battle, one, next(p for p in battle.bands[1].pieces if not p.bystander))
    assert one.side == 0


def test_it_refuses_whoever_shot_at_it() -> None:
    """Musg, Rencontre de civils; M332: never again that warband's; another may free it."""
    battle = begun(Battle.new(setup(ASHLEE, sides=("us", "them")), FastDice(3)))
    (one,) = in_nest(battle)
    shooter = next(p for p in battle.bands[0].pieces if not p.bystander)
    civilians.of(battle).shot_at(battle, one, shooter)
    touch(battle, one, shooter)
    assert one.side not in (0, 1)
    touch(battle, one, next(p for p in battle.bands[1].pieces if not p.bystander))
    assert one.side == 1


def test_carried_off_counts_as_freed_but_scores_nothing() -> None:
    """M330 (carried off counts as well); M332: only the exit alive, on its own feet, scores."""
    battle = begun(Battle.new(setup(ASHLEE), FastDice(3)))
    (one,) = in_nest(battle)
    one.hp = 0
    put_out(battle, one, None)
    assert one.place is Place.OUT
    assert battle.report().civilians is UNSET  # whoever lies there in the end stays with the aliens
    battle.remove(one, Place.LEFT)
    for module in battle.modules:
        list(module.acted(battle, one))
    assert battle.report().civilians == Tidings(freed=(ASHLEE,))
    assert battle.bands[0].points == 0


def test_whoever_died_in_the_rescue_is_dead() -> None:
    """M35: below 0 hit points; nobody's points (M332: putting one out scores 0)."""
    battle = begun(Battle.new(setup(ASHLEE, MARVIN), FastDice(3)))
    one = in_nest(battle)[0]
    one.hp = -1
    put_out(battle, one, battle.pieces[0])
    told = battle.report()
    assert told.civilians == Tidings(died=(ASHLEE,))
    assert told.downs == ()
    assert reports.problems({"us": mustered()}, told, (ASHLEE, MARVIN)) == []
    assert [p.code for p in reports.problems({"us": mustered()}, told, (MARVIN,))] == ["civilian_not_kept"]


def test_a_battle_against_aliens_loses_the_civilians_left_lying() -> None:
    """M201: the downed left on the table, civilians too (M330), led or not; the dead and the saved are not kept."""
    battle = begun(Battle.new(setup(modules=("aliens",)), FastDice(3)))
    met = civilians.of(battle)
    for face in range(4):
        list(met.discover(battle, 0, 10.0 + 3 * face, 10.0))
    lying, dead, gone, standing = (p for p in battle.pieces if p.bystander)
    for piece, left in ((lying, 0), (dead, -1)):
        piece.hp = left
        put_out(battle, piece, None)
    battle.remove(gone, Place.LEFT)
    _end(battle)
    card = next(code for code in CATALOGUE.civilians if civilians.sheet_of(code, CATALOGUE).name == lying.sheet.name)
    assert standing.place is not Place.OUT
    assert battle.report().civilians == Tidings(taken=(card,))


def _end(battle: Battle) -> None:
    """Let the battle be over: nobody of any warband is left on the table."""
    for piece in battle.pieces:
        if battle.led(piece.side) and piece.in_play and not piece.bystander:
            battle.remove(piece, Place.LEFT)
    while battle.decision is not None:
        battle.play(battle.actions()[0])


def test_captains_go_for_them_and_every_game_can_be_told() -> None:
    """Alone or against others some bring them home; each replays, each has one fate, each report may be confirmed."""
    freed = 0
    for seed in range(8):
        sides = ("us",) if seed % 2 else ("us", "them")
        start = setup(ASHLEE, MARVIN, sides=sides)
        battle = playout.fight(start, ("bold",) * len(sides), SeededDice(SEED + bytes([seed])), seed=seed)
        again = Battle.replay(start, battle.log, SeededDice(SEED + bytes([seed])))
        assert again.events == battle.events
        assert again.report() == battle.report()
        assert [*fates(battle), *fates_in_record(battle, battle.events)] == []
        told = battle.report()
        assert reports.problems({key: mustered() for key in sides}, told, (ASHLEE, MARVIN)) == []
        freed += len((told.civilians or Tidings()).freed)
    assert freed >= 2


def test_the_audit_sees_one_who_left_untold() -> None:
    battle = playout.fight(setup(ASHLEE), ("bold",), FastDice(2), seed=2)
    one = in_nest(battle)[0]
    one.place = Place.FLED
    assert any(fault.startswith("civilians in the nest") for fault in fates(battle))


def test_a_captain_wants_its_companion_before_a_civilian_and_a_civilian_before_others() -> None:
    """A companion is worth more than the five points of a civilian (M205), which is sought from anywhere as well."""
    kept = changed(mustered(), HENCHMAN, captive=Captivity("b1", "The Landing"))
    start = from_warbands({"us": kept}, ready_tables()["open_field"], modules=("aliens", "rescue"), civilians=(ASHLEE,))
    battle = begun(Battle.new(start, FastDice(3)))
    companion, civilian = in_nest(battle)
    piece = next(p for p in battle.bands[0].pieces if not p.is_leader and not p.bystander)
    x, y = battle.table.width / 2, battle.table.depth / 2
    worth = {}
    for name, near, other in (("companion", companion, civilian), ("civilian", civilian, companion)):
        battle.put(other, battle.table.base_at(2, 2))
        battle.put(near, battle.table.base_at(x, y))
        battle.put(piece, battle.table.base_at(x + 4, y))
        piece.ap = 2
        found = leading.errand(battle, piece)
        assert found is not None
        worth[name] = found[1]
    assert worth["companion"] > worth["civilian"] > leading.TAKING
