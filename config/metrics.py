"""Figures for Prometheus, in its text format, for the operator alone."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from typing import Final, cast

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.jobs import signs
from campaigns.jobs.models import Job, JobState
from club.models import Member
from config.counters import LIMITS, REQUESTS, STATUSES
from config.probes import LIMIT, Finding, Probe, look_at_all

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
Samples = Mapping[str, float]
"""Values by their labels, as they are written between braces; empty for a value without any."""


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures for who shows the token; nothing is here for anybody else."""
    shown = request.headers.get("Authorization", "").encode()
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    if not (settings.METRICS_TOKEN and hmac.compare_digest(shown, wanted)):
        raise Http404
    return _figures(request)


@never_cache
@require_safe
def _figures(request: HttpRequest) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in _lines()), content_type=TYPE)


def _lines() -> Iterator[str]:
    stored = _STORED.begin()
    up = {f'check="{name}"': float(found.ok) for name, found in look_at_all().items()}
    yield from _metric("up", "gauge", "Whether what the site leans on is well, as /readyz tells.", up)
    totals = REQUESTS.totals()
    by_status = {f'status="{status}"': count for status, count in zip(STATUSES, totals, strict=False)}
    yield from _metric("requests_total", "counter", "Requests answered on this machine.", by_status)
    yield from _durations(totals[len(STATUSES) :])
    try:
        found = stored.result(timeout=LIMIT)
    except TimeoutError:
        return
    if found.ok:
        figures = cast("Mapping[str, tuple[str, Samples]]", found.details)
        for name, (told, samples) in figures.items():
            yield from _metric(name, "gauge", told, samples)


def _metric(name: str, kind: str, told: str, samples: Samples) -> Iterator[str]:
    full = f"arriere_ban_{name}"
    yield f"# HELP {full} {told}"
    yield f"# TYPE {full} {kind}"
    for labels, value in samples.items():
        yield f"{full}{{{labels}}} {value:.10g}" if labels else f"{full} {value:.10g}"


def _durations(cells: list[float]) -> Iterator[str]:
    full, below = "arriere_ban_request_seconds", 0.0
    yield f"# HELP {full} How long requests took."
    yield f"# TYPE {full} histogram"
    for limit, count in zip([*map(str, LIMITS), "+Inf"], cells[:-1], strict=True):
        below += count
        yield f'{full}_bucket{{le="{limit}"}} {below:.10g}'
    yield f"{full}_sum {cells[-1]:.10g}"
    yield f"{full}_count {below:.10g}"


def _look() -> Finding:
    """Figures from the database: four queries."""
    rows = Job.objects.exclude(state=JobState.CANCELLED).order_by().values_list("kind", "state").annotate(Count("pk"))
    jobs = {f'kind="{kind}",state="{state}"': float(count) for kind, state, count in rows}
    seen = signs.worker_seen()
    ago = {"": (timezone.now() - seen).total_seconds()} if seen else {}
    return Finding(
        True,
        {
            "jobs": ("Jobs by kind and state.", jobs),
            "jobs_overdue": ("Jobs that nobody works on.", {"": float(signs.overdue())}),
            "worker_seen_seconds": ("Seconds since a worker showed itself.", ago),
            "members": ("Members who may log in.", {"": float(Member.objects.filter(is_active=True).count())}),
        },
    )


_STORED: Final = Probe("metrics", _look)
