"""What a side is asked in a battle, and the dice it is asked about."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from typing import Any

from msgspec import Struct

from engines.musg.attacks.terms import Shot
from engines.musg.battle.actions import Action


class Ask(StrEnum):
    """What the side to decide is asked."""

    DEPLOY = "deploy"
    ARRIVE = "arrive"
    ACTIVATE = "activate"
    ACT = "act"
    LOOK_OUT = "look_out"
    GUARD = "guard"
    FREE_SHOT = "free_shot"
    FIRST_TARGET = "first_target"
    PULP = "pulp"
    PULP_STANDS = "pulp_stands"
    CUSTOM = "custom"


class Throw(Struct, frozen=True):
    """Dice that fall together, before they do: ``count`` of them for a ``reason``, about a ``figure`` if about any.

    ``side`` rolls them, ``against`` another side, if any. They succeed when a face is ``need`` at least, or the sum of
    the ``counted`` lowest (all, if 0) ``most`` at most; with neither they cannot fail. Once they have fallen with a
    pulp die, ``faces`` lie there beside ``die``.
    """

    reason: str
    figure: int | None
    side: int
    against: int | None = None
    count: int = 1
    need: int = 0
    most: int = 0
    counted: int = 0
    faces: tuple[int, ...] = ()
    die: int = 0

    def replaceable(self) -> tuple[int, ...]:
        """Return the places of the dice that the pulp die would change, one for each different face."""
        return tuple(
            place for place, face in enumerate(self.faces) if face != self.die and self.faces.index(face) == place
        )

    def standing(self, place: int) -> tuple[int, ...]:
        """Return the faces that count when the pulp die replaces the one at that place, or none (-1)."""
        return tuple(self.die if number == place else face for number, face in enumerate(self.faces))

    def succeeds(self, faces: tuple[int, ...]) -> bool | None:
        """Tell whether these faces succeed; ``None`` for a throw that cannot fail (ruling M306)."""
        if self.most:
            return sum(sorted(faces)[: self.counted or len(faces)]) <= self.most
        return any(face >= self.need for face in faces) if self.need else None


class Incoming(Struct, frozen=True):
    """A shot under way that somebody is asked about: its numbers, and whom it hits, the nearest first.

    ``hits``: those rolled already that are to be given out; ``None`` before the roll to hit.
    """

    shot: Shot
    order: tuple[int, ...]
    hits: int | None = None


class Half(StrEnum):
    """The halves of an activation in which several act as one: all moves first, then all blows (ruling M312)."""

    MOVES = "moves"
    BLOWS = "blows"


class Decision(Struct, frozen=True):
    """A question to ``side``. ``figure`` is the one who acts or is asked about, ``options`` the figures to choose from.

    ``left``: how many figures may still be activated in this wave (ACTIVATE). ``threat``: the shooter, the charger or
    the figure just sighted (reactions), or who may sacrifice a hit point (PULP). ``throw``: the dice asked about; where
    they lie already (PULP_STANDS), ``options`` are the places of those that may be replaced. ``about``: what a module
    itself asks (CUSTOM): its code, a point, and the word for what it is about. ``incoming``: the shot that LOOK_OUT and
    FIRST_TARGET are about.
    """

    ask: Ask
    side: int
    figure: int | None = None
    options: tuple[int, ...] = ()
    left: int = 0
    threat: int | None = None
    throw: Throw | None = None
    about: str = ""
    incoming: Incoming | None = None


type Answer = tuple[Action, Any]
"""An action that was checked, and what the check worked out: the route of a move, the numbers of a shot."""

type Flow[T] = Generator[Decision, Answer, T]
"""A part of the battle that may ask for decisions."""
