"""Space Serenade entered as a final result, and how its ties are broken: by hand from the rulebook and rulings C."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from engines.bebop.score import GAME
from engines.core.problems import Illegal
from tests.engines.score.bebop_table import EARTH, MARS, START, refusals, setup, sound, take


class TestFinalResult:
    """Renown, then criminals captured, then a shared victory (Fin de la partie; ruling C48)."""

    def test_renown_decides(self) -> None:
        match = setup(3)
        entries = GAME.final(match, [{"total": 12}, {"total": 15}, {"total": 9}])
        outcome = GAME.outcome(GAME.replay(match, entries).state)
        assert outcome is not None
        assert [(one.seat, one.place) for one in outcome.places] == [(1, 1), (0, 2), (2, 3)]
        assert (outcome.tie_breaks, outcome.missing) == ((), ())

    def test_criminals_break_a_tie(self) -> None:
        match = setup(3)
        entries = GAME.final(
            match, [{"total": 12, "captured": 2}, {"total": 12, "captured": 4}, {"total": 3, "captured": 1}]
        )
        outcome = GAME.outcome(GAME.replay(match, entries).state)
        assert outcome is not None
        assert outcome.winners == (1,)
        assert outcome.tie_breaks == ("captured",)
        assert [one.ties for one in outcome.places] == [{"captured": 4}, {"captured": 2}, {}]

    def test_equals_in_both_share(self) -> None:
        match = setup()
        entries = GAME.final(match, [{"total": 12, "captured": 3}, {"total": 12, "captured": 3}])
        outcome = GAME.outcome(GAME.replay(match, entries).state)
        assert outcome is not None
        assert (outcome.winners, outcome.tie_breaks, outcome.missing) == ((0, 1), (), ())

    def test_unknown_captures_are_asked_for(self) -> None:
        match = setup()
        entries = GAME.final(match, [{"total": 12, "captured": 3}, {"total": 12}])
        state = GAME.replay(match, entries).state
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.winners, outcome.missing) == ((0, 1), ("captured",))
        assert "captures" in [choice.kind for choice in GAME.choices(state)]
        known = GAME.apply(state, GAME.decode_entry({"kind": "captures", "captured": [3, 5]}))
        settled = GAME.outcome(known)
        assert settled is not None
        assert (settled.winners, settled.missing, settled.tie_breaks) == ((1,), (), ("captured",))
        assert "captures" not in [choice.kind for choice in GAME.choices(known)]

    def test_unknown_captures_do_not_matter_without_a_tie(self) -> None:
        match = setup()
        outcome = GAME.outcome(GAME.replay(match, GAME.final(match, [{"total": 12}, {"total": 11}])).state)
        assert outcome is not None
        assert outcome.missing == ()

    def test_criminals_decide_the_first_place_only(self) -> None:
        """ "Celui ayant capturé le plus de criminels l'emporte": further down equals share, and nothing is asked."""
        match = setup(3)
        table = [{"total": 12, "captured": 2}, {"total": 9, "captured": 4}, {"total": 9, "captured": 1}]
        outcome = GAME.outcome(GAME.replay(match, GAME.final(match, table)).state)
        assert outcome is not None
        assert [(one.seat, one.place) for one in outcome.places] == [(0, 1), (1, 2), (2, 2)]
        assert (outcome.tie_breaks, outcome.missing) == ((), ())
        unknown = GAME.final(match, [{"total": 12}, {"total": 9}, {"total": 9}])
        outcome = GAME.outcome(GAME.replay(match, unknown).state)
        assert outcome is not None
        assert outcome.missing == ()

    def test_the_others_of_a_tie_in_front_follow_by_their_criminals(self) -> None:
        """12, 12, 12 and 3 renown; criminals 2, 4, 2: one wins, two share the second place."""
        match = setup(4)
        counts = (2, 4, 2, 1)
        table = [{"total": total, "captured": count} for total, count in zip((12, 12, 12, 3), counts, strict=True)]
        outcome = GAME.outcome(GAME.replay(match, GAME.final(match, table)).state)
        assert outcome is not None
        assert [outcome.place_of(seat) for seat in range(4)] == [2, 1, 2, 4]

    def test_nobody_captures_more_than_there_are(self) -> None:  # 3 at the start, 9 in the deck, and Vicious
        with pytest.raises(Illegal, match="captured_sum"):
            GAME.final(setup(), [{"total": 12, "captured": 7}, {"total": 12, "captured": 7}])
        with pytest.raises(Illegal, match="captured_range"):
            GAME.final(setup(), [{"total": 12, "captured": 14}, {"total": 12, "captured": 0}])
        assert GAME.final(setup(), [{"total": 12, "captured": 7}, {"total": 12, "captured": 6}])

    def test_impossible_totals_are_refused(self) -> None:
        with pytest.raises(Illegal, match="total_range"):
            GAME.final(setup(), [{"total": -1}, {"total": 0}])

    def test_it_does_not_mix_with_play(self) -> None:
        assert "result_late" in refusals(setup(), START[0], {"kind": "result", "totals": [1, 2]})

    def test_a_kept_match_has_no_captures_to_ask_for(self) -> None:
        found = refusals(setup(), *START, {"kind": "captures", "captured": [0, 0]})
        assert "captures_known" in found


class TestBrokenOff:
    """Every pad can be broken off at any moment (ruling C67), with the renown as it stands or with a typed result."""

    def test_with_the_renown_as_it_stands(self) -> None:
        """Seat 0 took both clues of the criminal on Earth (1 renown each); its token of Mars is worth nothing."""
        log = (*START, take(0, MARS, "clues"), take(0, EARTH, "clues", 2), {"kind": "stop"})
        state = sound(setup(), *log)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.reason, state.totals, outcome.winners) == ("stopped", (2, 0), (0,))
        assert sum(state.tokens[0]) == 0
        assert [choice.kind for choice in GAME.choices(state)] == ["choose"]

    def test_before_anything(self) -> None:
        outcome = GAME.outcome(sound(setup(), {"kind": "stop"}))
        assert outcome is not None
        assert outcome.winners == (0, 1)

    def test_with_typed_renown(self) -> None:
        log = (*START, take(0, EARTH, "clues", 2), {"kind": "stop", "totals": [2, 5]})
        state = sound(setup(), *log)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (state.totals, outcome.winners, outcome.missing) == ((2, 5), (1,), ())

    def test_a_typed_tie_asks_for_the_criminals_captured(self) -> None:  # ruling C48
        log = (*START, take(0, EARTH, "clues", 2), {"kind": "stop", "totals": [5, 5]})
        outcome = GAME.outcome(sound(setup(), *log))
        assert outcome is not None
        assert outcome.missing == ("captured",)
        outcome = GAME.outcome(sound(setup(), *log, {"kind": "captures", "captured": [1, 2]}))
        assert outcome is not None
        assert outcome.winners == (1,)

    def test_typed_renown_is_checked(self) -> None:
        assert "final_lines" in refusals(setup(), {"kind": "stop", "totals": [1]})
        assert "total_range" in refusals(setup(), {"kind": "stop", "totals": [1, -1]})


class TestRenownByACard:
    """Points by a card's text, for any player, positive or negative, marked as such (ruling C51)."""

    BONUS: ClassVar[dict[str, Any]] = {"kind": "card", "seat": 1, "card": "Ein", "points": 3, "reason": "its text"}

    def test_more_and_less(self) -> None:
        state = sound(setup(), *START, self.BONUS, {**self.BONUS, "points": -1})
        assert state.totals == (0, 2)
        assert [(one.source, one.rule) for one in state.points] == [("card", "ruling C51")] * 2

    def test_also_while_a_card_is_to_be_revealed(self) -> None:
        assert sound(setup(), *START, take(0, EARTH, "clues", 2), self.BONUS).totals == (2, 3)

    def test_not_before_the_table_is_laid(self) -> None:
        assert "criminals_missing" in refusals(setup(), self.BONUS)
