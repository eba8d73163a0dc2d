"""What to do at first sight: each decision weighed by itself, with round numbers, one action ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.bots.judgement import ROUND, Judgement, Temper
from engines.bagarre.bots.knowledge import bonus_on, guard_of, next_card
from engines.bagarre.bots.odds import any_card, certain
from engines.bagarre.state import BIT, Play, Seat, Table
from engines.bagarre.view import Phase
from engines.core.cards import NO_CARD, Card


def decide(table: Table, temper: Temper = ROUND) -> Action:
    """Return what the actor of a table should do at first sight, going by what that seat knows."""
    legal = table.legal
    if len(legal) == 1:
        return legal[0]
    return PHASES[table.phase](table, legal, temper)


def worths(table: Table, legal: tuple[Action, ...], temper: Temper = ROUND) -> list[float]:
    """Return what the actions of a turn, or answers to an attack, are worth to the actor."""
    me = _actor(table)
    judgement = Judgement(table, me, temper)
    unknown = any_card(table.options.joker_value) if table.phase is Phase.COUNTER else next_card(table, me)
    worth = judgement.worth
    return [worth(action, next_card(table, me, discard=True) if action.discard else unknown) for action in legal]


def _actor(table: Table) -> int:
    if table.actor is None:
        raise ValueError("the game is over")
    return table.actor


def _turn(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    values = worths(table, legal, temper)
    return legal[values.index(max(values))]


def _hero(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    return min(legal, key=lambda action: temper.liked.index(action.hero))


def _first(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    return legal[0]


def _pick(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Play the card that is worth most; leave the lowest on the discard pile, the highest if the seat may use it."""
    me = _actor(table)
    play = table.under_way()
    judgement = Judgement(table, me, temper)
    action = _as_action(play)
    sign = 1 if table.seats[me].powers.uses_discard else -1
    values = table.values

    def worth(pick: Action) -> tuple[float, int]:
        return judgement.worth(action, certain(values[pick.cards[0]])), sign * values[pick.cards[-1]]

    return max(legal, key=worth)


def _as_action(play: Play) -> Action:
    """Return what was announced, without its code."""
    kind = play.kind or Kind.ATTACK
    cards = () if play.aim == NO_CARD else (play.aim,)
    return Action("", kind, play.target, play.second, play.from_discard, cards)


def _reroll(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Play anew if the card is worse than what another may be expected to bring, the price paid."""
    again, keep = legal
    me = _actor(table)
    play = table.under_way()
    judgement = Judgement(table, me, temper)
    price = min(3, sum(table.seats[me].worth) - 1)
    charges = sum(play.values[1:])
    usual = any_card(table.options.joker_value)
    if play.kind is Kind.ATTACK:
        seats = [target for target in (play.target, play.second) if target >= 0]
        now = sum([judgement.blow(target, charges, certain(play.values[0])) for target in seats])
        anew = sum([judgement.blow(target, charges, usual) for target in seats])
    else:
        action = _as_action(play)
        now = judgement.worth(action, certain(play.values[0]))
        anew = judgement.worth(action, usual)
    return again if anew - price > now else keep


def _transform(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Turn an ace into a king where a high card is welcome, a king into an ace where it is not."""
    yes, no = legal
    me = _actor(table)
    play = table.under_way()
    team = table.seats[me].team
    _, place = table.about
    high = play.values[place] > 1
    friendly = [table.seats[target].team == team for target in (play.target, play.second) if target >= 0]
    wanted = all(friendly) if play.kind is not Kind.ATTACK else not any(friendly)
    return yes if high is not wanted else no


def _invisible(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Avoid what kills or costs much."""
    yes, no = legal
    me = _actor(table)
    play = table.under_way()
    seat = table.seats[me]
    if play.cards and not play.seen & BIT[me]:
        return no
    if play.kind is Kind.ATTACK:
        attacker = table.seats[play.seat]
        harm = sum(play.values) + bonus_on(attacker, seat) - guard_of(seat, me)
        deadly = harm >= sum(seat.worth) or (harm == 0 and attacker.powers.equal_kills)
        return yes if deadly or harm >= temper.avoiding or (harm > 0 and sum(seat.worth) <= temper.in_need) else no
    mine = seat.guard if play.kind is Kind.SHIELD else seat.worth[seat.hp.index(play.aim)] if play.aim in seat.hp else 0
    return yes if mine - play.values[0] >= temper.avoiding else no


def _theft(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Take the exchange that is worth most, if any is; a dead foe's shield if it is better than one's own."""
    me, victim = table.about
    thief, robbed = table.seats[me], table.seats[victim]
    if legal[0].kind is Kind.STEAL:
        return legal[0] if robbed.guard > thief.guard else legal[1]
    judgement = Judgement(table, me, temper)
    best, most = legal[-1], 0.0
    for action in legal[:-1]:
        own, other = action.cards
        given, taken = _value(thief, own), _value(robbed, other)
        gain = judgement.card(thief, taken, given, shield=own == thief.shield)
        gain += judgement.card(robbed, given, taken, shield=other == robbed.shield)
        if gain > most:
            best, most = action, gain
    return best


def _value(seat: Seat, card: Card) -> int:
    return seat.guard if card == seat.shield else seat.worth[seat.hp.index(card)]


def _lose(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Of two equal cards, keep the one that leaves more cards to choose from in the next turns."""
    seat = table.seats[_actor(table)]
    if not seat.powers.cards_drawn:
        return legal[0]

    def left(action: Action) -> int:
        probe = seat.copy()
        probe.hp.remove(action.cards[0])
        return _drawn(probe)

    return max(legal, key=left)


def _drawn(seat: Seat) -> int:
    """Return how many cards a seat draws to choose from."""
    count = 1
    for hook in seat.powers.cards_drawn:
        count = max(count, hook(seat))
    return count


def _take(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Take the card that leaves more cards to choose from in the next turns."""
    seat = table.seats[_actor(table)]
    _, place, _, _ = table.about

    def left(action: Action) -> int:
        probe = seat.copy()
        probe.hp[place] = action.cards[0]
        return _drawn(probe)

    return max(legal, key=left)


def _speed(table: Table, legal: tuple[Action, ...], temper: Temper) -> Action:
    """Hurry when there is something good to do, or little to lose."""
    yes, no = legal
    me = _actor(table)
    seat = table.seats[me]
    if sum(seat.worth) <= temper.in_need:
        return yes
    judgement = Judgement(table, me, temper)
    return yes if judgement.best_blow() >= temper.hurrying else no


PHASES: Final[Mapping[Phase, Callable[[Table, tuple[Action, ...], Temper], Action]]] = {
    Phase.HERO: _hero,
    Phase.LAY: _first,
    Phase.OPENING: _first,
    Phase.TURN: _turn,
    Phase.COUNTER: _turn,
    Phase.PICK: _pick,
    Phase.REROLL: _reroll,
    Phase.TRANSFORM: _transform,
    Phase.INVISIBLE: _invisible,
    Phase.THEFT: _theft,
    Phase.LOSE: _lose,
    Phase.TAKE: _take,
    Phase.SPEED: _speed,
}
