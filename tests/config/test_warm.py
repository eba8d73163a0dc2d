"""Getting ready before the first reader comes."""

from __future__ import annotations

import pytest
from django.template import TemplateDoesNotExist, engines
from django.template.base import Template
from django.template.loader import get_template

from config.warm import template_names, warm


def test_no_template_of_the_site_is_compiled_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no database is asked: this test has none."""
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    warm()

    def compiled(template: Template) -> None:
        raise AssertionError(f"{template.name} was still to be compiled")

    names = list(template_names())
    assert {"rosters/roster.html", "campaigns/wars/battle.html", "components/icon.html", "base.html"} <= set(names)
    monkeypatch.setattr(Template, "compile_nodelist", compiled)
    for name in names:
        get_template(name)
    with pytest.raises(TemplateDoesNotExist):
        get_template("no/such/template.html")
