"""A match of Space Serenade counted as people count it: plain numbers on a sheet, written from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engines.bebop.score import BebopSetup
from tests.engines.score.bebop_table import EARTH, GANYMEDE, MARS

PLANETS = (EARTH, MARS, GANYMEDE)
VICIOUS = "vicious"
EACH = {2: 3, 3: 4, 4: 5}
"""Mise en place: criminals of each planet in the deck, by number of players; one more lies on the planet."""


@dataclass
class Tally:
    """The sheet.

    ``piles`` are the tokens left, resistance before clues, of each criminal and of Vicious; ``owed`` the seats that
    still have a last turn, with the one under way.
    """

    setup: BebopSetup
    renown: Counter[int] = field(default_factory=Counter)
    cards: Counter[int] = field(default_factory=Counter)
    tokens: Counter[tuple[int, str]] = field(default_factory=Counter)
    gauges: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLANETS, 1))
    piles: dict[str, list[int]] = field(default_factory=dict)
    stars: dict[str, int] = field(default_factory=dict)
    caught: Counter[str] = field(default_factory=Counter)
    vicious: str = ""
    movement: Counter[str] = field(default_factory=Counter)
    hit: bool = False
    owed: list[int] | None = None
    gone: set[int] = field(default_factory=set)
    active: int = 0
    over: bool = False

    def count(self, entries: list[dict[str, Any]]) -> Tally:
        """Count a match, every entry of which is legal."""
        self.active = self.setup.start
        for entry in entries:
            getattr(self, entry["kind"])(entry)
        return self

    def choose(self, entry: dict[str, Any]) -> None:
        """A character scores nothing."""

    def result(self, entry: dict[str, Any]) -> None:
        """The totals are what was entered."""
        self.renown.update(dict(enumerate(entry["totals"])))
        self.over = True

    def card(self, entry: dict[str, Any]) -> None:
        """A card gives renown or takes it, as far as there is any (ruling C51)."""
        self.renown[entry["seat"]] = max(0, self.renown[entry["seat"]] + entry["points"])

    def captures(self, entry: dict[str, Any]) -> None:
        """Who captured how many breaks a tie and scores nothing."""

    def stop(self, entry: dict[str, Any]) -> None:
        """Renown stands as it is, or is what was entered."""
        self.finish()
        self.renown = Counter(dict(enumerate(entry["totals"])))

    def place(self, entry: dict[str, Any]) -> None:
        """A starting criminal, whose star is 0."""
        planet, piles, _ = self.criminal(entry)
        self.piles[planet], self.stars[planet] = piles, 0

    def take(self, entry: dict[str, Any]) -> None:
        """Tokens off a pile; the last one captures."""
        seat, target, pile = entry["seat"], entry["target"], int(entry["pile"] == "clues")
        self.tokens[seat, target] += entry["count"]
        self.piles[target][pile] -= entry["count"]
        self.hit |= target == VICIOUS and pile == 0
        if self.piles[target][pile]:
            return
        self.cards[seat] += 1
        self.renown[seat] += self.stars[target]
        for player in range(self.setup.seats):
            self.renown[player] += self.setup.token_renown * self.tokens.pop((player, target), 0)
        del self.piles[target]
        self.caught[target] += 1
        if target == VICIOUS:
            self.finish()
        else:
            self.gauges[target] = 1

    def reveal(self, entry: dict[str, Any]) -> None:
        """A free planet is taken, an occupied one harder to reach; from gauge 3 the criminal there escapes."""
        planet, piles, star = self.criminal(entry)
        if planet in self.piles and self.gauges[planet] < 3:
            self.gauges[planet] += 1
            return
        if planet in self.piles:
            self.escape(planet)
        self.piles[planet], self.stars[planet] = piles, star

    def arrival(self, entry: dict[str, Any]) -> None:
        """Vicious's movement deck: all that are neither captured nor on a planet; its first card says where he is."""
        seats, cards = self.setup.seats, self.setup.cards
        for planet in PLANETS:
            self.movement[planet] = EACH[seats] + 1 - self.caught[planet] - (planet in self.piles)
        self.vicious = entry["planet"]
        self.movement[self.vicious] -= 1
        if cards:
            printed = next(card for card in cards.vicious if card.players == seats)
            self.piles[VICIOUS], self.stars[VICIOUS] = [printed.resistance, printed.clues], cards.vicious_star
        else:
            self.piles[VICIOUS], self.stars[VICIOUS] = [entry["resistance"], entry["clues"]], entry.get("star") or 0

    def gauge(self, entry: dict[str, Any]) -> None:
        """A card moves a gauge within 1 and 3."""
        planet = entry["planet"]
        self.gauges[planet] = min(max(self.gauges[planet] + entry["change"], 1), 3)

    def end_turn(self, entry: dict[str, Any]) -> None:
        """If Vicious was hit and has cards left, his card comes first."""
        if not self.hit or not self.movement.total():
            self.next_turn()

    def move(self, entry: dict[str, Any]) -> None:
        """He goes there, or the gauge rises where he is; with the last card everybody has one more turn."""
        planet = entry["planet"]
        self.movement[planet] -= 1
        if self.vicious != planet:
            self.vicious = planet
        elif self.gauges[planet] < 3:
            self.gauges[planet] += 1
        elif planet in self.piles:
            self.escape(planet)
        self.next_turn()
        if not self.movement.total():
            self.owed = [seat for seat in range(self.setup.seats) if seat not in self.gone]

    def next_turn(self) -> None:
        """The next player's turn, unless the last one has been played."""
        self.hit = False
        if self.owed is not None:
            self.owed.remove(self.active)
        if self.owed == []:
            self.finish()
            return
        self.active = (self.active + 1) % self.setup.seats
        while self.active in self.gone:
            self.active = (self.active + 1) % self.setup.seats

    def leave(self, entry: dict[str, Any]) -> None:
        """No turn any more but the one under way; the last one at the table ends it."""
        self.gone.add(entry["seat"])
        if self.owed is not None and entry["seat"] in self.owed and entry["seat"] != self.active:
            self.owed.remove(entry["seat"])
        if len(self.gone) > self.setup.seats - 2:
            self.finish()

    def escape(self, planet: str) -> None:
        """The criminal is gone, and so are everybody's tokens of the planet."""
        del self.piles[planet]
        self.gauges[planet] = 1
        for seat in range(self.setup.seats):
            self.tokens.pop((seat, planet), None)

    def finish(self) -> None:
        """Tokens that were not turned into renown are worth nothing."""
        self.tokens.clear()
        self.over = True

    def criminal(self, entry: dict[str, Any]) -> tuple[str, list[int], int]:
        """Planet, piles and star: those on the card, or those typed."""
        if self.setup.cards:
            card = next(card for card in self.setup.cards.criminals if card.code == entry["criminal"])
            return card.planet.value, [card.resistance, card.clues], card.star
        return entry["planet"], [entry["resistance"], entry["clues"]], entry.get("star") or 0
