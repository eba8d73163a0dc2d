"""Characters lost: to the graveyard, points at once, then Vengeance or a new active one (rulings F30, F38, F43)."""

from __future__ import annotations

from typing import Final

from engines.badass_force import characters
from engines.badass_force.cards import DEATH
from engines.badass_force.events import Lost, SlotBegan, VengeanceBegan
from engines.badass_force.points import score_kill
from engines.badass_force.score.entries import Means
from engines.badass_force.state import MEMBERS, NONE, Seat, Table
from engines.core.effects.steps import UnderWay, begin

LOST: Final = "Badass Force, Mort d'un personnage"


def lose_from_hand(table: Table, seat: Seat, by: int, means: Means, judged: int, *, together: bool = False) -> None:
    """Lose a character drawn from the hand."""
    held = MEMBERS[seat.hand]
    if held:
        drawn = held[table.dice.one_of(len(held), "drawn from a hand")]
        lose(table, seat, drawn, by, means, judged, together=together)


def lose(
    table: Table, seat: Seat, character: int, by: int, means: Means, judged: int, *, together: bool = False
) -> None:
    """Put a character in the graveyard, score it, and let what follows come at once.

    One's own characters bring nobody points (ruling F20).
    """
    characters.bury(seat, character)
    scorer = by if by not in (NONE, seat.index) else None
    if table.events is not None:
        code = table.codes[character]
        table.emit(
            Lost(
                seat=seat.index,
                character=code,
                by=scorer,
                means=means.value,
                together=together,
                of_leader=seat.index == judged,
                rule=LOST,
            ),
        )
    if table.cast[character].death:
        table.agenda.append((_say, (seat.index, character)))
    table.agenda.append((renew, seat.index))
    if scorer is not None:
        score_kill(table, scorer, seat.index, judged)


def renew(table: Table, index: int) -> None:
    """Step: at one character left Vengeance comes (rulings F21, F23); whoever has no active character lays one."""
    seat = table.seats[index]
    if characters.count(seat) <= 1:
        if table.events is not None:
            table.emit(VengeanceBegan(seat=index, again=seat.vengeance, rule="ruling F21"))
        seat.vengeance = True
        characters.draw_loge(table, seat)
    if seat.active == NONE:
        characters.ask_lay(table, index)


def _say(table: Table, dead: tuple[int, int]) -> None:
    """Step: what a card's own death does; its owner is responsible (ruling F58).

    A death that brings the same death about again says nothing more.
    """
    index, character = dead
    card = table.cast[character]
    if any(way.slot == DEATH and way.seat == index for way in table.ways):
        return
    if table.events is not None:
        table.emit(SlotBegan(seat=index, card=card.code, slot=DEATH))
    begin(table, UnderWay(index, card.code, DEATH, card.death))
