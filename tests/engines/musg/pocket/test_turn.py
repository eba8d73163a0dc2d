"""The order of a turn and the encounters of an evening, by hand from the rulebook."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg.catalogue import UnknownCode
from engines.musg.catalogue.module_types import Arrival
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.invasion import bare_toughness
from engines.musg.pocket.entries import Entry
from engines.musg.pocket.entries.civilians import DrawCivilian
from engines.musg.pocket.entries.encounters import EntersBuilding, HearsSomething, HowMany, WhatComes
from engines.musg.pocket.entries.harm import Down, Left, Shot, Wounded
from engines.musg.pocket.entries.turn import BandsDone, EndTurn, Finish, GroupMoved, Initiative, RollInitiative
from engines.musg.pocket.guidance import Line, Now, order, step
from engines.musg.pocket.log import begin, play
from engines.musg.pocket.menace import Meeting, meeting
from engines.musg.pocket.setup import Band, Menace, Setup, points
from engines.musg.pocket.state import Phase, Place, Spot, State
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Item
from tests.engines.musg.pocket.evenings import AXES, BLADES, ORDER, QUIET, evening, pending, setup, turns, zombies


def codes(state: State, entry: Entry) -> list[str]:
    """What is wrong with an entry here."""
    with pytest.raises(Illegal) as caught:
        play(state, entry)
    return [problem.code for problem in caught.value.problems]


# Musg, Welcome to Wisteria Lane, Mauvaise rencontre: the printed table, row by row.
ZOMBIES = [
    ((11,), 1, (Arrival("zombie", 1, 3),), 0),
    ((12, 13), 1, (Arrival("zombie", 1, 1),), 0),
    ((14, 15), 1, (Arrival("zombie", 1, 0),), 0),
    ((16,), 1, (), 1),
    ((21,), 1, (Arrival("zombie", 0, 3),), 0),
    ((22, 23), 1, (Arrival("zombie", 0, 2),), 0),
    ((24, 25), 1, (Arrival("zombie", 0, 1),), 0),
    ((26,), 1, (), 2),
    ((31,), 2, (Arrival("zombie", 1, 3),), 0),
    ((36,), 2, (), 1),
    ((42, 43), 2, (Arrival("zombie", 0, 2),), 0),
    ((46,), 2, (), 2),
    ((52, 53), 3, (Arrival("zombie", 1, 1),), 0),
    ((56,), 3, (), 1),
    ((61,), 3, (Arrival("zombie", 0, 3),), 0),
    ((64, 65), 3, (Arrival("zombie", 0, 1),), 0),
    ((66,), 3, (), 2),
]
# Musg, Invasion Alien, Mauvaises rencontres; a d3 of the one and so many of the other (ruling M200).
ALIENS = [
    ((11,), 1, (Arrival("invader_melee", 1, 0), Arrival("invader_shooting", 0, 3)), 0),
    ((32, 33), 2, (Arrival("invader_melee", 1, 0), Arrival("invader_shooting", 0, 1)), 0),
    ((54, 55), 3, (Arrival("invader_melee", 1, 0),), 0),
    ((21,), 1, (Arrival("invader_melee", 0, 3),), 0),
    ((44, 45), 2, (Arrival("invader_melee", 0, 1),), 0),
    ((66,), 3, (), 2),
]


@pytest.mark.parametrize(
    ("menace", "rows"), [(Menace.ZOMBIES, ZOMBIES), (Menace.ALIENS, ALIENS)], ids=["zombies", "aliens"]
)
def test_the_table_of_encounters(menace: Menace, rows: list[tuple[tuple[int, ...], int, object, int]]) -> None:
    for results, point, arrivals, civilians in rows:
        for d66 in results:
            assert meeting(menace, d66, CATALOGUE) == Meeting(point, arrivals, civilians)  # type: ignore[arg-type]


@pytest.mark.parametrize("d66", [0, 10, 17, 67, 71])
def test_what_is_no_d66_is_refused(d66: int) -> None:
    with pytest.raises(UnknownCode):
        meeting(Menace.ZOMBIES, d66, CATALOGUE)


def test_initiative_then_encounters_in_that_order_then_the_bands_then_the_others() -> None:
    """Ruling M315."""
    state = evening()
    assert step(state).now is Now.INITIATIVE
    play(state, Initiative(order=("blades", "axes")))
    assert (step(state).now, step(state).band) == (Now.ENCOUNTER, "blades")
    assert codes(state, HearsSomething(band="axes", faces=(6,))) == ["not_to_roll"]
    play(state, HearsSomething(band="blades", faces=(2,)))
    assert step(state).band == "axes"
    play(state, HearsSomething(band="axes", faces=(2,)))
    assert step(state).now is Now.BANDS
    play(state, BandsDone(turn=1))
    assert step(state).now is Now.END
    play(state, EndTurn(turn=1))
    assert (state.turn, step(state).now) == (2, Now.INITIATIVE)


@pytest.mark.parametrize(("turn", "face", "heard"), [(1, 1, True), (1, 2, False), (3, 3, True), (3, 4, False)])
def test_a_die_minus_the_turn_of_0_or_less_is_an_encounter(turn: int, face: int, heard: bool) -> None:
    """Ruling M188; each band rolls."""
    state = evening(*turns(turn)[:-2], HearsSomething(band="axes", faces=(face,)))
    assert (state.awaited is not None) is heard


def test_from_turn_6_every_roll_is_an_encounter() -> None:
    """Ruling M188."""
    state = evening(*turns(6)[:-2], HearsSomething(band="axes", faces=(6,)))
    assert step(state).now is Now.ROLL


def test_the_tens_name_the_point_and_the_d3_how_many() -> None:
    """Musg, Mauvaise rencontre: 33 is point 2, 1d3 + 1 zombies; a 5 is a d3 of 3 (rulings M189, M200)."""
    state = evening(ORDER, HearsSomething(band="axes", faces=(1,)))
    play(state, WhatComes(pending=pending(state), faces=(3, 3)))
    play(state, HowMany(pending=pending(state), faces=(5,)))
    group = state.groups[0]
    assert (group.standing, group.place, group.profile) == (4, Place(Spot.POINT, 2), "zombie")
    assert (step(state).now, step(state).band) == (Now.ENCOUNTER, "blades"), "placed at once, then the next rolls"


def test_aliens_of_both_kinds_come_together() -> None:
    """1d3 for close combat and three that shoot (ruling M200)."""
    state = evening(ORDER, HearsSomething(band="axes", faces=(1,)), menace=Menace.ALIENS)
    play(state, WhatComes(pending=pending(state), faces=(5, 1)))
    play(state, HowMany(pending=pending(state), faces=(2,)))
    assert [(g.profile, g.standing, g.place.number) for g in state.groups] == [
        ("invader_melee", 1, 3),
        ("invader_shooting", 3, 3),
    ]


def test_in_a_building_they_are_in_the_building() -> None:
    """Ruling M190, at any time; whoever enters rolls whatever the point of the table says."""
    state = evening(ORDER, *QUIET, EntersBuilding(figure="axes:2", building=4, faces=(1,)))
    play(state, WhatComes(pending=pending(state), faces=(2, 1)))
    assert state.groups[0].place == Place(Spot.BUILDING, 4)
    assert state.groups[0].standing == 3


def test_a_building_may_be_quiet() -> None:
    state = evening(ORDER, *QUIET, EntersBuilding(figure="axes:2", building=4, faces=(2,)))
    assert state.awaited is None and state.events[-1].code == "quiet"


def test_nothing_goes_on_before_a_roll_that_is_awaited() -> None:
    state = evening(ORDER, *QUIET, EntersBuilding(figure="axes:2", building=4, faces=(1,)))
    assert codes(state, BandsDone(turn=1)) == ["roll_awaited"]
    assert codes(state, HowMany(pending=pending(state), faces=(1,))) == ["not_awaited"]
    assert codes(state, WhatComes(pending=pending(state), faces=(1, 7))) == ["dice"]
    assert codes(state, WhatComes(pending=pending(state), faces=(1,))) == ["dice"]
    assert codes(state, WhatComes(pending=pending(state), faces=(1, 1, 1))) == ["dice"]


def test_initiative_by_dice_adds_the_henchmen_on_the_table() -> None:
    """Musg, Initiative: the axes have two henchmen, the blades one; equal, fewer begin (rulings M26, M42, M43)."""
    assert evening(RollInitiative(faces=(3, 3))).order == ("axes", "blades")
    assert evening(RollInitiative(faces=(3, 4))).order == ("blades", "axes")
    state = evening(Down(figure="axes:2"), RollInitiative(faces=(3, 3, 2, 5)))
    assert state.order == ("blades", "axes"), "one henchman each and the same die: they roll again"


def test_who_has_nobody_left_rolls_no_more() -> None:
    state = evening(Left(figure="blades:1"), Down(figure="blades:2"), Initiative(order=("axes",)))
    assert state.order == ("axes",)
    assert codes(evening(), Initiative(order=("axes",))) == ["order_of_bands"]
    assert codes(evening(), Initiative(order=("axes", "axes", "blades"))) == ["order_of_bands"]


def test_the_players_run_the_others_by_turns() -> None:
    """The k-th of the first turn's order in turn k, modulo the players in play (rulings M288, M319)."""
    assert evening(*turns(1)).runner() == "axes"
    assert evening(*turns(2)).runner() == "blades"
    assert evening(*turns(3)).runner() == "axes"
    alone = evening(*turns(1), Down(figure="blades:1"), Down(figure="blades:2"), BandsDone(turn=1), EndTurn(turn=1))
    assert alone.runner() == "axes", "turn 2, of the one player left"
    assert evening(*turns(2), game_master=True).runner() == ""


