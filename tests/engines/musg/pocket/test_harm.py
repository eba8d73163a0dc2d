"""Bites, falls, civilians and the evening's end, by hand from the rulebook."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.musg.abducted import Tidings
from engines.musg.engagement import UNKNOWN
from engines.musg.part import Part, Side
from engines.musg.pocket.entries import Entry
from engines.musg.pocket.entries.civilians import DrawCivilian, ShotAt, Stolen
from engines.musg.pocket.entries.encounters import EntersBuilding, WhatComes
from engines.musg.pocket.entries.harm import (
    Activated,
    Bitten,
    Carried,
    Countdown,
    Destroyed,
    Down,
    Hush,
    Joined,
    Left,
    Shot,
    Wounded,
)
from engines.musg.pocket.entries.turn import BandsDone, EndTurn, Finish
from engines.musg.pocket.guidance import order, to_count
from engines.musg.pocket.log import begin, play
from engines.musg.pocket.setup import Menace, fighter_of
from engines.musg.pocket.state import Fate, Spot, State
from engines.musg.pocket.summary import Saved, report, summary
from engines.musg.ranks import Rank
from engines.musg.report import Down as ReportedDown, Who
from engines.musg.rules import Rules
from engines.musg.warband import Figure, Warband
from tests.engines.musg.pocket.evenings import AXES, BLADES, ORDER, QUIET, evening, pending, setup, turns, zombies
from tests.engines.musg.pocket.test_turn import codes


def bitten(ref: str, count: int, *, acted: bool = False, before: list[Entry] | None = None) -> State:
    """An evening in which somebody is infected with so many activations left, in the bands' part of turn 1."""
    state = evening(*(before or [ORDER, *QUIET]), Bitten(figure=ref, faces=(6, 6), acted=acted))
    play(state, Countdown(pending=pending(state), faces=(2 * count,)))
    assert state.infections[ref].left == count
    return state


@pytest.mark.parametrize(
    ("ref", "faces", "infected"),
    [("axes:2", (5, 5), False), ("axes:2", (6, 5), True), ("axes:1", (6, 5), False), ("axes:1", (6, 6), True)],
)
def test_two_dice_minus_the_bare_toughness_above_7(ref: str, faces: tuple[int, int], infected: bool) -> None:
    """Toughness 3 needs 11, toughness 4 needs 12 (rulings M180, M181)."""
    state = evening(ORDER, *QUIET, Bitten(figure=ref, faces=faces))
    assert (ref in state.infections) is infected


def test_toughness_5_is_immune() -> None:
    """Ruling M181: Dee's bare toughness is 5."""
    assert codes(evening(ORDER, *QUIET), Bitten(figure="blades:1", faces=(6, 6))) == ["immune"]


@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_activations_left_are_half_a_die_rounded_up(face: int, left: int) -> None:
    """Musg, Infection."""
    state = evening(ORDER, *QUIET, Bitten(figure="axes:2", faces=(6, 6)))
    play(state, Countdown(pending=pending(state), faces=(face,)))
    assert state.infections["axes:2"].left == left


def test_bitten_again_nothing_is_rolled() -> None:
    """Ruling M320."""
    assert codes(bitten("axes:2", 2), Bitten(figure="axes:2", faces=(1, 1))) == ["infected_already"]


def test_aliens_infect_nobody() -> None:
    state = evening(ORDER, *QUIET, menace=Menace.ALIENS)
    assert codes(state, Bitten(figure="axes:2", faces=(6, 6))) == ["nobody_infects"]


def test_at_the_end_of_the_last_activation_it_rises() -> None:
    """One activation left, and the next is this turn's (rulings M182, M317): it acts with the others this turn."""
    state = bitten("axes:2", 1)
    assert to_count(state) == ["axes:2"]
    play(state, Activated(figure="axes:2"))
    assert [event.code for event in state.events] == ["risen"]
    assert state.groups[0].place.ref == "axes:2" and state.groups[0].place.spot is Spot.FIGURE
    assert not state.stands("axes:2") and state.has_risen("axes:2")
    play(state, BandsDone(turn=1))
    assert order(state, state.groups[0]).move == 1


