"""Inputs, selects and text areas drawn without templates: exactly as Django's templates draw them, in a tenth the time.

A page may hold dozens of fields, and a select a hundred options, each of which Django draws by a template of its own.
Every other widget is drawn as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

Context = Mapping[str, Any]
"""What Django tells of a widget (or of an option) for it to be drawn."""


class Renderer(DjangoTemplates):
    """Draws the forms of the site (``FORM_RENDERER``)."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> SafeString:
        """Return a form or a widget as HTML."""
        draw = _DRAWN.get(template_name)
        if draw is None:
            return SafeString(super().render(template_name, context, request))
        return SafeString(draw(context["widget"]))


def _said(value: object) -> str:
    return conditional_escape(value if isinstance(value, str) else str(value))


def _attributes(widget: Context) -> str:
    told = ((name, value) for name, value in widget["attrs"].items() if value is not False)
    return "".join(f" {_said(name)}" if value is True else f' {_said(name)}="{_said(value)}"' for name, value in told)


def _input(widget: Context) -> str:
    value = "" if widget["value"] is None else f' value="{_said(widget["value"])}"'
    return f'<input type="{_said(widget["type"])}" name="{_said(widget["name"])}"{value}{_attributes(widget)}>'


def _textarea(widget: Context) -> str:
    value = _said(widget["value"]) if widget["value"] else ""
    return f'<textarea name="{_said(widget["name"])}"{_attributes(widget)}>\n{value}</textarea>'


def _select(widget: Context) -> str:
    groups = (
        f'<optgroup label="{_said(label)}">{_options(options)}</optgroup>' if label else _options(options)
        for label, options, _number in widget["optgroups"]
    )
    return f'<select name="{_said(widget["name"])}"{_attributes(widget)}>{"".join(groups)}</select>'


def _options(options: list[Context]) -> str:
    return "".join(
        f'<option value="{_said(option["value"])}"{_attributes(option)}>{_said(localize(option["label"]))}</option>'
        for option in options
    )


_INPUTS: Final = ("text", "number", "hidden", "email", "password", "url", "date", "datetime", "time")
_WIDGETS: Final = "django/forms/widgets"
_DRAWN: Final[dict[str, Callable[[Context], str]]] = {
    **{f"{_WIDGETS}/{kind}.html": _input for kind in _INPUTS},
    f"{_WIDGETS}/textarea.html": _textarea,
    f"{_WIDGETS}/select.html": _select,
}
