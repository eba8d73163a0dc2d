"""What a referee does to rounds and battles, and what he rolls. Each says why.

Holding a warband back, and whatever else is about one warband, is an entry of its journal (``engines.musg.entries``).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.acts import record
from campaigns.league.models import Campaign
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_campaign, lock_running
from campaigns.wars.battles.clashes import AHEAD, refuse_clashes
from campaigns.wars.battles.operations import (
    OPEN_STATES,
    cancel_battle,
    dated,
    lock_battle,
    refuse_locked,
    refuse_while_resolving,
)
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import Round
from campaigns.wars.parties import is_party
from campaigns.wars.powers import tables
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Refused, Stale, for_update
from engines.core.dice import DiceError, commitment

SEED_BYTES: Final = 32


@transaction.atomic
def lock_round(*, round: Round, locked: bool, referee: Member, reason: str) -> None:
    """Lock a round, so that nothing in it is scheduled, moved or reported any more; or open it again."""
    campaign = lock_campaign(round.campaign)
    row = for_update(Round.objects.all()).filter(pk=round.pk).first()
    if row is None:
        raise Stale  # somebody removed it
    if row.locked == locked:
        raise Refused.because("nothing_to_do", _("That is already the case: there is nothing to do."), "round")
    row.locked = round.locked = locked
    row.save(update_fields=["locked"])
    params = {"name": str(row)}
    code = "round_locked" if locked else "round_reopened"
    why = record(campaign=campaign, by=referee, code=code, reason=reason, params=params)
    fighting = row.battles.values_list("sides__warband__owner", flat=True)
    _tell(
        campaign,
        fighting,
        "round_locked" if locked else "round_reopened",
        referee,
        campaign.get_absolute_url(),
        name=str(row),
        why=why,
    )


@transaction.atomic
def move_battle(
    *,
    battle: Battle,
    round: Round | None,
    date: datetime | None,
    referee: Member,
    reason: str,
    despite: str = "",
) -> None:
    """Put a battle that is not confirmed on another date, into another round, or off to a day not known yet.

    Unlike a player, a referee may do so once it was reported. ``despite`` says why the date holds although somebody,
    or the table, is taken then.
    """
    campaign = lock_running(battle.campaign)
    locked = lock_battle(battle)
    _refuse_settled(locked)
    refuse_while_resolving(locked)
    refuse_locked(locked)
    if date is not None and not in_range(date):
        raise Refused.because("out_of_range", OUT_OF_RANGE, "date")
    if round is not None and Round.objects.filter(pk=round.pk, locked=True).exists():
        raise Refused.because("round_is_locked", _("This round is locked. A referee may open it again."), "round")
    if round is not None and round.campaign_id != campaign.pk:
        raise Refused.because("no_such_round", _("This round belongs to another campaign."), "round")
    moved = locked.date != date
    locked.round, locked.date = round, date
    locked.version += 1
    locked.save(update_fields=["round", "date", "version"])
    params = {"title": locked.title, "party": is_party(referee, locked.sides.select_related("warband"))}
    why = record(campaign=campaign, by=referee, code="battle_moved", reason=reason, params=params)
    _tell_players(locked, "battle_moved_by_referee", referee, why)
    if moved and locked.state in AHEAD:
        dated(locked, referee)
        refuse_clashes([locked], author=referee, despite=despite)


@transaction.atomic
def call_off(*, battle: Battle, referee: Member, reason: str) -> None:
    """Call a battle off that is not confirmed."""
    locked = lock_battle(battle)
    _refuse_settled(locked)
    party = is_party(referee, locked.sides.select_related("warband"))
    recorded = party and locked.state != BattleState.SCHEDULED
    cancel_battle(battle=locked, author=referee, because=reason)
    if recorded:
        return
    params = {"title": locked.title, "party": party}
    why = record(campaign=locked.campaign, by=referee, code="battle_called_off", reason=reason, params=params)
    _tell_players(locked, "battle_called_off_by_referee", referee, why)


@transaction.atomic
def roll_table(
    *,
    campaign: Campaign,
    table: str,
    referee: Member,
    reason: str,
    faces: Sequence[int] | None = None,
    against: tables.Against | None = None,
) -> tables.Rolled:
    """Roll on a table of the rulebook: by the site, or with the typed ``faces``; all readers see what came of it.

    The damage table is asked ``against`` a strength and a toughness.

    The site's seed is kept with the roll, so that anybody can roll it again.
    """
    if table not in tables.TABLES:
        raise Refused.because("no_such_table", _("There is no such table."), "table")
    if (table == tables.DAMAGE) != (against is not None):
        raise Refused.because("no_such_cell", _("The damage table needs a strength and a toughness."), "strength")
    seed = secrets.token_bytes(SEED_BYTES) if faces is None else b""
    try:
        dice = tables.site_dice(seed) if faces is None else tables.typed_dice(faces)
        rolled = tables.roll(table, dice, rules_of(campaign).catalogue, against)
    except DiceError:
        raise Refused.because(
            "bad_faces", _("This table needs %(count)s dice, 1 to 6.") % {"count": tables.wanted(table)}, "faces"
        ) from None
    proof = {"seed": seed.hex(), "commitment": commitment(seed)} if seed else {}
    params = {
        "table": table,
        "faces": list(rolled.faces),
        "value": rolled.value,
        "row": rolled.row,
        "called": dict(rolled.called),
        "source": rolled.source,
        **(tables.cell(against) if against is not None else {}),
        **proof,
    }
    record(campaign=lock_campaign(campaign), by=referee, code="rolled", reason=reason, params=params)
    return rolled


def _refuse_settled(battle: Battle) -> None:
    if battle.state not in OPEN_STATES:
        raise Refused.because("battle_settled", _("This battle is decided or called off: it stays as it is."), "battle")


def _tell_players(battle: Battle, code: str, referee: Member, why: str) -> None:
    owners = battle.sides.values_list("warband__owner", flat=True)
    _tell(battle.campaign, owners, code, referee, battle.get_absolute_url(), title=battle.title, why=why)


def _tell(
    campaign: Campaign, to: Iterable[int | None], code: str, referee: Member, address: str, **params: str
) -> None:
    found = [one for one in to if one is not None]
    tell(campaign=campaign, to=found, code=code, params=params, address=address, by=referee)
