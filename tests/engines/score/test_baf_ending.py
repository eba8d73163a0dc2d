"""How BAF! ends: final attempts, coins, shared victories, and a match entered as a result only; rulings A by hand."""

from __future__ import annotations

import pytest

from engines.baf.cards import Skills
from engines.baf.score import GAME
from engines.baf.score.state import Hands, Side
from engines.core.problems import Illegal
from tests.engines.score.baf_box import close, heroes, loss, play, refusals, runes, setup, win
from tests.engines.score.test_baf import BOSSES, PARTIES


class TestFinalAttempt:
    """After the ninth round everybody may try the dungeon master or the dragon (Score final)."""

    ready = (*PARTIES, BOSSES, *close(*range(1, 10)))

    def test_not_before(self) -> None:
        found = refusals(setup(), *PARTIES, BOSSES, *close(*range(1, 9)), {"kind": "boss_pass", "seat": 0})
        assert found == {"rounds_left": {"round": 9, "most": 9}}

    def test_both_heroes_together(self) -> None:  # ruling A16
        # Master: melee 2, magic 3. Witch and guard together have exactly that; neither alone has.
        state = play(setup(), *self.ready, {"kind": "boss_win", "seat": 0, "boss": "master"}).state
        assert state.combined(0, Hands.BOTH) == Skills(melee=2, magic=3, stealth=1)
        assert state.totals == (10, 0)
        assert "strong_enough" in refusals(setup(), *self.ready, {"kind": "boss_loss", "seat": 0, "boss": "master"})

    def test_skills_gained_count(self) -> None:
        # Scout and rogue with nine ranged: 2 of their own, then seven runes.
        typed = [win(1, "left", "", number, coins=0, put="left", runes=runes("ranged")) for number in range(1, 8)]
        rounds = [entry for number in range(1, 10) for entry in (*typed[number - 1 : number], *close(number))]
        state = play(setup(with_cards=False), *rounds).state
        assert state.combined(1, Hands.BOTH) == Skills(ranged=7)

    def test_weakness_is_found_out(self) -> None:
        found = refusals(setup(), *self.ready, {"kind": "boss_win", "seat": 1, "boss": "dragon"})
        assert found["too_weak"] == {"seat": 1, "item": "dragon_1", "skill": "ranged", "value": 2, "needs": 9}

    def test_failing_costs_nothing(self) -> None:  # ruling A14
        state = play(setup(), *self.ready, {"kind": "boss_loss", "seat": 1, "boss": "dragon"}).state
        assert state.totals == (0, 0)
        assert [event.code for event in state.events] == ["boss_failed"]

    @pytest.mark.parametrize("boss", ["master", "dragon"])
    def test_one_attempt_in_all(self, boss: str) -> None:  # ruling A15
        tried = (*self.ready, {"kind": "boss_win", "seat": 0, "boss": "master"})
        found = refusals(setup(), *tried, {"kind": "boss_loss", "seat": 0, "boss": boss})
        assert found == {"attempt_made": {"seat": 0}}

    def test_several_players_may_beat_the_same(self) -> None:  # Score final
        match = setup(with_cards=False)
        wins = [{"kind": "boss_win", "seat": seat, "boss": "dragon", "coins": 8} for seat in (0, 1)]
        assert play(match, *close(*range(1, 10)), *wins).state.totals == (8, 8)

    def test_the_same_boss_brings_the_same_coins(self) -> None:
        match = setup(with_cards=False)
        first = {"kind": "boss_win", "seat": 0, "boss": "dragon", "coins": 8}
        other = {"kind": "boss_win", "seat": 1, "boss": "dragon", "coins": 9}
        assert refusals(match, *close(*range(1, 10)), first, other) == {
            "coins_differ": {"seat": 0, "value": 9, "needs": 8}
        }
        assert refusals(match, *close(*range(1, 10)), first, {**other, "boss": "master"}) == {}

    def test_with_cards_the_bosses_must_be_known(self) -> None:
        unknown = (*PARTIES, *close(*range(1, 10)))
        attempt = {"kind": "boss_win", "seat": 0, "boss": "master"}
        assert refusals(setup(), *unknown, attempt) == {"bosses_unknown": {"boss": "master"}}
        assert refusals(setup(), *unknown, BOSSES, attempt) == {}
        assert "bosses_known" in refusals(setup(), *unknown, BOSSES, BOSSES)
        swapped = {"kind": "bosses", "master": "dragon_1", "dragon": "dragon_2"}
        assert refusals(setup(), swapped) == {"card_unknown": {"item": "master", "value": "dragon_1"}}

    def test_no_fight_is_added_behind_a_seats_attempt(self) -> None:
        tried = (*self.ready, {"kind": "boss_win", "seat": 0, "boss": "master"})
        assert refusals(setup(), *tried, win(0, "left", "jelly", 1)) == {"attempt_made": {"seat": 0}}