def test_groups_have_their_part_in_the_order_they_came() -> None:
    """Ruling M319."""
    state = evening(ORDER, *QUIET, zombies(3, 2), zombies(1, 1), BandsDone(turn=1))
    first, second = state.groups
    assert step(state).group == first
    play(state, GroupMoved(group=first.id))
    assert step(state).group == second
    assert codes(state, GroupMoved(group=first.id)) == ["moved_already"]
    play(state, GroupMoved(group=second.id))
    assert step(state).now is Now.END


def test_what_zombies_do() -> None:
    """Strike twice with two dice in contact; else walk 6 and strike, else walk twice (rulings M194, M318)."""
    state = evening(ORDER, *QUIET, zombies(), BandsDone(turn=1))
    assert order(state, state.groups[0]).lines == (
        Line("strike_twice", count=2),
        Line("walk_and_strike", 6, 2),
        Line("walk_twice", 6),
        Line("stay"),
    )


def test_half_a_move_towards_a_noise() -> None:
    """Half of 6 is 3 (M318); the markers heard are gone after the part, one placed in it stays (ruling M193)."""
    state = evening(ORDER, *QUIET, zombies(), Shot(figure="axes:1"), BandsDone(turn=1))
    assert Line("noise", 3, 1) in order(state, state.groups[0]).lines
    play(state, Shot(figure="blades:1"))
    assert Line("noise", 3, 1) in order(state, state.groups[0]).lines, "the new one is heard in the next part"
    play(state, EndTurn(turn=1))
    assert [noise.ref for noise in state.noises] == ["blades:1"]
    for entry in (ORDER, *QUIET, BandsDone(turn=2), EndTurn(turn=2)):
        play(state, entry)
    assert state.noises == ()


