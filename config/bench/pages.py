"""Which pages are measured, with their limits, and how each is asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Final

from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from msgspec import Struct

from campaigns.seating.people import Person
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play import deciding
from config.bench.scene import Scene
from rosters.models import Warband
from rosters.operations import undo_last

EMPTY: Final = "empty page"
OFTEN: Final = 5
"""At most so many times the empty page's time: for every page that is read, and for every step that is taken."""
FIRST_LOOK: Final = 8
"""The same for a page that shows figures which its process has never drawn."""
STEP: Final = 10
"""At most so many queries for a step: as many as a roster, which is what its reader sees next."""
Answer = Any
"""What Django's test client returns: a response with some attributes more."""


class Page(Struct, frozen=True):
    """A page or a form sent. ``queries``: at most so many; ``ratio``: at most so many times the empty page's time.

    ``ask`` makes the one request that is measured; ``ready`` and ``tidy`` run before and after it, unmeasured.
    """

    name: str
    ask: Callable[[Client, Scene], Answer]
    queries: int | None = None
    ratio: float | None = None
    status: int = 200
    ready: Callable[[Scene], None] = lambda scene: None
    tidy: Callable[[Scene], None] = lambda scene: None


def answer(page: Page, client: Client, scene: Scene) -> HttpResponse:
    """Ask for the page once; ``RuntimeError`` when it does not answer as it should."""
    response: HttpResponse = page.ask(client, scene)
    if response.status_code != page.status:
        raise RuntimeError(f"{page.name}: answered {response.status_code} instead of {page.status}")
    return response


def _get(name: str, *arguments: Callable[[Scene], Any]) -> Callable[[Client, Scene], Answer]:
    def ask(client: Client, scene: Scene) -> Answer:
        return client.get(reverse(name, args=[argument(scene) for argument in arguments]), secure=True)

    return ask


def _step(kind: str, **data: Callable[[Scene], Any]) -> Callable[[Client, Scene], Answer]:
    def ask(client: Client, scene: Scene) -> Answer:
        fields = {"version": scene.warband.version, "page": "roster"}
        fields |= {name: value(scene) for name, value in data.items()}
        return client.post(reverse("rosters:step", args=[scene.warband.pk, kind]), fields, secure=True)

    return ask


def _api(name: str, *arguments: Callable[[Scene], Any]) -> Callable[[Client, Scene], Answer]:
    """Ask the API for the same as a program of the viewer's. (It looks at no cookie that the client has.)"""

    def ask(client: Client, scene: Scene) -> Answer:
        address = reverse(f"api:{name}", args=[argument(scene) for argument in arguments])
        return client.get(address, secure=True, headers={"authorization": f"Bearer {scene.token}"})

    return ask


def _refresh(scene: Scene) -> None:
    scene.warband.refresh_from_db()


def forget(_scene: Scene | None = None) -> None:
    """Forget every drawing and profile remembered, as if this process had never shown any of it.

    Templates stay compiled.
    """
    caches["template_fragments"].clear()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("rosters", "campaigns"):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def _take_back(scene: Scene) -> None:
    """Leave the warband as it was, so that every run finds the same."""
    undo_last(warband=Warband.objects.get(pk=scene.warband.pk), author=scene.viewer)


def _campaign(scene: Scene) -> str:
    return scene.campaign.slug


def _battle(scene: Scene) -> int:
    return scene.battle.pk


def _evening(scene: Scene) -> int:
    return scene.evening.pk


def _warband(scene: Scene) -> int:
    return scene.warband.pk


def _played(scene: Scene) -> int:
    return scene.played.pk


def _activate(client: Client, scene: Scene) -> Answer:
    """Activate the first figure that may be, as its button does; one query tells the version."""
    version = PlayedBattle.objects.values_list("version", flat=True).get(pk=scene.played.pk)
    sent = {"code": scene.activates, "version": version}
    return client.post(reverse("play:decide", args=[scene.played.pk]), sent, secure=True)


def _reach(client: Client, scene: Scene) -> Answer:
    figure = json.loads(scene.activates)["figure"]
    return client.get(reverse("play:reach", args=[scene.played.pk, figure]), secure=True)


