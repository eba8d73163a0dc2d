"""What cards' steps can do at a table: the verbs of the language call these, and nothing else of the rules.

What would cost seats characters each may react to first (ruling F40); the leader is judged once (F43).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engines.badass_force import armoury, characters, charges, lasting, losses, points, reactions, weapons
from engines.badass_force.actions import Action
from engines.badass_force.cards import EACH_TURN, EXECUTION, OVERLOAD, On
from engines.badass_force.events import Agreed, Blocked, Exchanged, Proposed, Skipped
from engines.badass_force.notation import answer
from engines.badass_force.options import OVERLOADS_TOGETHER
from engines.badass_force.points import judge
from engines.badass_force.score.entries import Means
from engines.badass_force.state import BIT, NONE, Seat, Table
from engines.badass_force.view import Phase
from engines.core.effects.combinators import ACCEPT, OBJECT
from engines.core.effects.language import verb_of
from engines.core.effects.literal import TABLE
from engines.core.effects.steps import Step, UnderWay, answered


class Blow(NamedTuple):
    """A character about to be lost: whose, from where, through whom (``NONE``: nobody scores), how.

    All blows of one ``effect`` score by the leader before the first of them (ruling F43).
    """

    seat: int
    in_hand: bool
    by: int
    means: Means
    effect: int
    serial: int


def threaten(table: Table, blow: Blow) -> None:
    """Step: whoever is to lose a character may react first, if any of the seven could (ruling F40)."""
    table.agenda.append((_fall, blow))
    if table.reacts:
        reactions.invite(table, blow.seat, On.KILLED, blow.serial, blow.by)


def _fall(table: Table, blow: Blow) -> None:
    if blow.serial in table.blocked:
        table.blocked.remove(blow.serial)
        if table.events is not None:
            table.emit(Blocked(seat=blow.seat, rule="ruling F40"))
        return
    seat = table.seats[blow.seat]
    together = any(effect == blow.effect for effect, _ in table.judged)
    judged = judge(table, blow.effect)
    if blow.in_hand:
        losses.lose_from_hand(table, seat, blow.by, blow.means, judged, together=together)
    elif seat.active != NONE:
        losses.lose(table, seat, seat.active, blow.by, blow.means, judged, together=together)


def strike(table: Table, seats: tuple[int, ...], *, in_hand: bool, by: int, means: Means, effect: int = 0) -> None:
    """Strike seats by one effect, clockwise from whose turn it is (ruling F43): a new one, or one that has begun."""
    start = max(table.turn, 0)
    effect = effect or table.next_serial()
    order = [seat for seat in table.order_from(start) if seat in seats]
    blows = [(threaten, Blow(seat, in_hand, by, means, effect, table.next_serial())) for seat in order]
    agenda: list[Any] = table.agenda
    agenda += reversed(blows)


COUNTED: Final[Mapping[str, Callable[[Seat], int]]] = {
    "ammo": lambda seat: seat.ammo,
    "points": lambda seat: seat.points,
    "graveyard": lambda seat: seat.grave.bit_count(),
    "hand": lambda seat: seat.hand.bit_count(),
    "vengeance": lambda seat: int(seat.vengeance),
}
"""What can be counted of a seat, by its word. All of it lies open."""

BY_WEAPON: Final = (EXECUTION, EACH_TURN)


class Stage(Table):
    """A table at which steps are done."""

    __slots__ = ()

    # What all languages ask of a table

    def offer(self, seat: int, codes: tuple[str, ...], *, open_ended: bool) -> None:
        """Wait for a seat to answer a step; where the table decides, it may also propose what happens."""
        legal = tuple([answer(code) for code in codes])
        self.ask(Phase.EFFECT, seat, legal, _answered, (_offered, (seat, codes, open_ended)), seat)
        self.open_ended = open_ended

    def seats_of(self, way: UnderWay, word: str) -> tuple[int, ...]:
        """Return the seats that a word means, clockwise from the holder."""
        return _WORDS[word](self, way)

    def counted(self, way: UnderWay, what: str, seat: int) -> int:
        """Return how many of something a seat has."""
        return COUNTED[what](self.seats[seat])

    def aimed_at(self, way: UnderWay, seat: int) -> bool:
        """Let a seat that somebody else chose react, if any of the seven characters could (ruling F40)."""
        if seat == way.seat:
            return False
        return reactions.invite(self, seat, On.TARGETED, self.ways.index(way), way.seat)

    def can_pay(self, seat: int, what: str) -> int:
        """Return how much of something a seat can pay."""
        return COUNTED[what](self.seats[seat])

    def pay(self, seat: int, what: str, amount: int) -> None:
        """Take it from a seat."""
        if what == "ammo":
            charges.lose(self, seat, amount)
        else:
            points.score(self, self.seats[seat], -amount, points.CARD, card="pay")

    def skipped(self, way: UnderWay, step: Step) -> None:
        """Say that a step could not be done (ruling F55)."""
        if self.events is not None:
            self.emit(Skipped(seat=way.seat, card=way.card, verb=verb_of(type(step)), rule="ruling F55"))

    def clockwise_after(self, seat: int) -> tuple[int, ...]:
        """Return all other seats, clockwise."""
        return self.order_after(seat)

    # What the verbs of this game do

    def responsible(self, way: UnderWay) -> int:
        """Return who is responsible for what a card does: its holder, for an overload the giver (ruling F58)."""
        return way.about.by if way.slot == OVERLOAD else way.seat

    def charge(self, way: UnderWay, gains: tuple[tuple[int, int], ...], by: int) -> None:
        """Let seats gain ammunition at once."""
        charges.give(self, gains, by, self.effect_of(way))

    def effect_of(self, way: UnderWay) -> int:
        """Return the number of the effect to which all overloads belong that a text gives rise to (ruling F59).

        An overload's text goes on with what made it overload. 0 under the rules of before: each is one by itself.
        """
        if self.setup.rules < OVERLOADS_TOGETHER:
            return 0
        cause: reactions.Cause = way.about or reactions.Cause("", 0, NONE)
        if not cause.effect:
            cause = way.about = cause._replace(effect=self.next_serial())
        return cause.effect

    def uncharge(self, seat: int, amount: int) -> int:
        """Take ammunition from a seat, and return how much."""
        return charges.lose(self, seat, amount)

    def card_points(self, seat: int, amount: int, card: str) -> int:
        """Give or take points by a card's text, and return by how much the marker moved."""
        return points.score(self, self.seats[seat], amount, points.CARD, card=card, rule="ruling F37")

    def strike(self, way: UnderWay, seats: tuple[int, ...], *, in_hand: bool) -> None:
        """Let seats lose a character each by one effect."""
        weapon = Means.WEAPON if way.slot in BY_WEAPON else Means.POWER
        means = Means.EXPLOSION if way.slot == OVERLOAD else weapon
        effect = way.about.effect if way.slot == OVERLOAD else 0
        strike(self, seats, in_hand=in_hand, by=self.responsible(way), means=means, effect=effect)

    def block(self, way: UnderWay) -> None:
        """Stop what a reaction answers to."""
        cause: reactions.Cause = way.about
        if cause.on is On.TARGETED:
            attack = self.ways[cause.serial]
            attack.spared = (*attack.spared, way.seat)
        elif cause.on is not On.CALLED:
            self.blocked.append(cause.serial)

    def in_graveyard(self, seat: int) -> list[int]:
        """Return the characters in a seat's graveyard."""
        return characters.in_graveyard(self.seats[seat])

    def revive(self, seat: int, character: int) -> None:
        """Bring a character back in hand."""
        characters.revive(self, self.seats[seat], character)

    def change_character(self, seat: int) -> None:
        """Put on the agenda that a seat takes its active character back and lays one."""
        self.agenda.append((characters.change, seat))

    def change_weapon(self, seat: int, *, keep: bool) -> None:
        """Put on the agenda that a seat changes its weapon, and whether its charges are kept."""
        self.agenda.append((weapons.change_keeping if keep else weapons.change, seat))

    def look(self, viewer: int, seat: int, *, dressing_room: bool) -> None:
        """Let a seat look at another's card."""
        if viewer != seat:
            characters.look(self, viewer, self.seats[seat], dressing_room=dressing_room)

    def show(self, seat: int) -> None:
        """Let a seat show its active character to all."""
        if self.seats[seat].active != NONE:
            characters.show(self, self.seats[seat])

    def guess(self, guesser: int, seat: int, code: str) -> bool:
        """Let a seat name another's active character."""
        return characters.guess(self, guesser, self.seats[seat], self.number_of(code))

    def exchange(self, one: int, other: int, *, weapons: bool) -> None:
        """Exchange weapons, or what is on them; what the other weapon has no case for is lost."""
        first, second = self.seats[one], self.seats[other]
        if NONE in (first.weapon, second.weapon):
            return
        if weapons:
            first.weapon, second.weapon = second.weapon, first.weapon
        first.ammo, second.ammo = second.ammo, first.ammo
        for seat in (first, second):
            seat.ammo = min(seat.ammo, self.arms[seat.weapon].most)
        if self.events is not None:
            self.emit(Exchanged(seat=one, target=other, weapons=weapons))

    def roll(self, way: UnderWay, seat: int) -> None:
        """Put on the agenda that a seat rolls the armoury dice: a new effect, unless an execution or overload rolls."""
        part = way.slot in (EXECUTION, OVERLOAD)
        self.agenda.append((armoury.roll_for, (seat, self.effect_of(way) if part else 0)))

    def remember(self, way: UnderWay, what: str, seat: int, amount: int, until: str) -> None:
        """Bind a seat for a while."""
        lasting.remember(self, what, seat, amount, until, owner=way.seat, card=way.card)


