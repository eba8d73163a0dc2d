"""A card set made ready for play: cards are small numbers with lookup tables, and every action is made once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engines.bebop.actions import PLAIN, SKILL_CARDS, Action, Kind, skill
from engines.bebop.cards import ActionCard, CardSet, Character, DamageCard, Goes
from engines.bebop.ground import CHARACTERS, PLACES
from engines.core.effects.steps import Steps

NEUTRAL: Final = 4
"""The colour of cards that are no character's."""


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """The steps of one card, read: what it does when played, its team zone, and the red text of a damage card."""

    play: Steps = ()
    team: Steps = ()
    red: Steps = ()


@dataclass(slots=True, eq=False)
class Book:
    """All cards of a set by number: the common deck's, the base decks', the damage cards; then the criminals.

    By card number: ``codes``, ``colour`` (a character's number, or ``NEUTRAL``), ``cost``, what it brings
    (``woolongs``, ``fuel``, ``force``, ``clues``), its ``texts``, ``team_with`` (-1 without a team zone), ``goes``
    where a damage card goes, ``is_damage``, ``sort`` ("common", "base" or "damage"). ``common`` and ``damage`` are
    whole decks, ``base`` one for each character; ``cheapest`` is the lowest cost there is.

    By criminal number: ``criminals`` with ``planet``, ``piles``, ``prices``, ``star`` and ``renews``. ``play``, ``buy``
    and the others are actions by card number; ``actions`` are all by code.
    """

    cards: CardSet
    codes: list[str] = field(default_factory=list)
    colour: list[int] = field(default_factory=list)
    cost: list[int] = field(default_factory=list)
    woolongs: list[int] = field(default_factory=list)
    fuel: list[int] = field(default_factory=list)
    force: list[int] = field(default_factory=list)
    clues: list[int] = field(default_factory=list)
    texts: list[Texts] = field(default_factory=list)
    team_with: list[int] = field(default_factory=list)
    goes: list[Goes] = field(default_factory=list)
    is_damage: list[bool] = field(default_factory=list)
    sort: list[str] = field(default_factory=list)
    number: dict[str, int] = field(default_factory=dict)
    common: list[int] = field(default_factory=list)
    damage: list[int] = field(default_factory=list)
    base: list[list[int]] = field(default_factory=list)
    criminals: list[str] = field(default_factory=list)
    planet: list[int] = field(default_factory=list)
    piles: list[tuple[int, int]] = field(default_factory=list)
    prices: list[tuple[int, int]] = field(default_factory=list)
    star: list[int] = field(default_factory=list)
    renews: list[bool] = field(default_factory=list)
    vicious_prices: tuple[int, int] = (0, 0)
    cheapest: int = 0
    play: list[Action] = field(default_factory=list)
    buy: list[Action] = field(default_factory=list)
    team: list[Action] = field(default_factory=list)
    skill: dict[str, list[Action]] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)

    @property
    def vicious(self) -> int:
        """The number of Vicious's card among the criminals."""
        return len(self.criminals)


def bind(cards: CardSet, texts: dict[str, Texts]) -> Book:
    """Make a set ready for play. It must have all that playing needs; ``texts`` are the cards' steps by code."""
    book = Book(cards)
    book.base = [[] for _ in CHARACTERS]
    for card in cards.cards:
        book.common += [_action_card(book, card, texts, "common")] * card.copies
    for card in cards.base:
        number = _action_card(book, card, texts, "base")
        owners = range(len(CHARACTERS)) if card.colour is None else (_colour(card.colour),)
        for owner in owners:
            book.base[owner] += [number] * card.copies
    for one in cards.damage:
        book.damage += [_damage_card(book, one, texts)] * one.copies
    for criminal in cards.criminals:
        book.criminals.append(criminal.code)
        book.planet.append(PLACES.index(criminal.planet.value))
        book.piles.append((criminal.resistance, criminal.clues))
        book.prices.append((criminal.force_each or 1, criminal.clues_each or 1))
        book.star.append(criminal.star)
        book.renews.append(criminal.renews)
    book.star.append(cards.vicious_star)
    book.vicious_prices = (cards.vicious_force or 1, cards.vicious_clues)
    book.cheapest = min(book.cost[card] for card in book.common)
    _make_actions(book)
    return book


def _colour(character: Character | None) -> int:
    return NEUTRAL if character is None else CHARACTERS.index(character.value)


def _row(book: Book, code: str, texts: dict[str, Texts]) -> int:
    number = len(book.codes)
    book.number[code] = number
    book.codes.append(code)
    book.texts.append(texts.get(code, Texts()))
    return number


def _action_card(book: Book, card: ActionCard, texts: dict[str, Texts], sort: str) -> int:
    book.sort.append(sort)
    book.colour.append(_colour(card.colour))
    book.cost.append(card.cost)
    book.woolongs.append(card.woolongs)
    book.fuel.append(card.fuel)
    book.force.append(card.force)
    book.clues.append(card.clues)
    book.team_with.append(_colour(card.team.with_) if card.team else -1)
    book.goes.append(Goes.OUT)
    book.is_damage.append(False)
    return _row(book, card.code, texts)


def _damage_card(book: Book, card: DamageCard, texts: dict[str, Texts]) -> int:
    book.sort.append("damage")
    book.colour.append(NEUTRAL)
    for column in (book.cost, book.woolongs, book.fuel, book.force, book.clues):
        column.append(0)
    book.team_with.append(-1)
    book.goes.append(card.red.to)
    book.is_damage.append(True)
    return _row(book, card.code, texts)


def _make_actions(book: Book) -> None:
    for number, code in enumerate(book.codes):
        book.play.append(Action(f"play {code}", Kind.PLAY, number))
        book.buy.append(Action(f"buy {code}", Kind.BUY, number))
        book.team.append(Action(f"team {code}", Kind.TEAM, number))
    for name in SKILL_CARDS:
        book.skill[name] = [skill(name, code, number) for number, code in enumerate(book.codes)]
    for action in (*PLAIN, *book.play, *book.buy, *book.team, *(one for row in book.skill.values() for one in row)):
        book.actions[action.code] = action
