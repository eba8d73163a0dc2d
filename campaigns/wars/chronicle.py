"""The campaign's chronicle: what its warbands lived through, in sentences, newest first.

It reads the journals, whose events are data; sentences are made here, in the reader's language. Raising a new warband
is no news: the chronicle of a warband begins when its muster is closed, or when it is enlisted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from campaigns.league.models import Campaign
from campaigns.wars.corrections.wording import sentences
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.correction import Correction, CorrectionState
from rosters.history import for_player
from rosters.models import JournalEntry, Warband
from rosters.wording import event_sentence

PAGE: Final = 40
DEEDS: Final = (
    *("muster", "learn", "replace_leader", "succeed", "fight", "recover", "accept"),
    *("grant", "award", "bestow", "confiscate", "teach", "unlearn", "injure", "heal", "call_back", "hold", "exempt"),
)
COMINGS: Final = ("hire", "engage", "engage_again", "hire_character", "release", "dismiss")
"""Steps that are news only once the muster is closed."""

NEWS: Final = frozenset(
    {
        "mustered",
        "hired",
        "engaged",
        "engaged_again",
        "character_hired",
        "released",
        "dismissed",
        "learned",
        "became_leader",
        "went_for_hire",
        "legend",
        "promoted",
        "may_succeed",
        "leader_to_hire",
        "lost_contact",
        "battle_won",
        "battle_drew",
        "battle_lost",
        "killed",
        "died",
        "returned",
        "accepted",
        "granted",
        "awarded",
        "bestowed",
        "confiscated",
        "taught",
        "unlearned",
        "injured",
        "healed",
        "called_back",
        "held_back",
        "let_go",
        "warband_held_back",
        "warband_let_go",
        "exempted",
        "exemption_lifted",
    }
)
HARMLESS: Final = frozenset({"back", "full_recovery", "quack_harmless", "quack", "reroll", "multiple"})
"""Results of the return tables that change nothing, or only lead to another roll."""


@dataclass(frozen=True, slots=True)
class Item:
    """What one warband has to tell in a chapter, in the order in which it happened."""

    warband: str
    address: str
    sentences: tuple[str, ...]


@dataclass(slots=True)
class Chapter:
    """What belongs together: one battle and its aftermaths, or one day between battles."""

    battle: Battle | None
    day: date
    told: dict[Warband, list[str]] = field(default_factory=dict)

    @property
    def items(self) -> list[Item]:
        """What each warband has to tell."""
        return [Item(warband.name, warband.get_absolute_url(), tuple(said)) for warband, said in self.told.items()]


def entries(campaign: Campaign, warband: int | None = None) -> QuerySet[JournalEntry]:
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
    heavy = ("warband__state", "warband__setup")
    return found.select_related("warband").defer(*heavy).order_by("-at", "-pk")


def page(campaign: Campaign, number: str | int = 1, warband: int | None = None) -> tuple[Page, list[Chapter]]:
    """Return one page of the chronicle and its chapters. Three queries."""
    shown = Paginator(entries(campaign, warband), PAGE).get_page(number)
    return shown, chapters(campaign, shown.object_list)


def corrections(campaign: Campaign, shown: Page) -> list[tuple[Correction, list[tuple[str, list[str]]]]]:
    """Return the corrections made in the time that a page tells of, latest first, each with what it changed."""
    made = Correction.objects.filter(campaign=campaign, state=CorrectionState.MADE).select_related("author")
    rows = list(shown.object_list)
    if shown.has_next() and rows:
        made = made.filter(made__gte=rows[-1].at)
    if shown.has_previous() and rows:
        made = made.filter(made__lt=rows[0].at)
    return [(row, sentences(row.told)) for row in made.defer("former").order_by("-made")]


def chapters(campaign: Campaign, rows: Iterable[JournalEntry]) -> list[Chapter]:
    """Return the chapters these entries make, in the order in which they first come up."""
    told = [(row, _battle_key(row), _sentences(row)) for row in rows]
    keys = {key for _row, key, _said in told if key}
    battles = {
        battle.key: battle
        for battle in campaign.battles.filter(key__in=keys)
        .select_related("round", "winner")
        .defer("winner__state", "winner__setup")
    }
    found: dict[object, Chapter] = {}
    for row, key, said in told:
        if said:
            day = timezone.localtime(row.at).date()
            battle = battles.get(key)
            chapter = found.setdefault(battle.key if battle else day, Chapter(battle, day))
            # Entries come newest first; a chapter is told from its beginning.
            chapter.told[row.warband] = [*said, *chapter.told.get(row.warband, ())]
    return list(found.values())


def _battle_key(row: JournalEntry) -> str:
    """Return the key of the battle that a fight or an aftermath belongs to, else an empty string."""
    return str(row.data.get("battle") or row.data.get("engagement", {}).get("battle", ""))


def _sentences(row: JournalEntry) -> tuple[str, ...]:
    said = tuple(
        event_sentence(event["code"], event["params"])
        for event in row.events
        if event["code"] in NEWS and not _harmless(event["code"], event["params"])
    )
    return (*said, *for_player(row)) if said else ()


def _harmless(code: str, params: Mapping[str, Any]) -> bool:
    return code == "returned" and HARMLESS.issuperset(str(params.get("result", "")).split())
