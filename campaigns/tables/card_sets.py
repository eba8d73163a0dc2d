"""Which cards a table plays with: the club's sets, or the practice set. A table keeps the whole set it has chosen."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.matches.cards import sets
from club.operations import Refused

FIELD: Final = "cards"
"""The option under which a table keeps its set, and the field that chooses it."""


class CardSetField(forms.ChoiceField):
    """One of a game's card sets, finished or not; its value is the whole set as JSON data.

    What an unfinished one lacks for a game is for the engine to say: a few cards may be enough for a few players.
    """

    def __init__(self, *, game: str) -> None:
        super().__init__(
            label=_("Card set"),
            choices=lambda: sets.all_choices(game),
            initial=sets.TRAINING,
            help_text=_("The table keeps the cards as they are now, whatever is changed in the set later."),
        )
        self._game = game

    def clean(self, value: Any) -> dict[str, Any]:
        """Return the set. Raises ``ValidationError`` for one that is gone."""
        chosen = super().clean(value)
        try:
            found = sets.chosen(self._game, chosen, unfinished=True)
        except Refused as refused:
            raise forms.ValidationError([str(problem.message) for problem in refused.problems]) from refused
        if found is None:
            raise forms.ValidationError(gettext("Choose a card set."))
        return found
