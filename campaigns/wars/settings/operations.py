"""Opening a Musg campaign and changing its settings and rules."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import MUSG
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_campaign, open_campaign, refuse, save_changed, write_terms
from campaigns.league.settings_told import settings_of, tell_settings
from campaigns.league.terms import Terms, term_problems
from campaigns.wars.settings.told import tell_rules
from club.models import Member
from club.operations import ProblemLike, Refused
from engines.musg import journal, rules as engine
from engines.musg.rules import Rules
from rosters.wording import refusal


def rules_of(campaign: Campaign) -> Rules:
    """Return the engine's value of a campaign's options, given to every warband mustered for it."""
    return msgspec.convert(campaign.rules, Rules)


@transaction.atomic
def create_campaign(*, referee: Member, terms: Terms, rules: Rules | None = None) -> Campaign:
    """Open a campaign, ``referee`` being its first referee. Raises ``Refused`` with all that is wrong."""
    rules = rules or Rules()
    stored = journal.encode(rules)
    return open_campaign(referee=referee, game=MUSG.code, terms=terms, rules=stored, faults=_faults(rules))


@transaction.atomic
def change_campaign(
    *,
    campaign: Campaign,
    terms: Terms,
    rules: Rules | None = None,
    version: int | None = None,
    author: Member | None = None,
) -> None:
    """Change the settings; the passed campaign is brought up to date. Without ``rules`` those stay as they are.

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
    tell_rules(locked, present, rules, author)


def rules_settled(campaign: Campaign) -> bool:
    """Tell whether the rules are out of reach because a warband plays or played under them."""
    return campaign.enlistments.exists()


def _faults(rules: Rules, *, changed: bool = True) -> list[ProblemLike]:
    """Return what is wrong with the rules; a contradiction that is there already does not stand in the way."""
    unplayable = engine.problems(rules) or (engine.contradictions(rules) if changed else [])
    return refusal(unplayable).problems if unplayable else []
