"""What a side may decide, as small frozen values. Positions are in paces; figures are numbered through the battle.

An action is a request: ``Battle.play`` checks it against the rules. Positions being continuous, ``Battle.actions``
offers useful examples of moves; any other position may be played as well, if the rules allow it.
"""

from __future__ import annotations

from msgspec import Struct


class Deploy(Struct, frozen=True, tag="deploy", tag_field="do", omit_defaults=True):
    """Place a figure before the first turn, its base's centre at (x, y)."""

    figure: int
    x: float
    y: float


class Reserve(Struct, frozen=True, tag="reserve", tag_field="do"):
    """Keep an orc hunter off the table until the third turn (Musg, Chasseur Orque)."""

    figure: int


class Arrive(Struct, frozen=True, tag="arrive", tag_field="do", omit_defaults=True):
    """The orc hunter appears, anywhere but in contact (ruling M275). ``Decline``: he does not come at all."""

    figure: int
    x: float
    y: float


class Activate(Struct, frozen=True, tag="activate", tag_field="do", omit_defaults=True):
    """Activate a figure; ``joined`` are the extras within 1 pace that act with it (Musg, Les figurants)."""

    figure: int
    joined: tuple[int, ...] = ()


class Pass(Struct, frozen=True, tag="pass", tag_field="do"):
    """Activate nobody else in this wave. In the second wave only figures that may stay inactive can be left out."""


class Walk(Struct, frozen=True, tag="walk", tag_field="do", omit_defaults=True):
    """Walk to a place within movement, 1 action point. ``carrying``: the body taken along (ruling M37).

    ``leave``: step off the table there with the body, where the place touches an edge. ``hang``: go as far towards the
    place as the movement allows and stay on the rope there (Musg, Corde et grappin).
    """

    x: float
    y: float
    carrying: int | None = None
    leave: bool = False
    hang: bool = False


class Run(Struct, frozen=True, tag="run", tag_field="do", omit_defaults=True):
    """Run to a place within one and a half times movement, 2 action points. ``hang`` as for a walk."""

    x: float
    y: float
    hang: bool = False


class Shoot(Struct, frozen=True, tag="shoot", tag_field="do", omit_defaults=True):
    """Shoot at a figure with ranged weapon number ``weapon`` of the shooter's sheet; 1 or 2 action points.

    ``together``: the extras activated with the shooter fire at the same target, best shot first (ruling M284).
    """

    weapon: int
    target: int
    together: bool = False


class Charge(Struct, frozen=True, tag="charge", tag_field="do", omit_defaults=True):
    """Charge into contact with all ``targets``; the place is found by the engine unless (x, y) name it."""

    targets: tuple[int, ...]
    x: float | None = None
    y: float | None = None


class Strike(Struct, frozen=True, tag="strike", tag_field="do", omit_defaults=True):
    """Strike an engaged enemy, 1 action point, with the weapons of ``loadout`` of the sheet."""

    target: int
    loadout: int = 0


class BreakOff(Struct, frozen=True, tag="break_off", tag_field="do", omit_defaults=True):
    """Leave close combat to a place within half of movement, 1 action point per enemy less friends beside."""

    x: float
    y: float


class Medikit(Struct, frozen=True, tag="medikit", tag_field="do"):
    """Give 1 hit point back to oneself or to a figure in contact, 1 action point (ruling M40)."""

    target: int


class Recover(Struct, frozen=True, tag="recover", tag_field="do"):
    """Will to live: 1 hit point back for 2 action points (Musg, Volonté de vivre)."""


class End(Struct, frozen=True, tag="end", tag_field="do"):
    """End the activation; unused action points are lost (ruling M48)."""


class Intercept(Struct, frozen=True, tag="intercept", tag_field="do"):
    """Answer of the leader's side: this figure takes the shot, or the charge, in the leader's place."""

    figure: int


class Decline(Struct, frozen=True, tag="decline", tag_field="do"):
    """Answer: no interception, no free shot, no hunter."""


class FirstTarget(Struct, frozen=True, tag="first_target", tag_field="do"):
    """Answer of the defender: which of the equally near figures is shot first (ruling M87)."""

    figure: int


class Pulp(Struct, frozen=True, tag="pulp", tag_field="do"):
    """Answer before dice fall: this figure spends a point of its pool on a pulp die (ruling M307)."""

    figure: int


class Sacrifice(Struct, frozen=True, tag="sacrifice", tag_field="do"):
    """Answer before dice fall: a hero or villain gives a hit point for a point of pulp (rulings M164, M309)."""

    figure: int


class Keep(Struct, frozen=True, tag="keep", tag_field="do"):
    """Answer once the dice lie there: the pulp die replaces die number ``die`` (from 0) of them, or none (-1)."""

    die: int


class Custom(Struct, frozen=True, tag="custom", tag_field="do", omit_defaults=True):
    """An action that a module adds: ``code`` is the module's, the rest is its business, ``way`` its further numbers."""

    code: str
    figure: int | None = None
    target: int | None = None
    x: float | None = None
    y: float | None = None
    way: tuple[float, ...] = ()


type Action = (
    Deploy
    | Reserve
    | Arrive
    | Activate
    | Pass
    | Walk
    | Run
    | Shoot
    | Charge
    | Strike
    | BreakOff
    | Medikit
    | Recover
    | End
    | Intercept
    | Decline
    | FirstTarget
    | Pulp
    | Sacrifice
    | Keep
    | Custom
)
