"""Entries before the first round: the bosses that lie open, the draft; and the match noted as a final result only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from engines.baf.cards import NO_SKILLS, SKILL_MOST, Skills
from engines.baf.score.setup import BafSetup
from engines.baf.score.state import ROUNDS, BafState, Hero, Side, taken_heroes
from engines.core.label import label_problems, same_label
from engines.core.problems import Problem
from engines.core.score import (
    Entry,
    Event,
    Leaving,
    Points,
    brought_to,
    each_range_problems,
    each_seat_problems,
    seat_problems,
)

SETUP: Final = "BAF!, Mise en place"
TOTAL_MOST: Final = 500


class Bosses(Entry[BafState], frozen=True, kw_only=True, tag="bosses"):
    """The dungeon master and the dragon on the table: codes of the card set, or names.

    Refused with: ``bosses_known``, ``card_unknown``, ``name_empty``, ``label_long``, ``label_unprintable``.
    """

    master: str
    dragon: str

    def verify(self, state: BafState) -> Iterable[Problem]:
        if state.bosses is not None:
            yield Problem("bosses_known", None, {"master": state.bosses[0], "dragon": state.bosses[1]}, SETUP)
        cards = state.setup.cards
        known = None if cards is None else ({one.code for one in cards.masters}, {one.code for one in cards.dragons})
        for index, (item, value) in enumerate((("master", self.master), ("dragon", self.dragon))):
            yield from named_problems(value, item)
            if known is not None and value not in known[index]:
                yield Problem("card_unknown", None, {"item": item, "value": value})

    def apply(self, state: BafState) -> BafState:
        return replace(state, bosses=(self.master, self.dragon))


class Draft(Entry[BafState], frozen=True, kw_only=True, tag="draft"):
    """A player chooses a hero: a code of the card set, or a name with the skills on the card.

    ``side`` is where the card lies: the free one, left first, if none is given. Naming the side of the first hero for
    the second puts the first on the other side. Sides are fixed once the rounds begin (ruling A7).
    Refused with: ``draft_over``, ``heroes_known``, ``not_your_pick``, ``skills_on_card``, ``skill_range``,
    ``hero_categories`` and the codes of ``hero_problems``.
    """

    seat: int
    hero: str
    side: Side | None = None
    melee: int = 0
    ranged: int = 0
    magic: int = 0
    stealth: int = 0

    @property
    def typed(self) -> Skills:
        """The skills that were typed."""
        return Skills(self.melee, self.ranged, self.magic, self.stealth)

    def verify(self, state: BafState) -> Iterable[Problem]:
        unseated = seat_problems(state, self.seat)
        yield from unseated
        if state.fought or state.drafter is None:
            yield Problem("draft_over", None, {"count": state.picks, "needs": 2 * state.setup.seats}, SETUP)
        elif sum(1 for _ in taken_heroes(state)) != state.picks:
            yield Problem("heroes_known", None, {"count": state.picks, "needs": 2 * state.setup.seats}, SETUP)
        elif not unseated and self.seat != state.drafter:
            yield Problem("not_your_pick", None, {"seat": self.seat, "next": state.drafter}, "ruling A17")
        yield from hero_problems(state, self.hero)
        yield from self._skill_problems(state)

    def _skill_problems(self, state: BafState) -> Iterable[Problem]:
        if state.setup.cards is None:
            yield from skill_range_problems(self.typed)
            count = sum(amount > 0 for _, amount in self.typed)
            if count > 2:
                params: dict[str, int | str] = {"item": self.hero, "count": count, "least": 1, "most": 2}
                yield Problem("hero_categories", None, params, "BAF!, Cartes héros")
            return
        card = state.setup.cards.hero(self.hero)
        if card is not None and self.typed and self.typed != card.skills:
            yield Problem("skills_on_card", None, {"item": self.hero})

    def apply(self, state: BafState) -> BafState:
        hero = _hero(state, self.hero, self.typed)
        left, right = state.heroes[self.seat]
        pair: tuple[Hero | None, Hero | None]
        if left is None and right is None:
            pair = (None, hero) if self.side is Side.RIGHT else (hero, None)
        else:
            free = Side.LEFT if left is None else Side.RIGHT
            pair = _beside(left or right, hero, self.side or free)
        heroes = tuple(pair if seat == self.seat else old for seat, old in enumerate(state.heroes))
        after = replace(state, heroes=heroes, picks=state.picks + 1)
        return after.with_events(Event("draft_complete", None, {}, SETUP)) if after.drafted else after


class Heroes(Entry[BafState], frozen=True, kw_only=True, tag="heroes"):
    """A player's two heroes at once, when the order of the draft is not kept: codes of the card set, or names.

    With a card set only before the first round, because the fights are checked with them; else at any time, also
    beside a final result.
    Refused with: ``draft_over``, ``heroes_known``, and those of ``hero_problems``.
    """

    after_end: ClassVar[bool] = True

    seat: int
    left: str
    right: str

    def verify(self, state: BafState) -> Iterable[Problem]:
        unseated = seat_problems(state, self.seat)
        yield from unseated
        if state.setup.cards is not None and state.fought:
            yield Problem("draft_over", None, {"round": state.round}, SETUP)
        if state.picks:
            yield Problem("heroes_known", None, {"count": state.picks, "needs": 2 * state.setup.seats}, SETUP)
        elif not unseated and state.heroes[self.seat] != (None, None):
            yield Problem("heroes_known", None, {"seat": self.seat, "count": 2, "needs": 2}, SETUP)
        for name in (self.left, self.right):
            yield from hero_problems(state, name)
        if same_label(self.left, self.right):
            yield Problem("hero_taken", None, {"seat": self.seat, "item": self.right}, SETUP)

    def apply(self, state: BafState) -> BafState:
        pair = (_hero(state, self.left), _hero(state, self.right))
        return replace(state, heroes=tuple(pair if seat == self.seat else old for seat, old in enumerate(state.heroes)))


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's two heroes: codes of the card set, or names."""

    left: str
    right: str


