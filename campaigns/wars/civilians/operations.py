"""Who was carried off, brought home, dead: written from the confirmed reports and the words of referees (ruling M330).

What battles and referees said, in order, is the truth; the rows are its reading copy. Whoever changes what is said
calls ``write`` in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _
from msgspec import UnsetType

from campaigns.league.acts import record
from campaigns.league.models import Campaign
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import Battle, BattleReport, BattleState
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.operations import Refused, for_update
from club.rebuilding import Rebuilt
from club.words import in_each_language
from engines.musg.abducted import Civilian, Ending, Fate, Tidings, Told, Word, endings

SETTLED: Final = "civilian_settled"
"""The code of the act by which a referee says what became of a civilian."""


class _Statement(NamedTuple):
    """When what was said, battles before referees where both were at the same moment."""

    at: datetime
    kind: int
    pk: int
    what: Told | Word


def course_of(
    campaign: Campaign, *, before: Battle | None = None, instead: Mapping[str, Tidings | UnsetType] | None = None
) -> list[Told | Word]:
    """Return what was said of civilians in a campaign, in order; ``before``: until that battle was confirmed.

    ``instead``: what battles, by their keys, would say after a correction. Single games tell of nobody: they leave
    everything as it was. Two queries.
    """
    newer = BattleReport.objects.filter(battle=OuterRef("battle"), pk__gt=OuterRef("pk"))
    told = (
        BattleReport.objects.filter(~Exists(newer), battle__campaign=campaign, data__has_key="civilians")
        .filter(battle__state=BattleState.CONFIRMED, battle__journaled=True)
        .values_list("battle__confirmed_at", "battle", "battle__key", "data")
    )
    said = [
        _Statement(at, 0, pk, Told(key, msgspec.convert(data["civilians"], Tidings)))
        for at, pk, key, data in told
        if at is not None
    ]
    for at, pk, params in campaign.referee_acts.filter(code=SETTLED).values_list("at", "pk", "params"):
        civilian = Civilian(params["battle"], params["card"], params["nth"])
        said.append(_Statement(at, 1, pk, Word(civilian, Fate(params["fate"]))))
    for one in [one for one in said if isinstance(one.what, Told) and one.what.battle in (instead or {})]:
        said.remove(one)
        if isinstance(one.what, Told) and instead and (tidings := instead[one.what.battle]):
            said.append(one._replace(what=Told(one.what.battle, tidings)))
    if before is not None:
        said = [one for one in said if before.confirmed_at and one[:3] < (before.confirmed_at, 0, before.pk)]
    return [one.what for one in sorted(said, key=lambda one: one[:3])]


def write(campaign: Campaign) -> bool:
    """Write the rows of a campaign anew from what was said, and tell whether any differed. Inside a transaction."""
    rows = {row.civilian: row for row in lock(campaign)}
    found = endings(course_of(campaign))
    battles = {key: pk for pk, key in campaign.battles.values_list("pk", "key")} if found else {}
    gone = [row.pk for civilian, row in rows.items() if civilian not in found]
    AbductedCivilian.objects.filter(pk__in=gone).delete()
    changed = bool(gone)
    for civilian, ending in found.items():
        row = rows.get(civilian) or AbductedCivilian(
            campaign=campaign, battle_id=battles[civilian.battle], card=civilian.card, nth=civilian.nth
        )
        before = row.state
        row.fate, row.ended_in_id = ending.fate.value, _ended_in(ending, battles)
        if row.pk is None or row.state != before:
            row.save()
            changed = True
    return changed


def _ended_in(ending: Ending, battles: dict[str, int]) -> int | None:
    return battles[ending.battle] if ending.battle else None


def lock(campaign: Campaign) -> list[AbductedCivilian]:
    """Lock and return all rows of a campaign: of two battles that free the same civilian one comes first."""
    return list(for_update(campaign.abducted.all()).select_related("battle").order_by("pk"))


def kept(campaign: Campaign) -> list[AbductedCivilian]:
    """Return whom the aliens keep, the first first, each with its battle. One query."""
    return list(campaign.abducted.filter(fate=Fate.KEPT.value).select_related("battle"))


def civilians(rows: Collection[AbductedCivilian]) -> tuple[Civilian, ...]:
    """Return what the engine calls them."""
    return tuple(row.civilian for row in rows)


@transaction.atomic
def settle(*, row: AbductedCivilian, fate: Fate, referee: Member, reason: str) -> None:
    """Say what became of a civilian, whatever battles say of it: home without a rescue, dead, or kept after all.

    Raises ``Refused`` without a reason, and where it is so already.
    """
    campaign = row.campaign
    known = {one.pk: one for one in lock(campaign)}
    found = known.get(row.pk)
    if found is None:
        raise Refused.because("no_such_civilian", _("No battle now says that it was carried off."), "civilian")
    if found.fate == fate.value:
        raise Refused.because("nothing_to_do", _("That is already the case: there is nothing to do."), "fate")
    card = rules_of(campaign).catalogue.civilians.get(found.card)
    params = {
        "battle": found.battle.key,
        "title": found.battle.title,
        "card": found.card,
        "nth": found.nth,
        "fate": fate.value,
        "called": in_each_language(card.name) if card else {},
    }
    record(campaign=campaign, by=referee, code=SETTLED, reason=reason, params=params)
    write(campaign)


def rebuild_civilians(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild campaign by campaign those in which civilians were ever told of, each in its own transaction."""
    told = Campaign.objects.filter(battles__reports__data__has_key="civilians")
    kept = Campaign.objects.filter(abducted__isnull=False)
    for campaign in (told.distinct() | kept.distinct()).order_by("pk"):
        yield Rebuilt(f"civilians of campaign {campaign.pk}", _rebuild(campaign, dry_run=dry_run))


@transaction.atomic
def _rebuild(campaign: Campaign, *, dry_run: bool) -> tuple[str, ...]:
    differed = write(campaign)
    if dry_run:
        transaction.set_rollback(True)
    return ("civilians differed",) if differed else ()
