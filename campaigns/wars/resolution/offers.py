"""Battles ahead that somebody wants the engine to resolve, and what they still wait for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.utils.translation import gettext as _

from campaigns.wars.battles.consents import counts
from campaigns.wars.models.battle import Battle
from club.models import Member


def asked_of(member: Member, battles: Iterable[Battle]) -> list[Battle]:
    """Return those battles ahead, with their sides, in which others agreed and the member has not. One query."""
    standing = set(member.memberships.filter(lets_engine_resolve=True).values_list("campaign", flat=True))
    return [battle for battle in battles if _asks(battle, member, standing=battle.campaign_id in standing)]


def _asks(battle: Battle, member: Member, *, standing: bool) -> bool:
    sides = list(battle.sides.all())
    mine = [side for side in sides if side.warband.owner_id == member.pk]
    if any(counts(side, standing=standing) for side in mine):
        return False
    return any(side.lets_engine_resolve for side in sides) or any(side.asked_anew for side in mine)


def sentences(missing: Collection[str], *, has_table: bool) -> Iterator[str]:
    """Say what a battle offered to the engine still waits for; ``missing`` names the warbands that have not agreed."""
    if missing:
        yield _("Not agreed yet: %(names)s.") % {"names": ", ".join(missing)}
    else:
        yield _("Everybody agrees.")
    if not has_table:
        yield _("The table is not set up yet.")
