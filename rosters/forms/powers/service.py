"""Who serves: called back, freed, gone for good, held back, excused from a rule."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import UNSET

from engines.musg.entries import (
    AnyEntry,
    CallBack,
    Exempt,
    Hold,
    LastEpisode,
    SettleCaptive,
)
from engines.musg.muster import OF_A_FIGURE, OF_THE_WARBAND
from engines.musg.part import Side
from engines.musg.pulp import deathless
from rosters import wording
from rosters.forms.powers.base import Choices, PowerForm, chosen, named


class CallBackForm(PowerForm):
    """Call somebody back who died or left."""

    kind = "call_back"
    makes = CallBack
    title = _("Call somebody back")
    button = _("Call back")
    figure = chosen(_("Who"), help_text=_("They return as they were; what they carried and lost stays lost."))
    as_lieutenant = forms.BooleanField(label=_("A former leader comes back as a lieutenant"), required=False)

    def choose(self) -> None:
        """Offer the dead and the departed."""
        gone = [
            (str(f.id), f"{f.name} · {wording.rank_name(f.rank)} · {wording.standing_name(f.standing)}")
            for f in self.roster.gone
        ]
        self.offer("figure", [("", _("Choose…")), *gone])


HOLD, LET_GO, GIVE_UP, WARBAND = "hold", "free", "lost", "0"


class CaptiveForm(PowerForm):
    """Bring home whom the aliens keep, or give somebody up for good."""

    kind = "captive"
    title = _("Decide who is a captive")
    button = _("Decide")
    what = forms.ChoiceField(
        label=_("Who"),
        help_text=_("Without a return roll. A figure that is given up is lost with everything it carried."),
    )

    def choose(self) -> None:
        """Offer both for each captive."""
        kept = named(self.roster.captives)
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
    makes = LastEpisode
    title = _("Let a hero fall in the last episode")
    button = _("Let them fall")
    figure = chosen(
        _("Who"),
        help_text=_("The body is never found. The heroes’ side may hire the legend where the whole table agrees."),
    )

    def choose(self) -> None:
        """Offer heroes and partners."""
        part = self.roster.part
        heroic = part is not UNSET and part.side is Side.HEROES
        found = [one for one in self.roster.active if heroic and deathless(self.roster, one)]
        self.offer("figure", [("", _("Choose…")), *named(found)])


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
        back = ([] if self.roster.held_back else [whole]) + named(free)
        again = ([whole] if self.roster.held_back else []) + named(held)
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
    figure = chosen(_("To whom"), required=False, help_text=_("One figure, for what it carries; otherwise everybody."))

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
            (gettext("No longer allow"), lifted),
        ]
        self.offer("rule", [("", _("Choose…")), *(group for group in groups if group[1])])
        self.offer("figure", [("", _("Everybody")), *named(self.roster.active)])

    def entry(self) -> AnyEntry:
        """Exempt, or no more."""
        values = self.cleaned_data
        if str(values["rule"]).startswith(f"{LET_GO}:"):
            _lift, rule, number = str(values["rule"]).split(":")
            return Exempt(rule=rule, figure=int(number) or None, lifted=True, reason=values["reason"])
        return Exempt(rule=values["rule"], figure=values["figure"], reason=values["reason"])
