"""A moment of a game as text, for tests, puzzles and the shell: what a FEN is to chess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.bagarre.ending import decided
from engines.bagarre.hero_codes import CODES
from engines.bagarre.heroes.base import Potion, potion_names
from engines.bagarre.options import RULES, Options, Setup
from engines.bagarre.piles import codes
from engines.bagarre.state import BIT, Seat, Table, bits
from engines.bagarre.view import Phase
from engines.core.cards import CODE, DECK, Card, card
from engines.core.game import refuse
from engines.core.problems import Malformed

MOST_WOUNDS: Final = 100


class SeatPosition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What lies in front of a seat, cards by code.

    ``tokens`` are the points that tokens take off each hit point card (ruling B7), empty for none. Only seats that look
    at hidden cards have seen the charges. ``potions`` are those left; ``None`` means all the hero begins with.
    ``shown_to`` are the seats that have seen a hidden shield. A seat that is out has no cards.
    """

    hp: tuple[str, ...] = ()
    shield: str | None = None
    charges: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()
    wounds: int = 0
    potions: tuple[str, ...] | None = None
    tokens: tuple[int, ...] = ()
    shown_to: tuple[int, ...] = ()
    team: int | None = None
    alive: bool = True


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A table at the moment when the seat ``turn`` chooses the action of its turn.

    ``draw`` is the draw pile from the top; cards named nowhere lie below it, in the order of the deck (spades,
    hearts, diamonds, clubs, jokers). ``discard`` is the discard pile from the bottom: its last card is the top.
    ``changed`` are cards of the discard pile that got there as replaced shields (ruling B33). ``options`` hold
    the figures of the game; teams and heroes are taken from the seats.
    """

    seats: tuple[SeatPosition, ...]
    draw: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    turn: int = 0
    options: Options = Options()


def setup_of(position: Position) -> Setup:
    """Return players and figures of a position, without teams and heroes, which need not fill a table."""
    return Setup(players=len(position.seats), options=_figures(position.options), rules=RULES[-1])


def _figures(options: Options) -> Options:
    """Leave out what the seats themselves tell."""
    return replace(options, teams=(), fixed_heroes=(), trolls=False, same_hero_per_team=False)


def lay_out(table: Table, position: Position) -> None:
    """Put all cards of a position on an empty table. Raises ``Malformed``, naming the place."""
    named: set[Card] = set()

    def take(code: str, where: str) -> Card:
        found = card(code, where)
        if found in named:
            raise Malformed(f"{code} lies in two places", where)
        named.add(found)
        return found

    _teams(table, position)
    for index, given in enumerate(position.seats):
        if not given.alive:
            table.seats[index].alive = False
            table.alive &= ~BIT[index]
            table.spies &= ~BIT[index]
    for index, given in enumerate(position.seats):
        _seat(table, index, given, take)
    table.discard = [take(code, f"$.discard[{place}]") for place, code in enumerate(position.discard)]
    top = [take(code, f"$.draw[{place}]") for place, code in enumerate(position.draw)]
    table.draw = [*top, *(other for other in DECK if other not in named)][::-1]
    for place, code in enumerate(position.changed):
        shield = card(code, f"$.changed[{place}]")
        if shield not in table.discard:
            raise Malformed(f"{code} is not in the discard pile", f"$.changed[{place}]")
        table.changed |= BIT[shield]
    if not 0 <= position.turn < table.players or not table.seats[position.turn].alive:
        raise Malformed(f"{position.turn} is not a seat in the game", "$.turn")
    if decided(table):
        raise Malformed("fewer than two players or teams are left", "$.seats")


def _teams(table: Table, position: Position) -> None:
    teams = [seat.team for seat in position.seats]
    table.teams = any(team is not None for team in teams)
    for seat, team in zip(table.seats, teams, strict=True):
        if table.teams:
            if team is None:
                raise Malformed("every seat has a team, or none", f"$.seats[{seat.index}].team")
            seat.team = team


def heroes_of(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the heroes of each seat, none to two. Raises ``Malformed``."""
    for index, seat in enumerate(position.seats):
        if len(seat.heroes) > 2 or len(set(seat.heroes)) < len(seat.heroes):
            raise Malformed("a seat has at most two heroes, not twice the same", f"$.seats[{index}].heroes")
        for code in seat.heroes:
            if code not in CODES:
                raise Malformed(f"{code!r} is not a hero; there are {', '.join(CODES)}", f"$.seats[{index}].heroes")
    return tuple(seat.heroes for seat in position.seats)


