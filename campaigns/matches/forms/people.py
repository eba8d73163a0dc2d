"""Who may sit down at a match, and the forms that put somebody on a seat or let somebody keep the score."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from campaigns.league.access import TAKES_PART
from campaigns.league.forms.version import VersionForm
from campaigns.league.models import Campaign
from campaigns.matches.access import known_guests
from campaigns.matches.company import members_first
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import NAME_LIMIT, Player
from campaigns.matches.operations.players import Who
from club.access import User
from club.models import Member
from club.names import NameField
from club.seen import SeenForm

NEW_GUEST: Final = "new"
CHIPS: Final = 12
"""How many people a tap each may seat; everybody else is in the lists."""


class People(Struct, frozen=True):
    """Who may sit down: members and guests, by the values a form sends."""

    members: dict[str, Member]
    guests: dict[str, Player]

    @classmethod
    def of(cls, season: Campaign | None, reader: User) -> People:
        """Return the people of a season, without one all members, and the guests the reader knows.

        Whom the reader plays with most comes first. Three queries.
        """
        members: QuerySet[Member] = Member.objects.filter(is_active=True)
        if season is not None:
            taking = season.memberships.filter(role__in=TAKES_PART).values("member")
            members = members.filter(pk__in=taking)
        guests = known_guests(reader)
        return cls(
            {f"m{m.pk}": m for m in members_first(reader, members)},
            {f"p{p.pk}": p for p in sorted(guests, key=lambda p: p.name.casefold())},
        )

    @property
    def chips(self) -> list[tuple[str, str]]:
        """Return those to offer for one tap each: values and names, members first."""
        members = [(value, member.name) for value, member in self.members.items()]
        return [*members, *((value, guest.name) for value, guest in self.guests.items())][:CHIPS]

    @property
    def choices(self) -> list[Any]:
        """Return them as the choices of a list, a new guest at the end."""
        found: list[Any] = [("", "—"), (NEW_GUEST, gettext("a new guest…"))]
        if self.members:
            found.append((gettext("Members"), [(value, m.name) for value, m in self.members.items()]))
        if self.guests:
            found.append((gettext("Guests"), [(value, p.name) for value, p in self.guests.items()]))
        return found

    def value_of(self, player: Player) -> str:
        """Return the value under which a player is chosen."""
        return f"m{player.member_id}" if player.member_id is not None else f"p{player.pk}"

    def who(self, value: str, guest: str) -> Who | None:
        """Return who was chosen, or None for an empty seat."""
        if value in ("", NEW_GUEST):
            return guest.strip() or None
        return self.members.get(value) or self.guests.get(value)


def refuse_two_names(form: forms.Form, values: dict[str, Any]) -> None:
    """Say beside the guest's name that somebody else is chosen: one of both sits there."""
    guest = (values.get("guest") or "").strip()
    if guest and values.get("player") not in ("", NEW_GUEST, None):
        words = gettext("You typed “%(guest)s” but chose somebody else: choose a new guest, or clear the name.")
        form.add_error("guest", words % {"guest": guest})


class PlayerForm(VersionForm):
    """Put somebody else on a seat."""

    player = forms.ChoiceField(required=False)
    guest = NameField(label=_("Name of the new guest"), max_length=NAME_LIMIT, required=False)

    def __init__(self, data: Any = None, *, people: People, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.people = people
        self.fields["player"].choices = people.choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Somebody is chosen or named, and one only."""
        values = super().clean() or {}
        refuse_two_names(self, values)
        if not self.errors and self.who is None:
            self.add_error("player", _("Say who sat there."))
        return values

    @property
    def who(self) -> Who | None:
        """Who was chosen."""
        return self.people.who(self.cleaned_data["player"], self.cleaned_data["guest"])


class KeeperForm(SeenForm):
    """Who keeps the score besides the players."""

    def __init__(self, data: Any = None, *, match: Match) -> None:
        super().__init__(data, initial={"keeper": match.keeper_id})
        self.match = match

    def fresh(self) -> KeeperForm:
        """Return the form of the match as it is now."""
        return KeeperForm(match=Match.objects.get(pk=self.match.pk))

    keeper = forms.ModelChoiceField(
        label=_("Score keeper"),
        queryset=Member.objects.filter(is_active=True),
        required=False,
        empty_label=_("nobody besides the players"),
        help_text=_("Somebody who does not play may make entries, too."),
    )
