"""Forms that bring a warband into a campaign."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.names import NameField
from engines.musg.catalogue import Catalogue
from engines.musg.entries.base import NAME_LIMIT
from engines.musg.journal import encode
from rosters.models import Warband
from rosters.wording import marked


def races(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the races of which a warband may be, code and name."""
    return [(code, marked(row, catalogue)) for code, row in catalogue.offered(catalogue.races).items()]


class MusterForm(forms.Form):
    """A new warband, of a race that the campaign's catalogue has."""

    name = NameField(label=_("Name of the warband"), max_length=NAME_LIMIT)
    race = forms.ChoiceField(label=_("Race"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, catalogue: Catalogue, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["race"].choices = races(catalogue)  # type: ignore[attr-defined]


class OwnForm(forms.Form):
    """A warband of one's own that plays by the campaign's rules and serves nowhere, or withdrew from here.

    Whoever withdrew played by them, but perhaps with the packs of that time: coming back takes over those of today.
    """

    warband = forms.ModelChoiceField(label=_("Warband"), queryset=Warband.objects.none())

    def __init__(self, *args: Any, campaign: Campaign, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Warband.objects.filter(owner=member)
        fitting = own.filter(enlistment=None, state__rules=encode(rules_of(campaign)))
        free = fitting | own.filter(enlistment__campaign=campaign, enlistment__withdrawn=True)
        self.fields["warband"].queryset = free.defer("state")  # type: ignore[attr-defined]


class CopyForm(forms.Form):
    """A copy of a warband of one's own."""

    warband = forms.ModelChoiceField(label=_("Warband to copy"), queryset=Warband.objects.none())
    name = NameField(label=_("Name of the copy"), max_length=NAME_LIMIT)
    muster_only = forms.ChoiceField(
        label=_("What is copied"),
        choices=[("yes", _("The warband as it was first mustered")), ("", _("Everything up to today"))],
        initial="yes",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Warband.objects.filter(owner=member).defer("state", "setup")
        self.fields["warband"].queryset = own  # type: ignore[attr-defined]

    def clean_muster_only(self) -> bool:
        """True for the muster alone."""
        return bool(self.cleaned_data["muster_only"])
