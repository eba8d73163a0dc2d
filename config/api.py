"""The API: every room's part, joined, and its description of itself."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.operation import Operation

from campaigns.evenings import api as evenings
from campaigns.league import api as league
from campaigns.matches import api as matches
from campaigns.seasons import api as seasons, people_api
from campaigns.tables import api as tables
from campaigns.wars import api as wars
from campaigns.wars.play import api as play, entry_api
from club.announcements import api as announcements
from club.api import own, problems, streams
from club.api.document import document, operations
from club.api.structs import StrictParser
from config.api_examples import EXAMPLES
from rosters import api as rosters, odds_api
from rosters.reference import api as rules

ROUTERS: Final = (
    own.router,
    announcements.router,
    rosters.router,
    rules.router,
    odds_api.router,
    league.router,
    *wars.ROUTERS,
    play.router,
    entry_api.router,
    seasons.router,
    people_api.router,
    matches.router,
    tables.router,
    evenings.router,
    streams.router,
)


class Api(NinjaAPI):
    """Calls its operations by the names of their functions, as addresses are called."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the function."""
        return operation.view_func.__name__


api = Api(
    title="Arrière-Ban", version="1", docs_url=None, openapi_url=None, urls_namespace="api", parser=StrictParser()
)
problems.register(api)
for router in ROUTERS:
    api.add_router("", router)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The whole contract, as OpenAPI 3.1."""
    body = contract(request.build_absolute_uri(reverse("club:home")))
    return HttpResponse(msgspec.json.encode(body), content_type="application/json")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The same for people: every operation, what it takes, who may ask."""
    told = contract(request.build_absolute_uri(reverse("club:home")))
    rooms: dict[str, list[dict[str, Any]]] = {}
    for path, method, operation in operations(told):
        room = rooms.setdefault(operation["tags"][0], [])
        body = EXAMPLES.get(operation["operationId"])
        said = {"path": path, "method": method.upper(), "scopes": operation["x-scopes"]}
        said["public"] = {} in operation["security"]
        said["body"] = "" if body is None else json.dumps(body, ensure_ascii=False, indent=2)
        room.append(said | operation)
    return render(request, "club/api.html", {"rooms": rooms, "server": told["servers"][0]["url"]})


def nothing(request: HttpRequest, rest: str = "") -> HttpResponse:
    """There is nothing at any other address of the API."""
    return problems.answer_of(404)


def contract(site: str) -> dict[str, Any]:
    """Return the document for a site at this address."""
    return _contract() | {"servers": [{"url": site.rstrip("/") + "/api/v1"}]}


@cache
def _contract() -> dict[str, Any]:
    """Whoever asks names the address: kept for each, documents would pile up."""
    with override("en"):
        return document(api, EXAMPLES)
