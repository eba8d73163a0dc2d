"""Cards played: what they bring, what they say, and team zones that come on (Space Serenade, Jouer des cartes)."""

from __future__ import annotations

from typing import Any, Final

from engines.bebop.actions import Action
from engines.bebop.events import Played, TeamEffect
from engines.bebop.ground import FUEL_MOST
from engines.bebop.piles import take_from_hand
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase
from engines.core.effects.steps import UnderWay, begin

PLAYING: Final = "Space Serenade, Jouer des cartes"
TEAM: Final = "Space Serenade, Effet d’équipe"


def play(table: Table, seat: Seat, card: int) -> None:
    """Play a card of the hand: its resources, its text, then the team zones now on (ruling C58)."""
    take_from_hand(seat, card)
    table.played.append(card)
    enter(table, seat, card)


def enter(table: Table, seat: Seat, card: int) -> None:
    """Let a card that has just come into play do what it does."""
    book = table.book
    table.colours[book.colour[card]] += 1
    table.woolongs += book.woolongs[card]
    fuel = book.fuel[card]
    if fuel:
        fuel = min(fuel, FUEL_MOST - seat.fuel)  # beyond the limit it is lost (ruling C30)
        seat.fuel += fuel
    table.force += book.force[card]
    table.clues += book.clues[card]
    if table.events is not None:
        table.emit(
            Played(
                seat=seat.index,
                card=book.codes[card],
                woolongs=book.woolongs[card],
                fuel=fuel,
                force=book.force[card],
                clues=book.clues[card],
                rule=PLAYING,
            )
        )
    if book.team_with[card] >= 0:
        table.zones.append(card)
    if table.zones:
        table.agenda.append((team_effects, None))
    text = book.texts[card].play
    if text:
        begin(table, UnderWay(seat.index, book.codes[card], "play", text))


def team_effects(table: Table, _: Any) -> None:
    """Step: do the team zones that are on, in the player's order, each whole (ruling C58).

    A zone is on while a card of its partner's colour lies in play (ruling C41), and comes on once.
    """
    book, colours = table.book, table.colours
    on = [card for card in table.zones if colours[book.team_with[card]]]
    if not on:
        return
    different = list(dict.fromkeys(on))
    if len(different) > 1:
        ways = tuple([book.team[card] for card in different])
        table.ask(Phase.TEAM, table.turn, ways, _chosen, (team_effects, None))
        return
    _come_on(table, on[0])


def _chosen(table: Table, action: Action) -> None:
    _come_on(table, action.number)


def _come_on(table: Table, card: int) -> None:
    table.zones.remove(card)
    table.agenda.append((team_effects, None))
    code = table.book.codes[card]
    if table.events is not None:
        table.emit(TeamEffect(seat=table.turn, card=code, rule=TEAM))
    steps = table.book.texts[card].team
    if steps:
        begin(table, UnderWay(table.turn, code, "team", steps))
