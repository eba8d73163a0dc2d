"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards, characters, planets stand by code. An event that not everybody saw whole lists in ``seen_by`` who did;
``seen_from`` gives it to others without its secrets.
"""

from __future__ import annotations

from engines.bebop.outcome import Outcome
from engines.core.event import (
    Agreed as Agreed,
    Event,
    FirstPlayer as FirstPlayer,
    Proposed as Proposed,
    Resigned as Resigned,
    Skipped as Skipped,
    TurnBegan as TurnBegan,
)

# Events of the set-up, the turns and the end.


class CharacterTaken(Event, frozen=True, kw_only=True, tag="character_taken"):
    """A seat plays this character (ruling C76)."""

    seat: int
    character: str


class MarketLaid(Event, frozen=True, kw_only=True, tag="market_laid"):
    """Cards were laid out in the market: at "setup", for one "bought", or renewed by "fuel", a "criminal", a "card"."""

    cards: tuple[str, ...]
    reason: str


class MarketCleared(Event, frozen=True, kw_only=True, tag="market_cleared"):
    """The cards of the market are out of the game."""

    cards: tuple[str, ...]


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A seat laid down the cards it had played and those left in its hand."""

    seat: int
    played: tuple[str, ...]
    kept: tuple[str, ...]


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """A seat drew ``count`` cards."""

    secrets = ("cards",)
    seat: int
    count: int
    cards: tuple[str, ...] | None


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    """A discard pile was shuffled to be the new deck; no ``seat`` for the damage cards'."""

    count: int
    seat: int | None = None


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended."""

    outcome: Outcome


# Events of a turn: cards played and bought, travel, skills, card texts.


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """A seat played a card, which brought these resources."""

    seat: int
    card: str
    woolongs: int = 0
    fuel: int = 0
    force: int = 0
    clues: int = 0


class TeamEffect(Event, frozen=True, kw_only=True, tag="team_effect"):
    """The team zone of a card in play came on."""

    seat: int
    card: str


class Bought(Event, frozen=True, kw_only=True, tag="bought"):
    """A seat bought a card; ``to`` is "discard", "deck" or "hand"."""

    seat: int
    card: str
    woolongs: int = 0
    fuel: int = 0
    to: str = "discard"


class Travelled(Event, frozen=True, kw_only=True, tag="travelled"):
    """A figure went from one place to another; ``fuel`` is what it cost the seat."""

    seat: int
    character: str
    origin: str
    place: str
    fuel: int = 0


class SkillUsed(Event, frozen=True, kw_only=True, tag="skill_used"):
    """A seat paid for a skill."""

    seat: int
    skill: str
    fuel: int


class Gained(Event, frozen=True, kw_only=True, tag="gained"):
    """A seat gained (below 0: lost) so much of something; fuel beyond the limit is not counted."""

    seat: int
    what: str
    count: int


class TookOver(Event, frozen=True, kw_only=True, tag="took_over"):
    """A seat took so much of something from another."""

    seat: int
    target: int
    what: str
    count: int


class Trashed(Event, frozen=True, kw_only=True, tag="trashed"):
    """A card left a seat's deck for good; ``origin`` says where it lay."""

    seat: int
    card: str
    origin: str


class Discarded(Event, frozen=True, kw_only=True, tag="discarded"):
    """A seat laid a card on its discard pile."""

    seat: int
    card: str


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A card of a seat went from one pile to another."""

    secrets = ("card",)
    seat: int
    card: str | None
    origin: str
    to: str


class LookedAt(Event, frozen=True, kw_only=True, tag="looked_at"):
    """A seat looked at the top cards of a pile; ``whose`` deck or hand, none for those on the table."""

    secrets = ("cards",)
    seat: int
    pile: str
    whose: int | None
    count: int
    cards: tuple[str, ...] | None


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """Cards of a seat were shown to everybody."""

    seat: int
    pile: str
    cards: tuple[str, ...]


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """A die was rolled for a card."""

    seat: int
    face: int


# Events of the hunt: tokens, damage, captures, criminals, gauges, Vicious.


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
