"""When and where a match was, what else there is to say of it, and which season it belongs to."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.league.forms.version import VersionForm
from campaigns.league.models import Campaign
from campaigns.matches.access import recorded_by
from campaigns.matches.models.match import Match
from campaigns.matches.operations.recording import DURATION_MOST, HOUSE_LIMIT, NOTES_LIMIT, PLACE_LIMIT, Occasion
from club.models import Member
from club.moments import MomentField
from club.names import NameField
from club.seen import SeenForm

NUMBER: Final = forms.NumberInput(attrs={"inputmode": "numeric"})


class OccasionForm(SeenForm, VersionForm):
    """When, where, how long, and what else there is to say."""

    date = MomentField(label=_("Date and time"), required=False)
    place = NameField(label=_("Place"), max_length=PLACE_LIMIT, required=False)
    duration = forms.IntegerField(
        label=_("Duration in minutes"), min_value=1, max_value=DURATION_MOST, required=False, widget=NUMBER
    )
    notes = forms.CharField(
        label=_("Notes"), max_length=NOTES_LIMIT, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    house_rules = forms.CharField(
        label=_("House rules in words"),
        max_length=HOUSE_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Anything agreed besides the options."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    @property
    def occasion(self) -> Occasion:
        """What was filled in."""
        values = self.cleaned_data
        return Occasion(**{name: values[name] for name in ("date", "place", "duration", "notes", "house_rules")})

    match: Match | None = None
    """The match that it is filled in with, if any."""

    @classmethod
    def about(cls, match: Match, data: Any = None) -> OccasionForm:
        """Return the form filled in with a match."""
        names = ("date", "place", "duration", "notes", "house_rules", "version")
        form = cls(data, initial={name: getattr(match, name) for name in names})
        form.match = match
        return form

    def fresh(self) -> OccasionForm | None:
        """Return the form of the match as it is now."""
        return OccasionForm.about(Match.objects.get(pk=self.match.pk)) if self.match is not None else None


class SeasonForm(SeenForm, VersionForm):
    """Which season a match belongs to: one of those the member takes part in."""

    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Campaign.objects.none(), required=False, empty_label=_("outside of seasons")
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, match: Match, member: Member, **kwargs: Any) -> None:
        super().__init__(data, initial={"season": match.campaign_id, "version": match.version}, **kwargs)
        self.match, self.member = match, member
        own = recorded_by(member).filter(game=match.game).order_by().values("pk")
        offered = Q(pk__in=own) | Q(pk=match.campaign_id)
        self.fields["season"].queryset = Campaign.objects.filter(offered)  # type: ignore[attr-defined]

    def fresh(self) -> SeasonForm:
        """Return the form of the match as it is now."""
        return SeasonForm(match=Match.objects.get(pk=self.match.pk), member=self.member, prefix=self.prefix)
