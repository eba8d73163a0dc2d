"""The form that opens a campaign and changes its settings; the form that types a join code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign, JoinMode
from campaigns.league.operations.campaigns import (
    DESCRIPTION_LIMIT,
    HOURS_LIMIT,
    NAME_LIMIT,
    Terms,
    create_campaign,
    create_season,
)
from campaigns.wars import rule_options
from campaigns.wars.rule_options import RuleOption
from club.models import Member
from club.visibility import Visibility
from engines.musg.rules import BOX_LIMIT, POINTS_LIMIT, Era, Rules


class LazySource:
    """The place of a rule, worded when the page is made."""

    def __init__(self, option: RuleOption) -> None:
        self.option = option

    def __str__(self) -> str:
        return self.option.source


def explanation(option: RuleOption) -> Any:
    """Return what an option does and where the rule stands."""
    return format_lazy("{} ({})", option.meaning, lazystr(LazySource(option)))


class TermsForm(forms.Form):
    """What referees decide about a campaign of any game."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LIMIT)
    description = forms.CharField(
        label=_("Description"),
        max_length=DESCRIPTION_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("What it is about, house rules, when you meet."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may read it"),
        choices=Visibility,
        initial=Visibility.CLUB,
        widget=forms.RadioSelect,
        help_text=_("Whoever may read the campaign may read the warbands enlisted in it."),
    )
    join_mode = forms.ChoiceField(label=_("Joining"), choices=JoinMode, initial=JoinMode.OPEN, widget=forms.RadioSelect)
    confirm_hours = forms.IntegerField(
        label=_("Hours until an unanswered report confirms itself"), min_value=1, max_value=HOURS_LIMIT, initial=72
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    about = ("name", "description", "visibility", "join_mode", "confirm_hours")

    @property
    def terms(self) -> Terms:
        """What was filled in about the campaign."""
        return Terms(**{name: self.cleaned_data[name] for name in self.about})


class SeasonForm(TermsForm):
    """A card game's season."""

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None, settled: bool = False) -> None:
        initial = {name: getattr(campaign, name) for name in (*self.about, "version")} if campaign else None
        super().__init__(data, initial=initial)
        self.fields["visibility"].help_text = _("Whoever may read the season may read its matches.")
        self.fields["confirm_hours"].label = _("Hours until an unanswered result confirms itself")

    @property
    def groups(self) -> list[list[BoundField]]:
        """The fields: all are about the season."""
        return [[self[name] for name in self.about]]

    @property
    def chosen_rules(self) -> None:
        """A season has no rules of its own: each match has its options."""
        return None

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the season that was filled in; raises ``Refused``."""
        return create_season(referee=referee, game=game, terms=self.terms)


class CampaignForm(TermsForm):
    """A Musg campaign's settings and rules. With ``settled`` rules, their fields are shown but cannot change."""

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None, settled: bool = False) -> None:
        rules = campaign.engine_rules if campaign else Rules()
        initial = msgspec.to_builtins(rules)
        if campaign is not None:
            initial |= {name: getattr(campaign, name) for name in (*self.about, "version")}
        super().__init__(data, initial=initial)
        for option in rule_options.POINTS:
            self.fields[option.field] = _number(option, 1, POINTS_LIMIT)
        for option in rule_options.BOXES:
            self.fields[option.field] = _number(option, 5, BOX_LIMIT)
        era = rule_options.ERA
        choices = [(code.value, label) for code, label in rule_options.ERAS.items()]
        self.fields["era"] = forms.ChoiceField(label=era.label, help_text=explanation(era), choices=choices)
        for option in rule_options.SWITCHES:
            self.fields[option.field] = forms.BooleanField(
                label=option.label, help_text=explanation(option), required=False
            )
        for name in Rules.__struct_fields__:
            self.fields[name].disabled = settled

    @property
    def groups(self) -> list[list[BoundField]]:
        """The fields by what they are about: the campaign, points, boxes and era, switches."""
        boxes = [*_names(rule_options.BOXES), "era"]
        parts: list[Iterable[str]] = [self.about, _names(rule_options.POINTS), boxes, _names(rule_options.SWITCHES)]
        return [[self[name] for name in names] for names in parts]

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the campaign that was filled in; raises ``Refused``."""
        return create_campaign(referee=referee, terms=self.terms, rules=self.rules)

    @property
    def chosen_rules(self) -> Rules:
        """The rules filled in."""
        return self.rules

    @property
    def rules(self) -> Rules:
        """The rules filled in."""
        values = {name: self.cleaned_data[name] for name in Rules.__struct_fields__}
        return Rules(**{**values, "era": Era(values["era"])})


class CodeForm(forms.Form):
    """A join code as somebody read it out."""

    code = forms.CharField(
        label=_("Join code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Eight letters and digits; a referee of the campaign has them."),
    )


def _number(option: RuleOption, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=option.label, help_text=explanation(option), min_value=least, max_value=most)


def _names(options: Iterable[RuleOption]) -> list[str]:
    return [option.field for option in options]
