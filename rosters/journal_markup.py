"""A step of the journal as a row of its table, put together without a template: a page has forty."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.template.defaultfilters import linebreaksbr
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct

from club.dates import date_text
from club.templatetags.club import icon
from rosters.by_heart import by_heart
from rosters.history import Sentence


class Row(Struct, frozen=True):
    """All that is drawn of a step; ``author`` is empty where the site took it."""

    number: int
    name: str
    at: datetime
    sentences: tuple[Sentence, ...]
    author: str
    before: int
    after: int
    struck: bool
    brought: bool
    correction: str

    @property
    def change(self) -> int:
        """Points gained; negative when spent."""
        return self.after - self.before


class Words(NamedTuple):
    """What every row says."""

    step: str
    when: str
    by: str
    treasury: str
    site: str


@by_heart
def _words() -> Words:
    return Words(_("Step"), _("When"), _("By"), _("Treasury"), _("the site"))


_LINK: Final = '<a href="{}?at={}">{}</a>'
_BADGE: Final = '<span class="badge badge--{}">{}</span> '


def step_begun(row: Row, home: str) -> SafeString:
    """Return a row up to what happened in it, ``home`` being the warband's page; there its button may stand."""
    said = _words()
    return format_html(
        '<tr{}><th scope="row" data-label="{}">{}</th><td data-label="{}">{}</td><td class="journal__what">{}{}{}',
        SafeString(' class="is-struck"') if row.struck else "",
        said.step,
        row.name if row.struck else format_html(_LINK, home, row.number, row.name),
        said.when,
        date_text(localtime(row.at), "DATETIME_FORMAT"),
        format_html(_BADGE, "muted", _("undone")) if row.struck else "",
        format_html(_BADGE, "warn", _("brought from elsewhere")) if row.brought else "",
        format_html_join("", "<span>{}</span>", ((linebreaksbr(sentence.text),) for sentence in row.sentences)),
    )


def step_ended(row: Row) -> SafeString:
    """Return the rest of the row: where the step is corrected, who took it, and the treasury."""
    said = _words()
    return format_html(
        '{}</td><td data-label="{}">{}</td><td class="num" data-label="{}">{}{}</td></tr>',
        _corrected(row) if row.correction else "",
        said.by,
        row.author or said.site,
        said.treasury,
        format_html('<span class="muted">{} →</span> ', row.before) if row.change else "",
        row.after,
    )


def _corrected(row: Row) -> SafeString:
    return format_html(
        ' <a class="button button--small" href="{}">{}{}<span class="visually-hidden"> {}</span></a>',
        row.correction,
        icon("pencil"),
        _("Correct"),
        _("step %(number)s") % {"number": row.name},
    )
