"""What cards of Badass Force do to characters: kill, revive, change, look at, show, guess and copy them, or stop it."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import From
from engines.core.effects.steps import AimedStep, Amount, Inner, Name, Step, UnderWay, Who


class Block(Step, frozen=True, tag="block"):
    """Whoever reacts is out of reach of what it reacts to: this loss, this gift, or all that this card does to it."""

    slots: ClassVar[tuple[str, ...]] = ("reaction",)

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Stop it."""
        host.block(way)


class ChangeCharacter(AimedStep, frozen=True, tag="change_character"):
    """``who`` takes its active character back in hand and lays one (ruling F28)."""

    literal: ClassVar[bool] = True

    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Let each of them lay, clockwise."""
        for seat in reversed(seats):
            host.change_character(seat)
        return bool(seats)


class Copy(Step, frozen=True, tag="copy"):
    """The holder names another of the seven characters and does what its ordinary power says.

    A power that copies cannot be copied.
    """

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Ask which one, and go on in its power."""
        others = [one for one in host.cast if one.code != way.card and one.power and not one.copies]
        if not others:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, tuple([f"card {one.code}" for one in others]))
        if code is not None:
            way.go_into(next(one.power for one in others if one.code == code[5:]))


class Guess(AimedStep, frozen=True, tag="guess"):
    """The holder names one of the seven characters: if it is the active one of ``who``, it dies, else ``otherwise``.

    A wrong guess shows nothing but that it was wrong.
    """

    who: Who = "chosen"
    otherwise: Inner = ()
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Ask for the name, and strike if it is right."""
        code = way.ask(host, way.seat, tuple([f"card {one}" for one in host.codes])) if seats else None
        if code is None:
            return bool(seats)
        if host.guess(way.seat, seats[0], code[5:]):
            host.strike(way, seats[:1], in_hand=False)
        else:
            way.go_into(self.otherwise)
        return True


class Kill(AimedStep, frozen=True, tag="kill"):
    """``who`` loses its active character, or one drawn from its hand; the holder scores (rulings F43, F58)."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    from_: From = From.ACTIVE
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Strike all at once, the leader judged before."""
        if seats:
            host.strike(way, seats, in_hand=self.from_ is From.HAND)
        return bool(seats)


class At(StrEnum):
    """What is looked at."""

    ACTIVE = "active"
    DRESSING_ROOM = "dressing_room"


class Look(AimedStep, frozen=True, tag="look"):
    """The holder looks at the active character, or into the dressing room, of ``who``, and shows nobody."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    at: At = At.ACTIVE
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Look."""
        for seat in seats:
            host.look(way.seat, seat, dressing_room=self.at is At.DRESSING_ROOM)
        return bool(seats)


class Reveal(AimedStep, frozen=True, tag="reveal"):
    """``who`` shows its active character, takes it back in hand and lays one (ruling F29)."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Show them all, then let each lay, clockwise."""
        for seat in seats:
            host.show(seat)
        for seat in reversed(seats):
            host.change_character(seat)
        return bool(seats)


class Pick(StrEnum):
    """How the characters are picked."""

    CHOOSE = "choose"
    RANDOM = "random"


class Revive(AimedStep, frozen=True, tag="revive"):
    """``who`` takes ``n`` characters of its own graveyard back in hand, chosen by the holder or drawn."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    pick: Pick = Pick.CHOOSE
    who: Who = "me"
    as_: Name = ""

    def candidates(self, host: Stage, way: UnderWay) -> tuple[int, ...]:
        """Return the other seats that have lost somebody."""
        return tuple([seat for seat in host.order_after(way.seat) if host.seats[seat].grave])

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Let the holder choose where there is a choice, then take them back."""
        number = way.number(host, self.n)
        picked: list[tuple[int, list[int]]] = []
        for seat in seats:
            lying = host.in_graveyard(seat)
            if self.pick is Pick.CHOOSE:
                chosen: list[int] = []
                while lying and len(chosen) < number:
                    code = way.ask(host, way.seat, tuple([f"card {host.codes[one]}" for one in lying]))
                    if code is None:
                        return True
                    chosen.append(host.number_of(code[5:]))
                    lying.remove(chosen[-1])
                lying = chosen
            picked.append((seat, lying))
        if not any(lying for _, lying in picked):
            return False
        for seat, lying in picked:
            for _ in range(min(number, len(lying))):
                one = lying[0] if self.pick is Pick.CHOOSE else lying[host.dice.one_of(len(lying), "revive")]
                lying.remove(one)
                host.revive(seat, one)
        return True
