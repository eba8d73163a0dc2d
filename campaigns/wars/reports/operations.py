"""A battle fought at the table: reported by one side, confirmed or disputed by the others, settled by a referee.

A confirmed report is applied to all warbands or to none, exactly once: one transaction locks the battle, then its
warbands in the order of their keys, checks the report against the rosters as they are now, and writes everything.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import is_referee, referees_of
from campaigns.league.acts import record
from campaigns.wars import news
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles.consents import Consents
from campaigns.wars.battles.operations import refuse_locked, refuse_while_resolving
from campaigns.wars.civilians import operations as civilians
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.parties import is_party, must_say_why
from campaigns.wars.reports.wording import report_problems
from club.models import Member
from club.operations import Refused, Stale, bring_up_to_date, for_update
from club.rewriting import rewrite
from engines.musg import report as rules
from engines.musg.abducted import Civilian, Fate
from engines.musg.engagement import Engagement
from engines.musg.entries import Fight
from engines.musg.report import Report
from engines.musg.warband import Warband as Roster
from rosters.operations import lock_all, record_locked

REASON_LENGTH: Final = 300
NOBODY: Final = Consents()
OPEN_HOURS: Final = 24
"""How long what the engine came to lies open to those who let it fight and were not there."""

log = logging.getLogger(__name__)


@transaction.atomic
def report_battle(
    *, battle: Battle, report: Report, author: Member, version: int | None = None, because: str = ""
) -> BattleReport:
    """Store what somebody says happened; it replaces an earlier report that was not confirmed yet.

    The author counts as agreed with all of the author's own warbands. When nobody else is left to ask, the report is
    applied at once. ``because``: why a referee lets his own warband fight that lacks a leader or a henchman (ruling
    M297). Raises ``Stale``, or ``Refused`` with every impossible entry.
    """
    locked = _lock(battle, version, *OPEN_STATES)
    refuse_while_resolving(locked)
    refuse_locked(locked)
    _give_leave(locked, author, because)
    row = _store(locked, report, author)
    bring_up_to_date(battle, locked)
    return row


@transaction.atomic
def report_resolved(
    *, battle: Battle, report: Report, author: Member | None, consents: Consents = NOBODY
) -> BattleReport:
    """Store what the engine says happened, exactly as a report of ``author``, who asked for it.

    Who agreed that it counts at once has confirmed it by that. To all others who let the engine fight it lies open for
    a day (``OPEN_HOURS``), to who never agreed as long as any report. Raises ``Refused`` when the battle is no longer
    ahead.
    """
    locked = _lock(battle, None, BattleState.SCHEDULED)
    row = _store(locked, report, author, consents)
    bring_up_to_date(battle, locked)
    return row


def _store(locked: Battle, report: Report, author: Member | None, consents: Consents | None = None) -> BattleReport:
    if locked.campaign.closed:
        raise Refused.because("campaign_over", _("This campaign is over: its battles can no longer be reported."))
    sides = _sides(locked)
    rosters = _rosters(sides)
    unspent = rules.quick_bonus(rosters) if locked.adds_unspent else msgspec.UNSET
    report = msgspec.structs.replace(report, leave=_leave(rosters, author, locked), unspent=unspent)
    # Who joins or comes back before it is confirmed was not there.
    report = msgspec.structs.replace(report, present=rules.witnessed(rosters, report))
    waiting = civilians.civilians(civilians.kept(locked.campaign)) if report.civilians else ()
    found = report_problems(rosters, report, waiting)
    if found:
        raise Refused(found)
    row = BattleReport.objects.create(battle=locked, author=author, data=msgspec.to_builtins(report))
    for side in sides:
        side.agreed = author is not None and side.warband.owner_id == author.pk
        side.agreed = side.agreed or (consents is not None and side.warband.key in consents.taking)
        side.tally = {}
    rewrite(sides, ["agreed", "tally"])
    locked.state = BattleState.REPORTED
    open_to = [side for side in sides if not side.agreed]
    hours = locked.campaign.confirm_hours
    if consents is not None and all(side.warband.key in consents.agreeing for side in open_to):
        hours = OPEN_HOURS
    locked.confirms_at = timezone.now() + timedelta(hours=hours)
    _save(locked)
    asked = [side.warband.owner_id for side in open_to]
    if consents is None:
        news.tell_players(locked, "reported", asked, by=author, waits=True)
    else:
        _tell_fought(locked, rosters, report, open_to, author)
    if not asked:
        _apply_or_wait(locked, row, author)
    return row


def _tell_fought(
    locked: Battle, rosters: Mapping[str, Roster], report: Report, asked: Sequence[BattleSide], by: Member | None
) -> None:
    """Tell those who still have a say how the engine's battle went for each of their warbands."""
    engagements = rules.engagements(rosters, report, battle=locked.key, title=locked.title)
    for side in asked:
        came = engagements[side.warband.key]
        news.tell_players(
            locked,
            "fought_by_engine",
            [side.warband.owner_id],
            by=by,
            waits=True,
            warband=side.warband.name,
            outcome=came.outcome.value,
            points=came.victory_points,
            fallen=len(came.casualties),
            killed=sum(casualty.killed for casualty in came.casualties),
        )


