"""Points of pulp in a battle of the engine (Musg, Le pulp, c’est le panache; rulings M159-M164, M304-M309)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from engines.core.dice import SeededDice
from engines.musg.battle.actions import Action, Activate, Decline, End, Keep, Pulp, Sacrifice, Strike
from engines.musg.battle.decision import Ask, Decision, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.state import Place
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.tactics.chance import Chance
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.playout import players_of
from engines.musg.trials.recruits import random_warband
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig

HERO, PARTNER, OTHER_PARTNER, VILLAIN, LIEUTENANT_OF_HIS = 0, 1, 2, 3, 4


def scene(**values: Any) -> Scene:
    """A hero with two partners and a villain with one lieutenant, at the first activation; nobody has spent a point."""
    found = Scene(
        [fig(LEADER, (10, 20), "sword"), fig(LIEUTENANT, (5, 5)), fig(LIEUTENANT, (5, 10))],
        [fig(LEADER, (40, 20), "sword"), fig(LIEUTENANT, (50, 5))],
        modules=("pulp",),
        **values,
    )
    decline(found)
    return found


def decline(found: Scene) -> Scene:
    """Spend nothing until something else is asked."""
    while found.battle.decision and found.battle.decision.throw is not None:
        found.play(Decline())
    return found


def points(found: Scene) -> PulpPoints:
    [module] = [one for one in found.battle.modules if isinstance(one, PulpPoints)]
    return module


def pools(found: Scene) -> list[int]:
    """The hero's points, the partners', the villain's, the lieutenants'; -1 where there is no pool."""
    return points(found).pool_list(found.battle)


class Thrown:
    """Dice of a side that are about to fall, with the questions asked about them."""

    def __init__(
        self, found: Scene, *faces: int, side: int = 0, need: int = 4, most: int = 0, die: int = 0, what: str = "to_hit"
    ) -> None:
        found.roll(**{what: list(faces), **({"pulp": [die]} if die else {})})
        count = len(faces)

        def roll(dice: Any) -> tuple[int, ...]:
            return tuple(dice.throw(count, what, HERO if side == 0 else VILLAIN, need))

        self.flow: Flow[tuple[int, ...]] = found.battle.cast(roll, side, 1 - side, most=most)
        self.asked: Decision | None = None
        self.faces: tuple[int, ...] | None = None
        self._go(None)

    def _go(self, action: Action | None) -> None:
        try:
            self.asked = next(self.flow) if action is None else self.flow.send((action, None))
        except StopIteration as stop:
            self.asked, self.faces = None, stop.value

    def answer(self, *actions: Action) -> Thrown:
        for action in actions:
            assert self.asked is not None, action
            self._go(action)
        return self


def test_the_pools_at_the_start_m163_m308() -> None:
    """Hero and villain 3 each, all partners together 1, all lieutenants 1 (L826-L829)."""
    assert pools(scene()) == [3, 1, 3, 1]


def test_a_tribe_without_lieutenants_shares_nothing_m163() -> None:
    found = Scene([fig(LEADER, (10, 20))], [fig(LEADER, (40, 20)), fig(HENCHMAN, (45, 20))], modules=("pulp",))
    assert pools(found) == [3, -1, 3, -1]


def test_the_pulp_die_may_replace_a_die_m160_m307() -> None:
    """Two dice at 4 and better: 1 and 5, and the pulp die a 6 that takes the place of the 1."""
    found = scene()
    thrown = Thrown(found, 1, 5, die=6).answer(Pulp(HERO))
    assert thrown.asked is not None
    assert (thrown.asked.ask, thrown.asked.side, thrown.asked.options) == (Ask.PULP_STANDS, 0, (0, 1))
    assert thrown.answer(Keep(0)).faces == (6, 5)


def test_or_replace_none_and_the_point_is_spent_all_the_same_m159() -> None:
    """Ruling M159 (a): L844 says so; the roll succeeded, so it is lost."""
    found = scene()
    thrown = Thrown(found, 4, die=2).answer(Pulp(HERO), Keep(-1))
    assert thrown.faces == (4,)
    assert (pools(found), points(found).lost) == ([2, 1, 3, 1], 1)


def test_it_is_asked_before_the_dice_fall_m307() -> None:
    """The question names what is rolled for, whose it is, how many dice and what they need; no face is known yet."""
    found = scene()
    asked = Thrown(found, 1, 5, die=6).asked
    assert asked is not None
    assert asked.throw is not None
    assert (asked.throw.reason, asked.throw.side, asked.throw.count, asked.throw.need) == ("to_hit", 0, 2, 4)
    assert asked.throw.faces == ()
    assert "to_hit" in found.dice.unused()


def test_a_point_on_a_roll_that_succeeds_is_lost_m159() -> None:
    found = scene()
    Thrown(found, 1, die=5).answer(Pulp(HERO), Keep(0))
    assert (pools(found), points(found).lost) == ([2, 1, 3, 1], 1)


@pytest.mark.parametrize("place", [-1, 0])
def test_a_point_on_a_roll_that_fails_goes_to_the_mirror_chosen_or_not_m304(place: int) -> None:
    """L846: the villain notes one point more; chosen or not, for all four roles."""
    found = scene()
    Thrown(found, 1, die=2).answer(Pulp(HERO), Keep(place))
    assert (pools(found), points(found).lost) == ([2, 1, 4, 1], 0)


def test_the_partners_point_goes_to_the_lieutenants_m162_m163() -> None:
    """L850 mirrored: from group to group; the shared maximum grows by the gift. Either partner may spend it."""
    found = scene()
    thrown = Thrown(found, 1, die=2)
    assert thrown.asked is not None
    assert thrown.asked.options == (HERO, PARTNER)
    thrown.answer(Pulp(PARTNER), Keep(-1))
    assert pools(found) == [3, 0, 3, 2]


def test_an_imposed_die_is_the_spenders_to_choose_m161() -> None:
    """The hero rolls a 5, the villain throws a 1 on it and makes it stand."""
    found = scene()
    thrown = Thrown(found, 5, die=1).answer(Decline())
    assert thrown.asked is not None
    assert thrown.asked.side == 1
    thrown.answer(Pulp(VILLAIN))
    assert thrown.asked.ask is Ask.PULP_STANDS
    assert thrown.asked.side == 1
    assert thrown.answer(Keep(0)).faces == (1,)


def test_an_imposed_die_that_stops_the_roll_is_lost_m305() -> None:
    found = scene()
    Thrown(found, 5, die=1).answer(Decline(), Pulp(VILLAIN), Keep(0))
    assert (pools(found), points(found).lost) == ([3, 1, 2, 1], 1)


def test_an_imposed_die_that_stops_nothing_goes_to_who_rolled_m305() -> None:
    found = scene()
    Thrown(found, 5, die=6).answer(Decline(), Pulp(VILLAIN), Keep(-1))
    assert pools(found) == [4, 1, 2, 1]


def test_a_roll_that_cannot_fail_loses_the_point_m306() -> None:
    """Initiative: neither a need nor a limit."""
    found = scene()
    thrown = Thrown(found, 1, need=0, die=6, what="initiative").answer(Pulp(HERO), Keep(0))
    assert thrown.faces == (6,)
    assert (pools(found), points(found).lost) == ([2, 1, 3, 1], 1)


def test_a_leadership_test_succeeds_by_low_faces() -> None:
    """5 and 4 against 7 fail; a 2 for the 5 makes it 6, which passes."""
    found = scene()
    thrown = Thrown(found, 5, 4, need=0, most=7, die=2, what="rout").answer(Pulp(HERO), Keep(0))
    assert thrown.faces == (2, 4)
    assert points(found).lost == 1


def test_one_pulp_die_per_roll_the_rollers_side_first_m308() -> None:
    """Once the hero's side has spent, the villain is not asked any more."""
    found = scene()
    thrown = Thrown(found, 4, die=4)
    assert thrown.asked is not None
    assert thrown.asked.side == 0
    thrown.answer(Pulp(HERO))
    assert thrown.asked is None, "a 4 for a 4 changes nothing: nobody chooses"
    assert thrown.faces == (4,)


