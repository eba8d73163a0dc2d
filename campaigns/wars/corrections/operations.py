"""Making a correction as a whole, and taking it back as a whole.

One transaction locks the draft, the campaign's battles and its warbands, each in their order, relives the past once
more, and refuses whoever has looked at something else. Then it writes everything: journals, results, aftermaths, the
pool of characters for hire.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from django.core import serializers
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.civilians import operations as civilians
from campaigns.wars.corrections import forgotten, reach
from campaigns.wars.corrections.drafting import Look, lock, look
from campaigns.wars.corrections.past import Past, past, ref_of_battle
from campaigns.wars.corrections.wording import lines_of_changes
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from club.models import Member
from club.operations import Refused, Stale, bring_up_to_date, for_update
from engines.musg.aftermath import course
from engines.musg.corrections import faces as dice
from engines.musg.corrections.outcome import Fought, Line
from engines.musg.corrections.timeline import Strike
from engines.musg.entries import Recover
from rosters.amending import Addition, amend_locked
from rosters.models import JournalEntry, Warband
from rosters.operations import lock_all

Listener = Callable[[Correction, Sequence[Warband], Member], None]
_LISTENERS: Final[list[Listener]] = []
REASON_LENGTH: Final = 300
RESULT: Final = ("outcome", "victory_points", "takedowns", "losses")


def on_correction(listener: Listener) -> Listener:
    """Let another room follow corrections made and taken back: it is given the warbands concerned, and whose doing."""
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)
    return listener


@transaction.atomic
def confirm(*, correction: Correction, member: Member, reason: str, seen: str) -> None:
    """Make a correction. ``seen`` is the fingerprint of what the referee looked at.

    Raises ``Stale`` where something moved on since, ``Refused`` without a reason, with a roll still to be made or a
    question unanswered, or where nothing would change.
    """
    locked = lock(correction, None)
    if not reason.strip():
        raise Refused.because("reason_missing", _("Say why."), "reason")
    known = _locked_past(locked.campaign)
    locked.reason = reason.strip()[:REASON_LENGTH]
    seen_now = look(locked, known)
    if seen_now.fingerprint != seen or seen_now.lost:
        raise Stale(_("Something has changed since you looked at this. Nothing was saved; look again and confirm."))
    if not seen_now.result.complete:
        raise Refused.because("dice_missing", _("A roll is still to be made."))
    if seen_now.result.unanswered:
        raise Refused.because("presence_unsaid", _("First say who was at the battles in question."))
    if not seen_now.changes:
        raise Refused.because("nothing_changes", _("Nothing would change."))
    _write(seen_now, member)
    bring_up_to_date(correction, locked)
    _tell(locked, [known.warbands[key] for key in seen_now.touched], member)


@transaction.atomic
def take_back(*, correction: Correction, member: Member, version: int | None = None) -> None:
    """Take a correction back as a whole; refused once anything was built on it."""
    locked = lock(correction, version, state=CorrectionState.MADE)
    _lock_battles(locked.campaign)
    warbands = lock_all(int(pk) for pk in locked.rows)
    moved = any(warband.version != locked.versions[str(warband.pk)] for warband in warbands)
    put_in = locked.former.get("put_in", {})
    if moved or not forgotten.untouched(put_in) or _versions(locked.former["objects"]) != locked.former["versions"]:
        raise Refused.because("built_upon", _("Later steps depend on this correction: it cannot be undone."))
    for warband in warbands:
        former = locked.rows[str(warband.pk)]["former"]
        rows = {row.pk: row for row in warband.journal.filter(pk__in=former)}
        amend_locked(locked=warband, lines=[rows[pk] for pk in former], by=member)
    forgotten.remove_rows(put_in)
    _restore(locked)
    civilians.write(locked.campaign)
    locked.state, locked.taken_back = CorrectionState.TAKEN_BACK, timezone.now()
    locked.version += 1
    locked.save()
    bring_up_to_date(correction, locked)
    _tell(locked, warbands, member)


def _locked_past(campaign: Campaign) -> Past:
    """Lock battles before warbands, as whoever confirms a report does, and read the past."""
    _lock_battles(campaign)
    pks = campaign.enlistments.values_list("warband", flat=True)
    return past(campaign, lock_all(pks))


def _lock_battles(campaign: Campaign) -> None:
    list(for_update(campaign.battles.all()).order_by("pk").values_list("pk", flat=True))


def _tell(correction: Correction, warbands: Sequence[Warband], by: Member) -> None:
    for listener in _LISTENERS:
        listener(correction, warbands, by)


# Writing


def _write(seen: Look, member: Member) -> None:
    correction, known = seen.correction, seen.past
    battles = [known.battles[ref] for ref in seen.result.battles if ref in known.battles]
    warbands = [known.warbands[key] for key in seen.touched]
    sides = list(
        BattleSide.objects.filter(
            models.Q(warband__in=warbands) | models.Q(battle__in=battles), battle__campaign=correction.campaign
        )
    )
    recoveries = list(for_update(Recovery.objects.filter(side__in=sides)).order_by("pk"))
    _refuse_while_rolling(recoveries)
    pks = {battle.pk for battle in battles}
    reopened = [battle for battle in battles if seen.result.battles[ref_of_battle(battle)] is None]
    former = [*battles, *[side for side in sides if side.battle_id in pks], *recoveries]
    former += [battle.reports.all()[0] for battle in reopened]
    correction.former = {"objects": _as_data(former), "reports": []}
    touched = reach.touches(seen)
    correction.rows = {}
    for key in seen.touched:
        correction.rows[str(known.warbands[key].pk)] = _amend(seen, key, member)
    for battle in battles:
        _write_battle(seen, battle, seen.result.battles[ref_of_battle(battle)], member)
    _write_aftermaths(seen, sides, recoveries, member)
    put_in = forgotten.write_rows(seen, member)
    civilians.write(correction.campaign)
    correction.former["put_in"] = {str(battle.pk): battle.version for battle in put_in}
    correction.former[reach.TOLD_ON] = reach.kept(touched, put_in)
    correction.former["versions"] = _versions(correction.former["objects"])
    correction.told = lines_of_changes(seen)
    correction.state, correction.made = CorrectionState.MADE, timezone.now()
    correction.versions = {str(warband.pk): warband.version for warband in warbands}
    correction.version += 1
    correction.save()
    correction.battles.set([*touched, *put_in])


def _versions(rows: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Return the present versions of the battles and aftermaths among rows as they were."""
    found: dict[str, int] = {}
    for kind in (Battle, Recovery):
        pks = [row["pk"] for row in rows if row["model"] == kind._meta.label_lower]
        now = kind._default_manager.filter(pk__in=pks).values_list("pk", "version")
        found |= {f"{kind._meta.model_name} {pk}": version for pk, version in now}
    return found


