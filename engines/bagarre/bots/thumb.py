"""A player by rule of thumb: of a few rules the first that applies, and every card is taken for an average one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.bots.instinct import decide
from engines.bagarre.bots.judgement import Temper
from engines.bagarre.bots.knowledge import bonus_on, charges_of, foes_of, guard_of, next_card
from engines.bagarre.game import Game
from engines.bagarre.state import Seat, Table
from engines.bagarre.view import Phase
from engines.core.dice import Dice

POOR: Final = 4
"""A shield or a hit point card of this value or less had better be replaced."""

SOLID: Final = 7
"""Behind a shield of this value a charge may be laid in peace."""

LIKED: Final = (
    "paladin",
    "thief",
    "alchemist",
    "demonist",
    "warrior",
    "ogre",
    "priestess",
    "bard",
    "beast",
    "mage",
    "spy",
    "necromancer",
)
"""Heroes from the most liked to the least, by players who never counted victories."""

TASTE: Final = Temper(liked=LIKED)


class Thumb:
    """Kills whoever it can, mends what is poor, lays a charge in peace, hurts the strongest. Uses no chance."""

    name = "thumb"

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        if len(game.legal) > 1 and game.phase in (Phase.TURN, Phase.COUNTER):
            glance = Glance(game)
            return next(found for rule in RULES if (found := rule(glance)) is not None)
        return decide(game, TASTE)


class Glance:
    """What the actor of a table sees of it at a glance."""

    def __init__(self, table: Table) -> None:
        me = table.actor
        if me is None:
            raise ValueError("the game is over")
        self.table = table
        self.me = me
        self.seat = table.seats[me]
        self.legal = table.legal
        self.guard = guard_of(self.seat, me)
        self.attacks = [action for action in self.legal if action.kind is Kind.ATTACK and self._foe(action.target)]

    def card(self, action: Action) -> int:
        """Return what the card of an action is taken for."""
        return round(next_card(self.table, self.me, discard=action.discard).mean)

    def reach(self, action: Action) -> int:
        """Return what an attack takes off its target, 0 or less for nothing."""
        foe = self.table.seats[action.target]
        charges = charges_of(self.table, self.seat, self.me)
        return self.card(action) + charges + bonus_on(self.seat, foe) - guard_of(foe, self.me)

    def points(self, action: Action) -> int:
        """Return the hit points of the target."""
        return sum(self.table.seats[action.target].worth)

    def of_kind(self, kind: Kind) -> list[Action]:
        """Return the legal actions of a kind."""
        return [action for action in self.legal if action.kind is kind]

    def _foe(self, index: int) -> bool:
        return self.table.seats[index].team != self.seat.team


def _kill(glance: Glance) -> Action | None:
    """Kill the strongest of those who would fall."""
    deadly = [action for action in glance.attacks if glance.reach(action) >= glance.points(action)]
    return max(deadly, key=glance.points, default=None)


def _mend(glance: Glance) -> Action | None:
    """Change one's own poor shield for a better card."""
    if glance.guard > POOR:
        return None
    better = [
        action
        for action in glance.of_kind(Kind.SHIELD)
        if action.target == glance.me and glance.card(action) > glance.guard
    ]
    return max(better, key=glance.card, default=None)


def _heal(glance: Glance) -> Action | None:
    """Exchange one's own poorest hit point card."""
    seat = glance.seat
    poor = [
        action
        for action in glance.of_kind(Kind.EXCHANGE)
        if action.target == glance.me and _worth(seat, action) <= POOR and glance.card(action) > _worth(seat, action)
    ]
    return min(poor, key=lambda action: _worth(seat, action), default=None)


def _lay(glance: Glance) -> Action | None:
    """Lay a charge behind a solid shield, one at a time."""
    if glance.guard < SOLID or glance.seat.charges:
        return None
    return max(glance.of_kind(Kind.CHARGE), key=glance.card, default=None)


def _hurt(glance: Glance) -> Action | None:
    """Hurt the strongest, sooner one that does not answer; two at once if that can be done."""
    table = glance.table
    foes = {foe.index for foe in foes_of(table, glance.me)}

    def liking(action: Action) -> tuple[bool, int, bool, int]:
        silent = not table.seats[action.target].powers.counters
        return silent, glance.points(action), action.second in foes, glance.reach(action)

    hurting = [action for action in glance.attacks if glance.reach(action) > 0]
    hurting = [action for action in hurting if action.second < 0 or action.second in foes]
    return max(hurting, key=liking, default=None)


def _spoil(glance: Glance) -> Action | None:
    """Change the best shield of a foe for a worse card."""
    table = glance.table
    foes = {foe.index for foe in foes_of(table, glance.me)}

    def gain(action: Action) -> int:
        return guard_of(table.seats[action.target], glance.me) - glance.card(action)

    spoiling = [action for action in glance.of_kind(Kind.SHIELD) if action.target in foes and gain(action) > 0]
    return max(spoiling, key=gain, default=None)


def _anything(glance: Glance) -> Action | None:
    """Lay a charge, else strike with whatever comes, else do what can be done."""
    return next(iter((*glance.of_kind(Kind.CHARGE), *glance.attacks, *glance.legal)))


def _worth(seat: Seat, action: Action) -> int:
    return seat.worth[seat.hp.index(action.cards[0])]


RULES: Final[Sequence[Callable[[Glance], Action | None]]] = (_kill, _mend, _heal, _lay, _hurt, _spoil, _anything)
"""The rules in the order in which they are tried; the last always finds something."""
