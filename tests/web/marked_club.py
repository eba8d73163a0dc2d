"""The club of the pages as somebody would leave it who types markup into every field: all that people wrote is some."""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tomli_w
from django.apps import apps
from django.core.cache import cache
from django.db import connection, models, transaction

from campaigns.wars.play import positions
from club.models import Member
from config.bench.pages import forget
from rosters.models import Pack
from tests import together
from tests.clients import client_of
from tests.web.html import Page
from tests.web.pages import pages

TAG = "nasty"
"""The element, and the attribute, that the markup would make."""
CODES = frozenset(
    "action_flag app_label basis card client_id code codename commitment ending engine faces game guest_key join_code "  # noqa: SIM905
    "key kind language link mark mercenary model modules object_id outcome password race rank ready recipients result "
    "seed share slug source standing subject table tie_break token variant visibility address email session_key battle "
    "invitation_code username"
    "".split()
)
"""Columns that nobody fills with words of their own: the site makes them up, or takes only letters that no markup
needs (``CODES`` of user names and addresses of mail)."""
NAMING = frozenset({"name", "fr", "en", "text", "note", "reason", "title", "place", "sentence", "house_rules"})
"""Under these names stands in JSON what people wrote; and wherever what is written somewhere stands again."""
WORDED = re.compile(r"[^a-z0-9_.:+-]")
"""What is in no code: whatever has none of it is left alone."""


def markup(number: int, most: int | None) -> str:
    """Return markup that breaks out of a text, and of an attribute in either kind of quotes."""
    text = f'"\'><{TAG} n{number} {TAG}="'
    return text if most is None else text[:most]


class Typist:
    """Replaces every text by markup of its own, the same text always by the same."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def column(self, text: str, most: int | None) -> str:
        """Return the markup for a text of a column that holds so many letters."""
        return self.known.setdefault(text, markup(len(self.known), most))

    def data(self, value: Any, key: str = "") -> Any:
        """Return plain data with its texts replaced."""
        if isinstance(value, str):
            worded = key in NAMING and WORDED.search(value)
            return self.column(value, 60) if worded else self.known.get(value, value)
        if isinstance(value, dict):
            return {name: self.data(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.data(inner, key) for inner in value]
        return value


def spoil() -> None:
    """Replace every text of every model of the site."""
    typist = Typist()
    _texts(typist)
    _files(typist)
    for model in _models():
        data = [column.name for column in model._meta.concrete_fields if isinstance(column, models.JSONField)]
        _rewrite(model, data, lambda _name, value: typist.data(value))


def _files(typist: Typist) -> None:
    """What is kept as a file stays one; the texts that stand in it are replaced."""
    _rewrite(Pack, ["text"], lambda _name, text: tomli_w.dumps(typist.data(tomllib.loads(text))))


def _texts(typist: Typist) -> None:
    for model in _models():
        limits = {
            column.name: column.max_length
            for column in model._meta.concrete_fields
            if isinstance(column, models.CharField | models.TextField)
            and not (column.choices or column.name in CODES or isinstance(column, models.SlugField))
            and (model, column.name) != (Pack, "text")
        }
        _rewrite(
            model,
            list(limits),
            lambda name, text, limits=limits: typist.column(text, limits[name]) if WORDED.search(text) else text,
        )


def _models() -> Iterator[type[models.Model]]:
    mine = ("club", "rosters", "campaigns", "usersessions")
    yield from (model for model in apps.get_models() if model._meta.app_label in mine)


def _rewrite(model: type[models.Model], columns: list[str], new: Callable[[str, Any], Any]) -> None:
    if not columns:
        return
    for pk, *values in list(model._base_manager.values_list("pk", *columns)):
        said = {name: new(name, value) for name, value in zip(columns, values, strict=True)}
        changed = {name: value for name, value in said.items() if value != values[columns.index(name)]}
        if changed:
            model._base_manager.filter(pk=pk).update(**changed)


def faults() -> dict[str, list[str]]:
    """Return what is wrong with the pages of that club, by page; under ``shown`` those that show any of it."""
    kept = together.once(f"marked-{connection.vendor}", _read)
    found: dict[str, list[str]] = pickle.loads(kept.read_bytes())  # noqa: S301  what a process of this run left there
    return found


TWICE = re.compile(rf"&amp;(?:lt|gt|quot|#x27|#39);|&amp;lt;{TAG}")


@transaction.atomic
def _read(file: Path) -> None:
    Member.objects.update(language="en")
    shown = pages()
    readers = {name: Member.objects.get(username=name) if name else None for name in {one.reader for one in shown}}
    clients = {name: client_of(reader, confirmed=True) for name, reader in readers.items()}
    with transaction.atomic():
        spoil()
    _fresh()
    found: dict[str, list[str]] = {"shown": []}
    for one in shown:
        answer = one.fetch(clients[one.reader])
        if "html" not in answer.headers["Content-Type"]:
            continue
        html = answer.content.decode()
        found[str(one)] = [*_wrong(html), *([f"status {answer.status_code}"] if answer.status_code >= 500 else [])]
        if f"&lt;{TAG}" in html:
            found["shown"].append(one.name)
    file.write_bytes(pickle.dumps(found))
    transaction.set_rollback(True)
    _fresh()


def _fresh() -> None:
    forget()
    positions.forget()
    cache.clear()


def _wrong(html: str) -> Iterator[str]:
    page = Page(html)
    for element in page.elements:
        if element.tag == TAG or TAG in element.attrs:
            yield f"became markup: {element} in {element.parent}"
    yield from (f"escaped twice: {html[at.start() - 60 : at.end() + 60]!r}" for at in TWICE.finditer(html))
    yield from page.faults
