"""Moments as machines read them."""

from __future__ import annotations

import datetime as dt

from django.template import Context, Template


def test_a_machine_reads_whole_seconds() -> None:
    """HTML allows three decimals; the database keeps six."""
    moment = dt.datetime(2026, 11, 28, 20, 10, 5, 123456, tzinfo=dt.UTC)
    said = Template("{% load tz %}{{ at|utc|date:'c' }} {{ day|date:'c' }}").render(
        Context({"at": moment, "day": moment.date()})
    )
    assert said == "2026-11-28T20:10:05+00:00 2026-11-28"