class TestEnd:
    def test_the_match_ends_when_everybody_has_tried_or_passed(self) -> None:
        ready = (*PARTIES, *close(*range(1, 10)), {"kind": "boss_pass", "seat": 1})
        assert GAME.outcome(play(setup(), *ready).state) is None
        replay = play(setup(), *ready, {"kind": "boss_pass", "seat": 0})
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert outcome.reason == "rounds_played"
        assert GAME.choices(replay.state) == ()
        assert refusals(setup(), *ready, {"kind": "boss_pass", "seat": 0}, *close(9)) == {"match_over": {}}

    def test_a_whole_match_reckoned_by_hand(self) -> None:
        # Seat 0: jelly 1 + ogre 2 + giant 5 - 1 (lost to the totem, round 2) + master 10 = 17.
        # Seat 1: purse 3 + purse 3 - 1 - 1 (ogre and ghost) = 4, fails against the dragon.
        replay = play(
            setup(),
            *PARTIES, BOSSES,
            win(0, "left", "jelly", 1, put="left"), win(0, "right", "bones", 1, put="right"),
            win(1, "right", "purse", 1), *close(1),
            loss(0, "left", "totem", 2), win(1, "right", "purse", 2), *close(2, 3),
            win(0, "right", "ogre", 4, put="right"), loss(1, "left", "ogre", 4), loss(1, "right", "ghost", 4),
            *close(4, 5, 6),
            win(0, "right", "giant", 7), *close(7, 8, 9),
            {"kind": "boss_win", "seat": 0, "boss": "master"}, {"kind": "boss_loss", "seat": 1, "boss": "dragon"},
        )  # fmt: skip
        assert replay.faults == ()
        first, second = GAME.board(replay.state)
        assert first.sources == {"monster": 8, "penalty": -1, "master": 10}
        assert second.sources == {"monster": 6, "penalty": -2}
        assert (first.total, second.total) == (17, 4)
        # Melee 2 + 1 (bones) + 2 (ogre) = 5 before the giant (4).
        assert replay.state.skills(0, Side.RIGHT, 7) == Skills(melee=5, stealth=1)
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert outcome.winners == (0,)

    def test_equals_share_the_victory(self) -> None:  # Score final
        match = setup(4, with_cards=False)
        coins = [win(0, "left", coins=5), win(1, "left", coins=7), win(2, "left", coins=7), win(3, "left", coins=5)]
        passes = [{"kind": "boss_pass", "seat": seat} for seat in range(4)]
        outcome = GAME.outcome(play(match, *coins, *close(*range(1, 10)), *passes).state)
        assert outcome is not None
        assert [(one.seat, one.place, one.total) for one in outcome.places] == [
            (1, 1, 7),
            (2, 1, 7),
            (0, 3, 5),
            (3, 3, 5),
        ]
        assert outcome.winners == (1, 2)
        assert (outcome.tie_breaks, outcome.missing, outcome.another_game) == ((), (), False)

    def test_totals_may_fall_below_nothing(self) -> None:
        match = setup(with_cards=False)
        passes = [{"kind": "boss_pass", "seat": seat} for seat in range(2)]
        replay = play(match, loss(1, "left"), loss(1, "right"), *close(*range(1, 10)), *passes)
        assert replay.state.totals == (0, -2)


class TestBrokenOff:
    """Every pad can be broken off at any moment, with the scores as they stand or with a typed result."""

    MATCH = setup(3, with_cards=False)
    LOG = (win(0, "left", coins=4), loss(1, "both"))

    def test_at_the_first_moment(self) -> None:
        outcome = GAME.outcome(play(setup(2), {"kind": "stop"}).state)
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("stopped", (0, 1))

    def test_with_the_coins_as_they_stand(self) -> None:
        replay = play(self.MATCH, *self.LOG, {"kind": "stop"})
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert replay.faults == ()
        assert [(p.seat, p.total, p.place) for p in outcome.places] == [(0, 4, 1), (2, 0, 2), (1, -1, 3)]
        assert outcome.reason == "stopped"
        assert [choice.kind for choice in GAME.choices(replay.state)] == ["heroes"]

    def test_with_typed_coins(self) -> None:
        replay = play(self.MATCH, *self.LOG, {"kind": "stop", "totals": [4, 7, -2]})
        assert replay.state.totals == (4, 7, -2)
        assert [(p.seat, p.amount) for p in replay.steps[-1].points] == [(1, 8), (2, -2)]
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert outcome.winners == (1,)

    def test_typed_coins_are_checked(self) -> None:
        assert "final_lines" in refusals(self.MATCH, *self.LOG, {"kind": "stop", "totals": [4, 7]})
        # Nine rounds, two hands, one coin each: nobody can have lost more than 18.
        assert "total_range" in refusals(self.MATCH, *self.LOG, {"kind": "stop", "totals": [4, 7, -19]})

    def test_nothing_is_fought_after_it(self) -> None:
        assert "match_over" in refusals(self.MATCH, {"kind": "stop"}, *self.LOG[:1])


