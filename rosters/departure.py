"""A member's warbands: in the archive of everything about them, and when their account closes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from club.models import ClubSettings, FormerWarbands, Member
from rosters.models import JournalEntry, Pack
from rosters.packs.forms import toml_of
from rosters.packs.operations import remove_pack
from rosters.transfer import export_warband


def follow_closing(member: Member) -> None:
    """Forget the packs that nobody else reads or helps with, and with which others' the member helped.

    If the club wants it so, the member's warbands go as well; what others refer to stays.
    """
    for pack in Pack.objects.filter(owner=member, shared=False, editors=None).order_by("pk"):
        remove_pack(pack=pack, author=member)
    Pack.editors.through.objects.filter(member=member).delete()
    if ClubSettings.load().former_warbands != FormerWarbands.REMOVE:
        return
    for warband in member.warbands.order_by("pk"):
        with suppress(ProtectedError), transaction.atomic():
            warband.delete()


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield the member's warbands as files that can be imported again, and the notes in their journals."""
    for warband in member.warbands.order_by("pk"):
        yield f"warbands/{warband.pk}", export_warband(warband)
    for pack in Pack.objects.filter(owner=member).order_by("pk"):
        yield f"packs/{pack.code}", toml_of(pack)
    notes = JournalEntry.objects.filter(author=member, kind="note").select_related("warband").order_by("at", "pk")
    yield "notes", [{"warband": row.warband.name, "at": row.at, "note": row.data} for row in notes.iterator()]