@transaction.atomic
def confirm_report(*, battle: Battle, member: Member, version: int | None = None) -> bool:
    """Agree to the report with all of the member's warbands; apply it when everybody has agreed, and tell whether.

    Raises ``Stale``; ``Refused`` when there is no report to agree to, or when it cannot be applied now.
    """
    locked = _lock(battle, version, BattleState.REPORTED)
    sides = _sides(locked)
    mine = _own(sides, member)
    if all(side.agreed for side in mine):
        raise Refused.because("agreed_already", _("You have already agreed to this report."))
    for side in mine:
        side.agreed = True
    rewrite(mine, ["agreed"])
    applied = all(side.agreed for side in sides)
    if applied:
        news.tell_result(locked, "confirmed", apply_locked(locked, _standing(locked), member), by=member)
    else:
        _save(locked)
    bring_up_to_date(battle, locked)
    return applied


@transaction.atomic
def dispute_report(*, battle: Battle, member: Member, text: str, version: int | None = None) -> None:
    """Say that the report is wrong, and why; from then on it waits for a referee or for another report."""
    locked = _lock(battle, version, BattleState.REPORTED)
    mine = _own(_sides(locked), member)
    if not text.strip():
        raise Refused.because("dispute_empty", _("Say what is wrong with the report."), "text")
    for side in mine:
        side.agreed = False
    rewrite(mine, ["agreed"])
    row = _standing(locked)
    row.dispute, row.disputed_by, row.disputed_at = text.strip(), member, timezone.now()
    row.save(update_fields=["dispute", "disputed_by", "disputed_at"])
    locked.state, locked.confirms_at = BattleState.DISPUTED, None
    _save(locked)
    referees = set(referees_of(locked.campaign))
    news.tell_players(locked, "to_settle", referees, by=member, waits=True)
    news.tell_players(locked, "disputed", {*news.owners_of(locked)} - referees, by=member)
    bring_up_to_date(battle, locked)


@transaction.atomic
def settle_report(*, battle: Battle, referee: Member, version: int | None = None, reason: str = "") -> None:
    """Confirm the report that stands, on the referee's word; of a disputed one he says why, for all to read.

    So he does of any report, where a warband of his own fights and others have not agreed.
    """
    locked = _lock(battle, version, BattleState.REPORTED, BattleState.DISPUTED)
    why, sides = "", _sides(locked)
    party = is_party(referee, sides) and not all(side.agreed for side in sides)
    if party:
        must_say_why(reason)
    if locked.state == BattleState.DISPUTED or reason.strip():
        params = {"title": locked.title, "disputed": locked.state == BattleState.DISPUTED, "party": party}
        why = record(campaign=locked.campaign, by=referee, code="report_settled", reason=reason, params=params)
    row = _standing(locked)
    if set(rules.needing_leave(_rosters(sides))) - set(row.report.leave):
        _give_leave(locked, referee, reason)
    leave = _leave(_rosters(_sides(locked)), referee, locked)
    if set(leave) - set(row.report.leave):
        row.data = msgspec.to_builtins(msgspec.structs.replace(row.report, leave=leave))
        row.save(update_fields=["data"])
        row = _standing(locked)
    news.tell_result(locked, "settled", apply_locked(locked, row, referee), by=referee, why=why, party=int(party))
    bring_up_to_date(battle, locked)


def confirm_due() -> int:
    """Confirm the reports nobody answered in time, and return how many; one that cannot be applied now is kept."""
    now = timezone.now()
    due = Battle.objects.filter(state=BattleState.REPORTED, confirms_at__lte=now).order_by("confirms_at")
    done = 0
    for battle in due:
        try:
            with transaction.atomic():
                locked = _lock(battle, None, BattleState.REPORTED)
                if locked.confirms_at is not None and locked.confirms_at <= now:
                    row = _standing(locked)
                    news.tell_result(locked, "confirmed_by_time", apply_locked(locked, row, row.author), by=None)
                    done += 1
        except Refused as refused:
            log.info("battle %s does not confirm itself: %s", battle.pk, refused.codes)
    return done


# Applying


def _apply_or_wait(locked: Battle, row: BattleReport, author: Member | None) -> None:
    """Apply a report all sides agreed to; where another aftermath comes first, leave it to the sweeper."""
    try:
        with transaction.atomic():
            news.tell_result(locked, "decided", apply_locked(locked, row, author), by=author)
    except Refused:
        locked.refresh_from_db()
        locked.confirms_at = timezone.now()
        locked.save(update_fields=["confirms_at"])


