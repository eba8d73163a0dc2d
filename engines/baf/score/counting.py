"""The end count: what lies before everybody after the ninth round, when nobody noted the fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.baf.cards import BOSS_COINS_MOST, COINS_MOST
from engines.baf.score.ending import FINAL, boss_card
from engines.baf.score.state import ROUNDS, Attempt, BafState, Boss
from engines.core.problems import Problem
from engines.core.score import Choice, Entry, Number, Pick, Points, Rows, each_seat_problems

FIGHTS_MOST: Final = 2 * ROUNDS
"""Two hands in nine rounds: no player meets more monsters (BAF!, Combat contre les monstres)."""
STACK_MOST: Final = FIGHTS_MOST * COINS_MOST
USUAL: Final = tuple(range(1, 13))
"""Coins that most stacks hold."""


class LastFight(StrEnum):
    """How a player's attempt on the dungeon master or the dragon ended."""

    NONE = "none"
    MASTER = "master"
    DRAGON = "dragon"
    LOST = "lost"


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player.

    ``left`` and ``right`` are the coins on the cards under the two heroes, ``aside`` those on beaten monsters that lie
    face up beside them (ruling A13), ``lost`` the number of cards that lie face down (rulings A2, A4).
    """

    left: int = 0
    right: int = 0
    aside: int = 0
    lost: int = 0
    last: LastFight = LastFight.NONE

    @property
    def coins(self) -> int:
        """The coins of all monsters beaten."""
        return self.left + self.right + self.aside


class EndCount(Entry[BafState], frozen=True, kw_only=True, tag="count"):
    """Everybody's coins counted after the final attempts: one line for each seat (BAF!, Score final).

    It counts the whole match, so that what was noted before is in it. ``master`` and ``dragon`` are the coins on these
    two cards; the card set has them where it is known which lie open.
    Refused with ``attempt_made`` (the final attempts are being noted one by one), ``final_lines``, ``stack_range``,
    ``lost_range``, ``count_below_pad``, and for the bosses ``boss_coins_missing``, ``coins_range``,
    ``coins_on_card``.
    """

    counts: tuple[Count, ...]
    master: int | None = None
    dragon: int | None = None

    def verify(self, state: BafState) -> Iterable[Problem]:
        if state.attempts:
            yield Problem("attempt_made", None, {"seat": state.attempts[0].seat}, "ruling A15")
        lines = list(each_seat_problems(state, self.counts))
        yield from lines
        if not lines:
            for seat, count in enumerate(self.counts):
                yield from _line_problems(state, seat, count)
        for boss in Boss:
            yield from self._boss_problems(state, boss)

    def _boss_problems(self, state: BafState, boss: Boss) -> Iterator[Problem]:
        typed = self._typed(boss)
        card = boss_card(state, boss)
        if card is not None:
            if typed is not None and typed != card.coins:
                yield Problem("coins_on_card", None, {"item": card.code, "value": typed, "needs": card.coins}, FINAL)
        elif typed is None:
            if any(count.last == boss.value for count in self.counts):
                yield Problem("boss_coins_missing", None, {"boss": boss.value}, FINAL)
        elif not 0 <= typed <= BOSS_COINS_MOST:
            yield Problem("coins_range", None, {"value": typed, "least": 0, "most": BOSS_COINS_MOST})

    def apply(self, state: BafState) -> BafState:
        points = [one for seat, count in enumerate(self.counts) for one in self._points(state, seat, count)]
        attempts = tuple(self._attempt(state, seat, count) for seat, count in enumerate(self.counts))
        return replace(state, round=ROUNDS + 1, attempts=attempts).scored(*points)

    def _points(self, state: BafState, seat: int, count: Count) -> Iterator[Points]:
        """Yield what the count brings beyond the coins and penalties that were noted before."""
        coins, lost = _noted(state, seat)
        if count.coins != coins:
            yield Points(seat, count.coins - coins, "monster", FINAL)
        if count.lost != lost and state.setup.penalty:
            yield Points(seat, (lost - count.lost) * state.setup.penalty, "penalty", "ruling A2")
        attempt = self._attempt(state, seat, count)
        if attempt.won and attempt.boss is not None:
            yield Points(seat, attempt.coins, attempt.boss.value, FINAL)

    def _attempt(self, state: BafState, seat: int, count: Count) -> Attempt:
        if count.last in (LastFight.NONE, LastFight.LOST):
            return Attempt(seat)
        boss = Boss(count.last.value)
        card = boss_card(state, boss)
        return Attempt(seat, boss, won=True, coins=card.coins if card else self._typed(boss) or 0)

    def _typed(self, boss: Boss) -> int | None:
        return self.master if boss is Boss.MASTER else self.dragon


def end_count(state: BafState) -> Choice:
    """Return what an end count asks for: one line for each seat, and the coins of bosses that are not known."""
    stacks = tuple(Number(name, 0, STACK_MOST, default=0, usual=USUAL) for name in ("left", "right", "aside"))
    lost = Number("lost", 0, FIGHTS_MOST, default=0, usual=USUAL[:5])
    last = Pick("last", tuple(one.value for one in LastFight), default=LastFight.NONE.value)
    lines = Rows("counts", (*stacks, lost, last), state.setup.seats, state.setup.seats, per_seat=True)
    unknown = (boss.value for boss in Boss if boss_card(state, boss) is None)
    return Choice("count", (lines, *(Number(name, 0, BOSS_COINS_MOST) for name in unknown)))


def _line_problems(state: BafState, seat: int, count: Count) -> Iterator[Problem]:
    stacks = (count.left, count.right, count.aside)
    if not all(0 <= coins <= STACK_MOST for coins in stacks):
        yield Problem("stack_range", None, {"seat": seat, "least": 0, "most": STACK_MOST})
        return
    if not 0 <= count.lost <= FIGHTS_MOST:
        yield Problem("lost_range", None, {"seat": seat, "value": count.lost, "least": 0, "most": FIGHTS_MOST})
        return
    coins, lost = _noted(state, seat)
    for item, value, noted in (("coins", count.coins, coins), ("lost", count.lost, lost)):
        if value < noted:
            yield Problem("count_below_pad", None, {"seat": seat, "item": item, "value": value, "needs": noted}, FINAL)


def _noted(state: BafState, seat: int) -> tuple[int, int]:
    """Return the coins of monsters that the pad has for a seat, and the fights lost."""
    fights = list(state.fights_of(seat))
    return sum(one.coins for one in fights if one.won), sum(not one.won for one in fights)