def test_what_aliens_do() -> None:
    """Ruling M328: a charge covers 15, two walks of 10; who shoots walks 8."""
    state = evening(ORDER, HearsSomething(band="axes", faces=(1,)), menace=Menace.ALIENS)
    play(state, WhatComes(pending=pending(state), faces=(1, 1)))
    play(state, HowMany(pending=pending(state), faces=(1,)))
    melee, shooting = (order(state, group).lines for group in state.groups)
    assert melee == (Line("strike_twice", count=4), Line("charge", 15), Line("walk_twice", 10), Line("stay"))
    assert [line.code for line in shooting] == [
        "strike_twice",
        "shoot_twice",
        "walk_and_shoot",
        "charge_unseen",
        "stay",
    ]
    assert shooting[2].paces == 8


@pytest.mark.parametrize(("face", "turns_held"), [(1, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_a_wounded_zombie_is_held_up(face: int, turns_held: int) -> None:
    """A die minus 3 (ruling M186)."""
    state = evening(ORDER, *QUIET, zombies(2))
    play(state, Wounded(group=state.groups[0].id, faces=(face,)))
    assert [one.turns for one in state.groups[0].hurt] == [turns_held]
    told = order(state, state.groups[0])
    assert (told.move, told.held_up) == (2 - (turns_held > 0), int(turns_held > 0))


def test_the_turns_count_from_its_next_part() -> None:
    """Ruling M186: a 5 holds it up two parts; hurt in the part itself, from the next one on."""
    state = evening(ORDER, *QUIET, zombies(2))
    number = state.groups[0].id
    first: tuple[Entry, ...] = (Wounded(group=number, faces=(5,)), BandsDone(turn=1), Wounded(group=number, faces=(4,)))
    for entry in first:
        play(state, entry)
    play(state, EndTurn(turn=1))
    assert [one.turns for one in state.groups[0].hurt] == [1, 1]
    for entry in (ORDER, *QUIET, BandsDone(turn=2), EndTurn(turn=2)):
        play(state, entry)
    assert [one.turns for one in state.groups[0].hurt] == [0, 0]


def test_civilians_are_drawn_without_putting_back() -> None:
    """A die names one of five; a 6 and one drawn already are rolled again (ruling M204)."""
    state = evening(ORDER, HearsSomething(band="axes", faces=(1,)))
    play(state, WhatComes(pending=pending(state), faces=(2, 6)))
    for face in (6, 2, 2, 5):
        play(state, DrawCivilian(pending=pending(state), faces=(face,)))
    assert [one.code for one in state.civilians] == ["civilian_suzy_q", "civilian_marvin"]
    assert [one.leader for one in state.civilians] == ["axes", "axes"], "the finder leads them"
    assert state.awaited is None


def test_the_sixth_civilian_opens_a_fresh_set() -> None:
    """Ruling M332."""
    state = evening(ORDER, *QUIET)
    for face in (1, 2, 3, 4, 5, 3):
        play(state, EntersBuilding(figure="axes:1", building=1, faces=(1,)))
        play(state, WhatComes(pending=pending(state), faces=(1, 6)))
        play(state, DrawCivilian(pending=pending(state), faces=(face,)))
    assert [one.code for one in state.civilians][5] == "civilian_three"


def test_when_it_is_over_nothing_is_entered() -> None:
    state = evening(ORDER, Finish())
    assert state.phase is Phase.OVER and step(state).now is Now.OVER
    assert codes(state, Shot(figure="axes:1")) == ["game_over"]


def test_an_evening_needs_bands_that_can_be_told_apart() -> None:
    assert not list(setup().problems())
    bad = Setup(menace=Menace.ZOMBIES, bands=(AXES, AXES, Band("civilian", "x", ())), civilian_points=-1)
    assert {p.code for p in bad.problems()} == {"band_keys", "empty_band", "civilian_points"}
    assert [p.code for p in Setup(menace=Menace.ALIENS, bands=()).problems()] == ["number_of_bands"]


def test_the_points_stand_at_the_edges_nobody_enters_by() -> None:
    """Ruling M316: north and south are taken; the third point has no edge of its own."""

    north_and_south = replace(setup(), bands=(replace(AXES, edge="north"), replace(BLADES, edge="south")))
    assert points(north_and_south) == ("east", "west", "")
    same = replace(setup(), bands=(replace(AXES, edge="west"), replace(BLADES, edge="west")))
    assert points(same) == ("north", "east", "south")
    assert points(setup()) == ("", "", "")
    assert [p.code for p in replace(setup(), bands=(replace(AXES, edge="up"),)).problems()] == ["edge"]


def test_a_figures_bare_toughness_counts_skills_and_injuries_only() -> None:
    """Ruling M320: neither armour nor a cybernetic part counts; what was learned does."""
    gear = (Item(1, "light_armour", 0), Item(2, "cyber_arm", 0))
    figure = Figure(1, "Ada", Rank.LEADER, "human", Rank.LEADER, 0, items=gear)
    assert bare_toughness(figure, CATALOGUE) == figure.profile(CATALOGUE).toughness
    assert (
        bare_toughness(replace(figure, skills=("bronze_body",)), CATALOGUE) == figure.profile(CATALOGUE).toughness + 1
    )


def test_a_lone_band_is_not_asked_for_its_order() -> None:
    """M315, M325: nobody contests its place, so that the turn begins with its roll for an encounter."""
    alone = begin(Setup(menace=Menace.ZOMBIES, bands=(AXES,)))
    assert (step(alone).now, step(alone).band) == (Now.ENCOUNTER, "axes")
    play(alone, HearsSomething(band="axes", faces=(6,)))
    assert (alone.phase, alone.order, alone.runner()) == (Phase.BANDS, ("axes",), "axes")
    play(play(alone, BandsDone(turn=1)), EndTurn(turn=1))
    assert step(alone).now is Now.ENCOUNTER, "and so in every turn"


def test_a_lone_bands_order_that_was_entered_before_stands() -> None:
    alone = begin(Setup(menace=Menace.ZOMBIES, bands=(AXES,)))
    play(alone, Initiative(order=("axes",)))
    assert (alone.phase, step(alone).band) == (Phase.ENCOUNTERS, "axes")


def test_between_two_bands_the_order_comes_first_and_the_last_one_left_rolls_at_once() -> None:
    assert step(evening()).now is Now.INITIATIVE
    left = evening(*turns(1), Down(figure="blades:1"), Down(figure="blades:2"), BandsDone(turn=1), EndTurn(turn=1))
    assert (step(left).now, step(left).band) == (Now.ENCOUNTER, "axes")
