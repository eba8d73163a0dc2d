"""Settings of a campaign that a referee changed: told to its players, and kept among what its referees did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league import acts
from campaigns.league.access import members_of
from campaigns.league.models import Campaign, JoinMode
from campaigns.league.news import Value, Words, tell
from club.models import Member
from club.visibility import Visibility

type Settings = Mapping[str, Any]
"""The columns of a campaign by their names."""

TOLD: Final = ("name", "visibility", "join_mode", "confirm_hours")
LABELS: Final = {
    "name": gettext_lazy("Name"),
    "visibility": gettext_lazy("Who may see it"),
    "join_mode": gettext_lazy("Joining"),
    "confirm_hours": gettext_lazy("Hours until an unanswered report confirms itself"),
}
_CHOICES: Final[Mapping[str, type[Visibility] | type[JoinMode]]] = {"visibility": Visibility, "join_mode": JoinMode}
DESCRIPTION: Final = "description"


def settings_of(campaign: Campaign) -> dict[str, Any]:
    """Return the settings as they are now."""
    return {name: getattr(campaign, name) for name in (*TOLD, DESCRIPTION)}


def changes(before: Settings, after: Settings) -> dict[str, Value]:
    """Return what changed, as news keep it: the value that was and the one that is, by the setting's name."""
    found: dict[str, Value] = {}
    for name, was in before.items():
        if was != after[name]:
            # A long text is not repeated: whoever wants to know reads it.
            found |= {name: 1} if name == DESCRIPTION else {f"{name}_was": was, f"{name}_now": after[name]}
    return found


def tell_settings(campaign: Campaign, before: Settings, by: Member | None) -> None:
    """Tell the campaign's people what ``by`` changed of its settings; nothing if nothing did."""
    changed = changes(before, settings_of(campaign))
    if changed and by is not None:
        acts.note(campaign=campaign, by=by, code="settings_changed", params=changed)
        tell(
            campaign=campaign,
            to=members_of(campaign),
            code="settings_changed",
            params=changed,
            address=campaign.get_absolute_url(),
            by=by,
        )


def describe_settings(params: Mapping[str, Any], labels: Mapping[str, Any], value: Callable[[str, Any], str]) -> str:
    """Return the changes among ``params`` in sentences, what was and what is of each."""
    parts = [
        _("%(label)s: %(was)s → %(now)s.")
        % {"label": label, "was": value(name, params[f"{name}_was"]), "now": value(name, params[f"{name}_now"])}
        for name, label in labels.items()
        if f"{name}_was" in params and f"{name}_now" in params
    ]
    return " ".join([*parts, *([_("The description has changed.")] if DESCRIPTION in params else [])])


def _value(name: str, kept: Any) -> str:
    if name in _CHOICES:
        return str(dict(_CHOICES[name].choices).get(kept, kept))
    return str(kept)


def sentence(
    lead: Promise, labels: Mapping[str, Any], value: Callable[[str, Any], str]
) -> Callable[[Mapping[str, Any]], str]:
    """Return what makes the sentences of changed settings: the ``lead`` with its names, then what was and what is."""
    return lambda params: f"{str(lead) % params} {describe_settings(params, labels, value)}"


NEWS: Final[Mapping[str, Words]] = {
    "settings_changed": sentence(gettext_lazy("%(by)s changed the settings of “%(campaign)s”."), LABELS, _value)
}
ACTS: Final[Mapping[str, acts.Words]] = {
    "settings_changed": sentence(gettext_lazy("The settings were changed."), LABELS, _value)
}