def apply_locked(locked: Battle, row: BattleReport, by: Member | None) -> list[BattleSide]:
    """Write the report into every warband's journal, or raise ``Refused`` and leave no trace. Return the sides.

    The battle is locked; nobody is told. A single game has its result written beside the warbands, whose journals it
    leaves alone.
    """
    sides = list(locked.sides.order_by("seat"))
    warbands = {warband.pk: warband for warband in lock_all(side.warband_id for side in sides)}
    for side in sides:
        side.warband = warbands[side.warband_id]
    if locked.journaled:
        _refuse_waiting(sides)
    rosters = _rosters(sides)
    waiting = _waiting(locked) if row.report.civilians else ()
    found = report_problems(rosters, row.report, waiting)
    if found:
        raise Refused(found)
    title, key = locked.title, locked.key
    engagements = rules.engagements(rosters, row.report, battle=key, title=title)
    for warband in warbands.values() if locked.journaled else ():
        record_locked(locked=warband, entry=Fight(engagement=engagements[warband.key]), author=by)
    for side in sides:
        _write_result(side, engagements[side.warband.key])
    result = rules.result(rosters, row.report)
    locked.winner = next((side.warband for side in sides if side.warband.key == result.winner), None)
    locked.override_reason = row.report.reason.strip()[:REASON_LENGTH] if result.overridden else ""
    locked.state, locked.confirms_at, locked.confirmed_at = BattleState.CONFIRMED, None, timezone.now()
    _save(locked)
    if locked.journaled:
        if row.report.civilians:
            civilians.write(locked.campaign)
        aftermath.prepare(sides, by=by)
    return sides


def _waiting(locked: Battle) -> tuple[Civilian, ...]:
    """Lock the civilians of the campaign; return whom the aliens keep."""
    return civilians.civilians([row for row in civilians.lock(locked.campaign) if row.fate == Fate.KEPT])


def _refuse_waiting(sides: Sequence[BattleSide]) -> None:
    for side in sides:
        waiting = side.warband.roster.engagement
        if waiting is not None:
            raise Refused.because(
                "aftermath_waiting",
                _("%(warband)s must first roll the aftermath of “%(title)s”: until then this report waits.")
                % {"warband": side.warband.name, "title": waiting.title},
                warband=side.warband.key,
            )


def _write_result(side: BattleSide, engagement: Engagement) -> None:
    side.outcome = engagement.outcome.value
    side.victory_points = engagement.victory_points
    side.takedowns = len(engagement.takedowns)
    side.losses = len(engagement.casualties)
    side.save(update_fields=["outcome", "victory_points", "takedowns", "losses"])


# Reading and locking


def _lock(battle: Battle, version: int | None, *states: BattleState) -> Battle:
    """Return the battle's row locked; ``Stale`` if it moved on, ``Refused`` if it is in none of the ``states``."""
    locked = for_update(Battle.objects.select_related("campaign")).get(pk=battle.pk)
    if version is not None and locked.version != version:
        raise Stale(
            _("This battle has changed since you opened it. Nothing was saved; look again and repeat your step.")
        )
    if locked.state not in states:
        raise Refused.because(
            f"battle_{locked.state}",
            _("This is not possible: the battle is “%(state)s”.") % {"state": locked.get_state_display()},
        )
    return locked


def _save(locked: Battle) -> None:
    locked.version += 1
    locked.save(
        update_fields=["state", "version", "confirms_at", "confirmed_at", "winner", "override_reason"],
    )


def _sides(battle: Battle) -> list[BattleSide]:
    return list(battle.sides.select_related("warband").order_by("seat"))


def _rosters(sides: Sequence[BattleSide]) -> dict[str, Roster]:
    return {side.warband.key: side.warband.roster for side in sides}


def _leave(rosters: Mapping[str, Roster], author: Member | None, battle: Battle) -> tuple[str, ...]:
    """Return the warbands that a referee lets fight without leader or henchman by reporting it (ruling M297)."""
    needing = rules.needing_leave(rosters)
    return needing if needing and author is not None and is_referee(author, battle.campaign) else ()


def _give_leave(battle: Battle, author: Member, because: str) -> None:
    """Let a referee say why his own warband fights that lacks a leader or a henchman, on the record and for the others.

    Another warband has his leave by his reporting the battle. Raises ``Refused`` without a reason.
    """
    sides = _sides(battle)
    if not is_referee(author, battle.campaign) or not is_party(author, sides):
        return
    own = [side.warband for side in sides if side.warband.owner_id == author.pk]
    lacking = rules.needing_leave({warband.key: warband.roster for warband in own})
    for warband in own:
        if warband.key in lacking:
            params = {"title": battle.title, "warband": warband.name, "party": True}
            why = must_say_why(because)
            record(campaign=battle.campaign, by=author, code="leave_given", reason=why, params=params)
            others = {side.warband.owner_id for side in sides} - {author.pk}
            news.tell_players(battle, "leave_given", others, by=author, warband=warband.name, why=why)


def _own(sides: Sequence[BattleSide], member: Member) -> list[BattleSide]:
    mine = [side for side in sides if side.warband.owner_id == member.pk]
    if not mine:
        raise Refused.because("not_your_battle", _("None of the warbands in this battle is yours."))
    return mine


def _standing(battle: Battle) -> BattleReport:
    """Return the report that stands: the latest."""
    return battle.reports.latest("pk")
