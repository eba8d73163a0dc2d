"""Forms for what a referee does to a campaign. Each knows its operation; a kind of campaign adds its own."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.act_form import ActForm
from campaigns.league.models import Membership, Role
from campaigns.league.operations import powers, reminders
from campaigns.league.terms import NAME_LIMIT
from club.models import Member
from club.names import NameField


class CloseForm(ActForm):
    """The end of the campaign."""

    kind = "close"
    title = gettext_lazy("Declare the campaign over")
    button = gettext_lazy("Declare it over")
    danger = True

    @property
    def useful(self) -> bool:
        """While it runs."""
        return not self.campaign.closed

    def act(self, referee: Member) -> str:
        """Close."""
        powers.close(campaign=self.campaign, closed=True, referee=referee, reason=self.reason_given)
        return _("The campaign is over.")


class ReopenForm(ActForm):
    """It goes on."""

    kind = "reopen"
    title = gettext_lazy("Open the campaign again")
    button = gettext_lazy("Open the campaign again")

    @property
    def useful(self) -> bool:
        """Once it is over."""
        return self.campaign.closed

    def act(self, referee: Member) -> str:
        """Open again."""
        powers.close(campaign=self.campaign, closed=False, referee=referee, reason=self.reason_given)
        return _("The campaign is open again.")


class ArchiveForm(ActForm):
    """Out of sight, or back."""

    kind = "archive"
    title = gettext_lazy("Archive, or take out of the archive")
    button = gettext_lazy("Change the archive")

    @property
    def useful(self) -> bool:
        """Once it is over."""
        return self.campaign.closed

    def act(self, referee: Member) -> str:
        """Archive, or not any more."""
        archived = not self.campaign.archived
        powers.archive(campaign=self.campaign, archived=archived, referee=referee, reason=self.reason_given)
        return (
            _("The campaign is archived: lists show it only when asked.")
            if archived
            else _("It is in the lists again.")
        )


class CopyForm(ActForm):
    """The same again."""

    kind = "copy"
    title = gettext_lazy("Copy the campaign")
    button = gettext_lazy("Copy it")
    name = NameField(
        label=gettext_lazy("Name of the copy"),
        max_length=NAME_LIMIT,
        help_text=gettext_lazy("Settings and people come along, results and warbands do not."),
    )

    def act(self, referee: Member) -> str:
        """Copy."""
        name = self.cleaned_data["name"]
        made = powers.copy(campaign=self.campaign, referee=referee, name=name, reason=self.reason_given)
        return _("“%(name)s” is open, with the same people.") % {"name": made.name}


class _MemberForm(ActForm):
    """About somebody in the campaign."""

    group = gettext_lazy("People")
    member = forms.ModelChoiceField(label=gettext_lazy("Who"), queryset=Membership.objects.none())

    def prepare(self) -> None:
        """Offer the players."""
        players = self.campaign.memberships.filter(role=Role.PLAYER).select_related("member", "campaign")
        self.offer("member", players)
        self.fields["member"].label_from_instance = lambda membership: membership.member.name  # type: ignore[attr-defined]


class ShareForm(_MemberForm):
    """One more referee."""

    kind = "share"
    title = gettext_lazy("Share the referee’s role")
    button = gettext_lazy("Make a referee as well")

    def act(self, referee: Member) -> str:
        """Share."""
        chosen = self.cleaned_data["member"]
        powers.share(membership=chosen, referee=referee, reason=self.reason_given)
        return _("%(name)s is a referee now.") % {"name": chosen.member.name}


class HandOverForm(_MemberForm):
    """Somebody else's turn."""

    kind = "hand_over"
    title = gettext_lazy("Hand the referee’s role over")
    button = gettext_lazy("Hand it over")
    danger = True

    def act(self, referee: Member) -> str:
        """Hand over."""
        chosen = self.cleaned_data["member"]
        powers.hand_over(membership=chosen, referee=referee, reason=self.reason_given)
        return _("%(name)s is referee now, and you are a player.") % {"name": chosen.member.name}


WITHDRAW, KEEP = "withdraw", "keep"


class RemoveForm(_MemberForm):
    """Somebody goes."""

    kind = "remove"
    title = gettext_lazy("Remove a player")
    button = gettext_lazy("Remove the player")
    danger = True
    warbands = forms.ChoiceField(
        label=gettext_lazy("What becomes of the warbands"),
        choices=[
            (WITHDRAW, gettext_lazy("They withdraw; their past battles stay")),
            (KEEP, gettext_lazy("They stay in the campaign, in the referees’ care")),
        ],
        widget=forms.RadioSelect,
        initial=WITHDRAW,
    )
    new_code = forms.BooleanField(
        label=gettext_lazy("Make a new join code"),
        required=False,
        initial=True,
        help_text=gettext_lazy("With the present code or link, anyone you remove could join again straight away."),
    )

    def act(self, referee: Member) -> str:
        """Remove."""
        chosen = self.cleaned_data["member"]
        keep = self.cleaned_data["warbands"] == KEEP
        new_code = self.cleaned_data["new_code"]
        powers.remove(
            membership=chosen, referee=referee, reason=self.reason_given, keep_warbands=keep, new_code=new_code
        )
        said = _("%(name)s has left.") % {"name": chosen.member.name}
        return said + " " + _("The join code and link are new.") if new_code else said


class RemindForm(ActForm):
    """Remind somebody."""

    kind = "remind"
    group = gettext_lazy("Reminders")
    title = gettext_lazy("Remind a player of what is waiting")
    button = gettext_lazy("Remind")
    member = forms.ModelChoiceField(
        label=gettext_lazy("Who"),
        queryset=Membership.objects.none(),
        help_text=gettext_lazy("On the site, and by mail unless the player wants none; once a day at most."),
    )

    def prepare(self) -> None:
        """Offer everybody who takes part."""
        self.offer("member", self.campaign.memberships.exclude(role="applicant").select_related("member"))
        self.fields["member"].label_from_instance = lambda membership: membership.member.name  # type: ignore[attr-defined]

    def act(self, referee: Member) -> str:
        """Remind."""
        member = self.cleaned_data["member"].member
        reminders.remind(campaign=self.campaign, member=member, referee=referee, reason=self.reason_given)
        return _("%(name)s is reminded.") % {"name": member.name}


FORMS: Final[tuple[type[ActForm], ...]] = (
    RemindForm,
    ShareForm,
    HandOverForm,
    RemoveForm,
    CloseForm,
    ReopenForm,
    ArchiveForm,
    CopyForm,
)
