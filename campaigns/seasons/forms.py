"""The form that chooses the scheme of a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.forms.campaign import PlainTermsForm
from campaigns.league.models import Campaign
from campaigns.seasons.models.scheme import PLACE_POINTS, Measure, SeasonScheme
from campaigns.seasons.operations.scheme import BEST_MOST
from campaigns.seasons.operations.season import create_season
from campaigns.seasons.scheme import Scheme, measures_for
from club.models import Member
from club.seen import SeenForm


class SeasonForm(PlainTermsForm):
    """A card game's season."""

    named = _("The season")

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None) -> None:
        super().__init__(data, campaign=campaign)
        self.fields["visibility"].help_text = _("Anyone who can see the season can see its matches.")
        self.fields["confirm_hours"].label = _("Hours until an unanswered result confirms itself")

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the season that was filled in; raises ``Refused``."""
        return create_season(referee=referee, game=game, terms=self.terms)


class SchemeForm(SeenForm):
    """What a match is worth and which matches count."""

    place_points = forms.CharField(
        label=_("Points for the places, from first place down"),
        required=False,
        max_length=80,
        help_text=_("Used with points for places. Separate the numbers with commas, such as 10, 7, 5, 3."),
    )
    best_of = forms.IntegerField(
        label=_("Best matches counted"),
        min_value=0,
        max_value=BEST_MOST,
        initial=0,
        help_text=_("0: all matches of a player count."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    least = forms.IntegerField(
        label=_("Matches needed for a place"),
        min_value=1,
        max_value=BEST_MOST,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    average = forms.BooleanField(
        label=_("The average of the matches decides, not their total"),
        required=False,
    )
    version = forms.IntegerField(widget=forms.HiddenInput, initial=0)

    def __init__(self, data: Any = None, *, season: Campaign) -> None:
        """``data`` is what was sent, None for the scheme as it is."""
        row = SeasonScheme.objects.filter(season=season).first() or SeasonScheme(season=season)
        initial = {name: getattr(row, name) for name in ("measure", "best_of", "least", "average", "version")}
        initial["place_points"] = ", ".join(str(points) for points in row.place_points)
        super().__init__(data, initial=initial)
        self.fields["measure"] = forms.ChoiceField(
            label=_("What a match is worth"), widget=forms.RadioSelect, choices=measures_for(season.game)
        )
        self.order_fields(["measure"])
        self.season = season

    def fresh(self) -> SchemeForm:
        """Return the form of the scheme as it is now."""
        return SchemeForm(season=self.season)

    def clean_place_points(self) -> tuple[int, ...]:
        """Read the numbers; the usual ones where none are given."""
        words = self.cleaned_data["place_points"].replace(";", ",").replace(",", " ").split()
        if not words:
            if self.data.get("measure") == Measure.PLACES:
                raise forms.ValidationError(_("Say what the places are worth."), "required")
            return PLACE_POINTS
        if not all(word.isdecimal() and len(word) <= 4 for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 10, 7, 5."), "numbers")
        return tuple(int(word) for word in words)

    @property
    def scheme(self) -> Scheme:
        """The scheme that was filled in."""
        given = self.cleaned_data
        return Scheme(
            given["measure"], given["average"], given["best_of"], given["least"], tuple(given["place_points"])
        )
