"""The module "zombies" (Musg, Invasion de Zombies; rulings M180-M194, M286, M315-M325)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.musg.battle import morale
from engines.musg.battle.actions import Activate, Charge, End, Medikit, Shoot, Strike, Walk
from engines.musg.battle.damage import put_out
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.neutral import stand
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.outcome import Ending
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.layout import Form, Layout, Piece as Terrain, Veil
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Rectangle
from engines.musg.part import Part, Side
from engines.musg.pulp import ZOMBIE_TRAITS
from engines.musg.trials.faults import faults_of_events
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, LIEUTENANT, Scene, done, fig, layout, only
from tests.engines.musg.builders import mustered


def scene(*own: object, foes: object = None, **more: object) -> Scene:
    """Own figures against one far away, with zombies about."""
    sides = [list(own), foes if foes is not None else [fig(LEADER, (58, 38))]]
    return Scene(*sides, modules=("zombies",), **more)  # type: ignore[arg-type]


def zombie(found: Scene, x: float, y: float) -> Piece:
    battle = found.battle
    sheet = sheet_of("zombie", Zombies.traits, CATALOGUE)
    return stand(battle, len(battle.warbands), sheet, "zombie", (x, y, 0.0, 0.5), Kind.APPEARED, "the test")


def through(found: Scene) -> list[Event]:
    """Play the turn to its end, doing as little as possible, and return what happened."""
    before = len(found.battle.events)
    found.skip_turn()
    return found.battle.events[before:]


def of(events: list[Event], kind: Kind) -> list[Event]:
    return [event for event in events if event.kind is kind]


# --- encounters -----------------------------------------------------------------------------------------------------


def test_a_die_less_the_turn_at_zero_or_below_is_an_encounter() -> None:
    """Ruling M188: on turn 1 only a 1; each warband rolls, in the order of initiative (ruling M315)."""
    found = scene(fig(LEADER, (5, 5)), dice={"encounter": [2, 1], "encounter_table": [2, 4]})
    met = found.events(Kind.ENCOUNTER)
    assert [(e.side, e.data["face"], e.data["met"]) for e in met] == [(0, 2, False), (1, 1, True)]
    assert met[1].data["result"] == 24
    assert met[1].data["counts"] == [1]
    assert len(found.events(Kind.APPEARED)) == 1
    order = [
        e.kind for e in found.battle.events if e.kind in (Kind.INITIATIVE, Kind.ENCOUNTER, Kind.APPEARED, Kind.WAVE)
    ]
    assert order[1:] == [Kind.INITIATIVE, Kind.ENCOUNTER, Kind.ENCOUNTER, Kind.APPEARED, Kind.WAVE]


def test_the_table_says_how_many_come_and_where() -> None:
    """31: a d3 and 3 at point 2 (ruling M189); a 5 on the die is a 3."""
    found = scene(fig(LEADER, (5, 5)), dice={"encounter": [1, 6], "encounter_table": [3, 1], "arrivals": [5]})
    assert found.events(Kind.ENCOUNTER)[0].data["counts"] == [6]
    point = next(mark for mark in found.battle.marks if mark.number == 2)
    zombies = found.battle.bands[2].pieces
    assert len(zombies) == 6
    assert all(abs(p.base[0] - point.x) < 3 and abs(p.base[1] - point.y) < 3 for p in zombies)
    assert [p.uid for p in zombies] == [2, 3, 4, 5, 6, 7]


def test_from_the_sixth_turn_on_an_encounter_is_certain() -> None:
    found = scene(
        fig(LEADER, (5, 5)), dice={"encounter": [6] * 12, "encounter_table": [1, 6, 2, 6], "civilian": [1, 2, 3]}
    )
    while found.battle.turn < 6:
        found.skip_turn()
    assert [e.turn for e in found.events(Kind.ENCOUNTER) if e.data["met"]] == [6, 6]


def test_a_warband_without_anybody_on_the_table_meets_nobody() -> None:
    found = scene(fig(LEADER, (5, 5)), foes=[fig(LEADER, (58, 38)), fig(at=(50, 38))])
    for number in (1, 2):
        found.battle.remove(found.piece(number), Place.FLED)
    found.skip_turn()
    assert {e.side for e in found.events(Kind.ENCOUNTER) if e.turn == 2} <= {0}


# --- what they are and do -------------------------------------------------------------------------------------------


def test_two_strikes_of_two_dice_at_strength_three() -> None:
    """Rulings M184, M185, M318: in contact at the start, two strikes."""
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1, 1, 1, 1]})
    one = zombie(found, 20, 20)
    found.touch(0, one.uid)
    struck = of(through(found), Kind.STRUCK)
    assert [e.data["dice"] for e in struck] == [[2], [2]]
    assert [e.data["strengths"] for e in struck] == [[3], [3]]


def test_it_walks_into_contact_and_strikes_and_never_charges() -> None:
    """Ruling M194: 6 paces, then a strike without the +1 of a charge."""
    found = scene(fig(LEADER, (5, 5)), dice={"to_hit": [1, 1]})
    one = zombie(found, 11.5, 5)
    events = through(found)
    assert of(events, Kind.CHARGED) == []
    assert found.piece(0).foes == [one]
    assert [e.data["strengths"] for e in of(events, Kind.STRUCK)] == [[3]]


def test_out_of_reach_it_walks_twice_and_never_runs() -> None:
    """Two walks of 6 paces towards the nearest in view (rulings M194, M286)."""
    found = scene(fig(LEADER, (5, 5)))
    one = zombie(found, 35, 5)
    events = [e for e in through(found) if e.figure == one.uid]
    assert len(of(events, Kind.WALKED)) == 2
    assert of(events, Kind.RAN) == []
    assert one.base[0] == pytest.approx(23, abs=0.01)


def walled(height: float) -> Layout:
    return layout(
        Terrain(kind="wall", shape=Rectangle(20, 0, 0.5, 39.9), form=Form.WALL, height=height, veil=Veil.SOLID)
    )


def test_by_ear_it_goes_half_a_move_in_the_whole_activation() -> None:
    """Rulings M286, M318: nobody in view, a shot beyond a wall: 3 paces, and the marker is gone (M193)."""
    screen = Terrain(kind="wall", shape=Rectangle(20, 2, 0.5, 6), form=Form.WALL, height=2, veil=Veil.SOLID)
    found = scene(fig(LEADER, (5, 5), "rifle"), foes=[fig(LEADER, (15, 5))], table=layout(screen), dice={"to_hit": [1]})
    one = zombie(found, 40, 5)
    found.activate(0, Shoot(0, 1), End())
    assert [mark.code for mark in found.battle.marks] == ["point"] * 3 + ["noise"]
    events = through(found)
    walked = only([e for e in events if e.figure == one.uid], Kind.WALKED)
    assert walked.data["paces"] == pytest.approx(3, abs=0.01)
    assert one.base[0] < 38
    assert [mark.code for mark in found.battle.marks] == ["point"] * 3
    assert [e for e in through(found) if e.figure == one.uid] == []


def test_several_shots_from_one_place_are_one_noise() -> None:
    found = scene(fig(LEADER, (5, 5), "rifle"), foes=[fig(LEADER, (15, 5))], dice={"to_hit": [1, 1]})
    found.activate(0, Shoot(0, 1), Shoot(0, 1), End())
    assert len(found.events(Kind.MARKED)) == 3 + 1


@pytest.mark.parametrize(("height", "over"), [(0.5, True), (0.6, False), (0.75, False)])
def test_it_passes_over_half_a_figure_at_most(height: float, over: bool) -> None:
    """Rulings M191, M323: a figure is a pace tall. The wall leaves a gap of a tenth of a pace: no way round."""
    found = scene(fig(LEADER, (18, 5)), table=walled(height), dice={"to_hit": [1] * 4})
    one = zombie(found, 22, 5)
    through(found)
    assert (one.base[0] < 20) is over


def test_whom_it_cannot_reach_it_walks_up_to() -> None:
    """No way leads to its prey beyond the wall: it comes as near as it can, and stays there."""
    found = scene(fig(LEADER, (18, 5)), table=walled(0.6))
    one = zombie(found, 30, 5)
    through(found)
    assert one.base[0] == pytest.approx(21, abs=0.3)
    assert of([e for e in through(found) if e.figure == one.uid], Kind.WALKED) == []


def test_a_wounded_zombie_is_stunned_for_a_die_less_its_toughness_and_still_strikes() -> None:
    """Ruling M186: a 5 less 3: for two activations it does not move; with R 3 a 3 stops nothing."""
    found = scene(fig(LEADER, (5, 5), "rifle"), dice={"to_hit": [6], "wound": [6], "stun": [5]})
    one = zombie(found, 20, 5)
    found.activate(0, Shoot(0, one.uid), End())
    assert found.last(Kind.STUNNED).data["turns"] == 2
    for _ in range(2):
        assert [e for e in through(found) if e.figure == one.uid and e.kind is Kind.WALKED] == []
    assert of(through(found), Kind.WALKED)


def test_stunned_it_strikes_whom_it_touches() -> None:
    found = scene(fig(LEADER, (5, 5), "sword"), dice={"to_hit": [6] + [1] * 9, "wound": [6], "stun": [6]})
    one = zombie(found, 20, 5)
    found.touch(0, one.uid)
    found.activate(0, Strike(one.uid), End())
    assert found.last(Kind.STUNNED).data["turns"] == 3
    assert len(of(through(found), Kind.STRUCK)) == 2


def test_two_hit_points_and_it_is_gone() -> None:
    """Ruling M187; worth nothing (ruling M156)."""
    found = scene(fig(LEADER, (5, 5), "rifle"), dice={"to_hit": [6, 6], "wound": [6, 6], "stun": [1]})
    one = zombie(found, 15, 5)
    found.activate(0, Shoot(0, one.uid), Shoot(0, one.uid), End())
    assert one.place is Place.DEAD
    assert found.battle.bands[0].points == 0
    assert len(found.events(Kind.STUNNED)) == 1


# --- fear -----------------------------------------------------------------------------------------------------------


def test_henchmen_rally_with_one_less_near_zombies_however_many() -> None:
    """Ruling M192: leadership 6 becomes 5 beside two zombies; a lieutenant does not mind them."""
    found = scene(fig(LEADER, (5, 5)), fig(at=(5, 30)), fig(LIEUTENANT, (5, 20)), dice={"rally": [3, 3, 3, 3]})
    for number in (1, 2):
        found.piece(number).routed = True
        y = found.piece(number).base[1]
        zombie(found, 8, y - 2)
        zombie(found, 8, y + 2)
    assert done(morale.rally(found.battle, found.piece(1))) is False
    assert found.last(Kind.RALLY).data["need"] == 5
    assert done(morale.rally(found.battle, found.piece(2))) is True
    assert found.last(Kind.RALLY).data["need"] == found.piece(2).sheet.leadership


def test_fear_lessens_borrowed_leadership_too() -> None:
    """Ruling M322: the lieutenant lends 7, the henchman beside a zombie tests with 6."""
    found = scene(fig(LEADER, (30, 30)), fig(at=(5, 30)), fig(LIEUTENANT, (8, 30)), dice={"rout": [3, 4]})
    zombie(found, 5, 26)
    done(morale.rout_test(found.battle, found.piece(1), "half_lost"))
    test = found.last(Kind.ROUT_TEST)
    lent = found.piece(2).sheet.leadership
    assert lent
    assert (test.target, test.data["own"], test.data["need"]) == (2, 6, lent - 1)


def test_fear_reaches_five_paces() -> None:
    found = scene(fig(LEADER, (5, 5)), fig(at=(5, 30)), fig(EXTRA, (30, 30)))
    one = zombie(found, 11, 30)
    fear = found.battle.modules[0].leadership
    assert fear(found.battle, found.piece(1), None) == -1
    found.battle.put(one, (11.1, 30.0, 0.0, 0.5))
    assert fear(found.battle, found.piece(1), None) == 0
    assert fear(found.battle, found.piece(1), one) == -1, "because of it, at any distance"


def test_a_henchman_needs_nerve_to_charge_a_zombie_and_a_lieutenant_none() -> None:
    """Ruling M321: it counts as one rank better. Leadership 6, less 1 for fear: 2d6 of 6 fails."""
    found = scene(
        fig(at=(5, 5)), fig(LIEUTENANT, (5, 15)), nerve_to_charge=True, dice={"nerve": [3, 3], "to_hit": [1] * 9}
    )
    near, other = zombie(found, 11, 5), zombie(found, 11, 15)
    events = found.activate(0, Charge((near.uid,)))
    nerve = only(events, Kind.NERVE)
    assert (nerve.data["need"], nerve.data["score"], nerve.data["passed"]) == (5, 6, False)
    found.play(End())
    assert of(found.activate(1, Charge((other.uid,)), End()), Kind.NERVE) == []


def test_henchmen_are_startled_by_arrivals_and_leaders_are_not() -> None:
    """Ruling M321: leadership 6, 1 less for fear (ruling M322)."""
    found = scene(
        fig(LEADER, (5, 5)),
        fig(
            at=(20, 20),
        ),
        first_sight=True,
        dice={"encounter": [1, 6], "encounter_table": [2, 4], "first_sight": [1, 1]},
    )
    sight = only(found.events(Kind.FIRST_SIGHT), Kind.FIRST_SIGHT)
    assert (sight.figure, sight.target) == (1, 3)
    assert sight.data["need"] == 5


# --- infection ------------------------------------------------------------------------------------------------------


def bitten(score: tuple[int, int], delay: int = 1, *items: str, **more: object) -> tuple[Scene, Piece]:
    """A henchman in contact with a zombie that has wounded it once, and what the test of infection showed."""
    faces = {"to_hit": [6] + [1] * 3, "wound": [6], "infection": list(score), "incubation": [delay]}
    found = scene(fig(LEADER, (5, 30)), fig(HENCHMAN, (5, 5), *items), dice=faces, **more)
    one = zombie(found, 20, 5)
    found.touch(1, one.uid)
    through(found)
    return found, one


def test_two_dice_less_bare_toughness_over_seven_infects() -> None:
    """Ruling M181: toughness 2 needs 10."""
    found, _ = bitten((5, 5))
    caught = found.last(Kind.INFECTED).data
    assert (caught["score"], caught["toughness"], caught["caught"], caught["left"]) == (10, 2, True, 1)
    found, _ = bitten((4, 5))
    assert found.last(Kind.INFECTED).data["caught"] is False


def test_armour_does_not_help_against_infection() -> None:
    """Rulings M180, M320."""
    found, _ = bitten((4, 6), 1, "light_armour")
    assert found.piece(1).sheet.toughness == 3
    assert found.last(Kind.INFECTED).data["toughness"] == 2
    assert found.last(Kind.INFECTED).data["caught"] is True


def test_it_turns_at_the_end_of_the_last_activation_left() -> None:
    """Ruling M182: a 3 on the die is 2 activations, from the next on; it acts the same turn (ruling M317)."""
    found, one = bitten((6, 6), 3)
    found.battle.remove(one, Place.DEAD)
    found.activate(1, End())
    through(found)
    assert found.piece(1).place is Place.PLAY
    before = found.piece(1).base
    events = found.activate(1, End())
    rose = only(events, Kind.ROSE)
    risen = found.battle.pieces[rose.figure or 0]
    assert rose.target == 1
    assert (risen.side, risen.base, risen.hp) == (2, before, 2)
    assert found.piece(1).place is Place.DEAD
    (down,) = found.battle.report().downs
    assert (down.victim.figure, down.by, down.killed) == (2, None, True)
    assert [e.figure for e in of(through(found), Kind.ACTIVATED) if e.side == 2] == [risen.uid]


def test_not_activated_the_count_goes_down_with_the_zombies() -> None:
    """Ruling M320: once a turn, at the zombies' part, also for those who are down."""
    found, one = bitten((6, 6), 1)
    found.battle.remove(one, Place.DEAD)
    victim = found.piece(1)
    victim.hp = 0
    put_out(found.battle, victim, found.piece(2))
    points = found.battle.bands[1].points
    assert victim.place is Place.OUT
    events = through(found)
    assert only(events, Kind.ROSE).target == 1
    assert victim.place is Place.DEAD
    (down,) = found.battle.report().downs
    assert down.killed
    assert down.by is not None, "whoever put it down first keeps the takedown"
    assert found.battle.bands[1].points == points


