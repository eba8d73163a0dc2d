"""Setting up: heroes, three cards each, shields, the first player (La Bagarre, Mise en place; Héros).

Chance is used in this order: the heroes are shuffled, the deck is shuffled, jokers are shuffled back, seats that drew
too little shuffle and draw anew, one after the other, and a tie for the first turn is broken.
"""

from __future__ import annotations

from typing import Any, Final

from engines.bagarre import piles
from engines.bagarre.actions import DECLINE, LAY, START, Action, Kind, hero
from engines.bagarre.events import (
    Dealt,
    FirstPlayer,
    HeroesDealt,
    HeroesRevealed,
    HeroKept,
    JokersReplaced,
    Laid,
    Redrew,
)
from engines.bagarre.hero_codes import CODES
from engines.bagarre.heroes.together import powers_of
from engines.bagarre.state import BIT, EVERYBODY, Table, known_to
from engines.bagarre.turn import take_turn
from engines.bagarre.view import Phase
from engines.core.cards import CODE, DECK, JOKERS, Card

RULE: Final = "La Bagarre, Mise en place"
HEROES: Final = "La Bagarre, Héros"
CARDS: Final = 3


def deal_heroes(table: Table, _: Any) -> None:
    """Step: give heroes. Two are dealt to each and one is kept; trolls keep both; in teams they are dealt at random."""
    options = table.options
    table.agenda.append((_deal_cards, None))
    if options.fixed_heroes:
        _reveal_heroes(table, options.fixed_heroes)
        return
    if not options.heroes:
        return
    codes = list(CODES)
    table.dice.shuffle(codes, "heroes")
    each = 2 if options.trolls else 1
    if options.same_hero_per_team:
        # Every team gets its own (ruling B30).
        teams = sorted(set(options.teams))
        given = {team: tuple(codes[place * each : (place + 1) * each]) for place, team in enumerate(teams)}
        _reveal_heroes(table, tuple(given[team] for team in options.teams))
    elif options.trolls or options.teams:
        _reveal_heroes(table, tuple(tuple(codes[seat * each : (seat + 1) * each]) for seat in range(table.players)))
    else:
        table.choices = [tuple(codes[seat * 2 : seat * 2 + 2]) for seat in range(table.players)]
        if table.events is not None:
            for seat, choices in enumerate(table.choices):
                table.emit(HeroesDealt(seat=seat, heroes=choices, seen_by=(seat,), rule=HEROES))
        table.heroes = ((),) * table.players
        ask_hero(table, 0)


def ask_hero(table: Table, index: int) -> None:
    """Step: a seat keeps one of two heroes, in secret until all have chosen (ruling B29)."""
    legal = tuple([hero(code) for code in table.choices[index]])
    table.ask(Phase.HERO, index, legal, _hero_kept, (ask_hero, index), index)


def _hero_kept(table: Table, action: Action) -> None:
    index: int = table.about
    table.heroes = (*table.heroes[:index], (action.hero,), *table.heroes[index + 1 :])
    if table.events is not None:
        table.emit(HeroKept(seat=index, hero=action.hero, seen_by=(index,), rule="ruling B29"))
    if index + 1 < table.players:
        table.agenda.append((ask_hero, index + 1))
    else:
        _reveal_heroes(table, table.heroes)


def _reveal_heroes(table: Table, heroes: tuple[tuple[str, ...], ...]) -> None:
    table.choices = []
    give_heroes(table, heroes)
    if table.events is not None:
        table.emit(HeroesRevealed(heroes=heroes, rule=HEROES))


def give_heroes(table: Table, heroes: tuple[tuple[str, ...], ...]) -> None:
    """Give every seat the powers and potions of its heroes."""
    table.heroes = heroes
    responders = []
    spies = 0
    for seat, codes in zip(table.seats, heroes, strict=True):
        powers = powers_of(codes)
        seat.powers = powers
        seat.potions = powers.potions
        if powers.on_revealed:
            responders.append(seat.index)
        if powers.sees_hidden:
            spies |= BIT[seat.index]
    table.responders = tuple(responders)
    table.spies = spies


def _deal_cards(table: Table, _: Any) -> None:
    """Step: three cards each, jokers replaced and shuffled back after the deal (ruling B10), then redraws (B9)."""
    pile = table.draw
    pile += DECK
    table.dice.shuffle(pile, "deck")
    jokers: list[Card] = []
    table.dealt = [_hand(table, seat, jokers) for seat in range(table.players)]
    if jokers:
        pile += jokers
        table.dice.shuffle(pile, "jokers shuffled back")
    if table.events is not None:
        for seat, cards in enumerate(table.dealt):
            table.emit(Dealt(seat=seat, cards=piles.codes(cards), seen_by=_seen(table, seat), rule=RULE))
    threshold = table.options.redraw_threshold
    values = table.values
    for seat in range(table.players):
        while sum([values[card] for card in table.dealt[seat]]) <= threshold:
            _redraw(table, seat)
    table.agenda.append((_open, (0, 0, ())))
    table.agenda += [(_lay, seat) for seat in reversed(range(table.players))]


