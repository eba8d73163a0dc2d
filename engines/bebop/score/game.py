"""The score pad of Space Serenade: 2 to 4 players hunt criminals on three planets, and Vicious at the end.

Codes of points: ``tokens``, ``star``, ``result``. Codes of events: ``placed``, ``discarded``, ``gauge``, ``captured``,
``characters_return``, ``escaped``, ``vicious_appears``, ``vicious_moves``, ``last_turns``, ``vicious_fled``,
``tokens_lost``. Each entry names the codes it is refused with; those of the setup stand with ``BebopSetup`` and
``CardSet``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.bebop.score.choices import offered
from engines.bebop.score.hunting import EndTurn, Gauge, Take
from engines.bebop.score.noting import ByCard, Captures, Choose, FinalRenown, Leave, Stop
from engines.bebop.score.pursuit import Arrival, Move
from engines.bebop.score.ranking import rank
from engines.bebop.score.revealing import Reveal, StartingCriminal
from engines.bebop.score.setup import TOKEN_RENOWN_MOST, BebopSetup
from engines.bebop.score.state import END, BebopState
from engines.core.score import (
    Choice,
    Entry,
    Field,
    Number,
    Outcome,
    Placing,
    ScoreGame,
    best_first,
    check_table,
)

type AnyEntry = (
    Choose
    | ByCard
    | StartingCriminal
    | Take
    | Gauge
    | Reveal
    | Arrival
    | EndTurn
    | Move
    | FinalRenown
    | Captures
    | Leave
    | Stop
)


class BebopScore(ScoreGame[BebopSetup, BebopState]):
    """The scoring rules of Space Serenade."""

    code: ClassVar[str] = "bebop"
    unit: ClassVar[str] = "renown"
    setup_fields: ClassVar[tuple[Field, ...]] = (Number("token_renown", 1, TOKEN_RENOWN_MOST, default=1),)
    least: ClassVar[int] = 2
    most: ClassVar[int] = 4
    """Solo play is not supported (ruling C2)."""
    setup_type = BebopSetup
    entry_type: Any = AnyEntry
    final_fields: ClassVar[tuple[str, ...]] = ("total", "captured")

    def start(self, setup: BebopSetup) -> BebopState:
        """Return the table before the starting criminals are placed."""
        return BebopState(
            setup=setup,
            characters=(None,) * setup.seats,
            tokens=((0, 0, 0, 0),) * setup.seats,
            captured=((),) * setup.seats,
            active=setup.start,
        )

    def outcome(self, state: BebopState) -> Outcome | None:
        """Return the places by renown; the first by criminals captured, then shared (``ranking``).

        Whoever left comes behind those who stayed, and when at most one did, the match is over.
        """
        if not state.ended:
            return None
        totals = state.totals
        ranking = rank(totals, _counts(state), state.left)
        known = ranking.compared
        placed = [
            Placing(seat, ranking.places[seat], totals[seat], {"captured": known[seat]} if seat in known else {})
            for seat in state.seats
        ]
        return Outcome(
            state.ended,
            best_first(placed),
            tie_breaks=("captured",) if len({ranking.places[seat] for seat in ranking.level}) > 1 else (),
            missing=() if ranking.decided else ("captured",),
            rule=END,
        )

    def final(self, setup: BebopSetup, table: Sequence[Mapping[str, int]]) -> tuple[Entry[BebopState], ...]:
        """Return the entry of a final result: each seat's ``total`` renown, and ``captured`` criminals if known."""
        check_table(setup, table, self.final_fields)
        totals = tuple(line["total"] for line in table)
        return self.sole(setup, FinalRenown(totals=totals, captured=tuple(line.get("captured") for line in table)))

    def choices(self, state: BebopState) -> tuple[Choice, ...]:
        """Return what may be entered now: one ``take`` for each pile with tokens, everything else once."""
        outcome = self.outcome(state)
        return tuple(offered(state, outcome))


def _counts(state: BebopState) -> tuple[int | None, ...]:
    return state.counts if state.noted else tuple(len(cards) for cards in state.captured)


GAME = BebopScore()
