"""What the first readers after a start would otherwise wait for: addresses, templates, tables of rules in words.

Done once before web processes are forked, so that all of them have it. The database is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import get_resolver
from django.utils import translation

from rosters import profiles, reference


def warm() -> None:
    """Get ready to answer quickly; takes a fraction of a second."""
    get_resolver().url_patterns  # noqa: B018  imports every view
    for backend in engines.all():
        if isinstance(backend, DjangoTemplates):
            for name in template_names():
                backend.engine.get_template(name)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            profiles.mercenary_rows()
            profiles.race_cards()
            reference.sections()


def template_names() -> Iterator[str]:
    """Return the names of the site's own pages and fragments."""
    folder: Path = settings.BASE_DIR / "templates"
    for path in sorted(folder.rglob("*.html")):
        yield path.relative_to(folder).as_posix()
