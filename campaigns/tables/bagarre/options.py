"""What a table of La Bagarre agrees on: heroes, teams, and the figures the rulebook leaves open."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db import models
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from club.operations import Objection
from engines.bagarre.options import JOKER_VALUE, REDRAW, Options
from engines.core.problems import Problem
from rosters.wording import with_ruling

USUAL: Final = Options()


class Variant(models.TextChoices):
    """How many heroes everybody plays."""

    HEROES = "heroes", gettext_lazy("one hero each")
    PLAIN = "plain", gettext_lazy("without heroes")
    TROLLS = "trolls", gettext_lazy("two-headed trolls: two heroes each")


class Teams(models.TextChoices):
    """Who plays with whom; team mates sit alternately."""

    NONE = "", gettext_lazy("everybody for themselves")
    TWO = "2", gettext_lazy("two teams (4 or 6 players)")
    THREE = "3", gettext_lazy("three teams of two (6 players)")


class OptionsForm(forms.Form):
    """The options of a table."""

    variant = forms.ChoiceField(
        label=gettext_lazy("Heroes"), choices=Variant, initial=Variant.HEROES, widget=forms.RadioSelect
    )
    teams = forms.ChoiceField(
        label=gettext_lazy("Teams"),
        choices=Teams,
        required=False,
        help_text=gettext_lazy(
            "Team mates sit alternately. Two teams: seats 1 and 3 (and 5) against 2 and 4 (and 6). "
            "Three teams: seats 1 and 4, 2 and 5, 3 and 6."
        ),
    )
    same_hero_per_team = forms.BooleanField(label=gettext_lazy("The whole team plays the same hero"), required=False)
    joker_value = forms.IntegerField(
        label=gettext_lazy("What a joker is worth"),
        min_value=JOKER_VALUE[0],
        max_value=JOKER_VALUE[1],
        initial=USUAL.joker_value,
    )
    redraw_threshold = forms.IntegerField(
        label=gettext_lazy("New cards at a total of … or less"),
        min_value=REDRAW[0],
        max_value=REDRAW[1],
        initial=USUAL.redraw_threshold,
        help_text=gettext_lazy("If your first three cards total no more, you get three others."),
    )


def usual() -> tuple[str, dict[str, Any]]:
    """Return what is agreed as a rule: one hero each, everybody for themselves."""
    return Variant.HEROES.value, {}


def engine_options(variant: str, players: int, chosen: dict[str, Any]) -> Options:
    """Return the engine's options for what was chosen; teams sit alternately."""
    teams = int(chosen.get("teams") or 0)
    return Options(
        joker_value=int(chosen.get("joker_value", USUAL.joker_value)),
        redraw_threshold=int(chosen.get("redraw_threshold", USUAL.redraw_threshold)),
        heroes=variant != Variant.PLAIN,
        trolls=variant == Variant.TROLLS,
        teams=tuple(seat % teams for seat in range(players)) if teams else (),
        same_hero_per_team=bool(chosen.get("same_hero_per_team")) and bool(teams) and variant != Variant.PLAIN,
    )


def sentence(problem: Problem) -> Objection:
    """Say what is wrong with the options, beside the field that causes it, and the ruling that says so."""
    words, field = _("These options do not go together."), None
    if problem.code == "teams_shape":
        words = _("Two teams need 4 or 6 players, three teams need 6: fill that many seats.")
        field = "teams"
    elif problem.code == "option_out_of_range":
        words = _("Between %(least)s and %(most)s.") % problem.params
        field = str(problem.params["item"])
    return Objection(problem.code, with_ruling(words, problem.rule), field)


def describe(variant: str, chosen: dict[str, Any]) -> list[str]:
    """Return what was agreed, in words; the usual goes without saying."""
    words = [str(Variant(variant).label)]
    if chosen.get("teams"):
        count = int(chosen["teams"])
        words.append(ngettext("%(count)s team", "%(count)s teams", count) % {"count": count})
    if chosen.get("same_hero_per_team"):
        words.append(_("one hero per team"))
    if chosen.get("joker_value", USUAL.joker_value) != USUAL.joker_value:
        words.append(_("a joker is worth %(value)s") % {"value": chosen["joker_value"]})
    if chosen.get("redraw_threshold", USUAL.redraw_threshold) != USUAL.redraw_threshold:
        words.append(_("new cards at a total of %(total)s or less") % {"total": chosen["redraw_threshold"]})
    return words


def remind_of_rules(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, as pairs of a word and what it means (La Bagarre, Règles)."""
    told = [
        (
            _("Attack"),
            _(
                "Name a target, then a card is drawn. As much as it exceeds the target’s shield is lost in hit points, "
                "from the weaker card first."
            ),
        ),
        (_("Shield"), _("The drawn card replaces a shield, yours or somebody else’s, for better or worse.")),
        (
            _("Charge"),
            _(
                "The drawn card lies face down, and nobody has seen it. Your next attack has to add it. Anyone "
                "who loses hit points to an attack loses the charge; there is only one at a time."
            ),
        ),
        (_("Murder"), _("A player who kills acts again straight away.")),
        (_("1 hit point"), _("With exactly one left, you look at the top card before each action.")),
        (
            _("Dragon"),
            _(
                "When the draw pile is used up, the discard is shuffled to become the new one. After the action "
                "under way, everybody in turn is attacked with a card from it."
            ),
        ),
        (
            _("Values"),
            _("Ace 1, jack 11, queen 12, king 13, joker %(joker)s.") % {"joker": agreed.joker_value},
        ),
    ]
    if agreed.teams:
        told.append((_("Teams"), _("Team mates sit alternately. The last team standing wins.")))
    return told
