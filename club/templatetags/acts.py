"""``{% acts %}``: the mark of an element that htmx may act on; built in, so that every template has it."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.acts import ATTRIBUTE, MARK, refused

register = template.Library()


@register.simple_tag
def acts() -> SafeString:
    """``<form {% acts %} hx-post="…">``: let htmx do what this element says (``club.acts``)."""
    return format_html('{}="{}"', ATTRIBUTE, MARK)


register.simple_tag(refused, name="acts_refused")
