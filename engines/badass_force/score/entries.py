"""What is noted on the pad of Badass Force while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import ClassVar, Final

from msgspec.structs import replace

from engines.badass_force.score.ending import missing, tied
from engines.badass_force.score.setup import Symbol
from engines.badass_force.score.state import TURN, BadassState, Holding
from engines.core.problems import Problem
from engines.core.score import (
    CardPoints,
    Entry,
    Event,
    Leaving,
    Points,
    brought_to,
    each_range_problems,
    each_seat_problems,
    seat_problems,
)

CARDS_MOST: Final = 7
AMMO_MOST: Final = 99
TOTAL_MOST: Final = 999
ARMOURY: Final = "Badass Force, Lancez les 2 dés de l'armurerie"


class Means(StrEnum):
    """How a character was lost through somebody else; all of them score alike (ruling F17)."""

    WEAPON = "weapon"
    POWER = "power"
    BLUFF_CALLED = "bluff_called"
    """The killer denounced a bluff, rightly."""
    BLUFF_RESISTED = "bluff_resisted"
    """The killer told the truth, and the victim denounced it."""
    EXPLOSION = "explosion"
    """The killer made the victim's weapon explode by giving it ammunition."""


class Kill(Entry[BadassState], frozen=True, tag="kill"):
    """``victim`` lost one character through ``killer``; several at once are several entries, as the marker is moved
    at once each time. Of several by one effect the leader is judged once, before the first (ruling F43): ``of_leader``
    says for the others whether the victim was alone in front then.
    """

    killer: int
    victim: int
    means: Means = Means.WEAPON
    of_leader: bool | None = None

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """Both must sit at the table, and nobody scores on themselves."""
        yield from seat_problems(state, self.killer, self.victim)
        if self.killer == self.victim:
            yield Problem("own_kill", None, {"seat": self.killer}, "ruling F20")

    def apply(self, state: BadassState) -> BadassState:
        """Score it, and remember that this scorer's next kill of the turn is a later one."""
        after = state.scored(*state.kill_points(self.killer, self.victim, of_leader=self.of_leader))
        after = replace(
            after,
            scorers=tuple(sorted({*state.scorers, self.killer})),
        )
        return _last_turn(state, after.lose(self.victim))


class Loss(Entry[BadassState], frozen=True, tag="loss"):
    """A seat lost a character by its own doing, or through nobody: no points for anyone (ruling F20)."""

    seat: int

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """It must sit at the table."""
        return seat_problems(state, self.seat)

    def apply(self, state: BadassState) -> BadassState:
        """Count the loss."""
        return state.lose(self.seat)


class Vengeance(Entry[BadassState], frozen=True, tag="vengeance"):
    """A seat is down to one character and turns its tile to Vengeance, for good (rulings F21, F24)."""

    seat: int

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """It must have been Cool."""
        yield from seat_problems(state, self.seat)
        if self.seat in state.vengeance:
            yield Problem("vengeance_already", None, {"seat": self.seat}, "ruling F24")

    def apply(self, state: BadassState) -> BadassState:
        """Turn the tile."""
        return replace(state, vengeance=tuple(sorted((*state.vengeance, self.seat))))


class Armoury(Entry[BadassState], frozen=True, tag="armoury"):
    """The active player rolled the armoury dice. The pad says who gains how many charges; it keeps no count of them."""

    first: Symbol
    second: Symbol

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """Both dice must show what these dice can show."""
        for face in dict.fromkeys((self.first, self.second)):
            if face not in state.setup.faces:
                yield Problem("no_such_face", None, {"item": face.value}, "ruling F3")

    def apply(self, state: BadassState) -> BadassState:
        """Tell the charges: green for the roller, yellow for all, red for all others.

        Two reds also empty the roller's weapon (ruling F1).
        """
        faces = (self.first, self.second)
        green, yellow, red = (faces.count(symbol) for symbol in (Symbol.GREEN, Symbol.YELLOW, Symbol.RED))
        events = []
        for seat in state.seats:
            gain = yellow + (green if seat == state.active else red)
            if gain:
                events.append(Event("charges", seat, {"gain": gain}, ARMOURY))
        if red == len(faces):
            events.append(Event("charges_lost", state.active, {}, "ruling F1"))
        return state.with_events(*events)


class ByCard(CardPoints[BadassState], frozen=True, tag="card"):
    """Points by a card's text (ruling F37); a limit that was reached ends the game all the same (ruling F51)."""

    @property
    def rule(self) -> str:
        """The ruling that lets the pad take them."""
        return "ruling F37"

    def apply(self, state: BadassState) -> BadassState:
        """Add them, and remember that the limit was reached before."""
        return _last_turn(state, replace(super().apply(state), reached=state.limit_reached))


class EndTurn(Entry[BadassState], frozen=True, tag="end_turn"):
    """The running turn ends. Unless that ends the match, the next one starts at once: clockwise, or with ``next`` if
    the table went on with somebody else.

    ``seat`` is whose turn it is, so that two phones ending one turn do not end two; logs from before it was asked have
    none.
    """

    seat: int | None = None
    next: int | None = None

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """It must be the turn of who is named, and whoever is next must sit at the table."""
        yield from (unseated := seat_problems(state, self.seat, self.next))
        if not unseated and self.seat is not None and self.seat != state.active:
            yield Problem("not_active", None, {"seat": self.seat, "active": state.active}, TURN)

    def apply(self, state: BadassState) -> BadassState:
        """End the match if the limit is reached (ruling F26), else begin the next turn."""
        if state.limit_reached:
            return replace(state, ended="limit").with_events(
                Event("over", None, {"limit": state.setup.limit}, "ruling F26")
            )
        after = state.begin_turn(state.next_seat if self.next is None else self.next)
        return _last_turn(state, after)


