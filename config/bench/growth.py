"""What the pages about scores cost in a young club and in an old one: as many queries, less than three times as long.

Each page is timed in turns with an empty page of the site, as the other pages are; the growth is that of the medians
of these ratios, so that a machine that gets busy in between changes little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import Any, Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec import Struct

from config.bench.history import History
from config.bench.measure import BOUNDARIES, WARM_UPS, quiet
from config.bench.pages import FIRST_LOOK, OFTEN, forget

MOST_GROWTH: Final = 3.0
MOST_TIMES: Final = float(OFTEN)
"""At most so many times the empty page's time, with many matches."""
MOST_AT_FIRST: Final = float(FIRST_LOOK)
"""The same for who looks at what this process has never drawn."""


class ScorePage(Struct, frozen=True):
    """A page about scores: how its address follows from a history; ``by_other``: not its player looks at it."""

    name: str
    address: Callable[[History], str]
    by_other: bool = False


def _about(name: str, query: str = "") -> Callable[[History], str]:
    return lambda history: f"{reverse(f'campaigns:{name}')}{query.format(game=history.season.game)}"


def _player(query: str) -> Callable[[History], str]:
    # The same game in both clubs: what a game calls its heroes may take a query of its own.
    return lambda history: f"{history.player.get_absolute_url()}{query.format(game=history.season.game)}"


def _season(name: str) -> Callable[[History], str]:
    return lambda history: reverse(f"campaigns:{name}", args=[history.season.slug])


SCORE_PAGES: Final = (
    ScorePage("leaderboard", _about("match_leaderboard", "?game={game}")),
    ScorePage("game statistics", _about("match_statistics", "?game={game}")),
    ScorePage("game statistics, a year", _about("match_statistics", "?game={game}&period=12m")),
    ScorePage("player", _player("?game={game}")),
    ScorePage("player, a year", _player("?game={game}&period=12m")),
    ScorePage("player, for others", _player("?game={game}"), by_other=True),
    ScorePage("player, a year, for others", _player("?game={game}&period=12m"), by_other=True),
    ScorePage("season", _season("campaign")),
    ScorePage("season standings", _season("season_standings")),
    ScorePage("season statistics", _season("season_statistics")),
    ScorePage("season matches", _season("season_matches")),
    ScorePage("all matches", _about("match_list")),
)


class Cost(Struct, frozen=True):
    """What one page costs in one history: queries, the median of its milliseconds, its times the empty page.

    ``at_first`` are those of a first look (``pages.forget``).
    """

    queries: int
    milliseconds: float
    times: float
    at_first: float = 0.0


class Growth(Struct, frozen=True):
    """A page in both histories."""

    name: str
    few: Cost
    many: Cost

    @property
    def factor(self) -> float:
        """How many times longer it takes with many matches."""
        return self.many.times / self.few.times

    @property
    def too_many(self) -> bool:
        """Whether it asks the database more often."""
        return self.many.queries > self.few.queries

    @property
    def too_heavy(self) -> bool:
        """Whether it takes more often the empty page's time than allowed, with many matches."""
        return self.many.times > MOST_TIMES

    @property
    def too_heavy_at_first(self) -> bool:
        """Whether a first look takes more than is allowed to one, with many matches."""
        return self.many.at_first > MOST_AT_FIRST

    @property
    def too_slow(self) -> bool:
        """Whether it takes three times as long or more."""
        return self.factor >= MOST_GROWTH


def costs(history: History, *, runs: int) -> dict[str, Cost]:
    """Measure every page about scores."""
    clients = Client(), Client()
    for client, viewer in zip(clients, (history.viewer, history.other), strict=True):
        client.force_login(viewer)
    empty = reverse("club:about")
    found: dict[str, Cost] = {}
    for page in SCORE_PAGES:
        address, client = page.address(history), clients[page.by_other]
        _ask(client, empty)
        for _ in range(WARM_UPS):
            _ask(client, address)
        with CaptureQueriesContext(connection) as captured:
            _ask(client, address)
        queries = sum(not query["sql"].startswith(BOUNDARIES) for query in captured.captured_queries)
        seconds, ratios, first = [], [], []
        for _ in range(runs):
            with quiet():
                _ask(client, empty)  # collecting garbage leaves the processor's caches cold
                idle = _ask(client, empty)
                seconds.append(_ask(client, address))
                ratios.append(seconds[-1] / idle)
                forget()
                first.append(_ask(client, address) / idle)
        found[page.name] = Cost(queries, median(seconds) * 1000, median(ratios), median(first))
    return found


def _ask(client: Client, address: str) -> float:
    begun = perf_counter()
    answer = client.get(address, secure=True)
    taken = perf_counter() - begun
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: answered {answer.status_code} instead of 200")
    return taken


def growths(few: dict[str, Cost], many: dict[str, Cost]) -> list[Growth]:
    """Return the pages with what they cost in both histories."""
    return [Growth(name, few[name], many[name]) for name in few]


CHECKS: Final[tuple[tuple[str, Callable[[Growth], bool]], ...]] = (
    ("QUERIES", lambda growth: growth.too_many),
    ("GROWTH", lambda growth: growth.too_slow),
    ("TIME", lambda growth: growth.too_heavy),
    ("FIRST LOOK", lambda growth: growth.too_heavy_at_first),
)


def lines(measured: Sequence[Growth], few: int, many: int) -> Iterator[str]:
    """Yield a table of the pages, misses marked."""
    width = max(len(growth.name) for growth in measured)
    yield f"{'page'.ljust(width)}  queries  queries      ms      ms  x empty  x empty   first  growth"
    counts = f"{'matches'.ljust(width)}  {few:>7,}  {many:>7,}"
    yield f"{counts}  {'few':>6}  {'many':>6}  {'few':>7}  {'many':>7}  {'look':>6}     < 3"
    for growth in measured:
        one, other = growth.few, growth.many
        missed = [word for word, is_ in CHECKS if is_(growth)]
        yield (
            f"{growth.name.ljust(width)}  {one.queries:>7}  {other.queries:>7}  {one.milliseconds:>6.1f}  "
            f"{other.milliseconds:>6.1f}  {one.times:>7.2f}  {other.times:>7.2f}  {other.at_first:>6.2f}  "
            f"{growth.factor:>6.2f}"
            f"{'  MISSED: ' + ', '.join(missed) if missed else ''}"
        )


def as_data(measured: Sequence[Growth]) -> dict[str, Any]:
    """Return the figures as JSON data."""
    return {
        growth.name: {
            "queries": [growth.few.queries, growth.many.queries],
            "ms": [round(growth.few.milliseconds, 2), round(growth.many.milliseconds, 2)],
            "ratio": [round(growth.few.times, 3), round(growth.many.times, 3)],
            "first_look": [round(growth.few.at_first, 3), round(growth.many.at_first, 3)],
            "growth": round(growth.factor, 3),
            "missed": [word for word, is_ in CHECKS if is_(growth)],
        }
        for growth in measured
    }
