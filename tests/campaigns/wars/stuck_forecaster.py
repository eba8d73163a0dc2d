"""A worker that stops for good with a part of a forecast played and not written: to be killed there by a test."""

from __future__ import annotations

import os
import time
from pathlib import Path

import django
from msgspec.structs import replace

django.setup()

from campaigns.jobs import queue as jobs  # noqa: E402
from campaigns.wars.forecast import operations as forecasts, pairs  # noqa: E402
from campaigns.wars.models.forecast import ForecastPart, PairForecastPart  # noqa: E402
from config.celery import app  # noqa: E402
from engines.musg.trials.playout import Tally  # noqa: E402

__all__ = ["app"]
_played = forecasts.played


def _stuck(part: ForecastPart | PairForecastPart, claim: jobs.Claim) -> Tally:
    """Let the first part through, so that the worker dies with some of the forecast in."""
    tally = _played(part, claim)
    if part.first:
        Path(os.environ["STUCK_MARK"]).touch()
        time.sleep(300)
    return tally


forecasts.SIMULATION = replace(forecasts.SIMULATION, play=_stuck)
pairs.SIMULATION = replace(pairs.SIMULATION, play=_stuck)
