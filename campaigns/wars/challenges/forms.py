"""Forms of challenges: sending one, declining one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.dates.forms import MomentsForm
from campaigns.wars.dates.talk import REASON_LIMIT
from club.models import Member
from club.moments import MomentField
from rosters.models import Warband


def _serving(campaign: Campaign) -> Any:
    here = campaign.enlistments.filter(withdrawn=False, resting=False)
    return Warband.objects.filter(pk__in=here.values("warband")).select_related("owner").defer("state", "setup")


class ChallengeForm(MomentsForm):
    """Whom to challenge, with which warband, and when it would suit."""

    challenger = forms.ModelChoiceField(label=_("With"), queryset=Warband.objects.none(), empty_label=None)
    challenged = forms.ModelChoiceField(label=_("Whom"), queryset=Warband.objects.none())
    message = forms.CharField(label=_("A word with it"), max_length=REASON_LIMIT, required=False)

    def __init__(self, *args: Any, campaign: Campaign, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        serving = _serving(campaign)
        self.fields["challenger"].queryset = serving.filter(owner=member)  # type: ignore[attr-defined]
        others: Any = self.fields["challenged"]
        others.queryset = serving.exclude(owner=member).order_by("name")
        others.label_from_instance = lambda warband: f"{warband.name} ({warband.owner.name})"

    @property
    def who(self) -> list[Any]:
        """The fields about the warbands."""
        return [self[name] for name in ("challenger", "challenged", "message")]

    @property
    def first_fields(self) -> list[Any]:
        """The dates that are seen at once."""
        about = {"challenger", "challenged", "message"}
        return [field for field in super().first_fields if field.name not in about]


class AcceptChallengeForm(forms.Form):
    """The moment that was chosen, if any."""

    moment = MomentField(required=False)


class DeclineChallengeForm(forms.Form):
    """Why a challenge is declined."""

    reason = forms.CharField(label=_("Why you decline"), max_length=REASON_LIMIT)
