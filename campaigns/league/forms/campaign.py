"""The form of a campaign that has no settings of its own kind; the form of a join code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import change_terms, open_campaign
from campaigns.league.terms import TermsForm
from club.models import Member


class PlainTermsForm(TermsForm):
    """What referees decide about any campaign, and nothing else."""

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the campaign that was filled in; raises ``Refused``."""
        return open_campaign(referee=referee, game=game, terms=self.terms)

    def change(self, *, campaign: Campaign, author: Member) -> None:
        """Give a campaign the settings filled in; raises ``Refused`` or ``Stale``."""
        change_terms(campaign=campaign, terms=self.terms, version=self.cleaned_data["version"], author=author)


class AddMembersForm(forms.Form):
    """Which members of the club a referee lets into a campaign at once, those first who were here last."""

    members = forms.MultipleChoiceField(
        label=_("Members of the club"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tap somebody first.")},
    )

    def __init__(self, data: Any = None, *, outsiders: Iterable[Member]) -> None:
        super().__init__(data)
        self.outsiders = {str(one.pk): one for one in outsiders}
        self.fields["members"].choices = [(pk, one.name) for pk, one in self.outsiders.items()]  # type: ignore[attr-defined]

    def clean_members(self) -> list[Member]:
        """Those who were ticked."""
        return [self.outsiders[pk] for pk in self.cleaned_data["members"]]


class CodeForm(forms.Form):
    """A join code as somebody read it out."""

    code = forms.CharField(
        label=_("Join code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Eight letters and digits; a referee of the campaign has them."),
    )
