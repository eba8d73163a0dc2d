"""Forms for what a referee alone may do to a warband. Each asks for the reason last."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import UNSET

from engines.musg.catalogue import CATALOGUE
from engines.musg.engagement import Foe
from engines.musg.entries import (
    AnyEntry,
    Award,
    Bestow,
    CallBack,
    Confiscate,
    Exempt,
    Grant,
    Heal,
    Hold,
    Injure,
    LastEpisode,
    SettleCaptive,
    Teach,
    Unlearn,
)
from engines.musg.entries.base import NOTE_LIMIT
from engines.musg.entries.referee_sheets import HATRED, LASTING
from engines.musg.muster import OF_A_FIGURE, OF_THE_WARBAND
from engines.musg.part import Side
from engines.musg.pulp import deathless
from engines.musg.warband import Figure
from rosters import wording
from rosters.forms import offers
from rosters.forms.step import StepForm

Choices = list[tuple[str, Any]]


def _chosen(label: Any, *, required: bool = True, help_text: Any = "") -> forms.TypedChoiceField:
    """A select of figures or items by number; empty is None. The words are lazy."""
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, required=required, help_text=help_text)


def _named(figures: Iterable[Figure]) -> Choices:
    return [(str(figure.id), f"{figure.name} · {wording.rank_name(figure.rank)}") for figure in figures]


class PowerForm(StepForm):
    """A referee's word about a warband. There is one of each kind on a page."""

    reason = forms.CharField(label=_("Reason"), max_length=NOTE_LIMIT)

    def prepare(self) -> None:
        """Offer what there is to choose from, and ask for the reason last."""
        self.choose()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def choose(self) -> None:
        """Fill the choices from the roster."""

    @property
    def subject(self) -> str:
        """Nothing: whom it is about is chosen in the form."""
        return ""


class GrantForm(PowerForm):
    """Add points, or take some away."""

    kind = "grant"
    title = _("Change the treasury as referee")
    button = _("Change the treasury")
    points = forms.IntegerField(label=_("Points"), help_text=_("A negative number takes points away."))

    def entry(self) -> AnyEntry:
        """Grant."""
        return Grant(points=self.cleaned_data["points"], reason=self.cleaned_data["reason"])


class AwardForm(PowerForm):
    """Add experience, or take some away."""

    kind = "award"
    title = _("Give or take experience")
    button = _("Change the experience")
    figure = _chosen(_("Figure"))
    points = forms.IntegerField(
        label=_("Points"),
        help_text=_("A negative number takes points away. Skills chosen for a grey box stay; a waiting choice goes."),
    )

    def choose(self) -> None:
        """Offer those who learn."""
        learners = [f for f in self.roster.active if not f.hired and self.roster.boxes(f)]
        self.offer("figure", [("", _("Choose…")), *_named(learners)])

    def entry(self) -> AnyEntry:
        """Award."""
        values = self.cleaned_data
        return Award(figure=values["figure"], points=values["points"], reason=values["reason"])


class BestowForm(PowerForm):
    """Hand an item out."""

    kind = "bestow"
    title = _("Hand an item out")
    button = _("Hand it out")
    item = forms.CharField(label=_("Weapon or equipment"), widget=offers.ItemSelect)
    figure = _chosen(_("For"), required=False)
    charged = forms.BooleanField(label=_("The treasury pays for it"), required=False)

    def choose(self) -> None:
        """Offer the stash and everybody, and all that anybody of the warband may carry."""
        widget = self.fields["item"].widget
        if isinstance(widget, offers.ItemSelect):
            widget.withheld = offers.withheld(self.roster)
        self.offer("figure", [("", _("The stash")), *_named(self.roster.active)])

    def entry(self) -> AnyEntry:
        """Bestow."""
        values = self.cleaned_data
        return Bestow(item=values["item"], figure=values["figure"], charged=values["charged"], reason=values["reason"])


class ConfiscateForm(PowerForm):
    """Take an item away."""

    kind = "confiscate"
    title = _("Take an item away")
    button = _("Take it away")
    danger = True
    item = _chosen(_("Item"), help_text=_("Nothing is refunded."))

    def choose(self) -> None:
        """Offer everything, by whoever carries it."""
        holders = [(figure.name, figure.items) for figure in self.roster.active]
        holders.append((gettext("The stash"), self.roster.stash))
        groups: Choices = [
            (name, [(str(item.id), wording.item_name(item.code)) for item in items]) for name, items in holders if items
        ]
        self.offer("item", [("", _("Choose…")), *groups])

    def entry(self) -> AnyEntry:
        """Confiscate."""
        return Confiscate(item=self.cleaned_data["item"], reason=self.cleaned_data["reason"])


