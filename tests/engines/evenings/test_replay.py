"""Evenings: seats, waiting lists, times, as clubs agree on them."""

from __future__ import annotations

import pytest

from engines.core.problems import Illegal, Malformed
from engines.evenings import (
    Answer,
    Answered,
    AnyEntry,
    Attended,
    Cancelled,
    Details,
    GameAdded,
    GameChanged,
    GameRemoved,
    Joined,
    Left,
    Locked,
    MovedUp,
    Plan,
    Rescheduled,
    Restored,
    Role,
    Seated,
    Setup,
    apply,
    encode,
    read_entry,
    replay,
    start,
)

BEGINS, ENDS = 10_000, 10_300
EARLY = 1_000
"""Days before."""
LATE = BEGINS - 119
"""Less than two hours before."""


def evening(*log: AnyEntry) -> Plan:
    return replay(Setup(BEGINS, ENDS), log)


def game(seats: int = 2, *, at: int = EARLY, **more: object) -> GameAdded:
    return GameAdded(at=at, details=Details(title="BAF!", seats=seats, **more))  # type: ignore[arg-type]


def joins(person: str, number: int = 1, *party: str, at: int = EARLY, **more: object) -> Joined:
    return Joined(at=at, game=number, person=person, party=party, **more)  # type: ignore[arg-type]


def leaves(person: str, number: int = 1, *, at: int = EARLY) -> Left:
    return Left(at=at, game=number, person=person)


def seated(plan: Plan, number: int = 1) -> list[str]:
    return [seat.person for seat in plan.games[number].seated]


def waiting(plan: Plan, number: int = 1) -> list[tuple[str, ...]]:
    return [place.people for place in plan.games[number].waiting]


def refused(plan: Plan, entry: AnyEntry) -> list[str]:
    with pytest.raises(Illegal) as caught:
        apply(plan, entry)
    return [problem.code for problem in caught.value.problems]


def test_who_comes_first_sits_and_the_others_wait_in_order() -> None:
    plan = evening(game(2), *(joins(name) for name in "abcd"))
    assert seated(plan) == ["a", "b"]
    assert waiting(plan) == [("c",), ("d",)]


def test_a_seat_that_becomes_free_goes_to_whoever_waits_longest_and_to_nobody_else() -> None:
    plan = evening(game(2), *(joins(name) for name in "abcd"))
    after, happened = apply(plan, leaves("a"))
    assert seated(after) == ["b", "c"]
    assert waiting(after) == [("d",)]
    assert happened.moved_up == ((1, "c"),)


def test_saying_no_gives_up_every_seat() -> None:
    second = GameAdded(at=EARLY, details=Details(title="Badass Force", seats=3, begins=BEGINS + 150))
    first = GameAdded(at=EARLY, details=Details(title="BAF!", seats=1, ends=BEGINS + 150))
    plan = evening(first, second, joins("a"), joins("a", 2), joins("b"))
    after, happened = apply(plan, Answered(at=EARLY, person="a", answer=Answer.NO))
    assert seated(after) == ["b"]
    assert seated(after, 2) == []
    assert happened.moved_up == ((1, "b"),)


def test_more_seats_move_up_as_many() -> None:
    plan = evening(game(1), *(joins(name) for name in "abcd"))
    after, happened = apply(plan, GameChanged(at=EARLY, game=1, details=Details(title="BAF!", seats=3)))
    assert seated(after) == ["a", "b", "c"]
    assert happened.moved_up == ((1, "b"), (1, "c"))


def test_a_party_is_not_split_and_nobody_overtakes_it() -> None:
    plan = evening(game(3), joins("a"), joins("b"), joins("c", 1, "c+1"), joins("d"))
    assert seated(plan) == ["a", "b"]
    assert waiting(plan) == [("c", "c+1"), ("d",)]
    after = replay(
        Setup(BEGINS, ENDS), [game(3), joins("a"), joins("b"), joins("c", 1, "c+1"), joins("d"), leaves("b")]
    )
    assert seated(after) == ["a", "c", "c+1"]
    assert waiting(after) == [("d",)]


def test_a_party_that_may_be_split_sits_as_far_as_there_is_room_its_member_first() -> None:
    plan = evening(game(2), joins("a"), joins("b", 1, "b+1", may_split=True))
    assert seated(plan) == ["a", "b"]
    assert waiting(plan) == [("b+1",)]
    after, happened = apply(plan, leaves("a"))
    assert seated(after) == ["b", "b+1"]
    assert happened.moved_up == ((1, "b+1"),)


def test_guests_go_with_whoever_brought_them() -> None:
    plan = evening(game(3), joins("a", 1, "a+1"), joins("b"), joins("c"), leaves("a"))
    assert seated(plan) == ["b", "c"]


