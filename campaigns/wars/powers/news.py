"""What players are told of what a referee did to their warbands, or in their place."""

from __future__ import annotations

from campaigns.league.access import members_of
from campaigns.league.news import tell
from campaigns.wars.models.enlistment import Enlistment
from engines.musg.warband import Warband as Roster
from rosters.models import JournalEntry, Warband

TOLD_ELSEWHERE = frozenset({"grant", "recover"})
"""Kinds of entries with news of their own."""


def _tell_of_own(warband: Warband, row: JournalEntry) -> None:
    """Tell everybody else in the campaign of what a referee did to a warband of his own: he is a party to it."""
    enlistment = Enlistment.objects.filter(warband=warband, withdrawn=False).select_related("campaign").first()
    if enlistment is None:
        return
    event, others = row.events[0], set(members_of(enlistment.campaign)) - {warband.owner_id}
    tell(
        campaign=enlistment.campaign,
        to=others,
        code="referee_step_for_own",
        params={**event["params"], "event": event["code"], "warband": warband.name},
        address=warband.get_absolute_url(),
        by=row.author,
    )


def follow(warband: Warband, row: JournalEntry, before: Roster, after: Roster) -> None:
    """Tell the owner of every step that a referee made on the warband or for him, and of every one taken back."""
    done_for = bool(row.reason)
    if row.author_id == warband.owner_id and row.entry.referee_only and not row.struck and row.events:
        _tell_of_own(warband, row)
    if row.kind in TOLD_ELSEWHERE and not row.struck:
        return
    if row.author_id in (None, warband.owner_id) or not (done_for or row.entry.referee_only) or not row.events:
        return
    enlistment = Enlistment.objects.filter(warband=warband, withdrawn=False).select_related("campaign").first()
    event = row.events[0]
    tell(
        campaign=enlistment.campaign if enlistment else None,
        to=[warband.owner_id],
        code="referee_took_back" if row.struck else "acted_for_you" if done_for else "referee_step",
        params={**event["params"], "event": event["code"], "warband": warband.name, "why": row.reason},
        address=warband.get_absolute_url(),
        by=row.undone_by if row.struck else row.author,
    )
