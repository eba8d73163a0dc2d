"""What a referee writes on a figure's sheet or strikes from it: skills, injuries."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.musg.engagement import Foe
from engines.musg.entries import (
    AnyEntry,
    Heal,
    Injure,
    Teach,
    Unlearn,
)
from engines.musg.injuries import lasting
from engines.musg.warband import Figure
from rosters import wording
from rosters.forms.powers.base import Choices, PowerForm, chosen, named


class TeachForm(PowerForm):
    """Give a skill."""

    kind = "teach"
    makes = Teach
    title = _("Give a skill")
    button = _("Give the skill")
    figure = chosen(_("Figure"))
    skill = forms.ChoiceField(label=_("Skill"), help_text=_("No grey box is used up and no waiting choice."))

    def choose(self) -> None:
        """Offer everybody and every skill that the campaign does not leave out."""
        self.offer("figure", [("", _("Choose…")), *named(self.roster.active)])
        catalogue = self.roster.catalogue
        skills = (
            (code, wording.marked(skill, catalogue)) for code, skill in catalogue.offered(catalogue.skills).items()
        )
        self.offer("skill", [("", _("Choose…")), *skills])


class _OnSheetForm(PowerForm):
    """A form about something that stands on a sheet: one select of all of it, by figure."""

    @abstractmethod
    def lines(self, figure: Figure) -> Choices:
        """Return what stands on a sheet, each with a value that tells it from all others."""

    def choose(self) -> None:
        """Offer what stands on the sheets."""
        groups: Choices = [(figure.name, self.lines(figure)) for figure in self.roster.active]
        self.offer("what", [("", _("Choose…")), *(group for group in groups if group[1])])

    @property
    def chosen(self) -> list[str]:
        """The figure's number and what on its sheet."""
        return str(self.cleaned_data["what"]).split(":", 2)


class UnlearnForm(_OnSheetForm):
    """Strike a skill."""

    kind = "unlearn"
    title = _("Strike a skill from a sheet")
    button = _("Strike the skill")
    danger = True
    what = forms.ChoiceField(label=_("Skill"))
    choice_back = forms.BooleanField(label=_("Another skill may be chosen instead"), required=False)

    def lines(self, figure: Figure) -> Choices:
        """The skills it knows."""
        known = (
            (code, wording.marked_in(self.roster.catalogue.skills, code, self.roster.catalogue))
            for code in figure.skills
        )
        return [(f"{figure.id}:{code}", f"{figure.name} · {name}") for code, name in known]

    def entry(self) -> AnyEntry:
        """Unlearn."""
        number, skill = self.chosen
        values = self.cleaned_data
        return Unlearn(figure=int(number), skill=skill, choice_back=values["choice_back"], reason=values["reason"])


class InjureForm(PowerForm):
    """Add a lasting injury."""

    kind = "injure"
    title = _("Add a lasting injury")
    button = _("Add the injury")
    danger = True
    figure = chosen(_("Figure"))
    injury = forms.ChoiceField(label=_("Injury"))
    foe = forms.ChoiceField(label=_("Who is hated"), required=False, help_text=_("Only for hatred."))

    def choose(self) -> None:
        """Offer everybody and every injury that stays."""
        self.offer("figure", [("", _("Choose…")), *named(self.roster.active)])
        catalogue = self.roster.catalogue
        injuries = ((code, wording.injury_name(code, catalogue)) for code in lasting(catalogue))
        self.offer("injury", [("", _("Choose…")), *injuries])
        self.know({i.foe.key: i.foe.name for f in self.roster.figures for i in f.injuries if i.foe is not None})

    def know(self, foes: Mapping[str, str]) -> None:
        """Offer these warbands, names by key, as the hated one."""
        self.foes = dict(foes)
        self.offer("foe", [("", _("Nobody")), *self.foes.items()])

    def entry(self) -> AnyEntry:
        """Injure."""
        values = self.cleaned_data
        foe = Foe(values["foe"], self.foes[values["foe"]]) if values["foe"] else None
        return Injure(figure=values["figure"], injury=values["injury"], foe=foe, reason=values["reason"])


class HealForm(_OnSheetForm):
    """Strike a lasting injury."""

    kind = "heal"
    title = _("Heal a lasting injury")
    button = _("Heal it")
    what = forms.ChoiceField(label=_("Injury"))

    def lines(self, figure: Figure) -> Choices:
        """The injuries it bears, those of one kind once."""
        found = {}
        for injury in figure.injuries:
            key, foe = (injury.foe.key, f" ({injury.foe.name})") if injury.foe else ("", "")
            name = wording.injury_name(injury.code, self.roster.catalogue)
            found[f"{figure.id}:{injury.code}:{key}"] = f"{figure.name} · {name}{foe}"
        return list(found.items())

    def entry(self) -> AnyEntry:
        """Heal."""
        number, injury, foe = self.chosen
        return Heal(figure=int(number), injury=injury, foe=foe, reason=self.cleaned_data["reason"])
