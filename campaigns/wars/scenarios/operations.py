"""A campaign's own scenarios: made, changed, thrown away by its referees."""

from __future__ import annotations

import json

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_campaign
from campaigns.wars.battles.offers import OWN
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.scenarios.wording import wrong
from club.models import Member
from club.operations import Objection, Refused, Stale, for_update
from club.words import words
from engines.musg.scenarios import Scenario
from engines.musg.scenarios.scenario import problems

MOST = 100
"""Scenarios that one campaign may have made: nobody reads more."""


@transaction.atomic
def make_scenario(*, campaign: Campaign, author: Member, scenario: Scenario, shared: bool = False) -> OwnScenario:
    """Store a new scenario of a campaign. Raises ``Refused`` with all that is wrong, by its place in the data."""
    verify(scenario)
    locked = lock_campaign(campaign)
    if OwnScenario.objects.filter(campaign=locked).count() >= MOST:
        raise Refused.because("scenarios_full", _("This campaign already has %(most)s scenarios.") % {"most": MOST})
    row = OwnScenario(campaign=locked, author=author)
    _write(row, scenario, shared=shared)
    _write(row, scenario, shared=shared)  # once more, now that its number is known
    return row


@transaction.atomic
def change_scenario(*, own: OwnScenario, scenario: Scenario, shared: bool, version: int | None = None) -> OwnScenario:
    """Change a scenario. Battles that chose it keep what was agreed. Raises ``Refused``, or ``Stale``."""
    verify(scenario)
    locked = _lock(own, version)
    locked.version += 1
    _write(locked, scenario, shared=shared)
    return locked


@transaction.atomic
def drop_scenario(*, own: OwnScenario, version: int | None = None) -> None:
    """Throw a scenario away. Battles that chose it keep what was agreed."""
    _lock(own, version).delete()


def _lock(own: OwnScenario, version: int | None) -> OwnScenario:
    locked = for_update(OwnScenario.objects.all()).filter(pk=own.pk).first()
    if locked is None or (version is not None and locked.version != version):
        raise Stale(_("Somebody has changed this scenario since you opened it. Look at it again."))
    return locked


def verify(scenario: Scenario) -> None:
    """Raise ``Refused`` with everything that is wrong with a scenario, by its place in the data."""
    found = [Objection(problem.code, wrong(problem), where) for where, problem in problems(scenario)]
    if found:
        raise Refused(found)


def _write(row: OwnScenario, scenario: Scenario, *, shared: bool) -> None:
    named = replace(scenario, code=f"{OWN}{row.pk or 0}")
    row.name, row.shared = words(scenario.name)[:80], shared
    row.data = json.loads(msgspec.json.encode(named))
    row.save()
