"""A form whose date may clash (``league.clashes``): once it does, a referee is asked why it holds all the same."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.acts import REASON_LIMIT
from campaigns.league.clashes import CLASH

DESPITE: Final = "despite"


class AsksDespite(forms.Form):
    """Shows the field for the reason as soon as a clash was said; ``may_override`` tells whether its reader decides."""

    may_override = True
    asks_behind: tuple[str, ...] = ("spot", "date")
    """The reason stands behind the first of these fields that there is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self.add_prefix(DESPITE) in self.data:
            self._ask()

    def add_error(self, field: str | None, error: Any) -> None:
        """Say what is wrong; after a clash there is a field for the reason."""
        super().add_error(field, error)
        if self.may_override and getattr(error, "code", "") == CLASH:
            self._ask()

    def _ask(self) -> None:
        if DESPITE in self.fields:
            return
        self.fields[DESPITE] = forms.CharField(
            label=_("Why all the same"),
            required=False,
            max_length=REASON_LIMIT,
            help_text=_(
                "You decide here: with a reason it is saved all the same, and whoever reads the acts sees why."
            ),
        )
        names = [name for name in self.fields if name != DESPITE]
        before = next((name for name in self.asks_behind if name in names), names[-1])
        names.insert(names.index(before) + 1, DESPITE)
        self.order_fields(names)

    @property
    def despite(self) -> str:
        """The reason that was typed; the form must be valid."""
        return str(self.cleaned_data.get(DESPITE, ""))