class AllHeroes(Entry[BafState], frozen=True, kw_only=True, tag="all_heroes"):
    """Everybody's two heroes at once, by seat, when the draft is over and its order is not kept.

    Refused with: ``final_lines``, and those of ``heroes``.
    """

    pairs: tuple[Pair, ...]

    def verify(self, state: BafState) -> Iterable[Problem]:
        if state.setup.cards is not None and state.fought:
            yield Problem("draft_over", None, {"round": state.round}, SETUP)
        if any(True for _ in taken_heroes(state)):
            yield Problem("heroes_known", None, {"count": state.picks, "needs": 2 * state.setup.seats}, SETUP)
        yield from each_seat_problems(state, self.pairs)
        named: list[tuple[int, str]] = []
        for seat, pair in enumerate(self.pairs):
            for name in (pair.left, pair.right):
                yield from hero_problems(state, name)
                taken = next((one for one, other in named if name.strip() and same_label(other, name)), None)
                if taken is not None:
                    yield Problem("hero_taken", None, {"seat": taken, "item": name}, SETUP)
                named.append((seat, name))

    def apply(self, state: BafState) -> BafState:
        pairs = tuple((_hero(state, pair.left), _hero(state, pair.right)) for pair in self.pairs)
        return replace(state, heroes=pairs)


class FinalCoins(Entry[BafState], frozen=True, kw_only=True, tag="result"):
    """The final result alone: every seat's coins with penalties taken off, when nobody kept the pad.

    Refused with: ``result_late`` (rounds have begun), ``final_lines``, ``total_range``.
    """

    totals: tuple[int, ...]

    def verify(self, state: BafState) -> Iterable[Problem]:
        if state.fought:
            yield Problem("result_late", None, {"round": state.round})
        yield from each_seat_problems(state, self.totals)
        yield from each_range_problems("total_range", self.totals, total_least(state.setup), TOTAL_MOST)

    def apply(self, state: BafState) -> BafState:
        points = (Points(seat, total, "result", "BAF!, Score final") for seat, total in enumerate(self.totals))
        return replace(state, noted=True).scored(*points)


class Stop(Entry[BafState], frozen=True, kw_only=True, tag="stop"):
    """The players broke off, at whatever moment: the places are by the coins so far, or by the ``totals`` typed here.

    Refused with: ``final_lines``, ``total_range``.
    """

    totals: tuple[int, ...] = ()

    def verify(self, state: BafState) -> Iterable[Problem]:
        if self.totals:
            yield from each_seat_problems(state, self.totals)
            yield from each_range_problems("total_range", self.totals, total_least(state.setup), TOTAL_MOST)

    def apply(self, state: BafState) -> BafState:
        return replace(state, stopped=True).scored(*brought_to(state, self.totals, "result"))


class Leave(Leaving[BafState], frozen=True, tag="leave"):
    """A player leaves before the end: what lies there counts, and they come behind all who stay.

    Who has left drafts no more and makes no final attempt; when one player is left, the match is over.
    Refused with: ``no_such_seat``, ``has_left``.
    """

    def apply(self, state: BafState) -> BafState:
        return replace(state, left=(*state.left, self.seat))


def total_least(setup: BafSetup) -> int:
    """Return the worst end there is: both heroes beaten, each by a monster of its own, in every round (ruling A4)."""
    return -2 * ROUNDS * setup.penalty


def named_problems(value: str, item: str) -> Iterable[Problem]:
    """Yield what is wrong with a name that is needed."""
    if not value.strip():
        yield Problem("name_empty", None, {"item": item})
    yield from label_problems(value, item)


def hero_problems(state: BafState, name: str) -> Iterable[Problem]:
    """Yield what forbids a hero.

    Codes: ``name_empty``, ``label_long``, ``label_unprintable``, ``card_unknown``, ``hero_taken``.
    """
    yield from named_problems(name, "hero")
    if state.setup.cards is not None and state.setup.cards.hero(name) is None:
        yield Problem("card_unknown", None, {"item": "hero", "value": name})
    for seat, hero in taken_heroes(state):
        if same_label(hero.name, name):
            yield Problem("hero_taken", None, {"seat": seat, "item": name}, SETUP)


def skill_range_problems(skills: Skills) -> Iterable[Problem]:
    """Yield the skills of one card that are out of range."""
    for skill, amount in skills:
        if not 0 <= amount <= SKILL_MOST:
            params: dict[str, int | str] = {"item": skill.value, "value": amount, "least": 0, "most": SKILL_MOST}
            yield Problem("skill_range", None, params)


def _hero(state: BafState, name: str, typed: Skills = NO_SKILLS) -> Hero:
    card = state.setup.cards.hero(name) if state.setup.cards else None
    return Hero(name.strip(), card.skills if card else typed)


def _beside(first: Hero | None, second: Hero, side: Side) -> tuple[Hero | None, Hero | None]:
    return (second, first) if side is Side.LEFT else (first, second)
