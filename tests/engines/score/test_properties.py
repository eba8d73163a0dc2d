"""What holds for every match on every score pad, however it is entered."""

import json
from itertools import pairwise, zip_longest
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.badass_force.score.entries import ByCard, EndTurn, FinalScore, Kill, Leave, Stop, Vengeance
from engines.badass_force.score.setup import BadassSetup
from engines.badass_force.score.track import track
from engines.bagarre.score.entries import Eliminated
from engines.core.score import Entry, ScoreGame, Setup, encode
from engines.core.score_command import read_match, write_match
from engines.registry import SCORES
from tests.engines.score.filling_in import assert_offers_hold, turned
from tests.engines.score.random_matches import matches

PADS = [pytest.param(game, id=code) for code, game in SCORES.items()]
BADASS, BAGARRE = SCORES["badass_force"], SCORES["bagarre"]
type Game = ScoreGame[Any, Any]
type Entries = list[Entry[Any]]


def the_points_of_the_entries_are_the_board(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    replay = game.replay(setup, entries)
    for line in game.board(replay.state):
        gained = [p.amount for step in replay.steps for p in step.points if p.seat == line.seat]
        assert line.total == sum(gained) == sum(line.sources.values()) == replay.state.total(line.seat)


def replay_is_entry_after_entry(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    """Whether the log is read at once or noted live, refusals included, the same match comes out."""
    state = game.begin(setup)
    for entry in entries:
        if not game.problems(state, entry):
            state = game.apply(state, entry)
    assert game.replay(setup, entries).state == state


def a_correction_equals_having_entered_it_right_the_first_time(
    game: Game, setup: Setup, entries: Entries, data: st.DataObject
) -> None:
    """One entry is replaced by another of the same match, or struck; what is told as changed leads from the old
    board to the one of a match in which it was entered so at once, and taking it back changes nothing.
    """
    if not entries:
        return
    place = data.draw(st.integers(0, len(entries) - 1))
    other = data.draw(st.none() | st.sampled_from(entries))
    ids = list(range(len(entries)))
    corrected = list(zip(ids, entries, strict=True))
    corrected[place : place + 1] = [] if other is None else [(place, other)]
    before = game.replay(setup, entries, ids)
    after = game.replay(setup, [entry for _, entry in corrected], [name for name, _ in corrected])
    going_on = game.replay(setup, [entry for _, entry in corrected], [name for name, _ in corrected], known=before)
    assert going_on == after, "what is known already spares time and changes nothing"

    first_time = game.begin(setup)
    for _, entry in corrected:
        if not game.problems(first_time, entry):
            first_time = game.apply(first_time, entry)
    assert after.state == first_time

    changes = game.changes(before, after)
    board = {line.seat: (line.total, line.place) for line in game.board(before.state)}
    for seat in changes.seats:
        assert board[seat.seat] == (seat.total_before, seat.place_before)
        board[seat.seat] = (seat.total_after, seat.place_after)
    assert board == {line.seat: (line.total, line.place) for line in game.board(first_time)}
    moved = [0] * setup.seats
    for change in changes.points:
        for sign, points in ((-1, change.before), (1, change.after)):
            for one in points:
                moved[one.seat] += sign * one.amount
    totals = zip(before.state.totals, after.state.totals, strict=True)
    assert moved == [new - old for old, new in totals]
    again = game.replay(setup, entries, ids)
    assert again == before
    assert game.changes(after, again).healed == changes.faults


def entries_that_do_not_hold_change_nothing(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    """Entries of two matches shuffled into one log, one of them struck out: those that fail are listed, and the
    rest is the match.
    """
    _, others = data.draw(matches(game))
    mixed = [entry for pair in zip_longest(entries, others) for entry in pair if entry is not None]
    if mixed:
        del mixed[data.draw(st.integers(0, len(mixed) - 1))]
    replay = game.replay(setup, mixed)
    assert len(replay.steps) == len(mixed)
    assert all(step.points == () for step in replay.faults)
    sound = game.replay(setup, [step.entry for step in replay.steps if not step.problems])
    assert sound.faults == ()
    assert sound.state == replay.state


def everything_survives_json(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    text = json.dumps(write_match(setup, entries))
    match = read_match(game, text)
    assert (match.setup, match.entries) == (setup, tuple(entries))
    replay = game.replay(setup, entries)
    assert game.replay(match.setup, match.entries) == replay
    assert json.loads(json.dumps(encode(replay.state))) == encode(replay.state)


def what_is_offered_can_be_entered(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    """Every single value offered is allowed in at least one combination."""
    assert_offers_hold(game, game.replay(setup, entries).state)


def an_outcome_places_everybody_and_points_only_come_before_it(
    game: Game, setup: Setup, entries: Entries, data: st.DataObject
) -> None:
    replay = game.replay(setup, entries)
    outcome = game.outcome(replay.state)
    if outcome is None:
        assert game.choices(replay.state)
        return
    assert sorted(placing.seat for placing in outcome.places) == list(range(setup.seats))
    assert outcome.winners
    assert [p.place for p in outcome.places] == sorted(p.place for p in outcome.places)
    states = [replay.start, *(step.state for step in replay.steps)]
    for old, new in pairwise(states):
        if game.outcome(old) is not None:
            # The other end of a Paladin's counter is one more elimination at the last moment, no point.
            assert old.points == new.points or (game is BAGARRE and old.fell != new.fell)


def where_people_sit_does_not_matter(game: Game, setup: Setup, entries: Entries, data: st.DataObject) -> None:
    """Everybody moves on by some seats, the start player too: the same people have the same points and places."""
    by = data.draw(st.integers(0, setup.seats - 1))
    board = game.board(game.replay(setup, entries).state)
    moved = [game.decode_entry(turned(encode(entry), by, setup.seats)) for entry in entries]
    there = game.board(game.replay(turn_setup(setup, by), moved).state)
    for line in board:
        other = there[(line.seat + by) % setup.seats]
        assert (line.total, line.sources, line.place) == (other.total, other.sources, other.place)


PROPERTIES = (
    the_points_of_the_entries_are_the_board,
    replay_is_entry_after_entry,
    a_correction_equals_having_entered_it_right_the_first_time,
    entries_that_do_not_hold_change_nothing,
    everything_survives_json,
    what_is_offered_can_be_entered,
    an_outcome_places_everybody_and_points_only_come_before_it,
    where_people_sit_does_not_matter,
)


@pytest.mark.parametrize("game", PADS)
@given(data=st.data())
def test_what_holds_for_every_match(game: Game, data: st.DataObject) -> None:
    """A match is drawn once, and everything asked of it."""
    setup, entries = data.draw(matches(game))
    for holds in PROPERTIES:
        holds(game, setup, entries, data)


def turn_setup(setup: Setup, by: int) -> Setup:
    moved = replace(setup, start=(setup.start + by) % setup.seats)
    teams = getattr(setup, "teams", ())
    return replace(moved, teams=rotated(teams, by)) if teams else moved


def rotated[T](by_seat: tuple[T, ...], by: int) -> tuple[T, ...]:
    return by_seat[-by:] + by_seat[:-by] if by else by_seat


def by_the_book(setup: BadassSetup, entries: list[Entry[Any]]) -> list[int]:
    """The points of a Badass Force match counted as people count them: a plain tally, written from the rulebook."""
    points = [0] * setup.seats
    cool = set(range(setup.seats))
    on_turn = setup.start
    killed: set[int] = set()
    gone: set[int] = set()
    last_turn = False
    for entry in entries:
        match entry:
            case Kill(killer=killer, victim=victim):
                alone = all(points[victim] > points[other] for other in range(setup.seats) if other != victim)
                points[killer] += setup.later_kill if killer in killed else setup.first_kill
                points[killer] += setup.leader_bonus if alone else 0
                killed.add(killer)
            case ByCard(seat=seat, points=more):
                points[seat] = max(0, points[seat] + more)
            case Vengeance(seat=seat):
                cool.discard(seat)
            case Leave(seat=seat):
                gone.add(seat)
            case EndTurn(next=seat):
                if last_turn:
                    break
                on_turn = following(on_turn, setup.seats, gone) if seat is None else seat
                killed = set()
                if on_turn in cool and len(cool) < setup.seats:
                    points[on_turn] += setup.cool_bonus
            case FinalScore(totals=totals) | Stop(totals=totals) if totals:
                points = list(totals)
        last_turn = last_turn or max(points) >= setup.limit
    return points


def following(seat: int, seats: int, gone: set[int]) -> int:
    """Whose turn comes behind a seat's, clockwise: never that of somebody who has left."""
    after = (seat + 1) % seats
    return following(after, seats, gone) if after in gone else after


class TestBadassForce:
    @given(data=st.data())
    def test_the_tally_of_the_rulebook(self, data: st.DataObject) -> None:
        setup, entries = data.draw(matches(BADASS))
        replay = BADASS.replay(setup, entries)
        legal = [step.entry for step in replay.steps if not step.problems]
        assert list(replay.state.totals) == by_the_book(setup, legal)

    @given(data=st.data())
    def test_needs_are_enough_and_no_more_than_needed(self, data: st.DataObject) -> None:
        """So many kills, of the sole leader while it is another, reach the goal; one fewer does not."""
        setup, entries = data.draw(matches(BADASS))
        state = BADASS.replay(setup, entries).state
        for need in BADASS.needs(state):
            kills = need.params.get("kills")
            if need.code == "leading" or not isinstance(kills, int):
                continue
            goal = state.totals[need.seat] + need.points
            reached = state
            for number in range(kills):
                assert reached.totals[need.seat] < goal, f"{number} are enough"
                victim = reached.leader if reached.leader not in (None, need.seat) else (need.seat + 1) % setup.seats
                reached = BADASS.apply(reached, Kill(killer=need.seat, victim=victim))
            assert reached.totals[need.seat] >= goal

    @given(data=st.data())
    def test_every_marker_stands_where_its_points_are(self, data: st.DataObject) -> None:
        setup, entries = data.draw(matches(BADASS))
        state = BADASS.replay(setup, entries).state
        for marker in track(state).markers:
            assert marker.case + 16 * marker.rounds == marker.total == state.totals[marker.seat]
            assert 0 <= marker.case <= 16


class TestBagarre:
    @given(data=st.data())
    def test_later_is_better(self, data: st.DataObject) -> None:
        """Without teams: one place behind everybody who fell later or stands."""
        setup, entries = data.draw(matches(BAGARRE).filter(lambda match: not match[0].teams))
        replay = BAGARRE.replay(setup, entries)
        falls = [step.entry for step in replay.steps if not step.problems and isinstance(step.entry, Eliminated)]
        last: set[int] = set()
        if replay.state.agreed:
            return
        rest = set(range(setup.seats))
        expected = dict.fromkeys(rest, 1)
        for entry in falls:
            fallen = {fall.seat for fall in entry.falls}
            if any(fall.by in last for fall in entry.falls):  # both ends of a counter fall at one moment
                fallen |= last
            last = fallen
            rest -= fallen
            expected.update(dict.fromkeys(fallen, len(rest) + 1))
        assert {line.seat: line.place for line in BAGARRE.board(replay.state)} == expected

    @given(data=st.data())
    def test_a_result_entered_at_once_gives_the_same_places(self, data: st.DataObject) -> None:
        setup, entries = data.draw(matches(BAGARRE))
        outcome = BAGARRE.outcome(BAGARRE.replay(setup, entries).state)
        if outcome is None or outcome.reason in ("stopped", "agreed"):
            return
        table = [{"place": outcome.place_of(seat)} for seat in range(setup.seats)]
        again = BAGARRE.outcome(BAGARRE.replay(setup, BAGARRE.final(setup, table)).state)
        assert again is not None
        assert [(p.seat, p.place, p.team) for p in again.places] == [(p.seat, p.place, p.team) for p in outcome.places]
        assert again.reason == outcome.reason
