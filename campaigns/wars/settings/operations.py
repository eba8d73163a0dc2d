"""Opening a Musg campaign and changing its settings and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import UNSET

from campaigns.league import acts
from campaigns.league.access import members_of
from campaigns.league.games import MUSG
from campaigns.league.models import Campaign
from campaigns.league.news import Words, tell
from campaigns.league.operations.campaigns import lock_campaign, open_campaign, refuse, save_changed, write_terms
from campaigns.league.settings_told import Settings, changes, sentence, settings_of, tell_settings
from campaigns.league.terms import Terms, term_problems
from campaigns.wars.models.challenge import WarTerms
from campaigns.wars.settings import rule_options
from club.models import Member
from club.operations import ProblemLike, Refused
from club.words import in_each_language, words
from engines.core.text import Text
from engines.musg import journal, rules as engine
from engines.musg.packs import House
from engines.musg.rules import Era, Rules
from rosters.wording import left_out_names, refusal


def rules_of(campaign: Campaign) -> Rules:
    """Return the engine's value of a campaign's options, given to every warband mustered for it."""
    return msgspec.convert(campaign.rules, Rules)


@transaction.atomic
def create_campaign(*, referee: Member, terms: Terms, rules: Rules | None = None, challenges: bool = True) -> Campaign:
    """Open a campaign, ``referee`` being its first referee. Raises ``Refused`` with all that is wrong.

    ``challenges``: players may challenge each other outside the rounds.
    """
    rules = rules or Rules()
    stored = journal.encode(rules)
    made = open_campaign(referee=referee, game=MUSG.code, terms=terms, rules=stored, faults=_faults(rules))
    WarTerms.objects.create(campaign=made, challenges=challenges)
    return made


def has_challenges(campaign: Campaign) -> bool:
    """Tell whether players may challenge each other in a campaign. One query."""
    return WarTerms.objects.filter(campaign=campaign, challenges=True).exists()


@transaction.atomic
def change_campaign(
    *,
    campaign: Campaign,
    terms: Terms,
    rules: Rules | None = None,
    challenges: bool | None = None,
    version: int | None = None,
    author: Member | None = None,
) -> None:
    """Change the settings; the passed campaign is brought up to date. Without ``rules`` those stay as they are.

    So does whether there are ``challenges``.

    The players are told what the ``author`` changed.

    The rules are settled once a warband is enlisted, since it was mustered under them: different ones are refused then.
    """
    locked = lock_campaign(campaign, version)
    present = rules_of(locked)
    rules = rules or present
    refuse([*term_problems(terms), *_faults(rules, changed=rules != present)])
    if rules != present:
        if rules_settled(locked):
            raise Refused.because(
                "rules_settled", _("The rules cannot change any more: a warband was mustered under them.")
            )
        locked.rules = journal.encode(rules)
    before = settings_of(locked)
    write_terms(locked, terms)
    save_changed(locked, campaign)
    tell_settings(locked, before, author)
    had = has_challenges(locked)
    has = had if challenges is None else challenges
    if has != had:
        WarTerms.objects.update_or_create(campaign=locked, defaults={"challenges": has})
    tell_rules(locked, {**plain_rules(present), "challenges": had}, {**plain_rules(rules), "challenges": has}, author)


def rules_settled(campaign: Campaign) -> bool:
    """Tell whether the rules are out of reach because a warband plays or played under them."""
    return campaign.enlistments.exists()


def _faults(rules: Rules, *, changed: bool = True) -> list[ProblemLike]:
    """Return what is wrong with the rules; a contradiction that is there already does not stand in the way."""
    unplayable = engine.problems(rules) or (engine.contradictions(rules) if changed else [])
    return refusal(unplayable, rules.catalogue).problems if unplayable else []


CHALLENGES: Final = gettext_lazy("Players may challenge each other outside the rounds")
LABELS: Final = {
    option.field: option.label
    for option in (*rule_options.POINTS, *rule_options.BOXES, rule_options.ERA, *rule_options.SWITCHES)
} | {"challenges": CHALLENGES, "house": gettext_lazy("Packs"), "left_out": gettext_lazy("Left out of the rulebook")}


NOTHING: Final = "–"
"""Stands for no packs, and for nothing left out."""


def tell_rules(campaign: Campaign, before: Settings, after: Settings, by: Member | None) -> None:
    """Tell the campaign's people what ``by`` changed of its rules; nothing if nothing did."""
    changed = changes(before, after)
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


def plain_rules(rules: Rules) -> dict[str, Any]:
    """Return rules as plain values, those that are not played included.

    Of packs that is what they are called in each language and their codes, with their versions: nobody finds the names
    of a pack again that was taken away. Of what of the book is left out it is the codes.
    """
    house = rules.house or House()
    plain = msgspec.to_builtins(msgspec.structs.replace(rules, house=UNSET))
    return {
        **plain,
        "pulp": rules.plays_pulp,
        "vehicles": rules.plays_vehicles,
        "house": _packs(house),
        "left_out": " ".join(house.without),
    }


def _packs(house: House) -> dict[str, str]:
    if not house.packs:
        return {}
    return {"codes": ", ".join(f"{pack.code} {pack.version}" for pack in house.packs), **in_each_language(house.named)}


def _value(name: str, kept: Any) -> str:
    if isinstance(kept, bool):
        return _("yes") if kept else _("no")
    if name == "house" and isinstance(kept, dict):  # before names were kept, there were codes
        return words(Text(fr=str(kept.get("fr", "")), en=str(kept.get("en", "")))) or NOTHING
    if name == "left_out":
        return left_out_names(str(kept).split(), Rules().catalogue) or NOTHING
    return str(rule_options.ERAS[Era(kept)]) if name == rule_options.ERA.field else str(kept) or NOTHING


NEWS: Final[Mapping[str, Words]] = {
    "rules_changed": sentence(gettext_lazy("%(by)s changed the rules of “%(campaign)s”."), LABELS, _value)
}
ACTS: Final[Mapping[str, acts.Words]] = {
    "rules_changed": sentence(gettext_lazy("The rules were changed."), LABELS, _value)
}
