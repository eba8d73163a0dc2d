"""Battles ahead that somebody wants the engine to resolve, and what they still wait for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.resolution import ResolutionState
from club.models import Member


@dataclass(frozen=True, slots=True)
class ResolutionOffer:
    """A battle that players let the engine resolve, and what it waits for, in sentences."""

    battle: Battle
    sentences: tuple[str, ...]


def offers(campaign: Campaign) -> Iterator[ResolutionOffer]:
    """Yield the battles of a campaign that one player at least lets the engine resolve. At most three queries."""
    sides = BattleSide.objects.select_related("warband").defer("warband__state", "warband__setup")
    found = campaign.battles.filter(state=BattleState.SCHEDULED).exclude(resolution__state=ResolutionState.WAITING)
    standing = set(
        campaign.memberships.filter(lets_engine_resolve=True, role__in=TAKES_PART).values_list("member", flat=True)
    )
    for battle in found.select_related("ground").prefetch_related(Prefetch("sides", sides)).order_by("date", "pk"):
        battle.campaign = campaign
        missing = [side for side in battle.sides.all() if not _agrees(side, standing)]
        if len(missing) < len(battle.sides.all()):
            yield ResolutionOffer(battle, tuple(_sentences(battle, missing)))


def asked_of(member: Member, battles: Iterable[Battle]) -> list[Battle]:
    """Return those battles ahead, with their sides, in which others agreed and the member has not. One query."""
    standing = set(member.memberships.filter(lets_engine_resolve=True).values_list("campaign", flat=True))
    return [battle for battle in battles if battle.campaign_id not in standing and _asks(battle, member)]


def _agrees(side: BattleSide, standing: set[int]) -> bool:
    return side.lets_engine_resolve or side.warband.owner_id in standing


def _asks(battle: Battle, member: Member) -> bool:
    agreed = {side.warband.owner_id for side in battle.sides.all() if side.lets_engine_resolve}
    return bool(agreed) and member.pk not in agreed


def _sentences(battle: Battle, missing: list[BattleSide]) -> Iterator[str]:
    if missing:
        yield _("Not agreed yet: %(names)s.") % {"names": ", ".join(side.warband.name for side in missing)}
    else:
        yield _("Everybody agrees.")
    if getattr(battle, "ground", None) is None:
        yield _("The table is not set up yet.")
