"""Forms about weapons and equipment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.numbers import whole_number
from engines.musg import purchase
from engines.musg.entries import Buy, Move, TakeBack
from rosters import wording
from rosters.forms import offers
from rosters.forms.step import FigureField, OpenChoice, StepForm

STASH = "stash"


class BuyForm(StepForm):
    """Buy an item for a figure, or for the stash when no figure is named."""

    kind = "buy"
    makes = Buy
    title = _("Buy weapons and equipment")
    button = _("Buy")
    figure = FigureField(required=False)
    item = OpenChoice(label=_("Weapon or equipment"))
    anyway = forms.CharField(required=False, widget=forms.HiddenInput)

    def prepare(self) -> None:
        """Offer what the warband may carry, and show what is free for this figure."""
        self.offer("item", offers.items(self.roster, self.figure_in_question))

    def clean(self) -> dict[str, Any]:
        """Ask before a purchase that would make the roster illegal, or that nobody could use; the same again means it.

        What the rules forbid outright is left to them.
        """
        data = super().clean() or {}
        if "item" in data and "figure" in data and data.get("anyway") != data["item"]:
            item, doubts = data["item"], purchase.trial(self.roster, [self.entry()]).doubts
            for sentence in wording.problem_sentences(doubts, self.roster.catalogue, self.roster):
                self.add_error("item", sentence)
            if doubts:
                self.data = {**dict(self.data.items()), "anyway": item}
                self.button = _("Buy all the same")
        return data


class TakeBackForm(StepForm):
    """While mustering, return an item for what it cost."""

    kind = "take_back"
    makes = TakeBack
    title = _("Take back an item")
    button = _("Take back")
    item = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    @property
    def subject(self) -> str:
        """One such form for each item."""
        item = self.numbered("item")
        return "" if item is None else str(item)


class MoveForm(StepForm):
    """Give an item to somebody else, put it in the stash or take it out."""

    kind = "move"
    makes = Move
    title = _("Hand over an item")
    button = _("Hand over")
    figure = FigureField(required=False)
    item = forms.TypedChoiceField(label=_("Item"), coerce=int)
    to = OpenChoice(label=_("To whom"))

    def prepare(self) -> None:
        """Offer what the figure carries (or what lies in the stash), and everybody else."""
        figure = self.figure_in_question
        items = figure.items if figure else self.roster.stash
        self.offer("item", [(item.id, wording.marked_item(item.code, self.roster.catalogue)) for item in items])
        others = [(number, name) for number, name in offers.figures(self.roster) if number != self.subject]
        self.offer("to", [*([(STASH, _("The stash"))] if figure else []), *others])

    def clean_to(self) -> int | None:
        """Read a figure's number, or nothing for the stash."""
        to = str(self.cleaned_data["to"])
        if to == STASH:
            return None
        number = whole_number(to)
        if number is None:
            raise forms.ValidationError(_("Choose who gets it."), code="invalid_choice")
        return number
