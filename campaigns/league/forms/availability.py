"""Forms about when a member cannot play."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import NeverOn
from club.models import Member
from club.moments import EARLIEST, LATEST, OUT_OF_RANGE
from club.seen import SeenForm


class WeekdaysForm(SeenForm):
    """The days of the week on which a member never plays."""

    weekdays = forms.TypedMultipleChoiceField(
        label=_("I never play on"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        self.member = member
        row = NeverOn.objects.filter(member=member).first()
        super().__init__(*args, initial={"weekdays": row.weekdays if row is not None else []}, **kwargs)

    def fresh(self) -> WeekdaysForm:
        """Return the form of what is stored now."""
        return WeekdaysForm(member=self.member)


def _day(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        help_text=help_text,
        validators=[MinValueValidator(EARLIEST, OUT_OF_RANGE), MaxValueValidator(LATEST, OUT_OF_RANGE)],
        widget=forms.DateInput(
            format="%Y-%m-%d",
            attrs={"type": "date", "min": EARLIEST.isoformat(), "max": LATEST.isoformat()},
        ),
    )


class AbsenceForm(forms.Form):
    """Days away, from the first to the last."""

    first = _day(_("Away from"))
    last = _day(_("until"), _("The last day that you cannot play."))
