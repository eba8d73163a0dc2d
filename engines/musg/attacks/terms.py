"""What an attack is before any die falls: ``Shot`` and ``Blow`` say what is rolled, ``Target`` who may be hurt."""

from __future__ import annotations

from msgspec import Struct


class Target(Struct, frozen=True):
    """A figure that may be hurt, as it stands now.

    ``toughness`` with protections and passing effects; ``hit_points`` left. ``ignores_wound``: the first hit point it
    loses in this battle does not count, and none was lost yet (ruling M257). ``catches_blade``: it may still make a
    close combat opponent re-roll one wound die this turn (ruling M270).
    """

    figure: int
    toughness: int
    hit_points: int
    bucklers: int = 0
    ignores_wound: bool = False
    catches_blade: bool = False

    @property
    def fatal(self) -> int:
        """Wounds after which it is dead: more would change nothing."""
        return self.hit_points + 1 + self.ignores_wound


class Shot(Struct, frozen=True, kw_only=True):
    """One shot that rolls to hit.

    ``to_hit`` 2..6. ``cover``: the die that passes each obstacle, nearest the shooter first; each of the ``dice`` must
    pass all of them, before it is rolled to hit (ruling M88). ``bursts``: a black powder weapon whose 1 may burst it.
    ``drawn``: bow, crossbow or thrown blade, whose 1 endangers ``line``: everybody between shooter and target, nearest
    the shooter first (rulings M96-M98). ``vital``: one wound die may be re-rolled (ruling M269); ``poison``: so may
    another one, in every attack (ruling M171).

    No shot endangers friends engaged with its target: only the elf sniper may aim at a close combat, and it never hits
    a friend (ruling M99).
    """

    figure: int
    to_hit: int
    strength: int
    dice: int = 1
    cover: tuple[int, ...] = ()
    bursts: bool = False
    drawn: bool = False
    line: tuple[Target, ...] = ()
    vital: bool = False
    poison: bool = False


class Edge(Struct, frozen=True):
    """One weapon of an attack in close combat: ``to_hit`` ``None`` hits without a roll (ruling M281)."""

    strength: int
    dice: int
    to_hit: int | None


class Blow(Struct, frozen=True, kw_only=True):
    """One attack in close combat, on one enemy (ruling M118). ``edges``: the strongest first.

    ``extra_die``: one die more, the worst discarded (ruling M268). ``vital``, ``poison``: see ``Shot``.
    """

    figure: int
    edges: tuple[Edge, ...]
    extra_die: bool = False
    vital: bool = False
    poison: bool = False
