"""Forecasts for tests: battles that are quick to simulate, and parts worked off here."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.wars.forecast import operations as forecasts
from campaigns.wars.forecast.operations import KIND, LEAST
from campaigns.wars.models.forecast import Forecast
from campaigns.wars.models.resolution import BattleGround
from engines.musg.ground.layout import encode
from engines.musg.ground.ready_tables import ready_tables
from tests.factories.battles import Field, field


def quick(**options: Any) -> Field:
    """A battle of two turns between two warbands of three."""
    fight = field(henchmen=1, **options)
    layout = json.loads(encode(ready_tables()["open_field"]))
    BattleGround.objects.create(battle=fight.battle, layout=layout, ready="open_field", turn_limit=2)
    return fight


def asked(fight: Field, *, count: int = LEAST, tempers: tuple[str, ...] = ("bold", "cautious")) -> Forecast:
    """A forecast that a player has just asked for."""
    return forecasts.start(battle=fight.battle, count=count, tempers=tempers, member=fight.players[0])


def open_jobs() -> list[int]:
    """The jobs nobody has finished, oldest first."""
    jobs_ = Job.objects.filter(kind=KIND, state__in=["waiting", "running"])
    return list(jobs_.order_by("pk").values_list("pk", flat=True))


def work_off() -> None:
    """Do what workers would: every open part, and what a slow machine leaves of one for a part of its own."""
    while parts := open_jobs():
        for job in parts:
            assert jobs.run(job)


def address(fight: Field, name: str = "forecast") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk])


def text(answer: HttpResponse) -> str:
    return answer.content.decode()
