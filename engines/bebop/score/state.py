"""A match of Space Serenade at one moment: planets, tokens, captures, Vicious."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.bebop.cards import Character, Planet
from engines.bebop.score.setup import BebopSetup
from engines.core.score import Event, Points, State

GAUGE_LEAST: Final = 1
GAUGE_MOST: Final = 3
CAPTURE: Final = "Space Serenade, Capturer un criminel"
ESCAPE: Final = "Space Serenade, Criminel échappé"
GAUGES: Final = "Space Serenade, Modifier les jauges de déplacement"
END: Final = "Space Serenade, Fin de la partie"


class Target(StrEnum):
    """Whose tokens: those of the criminal on a planet, or Vicious's."""

    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"
    VICIOUS = "vicious"


class Pile(StrEnum):
    """The two piles of capture tokens (Space Serenade, Cartes Criminel et jetons Capture)."""

    RESISTANCE = "resistance"
    CLUES = "clues"


class Piles(Struct, frozen=True):
    """How many tokens lie on the two piles."""

    resistance: int
    clues: int

    def of(self, pile: Pile) -> int:
        """Return the tokens of one pile."""
        return self.resistance if pile is Pile.RESISTANCE else self.clues

    def without(self, pile: Pile, count: int) -> Piles:
        """Return the piles after tokens were taken from one."""
        if pile is Pile.RESISTANCE:
            return Piles(self.resistance - count, self.clues)
        return Piles(self.resistance, self.clues - count)

    @property
    def total(self) -> int:
        """The tokens of both."""
        return self.resistance + self.clues


class Criminal(Struct, frozen=True):
    """A criminal on a planet: code or typed name (may be empty), star, tokens placed and tokens left."""

    name: str
    star: int
    placed: Piles
    left: Piles


class Place(Struct, frozen=True):
    """A planet's board: its gauge 1 to 3 and its criminal, if one is there."""

    gauge: int = GAUGE_LEAST
    criminal: Criminal | None = None


class Captured(Struct, frozen=True):
    """A card in front of its captor: which planet's criminal, or Vicious, and its star."""

    target: Target
    name: str
    star: int


class Vicious(Struct, frozen=True):
    """Vicious in play.

    ``deck`` counts the criminals left in his movement deck, by planet; ``hit`` says that he lost a resistance token
    in this turn; ``turns_left`` counts the turns to come once the last movement card was revealed.
    """

    planet: Planet
    star: int
    placed: Piles
    left: Piles
    deck: tuple[int, int, int]
    hit: bool = False
    turns_left: int | None = None


type Tokens = tuple[int, int, int, int]
"""A seat's capture tokens, in the order of ``Target``."""