def _hand(table: Table, seat: int, jokers: list[Card]) -> tuple[Card, ...]:
    """Deal three cards, putting jokers aside."""
    cards: list[Card] = []
    before = len(jokers)
    pile = table.draw
    while len(cards) < CARDS:
        card = pile.pop()
        if card in JOKERS:
            jokers.append(card)
        else:
            cards.append(card)
    if len(jokers) > before and table.events is not None:
        table.emit(JokersReplaced(seat=seat, count=len(jokers) - before, rule="ruling B10"))
    return tuple(cards)


def _redraw(table: Table, seat: int) -> None:
    pile = table.draw
    old = table.dealt[seat]
    pile += old
    table.dice.shuffle(pile, "cards of too little value shuffled back")
    jokers: list[Card] = []
    table.dealt[seat] = _hand(table, seat, jokers)
    if jokers:
        pile += jokers
        table.dice.shuffle(pile, "jokers shuffled back")
    if table.events is not None:
        worth = sum(table.values[card] for card in old)
        cards = piles.codes(table.dealt[seat])
        table.emit(Redrew(seat=seat, cards=cards, total=worth, seen_by=_seen(table, seat), rule="ruling B9"))


def _seen(table: Table, seat: int) -> tuple[int, ...] | None:
    """Return who sees starting cards: everybody (``None``), unless a hidden shield is among them."""
    return (seat,) if table.seats[seat].powers.hides_shield else None


def _lay(table: Table, index: int) -> None:
    """Step: the lowest card is the shield, the others are hit points; the owner chooses among equals (ruling B11).

    A seat that hides its shield is asked even without a choice: not being asked would give the shield away.
    """
    cards = table.dealt[index]
    lowest = min([table.values[card] for card in cards])
    possible = [card for card in cards if table.values[card] == lowest]
    if len(possible) == 1 and not table.seats[index].powers.hides_shield:
        _put(table, index, possible[0])
    else:
        legal = tuple([LAY[card] for card in possible])
        table.ask(Phase.LAY, index, legal, _laid, (_lay, index), index)


def _laid(table: Table, action: Action) -> None:
    _put(table, table.about, action.cards[0])


def _put(table: Table, index: int, shield: Card) -> None:
    seat = table.seats[index]
    values = table.values
    seat.hp = [card for card in table.dealt[index] if card != shield]
    seat.worth = [values[card] for card in seat.hp]
    seat.shield = shield
    seat.guard = values[shield]
    hides = seat.powers.hides_shield
    seat.shield_seen = BIT[index] | table.spies if hides else EVERYBODY
    table.dealt[index] = ()
    if table.events is not None:
        told = known_to(seat.shield_seen)
        table.emit(Laid(seat=index, hp=piles.codes(seat.hp), shield=CODE[shield], seen_by=told, rule=RULE))


def _open(table: Table, argument: tuple[int, int, tuple[int, ...]]) -> None:
    """Step: find who begins: the lowest total, then the lowest shield, then chance (ruling B12).

    A seat that hides its shield must show it to begin, and may decline (ruling B13). Every such seat is asked once, in
    the order of the seats, even when it could not begin: otherwise whether and how often it is asked would give the
    shield away. ``argument``: the sets of seats that were asked and that are willing, and the lots that break ties,
    drawn when they are first needed.
    """
    asked, willing, lots = argument
    strengths = [(sum(seat.worth) + seat.guard, seat.guard) for seat in table.seats]
    hiding = [seat.index for seat in table.seats if seat.powers.hides_shield]
    others = [seat.index for seat in table.seats if not seat.powers.hides_shield]
    bar = min([strengths[index] for index in others], default=max(strengths))
    contenders = [strength for strength in strengths if strength <= bar]
    if not lots and len(set(contenders)) < len(contenders):
        order = list(range(table.players))
        table.dice.shuffle(order, "first player")
        lots = tuple(order)

    def order_of(index: int) -> tuple[tuple[int, int], int]:
        return strengths[index], lots.index(index) if lots else 0

    waiting = [index for index in hiding if not asked & BIT[index]]
    if waiting:
        index = waiting[0]
        legal = (START, DECLINE) if all(order_of(index) < order_of(other) for other in others) else (DECLINE,)
        question = (_open, (asked, willing, lots))
        table.ask(Phase.OPENING, index, legal, _opened, question, (index, asked, willing, lots))
        return
    ready = [index for index in hiding if willing & BIT[index]]
    first = min([*others, *ready] or hiding, key=order_of)
    # A tie with a shield that stays hidden is nobody's to know.
    by_lot = any(strengths[other] == strengths[first] for other in others if other != first)
    _begin(table, first, shown=first in ready, by_lot=by_lot)


def _opened(table: Table, action: Action) -> None:
    index, asked, willing, lots = table.about
    if action.kind is Kind.START:
        willing |= BIT[index]
    table.agenda.append((_open, (asked | BIT[index], willing, lots)))


def _begin(table: Table, index: int, *, shown: bool, by_lot: bool) -> None:
    seat = table.seats[index]
    if shown:
        seat.shield_seen = EVERYBODY
    if table.events is not None:
        card = CODE[seat.shield] if shown else None
        table.emit(FirstPlayer(seat=index, shown=card, by_lot=by_lot, rule="ruling B12" if by_lot else RULE))
    take_turn(table, index)
