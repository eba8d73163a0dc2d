"""Counted matches as files to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final
from urllib.parse import parse_qsl

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.matches.models.match import Match
from campaigns.seasons.filter import MatchFilter
from campaigns.seasons.transfer import export as writing
from club.access import User
from club.files import file_headers

type Writer = Callable[[QuerySet[Match], User], Iterator[str]]
FORMATS: Final[Mapping[str, tuple[str, Writer]]] = {
    "csv": ("text/csv; charset=utf-8", writing.as_csv),
    "json": ("application/json", writing.as_json),
}


@require_safe
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """The matches that a query asks for, as far as the reader may read them, as ``csv`` or ``json``."""
    chosen = MatchFilter.of(request.GET.dict(), request.user)
    if not chosen.period.valid:
        errors = [
            f"{chosen.period.form[name].label}: {' '.join(map(str, said))}"
            for name, said in chosen.period.form.errors.items()
        ]
        return HttpResponse("\n".join(errors), content_type="text/plain; charset=utf-8", status=400)
    kind, write = FORMATS[form]
    words = [*(value for _name, value in parse_qsl(chosen.query)), timezone.localdate().isoformat()]
    name = slugify("-".join(["matches", *words]))[:120]
    content = write(writing.wanted(chosen, request.user), request.user)
    return StreamingHttpResponse(content, content_type=kind, headers=file_headers(f"{name}.{form}"))
