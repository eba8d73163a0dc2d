"""The score pad of BAF!: 2 to 5 players, nine rounds on three levels, a final attempt, the most coins.

Codes of points: ``monster``, ``penalty``, ``master``, ``dragon``, ``result``. Codes of events: ``draft_complete``,
``hero_improved``, ``level_begins``, ``final_attempts``, ``boss_failed``, ``boss_passed``. Each entry names the codes
it is refused with; those of the setup stand with ``BafSetup`` and ``CardSet``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.baf.score.choices import offered
from engines.baf.score.counting import EndCount
from engines.baf.score.ending import FINAL, BossLoss, BossPass, BossWin
from engines.baf.score.fighting import CloseRound, Loss, Reveal, Win
from engines.baf.score.preparing import AllHeroes, Bosses, Draft, FinalCoins, Heroes, Leave, Stop
from engines.baf.score.reckoning import places
from engines.baf.score.setup import PENALTY_MOST, BafSetup
from engines.baf.score.state import BafState
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
    Bosses
    | Draft
    | Heroes
    | AllHeroes
    | Reveal
    | Win
    | Loss
    | CloseRound
    | BossWin
    | BossLoss
    | BossPass
    | EndCount
    | FinalCoins
    | Leave
    | Stop
)


class BafScore(ScoreGame[BafSetup, BafState]):
    """The scoring rules of BAF!"""

    code: ClassVar[str] = "baf"
    unit: ClassVar[str] = "coins"
    versions: ClassVar[tuple[int, ...]] = (1, 2)
    """2: typed names of monsters may repeat in a round (ruling A23)."""
    setup_fields: ClassVar[tuple[Field, ...]] = (Number("penalty", 0, PENALTY_MOST, default=1),)
    least: ClassVar[int] = 2
    most: ClassVar[int] = 5
    """As many as ten heroes and 34 monsters of a level allow (ruling A1)."""
    setup_type = BafSetup
    entry_type: Any = AnyEntry
    final_fields: ClassVar[tuple[str, ...]] = ("total",)

    def start(self, setup: BafSetup) -> BafState:
        """Return an empty table."""
        return BafState(setup=setup, heroes=((None, None),) * setup.seats)

    def outcome(self, state: BafState) -> Outcome | None:
        """Return the places by coins once everybody made or passed their attempt, or all broke off. Equals share.

        Whoever left comes behind those who stayed, and when at most one did, the match is over.
        """
        attempted = all(state.attempt(seat) is not None for seat in state.staying)
        alone = len(state.staying) < 2
        if not (attempted or alone or state.noted or state.stopped):
            return None
        reason = "stopped" if state.stopped else "result" if state.noted else "left" if alone else "rounds_played"
        totals = state.totals
        place = places(totals, [seat in state.left for seat in state.seats])
        placings = (Placing(seat, place[seat], totals[seat]) for seat in state.seats)
        return Outcome(reason, best_first(placings), rule=FINAL)

    def final(self, setup: BafSetup, table: Sequence[Mapping[str, int]]) -> tuple[Entry[BafState], ...]:
        """Return the entry of a final result: each seat's ``total`` of coins."""
        check_table(setup, table, self.final_fields)
        return self.sole(setup, FinalCoins(totals=tuple(line["total"] for line in table)))

    def choices(self, state: BafState) -> tuple[Choice, ...]:
        """Return what may be entered now: fights of the present round; ``apply`` takes earlier rounds too."""
        return tuple(offered(state, over=self.outcome(state) is not None))


GAME = BafScore()
