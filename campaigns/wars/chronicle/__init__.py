"""The campaign's chronicle: what its warbands lived through, as a story, newest first.

It reads the journals, whose events are data: ``reading`` finds the facts in them, ``telling`` makes sentences of these
in the reader's language. Raising a new warband is no news: the chronicle of a warband begins when its muster is closed,
or when it is enlisted.
"""

from campaigns.wars.chronicle.book import Chapter, Item, chapters, corrections, entries, latest, page
from campaigns.wars.chronicle.kinds import COMINGS, DEEDS, HARMLESS, NEWS

__all__ = [
    "COMINGS",
    "DEEDS",
    "HARMLESS",
    "NEWS",
    "Chapter",
    "Item",
    "chapters",
    "corrections",
    "entries",
    "latest",
    "page",
]
