"""What the cards of Space Serenade say at a table, text by text."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.matches.cards.sentences import speaker
from campaigns.tables.bebop.words import CHARACTERS, POOLS, Cards, amount
from engines.bebop.book import Texts
from engines.bebop.cards import ActionCard, DamageCard, Goes
from engines.bebop.language import book_of
from engines.core.effects.steps import Step

GAME: Final = "bebop"
GOES: Final = {
    Goes.OUT: lambda: _("it is trashed"),
    Goes.DISCARD: lambda: _("it goes onto your discard pile"),
    Goes.TOP: lambda: _("it goes on top of your deck"),
}


class CardText(Struct, frozen=True):
    """What a card says: when played, in its team zone, and when drawn as a damage card."""

    play: str = ""
    team: str = ""
    red: str = ""


class Sayings:
    """What the cards of a table say. ``names`` are the players', where steps name seats by number."""

    def __init__(self, cards: Cards, names: tuple[str, ...] = ()) -> None:
        self._cards = cards
        self._book = book_of(cards.set)
        self.speaker = speaker(GAME, names)

    def steps(self, code: str, slot: str) -> tuple[Step, ...]:
        """Return the steps of a slot: "play" (also a damage card's grey text), "team" or "red"."""
        texts = self._texts(code)
        return {"play": texts.play, "team": texts.team, "red": texts.red}[slot]

    def of(self, code: str) -> CardText:
        """Return what a card says."""
        card = self._cards.held(code)
        texts = self._texts(code)
        play = self.speaker.sentences(texts.play)
        if isinstance(card, DamageCard):
            return CardText(play, red=self._red(card, texts))
        return CardText(play, self._team(card, texts))

    def slot(self, code: str, slot: str) -> str:
        """Return what one slot says."""
        return self.speaker.sentences(self.steps(code, slot))

    def _texts(self, code: str) -> Texts:
        return self._book.texts[self._book.number[code]]

    def brief(self, code: str) -> str:
        """Return what a card brings and says when played, in one line."""
        card = self._cards.held(code)
        brought = ", ".join(amount(what, count) for what in POOLS if (count := getattr(card, what, 0)))
        return " · ".join(text for text in (brought, self.slot(code, "play")) if text)

    def _team(self, card: ActionCard, texts: Texts) -> str:
        if card.team is None:
            return ""
        words = {"character": CHARACTERS[card.team.with_.value], "does": self.speaker.inner(texts.team)}
        return _("With %(character)s in play: %(does)s.") % words

    def _red(self, card: DamageCard, texts: Texts) -> str:
        does = [text for text in (self.speaker.inner(texts.red), GOES[card.red.to]()) if text]
        return _("When drawn: %(does)s.") % {"does": _(", then ").join(does)}
