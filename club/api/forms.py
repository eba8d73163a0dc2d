"""The forms of the pages, filled in by programs: one object of JSON with the names of their fields.

So whatever a form makes of its fields, asks, refuses and says holds for programs, too. It is given what a browser could
have sent: texts, several of them only where several may be chosen, and whether a box is ticked.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any, Final, NoReturn

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
_SEVERAL: Final = (forms.MultipleChoiceField, forms.ModelMultipleChoiceField)
_KINDS: Final = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object", NoneType: "null"}
"""What JSON calls what was sent."""
_TYPES: Final[tuple[tuple[type[forms.Field], dict[str, Any]], ...]] = (
    (forms.IntegerField, {"type": "integer"}),
    (forms.BooleanField, {"type": "boolean"}),
    *((kind, {"type": "array", "items": {"type": ["string", "integer"]}}) for kind in _SEVERAL),
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
        return core_schema.no_info_plain_validator_function(self._taken_in)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the fields."""
        if not isinstance(self.form, Mapping):
            return self._described(self.form)
        described = [self._described(form, kind) for kind, form in self.form.items()]
        return {"oneOf": described, "discriminator": {"propertyName": KIND}}

    def _taken_in(self, told: Any) -> dict[str, Any]:
        if not isinstance(told, dict):
            _expected("object", told)
        fields = self._fields(told)
        values = {name: _value(name, value, fields.get(name)) for name, value in told.items()}
        return {name: value for name, value in values.items() if value is not None}

    def _fields(self, told: dict[str, Any]) -> Mapping[str, forms.Field]:
        """Return the fields of the form that is filled in; of one that there is not none."""
        if not isinstance(self.form, Mapping):
            return self.form.base_fields
        kind = told.get(KIND, "")
        if not isinstance(kind, str):
            _expected("str", kind, KIND)
        return self.form[kind].base_fields if kind in self.form else {}

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


def _value(name: str, value: Any, field: forms.Field | None) -> Any:
    """Return what a browser could have sent for a field; None where nothing was said."""
    if name in _HIDDEN:
        _unfit(f"Object contains unknown field `{name}`")
    if value is None:
        return None
    if isinstance(field, forms.BooleanField):
        return value if isinstance(value, bool) else _expected("bool", value, name)
    if not isinstance(field, _SEVERAL):
        return _text(value, name)
    if not isinstance(value, list):
        _expected("array", value, name)
    if len(value) > LONGEST:
        _unfit(f"Expected `array` of length <= {LONGEST}", name)
    return [_text(part, f"{name}[{number}]") for number, part in enumerate(value)]


def _text(value: Any, place: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        _expected("str | int", value, place)
    return str(value)


def _expected(wanted: str, value: Any, place: str = "") -> NoReturn:
    _unfit(f"Expected `{wanted}`, got `{_KINDS[type(value)]}`", place)


def _unfit(said: str, place: str = "") -> NoReturn:
    """Say it as msgspec does, with the place."""
    where = f" - at `$.{place[:80]}`" if place else ""
    raise PydanticCustomError("unfit", "{said}", {"said": said + where})
