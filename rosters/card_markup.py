"""What every figure has in rows of table cells and lists, put together without a template: each roster has hundreds."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rosters import wording
from rosters.by_heart import by_heart
from rosters.figure_card import FigureCard, Stat
from rosters.gear_lines import Arm


def stat_table(card: FigureCard) -> SafeString:
    """Return a figure's profile line as a table of its own."""
    return format_html(
        '<table class="stat-table"><caption class="visually-hidden">{}</caption><thead><tr>{}</tr></thead>'
        "<tbody><tr>{}</tr></tbody></table>",
        _("Profile of %(name)s") % {"name": card.name},
        stat_heads(card.stats),
        stat_cells(card.stats),
    )


def stat_heads(stats: Iterable[Stat]) -> SafeString:
    """Return the headings of a profile line, each with the characteristic's whole name."""
    return _heads(tuple(stat.code for stat in stats))


@by_heart
def _heads(codes: tuple[str, ...]) -> SafeString:
    return format_html_join(
        "",
        '<th scope="col"><abbr title="{}">{}</abbr></th>',
        ((wording.characteristic_name(code), wording.characteristic_short(code)) for code in codes),
    )


def stat_cells(stats: Iterable[Stat]) -> SafeString:
    """Return the values of a profile line; what differs from the print says so, to the ear as well."""
    return SafeString("".join(_cell(stat.value, stat.base, stat.mark) for stat in stats))


@by_heart
def _cell(value: str, base: str, mark: str) -> SafeString:
    if not mark:
        return format_html("<td>{}</td>", value)
    printed = _("instead of %(base)s") % {"base": base}
    return format_html('<td class="{}">{}<span class="visually-hidden"> {}</span></td>', mark, value, printed)


def stat_cells_on_paper(stats: Iterable[Stat]) -> SafeString:
    """Return the values of a profile line; what differs from the print has that in brackets."""
    return SafeString(
        "".join(
            format_html("<td>{} <small>({})</small></td>", stat.value, stat.base)
            if stat.value != stat.base
            else format_html("<td>{}</td>", stat.value)
            for stat in stats
        )
    )


def arm_items(arms: Iterable[Arm]) -> SafeString:
    """Return weapons and equipment in a few words, as items of a list."""
    return SafeString("".join(map(_item, arms)))


@by_heart
def _item(arm: Arm) -> SafeString:
    if not arm.numbers:
        return format_html("<li>{}</li>", arm.name)
    return format_html("<li>{} <b>{}</b></li>", arm.name, arm.numbers)
