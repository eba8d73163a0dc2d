"""``{{ value|date:"DATE_FORMAT" }}`` in place of Django's: built in, so that no template can forget it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template import defaultfilters

from club.dates import first_of_month

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, arg: str | None = None) -> str:
    """Return a date as Django's filter does, with the first of a month as the reader's language writes it."""
    if arg == "c" and isinstance(value, datetime):  # for machines; HTML knows no more than thousandths of a second
        return value.isoformat(timespec="seconds")
    return first_of_month(str(defaultfilters.date(value, arg)))
