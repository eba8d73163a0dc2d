"""What cards of Badass Force do to weapons, ammunition and points."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import What
from engines.core.effects.steps import AimedStep, Amount, Name, UnderWay, Who


class Gain(AimedStep, frozen=True, tag="gain"):
    """``who`` gains ``n`` of ``what``. Ammunition that somebody else gives may overload a weapon (ruling F44)."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Give it to all at once."""
        amount = way.number(host, self.n)
        if not seats or not amount:
            return False
        if self.what is What.AMMO:
            host.charge(way, tuple([(seat, amount) for seat in seats]), host.responsible(way))
        else:
            for seat in seats:
                host.card_points(seat, amount, way.card)
        return True


class Lose(AimedStep, frozen=True, tag="lose"):
    """``who`` loses ``n`` of ``what``, never more than there is (ruling F51)."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Take it away."""
        amount = way.number(host, self.n)
        lost = [host.uncharge(seat, amount) if self.what is What.AMMO else host.card_points(seat, -amount, way.card)
                for seat in seats]  # fmt: skip
        return any(lost)


class Take(AimedStep, frozen=True, tag="take"):
    """The holder takes up to ``n`` of ``what`` from ``who``. What one takes oneself may overload one's weapon too."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "chosen"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Take from each what it has, and gain it all at once."""
        amount = way.number(host, self.n)
        others = [seat for seat in seats if seat != way.seat]
        if self.what is What.AMMO:
            taken = sum([host.uncharge(seat, amount) for seat in others])
            if taken:
                host.charge(way, ((way.seat, taken),), way.seat)
        else:
            taken = -sum([host.card_points(seat, -amount, way.card) for seat in others])
            if taken:
                host.card_points(way.seat, taken, way.card)
        return bool(taken)


class ChangeWeapon(AimedStep, frozen=True, tag="change_weapon"):
    """``who`` discards its weapon and takes one of those in the middle, with nothing on it (rulings F6, F10).

    With ``keep`` its charges go on the new one, as many as that has cases for; nothing is gained, so nothing overloads
    (ruling F59).
    """

    literal: ClassVar[bool] = True

    who: Who = "me"
    keep: bool = False
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Let each of them choose, clockwise."""
        for seat in reversed(seats):
            host.change_weapon(seat, keep=self.keep)
        return bool(seats)


class Goods(StrEnum):
    """What is exchanged. Characters stay with their players (ruling F57)."""

    WEAPON = "weapon"
    AMMO = "ammo"


class Exchange(AimedStep, frozen=True, tag="exchange"):
    """The holder and ``who`` exchange weapons with what is on them, or only what is on them.

    Ammunition for which the other weapon has no case is lost; exchanging gives nothing, so nothing overloads.
    """

    literal: ClassVar[bool] = True

    what: Goods
    who: Who = "chosen"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Exchange with one after the other."""
        others = [seat for seat in seats if seat != way.seat]
        for seat in others:
            host.exchange(way.seat, seat, weapons=self.what is Goods.WEAPON)
        return bool(others)


class Roll(AimedStep, frozen=True, tag="roll"):
    """``who`` rolls the armoury dice, with all that follows (Badass Force, Lancez les 2 dés de l'armurerie)."""

    literal: ClassVar[bool] = True

    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Let each of them roll, clockwise."""
        for seat in reversed(seats):
            host.roll(way, seat)
        return bool(seats)
