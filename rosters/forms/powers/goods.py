"""What a referee gives and takes: points, experience, things."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from engines.musg.entries import (
    Award,
    Bestow,
    Confiscate,
    Grant,
)
from rosters import wording
from rosters.forms import offers
from rosters.forms.powers.base import Choices, PowerForm, chosen, named
from rosters.forms.step import OpenChoice


class GrantForm(PowerForm):
    """Add points, or take some away."""

    kind = "grant"
    makes = Grant
    title = _("Change the treasury as referee")
    button = _("Change the treasury")
    points = forms.IntegerField(label=_("Points"), help_text=_("A negative number takes points away."))


class AwardForm(PowerForm):
    """Add experience, or take some away."""

    kind = "award"
    makes = Award
    title = _("Give or take experience")
    button = _("Change the experience")
    figure = chosen(_("Figure"))
    points = forms.IntegerField(
        label=_("Points"),
        help_text=_("A negative number takes points away. Skills chosen for a grey box stay; a waiting choice goes."),
    )

    def choose(self) -> None:
        """Offer those who learn."""
        learners = [f for f in self.roster.active if not f.hired and self.roster.boxes(f)]
        self.offer("figure", [("", _("Choose…")), *named(learners)])


class BestowForm(PowerForm):
    """Hand an item out."""

    kind = "bestow"
    makes = Bestow
    title = _("Hand an item out")
    button = _("Hand it out")
    item = OpenChoice(label=_("Weapon or equipment"))
    figure = chosen(_("For"), required=False)
    charged = forms.BooleanField(label=_("The treasury pays for it"), required=False)

    def choose(self) -> None:
        """Offer the stash and everybody, and all that anybody of the warband may carry."""
        self.offer("item", offers.items(self.roster))
        self.offer("figure", [("", _("The stash")), *named(self.roster.active)])


class ConfiscateForm(PowerForm):
    """Take an item away."""

    kind = "confiscate"
    makes = Confiscate
    title = _("Take an item away")
    button = _("Take it away")
    danger = True
    item = chosen(_("Item"), help_text=_("Nothing is refunded."))

    def choose(self) -> None:
        """Offer everything, by whoever carries it."""
        holders = [(figure.name, figure.items) for figure in self.roster.active]
        holders.append((gettext("The stash"), self.roster.stash))
        catalogue = self.roster.catalogue
        groups: Choices = [
            (name, [(str(item.id), wording.marked_item(item.code, catalogue)) for item in items])
            for name, items in holders
            if items
        ]
        self.offer("item", [("", _("Choose…")), *groups])