class BebopState(State, frozen=True, kw_only=True):
    """The match.

    ``places`` are in the order of ``Planet``; ``dealt`` counts the criminals revealed from the deck, by planet, and
    ``starters_dealt`` those among them known to have star 0; ``seen`` are the codes or names that were revealed;
    ``reveals`` is how many cards of the deck are still to be revealed after a capture; ``moving`` says that a movement
    card is to be revealed at the end of this turn. ``left`` are the seats that left, in that order. ``ended`` is
    ``"vicious_captured"``, ``"vicious_fled"``, ``"left"``, ``"stopped"``, ``"result"`` or ``""``. ``noted`` says that
    totals were typed, with ``counts`` of captured criminals where known.
    """

    setup: BebopSetup
    characters: tuple[Character | None, ...]
    places: tuple[Place, Place, Place] = (Place(), Place(), Place())
    placed: tuple[Planet, ...] = ()
    tokens: tuple[Tokens, ...]
    captured: tuple[tuple[Captured, ...], ...]
    dealt: tuple[int, int, int] = (0, 0, 0)
    starters_dealt: tuple[int, int, int] = (0, 0, 0)
    seen: tuple[str, ...] = ()
    active: int
    turn: int = 1
    reveals: int = 0
    moving: bool = False
    vicious: Vicious | None = None
    left: tuple[int, ...] = ()
    ended: str = ""
    noted: bool = False
    counts: tuple[int | None, ...] = ()

    @property
    def prepared(self) -> bool:
        """Whether every planet has got its starting criminal."""
        return len(self.placed) == len(Planet)

    @property
    def begun(self) -> bool:
        """Whether a criminal lies on the table: from now on a final result alone will not do."""
        return bool(self.placed)

    @property
    def deck_left(self) -> int:
        """The cards left in the criminal deck, Vicious included while he is in it; 0 once he has come."""
        return 0 if self.vicious else self.setup.deck - sum(self.dealt)

    def board_of(self, planet: Planet) -> Place:
        """Return the board of a planet."""
        return self.places[index(planet)]

    def piles(self, target: Target) -> Piles | None:
        """Return the tokens left of a criminal or of Vicious, ``None`` if nobody is there."""
        if target is Target.VICIOUS:
            return self.vicious.left if self.vicious else None
        criminal = self.board_of(Planet(target.value)).criminal
        return criminal.left if criminal else None

    def held(self, seat: int, target: Target) -> int:
        """Return how many capture tokens of one kind a seat holds."""
        return self.tokens[seat][tuple(Target).index(target)]

    def movement_deck(self) -> tuple[int, int, int]:
        """Return the criminals that make Vicious's movement deck, by planet, before its first card (ruling C40).

        They are all that were in play or in the deck, without those on planets and those captured.
        """
        counts = []
        for planet in Planet:
            caught = sum(one.target.value == planet.value for pile in self.captured for one in pile)
            there = self.board_of(planet).criminal is not None
            counts.append(1 + self.setup.per_planet - there - caught)
        earth, mars, ganymede = counts
        return earth, mars, ganymede

    def with_place(self, planet: Planet, place: Place) -> BebopState:
        """Return the state with one planet's board changed."""
        first, second, third = (place if one is planet else self.board_of(one) for one in Planet)
        return replace(self, places=(first, second, third))

    def with_gauge(self, planet: Planet, value: int, rule: str = GAUGES) -> BebopState:
        """Return the state with a gauge set, told if it moved."""
        old = self.board_of(planet)
        if old.gauge == value:
            return self
        moved = self.with_place(planet, replace(old, gauge=value))
        return moved.with_events(
            Event("gauge", None, {"planet": planet.value, "value": value, "before": old.gauge}, rule)
        )

    def with_tokens(self, seat: int, target: Target, count: int) -> BebopState:
        """Return the state with tokens given to a seat."""
        at = tuple(Target).index(target)
        row = self.tokens[seat]
        one, two, three, four = (held + count if spot == at else held for spot, held in enumerate(row))
        return replace(self, tokens=(*self.tokens[:seat], (one, two, three, four), *self.tokens[seat + 1 :]))

    def without_tokens(self, *targets: Target) -> BebopState:
        """Return the state in which nobody holds tokens of these kinds."""
        gone = {tuple(Target).index(target) for target in targets}
        rows = []
        for row in self.tokens:
            one, two, three, four = (0 if spot in gone else held for spot, held in enumerate(row))
            rows.append((one, two, three, four))
        return replace(self, tokens=tuple(rows))

    def converted(self, target: Target) -> BebopState:
        """Return the state after everybody turned tokens of one kind into renown (ruling C8)."""
        held = [(seat, self.held(seat, target)) for seat in self.seats]
        points = (
            Points(seat, count * self.setup.token_renown, "tokens", CAPTURE, {"target": target.value, "count": count})
            for seat, count in held
            if count
        )
        return self.scored(*points).without_tokens(target)

    def with_card(self, seat: int, card: Captured) -> BebopState:
        """Return the state after a seat took a captured card, whose star is renown for it (ruling C7)."""
        rows = (*self.captured[:seat], (*self.captured[seat], card), *self.captured[seat + 1 :])
        after = replace(self, captured=rows)
        params: dict[str, int | str] = {"target": card.target.value, "star": card.star}
        if card.name:
            params["item"] = card.name
        after = after.with_events(Event("captured", seat, params, CAPTURE))
        return after.scored(Points(seat, card.star, "star", "ruling C7", params)) if card.star else after

    def escaped(self, planet: Planet, rule: str) -> BebopState:
        """Return the state after the criminal of a planet got away: tokens lost, gauge back to 1 (ruling C15)."""
        criminal = self.board_of(planet).criminal
        target = Target(planet.value)
        lost = sum(self.held(seat, target) for seat in self.seats)
        params: dict[str, int | str] = {"planet": planet.value, "count": lost}
        if criminal is not None and criminal.name:
            params["item"] = criminal.name
        after = self.without_tokens(target).with_place(planet, replace(self.board_of(planet), criminal=None))
        after = after.with_events(Event("escaped", None, params, rule)).with_gauge(planet, GAUGE_LEAST, ESCAPE)
        return after.with_events(Event("characters_return", None, {"planet": planet.value}, ESCAPE))


def index(planet: Planet) -> int:
    """Return where a planet stands in tuples by planet."""
    return tuple(Planet).index(planet)


def counted(counts: tuple[int, int, int], planet: Planet, change: int) -> tuple[int, int, int]:
    """Return counts by planet with one of them changed."""
    earth, mars, ganymede = (count + change if at == index(planet) else count for at, count in enumerate(counts))
    return earth, mars, ganymede
