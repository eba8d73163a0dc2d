"""A match of a card game as a report on paper: the places, what the points were for, and the log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext, pgettext

from campaigns.matches.page import BoardLine, CorrectionLine, LogLine, MatchPage
from club.dates import date_text
from club.paper import press
from club.paper.choices import PaperChoices

TEMPLATE: Final = Path(__file__).parent / "report.typ"


def pdf(page: MatchPage, choices: PaperChoices) -> bytes:
    """Return the report as a PDF, in the language that is active and as its reader wants it."""
    return press.pdf(TEMPLATE, data(page, choices))


def data(page: MatchPage, choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads."""
    match = page.match
    report = {
        "title": page.verdict or str(match),
        "facts": _facts(page),
        "heads": [pgettext("rank", "Place"), _("Player"), str(page.pad.heroes_title), str(page.pad.total_title)],
        "shows_heroes": page.shows_heroes,
        "places": [_place(line) for line in page.lines],
        "ending": " ".join(_ending(page)),
        "options": [[str(name), str(value)] for name, value in page.options],
        "house_rules": match.house_rules.splitlines(),
        "notes": match.notes.splitlines(),
        "log": [_entry(line) for line in page.log],
        "corrections": [_correction(line) for line in page.corrections],
    }
    return {"look": choices.look, "words": _words(), "report": report}


def _words() -> dict[str, str]:
    return {
        "page": _("Page"),
        "colon": pgettext("after a name", ":"),
        "result": _("Result"),
        "options": _("Played with"),
        "house_rules": _("House rules"),
        "notes": _("Notes"),
        "log": _("The log"),
        "empty": _("No entry yet."),
        "struck": _("struck out"),
        "corrections": _("Corrections"),
    }


def _facts(page: MatchPage) -> list[list[str]]:
    match = page.match
    minutes = ngettext("%(minutes)s minute", "%(minutes)s minutes", match.duration or 0)
    facts = [
        [_("Game"), str(page.pad.name)],
        [_("Season"), match.campaign.name if match.campaign else ""],
        [_("Date"), date_text(match.date, "DATETIME_FORMAT")],
        [_("Place"), match.place],
        [_("Length"), minutes % {"minutes": match.duration} if match.duration else ""],
        [_("State"), str(match.get_state_display())],
    ]
    return [fact for fact in facts if fact[1]]


def _place(line: BoardLine) -> dict[str, Any]:
    sources = "  ".join(f"{source.name} {source.points:+d}" for source in line.sources)
    return {
        "place": str(line.place),
        "name": line.name,
        "won": pgettext("player", "won") if line.won else "",
        "sources": sources,
        "heroes": ", ".join(str(hero) for hero in line.heroes),
        "total": "–" if line.total is None else str(line.total),
    }


def _ending(page: MatchPage) -> Iterable[str]:
    if page.ending:
        yield str(page.ending)
    if page.tie_breaks:
        yield " ".join((_("Tie broken by:"), ", ".join(str(tie) for tie in page.tie_breaks)))


def _entry(line: LogLine) -> dict[str, Any]:
    return {
        "number": str(line.number),
        "said": line.sentence,
        "more": " · ".join((*line.gains, *line.events)),
        "faults": " ".join(line.faults),
        "by": f"{line.author}, {date_text(line.at, 'SHORT_DATETIME_FORMAT')}".removeprefix(", "),
        "struck": line.struck,
    }


def _correction(line: CorrectionLine) -> list[str]:
    changed = " → ".join(said for said in (line.before, line.after) if said)
    by = f"{line.author}, {date_text(line.at, 'SHORT_DATETIME_FORMAT')}".removeprefix(", ")
    return [str(line.number), changed, line.reason, by]