def test_bitten_again_nobody_rolls_again() -> None:
    """Ruling M320."""
    found, _ = bitten((6, 6), 6)
    found.roll(to_hit=[6, 1, 1, 1], wound=[6])
    through(found)
    assert len(found.events(Kind.INFECTED)) == 1
    assert len(found.events(Kind.WOUNDED)) == 2


def test_who_dies_or_leaves_does_not_rise() -> None:
    """Ruling M183: the body must lie on the table; ruling M320: off the table nobody turns."""
    for place in (Place.DEAD, Place.LEFT):
        found, one = bitten((6, 6), 1)
        found.battle.remove(one, Place.DEAD)
        found.battle.remove(found.piece(1), place)
        if place is Place.DEAD:
            found.piece(1).hp = -1
            found.piece(1).down = True
        through(found)
        through(found)
        assert found.events(Kind.ROSE) == []


def test_the_battle_ends_when_the_only_one_left_turns() -> None:
    found = Scene([fig(LEADER, (5, 5))], modules=("zombies",), dice={"infection": [6, 6], "incubation": [1]})
    battle: Battle = found.battle
    module = battle.modules[0]
    assert isinstance(module, Zombies)
    done(module.infections.bitten(battle, found.piece(0)))
    found.skip_turn()
    found.skip_turn()
    assert battle.outcome
    assert (battle.outcome.ending, battle.outcome.winner) == (Ending.NOBODY, None)