def test_nobody_moves_up_by_himself_in_the_last_two_hours_and_a_tap_does_it() -> None:
    plan = evening(game(1), joins("a"), joins("b"), joins("c"))
    after, happened = apply(plan, leaves("a", at=LATE))
    assert seated(after) == []
    assert happened.moved_up == () and happened.may_move_up == (1,)
    tapped, then = apply(after, MovedUp(at=LATE, game=1, person="c"))
    assert seated(tapped) == ["c"]
    assert then.moved_up == ((1, "c"),)
    assert waiting(tapped) == [("b",)]


def test_two_hours_before_to_the_minute_it_is_too_late() -> None:
    plan = evening(game(1), joins("a"), joins("b"))
    assert seated(apply(plan, leaves("a", at=BEGINS - 121))[0]) == ["b"]
    assert seated(apply(plan, leaves("a", at=BEGINS - 120))[0]) == []


def test_nobody_moves_up_at_an_evening_that_is_cancelled() -> None:
    plan = evening(game(1), joins("a"), joins("b"), Cancelled(at=EARLY))
    assert seated(apply(plan, leaves("a"))[0]) == []
    restored, happened = apply(apply(plan, leaves("a"))[0], Restored(at=EARLY))
    assert seated(restored) == ["b"]
    assert happened.moved_up == ((1, "b"),)


def test_a_free_seat_may_still_be_taken_at_the_last_minute_where_nobody_waits() -> None:
    assert seated(evening(game(2), joins("a", at=LATE))) == ["a"]


def test_nobody_sits_at_two_games_at_one_time() -> None:
    plan = evening(game(2), game(2), joins("a"))
    assert refused(plan, joins("a", 2)) == ["person_taken"]
    after, _happened = apply(plan, joins("a", 2, instead=True))
    assert (seated(after), seated(after, 2)) == ([], ["a"])


def test_games_one_after_the_other_are_both_played() -> None:
    half = BEGINS + 150
    first = GameAdded(at=EARLY, details=Details(title="BAF!", seats=2, ends=half))
    second = GameAdded(at=EARLY, details=Details(title="BAF!", seats=2, begins=half))
    plan = evening(first, second, joins("a"), joins("a", 2))
    assert (seated(plan), seated(plan, 2)) == (["a"], ["a"])


def test_a_seat_is_not_given_up_for_a_place_in_a_waiting_list() -> None:
    plan = evening(game(1), game(1), joins("a"), joins("b", 2))
    assert refused(plan, joins("b", 1, instead=True)) == ["person_taken"]


def test_whoever_waits_for_two_games_at_one_time_gets_the_first_that_is_free() -> None:
    plan = evening(game(1), game(1), joins("a"), joins("b", 2), joins("c"), joins("c", 2), joins("d"))
    after, happened = apply(plan, leaves("a"))
    assert (seated(after), waiting(after), waiting(after, 2)) == (["c"], [("d",)], [])
    assert happened.moved_up == ((1, "c"),)


def test_a_table_and_a_warband_are_at_one_game_at_a_time_unless_there_is_a_reason() -> None:
    plan = evening(game(2, spot=7, warbands=(5, 6)))
    both = GameAdded(at=EARLY, details=Details(title="Musg", seats=2, spot=7, warbands=(6, 8)))
    assert refused(plan, both) == ["table_taken", "warband_taken"]
    because = GameAdded(at=EARLY, details=Details(title="Musg", seats=2, spot=7, because="two halves of one table"))
    assert apply(plan, because)[0].games[2].spot == 7


def test_a_game_changed_into_another_ones_time_is_refused_for_whoever_sits_at_both() -> None:
    half = BEGINS + 150
    first = GameAdded(at=EARLY, details=Details(title="BAF!", seats=2, ends=half))
    second = GameAdded(at=EARLY, details=Details(title="BAF!", seats=2, begins=half))
    plan = evening(first, second, joins("a"), joins("a", 2))
    longer = GameChanged(at=EARLY, game=1, details=Details(title="BAF!", seats=2, ends=half + 1))
    assert refused(plan, longer) == ["person_taken"]


@pytest.mark.parametrize(
    ("details", "code"),
    [
        (Details(title="x", seats=0), "seats_out_of_range"),
        (Details(title="x", seats=41), "seats_out_of_range"),
        (Details(title="x", seats=2, begins=BEGINS + 10, ends=BEGINS + 10), "ends_before_it_begins"),
        (Details(title="x", seats=2, begins=BEGINS - 1), "outside_the_evening"),
        (Details(title="x", seats=2, ends=ENDS + 1), "outside_the_evening"),
    ],
)
def test_a_game_that_cannot_be_is_refused(details: Details, code: str) -> None:
    assert refused(evening(), GameAdded(at=EARLY, details=details)) == [code]


