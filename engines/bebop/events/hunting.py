"""Events of the hunt: tokens, damage, captures, criminals, gauges, Vicious."""

from __future__ import annotations

from engines.core.event import Event


class TokenTaken(Event, frozen=True, kw_only=True, tag="token_taken"):
    """A seat took a token off a pile; ``force`` and ``clues`` are what it paid, ``left`` what remains on the pile."""

    seat: int
    target: str
    pile: str
    left: int
    force: int = 0
    clues: int = 0


class DamageDrawn(Event, frozen=True, kw_only=True, tag="damage_drawn"):
    """A seat drew a damage card."""

    seat: int
    card: str


class DamageSettled(Event, frozen=True, kw_only=True, tag="damage_settled"):
    """A damage card went where its red text says: "out", "discard" or "top" (ruling C19)."""

    seat: int
    card: str
    to: str


class NoDamage(Event, frozen=True, kw_only=True, tag="no_damage"):
    """No damage card was left to draw (ruling C20)."""

    seat: int


class Captured(Event, frozen=True, kw_only=True, tag="captured"):
    """A seat took a criminal's card, or Vicious's; ``renown`` is what each seat's tokens became."""

    seat: int
    target: str
    criminal: str
    star: int
    renown: tuple[int, ...]


class Escaped(Event, frozen=True, kw_only=True, tag="escaped"):
    """A criminal got away; ``tokens`` are what each seat lost."""

    planet: str
    criminal: str
    tokens: tuple[int, ...]


class CharactersReturned(Event, frozen=True, kw_only=True, tag="characters_returned"):
    """These figures went back to the Bebop."""

    planet: str
    characters: tuple[str, ...]


class CriminalRevealed(Event, frozen=True, kw_only=True, tag="criminal_revealed"):
    """A card of the criminal deck was turned up: ``placed`` on its planet, or laid aside."""

    planet: str
    criminal: str
    placed: bool


class GaugeMoved(Event, frozen=True, kw_only=True, tag="gauge_moved"):
    """The gauge of a planet changed."""

    planet: str
    before: int
    value: int


class ViciousAppeared(Event, frozen=True, kw_only=True, tag="vicious_appeared"):
    """Vicious is in play, where the first movement card says; ``movement`` cards are left."""

    planet: str
    criminal: str
    resistance: int
    clues: int
    movement: int


class ViciousMoved(Event, frozen=True, kw_only=True, tag="vicious_moved"):
    """A movement card was turned up: Vicious goes to this planet, or stays and the gauge rises."""

    planet: str
    criminal: str
    stayed: bool
    movement: int


class LastTurns(Event, frozen=True, kw_only=True, tag="last_turns"):
    """The last movement card is out: so many turns are left (ruling C34)."""

    count: int


class TokensLost(Event, frozen=True, kw_only=True, tag="tokens_lost"):
    """Capture tokens were discarded at the end, by seat."""

    tokens: tuple[int, ...]
