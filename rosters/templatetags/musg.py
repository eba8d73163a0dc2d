"""Names of the rulebook's things in templates (``{% load musg %}``), in the reader's language."""

from __future__ import annotations

from typing import Any

from django import template

from rosters import wording
from rosters.panels import Panel
from rosters.profiles import headings

register = template.Library()


@register.filter
def race_name(code: str) -> str:
    """``{{ warband.race|race_name }}``."""
    return wording.race_name(code)


@register.filter
def item_name(code: str) -> str:
    """``{{ item.code|item_name }}``: a weapon or a piece of equipment."""
    return wording.item_name(code)


@register.filter
def skill_name(code: str) -> str:
    """``{{ code|skill_name }}``."""
    return wording.skill_name(code)


@register.filter
def injury_name(code: str) -> str:
    """``{{ code|injury_name }}``: a row of the return-of-the-fallen tables."""
    return wording.injury_name(code)


@register.filter
def mercenary_name(code: str) -> str:
    """``{{ figure.mercenary|mercenary_name }}``."""
    return wording.mercenary_name(code)


@register.filter
def rank_name(rank: str) -> str:
    """``{{ figure.rank|rank_name }}``."""
    return wording.rank_name(rank)


@register.filter
def standing_name(standing: str) -> str:
    """``{{ figure.standing|standing_name }}``."""
    return wording.standing_name(standing)


@register.filter
def rule_name(rule: str) -> str:
    """``{{ step.rule|rule_name }}``."""
    return wording.rule_name(rule)


@register.filter
def target(value: int | None) -> str:
    """``{{ 3|target }}``: "3+"."""
    return wording.target(value)


@register.filter
def sentence(event: Any) -> str:
    """``{{ event|sentence }}``: an event or an aftermath step, as the engine's value or as stored data."""
    if isinstance(event, dict):
        return wording.event_sentence(event["code"], event.get("params", {}))
    return wording.event_sentence(event.code, event.params)


@register.simple_tag
def profile_headings() -> tuple[tuple[str, str], ...]:
    """``{% profile_headings as headings %}``: the columns of a profile, heading and whole name."""
    return headings()


@register.simple_tag(takes_context=True)
def panel_html(context: template.RequestContext, panel: Panel) -> str:
    """Draw what another room adds to a warband's page; its own values stand beside those of the page."""
    engine = context.template.engine  # type: ignore[union-attr]
    with context.push(**panel.context):
        return engine.get_template(panel.template).render(context)
