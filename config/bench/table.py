"""The figures as lines of text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from config.bench.engine import Speed
from config.bench.measure import Measured

HEADINGS = ("page", "queries", "small", "limit", "ms", "x empty", "limit", "")


def lines(measured: Sequence[Measured], speeds: Sequence[Speed]) -> Iterator[str]:
    """Yield two aligned tables: the pages with their limits, misses marked, and the rules."""
    rows = [HEADINGS, *(_row(m) for m in measured)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *cells]).rstrip()
    yield ""
    width = max((len(speed.name) for speed in speeds), default=0)
    for speed in speeds:
        yield f"{speed.name.ljust(width)}  {speed.per_second:>12,.0f} {speed.unit}{_aim(speed)}"


def _aim(speed: Speed) -> str:
    """Say what is asked of a speed, if anything is, and mark a miss."""
    return f", at least {speed.aim:,}{'  MISSED: SPEED' if speed.too_slow else ''}" if speed.aim else ""


def _row(m: Measured) -> tuple[str, ...]:
    misses = [word for word, missed in (("QUERIES", m.too_many), ("TIME", m.too_slow)) if missed]
    return (
        m.page.name,
        str(m.queries),
        "" if m.small is None else str(m.small),
        "" if m.page.queries is None else str(m.page.queries),
        f"{m.seconds * 1000:.1f}",
        f"{m.times:.2f}",
        "" if m.page.ratio is None else f"{m.page.ratio:g}",
        f"MISSED: {', '.join(misses)}" if misses else "",
    )


def as_data(measured: Sequence[Measured], speeds: Sequence[Speed], **about: Any) -> dict[str, Any]:
    """Return the figures as JSON data; times in milliseconds."""
    return {
        **about,
        "pages": {
            m.page.name: {
                "queries": m.queries,
                "queries_small": m.small,
                "queries_limit": m.page.queries,
                "ms": round(m.seconds * 1000, 3),
                "ratio": round(m.times, 3),
                "ratio_limit": m.page.ratio,
                "missed": [word for word, missed in (("queries", m.too_many), ("time", m.too_slow)) if missed],
            }
            for m in measured
        },
        "slower_than_aimed_at": [speed.name for speed in speeds if speed.too_slow],
        "per_second": {speed.name: round(speed.per_second, 1) for speed in speeds if speed.unit == "per second"},
        "other": {speed.name: f"{speed.per_second:.0f} {speed.unit}" for speed in speeds if speed.unit != "per second"},
    }