class Stop(Entry[BadassState], frozen=True, tag="stop"):
    """The players broke off; the places are by the points so far, or by the ``totals`` typed here."""

    totals: tuple[int, ...] = ()

    def verify(self, state: BadassState) -> Iterator[Problem]:
        """Totals are points, one for each seat, or none is typed."""
        if self.totals:
            yield from each_seat_problems(state, self.totals)
            yield from each_range_problems("total", self.totals, 0, TOTAL_MOST)

    def apply(self, state: BadassState) -> BadassState:
        """End the match; it was played out if the limit is reached."""
        after = state.scored(*brought_to(state, self.totals, "final"))
        return replace(after, ended="limit" if after.limit_reached else "stopped")


class Leave(Leaving[BadassState], frozen=True, tag="leave"):
    """A player leaves before the end: points stay, the cards lie there to be hit, and they come behind all who stay.

    Their turns are left out, unless the table names them as next: the engine lets whoever left do what they must. When
    one player is left, the match is over. Refused with ``no_such_seat``, ``has_left``.
    """

    def apply(self, state: BadassState) -> BadassState:
        """Remember it, and end the match when nobody is left to play against."""
        after = replace(state, left=tuple(sorted((*state.left, self.seat))))
        return replace(after, ended="left") if len(after.staying) < 2 else after


class FinalScore(Entry[BadassState], frozen=True, tag="final"):
    """The final points of all seats, entered at once and not as they happened; ``stopped`` if they broke off early."""

    totals: tuple[int, ...]
    stopped: bool = False

    def verify(self, state: BadassState) -> Iterator[Problem]:
        """Nothing may have been scored before, and unless they broke off somebody must have reached the limit."""
        if state.points or state.turn > 1:
            yield Problem("final_late")
        uneven = list(each_seat_problems(state, self.totals))
        yield from uneven
        if uneven:
            return
        yield from each_range_problems("total", self.totals, 0, TOTAL_MOST)
        best = max(self.totals)
        if best < state.setup.limit and not self.stopped:
            yield Problem("limit_not_reached", None, {"value": best, "least": state.setup.limit}, "ruling F26")

    def apply(self, state: BadassState) -> BadassState:
        """Score the totals and end the match."""
        points = (Points(seat, total, "final") for seat, total in enumerate(self.totals) if total)
        ended = "limit" if max(self.totals) >= state.setup.limit else "stopped"
        return replace(state.scored(*points), ended=ended)


class Tie(Entry[BadassState], frozen=True, tag="tie"):
    """What a player who shares the most points holds at the end: it decides the first place (ruling F27).

    ``ammo`` may be left out unless cards in hand are equal too; it can be added by a second entry.
    """

    after_end: ClassVar[bool] = True

    seat: int
    cards: int
    ammo: int | None = None

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """The match must be over, and this seat share the most points without having said what is asked."""
        yield from seat_problems(state, self.seat)
        if not state.ended or self.seat not in tied(state):
            yield Problem("no_tie", None, {"seat": self.seat}, "ruling F27")
        elif self.seat not in missing(state):
            yield Problem("tie_known", None, {"seat": self.seat})
        for name, value, most in (("cards", self.cards, CARDS_MOST), ("ammo", self.ammo, AMMO_MOST)):
            if value is not None and not 0 <= value <= most:
                yield Problem("holding", None, {"seat": self.seat, "item": name, "value": value, "most": most})

    def apply(self, state: BadassState) -> BadassState:
        """Keep it for the comparison."""
        holding = Holding(self.cards, self.ammo)
        return replace(state, holdings=tuple(holding if s == self.seat else h for s, h in enumerate(state.holdings)))


class Ties(Entry[BadassState], frozen=True, tag="ties"):
    """What the players who share the most points hold, on one form (ruling F27): by seat, ``None`` for all others.

    Whoever is not named may still be by a second entry; ``ammo`` may be left out as in ``Tie``.
    """

    after_end: ClassVar[bool] = True

    cards: tuple[int | None, ...] = ()
    ammo: tuple[int | None, ...] = ()

    def each(self) -> Iterator[Tie]:
        """Yield what each player holds."""
        for seat, cards in enumerate(self.cards):
            if cards is not None:
                yield Tie(seat=seat, cards=cards, ammo=self.ammo[seat] if seat < len(self.ammo) else None)

    def verify(self, state: BadassState) -> Iterable[Problem]:
        """Somebody must be named, each with cards, and each as in an entry of their own."""
        named = list(self.each())
        if not named:
            yield Problem("tie_nothing", None, {}, "ruling F27")
        for tie in named:
            yield from tie.verify(state)
        told = {tie.seat for tie in named}
        for seat, ammo in enumerate(self.ammo):
            if ammo is not None and seat not in told:
                yield from seat_problems(state, seat) or [Problem("tie_cards", None, {"seat": seat}, "ruling F27")]

    def apply(self, state: BadassState) -> BadassState:
        """Keep it for the comparison."""
        for tie in self.each():
            state = tie.apply(state)
        return state


AnyEntry = Kill | Loss | Vengeance | Armoury | ByCard | EndTurn | Stop | Leave | FinalScore | Tie | Ties


def _last_turn(before: BadassState, after: BadassState) -> BadassState:
    if before.limit_reached or not after.limit_reached:
        return after
    return after.with_events(Event("last_turn", after.active, {"limit": after.setup.limit}, "ruling F26"))
