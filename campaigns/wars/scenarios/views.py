"""The library of scenarios, to be read by everybody who may read the rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.wars.scenarios.page import Told
from club.access import not_found
from engines.musg.scenarios import library


@require_safe
def scenarios(request: HttpRequest) -> HttpResponse:
    """All ready-made scenarios: their stories, and for how many warbands."""
    told = [(code, Told(one)) for code, one in library().items()]
    parts = [
        [row for row in told if not row[1].modules],
        [row for row in told if row[1].modules],
    ]
    return render(request, "campaigns/wars/scenarios.html", {"plain": parts[0], "modules": parts[1]})


@require_safe
def scenario(request: HttpRequest, code: str) -> HttpResponse:
    """One ready-made scenario, with its table."""
    found = library().get(code) or not_found()
    return render(request, "campaigns/wars/scenario.html", {"told": Told(found), "code": code})
