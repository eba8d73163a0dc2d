"""A match of La Bagarre on the pad at one moment."""

from __future__ import annotations

from typing import Final, Self

from msgspec.structs import replace

from engines.bagarre.score.setup import ALCHEMIST, PALADIN, BagarreSetup
from engines.core.score import Points, State, shared_places

STANDING: Final = 0
"""The moment of a seat that has not fallen."""
MURDER: Final = "La Bagarre, Autres règles: Meurtre"


class BagarreState(State, frozen=True):
    """A match at one moment.

    ``heroes`` are the heroes noted for each seat (empty: not noted). ``fell`` is the moment each seat fell, counted
    from 1 and equal for those that fell at once; ``STANDING`` for the others. ``through`` is who eliminated each seat.
    ``countered`` are the seats that killed with a Paladin's counter, ``burned`` those that killed with a fire potion:
    two with one attack, or somebody beside the attacker with a counter. ``stopped`` says that the players stopped
    early, ``agreed`` are the places they typed then, if they did. ``causes`` are what made each seat fall, and
    ``deeds_before`` who had countered and burned before the last moment.
    """

    setup: BagarreSetup
    heroes: tuple[tuple[str, ...], ...] = ()
    fell: tuple[int, ...] = ()
    through: tuple[int | None, ...] = ()
    countered: tuple[int, ...] = ()
    burned: tuple[int, ...] = ()
    stopped: bool = False
    agreed: tuple[int, ...] = ()
    causes: tuple[str, ...] = ()
    deeds_before: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @classmethod
    def new(cls, setup: BagarreSetup) -> Self:
        """Return the match before its first entry: everybody stands."""
        seats = setup.seats
        return cls(
            setup=setup,
            heroes=((),) * seats,
            fell=(STANDING,) * seats,
            through=(None,) * seats,
            causes=("",) * seats,
        )

    @property
    def standing(self) -> tuple[int, ...]:
        """The seats that have not fallen."""
        return tuple(seat for seat in self.seats if self.fell[seat] == STANDING)

    @property
    def sides(self) -> frozenset[int]:
        """The sides that still have somebody standing."""
        return frozenset(self.setup.side(seat) for seat in self.standing)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat so far: the later it fell, the better, and at once is a tie.

        A team stands where its last member does (ruling B56); the places its members share count seats (1, 1, 3, 3).
        """
        if self.agreed:
            return shared_places([(-place,) for place in self.agreed])
        end = max(self.fell) + 1
        lasted = [end if moment == STANDING else moment for moment in self.fell]
        last: dict[int, int] = {}
        for seat, moment in enumerate(lasted):
            side = self.setup.side(seat)
            last[side] = max(last.get(side, STANDING), moment)
        return shared_places([(last[self.setup.side(seat)],) for seat in self.seats])

    def group(self, seat: int) -> tuple[int, ...]:
        """The seats that play the same heroes as this one: its team where that was agreed, else itself."""
        if not self.setup.same_hero_per_team:
            return (seat,)
        return tuple(other for other in self.seats if self.setup.side(other) == self.setup.side(seat))

    def noted(self, seat: int) -> tuple[str, ...]:
        """The heroes noted for a seat, or for a team mate with the same ones."""
        return next((self.heroes[other] for other in self.group(seat) if self.heroes[other]), ())

    def proved(self, seat: int) -> frozenset[str]:
        """The heroes a seat must have, by what it did; nothing is proved where invented heroes may have done it."""
        if self.setup.own_heroes:
            return frozenset()
        group = self.group(seat)
        deeds = ((PALADIN, self.countered), (ALCHEMIST, self.burned))
        return frozenset(hero for hero, seats in deeds if any(other in seats for other in group))

    def held_by(self, hero: str, seat: int) -> int | None:
        """Who else holds a hero, so that this seat cannot (ruling B30)."""
        if not self.setup.unique:
            return None
        others = (other for other in self.seats if other not in self.group(seat))
        return next((other for other in others if hero in self.noted(other) or hero in self.proved(other)), None)

    def could_note(self, seat: int, *heroes: str) -> bool:
        """Whether these heroes together could be noted for a seat that has none noted."""
        noted = self.noted(seat)
        if noted:
            return set(heroes) <= set(noted)
        if any(self.held_by(hero, seat) is not None for hero in heroes):
            return False
        return len(self.proved(seat) | set(heroes)) <= self.setup.heroes_each

    def may_be(self, seat: int, *heroes: str) -> bool:
        """Whether a seat could have done what takes all these heroes: it may have them, or one the table invented."""
        noted = self.noted(seat)
        if noted:
            return set(heroes) <= set(noted) or any(name in self.setup.own_heroes for name in noted)
        return bool(self.setup.own_heroes) or self.could_note(seat, *heroes)

    @property
    def last_fallen(self) -> tuple[int, ...]:
        """The seats that fell at the last moment."""
        last = max(self.fell)
        return tuple(seat for seat in self.seats if self.fell[seat] == last != STANDING)

    @property
    def before_last(self) -> Self:
        """The state in which those who fell at the last moment still stand; points are not taken back."""
        last = self.last_fallen
        countered, burned = self.deeds_before
        return replace(
            self,
            fell=tuple(STANDING if seat in last else moment for seat, moment in enumerate(self.fell)),
            through=tuple(None if seat in last else by for seat, by in enumerate(self.through)),
            causes=tuple("" if seat in last else cause for seat, cause in enumerate(self.causes)),
            countered=countered,
            burned=burned,
        )

    def are_neighbours(self, one: int, other: int, *, without: int | None = None) -> bool:
        """Whether nobody who stands sits between two who stand, on one side of them at least (ruling B47).

        ``without`` is somebody who may lie on the floor already.
        """
        ring = [seat for seat in self.standing if seat != without]
        if one not in ring or other not in ring:
            return False
        apart = abs(ring.index(one) - ring.index(other))
        return apart in (1, len(ring) - 1)

    def fall(self, seat: int, by: int | None, moment: int, cause: str) -> Self:
        """Return the state after a seat fell at a moment; whoever eliminated it is credited."""
        after = replace(
            self,
            fell=tuple(moment if s == seat else m for s, m in enumerate(self.fell)),
            through=tuple(by if s == seat else t for s, t in enumerate(self.through)),
            causes=tuple(cause if s == seat else c for s, c in enumerate(self.causes)),
        )
        if by is None:
            return after
        own = self.setup.side(by) == self.setup.side(seat)
        return after.scored(Points(by, 1, "own_team" if own else "elimination", MURDER, {"victim": seat}))