def test_the_count_begins_with_the_next_activation() -> None:
    """Ruling M182: who has acted already counts from the next turn on."""
    state = bitten("axes:2", 1, acted=True)
    assert codes(state, Activated(figure="axes:2")) == ["counted_already"]
    for entry in (BandsDone(turn=1), EndTurn(turn=1), ORDER, *QUIET):
        play(state, entry)
    assert state.infections["axes:2"].left == 1
    play(state, Activated(figure="axes:2"))
    assert state.has_risen("axes:2")


def test_bitten_in_the_zombies_part_the_next_activation_is_in_the_next_turn() -> None:
    state = bitten("axes:2", 1, before=[ORDER, *QUIET, BandsDone(turn=1)])
    for entry in (EndTurn(turn=1), ORDER, *QUIET):
        play(state, entry)
    assert state.infections["axes:2"].left == 1
    play(state, BandsDone(turn=2))
    assert state.has_risen("axes:2"), "not activated: it falls at the zombies' part (ruling M320)"


def test_the_count_of_one_who_is_down_falls_each_turn_and_the_body_rises() -> None:
    """Rulings M183, M320."""
    state = bitten("axes:2", 2)
    play(state, Down(figure="axes:2", band="blades", number=1))
    assert to_count(state) == []
    play(state, BandsDone(turn=1))
    assert state.infections["axes:2"].left == 1
    for entry in (EndTurn(turn=1), ORDER, *QUIET, BandsDone(turn=2)):
        play(state, entry)
    assert state.has_risen("axes:2")
    assert report(state).downs == (ReportedDown(Who("axes", 2), Who("blades", 1), killed=True),)


def test_a_body_carried_off_does_not_rise() -> None:
    """Ruling M183."""
    state = bitten("axes:2", 1)
    for entry in (Down(figure="axes:2"), Carried(figure="axes:2"), BandsDone(turn=1)):
        play(state, entry)
    assert state.infections["axes:2"].fate is Fate.CARRIED
    assert state.groups == ()
    assert report(state).downs == (ReportedDown(Who("axes", 2), None, killed=False),)


@pytest.mark.parametrize("fatal", [False, True])
def test_who_has_not_turned_when_it_is_over_does_not(fatal: bool) -> None:
    """Ruling M320; the switch lets them die of it afterwards."""
    state = evening(ORDER, *QUIET, Bitten(figure="axes:2", faces=(6, 6)), fatal_afterwards=fatal)
    for entry in (Countdown(pending=pending(state), faces=(6,)), Finish()):
        play(state, entry)
    assert state.infections["axes:2"].fate is Fate.UNTURNED
    assert summary(state).fatal == (("axes:2",) if fatal else ())
    assert report(state).downs == ((ReportedDown(Who("axes", 2), None, killed=True),) if fatal else ())


def test_who_walks_off_the_table_does_not_turn() -> None:
    """Rulings M320, M325."""
    state = bitten("axes:2", 1)
    play(state, Left(figure="axes:2"))
    play(state, BandsDone(turn=1))
    assert state.infections["axes:2"].fate is Fate.LEFT
    assert codes(state, Shot(figure="axes:2")) == ["not_standing"]
    assert report(state).downs == ()


def test_who_falls_to_the_menace_falls_to_nobody() -> None:
    """Ruling M326."""
    state = evening(ORDER, *QUIET, Down(figure="axes:2"), Down(figure="axes:3", band="blades"))
    assert report(state).downs == (
        ReportedDown(Who("axes", 2)),
        ReportedDown(Who("axes", 3), Who("blades", UNKNOWN)),
    )
    assert codes(state, Down(figure="axes:2")) == ["not_standing"]
    assert codes(state, Down(figure="axes:1", band="axes", number=2)) == ["own_side"]
    assert codes(state, Down(figure="axes:1", band="blades", number=9)) == ["no_such_figure"]
    assert codes(state, Down(figure="axes:1", number=2)) == ["no_such_band"]


