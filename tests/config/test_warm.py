"""Getting ready before the first reader comes."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import TemplateDoesNotExist, engines
from django.template.base import Template
from django.template.loader import get_template

from config.warm import template_names, warm_all
from tests.config.site import PRODUCTION, ROOT, environment

SELDOM = (
    "typst", "PIL", "openskill", "networkx", "sentry_sdk", "segno", "polib", "gunicorn",
    "celery", "kombu", "amqp"
)  # fmt: skip
"""What only some requests or jobs need, or none of the web server's: nobody waits for it at every start."""


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_is_seldom_needed_is_not_loaded_at_the_start(tmp_path: Path) -> None:
    asked = "import sys, config.wsgi; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    ended = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT, env=environment(tmp_path, **PRODUCTION), capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = set(ended.stdout.split())
    assert {"django", "campaigns", "engines"} <= loaded
    assert loaded & set(SELDOM) == set()


def test_what_is_ready_before_the_fork_is_out_of_the_collector_s_way() -> None:
    warm_all()
    assert gc.get_freeze_count() > 100_000


def test_no_template_of_the_site_is_compiled_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no database is asked: this test has none."""
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    warm_all()

    def compiled(template: Template) -> None:
        raise AssertionError(f"{template.name} was still to be compiled")

    names = list(template_names())
    assert {"rosters/roster.html", "campaigns/wars/battle.html", "components/icon.html", "base.html"} <= set(names)
    monkeypatch.setattr(Template, "compile_nodelist", compiled)
    for name in names:
        get_template(name)
    with pytest.raises(TemplateDoesNotExist):
        get_template("no/such/template.html")