class TeachForm(PowerForm):
    """Give a skill."""

    kind = "teach"
    title = _("Give a skill")
    button = _("Give the skill")
    figure = _chosen(_("Figure"))
    skill = forms.ChoiceField(label=_("Skill"), help_text=_("No grey box is used up and no waiting choice."))

    def choose(self) -> None:
        """Offer everybody and every skill."""
        self.offer("figure", [("", _("Choose…")), *_named(self.roster.active)])
        self.offer("skill", [("", _("Choose…")), *((code, wording.skill_name(code)) for code in CATALOGUE.skills)])

    def entry(self) -> AnyEntry:
        """Teach."""
        values = self.cleaned_data
        return Teach(figure=values["figure"], skill=values["skill"], reason=values["reason"])


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
    choice_back = forms.BooleanField(label=_("Another skill may be chosen for it"), required=False)

    def lines(self, figure: Figure) -> Choices:
        """The skills it knows."""
        return [(f"{figure.id}:{code}", f"{figure.name} · {wording.skill_name(code)}") for code in figure.skills]

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
    figure = _chosen(_("Figure"))
    injury = forms.ChoiceField(label=_("Injury"))
    foe = forms.ChoiceField(label=_("Who is hated"), required=False, help_text=_("Only for hatred."))

    def choose(self) -> None:
        """Offer everybody and every injury that stays."""
        self.offer("figure", [("", _("Choose…")), *_named(self.roster.active)])
        self.offer("injury", [("", _("Choose…")), *((code, wording.injury_name(code)) for code in LASTING)])
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
            name = wording.injury_name(injury.code)
            found[f"{figure.id}:{injury.code}:{key}"] = f"{figure.name} · {name}{foe if injury.code == HATRED else ''}"
        return list(found.items())

    def entry(self) -> AnyEntry:
        """Heal."""
        number, injury, foe = self.chosen
        return Heal(figure=int(number), injury=injury, foe=foe, reason=self.cleaned_data["reason"])


class CallBackForm(PowerForm):
    """Call somebody back who died or left."""

    kind = "call_back"
    title = _("Call somebody back")
    button = _("Call back")
    figure = _chosen(_("Who"), help_text=_("They return as they were; what they carried and lost stays lost."))
    as_lieutenant = forms.BooleanField(label=_("A former leader comes back as a lieutenant"), required=False)

    def choose(self) -> None:
        """Offer the dead and the departed."""
        gone = [
            (str(f.id), f"{f.name} · {wording.rank_name(f.rank)} · {wording.standing_name(f.standing)}")
            for f in self.roster.gone
        ]
        self.offer("figure", [("", _("Choose…")), *gone])

    def entry(self) -> AnyEntry:
        """Call back."""
        values = self.cleaned_data
        return CallBack(figure=values["figure"], as_lieutenant=values["as_lieutenant"], reason=values["reason"])


HOLD, LET_GO, GIVE_UP, WARBAND = "hold", "free", "lost", "0"


class CaptiveForm(PowerForm):
    """Bring home whom the aliens keep, or give somebody up for good."""

    kind = "captive"
    title = _("Settle who is a captive")
    button = _("Decide")
    what = forms.ChoiceField(
        label=_("Who"),
        help_text=_("Without a return roll. Who is given up is lost with all that the figure carried."),
    )

    def choose(self) -> None:
        """Offer both for each captive."""
        kept = _named(self.roster.captives)
        groups: Choices = [
            (gettext("Bring home"), [(f"{LET_GO}:{number}", name) for number, name in kept]),
            (gettext("Give up for good"), [(f"{GIVE_UP}:{number}", name) for number, name in kept]),
        ]
        self.offer("what", [("", _("Choose…")), *(group for group in groups if group[1])])

    def entry(self) -> AnyEntry:
        """Free, or given up."""
        how, number = str(self.cleaned_data["what"]).split(":")
        return SettleCaptive(figure=int(number), lost=how == GIVE_UP, reason=self.cleaned_data["reason"])


