"""What stands in the tables of a figure on the printed sheet, put together without a template: a sheet has dozens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext

from club.rulings.citations import cited
from rosters.by_heart import by_heart
from rosters.gear_lines import Known, MeleeLine

if TYPE_CHECKING:
    from rosters.sheets.page import Shot


def shots_table(shots: Iterable[Shot]) -> SafeString:
    """Return the table of ranged weapons."""
    return _table(_shot_heads(), map(_shot, shots))


def blows_table(lines: Iterable[MeleeLine]) -> SafeString:
    """Return the table of close combat weapons."""
    return _table(_blow_heads(), map(_blow, lines))


def _table(heads: SafeString, rows: Iterable[SafeString]) -> SafeString:
    parts = ('<table class="gear"><thead><tr>', heads, "</tr></thead><tbody>", *rows, "</tbody></table>")
    return SafeString("".join(parts))


@by_heart
def _shot_heads() -> SafeString:
    return _heads(_("Ranged weapon"), _("Range"), _("Str."), _("Targets"), _("Reload"), _("AP"))


@by_heart
def _blow_heads() -> SafeString:
    return _heads(_("Close combat"), _("Hands"), _("Dice"), _("Str."))


def _heads(*labels: str) -> SafeString:
    return format_html_join("", '<th scope="col">{}</th>', ((label,) for label in labels))


@by_heart
def _shot(shot: Shot) -> SafeString:
    line = shot.line
    return format_html(
        '<tr><th scope="row">{}{}{}</th><td>{} / {} / {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>',
        _times(line.count), line.name, format_html(" <small>({})</small>", shot.marks) if shot.marks else "",
        line.short, line.medium, line.long, line.strength, line.targets, line.reload, line.action_points,
    )  # fmt: skip


@by_heart
def _blow(line: MeleeLine) -> SafeString:
    return format_html(
        '<tr><th scope="row">{}{}</th><td>{}</td><td>{}</td><td>{}</td></tr>',
        _times(line.count), line.name, line.hands, line.dice, line.strength,
    )  # fmt: skip


def known(ones: Iterable[Known], told: bool) -> SafeString:
    """Return equipment or skills by name; where that is ``told`` here, with what each does."""
    return _joined((_known(one, told) for one in ones), told)


def suffered(ones: Iterable[Known], told: bool) -> SafeString:
    """Return injuries in the same way; some name who did it, which nobody knows by heart."""
    return _joined((_one(one, told) for one in ones), told)


def _joined(ones: Iterable[SafeString], told: bool) -> SafeString:
    return SafeString((" " if told else ", ").join(ones))


@by_heart
def _known(one: Known, told: bool) -> SafeString:
    return _one(one, told)


def _one(one: Known, told: bool) -> SafeString:
    name = format_html("<strong>{}{}</strong>", _times(one.count), one.name)
    return format_html("{}{} {}", name, pgettext("after a name", ":"), cited(one.effect)) if told else name


def _times(count: int) -> str:
    return f"{count} × " if count > 1 else ""
