"""A warband's journal as readers see it: sentences, dates, money before and after."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from club.models import Member, naming
from engines.musg.catalogue import Catalogue
from engines.musg.entries import Adopt
from engines.musg.packs.house import told_with
from rosters import wording
from rosters.models import JournalEntry, Warband
from rosters.models.journal import step_name

RECENT: Final = 6
ENDINGS: Final = (
    "killed",
    "died",
    "dismissed",
    "released",
    "lost_contact",
    "legend",
    "went_for_hire",
    "captive_lost",
    "pulp_legend",
)
ENDING_KINDS: Final = ("recover", "dismiss", "release", "succeed", "captive", "last_episode")


class Sentence(Struct, frozen=True):
    """One thing that happened, and the figure it happened to, if any."""

    text: str
    figure: int | None


class JournalLine(Struct, frozen=True):
    """One step: its number, what readers call it (``name``), when and by whom, what happened, the treasury before and
    after, whether it was undone.
    """

    number: int
    name: str
    kind: str
    at: dt.datetime
    author: Member | None
    sentences: tuple[Sentence, ...]
    before: int
    after: int
    struck: bool
    brought: bool = False

    @property
    def change(self) -> int:
        """Points gained; negative when spent."""
        return self.after - self.before


def line(row: JournalEntry, catalogue: Catalogue, *, author: bool = True) -> JournalLine:
    """Return a row of the journal as its readers see it; without ``author``, who made the step is not looked up.

    ``catalogue`` is that of the journal's warband, here and below.
    """
    return JournalLine(
        number=row.number,
        name=row.step,
        kind=row.kind,
        at=row.at,
        author=row.author if author else None,
        sentences=(*sentences(row.events, catalogue), *(Sentence(why, None) for why in for_player(row.reason))),
        before=row.before,
        after=row.after,
        struck=row.struck,
        brought=row.brought,
    )


def for_player(reason: str) -> tuple[str, ...]:
    """Return the sentence that says why a referee took a step for the player; nothing for the player's own steps."""
    return (in_place(reason),) if reason else ()


def in_place(reason: str) -> str:
    """Say why a referee took a step for the player."""
    return _("The referee did this for the player: %(reason)s") % {"reason": reason}


def lines(rows: Iterable[JournalEntry], catalogue: Catalogue, *, author: bool = True) -> list[JournalLine]:
    """Return rows of the journal as their readers see them."""
    return [line(row, catalogue, author=author) for row in rows]


def spoken(warband: Warband) -> Catalogue:
    """Return what a warband's journal is told with: what it plays with now, and what former packs of it brought.

    One query for a warband that plays with packs, none for others.
    """
    now = warband.roster.rules.house
    if not (now or warband.engine_setup.rules.house):
        return warband.catalogue
    adopted = (row.entry for row in warband.journal.filter(kind="adopt", undone_at=None).order_by("place"))
    former = [warband.engine_setup.rules.house, *(one.house for one in adopted if isinstance(one, Adopt))]
    return told_with([*(house for house in former if house), *([now] if now else [])])


def of_figure(warband: Warband, number: int) -> list[JournalLine]:
    """Return all that happened to one figure, latest first, in one query; other figures' sentences are left out."""
    found, catalogue = [], spoken(warband)
    for step, place, kind, at, events, before, after, undone_at, brought, reason in _steps(warband):
        told = [_sentence(event, catalogue) for event in events if event.get("figure") == number]
        if told:
            told += [Sentence(why, None) for why in for_player(reason)]
            name, struck = step_name(step, place), undone_at is not None
            found.append(JournalLine(step, name, kind, at, None, tuple(told), before, after, struck, brought))
    return found


def as_read(steps: QuerySet[JournalEntry], *besides: str) -> QuerySet[JournalEntry]:
    """Read of steps only what their lines show, and of their authors what names them; ``besides`` some fields more."""
    shown = ("number", "place", "kind", "at", "events", "before", "after", "undone_at", "brought", "reason")
    return steps.select_related("author").only(*shown, *besides, *naming("author"))


def _steps(warband: Warband) -> QuerySet[JournalEntry, tuple[Any, ...]]:
    shown = ("number", "place", "kind", "at", "events", "before", "after", "undone_at", "brought", "reason")
    return warband.journal.order_by("-place").values_list(*shown)


def endings(warband: Warband, numbers: Iterable[int]) -> dict[int, JournalLine]:
    """Return how each of these figures ended: the last such step, by figure, in one query (none without figures)."""
    wanted = set(numbers)
    if not wanted:
        return {}
    found: dict[int, JournalLine] = {}
    rows = warband.journal.filter(undone_at=None, kind__in=ENDING_KINDS).order_by("place")
    for row in rows.defer("data"):
        for event in row.events:
            if event["code"] in ENDINGS and event.get("figure") in wanted:
                sentence = (_sentence(event, warband.catalogue),)
                found[event["figure"]] = JournalLine(
                    row.number, row.step, row.kind, row.at, None, sentence, row.before, row.after, False
                )
    return found


def sentences(events: list[dict[str, Any]], catalogue: Catalogue) -> tuple[Sentence, ...]:
    """Return what happened in one step, everybody's experience gathered in one sentence."""
    gains = [event["params"] for event in events if event["code"] == "experience"]
    if len(gains) < 2:
        return tuple(_sentence(event, catalogue) for event in events)
    gained = ", ".join(f"{gain['name']} +{gain['points']}" for gain in gains if gain["points"])
    told = Sentence(_("Experience: %(gained)s.") % {"gained": gained or "0"}, None)
    first = next(place for place, event in enumerate(events) if event["code"] == "experience")
    return tuple(
        told if place == first else _sentence(event, catalogue)
        for place, event in enumerate(events)
        if place == first or event["code"] != "experience"
    )


def _sentence(event: dict[str, Any], catalogue: Catalogue) -> Sentence:
    return Sentence(wording.event_sentence(event["code"], event.get("params", {}), catalogue), event.get("figure"))