def test_nothing_of_this_without_the_module() -> None:
    found = Scene([fig(LEADER, (5, 5), "rifle")], [fig(LEADER, (15, 5))], dice={"to_hit": [1]})
    found.activate(0, Shoot(0, 1), End())
    assert found.battle.marks == []
    assert found.battle.view().marks == ()


def test_a_house_is_entered_and_something_waits_in_its_far_corner() -> None:
    """Rulings M190, M324: one roll; as far as the building allows; with somebody inside no roll."""
    house = Terrain(kind="house", shape=Rectangle(10, 3, 8, 6))
    found = scene(
        fig(LEADER, (8, 5)),
        fig(at=(8, 7)),
        table=layout(house),
        dice={"encounter": [6, 6, 1], "encounter_table": [1, 4], "arrivals": [1]},
    )
    found.activate(0, Walk(12, 5), End())
    met = found.last(Kind.ENCOUNTER)
    assert (met.data["inside"], met.data["met"]) == (True, True)
    came = found.battle.bands[2].pieces
    assert len(came) == 1
    assert came[0].base[0] > 16
    found.activate(1, Walk(12, 7), End())
    assert len([e for e in found.events(Kind.ENCOUNTER) if e.data["inside"]]) == 1


def test_the_risen_are_no_longer_their_captains() -> None:
    found, one = bitten((6, 6), 1)
    found.battle.remove(one, Place.DEAD)
    found.activate(1, End())
    decision = found.battle.decision
    assert decision
    assert decision.ask is Ask.ACTIVATE
    assert 1 not in decision.options
    assert Activate(3) not in found.battle.actions()
    assert found.battle.can(Medikit(1)) is False


