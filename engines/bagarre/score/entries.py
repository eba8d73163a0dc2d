"""What is noted on the pad of La Bagarre while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from engines.bagarre.score.setup import ALCHEMIST, NEIGHBOURS, ONE_EXCHANGE, PALADIN, BagarreSetup
from engines.bagarre.score.state import STANDING, BagarreState
from engines.core.problems import Param, Problem
from engines.core.score import Entry, each_seat_problems, seat_problems

FIRE: Final = "La Bagarre, Héros: Alchimiste"
COUNTER: Final = "La Bagarre, Héros: Paladin"
UNFIT: Final = {PALADIN: ("not_a_paladin", COUNTER), ALCHEMIST: ("not_an_alchemist", FIRE)}
FIRE_MOST: Final = 2
"""How many one attack can kill, and one Paladin's counter: its target and the potion's (ruling B47)."""


class Cause(StrEnum):
    """What made somebody fall."""

    ATTACK = "attack"
    COUNTER = "counter"
    """The Paladin's answer to an attack, made even when that attack was fatal."""
    DRAGON = "dragon"
    """Nobody's doing (ruling B21)."""
    LEFT = "left"
    """The player gave up or went home."""
    UNKNOWN = "unknown"
    """Nobody wrote it down."""


EXCHANGES: Final = ((Cause.COUNTER, Cause.ATTACK), (Cause.COUNTER, Cause.UNKNOWN), (Cause.ATTACK, Cause.COUNTER))
"""How somebody falls through one who fell at the same moment, and how that one fell."""