def _answered(table: Stage, action: Action) -> None:
    table.open_ended = False
    if table.events is not None:
        if action.code.startswith(TABLE):
            table.emit(Proposed(seat=table.about, proposal=action.code.removeprefix(TABLE)))
        elif action.code in (ACCEPT, OBJECT):
            table.emit(Agreed(seat=table.about, accepts=action.code == ACCEPT))
    answered(table, action.code)


def _offered(table: Stage, asked: tuple[int, tuple[str, ...], bool]) -> None:
    """Step: ask the same again."""
    seat, codes, open_ended = asked
    table.offer(seat, codes, open_ended=open_ended)


def _leader(stage: Stage, way: UnderWay) -> tuple[int, ...]:
    found = points.leader(stage)
    return () if found == NONE else (found,)


def _cause(stage: Stage, way: UnderWay) -> tuple[int, ...]:
    by = way.about.by
    return () if by == NONE else (by,)


_WORDS: Final[Mapping[str, Callable[[Stage, UnderWay], tuple[int, ...]]]] = {
    "me": lambda stage, way: (way.seat,),
    "others": lambda stage, way: stage.order_after(way.seat),
    "all": lambda stage, way: stage.order_from(way.seat),
    "left": lambda stage, way: stage.order_after(way.seat)[:1],
    "right": lambda stage, way: stage.order_after(way.seat)[-1:],
    "leader": _leader,
    "attacker": _cause,
    "caller": _cause,
    "chosen": lambda stage, way: (),
}
"""Words for seats; "chosen" is asked for where a step aims, elsewhere it is nobody."""


def is_gone(table: Table, seat: int) -> bool:
    """Tell whether a seat has left the game."""
    return bool(table.gone & BIT[seat])
