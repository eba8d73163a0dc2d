"""The form that opens a campaign and changes its settings, as far as all kinds have it; the form of a join code."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign, JoinMode
from campaigns.league.operations.campaigns import (
    DESCRIPTION_LIMIT,
    HOURS_LIMIT,
    NAME_LIMIT,
    Terms,
    change_terms,
    open_campaign,
)
from club.models import Member
from club.names import NameField
from club.seen import SeenForm
from club.visibility import Visibility


class TermsForm(SeenForm):
    """What referees decide about a campaign of any game."""

    name = NameField(label=_("Name"), max_length=NAME_LIMIT)
    description = forms.CharField(
        label=_("Description"),
        max_length=DESCRIPTION_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("What it is about, house rules, when you meet."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may read it"),
        choices=Visibility,
        initial=Visibility.CLUB,
        widget=forms.RadioSelect,
        help_text=_("Whoever may read the campaign may read the warbands enlisted in it."),
    )
    join_mode = forms.ChoiceField(label=_("Joining"), choices=JoinMode, initial=JoinMode.OPEN, widget=forms.RadioSelect)
    confirm_hours = forms.IntegerField(
        label=_("Hours until an unanswered report confirms itself"), min_value=1, max_value=HOURS_LIMIT, initial=72
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    about = ("name", "description", "visibility", "join_mode", "confirm_hours")

    @property
    def terms(self) -> Terms:
        """What was filled in about the campaign."""
        return Terms(**{name: self.cleaned_data[name] for name in self.about})

    settled = False
    """Whether some of the fields cannot change any more."""

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None, initial: Any = None) -> None:
        known = {name: getattr(campaign, name) for name in (*self.about, "version")} if campaign else {}
        super().__init__(data, initial={**(initial or {}), **known})
        self.campaign = campaign
        if campaign is None:
            del self.fields["seen"]

    def fresh(self) -> TermsForm | None:
        """Return the form of the campaign as it is now."""
        return type(self)(campaign=Campaign.objects.get(pk=self.campaign.pk)) if self.campaign is not None else None

    @property
    def groups(self) -> list[list[BoundField]]:
        """The fields, by what they are about."""
        return [[self[name] for name in self.about]]

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the campaign that was filled in; raises ``Refused``."""
        return open_campaign(referee=referee, game=game, terms=self.terms)

    def change(self, *, campaign: Campaign, author: Member) -> None:
        """Give a campaign the settings filled in; raises ``Refused`` or ``Stale``."""
        change_terms(campaign=campaign, terms=self.terms, version=self.cleaned_data["version"], author=author)


class CodeForm(forms.Form):
    """A join code as somebody read it out."""

    code = forms.CharField(
        label=_("Join code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Eight letters and digits; a referee of the campaign has them."),
    )
