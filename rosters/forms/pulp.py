"""The form by which a warband chooses its part in a pulp campaign."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.musg.entries import AnyEntry, TakePart
from engines.musg.part import Part, Side
from rosters.forms.step import StepForm
from rosters.wording import part_code

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
