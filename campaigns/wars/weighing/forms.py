"""What buttons of the page send: which thing is to be weighed, and which weighing is meant."""

from __future__ import annotations

from django import forms
from msgspec import UNSET

from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Subject


class ThingForm(forms.Form):
    """A thing of a version."""

    kind = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in Kind])
    code = forms.SlugField(max_length=30)
    rank = forms.ChoiceField(choices=[(rank.value, rank.value) for rank in Rank], required=False)

    @property
    def subject(self) -> Subject:
        """The thing."""
        rank = self.cleaned_data["rank"]
        return Subject(Kind(self.cleaned_data["kind"]), self.cleaned_data["code"], Rank(rank) if rank else UNSET)


class WeighingForm(forms.Form):
    """A weighing, by its key."""

    weighing = forms.IntegerField(min_value=1, max_value=2**31)
