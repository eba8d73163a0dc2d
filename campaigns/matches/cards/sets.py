"""Card sets of the games whose pads can check cards: the invented ones of the engines, and the club's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from campaigns.matches.cards.kinds import ITEMS, CardData, has_heroes
from campaigns.matches.models.card_set import ScoreCards
from club.numbers import whole_number
from club.operations import Refused
from club.words import words
from engines.badass_force import cards as badass_force
from engines.baf import cards as baf
from engines.bebop import cards as bebop
from engines.core.score import encode
from engines.core.text import Text as Label

__all__ = [
    "CARDS",
    "ITEMS",
    "TRAINING",
    "Cards",
    "all_choices",
    "choices",
    "chosen",
    "hero_names",
    "name_of",
    "name_on",
]

TRAINING: Final = "training"


class Cards(Struct, frozen=True):
    """How the card sets of one game are read, the invented one, and whether score pads check cards by them."""

    kind: type[Struct]
    read: Callable[[object], Any]
    training: Callable[[], Any]
    scored: bool = True


CARDS: Final[Mapping[str, Cards]] = {
    "baf": Cards(baf.CardSet, baf.read_cards, baf.training),
    "bebop": Cards(bebop.CardSet, bebop.read_cards, bebop.training),
    "badass_force": Cards(badass_force.CardSet, badass_force.read_cards, badass_force.training, scored=False),
}
"""By the code of the game."""


def name_of(cards: Any) -> str:
    """Return what a set is called, in the reader's language."""
    return words(cards.name)


def name_on(row: CardData) -> str:
    """Return what a card is called, in the reader's language, from its row in a stored set."""
    return words(Label(fr=row["name"]["fr"], en=row["name"]["en"]))


def choices(game: str) -> list[tuple[str, str]]:
    """Return the sets of a game that a new match may use; empty where pads of the game check no cards. One query."""
    if game not in CARDS or not CARDS[game].scored:
        return []
    own = [(str(row.pk), row.name) for row in ScoreCards.objects.filter(game=game, ready=True).only("pk", "name")]
    return [*own, (TRAINING, name_of(CARDS[game].training()))]


def all_choices(game: str) -> list[tuple[str, str]]:
    """Return the sets of a game, also those to which cards are still missing, the practice set first. One query."""
    own = ScoreCards.objects.filter(game=game).values_list("pk", "name", "ready")
    named = [(str(pk), name if ready else gettext("%(name)s (incomplete)") % {"name": name}) for pk, name, ready in own]
    return [(TRAINING, name_of(CARDS[game].training())), *named]


def chosen(game: str, value: str, *, unfinished: bool = False) -> dict[str, Any] | None:
    """Return the set chosen, as the setup of a match takes it; None for none. ``Refused`` for one that is gone.

    ``unfinished`` takes also one to which cards are missing.
    """
    if game not in CARDS or not value or not (unfinished or CARDS[game].scored):
        return None
    if value == TRAINING:
        return encode(CARDS[game].training())
    found = ScoreCards.objects.filter(game=game, pk=whole_number(value) or 0).first()
    if found is None or not (found.ready or unfinished):
        raise Refused.because("no_such_cards", _("This card set is no longer available. Choose again."), "cards")
    return dict(found.data)


def hero_names(game: str) -> dict[str, str]:
    """Return what the heroes of the card sets are called, by code. One query, none where heroes are on no card."""
    if not has_heroes(game):
        return {}
    stored = ScoreCards.objects.filter(game=game).order_by("pk").values_list("data__heroes", flat=True)
    practice = encode(CARDS[game].training())["heroes"]
    return {row["code"]: name_on(row) for rows in (practice, *stored) for row in rows}
