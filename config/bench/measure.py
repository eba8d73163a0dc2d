"""Counts queries and takes times, page by page, beside an empty page of the site in the same process."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec import Struct

from config.bench.pages import EMPTY_PAGE, Page, answer
from config.bench.scene import Scene
from config.celery import SELDOM

WARM_UPS = 3
BOUNDARIES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
"""Where a transaction begins and ends is no question to the database."""


class Measured(Struct, frozen=True):
    """What a page costs: its queries (``small``: in the small campaign), and the median of its times.

    ``times``: how many times the empty page it takes. Each run takes its turn with one of the empty page and is
    compared with it, so that a machine that gets busy slows both; the median of these ratios counts.
    """

    page: Page
    queries: int
    small: int | None
    seconds: float
    times: float

    @property
    def too_many(self) -> bool:
        """More queries than allowed, or more than in the small campaign."""
        limit = self.page.queries
        return (limit is not None and self.queries > limit) or (self.small is not None and self.queries > self.small)

    @property
    def too_slow(self) -> bool:
        """More times the empty page than allowed."""
        return self.page.ratio is not None and self.times > self.page.ratio


def visitor(scene: Scene) -> Client:
    """A client logged in as the member who looks at the scene."""
    client = Client()
    client.force_login(scene.viewer)
    # As after a log-in by the page: what is known of the browser comes along with the session.
    about = {"user": scene.viewer, "ip": "127.0.0.1", "user_agent": "bench"}
    UserSession.objects.update_or_create(session_key=client.session.session_key, defaults=about)
    return client


def count_queries(page: Page, client: Client, scene: Scene) -> int:
    """Return the number of queries of one request, session and member included, once everything is warm."""
    for _ in range(WARM_UPS):
        run(page, client, scene)
    page.ready(scene)
    with CaptureQueriesContext(connection) as captured:
        answer(page, client, scene)
    page.tidy(scene)
    return sum(not query["sql"].startswith(BOUNDARIES) for query in captured.captured_queries)


def run(page: Page, client: Client, scene: Scene) -> float:
    """Ask for the page once and return the seconds it took."""
    page.ready(scene)
    begun = perf_counter()
    answer(page, client, scene)
    taken = perf_counter() - begun
    page.tidy(scene)
    return taken


def measure(pages: Sequence[Page], scene: Scene, small: Scene | None, *, runs: int) -> Iterator[Measured]:
    """Measure every page: queries in both scenes, then ``runs`` times beside the empty page."""
    few = {page.name: count_queries(page, visitor(small), small) for page in pages} if small else {}
    client = visitor(scene)
    for page in (EMPTY_PAGE, *pages):
        queries = count_queries(page, client, scene)
        count_queries(EMPTY_PAGE, client, scene)
        seconds: list[float] = []
        ratios: list[float] = []
        for _ in range(runs):
            with quiet():
                run(EMPTY_PAGE, client, scene)  # collecting garbage leaves the processor's caches cold
                empty = run(EMPTY_PAGE, client, scene)
                seconds.append(run(page, client, scene))
                ratios.append(seconds[-1] / empty)
        yield Measured(page, queries, few.get(page.name), median(seconds), median(ratios))


@contextmanager
def quiet() -> Iterator[None]:
    """Collect garbage before, not during."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def as_a_worker() -> Iterator[None]:
    """Look for garbage as seldom as a worker does."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


_hasty = False


@contextmanager
def haste(wanted: bool) -> Iterator[None]:
    """Measure rules just long enough to see that each can be measured, if this is ``wanted``."""
    global _hasty
    before, _hasty = _hasty, wanted
    try:
        yield
    finally:
        _hasty = before


def often(usual: int, in_haste: int = 1) -> int:
    """Return how often something is done for one figure: as ``usual``, or less in haste."""
    return in_haste if _hasty else usual


def per_second(
    work: Callable[[], object], *, seconds: float = 0.3, repeats: int = 3, clock: Callable[[], float] = perf_counter
) -> float:
    """Return how often ``work`` can be done in a second: the best of some repeats of ``seconds`` each.

    With ``process_time`` as ``clock``, what else the machine does counts for little. In haste it is one repeat of a
    twentieth of the seconds.
    """
    if _hasty:
        seconds, repeats = seconds / 20, 1
    best = 0.0
    for _ in range(repeats):
        with quiet():
            done, begun = 0, clock()
            while (taken := clock() - begun) < seconds:
                work()
                done += 1
            best = max(best, done / taken)
    return best


STATUS = Path("/proc/self/status")
"""Where Linux tells a process of its own memory, since it was loaded and in kB."""

TELLING = f"""
import sys
from engines.__main__ import main
status = main(sys.argv[1:])
peak = next(line for line in open("{STATUS}") if line.startswith("VmHWM:"))
print(peak.split()[1], file=sys.stderr)
sys.exit(status)
"""


def peak_memory_of(*arguments: str) -> float:
    """Return the most memory, in megabytes, that ``python -m engines`` needs for a command; 0 where unknown.

    The process tells it itself: what the system accounts to a child includes the parent's, as it was before the start.
    """
    if not STATUS.exists():
        return 0.0
    command = [sys.executable, "-c", TELLING, *arguments]
    root = Path(__file__).resolve().parents[2]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return 0.0 if ended.returncode else int(ended.stderr.split()[-1]) / 1024
