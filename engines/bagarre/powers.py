"""What the heroes of one seat change, added up. A hook that none of them has costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_type_hints

from engines.bagarre.actions import Kind


class Figures:
    """What a hero may change by a figure alone; the base game is what stands here.

    Beside its type, each names the function that adds up what several heroes of a seat have (La Bagarre, Trolls à deux
    têtes).
    """

    __slots__ = ()

    potions: Annotated[int, sum] = 0
    """The set of ``Potion`` the hero begins with."""

    charge_limit: Annotated[int, max] = 1
    """How many charges may lie before the seat (La Bagarre, Charger)."""

    equal_kills: Annotated[bool, any] = False
    """Whether an attack that equals the shield kills."""

    uses_discard: Annotated[bool, any] = False
    """Whether actions may be played with the top card of the discard pile."""

    replays_on_murder: Annotated[bool, all] = True
    """Whether a murder gives an extra action (La Bagarre, Meurtre)."""

    hides_shield: Annotated[bool, any] = False
    """Whether the shield lies face down."""

    sees_hidden: Annotated[bool, any] = False
    """Whether the seat may look at all cards that lie face down."""

    chooses_replacement: Annotated[bool, any] = False
    """Whether the seat chooses which card of the right value replaces a lost hit point card."""

    steals_from_the_dead: Annotated[bool, any] = False
    """Whether the shield of a slain target waits for ``after_attack`` before it is discarded."""

    counters: Annotated[int, sum] = 0
    """How many attacks answer an attack."""


FIGURES: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    name: get_args(hint)[1] for name, hint in get_type_hints(Figures, include_extras=True).items()
}
"""How each figure of several heroes adds up."""


class Powers(Figures):
    """The powers of the heroes of one seat, added up.

    ``codes`` are the heroes, ``performs`` is what the kinds of action do that only they have; ``plain``: they add
    nothing to the actions one may choose from. Every hook of ``Hero`` is here by its name, as a tuple of bound methods
    in the order of the heroes: those that change it.
    """

    __slots__ = ("codes", "performs", "plain")

    codes: tuple[str, ...]
    plain: bool
    performs: Mapping[Kind, Callable[..., Any]]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[Callable[..., Any], ...]: ...
