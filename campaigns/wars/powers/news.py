"""What players are told of what a referee did to their warbands, or in their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.utils.translation import override

from campaigns.league.access import members_of
from campaigns.league.news import tell
from campaigns.wars.models.enlistment import Enlistment
from engines.musg.warband import Warband as Roster
from rosters.models import JournalEntry, Warband
from rosters.wording.values import names_a_thing, values_of

TOLD_ELSEWHERE = frozenset({"grant", "recover"})
"""Kinds of entries with news of their own."""


CALLED: Final = "called_"
"""Begins the params that say what the thing in an event is called, each in a language."""


def told_of(event: Mapping[str, Any], warband: Warband) -> dict[str, Any]:
    """Return what news keep of an event: what it is about, and what a thing is called in the warband's catalogue.

    News outlast the warband's catalogue, and are read without it.
    """
    params = {**event["params"], "event": event["code"], "warband": warband.name}
    for language, _name in settings.LANGUAGES if "item" in params and names_a_thing(event["code"]) else ():
        with override(language):
            params[CALLED + language] = values_of(event["code"], event["params"], warband.catalogue)["item"]
    return params


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
        params=told_of(event, warband),
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
        params={**told_of(event, warband), "why": row.reason},
        address=warband.get_absolute_url(),
        by=row.undone_by if row.struck else row.author,
    )
