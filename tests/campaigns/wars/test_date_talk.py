"""What players say about a battle's date, and what follows: by hand first, then at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from campaigns.wars.dates.talk import (
    Accepted,
    Declined,
    Entry,
    Fixed,
    Lapsed,
    NotAllowed,
    Proposed,
    Refusal,
    Reseated,
    Talk,
    apply,
    begin,
    encode,
    entry_from,
    replay,
    talk_from,
)

A, B, C, REFEREE = 1, 2, 3, 9
THURSDAY, FRIDAY, SATURDAY = (datetime(2095, 7, day, 18, tzinfo=UTC) for day in (7, 8, 9))


def refused(talk: Talk, entry: Entry) -> str:
    with pytest.raises(NotAllowed) as why:
        apply(talk, entry)
    return why.value.code


def test_a_moment_that_suits_both_is_the_date_and_nothing_is_open_any_more() -> None:
    talk = replay([A, B], [Proposed(A, (FRIDAY, THURSDAY))])
    assert (talk.waiting, talk.date) == ((B,), None)
    talk = apply(talk, Accepted(B, 1, FRIDAY))
    assert (talk.date, talk.waiting, talk.open_offers) == (FRIDAY, (), ())


def test_with_three_a_moment_must_suit_all_three() -> None:
    talk = replay([A, B, C], [Proposed(A, (THURSDAY, FRIDAY)), Accepted(B, 1, THURSDAY), Accepted(C, 1, FRIDAY)])
    assert (talk.date, talk.waiting) == (None, ())
    assert apply(talk, Accepted(B, 1, FRIDAY)).date == FRIDAY


def test_who_declines_says_why_and_the_proposal_is_over() -> None:
    talk = replay([A, B, C], [Proposed(A, (THURSDAY,)), Declined(B, 1, "  My daughter's birthday ")])
    assert (talk.open_offers, talk.waiting) == ((), ())
    assert talk.refused == (Refusal(B, "My daughter's birthday"),)
    assert refused(talk, Accepted(C, 1, THURSDAY)) == "over"


def test_another_proposal_of_the_same_player_takes_the_place_of_the_first() -> None:
    talk = replay([A, B], [Proposed(A, (THURSDAY,)), Proposed(A, (FRIDAY,))])
    assert [offer.number for offer in talk.open_offers] == [2]
    assert refused(talk, Accepted(B, 1, THURSDAY)) == "over"
    assert apply(talk, Accepted(B, 2, FRIDAY)).date == FRIDAY


def test_an_answer_is_about_one_offer_alone() -> None:
    talk = replay([A, B], [Proposed(A, (THURSDAY,)), Proposed(B, (THURSDAY, FRIDAY))])
    assert [offer.number for offer in talk.open_offers] == [1, 2]
    after = apply(talk, Declined(B, 1, "Work"))
    assert [offer.number for offer in after.open_offers] == [2]
    assert after.waiting == (A,)


def test_a_fixed_date_holds_whatever_is_answered() -> None:
    talk = replay([A, B], [Proposed(A, (THURSDAY,)), Fixed(REFEREE, FRIDAY)])
    assert (talk.date, talk.waiting, [offer.number for offer in talk.open_offers]) == (FRIDAY, (A, B), [2])
    talk = apply(apply(talk, Accepted(A, 2, FRIDAY)), Declined(B, 2, "Away"))
    assert (talk.date, talk.waiting, talk.refused) == (FRIDAY, (), (Refusal(B, "Away"),))
    assert apply(talk, Accepted(B, 2, FRIDAY)).refused == ()


def test_who_fixes_a_date_and_plays_has_accepted_it() -> None:
    assert replay([A, B], [Fixed(A, FRIDAY)]).waiting == (B,)
    assert replay([A, B], [Fixed(None, FRIDAY)]).waiting == (A, B)


def test_players_may_find_another_date_than_the_fixed_one() -> None:
    talk = replay([A, B], [Fixed(REFEREE, FRIDAY), Declined(B, 1, "Away"), Proposed(B, (SATURDAY,))])
    assert talk.date == FRIDAY
    assert apply(talk, Accepted(A, 3, SATURDAY)).date == SATURDAY


def test_a_date_taken_away_leaves_nothing_to_answer() -> None:
    talk = replay([A, B], [Fixed(REFEREE, FRIDAY), Fixed(REFEREE, None)])
    assert (talk.date, talk.waiting, talk.refused) == (None, (), ())


def test_others_at_the_table_begin_anew_and_a_deadline_ends_what_was_proposed() -> None:
    talk = replay([A, B], [Proposed(A, (FRIDAY,)), Reseated((A, C))])
    assert (talk.players, talk.waiting) == ((A, C), ())
    assert refused(talk, Accepted(B, 1, FRIDAY)) == "not_a_player"
    late = replay([A, B], [Proposed(A, (FRIDAY,)), Lapsed("postponed")])
    assert (late.waiting, late.lapsed) == ((), "postponed")
    assert apply(late, Proposed(B, (SATURDAY,))).lapsed == ""


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Proposed(REFEREE, (FRIDAY,)), "not_a_player"),
        (Proposed(A, ()), "no_moment"),
        (Proposed(A, tuple(FRIDAY + timedelta(days=n) for n in range(6))), "too_many"),
        (Accepted(B, 7, FRIDAY), "over"),
        (Accepted(B, 1, SATURDAY), "not_offered"),
        (Accepted(A, 1, THURSDAY), "said_already"),
        (Declined(A, 1, "No"), "own_offer"),
        (Declined(B, 1, "  "), "no_reason"),
        (Declined(REFEREE, 1, "No"), "not_a_player"),
    ],
)
def test_what_the_talk_does_not_take(entry: Entry, code: str) -> None:
    assert refused(replay([A, B], [Proposed(A, (THURSDAY,))]), entry) == code


def test_the_date_that_there_is_is_not_proposed_again() -> None:
    assert refused(replay([A, B], [Fixed(REFEREE, FRIDAY)]), Proposed(A, (FRIDAY, SATURDAY))) == "date_already"


# At random

type Chooser = Callable[[random.Random, Talk], Entry]


def any_entry(dice: random.Random, talk: Talk) -> Entry:
    """Something that somebody, entitled or not, might say."""
    who = dice.choice([A, B, C, REFEREE])
    moments = [THURSDAY + timedelta(days=n) for n in range(5)]
    number = dice.randint(1, talk.number + 1)
    return dice.choice(
        [
            Proposed(who, tuple(dice.sample(moments, dice.randint(0, 5)))),
            Accepted(who, number, dice.choice(moments)),
            Accepted(who, number, dice.choice(moments)),
            Accepted(who, number, dice.choice(moments)),
            Declined(who, number, dice.choice(["", "Work", "Away"])),
            *([Fixed(dice.choice([REFEREE, A, None]), dice.choice([*moments, None]))] * (dice.random() < 0.3)),
            *([Reseated(tuple(dice.sample([A, B, C], dice.randint(2, 3))))] * (dice.random() < 0.1)),
            *([Lapsed("referee")] * (dice.random() < 0.1)),
        ]
    )


def invariants(before: Talk, entry: Entry, after: Talk) -> None:
    """What holds after every entry that was taken."""
    for offer in after.offers:
        assert all(moment in offer.moments for _who, moment in offer.accepted)
        assert not {who for who, _moment in offer.accepted} & {one.player for one in offer.declined}
    for offer in after.open_offers:
        assert offer.fixed or offer.common(after.players) is None  # else it would be the date
    if isinstance(entry, Accepted | Declined):
        for was, now in zip(before.offers, after.offers, strict=True):
            mine = was.number == entry.offer
            said = (now.accepted, now.declined)
            assert mine or said == (was.accepted, was.declined)  # no answer answers another offer
            others = [one for one in now.accepted if one[0] != entry.by]
            assert others == [one for one in was.accepted if one[0] != entry.by]  # nor for anybody else
            left = [one for one in now.declined if one.player != entry.by]
            assert left == [one for one in was.declined if one.player != entry.by]
    if after.date is not None and after.date != before.date:
        agreed = isinstance(entry, Fixed) or all(
            any((player, after.date) in offer.accepted for offer in after.offers) for player in after.players
        )
        assert agreed


@pytest.mark.parametrize("seed", range(300))
def test_a_random_talk_replays_to_what_is_stored_and_nobody_answers_for_another(seed: int) -> None:
    dice = random.Random(seed)
    players = dice.choice([(A, B), (A, B, C)])
    talk, stored, taken = begin(players), encode(begin(players)), []
    for _turn in range(40):
        entry = any_entry(dice, talk)
        try:
            after = apply(talk, entry)
        except NotAllowed:
            continue
        invariants(talk, entry, after)
        talk, stored = after, encode(apply(talk_from(stored), entry_from(encode(entry))))
        taken.append(encode(entry))
    assert taken
    assert replay(players, map(entry_from, taken)) == talk == talk_from(stored)
