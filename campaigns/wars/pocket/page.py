"""The page of an evening, made from its rows: the class is its game's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from campaigns.wars.access import may_keep
from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import wording
from campaigns.wars.pocket.menace_page import MenacePage
from campaigns.wars.pocket.operations import entries_of, standing_entries
from campaigns.wars.pocket.raid.page import RaidPage
from campaigns.wars.pocket.shared import Entered, EveningPage
from club.access import User
from club.operations import ProblemLike
from engines.musg.pocket import log
from engines.musg.pocket.entries import Entry
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pocket.state import Event, State, Table

PAGES: Final[Mapping[type[Table], type[EveningPage]]] = {State: MenacePage, RaidState: RaidPage}


def page_of(evening: Evening, user: User, refused: Iterable[ProblemLike] = ()) -> EveningPage:
    """Return the page of an evening from a loader of ``access``; its version is that of the log shown. One query."""
    rows = standing_entries(evening)
    state: Table = log.begin(evening.agreed)
    history = list[Entered]()
    for row, entry in zip(rows, entries_of(rows), strict=True):
        log.play(state, entry)
        history.append(Entered(row, tuple(getattr(entry, "faces", ())), _sentences(state, state.events, entry)))
    made = PAGES[type(state)]
    return made(evening, rows, may_keep(user, evening.battle), state, history, refused)


def _sentences(state: Table, events: Iterable[Event], entry: Entry) -> tuple[str, ...]:
    said = tuple(wording.event_sentence(state, event) for event in events)
    return said or (wording.entry_sentence(state, entry),)