def test_seats_are_not_fewer_than_seated() -> None:
    plan = evening(game(2), joins("a"), joins("b"))
    assert refused(plan, GameChanged(at=EARLY, game=1, details=Details(title="BAF!", seats=1))) == [
        "fewer_seats_than_seated"
    ]


def test_what_is_not_there_is_refused() -> None:
    plan = evening(game(1), joins("a"))
    assert refused(plan, joins("a")) == ["here_already"]
    assert refused(plan, joins("b", 2)) == ["no_such_game"]
    assert refused(plan, leaves("b")) == ["not_here"]
    assert refused(plan, MovedUp(at=EARLY, game=1, person="b")) == ["not_waiting"]
    assert refused(plan, joins("b", 1, "c")) == ["more_than_seats"]
    assert refused(plan, joins("b", 1, "b")) == ["named_twice"]
    assert refused(plan, Seated(at=EARLY, game=1, person="b")) == ["no_free_seat"]
    assert refused(plan, Restored(at=EARLY)) == ["not_cancelled"]
    assert refused(plan, Rescheduled(at=EARLY, begins=5, ends=5)) == ["ends_before_it_begins"]
    with pytest.raises(Illegal):
        start(Setup(5, 4))


def test_a_moved_evening_takes_its_games_along_and_its_answers_are_for_another_time() -> None:
    half = BEGINS + 150
    own = GameAdded(at=EARLY, details=Details(title="BAF!", seats=2, begins=half))
    said = Answered(at=EARLY, person="a", answer=Answer.MAYBE)
    plan = evening(game(1), own, said, joins("b"), joins("c"), Rescheduled(at=EARLY, begins=20_000, ends=20_300))
    assert (plan.games[1].begins, plan.games[2].begins) == (20_000, 20_150)
    assert plan.replies["a"].outdated and plan.replies["a"].answer == Answer.MAYBE
    assert (seated(plan), waiting(plan)) == (["b"], [("c",)])
    again, _happened = apply(plan, Answered(at=EARLY, person="a", answer=Answer.YES))
    assert not again.replies["a"].outdated


def test_an_end_that_moves_alone_leaves_the_answers() -> None:
    plan = evening(game(1), joins("a"), Rescheduled(at=EARLY, begins=BEGINS, ends=ENDS + 60))
    assert not plan.replies["a"].outdated


def test_whoever_takes_a_seat_comes_and_whoever_said_perhaps_still_may() -> None:
    plan = evening(
        game(3),
        Answered(at=EARLY, person="a", answer=Answer.MAYBE),
        Answered(at=EARLY, person="b", answer=Answer.NO),
        joins("a"),
        joins("b"),
        joins("c"),
    )
    assert {person: reply.answer for person, reply in plan.replies.items()} == {
        "a": Answer.MAYBE,
        "b": Answer.YES,
        "c": Answer.YES,
    }


def test_watching_takes_no_seat() -> None:
    plan = evening(game(1), joins("a", role=Role.WATCHES), joins("b"))
    assert seated(plan) == ["b"]
    assert [seat.person for seat in plan.games[1].watching] == ["a"]


def test_whoever_organises_seats_somebody_from_where_he_sits() -> None:
    plan = evening(game(1), game(2), joins("a"), joins("b"), Seated(at=LATE, game=2, person="b"))
    assert (seated(plan), waiting(plan), seated(plan, 2)) == (["a"], [], ["b"])


def test_a_game_that_is_not_played_frees_who_sat_at_it() -> None:
    plan = evening(game(1), game(1), joins("a"), GameRemoved(at=EARLY, game=1), joins("a", 2))
    assert seated(plan, 2) == ["a"]
    assert evening(game(1), GameRemoved(at=EARLY, game=1), game(1)).games.keys() == {2}


def test_who_was_there_is_ticked_and_unticked() -> None:
    plan = evening(Attended(at=BEGINS, person="a"), Attended(at=BEGINS, person="b"))
    assert plan.there == {"a", "b"}
    assert apply(plan, Attended(at=BEGINS, person="a", there=False))[0].there == {"b"}


def test_entries_are_stored_and_come_back() -> None:
    for entry in (
        game(3, spot=2, warbands=(1, 2), because="so it is"),
        joins("a", 1, "b", may_split=True, instead=True),
        Locked(at=1, game=1, locked=True),
    ):
        assert read_entry(encode(entry)) == entry
    with pytest.raises(Malformed):
        read_entry({"kind": "danced", "at": 1})