def _refuse_while_rolling(recoveries: Iterable[Recovery]) -> None:
    if any(row.state == RecoveryState.ROLLING and row.mode == DiceMode.SITE for row in recoveries):
        raise Refused.because("being_rolled", _("The site is rolling an aftermath right now. Try again in a moment."))


def _amend(seen: Look, key: str, member: Member) -> dict[str, list[int]]:
    """Give one warband its corrected journal; return the rows that stood before."""
    known, rows = seen.past, seen.past.journals[key]
    at = rows[0].at if rows else timezone.now()
    lines: list[JournalEntry | Addition] = []
    for line in seen.result.journals[key]:
        row = known.row(line.ref, key)
        at = row.at if row is not None else at
        lines.append(row if row is not None and row.entry == line.entry else Addition(line.entry, at, member))
    amend_locked(locked=known.warbands[key], lines=lines, by=member)
    return {"former": [row.pk for row in rows]}


def _write_battle(seen: Look, battle: Battle, fought: Fought | None, member: Member) -> None:
    """Write a battle's corrected result; one that was not fought is open again, its aftermaths forgotten."""
    sides = list(battle.sides.all())
    standing = battle.reports.all()[0]
    if fought is None:
        Recovery.objects.filter(side__in=sides).delete()
        called_off = _called_off(seen.correction, ref_of_battle(battle))
        battle.state = (BattleState.CANCELLED if called_off else BattleState.DISPUTED).value
        battle.confirmed_at, battle.winner, battle.override_reason = None, None, ""
        standing.dispute, standing.disputed_by = seen.correction.reason, member
        standing.save(update_fields=["dispute", "disputed_by"])
        for side in sides:
            side.outcome, side.victory_points, side.takedowns, side.losses, side.agreed = "", 0, 0, 0, False
    else:
        if fought.report != standing.report:
            data = msgspec.to_builtins(fought.report)
            row = BattleReport.objects.create(battle=battle, author=member, data=data)
            seen.correction.former["reports"].append(row.pk)
        winner = fought.result.winner
        battle.winner = seen.past.warbands[winner] if winner is not None else None
        battle.override_reason = fought.report.reason.strip()[:REASON_LENGTH] if fought.result.overridden else ""
        for side in sides:
            engagement = fought.engagements[side.warband.key]
            side.outcome, side.victory_points = engagement.outcome.value, engagement.victory_points
            side.takedowns, side.losses = len(engagement.takedowns), len(engagement.casualties)
    BattleSide.objects.bulk_update(sides, [*RESULT, "agreed"])
    battle.version += 1
    battle.save(update_fields=["state", "version", "confirmed_at", "winner", "override_reason"])


