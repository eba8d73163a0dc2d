"""Entries after the ninth round: every player's attempt on the dungeon master or the dragon, or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.baf.cards import BOSS_COINS_MOST, BossCard
from engines.baf.score.state import ROUNDS, Attempt, BafState, Boss, Hands
from engines.core.problems import Param, Problem
from engines.core.score import Entry, Event, Points, seat_problems

FINAL: Final = "BAF!, Score final"


class BossWin(Entry[BafState], frozen=True, kw_only=True, tag="boss_win"):
    """A player beats the dungeon master or the dragon; others may still beat the same (BAF!, Score final).

    Without a card set ``coins`` is what the card says, the same for everybody.
    Refused with the codes of ``attempt_problems`` and: ``too_weak``, ``coins_range``, ``coins_missing``,
    ``coins_on_card``, ``coins_differ``.
    """

    seat: int
    boss: Boss
    coins: int | None = None

    def verify(self, state: BafState) -> Iterable[Problem]:
        found = list(attempt_problems(state, self.seat, self.boss))
        yield from found
        card = boss_card(state, self.boss)
        if card is None:
            if state.setup.cards is None:
                yield from self._typed_problems(state)
            return
        if self.coins is not None and self.coins != card.coins:
            yield Problem("coins_on_card", None, {"item": card.code, "value": self.coins, "needs": card.coins})
        if not found:
            yield from _weakness(state, self.seat, card)

    def _typed_problems(self, state: BafState) -> Iterable[Problem]:
        if self.coins is None:
            yield Problem("coins_missing")
        elif not 0 <= self.coins <= BOSS_COINS_MOST:
            yield Problem("coins_range", None, {"value": self.coins, "least": 0, "most": BOSS_COINS_MOST})
        else:
            for one in state.attempts:
                if one.won and one.boss is self.boss and one.coins != self.coins:
                    params: dict[str, Param] = {"seat": one.seat, "value": self.coins, "needs": one.coins}
                    yield Problem("coins_differ", None, params, FINAL)
                    return

    def apply(self, state: BafState) -> BafState:
        card = boss_card(state, self.boss)
        coins = card.coins if card else self.coins or 0
        params: dict[str, Param] = {"item": card.code} if card else {}
        after = _with(state, Attempt(self.seat, self.boss, won=True, coins=coins))
        return after.scored(Points(self.seat, coins, self.boss.value, FINAL, params))


class BossLoss(Entry[BafState], frozen=True, kw_only=True, tag="boss_loss"):
    """A player fails against the dungeon master or the dragon: no penalty (ruling A14).

    Refused with the codes of ``attempt_problems`` and ``strong_enough``.
    """

    seat: int
    boss: Boss

    def verify(self, state: BafState) -> Iterable[Problem]:
        found = list(attempt_problems(state, self.seat, self.boss))
        yield from found
        card = boss_card(state, self.boss)
        if not found and card is not None and not list(_weakness(state, self.seat, card)):
            yield Problem("strong_enough", None, {"seat": self.seat, "item": card.code}, FINAL)

    def apply(self, state: BafState) -> BafState:
        after = _with(state, Attempt(self.seat, self.boss))
        return after.with_events(Event("boss_failed", self.seat, {"boss": self.boss.value}, "ruling A14"))


class BossPass(Entry[BafState], frozen=True, kw_only=True, tag="boss_pass"):
    """A player attacks neither. Refused with ``no_such_seat``, ``rounds_left``, ``attempt_made``."""

    seat: int

    def verify(self, state: BafState) -> Iterable[Problem]:
        yield from attempt_problems(state, self.seat)

    def apply(self, state: BafState) -> BafState:
        return _with(state, Attempt(self.seat)).with_events(Event("boss_passed", self.seat, {}, FINAL))


def attempt_problems(state: BafState, seat: int, boss: Boss | None = None) -> Iterable[Problem]:
    """Yield what forbids a final attempt before skills are looked at.

    Codes: ``no_such_seat``, ``rounds_left`` (before the ninth round is closed), ``attempt_made`` (one in all, ruling
    A15), ``has_left``, ``bosses_unknown`` (with a card set, while nobody said which lie open).
    """
    yield from seat_problems(state, seat)
    if state.round <= ROUNDS:
        yield Problem("rounds_left", None, {"round": state.round, "most": ROUNDS}, FINAL)
    if state.attempt(seat) is not None:
        yield Problem("attempt_made", None, {"seat": seat}, "ruling A15")
    if seat in state.left:
        yield Problem("has_left", None, {"seat": seat})
    if boss is not None and state.setup.cards is not None and state.bosses is None:
        yield Problem("bosses_unknown", None, {"boss": boss.value})


def _weakness(state: BafState, seat: int, card: BossCard) -> Iterable[Problem]:
    """Yield ``too_weak`` for each category that both heroes together do not reach (ruling A16)."""
    skills = state.combined(seat, Hands.BOTH)
    for skill in skills.short_of(card.defence):
        params: dict[str, Param] = {"seat": seat, "item": card.code, "skill": skill.value}
        params |= {"value": skills.of(skill), "needs": card.defence.of(skill)}
        yield Problem("too_weak", None, params, "ruling A16")


def boss_card(state: BafState, boss: Boss) -> BossCard | None:
    """Return the card of the dungeon master or the dragon that lies open, ``None`` while it is not known."""
    if state.setup.cards is None or state.bosses is None:
        return None
    master, dragon = state.bosses
    return state.setup.cards.boss(master if boss is Boss.MASTER else dragon)


def _with(state: BafState, attempt: Attempt) -> BafState:
    return replace(state, attempts=(*state.attempts, attempt))