def _seat(table: Table, index: int, given: SeatPosition, take: Callable[[str, str], Card]) -> None:
    where = f"$.seats[{index}]"
    seat = table.seats[index]
    if not given.alive:
        if given.hp or given.charges or given.shield is not None:
            raise Malformed("a seat that is out has no cards", where)
        return
    if not 1 <= len(given.hp) <= 2 or given.shield is None:
        raise Malformed("a seat in the game has one or two hit point cards and a shield", where)
    seat.hp = [take(code, f"{where}.hp[{place}]") for place, code in enumerate(given.hp)]
    tokens = given.tokens or (0,) * len(seat.hp)
    if len(tokens) != len(seat.hp):
        raise Malformed("one number of token points for each hit point card", f"{where}.tokens")
    for place, (own, token) in enumerate(zip(seat.hp, tokens, strict=True)):
        if not 0 <= token < table.values[own]:
            raise Malformed(f"{token} is not from 0 to {table.values[own] - 1}", f"{where}.tokens[{place}]")
    seat.worth = [table.values[own] - token for own, token in zip(seat.hp, tokens, strict=True)]
    seat.shield = take(given.shield, f"{where}.shield")
    seat.guard = table.values[seat.shield]
    seat.charges = [take(code, f"{where}.charges[{place}]") for place, code in enumerate(given.charges)]
    seat.charge_seen = [table.spies] * len(seat.charges)
    if not 0 <= given.wounds <= MOST_WOUNDS:
        raise Malformed(f"{given.wounds} is not from 0 to {MOST_WOUNDS}", f"{where}.wounds")
    seat.wounds = given.wounds
    if seat.powers.hides_shield:
        seat.shield_seen = BIT[index] | table.spies
        for viewer in given.shown_to:
            if not 0 <= viewer < table.players:
                raise Malformed(f"{viewer} is not a seat", f"{where}.shown_to")
            seat.shield_seen |= BIT[viewer]
    if given.potions is not None:
        seat.potions = 0
        for name in given.potions:
            if name.upper() not in Potion.__members__:
                raise Malformed(f"{name!r} is not a potion", f"{where}.potions")
            seat.potions |= Potion[name.upper()]


def position_of(table: Table) -> Position:
    """Return a table as a position. Raises ``Illegal`` unless an action of a turn is being chosen."""
    if table.phase is not Phase.TURN or table.actor != table.turn:
        raise refuse("no_position_now", "", phase=table.phase.value)
    return Position(
        seats=tuple(_position_of(table, seat) for seat in table.seats),
        draw=codes(table.draw[::-1]),
        discard=codes(table.discard),
        changed=tuple(CODE[own] for own in table.discard if table.changed & BIT[own]),
        turn=table.turn,
        options=_figures(table.options),
    )


def _position_of(table: Table, seat: Seat) -> SeatPosition:
    if not seat.alive:
        team = seat.team if table.teams else None
        return SeatPosition(heroes=seat.powers.codes, team=team, alive=False)
    tokens = tuple(table.values[own] - worth for own, worth in zip(seat.hp, seat.worth, strict=True))
    hidden = seat.powers.hides_shield
    return SeatPosition(
        hp=codes(seat.hp),
        shield=CODE[seat.shield],
        charges=codes(seat.charges),
        heroes=seat.powers.codes,
        wounds=seat.wounds,
        potions=potion_names(seat.potions),
        tokens=tokens if any(tokens) else (),
        shown_to=tuple(other for other in bits(seat.shield_seen) if other < table.players) if hidden else (),
        team=seat.team if table.teams else None,
    )