def _called_off(correction: Correction, ref: str) -> bool:
    return any(isinstance(edit, Strike) and edit.ref == ref and edit.called_off for edit in correction.engine_edits)


def _write_aftermaths(seen: Look, sides: Sequence[BattleSide], recoveries: Sequence[Recovery], member: Member) -> None:
    """Let every aftermath that is still there tell what its warband's journal says now."""
    warbands = {warband.pk: warband for warband in seen.past.warbands.values()}
    by_pk = {side.pk: side for side in sides}
    keys = dict(Battle.objects.filter(sides__in=sides).values_list("pk", "key"))
    gone = {battle.pk for ref, battle in seen.past.battles.items() if seen.result.battles.get(ref, battle) is None}
    for recovery in recoveries:
        side = by_pk[recovery.side_id]
        if side.battle_id in gone:
            continue
        recovery.side, warband = side, warbands[side.warband_id]
        side.warband = warband
        line = _recover_line(seen.result.journals[warband.key], keys[side.battle_id])
        if line is not None and isinstance(line.entry, Recover):
            rows = warband.journal.filter(kind="recover", undone_at=None, data__battle=line.entry.battle)
            aftermath.correct(recovery, line.before, line.entry, rows.values_list("number", flat=True)[0])
        elif recovery.state == RecoveryState.DONE:
            aftermath.reopen(recovery)
        engagement = warband.roster.engagement
        if recovery.state != RecoveryState.DONE and engagement and engagement.battle == keys[side.battle_id]:
            aftermath.go_on(recovery, warband, _typed_so_far(seen, recovery, warband), member)


def _recover_line(lines: Iterable[Line], battle: str) -> Line | None:
    found = (line for line in lines if isinstance(line.entry, Recover) and line.entry.battle == battle)
    return next(found, None)


def _typed_so_far(seen: Look, recovery: Recovery, warband: Warband) -> tuple[int, ...]:
    """Return what was typed of an aftermath still being rolled, as far as it is asked for now."""
    old = seen.result.old[warband.key]
    if not recovery.faces or old.engagement is None:
        return ()
    return dice.answered(warband.roster, dice.keyed(course(old, recovery.faces).rolls))


def _as_data(rows: Iterable[models.Model]) -> list[dict[str, Any]]:
    """Return rows as they can be kept: to the microsecond, which Django's own JSON would cut off."""
    found: list[dict[str, Any]] = serializers.serialize("python", rows)
    return [{**row, "fields": {k: _exact(v) for k, v in row["fields"].items()}} for row in found]


def _exact(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.datetime) else value


def _restore(correction: Correction) -> None:
    """Write battles, sides and aftermaths as they were; pages opened meanwhile are out of date."""
    BattleReport.objects.filter(pk__in=correction.former["reports"]).delete()
    for found in serializers.deserialize("python", correction.former["objects"]):
        row: Any = found.object
        now = type(row)._default_manager.filter(pk=row.pk).first()
        if isinstance(row, Battle | Recovery):
            row.version = (now.version if now else row.version) + 1
        found.save()
