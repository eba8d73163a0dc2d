"""Rules of a Musg campaign that a referee changed before anybody mustered: told as its other settings are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league import acts
from campaigns.league.access import members_of
from campaigns.league.models import Campaign
from campaigns.league.news import Words, tell
from campaigns.league.settings_told import changes, sentence
from campaigns.wars.settings import rule_options
from club.models import Member
from engines.musg.rules import Era, Rules

LABELS: Final = {
    option.field: option.label
    for option in (*rule_options.POINTS, *rule_options.BOXES, rule_options.ERA, *rule_options.SWITCHES)
}


def tell_rules(campaign: Campaign, before: Rules, after: Rules, by: Member | None) -> None:
    """Tell the campaign's people what ``by`` changed of its rules; nothing if nothing did."""
    changed = changes(_plain(before), _plain(after))
    if changed and by is not None:
        acts.note(campaign=campaign, by=by, code="rules_changed", params=changed)
        tell(
            campaign=campaign,
            to=members_of(campaign),
            code="rules_changed",
            params=changed,
            address=campaign.get_absolute_url(),
            by=by,
        )


def _plain(rules: Rules) -> dict[str, Any]:
    """Return rules as plain values, those that are not played included."""
    return {**msgspec.to_builtins(rules), "pulp": rules.plays_pulp, "vehicles": rules.plays_vehicles}


def _value(name: str, kept: Any) -> str:
    if isinstance(kept, bool):
        return _("yes") if kept else _("no")
    return str(rule_options.ERAS[Era(kept)]) if name == rule_options.ERA.field else str(kept)


NEWS: Final[Mapping[str, Words]] = {
    "rules_changed": sentence(gettext_lazy("%(by)s changed the rules of “%(campaign)s”."), LABELS, _value)
}
ACTS: Final[Mapping[str, acts.Words]] = {
    "rules_changed": sentence(gettext_lazy("The rules were changed."), LABELS, _value)
}
