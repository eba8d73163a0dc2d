"""The scoring rules of Badass Force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engines.badass_force.score import ending
from engines.badass_force.score.entries import (
    AMMO_MOST,
    CARDS_MOST,
    TOTAL_MOST,
    AnyEntry,
    ByCard,
    FinalScore,
    Means,
    Tie,
)
from engines.badass_force.score.setup import SETUP_FIELDS, BadassSetup
from engines.badass_force.score.state import BadassState
from engines.core.score import (
    Choice,
    Entry,
    Field,
    Need,
    Number,
    Outcome,
    Pick,
    ScoreGame,
    check_table,
)


class BadassForce(ScoreGame[BadassSetup, BadassState]):
    """Kills score, the sole leader is worth more, and the end of a turn ends the game at the limit."""

    code: ClassVar[str] = "badass_force"
    unit: ClassVar[str] = "victory_points"
    least: ClassVar[int] = 2
    most: ClassVar[int] = 6
    versions: ClassVar[tuple[int, ...]] = (1, 2)
    setup_type = BadassSetup
    setup_fields: ClassVar[tuple[Field, ...]] = SETUP_FIELDS
    entry_type: Any = AnyEntry
    final_fields: ClassVar[tuple[str, ...]] = ("total", "cards", "ammo")

    def start(self, setup: BadassSetup) -> BadassState:
        """Return the match before its first entry."""
        return BadassState.new(setup)

    def choices(self, state: BadassState) -> tuple[Choice, ...]:
        """Return what may be entered now; once it is over, only what tied players hold."""
        if state.ended:
            return _tie(ending.missing(state))
        seats = tuple(state.seats)
        faces = tuple(dict.fromkeys(state.setup.faces))
        cool = tuple(seat for seat in seats if seat not in state.vengeance)
        found = [
            Choice(
                "kill",
                (Pick("killer", seats, default=state.active), Pick("victim", seats), Pick("means", tuple(Means))),
            ),
            Choice("loss", (Pick("seat", seats),)),
            Choice("armoury", (Pick("first", faces), Pick("second", faces))),
            Choice(
                "end_turn", (Pick("seat", (state.active,), default=state.active), Pick("next", (None, *state.staying)))
            ),
            ByCard.choice(seats),
            Choice("leave", (Pick("seat", state.staying),)),
            Choice("stop", (Number("totals", 0, TOTAL_MOST, per_seat=True),)),
        ]
        if cool:
            due = state.due[0] if state.due else None
            found.append(Choice("vengeance", (Pick("seat", cool, default=due),)))
        if state.turn == 1 and not state.points:
            totals = Number("totals", 0, TOTAL_MOST, per_seat=True)
            found.append(Choice("final", (totals, Pick("stopped", (False, True), default=False))))
        return tuple(found)

    def outcome(self, state: BadassState) -> Outcome | None:
        """Return how the match ended, or ``None`` while it is going on."""
        return ending.outcome(state)

    def needs(self, state: BadassState) -> tuple[Need, ...]:
        """Return who needs what to win."""
        return ending.needs(state)

    def final(self, setup: BadassSetup, table: Sequence[Mapping[str, int]]) -> tuple[Entry[BadassState], ...]:
        """Return the entries of a final result; cards and ammunition count only for those who share the first place."""
        check_table(setup, table, self.final_fields)
        entries: list[Entry[BadassState]] = [FinalScore(totals=tuple(line["total"] for line in table))]
        state = self.apply(self.begin(setup), entries[0])
        for seat in ending.tied(state):
            line = table[seat]
            if "cards" in line:
                entries.append(Tie(seat=seat, cards=line["cards"], ammo=line.get("ammo")))
                state = self.apply(state, entries[-1])
        return tuple(entries)


def _tie(seats: tuple[int, ...]) -> tuple[Choice, ...]:
    if not seats:
        return ()
    cards, ammo = Number("cards", 0, CARDS_MOST), Pick("ammo", (None, *range(AMMO_MOST + 1)))
    each = (
        Number(name, 0, most, per_seat=True, seats=seats) for name, most in (("cards", CARDS_MOST), ("ammo", AMMO_MOST))
    )
    return Choice("tie", (Pick("seat", seats), cards, ammo)), Choice("ties", tuple(each))


GAME: Final = BadassForce()
