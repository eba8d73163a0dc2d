"""What readers after a start would otherwise wait for: addresses, templates, tables of rules in words.

``warm`` is for every web process: the frame that all pages share. ``warm_all`` is for a process from which the others
are forked (``manage.py serve``, ``gunicorn.conf.py``): what is ready then, all of them share. Without it a page's own
templates are compiled when the page is first asked for, in some hundredths of a second. The database is not asked.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import reverse
from django.utils import translation

from campaigns.jobs import messages
from campaigns.tables.rules import GAMES
from engines.musg.catalogue.printed import CATALOGUE
from rosters import profiles, reference

FRAME = ("base.html", "components/")
"""The templates of every page, and what they begin with."""


def warm() -> None:
    """Get ready for the first page."""
    warm_words()
    _compile(name for name in template_names() if name.startswith(FRAME))


def warm_words() -> None:
    """Get ready to name a page and to say a sentence: what a worker's first mail or message would wait for."""
    reverse(settings.LOGIN_URL)  # to know one name, Django imports every view and learns all of them
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")


def warm_all() -> None:
    """Get ready for every page, before processes are forked; takes a second.

    What is there by then stays for good: it is put where collecting garbage does not look, which would write to it, and
    a page of memory that a process writes to is no longer shared.
    """
    warm()
    _compile(template_names())
    GAMES.load()
    messages.load()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            profiles.mercenary_rows(CATALOGUE)
            profiles.race_cards(CATALOGUE)
            reference.sections()
    gc.collect()
    gc.freeze()


def _compile(names: Iterable[str]) -> None:
    backends = [backend for backend in engines.all() if isinstance(backend, DjangoTemplates)]
    for name in names:
        for backend in backends:
            backend.engine.get_template(name)


def template_names() -> Iterator[str]:
    """Return the names of the site's own pages and fragments."""
    folder: Path = settings.BASE_DIR / "templates"
    for path in sorted(folder.rglob("*.html")):
        yield path.relative_to(folder).as_posix()
