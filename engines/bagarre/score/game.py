"""The result of La Bagarre: the last one standing wins, those that fell at once share their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engines.bagarre.outcome import Ending
from engines.bagarre.score.entries import AnyEntry, Cause, Eliminated, Fall, late_falls, place_problems
from engines.bagarre.score.setup import PALADIN, SETUP_FIELDS, BagarreSetup
from engines.bagarre.score.state import BagarreState
from engines.core.problems import Illegal, refuse
from engines.core.score import (
    Choice,
    Entry,
    Field,
    Number,
    Outcome,
    Pick,
    Placing,
    Rows,
    ScoreGame,
    ScoreLine,
    best_first,
    check_table,
)

END: Final = "La Bagarre, Fin de partie"


class Bagarre(ScoreGame[BagarreSetup, BagarreState]):
    """No points in this game: places come from the order of falling, and ``total`` counts eliminations."""

    code: ClassVar[str] = "bagarre"
    unit: ClassVar[str] = "eliminations"
    versions: ClassVar[tuple[int, ...]] = (1, 2)
    """2: the ends of a fatal counter may be entered in either order, and fire reaches neighbours only (ruling B47)."""
    least: ClassVar[int] = 2
    most: ClassVar[int] = 6
    setup_type = BagarreSetup
    setup_fields: ClassVar[tuple[Field, ...]] = SETUP_FIELDS
    entry_type: Any = AnyEntry
    final_fields: ClassVar[tuple[str, ...]] = ("place", "by")

    def start(self, setup: BagarreSetup) -> BagarreState:
        """Return the match before its first entry."""
        return BagarreState.new(setup)

    def choices(self, state: BagarreState) -> tuple[Choice, ...]:
        """Return what may be entered now; heroes that nobody noted may be added after the end."""
        found = []
        nameless = tuple(seat for seat in state.seats if not state.heroes[seat])
        if state.setup.heroes and nameless:
            known = state.setup.known_heroes
            free = [hero for hero in known if any(state.could_note(seat, hero) for seat in nameless)]
            heroes = Pick("heroes", tuple(free), many=True, count=state.setup.heroes_each)
            found.append(Choice("heroes", (Pick("seat", nameless), heroes)))
        late = late_falls(state)
        if self.outcome(state) is not None:
            return (*found, Choice("eliminated", (Rows("falls", _late(late), 1, 1),))) if late else tuple(found)
        standing = state.standing
        counter = any(state.may_be(seat, PALADIN) for seat in standing) or any(f.cause is Cause.COUNTER for f in late)
        causes = tuple(cause for cause in Cause if counter or cause is not Cause.COUNTER)
        killers = (None, *standing, *sorted({fall.by for fall in late if fall.by is not None}))
        fall = (Pick("seat", standing), Pick("by", killers), Pick("cause", causes, default=Cause.ATTACK))
        found += [
            Choice("eliminated", (Rows("falls", fall, 1, len(standing)),)),
            Choice("stop", (Number("places", 1, state.setup.seats, per_seat=True),)),
        ]
        return tuple(found)

    def outcome(self, state: BagarreState) -> Outcome | None:
        """Return how the match ended: one side stands (ruling B56), or none, which is a tie."""
        if len(state.sides) > 1 and not state.stopped:
            return None
        teams = bool(state.setup.teams)
        reason, rule = (Ending.LAST_TEAM.value, "ruling B56") if teams else (Ending.LAST_PLAYER.value, END)
        if not state.sides:
            reason, rule = Ending.NOBODY.value, "La Bagarre, Héros: Paladin"
        elif len(state.sides) > 1:
            reason, rule = "agreed" if state.agreed else "stopped", ""
        totals, places = state.totals, state.places
        placings = [
            Placing(seat, places[seat], totals[seat], team=state.setup.teams[seat] if teams else None)
            for seat in state.seats
        ]
        return Outcome(reason, best_first(placings), rule=rule)

    def board(self, state: BagarreState) -> tuple[ScoreLine, ...]:
        """Return every seat's line: its eliminations, and its place by the order of falling."""
        places = state.places
        return tuple(ScoreLine(line.seat, line.total, line.sources, places[line.seat]) for line in super().board(state))

    def final(self, setup: BagarreSetup, table: Sequence[Mapping[str, int]]) -> tuple[Entry[BagarreState], ...]:
        """Return the entries of a final result: they fall from the last place to the first, equals at once.

        ``place`` is any whole number from 1, only its order counts; ``by`` the seat that eliminated this one. In team
        play all members of a team have its place. They fall at once, except those that fell before, and the winning
        team's are taken to stand, except those that somebody eliminated.
        """
        check_table(setup, table, self.final_fields)
        state = self.begin(setup)
        places = [line["place"] for line in table]
        problems = list(place_problems(setup, places))
        if problems:
            raise Illegal(problems)
        entries: list[Entry[BagarreState]] = []
        early = _early(setup, table, places)
        for seat in early:
            entries.append(Eliminated(falls=(Fall(seat, table[seat]["by"]),)))
            state = self.apply(state, entries[-1])
        for place in sorted(set(places), reverse=True):
            seats = [seat for seat in state.seats if places[seat] == place and seat not in early]
            if place == 1 and len({setup.side(seat) for seat in seats}) == 1:
                _no_killer(table, seats)
                break
            entries.append(Eliminated(falls=tuple(Fall(seat, table[seat].get("by")) for seat in seats)))
            state = self.apply(state, entries[-1])
        return tuple(entries)


def _late(falls: Sequence[Fall]) -> tuple[Pick, Pick, Pick]:
    """The fields of what may still have happened at the last moment."""
    seats, killers, causes = ({getattr(fall, name) for fall in falls} for name in ("seat", "by", "cause"))
    return Pick("seat", tuple(sorted(seats))), Pick("by", tuple(sorted(killers))), Pick("cause", tuple(sorted(causes)))


def _early(setup: BagarreSetup, table: Sequence[Mapping[str, int]], places: Sequence[int]) -> list[int]:
    """The seats that fell while others of their team fought on, every one before whoever eliminated it.

    They fell through one of their own, or through a team that was out before theirs; or their team won. Not all of a
    team can have.
    """
    if not setup.teams:
        return []
    won = {setup.side(seat) for seat, place in enumerate(places) if place == 1}
    pending: list[int] = []
    for seat, line in enumerate(table):
        own = [other for other in range(setup.seats) if setup.side(other) == setup.side(seat)]
        by = line.get("by")
        if by is None or set(own) <= {seat, *pending}:
            continue
        if won == {setup.side(seat)} or by in own or (0 <= by < setup.seats and places[by] > places[seat]):
            pending.append(seat)
    found: list[int] = []
    while pending:
        killers = {table[seat]["by"] for seat in pending}
        found.append(next((seat for seat in pending if seat not in killers), pending[0]))
        pending.remove(found[-1])
    return found


def _no_killer(table: Sequence[Mapping[str, int]], winners: Sequence[int]) -> None:
    """Raise ``Illegal`` if somebody is said to have eliminated the winner, or the last of the team that won."""
    for seat in winners:
        if "by" in table[seat]:
            raise refuse("winner_fell", seat=seat, by=table[seat]["by"])


GAME: Final = Bagarre()
