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
SHIELD: Final = Kind.SHIELD


def begin(
    table: Table,
    index: int,
    action: Action,
    then: Step,
    *,
    aim: Card = NO_CARD,
    counter: bool = False,
    face_down: bool = False,
) -> None:
    """Let a seat act: the action is announced, gets its card, which is shown and answered, and ``then`` follows.

    It and its targets are announced before the card is seen (ruling B14). ``aim`` is the hit point card that an
    exchange aims at; ``counter``: it answers an attack; ``face_down``: the card is neither shown nor answered.
    """
    powers = table.seats[index].powers
    if table.events is not None:
        _announce(table, index, action, aim, counter)
    if action.second >= 0:
        for hook in powers.on_second_target:
            hook(table, index)
    pile = table.draw
    if action.discard:
        known = EVERYBODY
        card = piles.take_discarded(table, table.discard, -1)
    else:
        known = table.top_seen
        if len(pile) > 1:  # as ``piles.draw`` does: the last card wakes the dragon
            card = pile.pop()
            table.top_seen = 0
        else:
            card = piles.draw(table)
    if face_down:
        seen = known
    elif action.kind is SHIELD and table.seats[action.target].powers.hides_shield:
        seen = known | BIT[action.target] | table.spies
    else:
        seen = EVERYBODY
    # Whole at once: a field that is set afterwards takes as long as several that are given now.
    play = table.play_under_way = Play(
        action.kind,
        index,
        action.target,
        action.second,
        action.discard,
        then,
        counter,
        not action.discard,
        aim,
        [card],
        [table.values[card]],
        seen,
    )
    if card == NO_CARD:
        play.drawn = False
        play.cards.clear()
        play.values.clear()
    elif powers.cards_drawn and play.drawn and not counter:
        count = max([hook(table.seats[index]) for hook in powers.cards_drawn])
        if count > 1 and _look(table, play, known, count, then if face_down else show):
            return
    if face_down:
        then(table, play)
        return
    if table.events is not None:
        _tell_revealed(table, play)
    _respond(table, play)


def _announce(table: Table, index: int, action: Action, aim: Card, counter: bool) -> None:
    table.emit(
        Announced(
            rule=TURN,
            seat=index,
            action=str(action.kind),
            target=action.target if action.target >= 0 else None,
            second=action.second if action.second >= 0 else None,
            discard=action.discard,
            counter=counter,
            card=CODE[aim] if aim != NO_CARD else None,
        )
    )


def _look(table: Table, play: Play, known: int, count: int, then: Step) -> bool:
    """Draw more cards to choose from; tell whether there are any. ``known``: who knew the first one."""
    looked = play.cards[:]
    seen = [known]
    while len(looked) < count:
        seen.append(table.top_seen)
        card = piles.draw(table)
        if card == NO_CARD:
            seen.pop()
            break
        looked.append(card)
    if len(looked) == 1:
        return False
    play.drawn = False
    play.cards.clear()
    play.values.clear()
    play.seen = known
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
    """Show the card that was chosen among those drawn, and go on."""
    _reveal(table, play)
    _respond(table, play)


def _respond(table: Table, play: Play) -> None:
    """Let the card take effect when everybody has answered; charges join an attack."""
    seats = table.seats
    seat = seats[play.seat]
    if seat.charges and play.kind is Kind.ATTACK:
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
    if seats[play.target].powers.on_aimed:
        agenda += [(hook, play.target) for hook in seats[play.target].powers.on_aimed]
    if table.responders:
        _invite(table, play)
    if seat.powers.on_drawn:
        agenda += [(hook, None) for hook in seat.powers.on_drawn]
    if len(agenda) > steps:
        agenda.insert(steps, (play.then, None))
    else:
        play.then(table, play)


def _reveal(table: Table, play: Play) -> None:
    """Turn the card face up. One for a hidden shield only its owner sees, and those who look at hidden cards."""
    if play.kind is Kind.SHIELD and table.seats[play.target].powers.hides_shield:
        play.seen |= BIT[play.target] | table.spies
    else:
        play.seen = EVERYBODY
    if table.events is not None:
        _tell_revealed(table, play)


def _tell_revealed(table: Table, play: Play) -> None:
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
            for hook in table.seats[seat].powers.on_revealed[::-1]:
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
    play.cards.clear()


def targets(play: Play) -> tuple[int, ...]:
    """Return the seats an action aims at, one at least."""
    return (play.target, play.second) if play.second >= 0 else (play.target,)
