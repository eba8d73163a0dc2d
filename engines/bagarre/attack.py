"""Attacking (La Bagarre, Attaquer; Charger; Meurtre) and answering an attack."""

from __future__ import annotations

from typing import Any, Final

from engines.bagarre import losses, piles
from engines.bagarre.actions import Action
from engines.bagarre.choices import attacks_on
from engines.bagarre.events import Countered, Discarded, ShieldShown, Struck
from engines.bagarre.reveal import begin, targets
from engines.bagarre.state import BIT, Play, Seat, Table, known_to
from engines.bagarre.view import Phase
from engines.core.cards import CODE

RULE: Final = "La Bagarre, Attaquer"


def begin_attack(table: Table, index: int, action: Action, *, counter: bool = False) -> None:
    """Attack one seat, or two with the same card."""
    begin(table, index, action, _apply, counter=counter)


def _apply(table: Table, given: Play | None) -> None:
    """Step: the attack meets its targets, the first one first."""
    play = given or table.under_way()
    agenda = table.agenda
    steps = len(agenda)
    if play.second >= 0:
        agenda.append((_strike_second, None))
    _strike(table, play, play.target)
    if table.waiting or len(agenda) > steps:
        agenda.insert(steps, (_finish, None))
    else:
        _finish(table, play)


def _strike_second(table: Table, _: Any) -> None:
    """Step: the attack meets its second target."""
    play = table.under_way()
    _strike(table, play, play.second)


def _strike(table: Table, play: Play, index: int) -> None:
    """Let the attack meet one shield; what goes through is lost (La Bagarre, Attaquer).

    Charges add up to one attack (ruling B19). Without damage nothing happens, unless a power
    kills with an attack that equals the shield (rulings B40, B59).
    """
    if play.avoided & BIT[index]:
        return
    victim = table.seats[index]
    powers = table.seats[play.seat].powers
    attack_bonus = shield_bonus = 0
    if powers.attack_bonus:
        attack_bonus = sum([hook(victim) for hook in powers.attack_bonus])
    if victim.powers.shield_bonus:
        shield_bonus = sum([hook(victim) for hook in victim.powers.shield_bonus])
    attack = sum(play.values) + attack_bonus
    damage = attack - victim.guard - shield_bonus
    play.struck |= BIT[index]
    if victim.powers.hides_shield:
        _show_shield(table, victim, play.seat)
    if table.events is not None:
        table.emit(
            Struck(
                rule=RULE,
                seen_by=known_to(victim.shield_seen),
                seat=play.seat,
                target=index,
                cards=piles.codes(play.cards),
                values=tuple(play.values),
                bonus=attack_bonus,
                attack=attack,
                shield=victim.guard,
                shield_bonus=shield_bonus,
                damage=max(damage, 0),
            )
        )
    if damage <= 0:
        if damage == 0 and powers.equal_kills:
            _kill(table, play, victim)
        return
    play.hurt |= BIT[index]
    if damage >= sum(victim.worth):
        _kill(table, play, victim)
        return
    if victim.charges:
        losses.lose_charges(table, victim)
    for hook in powers.on_hurt:
        hook(table, play.seat, index)
    losses.lose(table, index, damage)


def _show_shield(table: Table, victim: Seat, attacker: int) -> None:
    """Show a hidden shield to the attacker alone, once the card of the attack is known (ruling B51)."""
    if table.events is not None and not victim.shield_seen & BIT[attacker]:
        card = CODE[victim.shield]
        seen_by = known_to(victim.shield_seen | BIT[attacker])
        table.emit(ShieldShown(seat=victim.index, to=attacker, card=card, seen_by=seen_by, rule="ruling B51"))
    victim.shield_seen |= BIT[attacker]


def _kill(table: Table, play: Play, victim: Seat) -> None:
    play.killed |= BIT[victim.index]
    keep = table.seats[play.seat].powers.steals_from_the_dead and bool(play.hurt & BIT[victim.index])
    losses.eliminate(table, victim.index, play.seat, "attack", keep_shield=keep)


def _finish(table: Table, given: Play | None) -> None:
    """Step: the cards of the attack are discarded, under those it cost, and what it led to is put on the agenda.

    Answers to the attack come before thefts (La Bagarre, Précisions, Paladin) and before extra actions (ruling B43).
    """
    play = given or table.under_way()
    discard = table.discard
    cards = play.cards
    if len(cards) > 1:
        discard += cards[1:]
    if cards:
        discard.append(cards[0])
    if table.events is not None and cards:
        table.emit(Discarded(seat=play.seat, cards=piles.codes([*cards[1:], *cards[:1]]), reason="spent"))
    if table.fresh:
        discard += table.fresh
        table.fresh.clear()
    powers = table.seats[play.seat].powers
    if play.killed and powers.replays_on_murder:
        table.owed += [(play.seat, "murder")] * play.killed.bit_count()
    agenda = table.agenda
    if powers.after_attack and play.hurt:
        for target in reversed(targets(play)):
            if play.hurt & BIT[target]:
                argument = (play.seat, target, bool(play.killed & BIT[target]))
                agenda += [(hook, argument) for hook in powers.after_attack]
    if not play.counter:
        if play.second >= 0:
            _be_answered(table, play, play.second)
        if table.seats[play.target].powers.counters:
            _be_answered(table, play, play.target)
    table.play_under_way = None


def _be_answered(table: Table, play: Play, index: int) -> None:
    count = table.seats[index].powers.counters
    if count and play.struck & BIT[index]:
        table.agenda.append((_answer, (index, play.seat, count, count)))


def _answer(table: Table, argument: tuple[int, int, int, int]) -> None:
    """Step: answer an attack with attacks, one after the other, even when it was deadly (rulings B41 to B43)."""
    index, attacker, left, count = argument
    if not table.seats[attacker].alive:
        return
    if table.events is not None and left == count:
        table.emit(Countered(seat=index, target=attacker, count=count, rule="ruling B41"))
    if left > 1:
        table.agenda.append((_answer, (index, attacker, left - 1, count)))
    ask_counter(table, (index, attacker))


def ask_counter(table: Table, argument: tuple[int, int]) -> None:
    """Step: strike back; the seat chooses how, if there is more than one way."""
    index, attacker = argument
    seat = table.seats[index]
    second = any(hook(seat) for hook in seat.powers.aims_twice)
    from_discard = seat.powers.uses_discard and bool(table.discard)
    ways = attacks_on(table.alive, index, attacker, from_discard, second)
    if len(ways) == 1:
        begin_attack(table, index, ways[0], counter=True)
        return
    table.ask(Phase.COUNTER, index, ways, _counter_chosen, (ask_counter, argument), index)


def _counter_chosen(table: Table, action: Action) -> None:
    begin_attack(table, table.about, action, counter=True)
