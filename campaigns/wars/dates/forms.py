"""Forms of the talk about a date: proposing moments, declining with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from campaigns.wars.dates.suggestions import Suggestion
from campaigns.wars.dates.talk import MOMENTS_MOST, REASON_LIMIT
from campaigns.wars.models.round import AtDeadline, Round
from club.moments import MomentField, read_moment
from club.seen import SeenForm

OFFERED: Final = "offered"
AT_ONCE: Final = 2
"""So many fields are seen at once; the others are folded."""


class MomentsForm(forms.Form):
    """Up to five moments; with ``suggestions``, some to be ticked. ``prefix`` tells it from other forms of a page."""

    def __init__(self, *args: Any, suggestions: Sequence[Suggestion] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if suggestions:
            self.fields[OFFERED] = forms.MultipleChoiceField(
                label=_("When something is on anyway"),
                choices=[(one.moment.isoformat(), one.label) for one in suggestions],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        for number in range(MOMENTS_MOST):
            label = _("Date and time %(number)s") % {"number": number + 1}
            self.fields[f"moment_{number}"] = MomentField(label=label, required=False)

    @property
    def moments(self) -> list[tuple[str, datetime]]:
        """What was filled in: each moment with the name of its field; the form must be valid."""
        values = self.cleaned_data
        ticked = [(OFFERED, read_moment(text)) for text in values.get(OFFERED, ())]
        typed = ((name, values.get(name)) for name in self.fields if name.startswith("moment_"))
        return [*ticked, *((name, moment) for name, moment in typed if moment is not None)]

    @property
    def first_fields(self) -> list[BoundField]:
        """The fields that are seen at once."""
        folded = {field.name for field in self.more_fields}
        return [field for field in self.visible_fields() if field.name not in folded]

    @property
    def more_fields(self) -> list[BoundField]:
        """The fields that are folded."""
        return [self[f"moment_{number}"] for number in range(AT_ONCE, MOMENTS_MOST)]

    @property
    def is_long(self) -> bool:
        """Whether something stands in the fields that are folded."""
        return any(field.errors or field.value() for field in self.more_fields)


class ProposeForm(MomentsForm):
    """Moments for a battle, over the talk as it was shown."""

    def __init__(self, *args: Any, version: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"] = forms.IntegerField(widget=forms.HiddenInput, initial=version)


class DeclineForm(forms.Form):
    """Why nothing of an offer suits."""

    offer = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why it does not suit you"),
        max_length=REASON_LIMIT,
        help_text=_("The other players and the referees read it."),
    )


class AcceptForm(forms.Form):
    """One moment of an offer."""

    offer = forms.IntegerField()
    moment = MomentField()


class DeadlineForm(SeenForm):
    """By when the battles of a round are to have a date, and what becomes of those that have none."""

    agree_by = MomentField(
        label=_("Dates agreed by"),
        required=False,
        help_text=_("Empty: no deadline. Players are told."),
    )
    then_what = forms.ChoiceField(
        label=_("What happens to a battle without a date"), choices=AtDeadline, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        self.round = round
        super().__init__(*args, initial={"agree_by": round.agree_by, "then_what": round.then_what}, **kwargs)

    def fresh(self) -> DeadlineForm:
        """Return the form of the round as it is now."""
        return DeadlineForm(round=Round.objects.filter(pk=self.round.pk).first() or self.round)
