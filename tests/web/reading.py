"""Every page of the club, fetched once in a run in each language and read once, for all tests that look at them."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.test import Client
from django.utils.html import strip_tags

from campaigns.evenings.models.evening import ClubEvening
from club.markdown import markdown
from club.models import Announcement, ClubPage, Member
from tests import together
from tests.clients import client_of
from tests.web import soundness
from tests.web.html import Page
from tests.web.pages import pages
from tests.web.shown import Shown

SOUND = "en"
"""The language in which pages are looked at for faults: both come of the same templates."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What there is to know of a page. Its tree is not kept: those of all pages would fill the memory."""

    shown: Shown
    status: int
    policy: str
    html: str
    """In English, or whatever else was answered."""
    faults: dict[str, list[str]]
    """What each check found, by its name; nothing where the answer is no page."""
    said: dict[str, list[str]]
    """The texts in each language, and under ``fr, drawn`` those with their no-break spaces, without code."""


def all_pages() -> list[Reading]:
    """Return all of them; the club stands in the database."""
    return _kept()[0]


def written() -> set[str]:
    """Return all that people wrote, be it in the rows of the club or while pages were looked at."""
    return _kept()[1]


@cache
def _kept() -> tuple[list[Reading], set[str]]:
    kept = together.once(f"pages-{connection.vendor}", _read)
    readings, texts = pickle.loads(kept.read_bytes())  # noqa: S301  what a process of this run left there
    return readings, texts


@transaction.atomic
def _read(file: Path) -> None:
    """Look at every page and keep what was seen; the database stays as it was."""
    Member.objects.update(language="")
    clients: dict[tuple[str, str], Client] = {}
    found = []
    for shown in pages():
        answers = {}
        for language, _name in settings.LANGUAGES:
            if (shown.reader, language) not in clients:
                reader = Member.objects.get(username=shown.reader) if shown.reader else None
                clients[shown.reader, language] = client_of(reader, language, confirmed=True)
            answers[language] = shown.fetch(clients[shown.reader, language])
        said: dict[str, list[str]] = {}
        faults: dict[str, list[str]] = {}
        for language, answer in answers.items():
            page = Page(answer.content.decode()) if "html" in answer.headers["Content-Type"] else None
            said[language] = page.texts() if page else []
            said[f"{language}, drawn"] = page.drawn() if page else []
            if page and language == SOUND:
                faults = {check.__name__: list(check(page)) for check in soundness.CHECKS}
        sound = answers[SOUND]
        policy = sound.headers["Content-Security-Policy"]
        html = sound.content.decode("utf-8", "replace")
        found.append(Reading(shown, sound.status_code, policy, html, faults, said))
    file.write_bytes(pickle.dumps((found, _written())))
    transaction.set_rollback(True)


def _written() -> set[str]:
    found = set[str]()
    for model in apps.get_models():
        if model._meta.app_label in ("club", "rosters", "campaigns"):
            texts = [f.name for f in model._meta.concrete_fields if _is_text(f)]
            data = [f.name for f in model._meta.concrete_fields if isinstance(f, models.JSONField)]
            for row in model._default_manager.values_list(*texts, *data):
                found |= set(_strings(row))
    for model, columns in MARKDOWN.items():
        for texts in model._default_manager.values_list(*columns):
            found |= {part for text in texts for part in _drawn(text)}
    return found


MARKDOWN: dict[type[models.Model], tuple[str, ...]] = {
    Announcement: ("text",),
    ClubEvening: ("notes",),
    ClubPage: ("about", "games", "hours", "contact"),
}
"""What people wrote that stands on pages in pieces."""


def _drawn(text: str) -> Iterator[str]:
    """The pieces that Markdown leaves of a text, and the whole without markup."""
    html = markdown(text)
    yield from (unescape(piece).strip() for piece in re.split(r"<[^>]*>", html))
    yield unescape(strip_tags(html))


def _is_text(column: models.Field[object, object]) -> bool:
    return isinstance(column, models.CharField | models.TextField) and not column.choices


NAMING = frozenset({"name", "fr", "en", "text", "note", "reason", "to", "title", "hero", "heroes", "seed"})


def _strings(value: object, key: str = "name") -> Iterator[str]:
    """Names and texts in rows and in the data that journals keep."""
    if isinstance(value, str):
        if key in NAMING:
            yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner, key)