class Fall(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat that fell, and through whom."""

    seat: int
    by: int | None = None
    cause: Cause = Cause.UNKNOWN


class Heroes(Entry[BagarreState], frozen=True, tag="heroes"):
    """The heroes of a seat; they may be noted at any time, also when the match is over."""

    after_end: ClassVar[bool] = True

    seat: int
    heroes: tuple[str, ...]

    def verify(self, state: BagarreState) -> Iterable[Problem]:
        """As many as the variant deals, known, not noted before, not taken, and fit for what the seat has done."""
        setup = state.setup
        problems = seat_problems(state, self.seat)
        if problems or not setup.heroes:
            return problems or [Problem("no_heroes", None, {"seat": self.seat})]
        if state.heroes[self.seat]:
            problems.append(Problem("heroes_known", None, {"seat": self.seat}))
        if len(self.heroes) != setup.heroes_each or len(set(self.heroes)) != len(self.heroes):
            each: dict[str, Param] = {"seat": self.seat, "count": len(set(self.heroes)), "needs": setup.heroes_each}
            problems.append(Problem("heroes_each", None, each, "La Bagarre, Héros"))
        for name in dict.fromkeys(self.heroes):
            if name not in setup.known_heroes:
                problems.append(Problem("no_such_hero", None, {"seat": self.seat, "item": name}))
            holder = state.held_by(name, self.seat)
            if holder is not None:
                taken: dict[str, Param] = {"seat": self.seat, "item": name, "by": holder}
                problems.append(Problem("hero_taken", None, taken, "ruling B30"))
        return problems + self._unfit(state)

    def _unfit(self, state: BagarreState) -> list[Problem]:
        """Return where the heroes contradict what the seat, or its team of one hero, is already known to be."""
        found = []
        mates = state.noted(self.seat)
        if mates and not state.heroes[self.seat] and set(mates) != set(self.heroes):
            params: dict[str, Param] = {"seat": self.seat, "item": mates[0]}
            found.append(Problem("team_hero", None, params, "La Bagarre, Bagarre en équipes"))
        for hero in sorted(state.proved(self.seat) - set(self.heroes)):
            code, rule = UNFIT[hero]
            found.append(Problem(code, None, {"seat": self.seat}, rule))
        return found

    def apply(self, state: BagarreState) -> BagarreState:
        """Note the heroes."""
        return replace(state, heroes=_with(state.heroes, self.seat, self.heroes))


class Eliminated(Entry[BagarreState], frozen=True, tag="eliminated"):
    """Who fell, one or several at the same moment: two through a fire potion, attacker and Paladin through each other.

    Those that fall at once share their place (La Bagarre, Héros: Paladin, "ce qui peut mener à une égalité"). The
    dragon takes them one by one, in the order of turns (ruling B28). The two ends of a fatal counter may be entered one
    after the other, whichever first: who falls through somebody who fell at the last moment, by the counter to that
    attack or by the attack that was countered, falls at that moment too, even if the match seemed over.
    """

    after_end: ClassVar[bool] = True

    falls: tuple[Fall, ...]

    def verify(self, state: BagarreState) -> Iterable[Problem]:
        """Those who fall must stand, and whoever did it must be able to have done it."""
        if self._is_late(state):
            return Eliminated(falls=(*_last_falls(state), *self.falls)).wrong(state.before_last)
        if state.stopped or len(state.sides) < 2:
            return [Problem("match_over")]
        return self.wrong(state)

    def _is_late(self, state: BagarreState) -> bool:
        """Tell whether this is the other end of what happened at the last moment."""
        if state.setup.rules_version < ONE_EXCHANGE or state.stopped:
            return False
        last = state.last_fallen
        return any(
            fall.by in last and state.through[fall.by] == fall.seat and (fall.cause, state.causes[fall.by]) in EXCHANGES
            for fall in self.falls
            if fall.by is not None
        )

    def wrong(self, state: BagarreState) -> list[Problem]:
        """Return what forbids these falls at one new moment."""
        found = list(self._seats(state))
        if found:
            return found
        for fall in self.falls:
            found += _cause(state, fall)
        return found or [*self._together(), *self._one_attack(state), *self._one_counter(state), *self._dragon()]

    def _seats(self, state: BagarreState) -> Iterator[Problem]:
        if not self.falls:
            yield Problem("nobody_fell")
        yield from seat_problems(state, *(seat for fall in self.falls for seat in (fall.seat, fall.by)))
        fallen = [fall.seat for fall in self.falls]
        for seat in dict.fromkeys(fallen):
            if fallen.count(seat) > 1:
                yield Problem("fell_twice", None, {"seat": seat})
            if 0 <= seat < state.setup.seats and state.fell[seat] != STANDING:
                yield Problem("fell_already", None, {"seat": seat})

    def _together(self) -> Iterator[Problem]:
        """Who kills and falls at the same moment does so through the Paladin's counter, on one end or the other."""
        falls = {fall.seat: fall for fall in self.falls}
        for fall in self.falls:
            killer = falls.get(fall.by) if fall.by is not None else None
            if killer is None or fall.cause is Cause.UNKNOWN or killer.cause is Cause.UNKNOWN:
                continue
            if fall.cause is Cause.ATTACK and killer.cause is not Cause.COUNTER:
                yield Problem("killer_fell", None, {"seat": killer.seat, "victim": fall.seat}, COUNTER)
            if fall.cause is Cause.COUNTER and killer.cause is not Cause.ATTACK:
                yield Problem("killer_fell", None, {"seat": killer.seat, "victim": fall.seat}, COUNTER)

    def _one_attack(self, state: BagarreState) -> Iterator[Problem]:
        victims = [fall for fall in self.falls if fall.cause is Cause.ATTACK]
        killers = sorted({fall.by for fall in victims if fall.by is not None})
        if len(killers) > 1:
            yield Problem("two_attackers", None, {"seat": killers[0], "by": killers[1]})
        elif len(victims) > FIRE_MOST and not state.setup.own_heroes:
            yield Problem("attack_kills", None, {"count": len(victims), "most": FIRE_MOST}, "ruling B47")
        elif len(victims) > 1 and not state.may_be(killers[0], ALCHEMIST):
            yield Problem("not_an_alchemist", None, {"seat": killers[0]}, FIRE)
        elif len(victims) > 1 and killers[0] in state.burned and not state.setup.own_heroes:
            yield Problem("potion_used", None, {"seat": killers[0]}, FIRE)
        elif len(victims) > 1:
            yield from _neighbours(state, victims[0].seat, victims[1].seat)

    def _one_counter(self, state: BagarreState) -> Iterator[Problem]:
        """A counter hits the attacker only, and only one player attacks at a time.

        It is made of attacks, so that a Paladin whose other head is the Alchemist may burn one neighbour as well
        (La Bagarre, Trolls à deux têtes; ruling B47).
        """
        countered, burned = self._countered(), self._burned()
        if len(countered) > FIRE_MOST and not state.setup.own_heroes:
            yield Problem("counter_kills", None, {"count": len(countered), "most": FIRE_MOST}, COUNTER)
            return
        for fall in burned:
            if fall.by is None or not state.may_be(fall.by, PALADIN, ALCHEMIST):
                if len(countered) > 1:
                    yield Problem("counter_kills", None, {"count": len(countered), "most": 1}, COUNTER)
                else:
                    yield Problem("counter_attacker", None, {"seat": fall.seat}, COUNTER)
            elif fall.by in state.burned and not state.setup.own_heroes:
                yield Problem("potion_used", None, {"seat": fall.by}, FIRE)
            else:
                yield from self._beside_attacker(state, fall)

    def _beside_attacker(self, state: BagarreState, burned: Fall) -> Iterator[Problem]:
        """Whom a counter burned sits next to the attacker: who attacked the Paladin, or the other who fell."""
        attacks = [fall.by for fall in self.falls if fall.cause is Cause.ATTACK and fall.by is not None]
        aimed = attacks or [fall.seat for fall in self._countered() if fall.seat != burned.seat]
        if aimed:
            down = any(fall.seat == burned.by for fall in self.falls)
            yield from _neighbours(state, aimed[0], burned.seat, by=burned.by if down else None)

    def _countered(self) -> list[Fall]:
        return [fall for fall in self.falls if fall.cause is Cause.COUNTER]

    def _burned(self) -> list[Fall]:
        """Those who fell through a counter and were not the attacker; where the attack killed nobody, all but one."""
        attackers = {fall.by for fall in self.falls if fall.cause is Cause.ATTACK}
        countered = self._countered()
        return [fall for fall in countered if fall.seat not in attackers] if attackers else countered[1:]

    def _dragon(self) -> Iterator[Problem]:
        if len(self.falls) > 1 and any(fall.cause is Cause.DRAGON for fall in self.falls):
            yield Problem("dragon_one_by_one", None, {"count": len(self.falls), "most": 1}, "ruling B28")

    def apply(self, state: BagarreState) -> BagarreState:
        """Let them fall at one moment, the last one if this is the other end of it."""
        late = self._is_late(state)
        before, whole = (state.before_last, _last_falls(state)) if late else (state, ())
        moment = max(state.fell) + (not late)
        after = replace(state, deeds_before=(before.countered, before.burned))
        for fall in self.falls:
            after = after.fall(fall.seat, fall.by, moment, fall.cause.value)
        return Eliminated(falls=(*whole, *self.falls)).remembered(before, after)

    def remembered(self, state: BagarreState, after: BagarreState) -> BagarreState:
        """Return the state ``after`` with what these falls, in ``state``, say about who did them."""
        counters = {fall.by for fall in self._countered() if fall.by is not None}
        attackers = [fall.by for fall in self.falls if fall.cause is Cause.ATTACK and fall.by is not None]
        burned = {seat for seat in attackers if attackers.count(seat) > 1}
        burned |= {fall.by for fall in self._burned() if fall.by is not None}
        return replace(
            after,
            countered=tuple(sorted({*state.countered, *counters})),
            burned=tuple(sorted({*state.burned, *burned})),
        )


class Stop(Entry[BagarreState], frozen=True, tag="stop"):
    """The players stopped early; those still standing share the first place, unless ``places`` are typed.

    There is one for each seat, the same for all of a team, and only their order counts; who fell is kept as it was.
    """

    places: tuple[int, ...] = ()

    def verify(self, state: BagarreState) -> Iterator[Problem]:
        """Places begin with the first, and a team shares its own."""
        if self.places:
            uneven = list(each_seat_problems(state, self.places))
            yield from uneven or place_problems(state.setup, self.places)

    def apply(self, state: BagarreState) -> BagarreState:
        """End the match."""
        return replace(state, stopped=True, agreed=self.places)


def place_problems(setup: BagarreSetup, places: Sequence[int]) -> Iterator[Problem]:
    """Yield what is wrong with typed places: ``place`` (from 1), ``no_winner``, ``team_places``."""
    for seat, place in enumerate(places):
        if place < 1:
            yield Problem("place", None, {"seat": seat, "value": place, "least": 1})
    if min(places) > 1:
        yield Problem("no_winner")
    for seat, place in enumerate(places):
        captain = next(other for other in range(setup.seats) if setup.side(other) == setup.side(seat))
        if place != places[captain]:
            yield Problem("team_places", None, {"seat": seat, "value": place})


AnyEntry = Heroes | Eliminated | Stop


def late_falls(state: BagarreState) -> tuple[Fall, ...]:
    """Return who may still have fallen at the last moment, through somebody who fell there: by counter or attack."""
    found = [
        Fall(through, seat, cause)
        for seat in state.last_fallen
        if (through := state.through[seat]) is not None
        for cause, other in EXCHANGES
        if other == state.causes[seat]
    ]
    return tuple(f for f in found if state.fell[f.seat] == STANDING and not list(Eliminated(falls=(f,)).verify(state)))


def _last_falls(state: BagarreState) -> tuple[Fall, ...]:
    return tuple(Fall(seat, state.through[seat], Cause(state.causes[seat])) for seat in state.last_fallen)


def _neighbours(state: BagarreState, one: int, other: int, *, by: int | None = None) -> Iterator[Problem]:
    """Fire reaches the next living player beside its target; the Paladin may be down already when he counters."""
    if state.setup.rules_version < NEIGHBOURS or state.setup.own_heroes:
        return
    if not state.are_neighbours(one, other) and (by is None or not state.are_neighbours(one, other, without=by)):
        yield Problem("not_adjacent", None, {"seat": one, "victim": other}, "ruling B47")


def _cause(state: BagarreState, fall: Fall) -> Iterator[Problem]:
    """What is wrong with one fall taken alone."""
    if fall.cause in (Cause.ATTACK, Cause.COUNTER) and fall.by is None:
        yield Problem("killer_needed", None, {"seat": fall.seat, "item": fall.cause.value})
    if fall.by is None:
        return
    if fall.cause in (Cause.DRAGON, Cause.LEFT):
        rule = "ruling B21" if fall.cause is Cause.DRAGON else ""
        yield Problem("killer_nobody", None, {"seat": fall.seat, "by": fall.by, "item": fall.cause.value}, rule)
    if fall.by == fall.seat:
        yield Problem("own_fall", None, {"seat": fall.seat})
    elif state.fell[fall.by] != STANDING:
        yield Problem("killer_out", None, {"seat": fall.by, "victim": fall.seat})
    if fall.cause is Cause.COUNTER and not state.may_be(fall.by, PALADIN):
        yield Problem("not_a_paladin", None, {"seat": fall.by}, COUNTER)


def _with(heroes: tuple[tuple[str, ...], ...], seat: int, noted: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(noted if s == seat else h for s, h in enumerate(heroes))