class LastEpisodeForm(PowerForm):
    """Let a hero or a partner fall in the last episode, to live on as a legend."""

    kind = "last_episode"
    title = _("Let a hero fall in the last episode")
    button = _("Let them fall")
    figure = _chosen(
        _("Who"),
        help_text=_("The body is never found. The heroes’ side may hire the legend where the whole table agrees."),
    )

    def choose(self) -> None:
        """Offer heroes and partners."""
        part = self.roster.part
        heroic = part is not UNSET and part.side is Side.HEROES
        found = [one for one in self.roster.active if heroic and deathless(self.roster, one)]
        self.offer("figure", [("", _("Choose…")), *_named(found)])

    def entry(self) -> AnyEntry:
        """Let one fall."""
        return LastEpisode(figure=self.cleaned_data["figure"], reason=self.cleaned_data["reason"])


class HoldForm(PowerForm):
    """Hold a figure or the warband back from battle, or let it go again."""

    kind = "hold"
    title = _("Hold back from battle")
    button = _("Decide")
    what = forms.ChoiceField(
        label=_("Who"),
        help_text=_("A figure misses the next battle; the whole warband fights none until it is let go."),
    )

    def choose(self) -> None:
        """Offer to hold back who may fight, and to let go who may not."""
        held = [f for f in self.roster.active if f.misses_next]
        free = [f for f in self.roster.active if not f.misses_next]
        whole = (WARBAND, _("The whole warband"))
        back = ([] if self.roster.held_back else [whole]) + _named(free)
        again = ([whole] if self.roster.held_back else []) + _named(held)
        groups: Choices = [
            (gettext("Hold back"), [(f"{HOLD}:{number}", name) for number, name in back]),
            (gettext("Let go again"), [(f"{LET_GO}:{number}", name) for number, name in again]),
        ]
        self.offer("what", [("", _("Choose…")), *(group for group in groups if group[1])])

    def entry(self) -> AnyEntry:
        """Hold, or let go."""
        how, number = str(self.cleaned_data["what"]).split(":")
        return Hold(figure=int(number) or None, lifted=how == LET_GO, reason=self.cleaned_data["reason"])


class ExemptForm(PowerForm):
    """Allow a breach of one rule, or allow it no more."""

    kind = "exempt"
    title = _("Allow a breach of one rule")
    button = _("Decide")
    rule = forms.ChoiceField(label=_("What is allowed"))
    figure = _chosen(_("To whom"), required=False, help_text=_("One figure, for what it carries; else everybody."))

    def choose(self) -> None:
        """Offer the rules that can be bent, and those that are."""
        names = {figure.id: figure.name for figure in self.roster.figures}
        lifted = []
        for one in self.roster.allowed:
            whom = f" ({names.get(one.figure, one.figure)})" if one.figure is not None else ""
            lifted.append((f"{LET_GO}:{one.rule}:{one.figure or 0}", f"{wording.exemption_name(one.rule)}{whom}"))
        groups: Choices = [
            (gettext("Allow the warband"), [(code, wording.exemption_name(code)) for code in OF_THE_WARBAND]),
            (gettext("Allow what is carried"), [(code, wording.exemption_name(code)) for code in OF_A_FIGURE]),
            (gettext("Allow no more"), lifted),
        ]
        self.offer("rule", [("", _("Choose…")), *(group for group in groups if group[1])])
        self.offer("figure", [("", _("Everybody")), *_named(self.roster.active)])

    def entry(self) -> AnyEntry:
        """Exempt, or no more."""
        values = self.cleaned_data
        if str(values["rule"]).startswith(f"{LET_GO}:"):
            _lift, rule, number = str(values["rule"]).split(":")
            return Exempt(rule=rule, figure=int(number) or None, lifted=True, reason=values["reason"])
        return Exempt(rule=values["rule"], figure=values["figure"], reason=values["reason"])


POWERS: tuple[type[PowerForm], ...] = (
    GrantForm,
    AwardForm,
    BestowForm,
    ConfiscateForm,
    TeachForm,
    UnlearnForm,
    InjureForm,
    HealForm,
    CallBackForm,
    HoldForm,
    CaptiveForm,
    LastEpisodeForm,
    ExemptForm,
)
