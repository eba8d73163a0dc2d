"""The forms that take in a file of plays and say who its players are."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from campaigns.matches.forms.people import People
from campaigns.matches.models.player import NAME_LIMIT
from campaigns.matches.operations.players import Who
from campaigns.seasons.transfer.plays import BYTES_LIMIT, Book
from club.visibility import Visibility
from engines.core.names import key

NEW: Final = "new"
LEAVE: Final = "leave"


class PlaysForm(forms.Form):
    """A file of plays. ``text`` carries its content from page to page."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("The JSON file that BG Stats exports, or one exported here. At most 2 megabytes."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.bgsplay,application/json"}),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    visibility = forms.ChoiceField(label=_("Who may see these matches"), choices=Visibility, initial=Visibility.CLUB)

    def __init__(self, *args: Any, in_season: bool, **kwargs: Any) -> None:
        """Within a season its own visibility counts: it is not asked for."""
        super().__init__(*args, **kwargs)
        if in_season:
            del self.fields["visibility"]

    def clean_file(self) -> UploadedFile | None:
        """The file, unless it is too large."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > BYTES_LIMIT:
            raise forms.ValidationError(_("The file is larger than 2 megabytes."), "too_large")
        return file

    def clean(self) -> dict[str, Any]:
        """A file is needed, or what was in the one before."""
        cleaned = super().clean() or {}
        if not self.errors and cleaned.get("file") is None and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file."))
        return cleaned

    @property
    def content(self) -> str | bytes:
        """What was handed in."""
        file: UploadedFile | None = self.cleaned_data["file"]
        return file.read() if file is not None else self.cleaned_data["text"]

    @property
    def visibility_chosen(self) -> str:
        """Who may read the matches; without meaning in a season."""
        return str(self.cleaned_data.get("visibility") or Visibility.CLUB)


class MappingForm(forms.Form):
    """Who the players of the file are: one choice for each of them, members and guests of the same name proposed."""

    def __init__(self, data: Any = None, *, book: Book, people: People) -> None:
        """``data`` is what was sent, None to propose."""
        self.people = people
        known = {key(member.name): value for value, member in reversed(people.members.items())}
        known |= {key(player.name): value for value, player in people.guests.items()}
        known |= {key(member.username): value for value, member in people.members.items()}
        known |= {key(member.name): value for value, member in people.members.items()}
        members = [(value, member.name) for value, member in people.members.items()]
        guests = [(value, player.name) for value, player in people.guests.items()]
        initial = {
            f"who-{number}": known.get(key(name), NEW if len(name) <= NAME_LIMIT else LEAVE)
            for number, name in book.people.items()
        }
        super().__init__(data if data is not None and initial.keys() <= data.keys() else None, initial=initial)
        self.names = dict(book.people)
        for number, name in book.people.items():
            new = (NEW, _("a new guest of this name"))
            choices: list[Any] = [] if len(name) > NAME_LIMIT else [new]
            choices += [(_("Members"), members), (_("Guests"), guests), (LEAVE, _("leave their matches out"))]
            self.fields[f"who-{number}"] = forms.ChoiceField(label=name, choices=choices)

    @property
    def who(self) -> dict[int, Who | None]:
        """Who everybody is, as chosen or, before anything was chosen, as proposed; None for who is left out."""
        given = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        return {number: self._person(given[f"who-{number}"], name) for number, name in self.names.items()}

    def _person(self, value: str, name: str) -> Who | None:
        if value == LEAVE:
            return None
        return self.people.members.get(value) or self.people.guests.get(value) or name