def test_zombies_fall_wounded_or_unhurt() -> None:
    """Two hit points (ruling M187)."""
    state = evening(ORDER, *QUIET, zombies(2))
    number = state.groups[0].id
    play(state, Wounded(group=number, faces=(6,)))
    play(state, Destroyed(group=number))
    assert codes(state, Destroyed(group=number)) == ["all_hurt"]
    assert codes(state, Destroyed(group=number, hurt=1)) == ["no_such_hurt"]
    play(state, Destroyed(group=number, hurt=3))
    assert (state.groups[0].standing, state.groups[0].lost) == (0, 2)
    assert codes(state, Wounded(group=number, faces=(6,))) == ["no_such_group"]


def test_aliens_are_not_held_up() -> None:
    state = evening(ORDER, *QUIET, menace=Menace.ALIENS)
    play(state, EntersBuilding(figure="axes:1", building=1, faces=(1,)))
    play(state, WhatComes(pending=pending(state), faces=(2, 1)))
    number = state.groups[0].id
    assert codes(state, Wounded(group=number, faces=(6,))) == ["dice"]
    play(state, Wounded(group=number))
    assert [one.turns for one in state.groups[0].hurt] == [0]


def test_groups_that_met_are_led_as_one() -> None:
    state = evening(ORDER, *QUIET, zombies(2, 1), zombies(3, 2))
    one, other = state.groups
    play(state, Wounded(group=one.id, faces=(6,)))
    play(state, Joined(group=one.id, into=other.id))
    assert [group.standing for group in state.groups] == [0, 5]
    assert state.groups[1].held_up == 1
    assert codes(state, Joined(group=one.id, into=other.id)) == ["no_such_group"]


def test_a_marker_is_taken_away() -> None:
    state = evening(ORDER, *QUIET, Shot(figure="axes:1"))
    play(state, Hush(noise=state.noises[0].id))
    assert state.noises == ()
    assert codes(state, Hush(noise=99)) == ["no_such_noise"]


def found_civilian(menace: Menace = Menace.ZOMBIES, **choices: object) -> State:
    """Axes have found Marvin."""
    state = evening(ORDER, *QUIET, EntersBuilding(figure="axes:1", building=1, faces=(1,)), menace=menace, **choices)
    play(state, WhatComes(pending=pending(state), faces=(1, 6)))
    play(state, DrawCivilian(pending=pending(state), faces=(5,)))
    return state


def test_a_civilian_led_off_is_saved() -> None:
    """5 points (ruling M205), or what the scenario says."""
    state = found_civilian()
    play(state, Left(figure="civilian:1"))
    assert summary(state).saved == (Saved("civilian:1", "axes", 5),)
    assert report(state).bonus == {"axes": 5}
    other = found_civilian(civilian_points=10)
    play(other, Left(figure="civilian:1"))
    assert report(other).bonus == {"axes": 10}


def test_a_civilian_is_stolen_and_then_scores_for_the_thief() -> None:
    """Ruling M206."""
    state = found_civilian()
    assert codes(state, Stolen(figure="civilian:1", band="axes")) == ["led_already"]
    play(state, Stolen(figure="civilian:1", band="blades"))
    play(state, Left(figure="civilian:1"))
    assert report(state).bonus == {"blades": 5}


def test_whoever_shoots_at_a_civilian_leads_it_no_more() -> None:
    """Musg, Rencontre de civils; ruling M332."""
    state = found_civilian()
    play(state, ShotAt(figure="civilian:1", band="axes"))
    assert state.civilians[0].leader == ""
    assert codes(state, Stolen(figure="civilian:1", band="axes")) == ["spurned"]
    play(state, Left(figure="civilian:1"))
    assert summary(state).lost == ("civilian:1",)
    assert report(state).bonus == {}


def test_a_civilian_may_be_bitten_with_its_own_toughness() -> None:
    """Marvin's is 3, Ashlee's 2."""
    state = found_civilian()
    play(state, Bitten(figure="civilian:1", faces=(5, 5)))
    assert "civilian:1" not in state.infections
    play(state, Bitten(figure="civilian:1", faces=(5, 6)))
    assert "civilian:1" in state.infections


