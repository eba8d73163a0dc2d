"""Which numbers figures and things take in a corrected past, so that nobody who came later is renumbered."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET
from msgspec.structs import replace

from engines.musg import journal
from engines.musg.corrections.timeline import Clash, Timeline
from engines.musg.entries import AnyEntry
from engines.musg.warband import Warband

type Count = tuple[int, int]
"""How many numbers of figures and of items, or the first of each."""


@dataclass(frozen=True, slots=True)
class Given:
    """What stood in an entry's place: it was made after ``before`` and gave out ``count`` numbers."""

    before: Warband
    entry: AnyEntry
    count: Count


class Numbering:
    """What takes no more numbers than stood in its place takes those; anything beyond comes after all ever given."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._fresh: dict[str, Count] = {}

    def numbered(self, warband: str, here: Warband, entry: AnyEntry, old: Given) -> AnyEntry:
        """Return an entry of the corrected past with numbers that mean nobody and nothing else.

        Figures and items are counted each for itself: whoever comes with more gear than before stays who they were.
        """
        wants = _wants(here, entry)
        own = old.entry.numbers
        room = old.count if own is UNSET else _wants(old.before, old.entry)
        if not any(wants) or (own is UNSET and _fits(wants, room)):
            return replace(entry, numbers=UNSET)
        first = (here.next_figure, here.next_item) if own is UNSET else own
        if _fits(wants, room):
            return replace(entry, numbers=first)
        beyond = self._fresh.get(warband) or self._beyond(warband)
        more = tuple(want > there for want, there in zip(wants, room, strict=True))
        self._fresh[warband] = (
            beyond[0] + (wants[0] if more[0] else 0),
            beyond[1] + (wants[1] if more[1] else 0),
        )
        return replace(entry, numbers=(beyond[0] if more[0] else first[0], beyond[1] if more[1] else first[1]))

    def to_pass_over(self, warband: str, last: Warband) -> Count:
        """Return how many numbers stay free at the end of a journal: newcomers to the past have them already."""
        figures, items = self._fresh.get(warband, (0, 0))
        return max(0, figures - last.next_figure), max(0, items - last.next_item)

    def _beyond(self, warband: str) -> Count:
        """Return the first numbers that the old life never gave out."""
        state = journal.begin(self._timeline.setups[warband])
        for act in self._timeline.acts:
            if isinstance(act, Clash) or act.warband == warband:
                entry = act.fights.get(warband) if isinstance(act, Clash) else act.entry
                state = journal.apply(state, entry).warband if entry is not None else state
        return state.next_figure, state.next_item


def given_out(before: Warband, after: Warband) -> Count:
    """Return how many numbers of figures and of items an entry gave out by its warband's own count."""
    return after.next_figure - before.next_figure, after.next_item - before.next_item


def _wants(here: Warband, entry: AnyEntry) -> Count:
    """Return how many numbers an entry needs, whichever they are; none for one that does not hold."""
    # Counted where nothing is in the way: newcomers to the past may have the very next ones.
    clear = replace(here, next_figure=journal.NUMBER_LIMIT, next_item=journal.NUMBER_LIMIT)
    _found, change = journal.check(clear, replace(entry, numbers=UNSET))
    return given_out(clear, change.warband) if change else (0, 0)


def _fits(wants: Count, room: Count) -> bool:
    return wants[0] <= room[0] and wants[1] <= room[1]