def test_without_a_point_nobody_is_asked() -> None:
    found = scene()
    points(found).pools.update(dict.fromkeys(points(found).pools, 0))
    for number in (HERO, VILLAIN):
        found.piece(number).hp = 1
    assert Thrown(found, 4).faces == (4,)


def test_points_of_who_is_out_are_void_and_receive_no_gifts_m308() -> None:
    """The villain falls: his 3 are void; the hero's failed roll gives nobody anything, the point is lost."""
    found = scene()
    villain = found.piece(VILLAIN)
    villain.hp = 0
    villain.down = True
    found.battle.remove(villain, Place.OUT)
    points(found).put_out(found.battle, villain, None)
    assert (pools(found), points(found).void) == ([3, 1, 0, 1], 3)
    Thrown(found, 1, die=1).answer(Pulp(HERO))
    assert (pools(found), points(found).lost) == ([2, 1, 0, 1], 1)


def test_a_shared_point_lasts_while_one_of_the_group_is_in_play_m308() -> None:
    found = scene()
    for number, left in ((PARTNER, 1), (OTHER_PARTNER, 0)):
        found.battle.remove(found.piece(number), Place.OUT)
        points(found).put_out(found.battle, found.piece(number), None)
        assert pools(found)[1] == left


def emptied(found: Scene) -> Scene:
    points(found).pools[0, Rank.LEADER] = points(found).pools[1, Rank.LEADER] = 0
    return found


