"""Widgets that are drawn without templates are the same as Django's own, down to what they escape."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from club import plain_widgets
from club.plain_widgets import Renderer

NASTY = "<b>\"Ann\" & 'Bo'</b>"
ATTRS = {"class": NASTY, "required": True, "disabled": False, "maxlength": 1200, "data-x": mark_safe("a&amp;b")}
CHOICES: list[Any] = [
    ("", "—"),
    (1, "One"),
    (2.5, 1.5),
    (NASTY, NASTY),
    ("safe", mark_safe("<i>")),
    ("lazy", gettext_lazy("Player")),
]
GROUPS = [*CHOICES, (NASTY, CHOICES), ("Other", [("7", "Seven")])]
INPUTS = (
    forms.TextInput, forms.NumberInput, forms.HiddenInput, forms.EmailInput, forms.URLInput, forms.DateInput,
    forms.DateTimeInput, forms.TimeInput, forms.Textarea,
)  # fmt: skip
WIDGETS = [
    *(kind(attrs=attrs) for kind in INPUTS for attrs in (None, ATTRS)),
    forms.PasswordInput(attrs=ATTRS, render_value=True),
    *(
        kind(attrs=ATTRS, choices=choices)
        for kind in (forms.Select, forms.SelectMultiple)
        for choices in (CHOICES, GROUPS)
    ),
    forms.RadioSelect(choices=CHOICES),
    forms.CheckboxInput(),
]


def html(widget: forms.Widget, value: object, renderer: Any) -> str:
    drawn = widget.render("na&me", value, {"id": "id_<name>"}, renderer=renderer)
    assert hasattr(drawn, "__html__")
    return "".join(drawn.split())


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: type(widget).__name__)
def test_a_widget_is_djangos(widget: forms.Widget, language: str) -> None:
    with override(language):
        for value in (None, "", 0, 1, 2.5, True, NASTY, mark_safe("<i>"), gettext_lazy("Player"), [1, NASTY]):
            assert html(widget, value, Renderer()) == html(widget, value, DjangoTemplates())


def test_the_site_draws_its_forms_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Name(forms.Form):
        name = forms.CharField()

    assert isinstance(get_default_renderer(), Renderer)
    monkeypatch.setattr(plain_widgets, "_DRAWN", {"django/forms/widgets/text.html": lambda widget: "drawn"})
    assert str(Name()["name"]) == "drawn"
