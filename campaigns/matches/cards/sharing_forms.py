"""Who else may change a card set, and which cards of another set are copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext

from campaigns.matches.cards.kinds import KINDS
from campaigns.matches.cards.rights import readable
from campaigns.matches.cards.sets import name_on
from campaigns.matches.cards.sharing import collides, names_in
from campaigns.matches.models.card_set import ScoreCards
from club.editors import EditorsField
from club.models import Member
from club.seen import SeenForm


class ShareForm(SeenForm):
    """Who may change the cards of a set beside who added it."""

    everyone = forms.BooleanField(label=_("Every member of the club"), required=False)
    editors = EditorsField(label=_("Or these members"))

    def __init__(self, *args: Any, cards: ScoreCards, **kwargs: Any) -> None:
        """``cards`` is the set; who added it is not offered."""
        super().__init__(*args, **kwargs)
        self.cards = cards
        cast(EditorsField, self.fields["editors"]).offer(but=cards.added_by_id)
        self.initial = {"everyone": cards.open_to_all, "editors": list(cards.editors.values_list("pk", flat=True))}

    def fresh(self) -> ShareForm:
        """Return the form of the set as it is now."""
        return ShareForm(cards=ScoreCards.objects.get(pk=self.cards.pk))


class SourceForm(forms.Form):
    """Which set cards are copied from: one of the same game that the reader may see."""

    source = forms.ModelChoiceField(label=_("From which set"), queryset=ScoreCards.objects.none())

    def __init__(self, *args: Any, cards: ScoreCards, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ModelChoiceField, self.fields["source"])
        field.queryset = readable(member).filter(game=cards.game).exclude(pk=cards.pk)


class CopyForm(SourceForm):
    """Which cards are copied; those whose names are in the set already say so."""

    cards = forms.MultipleChoiceField(label=_("Cards"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, cards: ScoreCards, source: ScoreCards, **kwargs: Any) -> None:
        super().__init__(*args, cards=cards, **kwargs)
        self.fields["source"].widget = forms.HiddenInput()
        self.initial["source"] = source.pk
        field = cast(forms.MultipleChoiceField, self.fields["cards"])
        field.choices = list(_offered(cards, source))

    @property
    def wanted(self) -> list[tuple[str, str]]:
        """The cards by the codes of their kinds and their own."""
        found = (str(one).partition(":") for one in self.cleaned_data["cards"])
        return [(kind, code) for kind, _sign, code in found]


def _offered(cards: ScoreCards, source: ScoreCards) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    there = pgettext("card set", "%(name)s (this name is already in the set)")
    for kind in KINDS[cards.game]:
        names = names_in(cards.data, kind)
        rows = kind.rows(source.data)
        told = [(row, {"name": name_on(row)}) for row in rows]
        options = [
            (f"{kind.code}:{row['code']}", there % name if collides(row, names) else name["name"]) for row, name in told
        ]
        if options:
            yield str(kind.title), options