@pytest.mark.parametrize("fatal", [False, True])
def test_the_switch_lets_those_die_who_are_infected_at_the_end(fatal: bool) -> None:
    """Ruling M320: over before the count is, nobody turns; by the switch they die afterwards, also those who left."""
    modules = ("zombies", "fatal_infection") if fatal else ("zombies",)
    band = [fig(LEADER, (5, 5)), fig(at=(5, 9)), fig(at=(9, 9))]
    found = Scene(band, [fig(LEADER, (50, 5))], modules=modules, turn_limit=1, dice={"rout": [1] * 9})
    module = found.battle.modules[0]
    assert isinstance(module, Zombies)
    found.roll(infection=[6, 6, 6, 6, 1, 1], incubation=[6, 6])
    for number in (1, 2, 0):
        done(module.infections.bitten(found.battle, found.piece(number)))
    found.battle.remove(found.piece(2), Place.LEFT)
    found.skip_turn()
    assert found.battle.outcome
    assert [p.place is Place.DEAD for p in found.battle.bands[0].pieces] == [False, fatal, fatal]
    assert [down.killed for down in found.battle.report().downs] == [True] * (2 * fatal)
    assert found.events(Kind.ROSE) == []
    assert faults_of_events(found.battle, found.battle.events) == []


def test_a_hero_of_pulp_goes_out_of_action_instead_of_turning() -> None:
    """Ruling M327."""
    found, one = bitten((6, 6), 1)
    found.battle.remove(one, Place.DEAD)
    sides = found.setup.sides
    found.battle.setup = replace(found.setup, sides=(replace(sides[0], unturned=(2,)), sides[1]))
    events = found.activate(1, End())
    assert of(events, Kind.ROSE) == []
    assert only(events, Kind.OUT).data["killed"] is False
    assert found.piece(1).place is Place.OUT
    assert faults_of_events(found.battle, found.battle.events) == []


