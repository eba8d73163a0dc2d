"""Forms about people: hiring, engaging, paying, releasing, dismissing, naming, noting."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club import names
from engines.musg import muster, purchase
from engines.musg.entries import (
    AnyEntry,
    Dismiss,
    Engage,
    EngageAgain,
    Muster,
    Note,
    PayFee,
    Release,
    Rename,
    TakePart,
)
from engines.musg.entries.base import NAME_LIMIT, NOTE_LIMIT
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.warband import Warband
from rosters import wording
from rosters.forms import offers
from rosters.forms.step import FigureField, OpenChoice, StepForm
from rosters.wording import part_code


class NameField(names.NameField):
    """A name; left empty, the placeholder is used. The engine decides what a name may be."""

    def __init__(self, *, required: bool = False) -> None:
        widget = forms.TextInput(attrs={"maxlength": NAME_LIMIT, "autocomplete": "off", "autocapitalize": "words"})
        super().__init__(label=_("Name"), required=required, widget=widget)


def default_name(roster: Warband, rank: Rank) -> str:
    """Return a name for a figure that was given none: "Henchman 3"."""
    if rank is Rank.LEADER:
        return wording.rank_name(rank)
    taken = {figure.name for figure in roster.figures}
    names = (f"{wording.rank_name(rank)} {number}" for number in range(1, len(roster.figures) + 2))
    return next(name for name in names if name not in taken)


class HireForm(StepForm):
    """Hire a leader, lieutenant, henchman or extra."""

    kind = "hire"
    title = _("Hire somebody")
    button = _("Hire")
    profile = OpenChoice(label=_("Profile"))
    name = NameField()

    def prepare(self) -> None:
        """Offer the races open to this warband; with a rank, those of that rank only."""
        rank = self.rank
        groups = offers.profiles(self.roster, rank)
        choices = groups[0][1] if rank and groups else groups
        self.offer("profile", choices)
        if rank and len(choices) == 1:
            self.fields["profile"].widget = forms.HiddenInput()
            self.initial.setdefault("profile", choices[0][0])
        if rank:
            self.fields["name"].widget.attrs["placeholder"] = default_name(self.roster, rank)

    @property
    def rank(self) -> Rank | None:
        """The rank the form hires for, if it is for one."""
        text = str(self.data_or_initial.get("profile") or self.data_or_initial.get("rank") or "").partition(":")[0]
        return Rank(text) if text in {rank.value for rank in offers.RANKS} else None

    @property
    def subject(self) -> str:
        """One such form for each rank."""
        return self.rank.value if self.rank else ""

    def clean_profile(self) -> tuple[Rank, str]:
        """Take "henchman:orc" apart."""
        rank, colon, race = str(self.cleaned_data["profile"]).partition(":")
        if not colon or rank not in set(Rank):
            raise forms.ValidationError(_("Choose who to hire."), code="invalid_choice")
        return Rank(rank), race

    def entry(self) -> AnyEntry:
        """Hire, under the name given or the next free one."""
        rank, race = self.cleaned_data["profile"]
        return purchase.recruit(self.roster, rank, race, self.cleaned_data["name"] or default_name(self.roster, rank))


class EngageForm(StepForm):
    """Engage a mercenary."""

    kind = "engage"
    title = _("Engage a mercenary")
    button = _("Engage")
    mercenary = OpenChoice(label=_("Mercenary"))
    name = NameField()

    def prepare(self) -> None:
        """Offer all of them: they serve whoever pays."""
        self.offer("mercenary", [("", _("Choose…")), *offers.mercenaries(self.roster)])

    def entry(self) -> AnyEntry:
        """Engage, under the name given or the mercenary's own."""
        code = self.cleaned_data["mercenary"]
        return Engage(
            mercenary=code, name=self.cleaned_data["name"] or wording.mercenary_name(code, self.roster.catalogue)
        )


class PayFeeForm(StepForm):
    """Pay a hired figure for its next battle."""

    kind = "pay_fee"
    makes = PayFee
    title = _("Pay the fee")
    button = _("Pay the fee")
    figure = FigureField()


class EngageAgainForm(StepForm):
    """Engage a mercenary anew after contact was lost."""

    kind = "engage_again"
    makes = EngageAgain
    title = _("Engage again")
    button = _("Engage again")
    figure = FigureField()


class ReleaseForm(StepForm):
    """Let a hired figure go."""

    kind = "release"
    makes = Release
    title = _("Release from service")
    button = _("Release")
    danger = True
    figure = FigureField()


class DismissForm(StepForm):
    """Send a figure away."""

    kind = "dismiss"
    makes = Dismiss
    title = _("Dismiss from the warband")
    button = _("Dismiss")
    danger = True
    figure = FigureField()


class RenameForm(StepForm):
    """Rename a figure, or the warband."""

    kind = "rename"
    makes = Rename
    title = _("Give another name")
    button = _("Rename")
    figure = FigureField(required=False)
    name = NameField(required=True)


class NoteForm(StepForm):
    """Write something down about the warband or a figure."""

    kind = "note"
    title = _("Write a note")
    button = _("Write it down")
    figure = FigureField(required=False)
    text = forms.CharField(label=_("Note"), widget=forms.Textarea(attrs={"rows": 3, "maxlength": NOTE_LIMIT}))

    def entry(self) -> AnyEntry:
        """Note."""
        return Note(figure=self.cleaned_data["figure"], text=self.cleaned_data["text"].replace("\r\n", "\n"))


class MusterForm(StepForm):
    """Close the muster."""

    kind = "muster"
    makes = Muster
    title = _("Close the muster")
    button = _("Close the muster")
    anyway = forms.IntegerField(required=False, widget=forms.HiddenInput)
    idle = 0

    def clean(self) -> dict[str, Any]:
        """Ask once before points are left over with which somebody could still be hired; the same sum again means it.

        What the rules forbid is left to them.
        """
        data = super().clean() or {}
        idle = 0 if self.roster.mustered or muster.problems(self.roster) else muster.idle_points(self.roster)
        if idle and data.get("anyway") != idle:
            self.idle = idle
            said = {"left": idle, "points": self.roster.rules.points}
            self.add_error(None, _("Not spent yet: %(left)s of %(points)s points.") % said)
            self.data = {**dict(self.data.items()), "anyway": str(idle)}
            self.button = _("Close it all the same")
        return data


PARTS = {
    part_code(part): (part, label)
    for part, label in (
        (Part(Side.HEROES), _("The heroes: the leader is the hero, the lieutenants are the partners")),
        (Part(Side.VILLAINS), _("The villains: the leader is the great villain, who may raise zombies")),
        (
            Part(Side.VILLAINS, tribe=True),
            _("The villains, as a primitive tribe: no lieutenants, henchmen at half price, no firearms, poison"),
        ),
    )
}


class TakePartForm(StepForm):
    """Choose the heroes, the villains or a primitive tribe; once mustered, the tribe no more."""

    kind = "take_part"
    title = _("Part in the pulp")
    button = _("Play this part")
    part = forms.ChoiceField(label=_("This warband plays"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        """Offer what may be played, the part played now first."""
        self.offer(
            "part",
            [(code, label) for code, (part, label) in PARTS.items() if not (part.tribe and self.roster.mustered)],
        )
        if self.roster.part:
            self.initial.setdefault("part", part_code(self.roster.part))

    def entry(self) -> AnyEntry:
        """Play it."""
        part, _label = PARTS[self.cleaned_data["part"]]
        return TakePart(side=part.side, tribe=part.tribe)
