"""Names of the rulebook's things in templates (``{% load musg %}``), in the reader's language."""

from __future__ import annotations

from django import template
from django.utils.html import format_html_join

from rosters import panels, wording
from rosters.emblems import emblem_code
from rosters.models import Warband
from rosters.panels import WarbandPanel
from rosters.profiles import headings

register = template.Library()


# What the wording of this room calls things, each by its code: ``{{ warband.race|race_name:warband.catalogue }}``,
# ``{{ 3|target }}``; and which drawing a race bears, ``{{ warband.race|emblem_code }}``.
for what in (wording.race_name, wording.rank_name, wording.rule_name, wording.target, emblem_code):
    register.filter(what)


@register.simple_tag
def profile_headings() -> tuple[tuple[str, str], ...]:
    """``{% profile_headings as headings %}``: the columns of a profile, heading and whole name."""
    return headings()


@register.simple_tag(takes_context=True)
def panel_html(context: template.RequestContext, panel: WarbandPanel) -> str:
    """Draw what another room adds to a warband's page; its own values are added to the page's."""
    engine = context.template.engine  # type: ignore[union-attr]
    with context.push(**panel.context):
        return engine.get_template(panel.template).render(context)


@register.simple_tag(takes_context=True)
def guide(context: template.RequestContext, warband: Warband, page: str) -> str:
    """``{% guide warband "shop" %}``: what leads the reader through a warband's pages, if anything does."""
    found = panels.guides(warband, context["request"], page)
    return format_html_join("", "{}", [(panel_html(context, panel),) for panel in found])


@register.filter
def initials(name: str) -> str:
    """Return the first letters of a name's first two words, for who has no portrait: "Grim Jo" is "GJ"."""
    return "".join(word[0] for word in name.replace("-", " ").split()[:2]).upper()