def _take_step_back(scene: Scene) -> None:
    deciding.take_back(played=scene.played, person=Person(scene.viewer))


def _draft(scene: Scene) -> int:
    return scene.draft.pk


EMPTY_PAGE: Final = Page(EMPTY, _get("club:about"))
PAGES: Final = (
    Page("roster", _get("rosters:roster", _warband), queries=10, ratio=OFTEN),
    Page("print", _get("rosters:sheet", _warband), queries=10, ratio=OFTEN),
    Page("sheet as PDF", _get("rosters:sheet_pdf", _warband), queries=10),
    Page("cards as PDF", _get("rosters:cards_pdf", _warband), queries=10),
    Page("roster, first look", _get("rosters:roster", _warband), queries=10, ready=forget, ratio=FIRST_LOOK),
    Page("print, first look", _get("rosters:sheet", _warband), queries=10, ready=forget, ratio=FIRST_LOOK),
    Page("builder", _get("rosters:builder", _draft), ratio=OFTEN),
    Page("figure", _get("rosters:figure", _warband, lambda scene: 1), ratio=OFTEN),
    Page("shop", _get("rosters:shop", _warband), ratio=OFTEN),
    Page("hiring hall", _get("rosters:hire", _warband), ratio=OFTEN),
    Page("journal", _get("rosters:journal", _warband), ratio=OFTEN),
    Page("club", _get("club:page"), queries=12, ratio=OFTEN),
    Page("evening", _get("evenings:evening", _evening), queries=10, ratio=OFTEN),
    Page("calendar", _get("evenings:calendar"), queries=6, ratio=OFTEN),
    Page("campaign", _get("campaigns:campaign", _campaign), queries=17, ratio=OFTEN),
    Page("standings", _get("campaigns:standings", _campaign), ratio=OFTEN),
    Page("chronicle", _get("campaigns:chronicle", _campaign), ratio=OFTEN),
    Page("shop, first look", _get("rosters:shop", _warband), ready=forget, ratio=FIRST_LOOK),
    Page("journal, first look", _get("rosters:journal", _warband), ready=forget, ratio=FIRST_LOOK),
    Page("campaign, first look", _get("campaigns:campaign", _campaign), queries=17, ready=forget, ratio=FIRST_LOOK),
    Page("chronicle, first look", _get("campaigns:chronicle", _campaign), ready=forget, ratio=FIRST_LOOK),
    Page("battle", _get("campaigns:battle", _campaign, _battle), queries=12, ratio=OFTEN),
    Page("battle at the site", _get("play:battle", _played), queries=10),
    Page("reach at the site", _reach, queries=7, ratio=OFTEN),
    Page("decision at the site", _activate, queries=16, ratio=OFTEN, status=302, tidy=_take_step_back),
    Page("aftermath", _get("campaigns:aftermath", _campaign, _battle, _warband), ratio=OFTEN),
    Page(
        "hire",
        _step("hire", profile=lambda scene: f"henchman:{scene.warband.race}", name=lambda scene: "Recruit"),
        queries=STEP,
        ratio=OFTEN,
        status=302,
        ready=_refresh,
        tidy=_take_back,
    ),
    Page(
        "buy",
        _step("buy", figure=lambda scene: 1, item=lambda scene: "pistol"),
        queries=STEP,
        ratio=OFTEN,
        status=302,
        ready=_refresh,
        tidy=_take_back,
    ),
    Page("API: me", _api("me"), queries=4, ratio=OFTEN),
    Page("API: warbands", _api("warbands"), queries=4, ratio=OFTEN),
    Page("API: warband", _api("warband", _warband), queries=10, ratio=OFTEN),
    Page("API: problems", _api("problems", _warband), queries=10, ratio=OFTEN),
    Page("API: journal", _api("journal", _warband), queries=10, ratio=OFTEN),
    Page("API: file", _api("file", _warband), queries=10, ratio=OFTEN),
    Page("API: seasons", _api("seasons"), queries=6, ratio=OFTEN),
    Page("API: matches", _api("matches"), queries=6, ratio=OFTEN),
    Page("API: ratings", _api("ratings", lambda scene: "bagarre"), queries=6, ratio=OFTEN),
    Page("API: tables", _api("tables"), queries=6, ratio=OFTEN),
)
