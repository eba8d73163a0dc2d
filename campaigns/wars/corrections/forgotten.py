"""A battle that was forgotten: when it was, with which rosters, and its rows once the correction is made."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from django.utils import timezone

from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles.operations import Plan, title_of
from campaigns.wars.corrections.drafting import Look
from campaigns.wars.corrections.past import Past, ref_of_battle
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState, new_battle_key
from campaigns.wars.models.round import Round
from club.models import Member
from engines.musg import journal
from engines.musg.corrections.outcome import Fought
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import Clash, InsertBattle
from engines.musg.entries import Recover
from engines.musg.report import Report
from engines.musg.warband import Warband as Roster
from rosters.models import Warband

REASON_LENGTH: Final = 300
BEGINNING: Final = "beginning"
"""The moment before all battles."""

# When it was


def moment(known: Past, warbands: Sequence[Warband], after: str = "", round_: Round | None = None) -> str:
    """Return the ref after which such a battle stands: as late as can be, before any of its sides fought again.

    ``after`` is the ref of a battle, or ``BEGINNING``; without it, it was fought after the other battles of its round
    and of those before, or after all battles.
    """
    acts = known.timeline.acts
    keys = {warband.key for warband in warbands}
    refs = [act.ref for act in acts]
    start = 0
    if after in refs:
        start = refs.index(after) + 1
    elif not after:
        start = max((n + 1 for n, ref in enumerate(refs) if _is_earlier(known.battles.get(ref), round_)), default=0)
    until = next(
        (n for n, act in enumerate(acts) if n >= start and isinstance(act, Clash) and keys & act.fights.keys()),
        len(acts),
    )
    return refs[until - 1] if until else ""


def _is_earlier(battle: Battle | None, round_: Round | None) -> bool:
    """Tell whether a battle was fought before one of that round ended; of no round, it is the latest of all."""
    if battle is None:
        return False
    return round_ is None or (battle.round is not None and battle.round.number <= round_.number)


def rosters_at(known: Past, warbands: Sequence[Warband], ref: str) -> dict[str, Roster]:
    """Return the rosters right after an act, as they are in the past that stands."""
    refs = [act.ref for act in known.timeline.acts]
    gone_by = set(refs[: refs.index(ref) + 1]) if ref else set()
    journals = replay(known.timeline, []).journals
    found = {}
    for warband in warbands:
        roster = journal.begin(warband.engine_setup)
        for line in journals[warband.key]:
            roster = line.change.warband if line.ref in gone_by else roster
        found[warband.key] = roster
    return found


def edit_of(warbands: Sequence[Warband], after: str, plan: Plan, report: Report) -> InsertBattle:
    """Return what the engine is told of it; ``after`` is its ``moment``."""
    kept = {"round": str(plan.round.pk) if plan.round else "", "date": plan.date.isoformat() if plan.date else ""}
    return InsertBattle(
        ref=f"new{secrets.token_hex(4)}",
        after=after,
        battle=new_battle_key(),
        title=title_of(plan.title, warbands),
        sides=tuple(warband.key for warband in warbands),
        report=report,
        kept=kept,
    )


# Its rows


def write_rows(seen: Look, member: Member) -> list[Battle]:
    """Write the forgotten battles of a correction that is being made; its warbands are locked and amended already."""
    edits = [edit for edit in seen.correction.engine_edits if isinstance(edit, InsertBattle)]
    made = []
    for edit in edits:
        fought = seen.result.battles.get(edit.ref)
        if fought is not None:
            made.append(_write(seen, edit, fought, member))
    return made


def _write(seen: Look, edit: InsertBattle, fought: Fought, member: Member) -> Battle:
    campaign, warbands = seen.correction.campaign, seen.past.warbands
    kept, winner = edit.kept, fought.result.winner
    round_ = campaign.rounds.filter(pk=int(kept["round"])).first() if kept.get("round") else None
    battle = Battle.objects.create(
        campaign=campaign,
        round=round_,
        key=edit.battle,
        title=edit.title,
        date=dt.datetime.fromisoformat(kept["date"]) if kept.get("date") else None,
        state=BattleState.CONFIRMED,
        confirmed_at=_confirmed_at(seen.past, edit.after),
        winner=warbands[winner] if winner is not None else None,
        override_reason=fought.report.reason.strip()[:REASON_LENGTH] if fought.result.overridden else "",
    )
    BattleReport.objects.create(battle=battle, author=member, data=msgspec.to_builtins(fought.report))
    for seat, key in enumerate(edit.sides):
        engagement = fought.engagements[key]
        side = BattleSide.objects.create(
            battle=battle,
            warband=warbands[key],
            seat=seat,
            agreed=True,
            outcome=engagement.outcome.value,
            victory_points=engagement.victory_points,
            takedowns=len(engagement.takedowns),
            losses=len(engagement.casualties),
        )
        line = next(line for line in seen.result.journals[key] if line.ref == edit.aftermath(key))
        row = warbands[key].journal.get(kind="recover", undone_at=None, data__battle=edit.battle)
        if isinstance(line.entry, Recover):
            aftermath.write_past(side, line.before, line.entry, row.number)
    return battle


def _confirmed_at(known: Past, after: str) -> dt.datetime:
    """Return when it was: it stands where it was fought in whatever is told in order."""
    battle, row = known.battles.get(after), known.rows.get(after)
    if battle is not None and battle.confirmed_at is not None:
        return battle.confirmed_at
    return row.at if row is not None else min((r.at for r in known.rows.values()), default=timezone.now())


def remove_rows(battles: Mapping[str, int]) -> None:
    """Take the forgotten battles of a correction away again, by their primary keys."""
    Battle.objects.filter(pk__in=[int(pk) for pk in battles]).delete()


def untouched(battles: Mapping[str, int]) -> bool:
    """Tell whether these battles are what they were when they were put in, by their versions then."""
    now = Battle.objects.filter(pk__in=[int(pk) for pk in battles]).values_list("pk", "version")
    return {str(pk): version for pk, version in now} == dict(battles)


def moments(known: Past) -> list[tuple[str, Battle]]:
    """Return the battles after which one may have been forgotten, in their order."""
    refs = [act.ref for act in known.timeline.acts]
    found = [battle for _ref, battle in sorted(known.battles.items(), key=lambda item: refs.index(item[0]))]
    return [(ref_of_battle(battle), battle) for battle in found]