def test_a_hit_point_for_a_point_when_none_circulates_m164() -> None:
    """Both pools empty, at least 2 hit points; the point is there at once (ruling M309), for 0 action points."""
    found = emptied(scene())
    hero = found.piece(HERO)
    hp, ap = hero.hp, hero.ap
    thrown = Thrown(found, 1, die=5)
    assert thrown.asked is not None
    assert thrown.asked.threat == HERO
    thrown.answer(Sacrifice(HERO))
    assert (hero.hp, hero.ap, pools(found)) == (hp - 1, ap, [1, 1, 0, 1])
    assert thrown.answer(Pulp(HERO), Keep(0)).faces == (5,)


def test_not_while_the_villain_has_a_point_m164() -> None:
    found = scene()
    points(found).pools[0, Rank.LEADER] = 0
    asked = Thrown(found, 1).asked
    assert asked is not None
    assert asked.threat is None


def test_not_with_the_last_hit_point_m164() -> None:
    found = emptied(scene())
    found.piece(HERO).hp = 1
    asked = Thrown(found, 1).asked
    assert asked is not None
    assert asked.threat is None


def test_once_for_the_hero_and_once_for_the_villain_m309() -> None:
    found = emptied(scene())
    Thrown(found, 1, die=5).answer(Sacrifice(HERO), Pulp(HERO), Keep(0))
    thrown = Thrown(found, 1, die=5)
    assert thrown.asked is not None
    assert thrown.asked.threat is None
    thrown.answer(Decline())
    assert (thrown.asked.side, thrown.asked.threat) == (1, VILLAIN)


def test_the_points_of_who_is_out_no_longer_circulate_m308() -> None:
    """The villain took two points with him: the hero may sacrifice."""
    found = scene()
    points(found).pools[0, Rank.LEADER] = 0
    found.battle.remove(found.piece(VILLAIN), Place.OUT)
    points(found).put_out(found.battle, found.piece(VILLAIN), None)
    asked = Thrown(found, 1).asked
    assert asked is not None
    assert asked.threat == HERO


def test_never_in_answer_to_damage_already_rolled_m309() -> None:
    """Two dice wound the villain one after the other: before the first he may give a hit point, then no more."""
    found = emptied(scene())
    found.roll(wound=[6, 6])

    def roll(dice: Any) -> list[int]:
        return [dice.throw(1, "wound", VILLAIN, 4)[0] for _ in range(2)]

    flow = found.battle.cast(roll, 0, 1)
    asked = []
    decision = next(flow)
    try:
        while True:
            asked.append((decision.side, decision.threat))
            decision = flow.send((Decline(), None))
    except StopIteration as stop:
        assert stop.value == [6, 6]
    assert asked == [(0, HERO), (1, VILLAIN), (0, HERO), (1, None)]


def test_a_blow_in_a_battle_shows_both_dice_and_which_stood() -> None:
    """The whole way: the hero strikes, fails to wound, and a pulp die stands instead; the receipt shows it."""
    found = scene()
    found.touch(HERO, VILLAIN)
    found.roll(to_hit=[6, 6], wound=[1, 1], pulp=[6])
    found.play(Activate(HERO))
    found.play(Strike(VILLAIN))
    hits = found.battle.decision
    assert hits is not None
    assert hits.throw is not None
    assert (hits.ask, hits.throw.reason) == (Ask.PULP, "to_hit")
    while found.battle.decision and found.battle.decision.throw and found.battle.decision.throw.reason == "to_hit":
        found.play(Decline())
    found.play(Pulp(HERO), Keep(0))
    struck = found.last(Kind.STRUCK)
    assert [(roll.reason, roll.faces[0]) for roll in struck.rolls][-2:] == [("wound", 1), ("pulp", 6)]
    told = found.last(Kind.PULP_DIE)
    assert (told.figure, told.data["faces"][-1], told.data["die"], told.data["place"]) == (HERO, 1, 6, 0)
    assert found.piece(VILLAIN).hp == found.piece(VILLAIN).sheet.hit_points - 1


def test_all_dice_of_a_blow_are_one_throw_m307_m308() -> None:
    """Two swords hit by one skill: four dice fall together, and one pulp die is all there may be among them."""
    found = Scene([fig(LEADER, (10, 20), "sword", "sword")], [fig(LEADER, (40, 20))], modules=("pulp",))
    decline(found)
    found.touch(0, 1)
    found.play(Activate(0), Strike(1))
    asked = found.battle.decision
    assert asked is not None
    assert asked.throw is not None
    assert (asked.throw.reason, asked.throw.count) == (
        "to_hit",
        sum(one.dice for one in found.piece(0).sheet.strikes[0].blades),
    )


