"""The chronicle in chapters: which entries it tells, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from msgspec import Struct, field

from campaigns.league.models import Campaign
from campaigns.wars.chronicle.archive import Archive, archive
from campaigns.wars.chronicle.facts import Fact
from campaigns.wars.chronicle.kinds import COMINGS, DEEDS
from campaigns.wars.chronicle.reading import battle_key, facts_of, gathered, named_by
from campaigns.wars.chronicle.telling import Voice, tell_facts
from campaigns.wars.corrections.wording import sentences, things_in
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.settings.former import spoken
from rosters.models import JournalEntry, Warband

PAGE: Final = 40
LATEST: Final = 16
"""Journal entries among which the newest chapter is: a battle of four and its aftermaths, with room for silent ones."""

READ: Final = ("kind", "data", "events", "reason", "at", "warband__key", "warband__name")
"""What is read of an entry and of its warband: the rest of a warband takes longer to read than all that is told."""


class Item(Struct, frozen=True):
    """What one warband has to tell in a chapter, in the order in which it happened."""

    warband: str
    address: str
    sentences: tuple[str, ...]


class Chapter(Struct):
    """What belongs together: one battle and its aftermaths, or one day between battles.

    ``lead`` tells of the battle as a whole, ``items`` what each warband lived through.
    """

    battle: Battle | None
    day: date
    facts: dict[int, tuple[Warband, list[Fact]]] = field(default_factory=dict)
    led_by: list[Fact] = field(default_factory=list)
    lead: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()

    def tell(self, voice: Voice) -> None:
        """Make sentences of the facts, in the reader's language."""
        voice.begin(self.battle.key if self.battle else self.day.isoformat())
        self.lead = tuple(tell_facts(self.led_by, voice))
        said = ((warband, tuple(tell_facts(gathered(facts), voice))) for warband, facts in self.facts.values())
        self.items = tuple(Item(warband.name, warband.get_absolute_url(), lines) for warband, lines in said if lines)


def entries(campaign: int, warband: int | None = None) -> QuerySet[JournalEntry]:
    """Return the journal entries worth telling, newest first; of one warband only, if its number is given."""
    closed = JournalEntry.objects.filter(warband=OuterRef("warband"), kind="muster", undone_at=None)
    found = JournalEntry.objects.filter(
        Q(kind__in=DEEDS) | Q(kind__in=COMINGS, place__gt=Subquery(closed.values("place")[:1])),
        warband__enlistment__campaign=campaign,
        at__gte=F("warband__enlistment__since"),
        undone_at=None,
    )
    if warband is not None:
        found = found.filter(warband=warband)
    return found.select_related("warband").only(*READ).order_by("-at", "-pk")


def page(campaign: Campaign, number: str | int = 1, warband: int | None = None) -> tuple[Page, list[Chapter]]:
    """Return one page of the chronicle and its chapters. Six queries."""
    shown = Paginator(entries(campaign.pk, warband), PAGE).get_page(number)
    return shown, chapters(campaign, shown.object_list, alone=warband is not None)


def latest(campaign: Campaign) -> Chapter | None:
    """Return the newest chapter, or ``None`` where there is nothing to tell yet. Five queries."""
    return next(iter(chapters(campaign, entries(campaign.pk)[:LATEST])), None)


def chapters(campaign: Campaign, rows: Iterable[JournalEntry], *, alone: bool = False) -> list[Chapter]:
    """Return the chapters these entries make, in the order in which they first come up.

    A battle is told with the entry of its first warband, for a chapter may be spread over two pages; with whichever
    there is if the entries are those of one warband ``alone``.
    """
    rows = list(rows)
    known = archive(campaign, {key for row in rows if (key := battle_key(row))})
    found: dict[object, Chapter] = {}
    for row in rows:
        records = known.battles.get(battle_key(row))
        battle = records.battle if records else None
        facts, leads = facts_of(row, known), _leads(row, known, alone=alone)
        if not facts and not leads:
            continue
        day = timezone.localtime(row.at).date()
        chapter = found.setdefault(battle.key if battle else day, Chapter(battle, day))
        # Entries come newest first; a chapter is told from its beginning.
        chapter.facts.setdefault(row.warband_id, (row.warband, []))[1][:0] = facts
        if leads and records is not None:
            chapter.led_by = list(records.lead())
    told = [fact for chapter in found.values() for _band, facts in chapter.facts.values() for fact in facts]
    voice = Voice(spoken(campaign, named_by(told)))
    for chapter in found.values():
        chapter.tell(voice)
    return [chapter for chapter in found.values() if chapter.lead or chapter.items]


def _leads(row: JournalEntry, known: Archive, *, alone: bool) -> bool:
    records = known.battles.get(battle_key(row))
    if row.kind != "fight" or records is None or not records.counts:
        return False
    return alone or records.parts[0].warband == row.warband_id


def corrections(campaign: Campaign, shown: Page) -> list[tuple[Correction, list[tuple[str, list[str]]]]]:
    """Return the corrections made in the time that a page tells of, latest first, each with what it changed."""
    rows = list(shown.object_list)
    since = rows[-1].at if shown.has_next() and rows else None
    before = rows[0].at if shown.has_previous() and rows else None
    made = list(_made(campaign, since, before))
    catalogue = spoken(campaign, (code for row in made for code in things_in(row.told)))
    return [(row, sentences(row.told, catalogue)) for row in made]


def _made(campaign: Campaign, since: datetime | None, before: datetime | None) -> QuerySet[Correction]:
    made = Correction.objects.filter(campaign=campaign, state=CorrectionState.MADE).select_related("author")
    if since is not None:
        made = made.filter(made__gte=since)
    if before is not None:
        made = made.filter(made__lt=before)
    return made.defer("former").order_by("-made")
