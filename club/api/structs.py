"""Lets django-ninja take in and give out msgspec structs, and describe them as they describe themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec
from django.http import HttpRequest
from django.utils.functional import Promise
from ninja.parser import Parser
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

REFERENCES: Final = "#/components/schemas/{name}"
REF: Final = "$ref"
STRUCT: Final = "x-struct"
"""Stands for ``$ref`` until the document is whole: pydantic knows its own definitions only."""
_DESCRIBED: Final[list[Any]] = []


class Told:
    """Says of a type, as ``Annotated[kind, Told(kind)]``, that msgspec reads, writes and describes it."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        _DESCRIBED.append(kind)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write by msgspec."""
        writing = core_schema.plain_serializer_function_ser_schema(plain)
        return core_schema.no_info_plain_validator_function(self._taken_in, serialization=writing)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe by msgspec; what is referred to stands in ``components``."""
        described, _each = _all_described(len(_DESCRIBED))
        named: dict[str, Any] = renamed(described[_DESCRIBED.index(self.kind)], REF, STRUCT)
        return named

    def _taken_in(self, value: Any) -> Any:
        if not isinstance(value, (Mapping, list, str, int, float, bool)) and value is not None:
            return value  # what an operation answers: mypy has seen to its type
        try:
            return msgspec.convert(value, self.kind)
        except msgspec.ValidationError as error:
            raise PydanticCustomError("unfit", "{said}", {"said": str(error)}) from error


class StrictParser(Parser):
    """Takes no JSON that is none (``NaN``, half a letter), and no text that no database keeps (NUL)."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return what was sent; whatever is raised is answered with 400."""
        if b"\\u0000" in request.body:
            raise ValueError("a NUL in a text")
        sent: dict[str, Any] = msgspec.json.decode(request.body)
        return sent


def told(kind: Any) -> Any:
    """Return what an operation says it answers with, for a type of msgspec's."""
    return Annotated[kind, Told(kind)]


def plain(value: Any) -> Any:
    """Return what JSON knows: structs as objects, sentences in the reader's language."""
    return msgspec.to_builtins(value, enc_hook=_as_text)


def renamed(value: Any, old: str, new: str) -> Any:
    """Return a description with one key called otherwise, however deep it stands."""
    if isinstance(value, dict):
        return {new if key == old else key: renamed(inner, old, new) for key, inner in value.items()}
    return [renamed(inner, old, new) for inner in value] if isinstance(value, list) else value


def components() -> dict[str, Any]:
    """Return the description of every type that the API speaks of, by name."""
    return _all_described(len(_DESCRIBED))[1]


@lru_cache(maxsize=1)
def _all_described(count: int) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Return what all types say of themselves, of which there are ``count`` by now, and those they refer to.

    All together: where two kinds have one name, each is called by its module, too. Once, and not anew for each of them:
    the first reader of the contract would wait for as many times as there are types.
    """
    return msgspec.json.schema_components(_DESCRIBED, ref_template=REFERENCES)


def _as_text(value: Any) -> str:
    if isinstance(value, Promise):
        return str(value)
    raise NotImplementedError(type(value))