@pytest.mark.parametrize(("score", "spends", "infected"), [((6, 6), False, True), ((6, 6), True, False)])
def test_who_is_bitten_may_spend_a_point_on_the_infection(score: tuple[int, int], spends: bool, infected: bool) -> None:
    """Any roll of the game (L832): 12 less toughness 4 infects (ruling M181), a 1 for a 6 makes 7, which does not."""
    found = Scene([fig(LEADER, (10, 20))], [fig(LEADER, (40, 20))], modules=("pulp", "zombies"))
    decline(found)
    zombies = next(one for one in found.battle.modules if one.code == "zombies")
    found.roll(infection=score, pulp=[1], incubation=[1])
    flow = zombies.infections.bitten(found.battle, found.piece(0))  # type: ignore[attr-defined]
    asked = next(flow)
    try:
        assert asked.throw.reason == "infection"
        if spends:
            flow.send((Pulp(0), None))
            flow.send((Keep(0), None))
        else:
            while True:
                flow.send((Decline(), None))
    except StopIteration:
        pass
    assert (0 in zombies.infections.carriers) is infected  # type: ignore[attr-defined]


def test_a_hero_who_gives_a_hit_point_while_struck_bears_both() -> None:
    """The villain strikes; the hero gives one of his points before the dice to hit: 1 given and 1 struck are gone."""
    found = emptied(scene())
    found.touch(VILLAIN, HERO)
    whole = found.piece(HERO).hp
    found.to_side(1)
    found.roll(to_hit=[6, 1], wound=[6])
    found.play(Activate(VILLAIN), Strike(HERO))
    found.play(Decline(), Sacrifice(HERO))
    decline(found)
    assert found.piece(HERO).hp == whole - 2
    assert [(event.rule, event.data["left"]) for event in found.events(Kind.WOUNDED)] == [
        ("ruling M164", whole - 1),
        ("Musg, Caractéristiques des personnages", whole - 2),
    ]


def test_whose_part_it_is_decides_m311() -> None:
    """Two bands of villains have no hero: what fails goes to nobody."""
    found = scene()
    points(found).kinds = {0: Side.VILLAINS, 1: Side.VILLAINS}
    Thrown(found, 1, die=1).answer(Pulp(HERO))
    assert (pools(found), points(found).lost) == ([2, 1, 3, 1], 1)


def test_a_warband_without_a_part_has_no_points() -> None:
    """Where one warband says what it plays, the others that do not play nothing (ruling M311)."""
    found = scene()
    sides = found.setup.sides
    setup = replace(found.setup, sides=(replace(sides[0], part=Part(Side.VILLAINS)), sides[1]))
    assert setup.sides[1].part is not setup.sides[0].part
    battle = Battle.new(setup, SeededDice(bytes(16)))
    while battle.decision and battle.decision.ask is Ask.DEPLOY:
        battle.play(battle.actions()[0])
    [module] = [one for one in battle.modules if isinstance(one, PulpPoints)]
    assert module.pools == {(0, Rank.LEADER): 3, (0, Rank.LIEUTENANT): 1}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([("random", "random"), ("bold", "random"), ("cautious", "bold")]))
def test_every_point_has_one_fate_and_a_replay_is_equal(seed: int, names: tuple[str, str]) -> None:
    """Random warbands: nothing raises, every point is in a pool, lost or void, and the log tells the same again."""
    chance = Chance(seed)
    rows = {key: random_warband(chance, key) for key in ("reds", "greens")}
    setup = from_warbands(rows, ready_tables()["village"], turn_limit=3, modules=("pulp",))
    parts = (Part(Side.HEROES), Part(Side.VILLAINS, tribe=seed % 2 == 0))
    setup = replace(setup, sides=tuple(replace(side, part=part) for side, part in zip(setup.sides, parts, strict=True)))
    battle = Battle.new(setup, SeededDice(seed.to_bytes(16)))
    players = players_of(names, seed)
    while battle.decision is not None:
        battle.play(players[battle.decision.side].decide(battle))
        assert not faults(battle)
    [module] = [one for one in battle.modules if isinstance(one, PulpPoints)]
    assert sum(module.pools.values()) + module.lost + module.void == module.begun + module.regained
    assert not faults_of_events(battle, battle.events)
    again = Battle.replay(setup, battle.log, SeededDice(seed.to_bytes(16)))
    assert (again.events, again.outcome) == (battle.events, battle.outcome)


def test_end_of_an_activation_asks_no_die() -> None:
    found = scene()
    found.play(Activate(HERO), End())
    assert found.battle.decision is not None
    assert found.battle.decision.throw is None
