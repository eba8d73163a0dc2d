"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards stand by code. An event that not everybody saw whole lists in ``seen_by`` who did; ``seen_from`` gives it to
others without its secrets.
"""

from __future__ import annotations

from engines.bagarre.outcome import Outcome
from engines.core.event import Event, PileReformed as PileReformed, Resigned as Resigned, TurnBegan as TurnBegan

# Events of the setup: heroes, starting cards, who begins (La Bagarre, Mise en place; Héros).


class HeroesDealt(Event, frozen=True, kw_only=True, tag="heroes_dealt"):
    """Two heroes to choose from were dealt to a seat."""

    secrets = ("heroes",)
    seat: int
    heroes: tuple[str, ...] | None


class HeroKept(Event, frozen=True, kw_only=True, tag="hero_kept"):
    """A seat has chosen."""

    secrets = ("hero",)
    seat: int
    hero: str | None


class HeroesRevealed(Event, frozen=True, kw_only=True, tag="heroes_revealed"):
    """Everybody knows who is who: the heroes by seat."""

    heroes: tuple[tuple[str, ...], ...]


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """Three cards for a seat, jokers replaced already."""

    secrets = ("cards",)
    seat: int
    cards: tuple[str, ...] | None


class JokersReplaced(Event, frozen=True, kw_only=True, tag="jokers_replaced"):
    """``count`` jokers dealt to a seat were replaced and shuffled back."""

    seat: int
    count: int


class Redrew(Event, frozen=True, kw_only=True, tag="redrew"):
    """Three cards were worth too little, ``total`` in all: they went back and others were dealt."""

    secrets = ("cards", "total")
    seat: int
    cards: tuple[str, ...] | None
    total: int | None


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    """A seat laid its hit point cards and its shield."""

    secrets = ("shield",)
    seat: int
    hp: tuple[str, ...]
    shield: str | None


class FirstPlayer(Event, frozen=True, kw_only=True, tag="first_player"):
    """A seat begins. ``shown``: the hidden shield it had to show for that. ``by_lot``: a tie was broken by chance."""

    seat: int
    shown: str | None = None
    by_lot: bool = False


# Events that mark the course of the game: turns, the piles, the dragon, the end.


class ExtraAction(Event, frozen=True, kw_only=True, tag="extra_action"):
    """A seat plays one more action, because of a "murder" or a potion of "speed"."""

    seat: int
    reason: str


class PileShuffled(Event, frozen=True, kw_only=True, tag="pile_shuffled"):
    """The draw pile was shuffled after a card was looked for in it."""

    count: int


class DragonAwoke(Event, frozen=True, kw_only=True, tag="dragon_awoke"):
    """The dragon attacks these seats in this order."""

    seats: tuple[int, ...]


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended."""

    outcome: Outcome


# Events of an action: it is announced, its card comes to light and is answered, it meets a shield.


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


# Events that change what lies before a seat: hit points, shields, charges, wounds.


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
