"""Events that change what lies before a seat: hit points, shields, charges, wounds."""

from __future__ import annotations

from engines.core.event import Event


class HitPointsLost(Event, frozen=True, kw_only=True, tag="hit_points_lost"):
    """A seat lost ``amount`` hit points and lives.

    ``lost`` went to the discard pile, ``taken`` came from ``pile`` ("discard" or "draw"); without ``taken`` a card
    was lost exactly, or the card ``marked`` stays and counts ``token`` less. ``hp`` and ``left`` are what is
    there now.
    """

    seat: int
    amount: int
    lost: tuple[str, ...]
    taken: str | None
    pile: str | None
    marked: str | None
    token: int
    hp: tuple[str, ...]
    left: int


class ChargesLost(Event, frozen=True, kw_only=True, tag="charges_lost"):
    """An attack that hurt cost these charges."""

    seat: int
    cards: tuple[str, ...]


class Wounded(Event, frozen=True, kw_only=True, tag="wounded"):
    """A seat now bears ``count`` wound markers."""

    seat: int
    by: int
    count: int


class Eliminated(Event, frozen=True, kw_only=True, tag="eliminated"):
    """A seat is out, killed by a seat, by the dragon (``by`` ``None``), or resigned.

    ``cards`` went to the discard pile in this order. The shield is not among them while it may still be stolen.
    """

    seat: int
    by: int | None
    cause: str
    cards: tuple[str, ...]


class ShieldChanged(Event, frozen=True, kw_only=True, tag="shield_changed"):
    """``seat`` changed the shield of ``target``: ``old`` went to the discard pile."""

    secrets = ("new",)
    seat: int
    target: int
    old: str
    new: str | None


class Charged(Event, frozen=True, kw_only=True, tag="charged"):
    """A seat laid a charge face down."""

    secrets = ("card",)
    seat: int
    card: str | None


class Exchanged(Event, frozen=True, kw_only=True, tag="exchanged"):
    """``seat`` exchanged a hit point card of ``target``: ``old`` went to the discard pile."""

    seat: int
    target: int
    old: str
    new: str


class Swapped(Event, frozen=True, kw_only=True, tag="swapped"):
    """``seat`` gave the card ``gave`` to ``target`` and took ``took``; the places are "hp" or "shield"."""

    secrets = ("gave", "took")
    seat: int
    target: int
    gave: str | None
    gave_place: str
    took: str | None
    took_place: str


class ShieldStolen(Event, frozen=True, kw_only=True, tag="shield_stolen"):
    """``seat`` took the shield of the slain ``target``; its own, ``old``, went to the discard pile."""

    secrets = ("card",)
    seat: int
    target: int
    card: str | None
    old: str
