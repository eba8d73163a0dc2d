"""Forms about growth: skills, and who leads."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.words import words
from engines.core.dice import Dice, DiceError, EnteredDice, SeededDice
from engines.musg.entries import AnyEntry, Learn, ReplaceLeader, Succeed
from engines.musg.entries.growth import fate, open_skills
from rosters import wording
from rosters.forms.step import FigureField, OpenChoice, StepForm
from rosters.lessons import Lessons, lessons

SEED_BYTES = 32


class LearnForm(StepForm):
    """Choose a skill for a ticked grey box."""

    kind = "learn"
    makes = Learn
    title = _("Learn a skill")
    button = _("Learn")
    figure = FigureField()
    skill = OpenChoice(label=_("Skill"))

    def prepare(self) -> None:
        """Offer the skills open to the figure, with what they do."""
        figure = self.figure_in_question
        catalogue = self.roster.catalogue
        rows = [catalogue.skill(code) for code in open_skills(figure, catalogue)] if figure else []
        self.offer(
            "skill",
            [
                ("", _("Choose…")),
                *((row.code, f"{wording.marked(row, catalogue)} · {words(row.effect)}") for row in rows),
            ],
        )

    @property
    def lessons(self) -> Lessons | None:
        """The skills before the figure, the one chosen already first."""
        figure = self.figure_in_question
        chosen = str(self.data_or_initial.get("skill") or "")
        return lessons(figure, self.roster.catalogue, chosen) if figure and figure.choices else None


class ReplaceLeaderForm(StepForm):
    """Name one of the most experienced lieutenants leader."""

    kind = "replace_leader"
    makes = ReplaceLeader
    title = _("Name a new leader")
    button = _("Make leader")
    figure = FigureField()


DECIDE, SITE, TYPED = "decide", "site", "typed"


class SucceedForm(StepForm):
    """A lieutenant with a full sheet claims the leader's place: by the player's decision, or by the dice."""

    kind = "succeed"
    title = _("Claim the leader’s place")
    button = _("Settle the succession")
    figure = FigureField()
    how = forms.ChoiceField(
        label=_("How it is settled"),
        choices=[
            (DECIDE, _("I decide: the leader leaves and the lieutenant takes the place")),
            (SITE, _("Fate decides, the site rolls: the lower die leaves")),
            (TYPED, _("Fate decides with my own dice")),
        ],
        widget=forms.RadioSelect,
        initial=DECIDE,
    )
    faces = forms.CharField(
        label=_("Faces of my dice"),
        required=False,
        help_text=_("The leader’s die first, then the lieutenant’s; after a tie both again, such as 4 4 2 5."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Settle what the dice say; typed faces must be those the rules ask for."""
        data = super().clean() or {}
        lieutenant, leader = self.figure_in_question, self.roster.leader
        data["settled"], data["source"] = (), ""
        if data.get("how") in (SITE, TYPED) and lieutenant and leader:
            try:
                dice = self._dice(data)
                fate(dice, leader.id, lieutenant.id)
                if isinstance(dice, EnteredDice):
                    dice.finish()
            except (DiceError, ValueError):
                self.add_error(
                    "faces", _("Type one die for the leader and one for the lieutenant, both again on a tie.")
                )
                return data
            data["settled"], data["source"] = dice.faces, dice.source
        return data

    def _dice(self, data: dict[str, Any]) -> Dice:
        if data["how"] == SITE:
            return SeededDice(secrets.token_bytes(SEED_BYTES))
        text = data.get("faces", "").replace(",", " ").replace("-", " ").split()
        return EnteredDice(int(face) for word in text for face in word)

    def entry(self) -> AnyEntry:
        """Settle it."""
        data = self.cleaned_data
        return Succeed(
            figure=data["figure"], by_fate=data["how"] != DECIDE, faces=tuple(data["settled"]), source=data["source"]
        )
