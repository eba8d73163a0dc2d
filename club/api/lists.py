"""Long lists, a stretch at a time, by key: what comes meanwhile moves nobody's place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

MOST: Final = 100


class Stretch(Schema):
    """Which stretch of a list is asked for: at most ``limit`` rows behind the one with the key ``after``."""

    limit: Annotated[int, Field(ge=1, le=MOST)] = 25
    after: Annotated[int, Field(ge=1, le=2**53)] | None = None


Asked = Annotated[Stretch, Query()]


def stretch[M: Model, T](
    request: HttpRequest, response: HttpResponse, rows: QuerySet[M], asked: Stretch, told: Callable[[M], T]
) -> list[T]:
    """Return what is told of a stretch of ``rows`` (``several``)."""
    return [told(row) for row in several(request, response, rows, asked)]


def several[M: Model](request: HttpRequest, response: HttpResponse, rows: QuerySet[M], asked: Stretch) -> list[M]:
    """Return a stretch of ``rows``, the latest first; the header ``Link`` leads to the next one, if there is one."""
    found = rows.order_by("-pk") if asked.after is None else rows.filter(pk__lt=asked.after).order_by("-pk")
    shown: list[M] = list(found[: asked.limit + 1])
    if len(shown) > asked.limit:
        query: dict[str, Any] = {**request.GET.dict(), "limit": asked.limit, "after": shown[asked.limit - 1].pk}
        response["Link"] = f'<{request.build_absolute_uri(request.path)}?{urlencode(query)}>; rel="next"'
    return shown[: asked.limit]
