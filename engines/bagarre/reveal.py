"""The card of an action: drawn or taken from the discard pile, shown, and answered before it takes effect.

First the seat that drew it may replace it, then anybody may respond to each card that lies open, then the targets may.
"""

from __future__ import annotations

from typing import Final

from engines.bagarre import piles
from engines.bagarre.actions import Action, Kind, picks
from engines.bagarre.events import Announced, ChargesRevealed, Discarded, LookedAt, Revealed
from engines.bagarre.state import BIT, EVERYBODY, Play, Step, Table, known_to
from engines.bagarre.view import Phase
from engines.core.cards import CODE, NO_CARD, Card

TURN: Final = "La Bagarre, Déroulement d'un tour"


def announce(table: Table, play: Play) -> None:
    """Make a play the action under way: it and its targets are announced before the card is seen (ruling B14)."""
    table.play_under_way = play
    if table.events is not None:
        table.emit(
            Announced(
                rule=TURN,
                seat=play.seat,
                action=str(play.kind),
                target=play.target if play.target >= 0 else None,
                second=play.second if play.second >= 0 else None,
                discard=play.from_discard,
                counter=play.counter,
                card=CODE[play.aim] if play.aim != NO_CARD else None,
            )
        )


def take_card(table: Table, play: Play, then: Step) -> None:
    """Get the card of a play and go on with ``then``, which gets the play. Somebody may have to choose it first."""
    if play.from_discard:
        card = piles.take_discarded(table, table.discard, -1)
        play.seen = EVERYBODY
    else:
        play.seen = table.top_seen
        card = piles.draw(table)
        if card == NO_CARD:
            then(table, play)
            return
        hooks = table.seats[play.seat].powers.cards_drawn
        if hooks and not play.counter:
            count = max([hook(table.seats[play.seat]) for hook in hooks])
            if count > 1 and _look(table, play, card, count, then):
                return
        play.drawn = True
    play.cards.append(card)
    play.values.append(table.values[card])
    then(table, play)


def _look(table: Table, play: Play, first: Card, count: int, then: Step) -> bool:
    """Draw more cards to choose from; tell whether there are any."""
    looked = [first]
    seen = [play.seen]
    while len(looked) < count:
        seen.append(table.top_seen)
        card = piles.draw(table)
        if card == NO_CARD:
            seen.pop()
            break
        looked.append(card)
    if len(looked) == 1:
        return False
    play.looked = tuple(looked)
    play.looked_seen = tuple(seen)
    if table.events is not None:
        cards = piles.codes(looked)
        table.emit(LookedAt(seat=play.seat, count=len(looked), cards=cards, seen_by=(play.seat,)))
    ask_pick(table, then)
    return True


def ask_pick(table: Table, then: Step) -> None:
    """Step: choose the card to play among those drawn, and the order in which the others are discarded."""
    play = table.under_way()
    table.ask(Phase.PICK, play.seat, picks(play.looked), _picked, (ask_pick, then), then)


def _picked(table: Table, action: Action) -> None:
    play = table.under_way()
    card, *others = action.cards
    play.seen = play.looked_seen[play.looked.index(card)] | BIT[play.seat]
    play.looked = ()
    play.looked_seen = ()
    play.drawn = True
    table.discard += others
    if table.events is not None:
        table.emit(Discarded(seat=play.seat, cards=piles.codes(others), reason="unchosen"))
    play.cards.append(card)
    play.values.append(table.values[card])
    then: Step = table.about
    then(table, play)


def show(table: Table, play: Play) -> None:
    """Show the card, with the charges that join an attack, and let it take effect when everybody has answered.

    A card for a hidden shield is shown only to its owner and to those who look at hidden cards.
    """
    seats = table.seats
    seat = seats[play.seat]
    _reveal(table, play)
    if play.kind is Kind.ATTACK and seat.charges:
        if table.events is not None:
            table.emit(ChargesRevealed(seat=play.seat, cards=piles.codes(seat.charges), rule="La Bagarre, Charger"))
        play.cards += seat.charges
        play.values += [table.values[card] for card in seat.charges]
        seat.charges.clear()
        seat.charge_seen.clear()
    agenda = table.agenda
    steps = len(agenda)
    if play.second >= 0:
        agenda += [(hook, play.second) for hook in seats[play.second].powers.on_aimed]
    for hook in seats[play.target].powers.on_aimed:
        agenda.append((hook, play.target))
    if table.responders:
        _invite(table, play)
    for hook in seat.powers.on_drawn:
        agenda.append((hook, None))
    table.follow(steps, play.then)


def _reveal(table: Table, play: Play) -> None:
    if play.kind is Kind.SHIELD and table.seats[play.target].powers.hides_shield:
        play.seen |= BIT[play.target] | table.spies
    else:
        play.seen = EVERYBODY
    if table.events is not None:
        card = CODE[play.cards[0]] if play.cards else None
        table.emit(Revealed(seat=play.seat, card=card, seen_by=known_to(play.seen), rule=TURN))


def _invite(table: Table, play: Play) -> None:
    """Invite responses to each open card, in turn order from the seat whose turn it is (ruling B36)."""
    order = table.responders
    if len(order) > 1:
        players, turn = table.players, table.turn
        order = tuple(sorted(order, key=lambda seat: (seat - turn) % players))
    for place in range(max(1, len(play.cards)) - 1, -1, -1):
        for seat in reversed(order):
            for hook in reversed(table.seats[seat].powers.on_revealed):
                table.agenda.append((hook, (seat, place)))


def draw_anew(table: Table) -> None:
    """Discard the drawn card of the action under way and draw another in its place."""
    play = table.under_way()
    card = play.cards[0]
    table.discard.append(card)
    if table.events is not None:
        table.emit(Discarded(seat=play.seat, cards=(CODE[card],), reason="rerolled"))
    play.seen = table.top_seen
    card = piles.draw(table)
    play.cards[0] = card
    play.values[0] = table.values[card]
    _reveal(table, play)


def put_away(table: Table, play: Play, reason: str) -> None:
    """Discard the card of an action that came to nothing."""
    table.discard += play.cards
    if table.events is not None:
        table.emit(Discarded(seat=play.seat, cards=piles.codes(play.cards), reason=reason))
    play.cards = []


def targets(play: Play) -> tuple[int, ...]:
    """Return the seats an action aims at, one at least."""
    return (play.target, play.second) if play.second >= 0 else (play.target,)
