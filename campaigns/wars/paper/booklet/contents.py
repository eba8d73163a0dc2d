"""What stands in a booklet: everything that one member may read of a campaign, as data for the template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, pgettext
from msgspec import Struct, field

from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.models.battle import BattleState
from campaigns.wars.paper.booklet.fame import Memory
from campaigns.wars.standings import standings
from club.dates import date_text
from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from rosters import wording
from rosters.access import readable_by
from rosters.models import Warband
from rosters.portraits.operations import pictures
from rosters.provenance import brought
from rosters.sheets.data import words_data
from rosters.sheets.page import sheet
from rosters.sheets.pdf import data as sheet_data

TEMPLATE: Final = Path(__file__).parent / "booklet.typ"

Tell = Callable[[int], object]
"""Is told after each piece how many are done, of ``pieces``."""


class Contents(Struct):
    """The data of a booklet, the portraits by the names the template knows, the keys of the warbands in it."""

    data: dict[str, Any]
    portraits: dict[str, bytes] = field(default_factory=dict)
    warbands: list[int] = field(default_factory=list)

    def pdf(self) -> bytes:
        """Set it."""
        return press.pdf(TEMPLATE, self.data, pictures=self.portraits)


def enlisted_for(campaign: Campaign, reader: Member) -> QuerySet[Warband]:
    """Return the warbands enlisted in the campaign that ``reader`` may read, by name."""
    mine = readable_by(reader).filter(enlistment__campaign=campaign)
    return mine.select_related("owner", "enlistment").order_by("name", "pk")


def pieces(campaign: Campaign, reader: Member) -> int:
    """Return how many pieces of work a booklet is: a roster each, the rest, and the setting."""
    return enlisted_for(campaign, reader).count() + 2


def contents(campaign: Campaign, reader: Member, choices: PaperChoices, tell: Tell = lambda done: None) -> Contents:
    """Gather what ``reader`` may read of a campaign, in the active language."""
    warbands = list(enlisted_for(campaign, reader))
    portraits: dict[str, bytes] = {}
    rosters = []
    for done, warband in enumerate(warbands, start=1):
        rosters.append(_roster(warband, reader, choices, portraits))
        tell(done)
    keys = [warband.pk for warband in warbands]
    memory = Memory(campaign, keys)
    booklet = {
        "title": campaign.name,
        "cover": _cover(campaign, reader, warbands),
        "standings": _standings(campaign, reader),
        "rosters": rosters,
        "chronicle": [_chapter(chapter) for chapter in _chronicle(campaign)],
        "fame": list(memory.lists()),
        "graves": memory.graves(),
    }
    tell(len(warbands) + 1)
    return Contents({"look": choices.look, "words": _words(), "booklet": booklet}, portraits, keys)


def _words() -> dict[str, str]:
    return words_data() | {
        "contents": _("Contents"),
        "standings": _("Standings"),
        "rosters": _("Rosters"),
        "chronicle": _("Chronicle"),
        "fame": _("Hall of fame"),
        "graves": _("Graveyard"),
        "nothing": _("Nothing to report yet"),
        "nobody_yet": _("Nobody yet."),
        "empty": _("No warband serves in this campaign."),
    }


def _cover(campaign: Campaign, reader: Member, warbands: Sequence[Warband]) -> dict[str, Any]:
    fought = campaign.battles.filter(state=BattleState.CONFIRMED).count()
    bands = ngettext("%(count)s warband", "%(count)s warbands", len(warbands)) % {"count": len(warbands)}
    battles = ngettext("%(count)s battle fought", "%(count)s battles fought", fought) % {"count": fought}
    today = date_text(timezone.localtime(), "DATE_FORMAT")
    return {
        "kicker": _("Campaign of %(game)s") % {"game": campaign.played.name},
        "about": campaign.description.splitlines(),
        "facts": [bands, battles],
        "made": _("As of %(date)s, as %(name)s may see it") % {"date": today, "name": reader.name},
    }


def _standings(campaign: Campaign, reader: Member) -> dict[str, Any]:
    heads = [
        pgettext("rank", "Place"),
        _("Warband"),
        _("Player"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("VP"),
        _("Value"),
        _("Put out"),
        _("Fallen"),
    ]
    rows = [
        [
            str(line.place),
            _name(line.warband.name, withdrawn=line.withdrawn),
            line.warband.owner.name_for(reader),
            *(str(count) for count in (line.won, line.drawn, line.lost, line.victory_points, line.warband.value)),
            *(str(count) for count in (line.takedowns, line.losses)),
        ]
        for line in standings(campaign)
    ]
    return {"heads": heads, "rows": rows}


def _roster(warband: Warband, reader: Member, choices: PaperChoices, portraits: dict[str, bytes]) -> dict[str, Any]:
    """Return the sheet of a warband; its portraits are added to those of the others."""
    hung = pictures(warband) if choices.portraits and warband.portraits_hung else {}
    shown = sheet(warband.roster, owner=warband.owner.name_for(reader), brought=brought(warband), choices=choices)
    laid_out: dict[str, Any] = sheet_data(shown, hung)["sheet"]
    for figure, block in zip(laid_out["figures"], shown.blocks, strict=True):
        if figure["portrait"]:
            figure["portrait"] = f"portrait-{warband.pk}-{block.card.number}.svg"
            portraits[figure["portrait"]] = press.photograph(hung[block.card.number])
    laid_out["about"] = f"{wording.marked_race(warband.race, warband.catalogue)} · {warband.owner.name_for(reader)}"
    return laid_out


def _chronicle(campaign: Campaign) -> Iterable[chronicle.Chapter]:
    """Return the chapters from the beginning: who reads a booklet has not read the end yet."""
    return reversed(chronicle.chapters(campaign, chronicle.entries(campaign.pk)))


def _chapter(chapter: chronicle.Chapter) -> dict[str, Any]:
    battle = chapter.battle
    day = date_text(chapter.day, "DATE_FORMAT")
    return {
        "title": battle.title if battle else _("Between battles"),
        "when": f"{battle.round} · {day}" if battle and battle.round else day,
        "lead": " ".join(chapter.lead),
        "items": [[item.warband, " ".join(item.sentences)] for item in chapter.items],
    }


def _name(warband: str, *, withdrawn: bool) -> str:
    return _("%(warband)s (withdrawn)") % {"warband": warband} if withdrawn else warband