class TestFinalResult:
    def test_totals_on_one_screen(self) -> None:
        match = setup(3, with_cards=False)
        entries = GAME.final(match, [{"total": 12}, {"total": -1}, {"total": 12}])
        state = GAME.replay(match, entries).state
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.reason, outcome.winners, outcome.place_of(1)) == ("result", (0, 2), 3)
        assert state.totals == (12, -1, 12)

    @pytest.mark.parametrize(("penalty", "total"), [(1, -19), (0, -1), (5, -91), (1, 501)])
    def test_impossible_totals_are_refused(self, penalty: int, total: int) -> None:
        """Two heroes lose to two monsters at most in each of nine rounds: 18 penalties (rulings A2, A4)."""
        match = setup(with_cards=False, penalty=penalty)
        with pytest.raises(Illegal, match="total_range"):
            GAME.final(match, [{"total": total}, {"total": 0}])

    @pytest.mark.parametrize(("penalty", "total"), [(1, -18), (0, 0), (5, -90)])
    def test_the_worst_end_there_is(self, penalty: int, total: int) -> None:
        assert GAME.final(setup(with_cards=False, penalty=penalty), [{"total": total}, {"total": 0}])

    def test_every_seat_has_a_line(self) -> None:
        with pytest.raises(Illegal, match="final_lines"):
            GAME.final(setup(3), [{"total": 1}, {"total": 0}])

    def test_it_does_not_mix_with_rounds(self) -> None:
        result = {"kind": "result", "totals": [3, 4]}
        assert refusals(setup(with_cards=False), win(0, "left", coins=1), result) == {"result_late": {"round": 1}}

    def test_heroes_may_be_named_beside_it(self) -> None:
        result = {"kind": "result", "totals": [3, 4]}
        match = setup(with_cards=False)
        replay = play(match, result, heroes(1, "Nora", "Odo"))
        assert replay.faults == ()
        assert [choice.kind for choice in GAME.choices(replay.state)] == ["heroes"]


def leave(seat: int) -> dict[str, object]:
    return {"kind": "leave", "seat": seat}


class TestLeaving:
    """Score final counts those who play to the end: whoever left comes behind all who stayed."""

    def test_coins_stay_and_the_place_is_the_last(self) -> None:
        typed = win(0, "left", coins=9)
        passes = ({"kind": "boss_pass", "seat": 1}, {"kind": "boss_pass", "seat": 2})
        match = play(setup(3, with_cards=False), typed, leave(0), *close(*range(1, 10)), *passes)
        assert not match.faults
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert (outcome.reason, match.state.totals) == ("rounds_played", (9, 0, 0))
        assert [outcome.place_of(seat) for seat in range(3)] == [3, 1, 1]

    def test_the_last_one_wins(self) -> None:
        outcome = GAME.outcome(play(setup(with_cards=False), win(0, "left", coins=9), leave(0)).state)
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("left", (1,))

    def test_who_left_makes_no_attempt_and_leaves_once(self) -> None:
        entries = (leave(0), *close(*range(1, 10)))
        assert "has_left" in refusals(setup(3, with_cards=False), *entries, {"kind": "boss_pass", "seat": 0})
        assert refusals(setup(3, with_cards=False), leave(0), leave(0)) == {"has_left": {"seat": 0}}

    def test_the_others_draft_on(self) -> None:  # ruling A17
        # 0, then 1 who leaves, 2, 2 again, and back to 0.
        drafted = [{"kind": "draft", "seat": seat, "hero": hero} for seat, hero in ((0, "witch"), (2, "guard"))]
        state = play(setup(3), drafted[0], leave(1), drafted[1]).state
        assert state.drafter == 2
        last = [{"kind": "draft", "seat": seat, "hero": hero} for seat, hero in ((2, "scout"), (0, "rogue"))]
        done = play(setup(3), drafted[0], leave(1), drafted[1], *last)
        assert not done.faults
        assert (done.state.drafter, done.state.drafted) == (None, True)
