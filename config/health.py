"""What monitors ask: whether the site is alive, and whether everything it leans on is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.metrics import metrics
from config.probes import look_at_all

OK: Final = b"ok\n"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 with ``ok`` as long as this process answers at all, whatever else is down. Asks nobody."""
    # Its length is said, as by ``front`` where no thread is free: the same answer, whoever gives it.
    return HttpResponse(OK, content_type="text/plain", headers={"Content-Length": str(len(OK))})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when database, broker, cache, worker, jobs and mail are well, else 503; as JSON, within two seconds."""
    found = look_at_all()
    ready = all(finding.ok for finding in found.values())
    checks = {name: {"ok": finding.ok, **finding.details} for name, finding in found.items()}
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)


ANSWERS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics,
}


class MonitorMiddleware:
    """Answers monitors before anything asks who is there: that would take the database.

    Nor does it matter by which name of the machine they ask.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return ANSWERS.get(request.path_info, self.get_response)(request)
