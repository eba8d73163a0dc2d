"""The form that opens a Musg campaign and changes its settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from campaigns.league.models import Campaign
from campaigns.league.terms import Group, TermsForm, label_of
from campaigns.wars.settings import rule_options
from campaigns.wars.settings.operations import (
    CHALLENGES,
    change_campaign,
    create_campaign,
    has_challenges,
    rules_of,
    rules_settled,
)
from campaigns.wars.settings.rule_options import RuleOption
from club.models import Member
from club.rulings.citations import cited
from engines.musg.rules import BOX_LIMIT, POINTS_LIMIT, Era, Rules

OPTIONS: Final = tuple(name for name in Rules.__struct_fields__ if name != "house")
"""The rules that are chosen here."""


def _explanation(option: RuleOption) -> str:
    return cited(f"{option.meaning} ({option.source})")


explanation = lazy(_explanation, str)
"""What an option does and where the rule stands, as HTML: a ruling leads to its page. Worded when the page is made."""


class CampaignForm(TermsForm):
    """A Musg campaign's settings and rules. With ``settled`` rules, their fields are shown but cannot change."""

    def __init__(self, data: Any = None, *, campaign: Campaign | None = None) -> None:
        rules = rules_of(campaign) if campaign else Rules()
        self.house = rules.house
        allows = has_challenges(campaign) if campaign is not None else True
        super().__init__(data, campaign=campaign, initial={**msgspec.to_builtins(rules), "challenges": allows})
        self.fields["challenges"] = forms.BooleanField(
            label=CHALLENGES,
            required=False,
            help_text=_("Who is challenged accepts, or declines and says why."),
        )
        self.settled = campaign is not None and rules_settled(campaign)
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
        for name in OPTIONS:
            self.fields[name].disabled = self.settled

    @property
    def groups(self) -> list[Group]:
        """The fields by what they are about: the campaign, points, boxes and era, switches."""
        points = self._rules_of(rule_options.POINTS)
        boxes = self._rules_of((*rule_options.BOXES, rule_options.ERA))
        return [
            *super().groups,
            Group(_("A new warband"), points, self._said(points), short=True),
            Group(_("Experience and era"), boxes, self._said(boxes), short=True),
            Group(_("Rule switches"), switches := self._rules_of(rule_options.SWITCHES), self._said(switches)),
            Group(
                _("Battles outside the rounds"),
                [self["challenges"]],
                str(_("with challenges") if self["challenges"].value() else _("without challenges")),
                short=True,
            ),
        ]

    def _rules_of(self, options: Iterable[RuleOption]) -> list[BoundField]:
        return [self[option.field] for option in options]

    def _said(self, fields: Iterable[BoundField]) -> str:
        """Say which of these rules are not as in the book, and how they are."""
        usual = msgspec.to_builtins(Rules())
        changed = [field for field in fields if str(field.value() or False) != str(usual.get(field.name) or False)]
        return " · ".join(map(_value_of, changed)) or str(_("as in the book"))

    def open(self, *, referee: Member, game: str) -> Campaign:
        """Open the campaign that was filled in; raises ``Refused``."""
        challenges = self.cleaned_data["challenges"]
        return create_campaign(referee=referee, terms=self.terms, rules=self.rules, challenges=challenges)

    def change(self, *, campaign: Campaign, author: Member) -> None:
        """Give a campaign the settings and rules filled in; raises ``Refused`` or ``Stale``."""
        version = self.cleaned_data["version"]
        change_campaign(
            campaign=campaign,
            terms=self.terms,
            rules=self.rules,
            challenges=self.cleaned_data["challenges"],
            version=version,
            author=author,
        )

    @property
    def rules(self) -> Rules:
        """The rules filled in; what is played with besides the book has a page of its own."""
        values = {name: self.cleaned_data[name] for name in OPTIONS}
        # What is not played is not stored: those who mustered before there was pulp or vehicles play by the same rules.
        unset = {name: values[name] or UNSET for name in ("pulp", "vehicles")}
        return Rules(**{**values, "era": Era(values["era"]), **unset, "house": self.house})


def _number(option: RuleOption, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=option.label, help_text=explanation(option), min_value=least, max_value=most)


def _value_of(field: BoundField) -> str:
    value = field.value()
    if isinstance(field.field, forms.BooleanField):
        return str(field.label) if value else str(_("without: %(rule)s") % {"rule": field.label})
    shown = label_of(field) if isinstance(field.field, forms.ChoiceField) else value
    return f"{field.label} {shown}"
