"""The forms of the pages, filled in by programs: one object of JSON with the names of their fields.

So whatever a form makes of its fields, asks, refuses and says holds for programs, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from club.operations import Objection, Refused

KIND: Final = "kind"
"""Names the form where there are several."""
LONGEST: Final = 200
"""Values of one field at most."""
_HIDDEN: Final = frozenset({"version", "page", "was", "seen", "client_id"})
"""Fields by which a page remembers itself: headers say as much."""
_TYPES: Final[tuple[tuple[type[forms.Field], dict[str, Any]], ...]] = (
    (forms.IntegerField, {"type": "integer"}),
    (forms.BooleanField, {"type": "boolean"}),
    (forms.MultipleChoiceField, {"type": "array", "items": {"type": ["string", "integer"]}}),
    (forms.DateTimeField, {"type": "string", "format": "date-time"}),
    (forms.DateField, {"type": "string", "format": "date"}),
    (forms.Field, {"type": ["string", "integer"]}),
)


class Filled:
    """Says of ``dict[str, Any]`` that it is what fills in a form, or the form that ``kind`` names."""

    def __init__(self, form: type[forms.Form] | Mapping[str, type[forms.Form]], **besides: dict[str, Any]) -> None:
        self.form, self.besides = form, besides

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Take in what a form could have sent."""
        return core_schema.no_info_plain_validator_function(_values)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the fields."""
        if not isinstance(self.form, Mapping):
            return self._described(self.form)
        described = [self._described(form, kind) for kind, form in self.form.items()]
        return {"oneOf": described, "discriminator": {"propertyName": KIND}}

    def _described(self, form: type[forms.Form], kind: str = "") -> dict[str, Any]:
        fields = {name: field for name, field in form.base_fields.items() if name not in _HIDDEN}
        properties: dict[str, Any] = {KIND: {"const": kind}} if kind else {}
        properties |= {name: _field(field) for name, field in fields.items()} | self.besides
        required = [name for name, field in fields.items() if field.required]
        return {
            "type": "object",
            "title": kind or form.__name__,
            "description": (form.__doc__ or "").strip(),
            "properties": properties,
            "required": [KIND, *required] if kind else required,
        }


def checked[F: forms.BaseForm](form: F) -> F:
    """Return a form that is valid; raise ``Refused`` with all that is wrong with it."""
    if form.is_valid():
        return form
    raise Refused(
        Objection(error.code or "invalid", message, None if name == "__all__" else name)
        for name, errors in form.errors.as_data().items()
        for error in errors
        for message in error.messages
    )


def _field(field: forms.Field) -> dict[str, Any]:
    described = dict(next(kind for known, kind in _TYPES if isinstance(field, known)))
    for name, word in (("min_value", "minimum"), ("max_value", "maximum"), ("max_length", "maxLength")):
        limit = getattr(field, name, None)
        if isinstance(limit, int):
            described[word] = limit
    return described


def _values(told: Any) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise PydanticCustomError("unfit", "an object with the fields of the form is expected")
    for name, value in told.items():
        parts = value if isinstance(value, list) else [value]
        fit = len(parts) <= LONGEST and all(part is None or isinstance(part, (str, int)) for part in parts)
        if not fit or name in _HIDDEN:
            raise PydanticCustomError("unfit", "the field “{name}” does not take this", {"name": name[:60]})
    return {name: value for name, value in told.items() if value is not None}
