"""What every form has for what a referee does to a campaign; a kind of campaign adds forms of its own."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from typing import Any, ClassVar

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.league.acts import REASON_LIMIT
from campaigns.league.models import Campaign
from club.models import Member
from club.widgets import ids_below


class _Abstract(DeclarativeFieldsMetaclass, ABCMeta):
    """Lets a form leave a method to its subclasses."""


class ActForm(forms.Form, metaclass=_Abstract):
    """Something a referee does, with its reason. ``kind`` names it, ``group`` says where on the page it stands."""

    kind: ClassVar[str]
    group: ClassVar[str | Promise] = gettext_lazy("The campaign")
    title: ClassVar[str | Promise]
    button: ClassVar[str | Promise]
    danger: ClassVar[bool] = False

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LIMIT)

    def __init__(self, data: Any = None, *, campaign: Campaign) -> None:
        self.campaign = campaign
        super().__init__(data, auto_id=ids_below(self.kind))
        self.prepare()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill the choices from the campaign."""

    def offer(self, name: str, rows: Any) -> None:
        """Let a select of objects offer these."""
        self.fields[name].queryset = rows  # type: ignore[attr-defined]

    @property
    def useful(self) -> bool:
        """Whether there is anything it could be used for now."""
        return True

    @abstractmethod
    def act(self, referee: Member) -> str:
        """Do it and return what to tell the referee; the form must be valid. Raises ``Refused``."""

    @property
    def reason_given(self) -> str:
        """Why it is done; the form must be valid."""
        return str(self.cleaned_data["reason"])