def test_a_civilian_out_of_action_is_in_no_report() -> None:
    """Ruling M332: putting one out brings nothing."""
    state = found_civilian()
    play(state, Down(figure="civilian:1", band="blades", number=1))
    assert report(state).downs == ()
    assert summary(state).lost == ("civilian:1",)


def test_aliens_take_whom_nobody_carried_off() -> None:
    """Rulings M201, M330."""
    state = found_civilian(Menace.ALIENS)
    for entry in (
        Down(figure="axes:2"),
        Down(figure="axes:3", band="blades"),
        Down(figure="civilian:1"),
        Carried(figure="axes:2"),
        Finish(),
    ):
        play(state, entry)
    assert summary(state).taken == ("axes:3", "civilian:1")
    assert report(state).civilians == Tidings(taken=("civilian_marvin",))


def test_only_whom_aliens_take_alive_is_reported_as_taken() -> None:
    """Ruling M330: below 0 hit points it is dead (M35), carried off the table nobody has it, zombies take nobody."""
    for menace, entry in (
        (Menace.ALIENS, Down(figure="civilian:1", killed=True)),
        (Menace.ALIENS, Left(figure="civilian:1")),
        (Menace.ZOMBIES, Down(figure="civilian:1")),
    ):
        state = found_civilian(menace)
        play(state, entry)
        play(state, Finish())
        assert report(state).civilians is UNSET


def test_zombies_take_nobody() -> None:
    assert summary(evening(*turns(1), Down(figure="axes:2"))).taken == ()


def special(**traits: bool) -> State:
    """An evening in which the axes' first henchman is something special."""
    leader, henchman, other = AXES.fighters
    band = replace(AXES, fighters=(leader, replace(henchman, **traits), other))
    state = begin(replace(setup(), bands=(band, BLADES)))
    for entry in (ORDER, *QUIET):
        play(state, entry)
    return state


def test_a_hero_of_pulp_goes_down_instead_of_rising() -> None:
    """Ruling M327."""
    state = special(never_turns=True)
    play(state, Bitten(figure="axes:2", faces=(6, 6)))
    play(state, Countdown(pending=pending(state), faces=(1,)))
    play(state, BandsDone(turn=1))
    assert state.infections["axes:2"].fate is Fate.FELLED
    assert state.groups == () and state.lies("axes:2")
    assert report(state).downs == (ReportedDown(Who("axes", 2)),)


def test_a_zombie_of_a_warband_is_not_infected() -> None:
    assert codes(special(is_zombie=True), Bitten(figure="axes:2", faces=(6, 6))) == ["zombie_already"]


def test_who_comes_to_the_table_is_read_from_the_roster() -> None:
    """A leader of a pulp campaign never turns (ruling M327); elsewhere everybody does."""
    leader = Figure(1, "Ada", Rank.LEADER, "human", Rank.LEADER, 0)
    band = Warband("Axes", "human", Rules(), 0, (leader,))
    assert not fighter_of(band, leader).never_turns
    assert fighter_of(replace(band, part=Part(Side.HEROES)), leader).never_turns


def test_a_role_of_pulp_below_0_lies_there_and_is_taken() -> None:
    """Rulings M35, M166, M360: Ada is a hero, Cy is none; both went below 0, and aliens are about."""
    ada, bo, cy = AXES.fighters
    axes = replace(AXES, fighters=(replace(ada, has_role=True), bo, cy))
    state = begin(replace(setup(Menace.ALIENS), bands=(axes, BLADES)))
    fallen = [Down(figure="axes:1", killed=True), Down(figure="axes:3", killed=True)]
    for entry in [ORDER, *QUIET, *fallen, Finish()]:
        play(state, entry)
    assert [(down.victim.figure, down.killed, down.captured) for down in report(state).downs] == [
        (1, False, True),
        (3, True, UNSET),
    ]
