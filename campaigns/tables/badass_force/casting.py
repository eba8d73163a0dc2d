"""Which seven characters a table plays with: drawn, or chosen by the table (ruling F32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.matches.cards import sets
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.scores.wording import listed
from campaigns.tables.badass_force.words import Cards
from engines.badass_force import cards as badass_force
from engines.badass_force.cards import PLAYED, CardSet
from engines.core.score import encode

FIELD: Final = "characters"
"""The option under which a table keeps the codes of the characters it chose, and the field that chooses them."""
GAME: Final = "badass_force"
FEW: Final = 2
"""At most so many characters that are left out are named; else it is only said that the table chose."""


class Cast(forms.CheckboxSelectMultiple):
    """Boxes to tick: the characters of several sets each under its set's name, which is shut where none is ticked."""

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: object = None
    ) -> SafeString:
        """Return the boxes from the site's own template; the forms' renderer knows only Django's."""
        shown = self.get_context(name, value, dict(attrs or {}))
        groups = [
            {"name": group, "options": options, "ticked": any(option["selected"] for option in options)}
            for group, options, _index in shown["widget"]["optgroups"]
        ]
        return render_to_string(
            "campaigns/tables/badass_force/casting.html",
            {**shown, "groups": groups, "wrong": "aria-invalid" in shown["widget"]["attrs"]},
        )


class CastField(forms.MultipleChoiceField):
    """Characters of the game's card sets, a group for each set; its value are their codes, none for a draw.

    Whether they are seven of the set that is played with, is for the engine to say.
    """

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("The seven characters"),
            choices=lambda: list(_characters()),
            required=False,
            widget=Cast,
            help_text=gettext_lazy(
                "Tick seven from the set you play with, or none: then they are drawn, at least one of each class "
                "if the set has one."
            ),
        )

    def clean(self, value: Any) -> list[str]:
        """Return the codes, each once."""
        chosen = super().clean(value)
        return list(dict.fromkeys(one.partition(":")[2] for one in chosen))


def _characters() -> Iterator[tuple[str, Any]]:
    """Yield the characters of all sets; under the names of the sets where there are several. One query."""
    practice = badass_force.training()
    stored = ScoreCards.objects.filter(game=GAME).values_list("pk", "name", "data__characters")
    groups = [
        (sets.TRAINING, sets.name_of(practice), encode(practice)["characters"]),
        *((str(pk), name, rows or ()) for pk, name, rows in stored),
    ]
    found = [(name, [(f"{key}:{row['code']}", sets.name_on(row)) for row in rows]) for key, name, rows in groups]
    return iter(found if len(found) > 1 else found[0][1])


def chosen_of(cards: CardSet, chosen: dict[str, Any]) -> tuple[str, ...]:
    """Return the characters that a table chose, in the order of the set, whatever the set does not have behind them."""
    codes = chosen.get(FIELD) or ()
    there = [card.code for card in cards.characters]
    return (*(code for code in there if code in codes), *(code for code in codes if code not in there))


def describe_cast(cards: CardSet, chosen: dict[str, Any]) -> list[str]:
    """Say who plays, if the table chose: whom it left out, where those are few."""
    codes = chosen_of(cards, chosen)
    if not codes:
        return []
    named = Cards(cards)
    out = [named.name(card.code) for card in cards.characters if card.code not in codes]
    if not out or len(out) > FEW:
        return [_("chosen characters")]
    return [_("without %(names)s") % {"names": listed(out)}]


def name_cast(cards: CardSet, chosen: tuple[str, ...]) -> str:
    """Name the characters that a table chose; nothing where they are drawn."""
    named = Cards(cards)
    return _("You play with %(names)s.") % {"names": listed([named.name(code) for code in chosen])} if chosen else ""


def explain_cast(code: str, params: dict[str, Any]) -> str:
    """Say what is wrong with the characters chosen; nothing for what is wrong with something else."""
    if code == "characters_number":
        return _("Tick %(needs)s characters, or none: %(count)s are ticked.") % {"needs": PLAYED, **params}
    if code == "no_such_character":
        return _("Tick only characters from the set you play with.")
    return ""
