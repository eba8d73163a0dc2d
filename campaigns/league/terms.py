"""What referees decide about a campaign of any kind: its limits, what is wrong with it, and its form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.models import Campaign, JoinMode
from club.models import Member
from club.names import NameField
from club.operations import Objection, ProblemLike
from club.seen import SeenForm
from club.visibility import Visibility

NAME_LIMIT: Final = 80
DESCRIPTION_LIMIT: Final = 5000
HOURS_LIMIT: Final = 24 * 30


class Terms(Struct, frozen=True, kw_only=True):
    """What referees decide about a campaign, besides its rules. ``confirm_hours``: 1 to 720."""

    name: str
    description: str = ""
    visibility: str = Visibility.CLUB
    join_mode: str = JoinMode.OPEN
    confirm_hours: int = 72


def term_problems(terms: Terms) -> list[ProblemLike]:
    """Return all that is wrong with what referees decided."""
    problems: list[ProblemLike] = []
    if not terms.name.strip() or len(terms.name) > NAME_LIMIT:
        problems.append(Objection("campaign_name", _("A campaign needs a name of at most 80 characters."), "name"))
    if len(terms.description) > DESCRIPTION_LIMIT:
        problems.append(Objection("description_long", _("At most 5,000 characters."), "description"))
    if terms.visibility not in Visibility or terms.join_mode not in JoinMode:
        problems.append(Objection("no_such_choice", _("Choose one of the answers offered.")))
    if not 1 <= terms.confirm_hours <= HOURS_LIMIT:
        problems.append(Objection("confirm_hours", _("Between 1 and 720 hours."), "confirm_hours"))
    return problems


class Group(Struct, frozen=True):
    """Fields of the form that stand together. All but the first are folded to the line that is ``said`` of them."""

    title: str | Promise
    fields: Sequence[BoundField]
    said: str = ""
    short: bool = False

    @property
    def has_errors(self) -> bool:
        """Whether something in it was filled in wrongly."""
        return any(field.errors for field in self.fields)


def label_of(field: BoundField) -> str:
    """Return what stands chosen in a field of choices."""
    choices: Any = getattr(field.field, "choices", ())
    labels = {str(value): str(label) for value, label in choices}
    return labels.get(str(field.value()), "")


class TermsForm(SeenForm):
    """What referees decide about a campaign of any game."""

    name = NameField(label=_("Name"), max_length=NAME_LIMIT)
    description = forms.CharField(
        label=_("Description"),
        max_length=DESCRIPTION_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("What it is about, house rules, when you meet."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=Visibility,
        initial=Visibility.CLUB,
        widget=forms.RadioSelect,
        help_text=_("Anyone who can see the campaign can see the warbands enlisted in it."),
    )
    join_mode = forms.ChoiceField(label=_("Joining"), choices=JoinMode, initial=JoinMode.OPEN, widget=forms.RadioSelect)
    confirm_hours = forms.IntegerField(
        label=_("Hours until an unanswered report confirms itself"), min_value=1, max_value=HOURS_LIMIT, initial=72
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    named: str | Promise = _("The campaign")
    """What the form is about."""

    about = ("name", "description", "visibility", "join_mode", "confirm_hours")

    @property
    def terms(self) -> Terms:
        """What was filled in about the campaign."""
        return Terms(**{name: self.cleaned_data[name] for name in self.about})

    settled = False
    """Whether some of the fields cannot change any more."""

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None, initial: Any = None) -> None:
        known = {name: getattr(campaign, name) for name in (*self.about, "version")} if campaign else {}
        super().__init__(data, initial={**(initial or {}), **known})
        self.campaign = campaign
        if campaign is None:
            del self.fields["seen"]

    def fresh(self) -> TermsForm | None:
        """Return the form of the campaign as it is now."""
        return type(self)(campaign=Campaign.objects.get(pk=self.campaign.pk)) if self.campaign is not None else None

    @property
    def groups(self) -> list[Group]:
        """The fields, by what they are about."""
        name, description, *others = (self[one] for one in self.about)
        hours = str(self["confirm_hours"].value() or "")
        said = [
            label_of(self["visibility"]),
            label_of(self["join_mode"]),
            _("confirmed after %(hours)s h") % {"hours": hours},
        ]
        return [
            Group(self.named, [name, description]),
            Group(_("Who sees it, who joins, when reports confirm themselves"), others, " · ".join(map(str, said))),
        ]

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the campaign that was filled in; raises ``Refused``."""
        raise NotImplementedError

    def change(self, *, campaign: Campaign, author: Member) -> None:
        """Give a campaign the settings filled in; raises ``Refused`` or ``Stale``."""
        raise NotImplementedError
