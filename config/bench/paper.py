"""What paper costs in one worker: sheets, cards, and the booklet of a campaign of a hundred pages, everything included.

Each is made as on the site, from the rows of the database to the PDF; nothing of an earlier one is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from django.utils import translation
from msgspec import Struct

from campaigns.jobs import queue as jobs
from campaigns.wars.models.booklet import Booklet
from campaigns.wars.paper.booklet import operations as booklets
from club.paper import press
from club.paper.choices import PaperChoices
from club.paper.workshop import WORKSHOP
from config.bench.measure import quiet
from config.bench.pages import forget
from config.bench.scene import Scene, build
from rosters.models import Warband
from rosters.sheets import cards, pdf as sheets
from rosters.sheets.page import Sheet, sheet

CHOICES: Final = PaperChoices(language="fr")
LARGE: Final = 25
"""Figures of a large warband."""
WARBANDS: Final = 10
"""Large warbands whose rosters fill a hundred pages."""
FEWEST_PAGES: Final = 100


class Printed(Struct, frozen=True):
    """What one kind of paper costs: the medians of its times by the clock and by the processor, in seconds.

    ``limit`` is what it may cost the processor: how busy the machine is beside it is not counted.
    """

    name: str
    pages: int
    seconds: float
    cpu: float
    limit: float

    @property
    def too_slow(self) -> bool:
        """Whether it costs more than it may."""
        return self.cpu > self.limit


def costs(*, runs: int) -> Iterator[Printed]:
    """Measure every kind of paper ``runs`` times in campaigns of their own."""
    small = build(warbands=2, figures=9, name="Paper")
    large = build(warbands=WARBANDS, figures=LARGE, name="Booklet")
    with translation.override(CHOICES.language):
        yield _cost("a sheet of 9 figures", lambda: _sheet(small), 0.100, runs)
        yield _cost("a sheet of 25 figures", lambda: _sheet(large), 0.150, runs)
        yield _cost("nine cards", lambda: _cards(small), 0.120, runs)
        booklet = _cost("a campaign's booklet", lambda: _booklet(large), 1.5, runs)
    if booklet.pages < FEWEST_PAGES:
        raise RuntimeError(f"the booklet has {booklet.pages} pages, not {FEWEST_PAGES}")
    yield booklet


def _cost(name: str, make: Callable[[], bytes], limit: float, runs: int) -> Printed:
    pages = press.page_count(make())
    by_clock, by_processor = [], []
    for _run in range(runs):
        forget()
        with quiet():
            begun, cpu = perf_counter(), process_time() + WORKSHOP.cpu
            make()
            by_clock.append(perf_counter() - begun)
            by_processor.append(process_time() + WORKSHOP.cpu - cpu)
    return Printed(name, pages, median(by_clock), median(by_processor), limit)


def _laid_out(scene: Scene) -> Sheet:
    warband = Warband.objects.select_related("owner").get(pk=scene.warband.pk)
    return sheet(warband.roster, owner=warband.owner.name, choices=CHOICES)


def _sheet(scene: Scene) -> bytes:
    return sheets.pdf(_laid_out(scene))


def _cards(scene: Scene) -> bytes:
    return cards.pdf(_laid_out(scene))


def _booklet(scene: Scene) -> bytes:
    """Ask for a booklet, make it as a worker does, and throw the row away: the day's limit is none of this."""
    asked = booklets.ask(campaign=scene.campaign, member=scene.viewer, choices=CHOICES)
    job = booklets.job_of(asked)
    if job is None or not jobs.run(job.pk):
        raise RuntimeError("the booklet was not made")
    content = bytes(Booklet.objects.get(pk=asked.pk).content.pdf)
    asked.delete()
    return content


def lines(printed: Sequence[Printed]) -> Iterator[str]:
    """Yield a table, misses marked."""
    yield f"{'paper':<24}{'pages':>6}{'ms':>9}{'CPU ms':>9}{'limit':>8}"
    for one in printed:
        missed = "  MISSED: TIME" if one.too_slow else ""
        times = f"{one.seconds * 1000:>9.0f}{one.cpu * 1000:>9.0f}{one.limit * 1000:>8.0f}"
        yield f"{one.name:<24}{one.pages:>6}{times}{missed}"


def as_data(printed: Sequence[Printed]) -> dict[str, Any]:
    """Return the figures as JSON data; times in milliseconds."""
    return {
        one.name: {
            "pages": one.pages,
            "ms": round(one.seconds * 1000, 1),
            "cpu_ms": round(one.cpu * 1000, 1),
            "limit_ms": round(one.limit * 1000),
            "missed": one.too_slow,
        }
        for one in printed
    }