def test_who_leads_a_warband_of_pulp_never_turns() -> None:
    """The hero, and the villain; their partners and lieutenants do (ruling M327)."""
    plain = mustered("human")
    pulp = replace(plain, part=Part(Side.HEROES))
    leader = plain.leader
    assert leader
    setup = from_warbands({"a": plain, "b": pulp}, ready_tables()["village"])
    assert [side.unturned for side in setup.sides] == [(), (leader.id,)]


def test_those_met_in_a_house_all_stand_inside_it() -> None:
    """Rulings M190, M316: as far from (23, 14) as a base can in a house of 20 to 32 by 10 to 18: at (31.5, 17.5).

    5 and 1 on the table bring six here, touching one another; none stands on the line of the walls.
    """
    house = Terrain(kind="house", shape=Rectangle(20, 10, 12, 8))
    found = scene(
        fig(LEADER, (5, 30)),
        fig(at=(18, 14)),
        table=layout(house),
        dice={"encounter": [6, 6, 1], "encounter_table": [5, 1], "arrivals": [5]},
    )
    found.activate(1, Walk(23, 14))
    spots = [piece.base[:2] for piece in found.battle.bands[2].pieces]
    assert len(spots) == 6
    assert spots[0] == (31.5, 17.5)
    assert all(20.5 <= x <= 31.5 and 10.5 <= y <= 17.5 for x, y in spots)


