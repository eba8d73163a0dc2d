"""Events of an action: it is announced, its card comes to light and is answered, it meets a shield."""

from __future__ import annotations

from engines.core.event import Event


class Peeked(Event, frozen=True, kw_only=True, tag="peeked"):
    """A clairvoyant looked at the top card."""

    secrets = ("card",)
    seat: int
    card: str | None


class Announced(Event, frozen=True, kw_only=True, tag="announced"):
    """An action and its targets were announced.

    ``action`` is the first word of its code; ``counter``: it answers an attack; ``card`` is the hit point card an
    exchange aims at.
    """

    seat: int
    action: str
    target: int | None = None
    second: int | None = None
    discard: bool = False
    counter: bool = False
    card: str | None = None


class LookedAt(Event, frozen=True, kw_only=True, tag="looked_at"):
    """Somebody drew ``count`` cards to choose from."""

    secrets = ("cards",)
    seat: int
    count: int
    cards: tuple[str, ...] | None


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """The card of the action, drawn or from the discard pile. ``None``: it stays hidden, or there was none left."""

    secrets = ("card",)
    seat: int
    card: str | None


class Discarded(Event, frozen=True, kw_only=True, tag="discarded"):
    """Cards went to the discard pile in this order, for this ``reason``: unchosen, avoided, rerolled, spent."""

    seat: int
    cards: tuple[str, ...]
    reason: str


class ChargesRevealed(Event, frozen=True, kw_only=True, tag="charges_revealed"):
    """The charges that join an attack."""

    seat: int
    cards: tuple[str, ...]


class Sacrificed(Event, frozen=True, kw_only=True, tag="sacrificed"):
    """A seat gave ``amount`` hit points to replace the card it drew."""

    seat: int
    amount: int


class Transformed(Event, frozen=True, kw_only=True, tag="transformed"):
    """A card counts as another value, or was replaced by ``card``.

    ``pile`` is where the new card came from; without a card and with ``value`` 0 none was to be found.
    """

    seat: int
    old: str
    value: int
    card: str | None = None
    pile: str | None = None


class WentInvisible(Event, frozen=True, kw_only=True, tag="went_invisible"):
    """A seat avoided the action of ``by``."""

    seat: int
    by: int


class PotionDrunk(Event, frozen=True, kw_only=True, tag="potion_drunk"):
    """A potion was used up: fire, invisibility or speed."""

    seat: int
    potion: str


class ShieldShown(Event, frozen=True, kw_only=True, tag="shield_shown"):
    """A hidden shield was shown to the seat ``to``."""

    secrets = ("card",)
    seat: int
    to: int
    card: str | None


class Struck(Event, frozen=True, kw_only=True, tag="struck"):
    """An attack met a shield.

    ``seat`` attacks, ``None`` is the dragon. ``cards`` with their ``values`` and the ``bonus`` add up to ``attack``.
    ``shield`` is the card's value, ``shield_bonus`` what a power adds; ``damage`` is what goes through (0: nothing).
    """

    secrets = ("shield",)
    seat: int | None
    target: int
    cards: tuple[str, ...]
    values: tuple[int, ...]
    bonus: int = 0
    attack: int
    shield: int | None
    shield_bonus: int = 0
    damage: int


class Countered(Event, frozen=True, kw_only=True, tag="countered"):
    """``seat`` answers an attack of ``target`` with ``count`` attacks."""

    seat: int
    target: int
    count: int
