"""The faces of the one roll that is asked for, typed by whoever rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.wars.aftermath.wording import die_labels
from engines.core.dice import ASKS

FACES = tuple((str(face), str(face)) for face in range(1, 7))


class FacesForm(forms.Form):
    """One choice of 1 to 6 per die of the roll; ``version`` is that of the page the roll was asked on."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, asked: str, version: int) -> None:
        super().__init__(data, initial={"version": version})
        self.names = [f"die{number + 1}" for number in range(ASKS[asked])]
        for name, label in zip(self.names, die_labels(asked), strict=True):
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=FACES,
                widget=forms.RadioSelect,
                error_messages={
                    "required": _("Which face does it show?"),
                    "invalid_choice": _("%(value)s is not a face of a die: 1 to 6."),
                },
            )

    @property
    def faces(self) -> list[int]:
        """The faces, in order."""
        return [int(self.cleaned_data[name]) for name in self.names]

    @property
    def typed_dice(self) -> list[tuple[str, str]]:
        """The dice that show a face already: the field's name and the face. A roll that was refused shows none."""
        if not self.is_bound or self.non_field_errors():
            return []
        return [(name, str(self[name].value())) for name in self.names if name not in self.errors]

    @property
    def wanted(self) -> forms.BoundField:
        """The die to be typed next."""
        shown = {name for name, _face in self.typed_dice}
        return self[next((name for name in self.names if name not in shown), self.names[0])]

    @property
    def is_underway(self) -> bool:
        """Whether some dice are typed and nothing is wrong but that the others are not."""
        missing = [error.code for errors in self.errors.as_data().values() for error in errors]
        return bool(self.typed_dice) and bool(missing) and set(missing) == {"required"}

    @property
    def is_refused(self) -> bool:
        """Whether the die to be typed next was typed wrongly."""
        return bool(self.wanted.errors) and not self.is_underway and not self.non_field_errors()