def test_who_finds_no_room_in_a_small_house_waits_before_it() -> None:
    """A house of 3 by 3 has room for four bases in its corners; our henchman stands in one, and others come."""
    house = Terrain(kind="house", shape=Rectangle(20, 10, 3, 3))
    found = scene(
        fig(LEADER, (5, 30)),
        fig(at=(18, 11)),
        table=layout(house),
        dice={"encounter": [6, 6, 1], "encounter_table": [5, 1], "arrivals": [5]},
    )
    found.activate(1, Walk(20.6, 11))
    inside = [p for p in found.battle.bands[2].pieces if 20.5 <= p.base[0] <= 22.5 and 10.5 <= p.base[1] <= 12.5]
    assert found.battle.bands[2].pieces[0] in inside
    assert len(found.battle.bands[2].pieces) == 6 > len(inside)


def test_a_bitten_voodoo_zombie_is_not_infected() -> None:
    """Ruling M363: no die is thrown for it, and the scene has none."""
    found = scene(fig(LEADER, (5, 5)), fig(at=(5, 7)))
    found.piece(1).traits = found.piece(1).traits | ZOMBIE_TRAITS
    module = next(one for one in found.battle.modules if isinstance(one, Zombies))
    done(module.infections.bitten(found.battle, found.piece(1)))
    assert module.infections.carriers == ()
    assert found.events(Kind.INFECTED) == []
