"""The API's description of itself: OpenAPI 3.1, whole, in one document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from ninja import NinjaAPI

from club.api.problems import CONTENT_TYPE, Problem
from club.api.scopes import KINDS
from club.api.structs import REF, STRUCT, components, renamed, told

told(Problem)  # every refusal is one

_REFUSALS: Final = {
    400: "The request cannot be read, or names no key where it must (`Idempotency-Key`).",
    401: "A token is needed, or the one that was shown opens nothing.",
    403: "You see this but may not do it, or the token is not good for it.",
    404: "There is no such thing, or you may not see it.",
    412: "What you saw is out of date: look again (`If-Match`).",
    422: "What was sent does not fit, or the rules forbid it; every reason is told.",
    428: "Say which version you have seen (`If-Match`).",
    429: "Too many requests in this minute; `Retry-After` says when to come again.",
    503: "The database is away; `Retry-After` says when to come again.",
}
_READS: Final = (400, 401, 403, 404, 422, 429, 503)
_WRITES: Final = tuple(_REFUSALS)
_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A name of your own for this write: sent again under it, it is answered as before and counts once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!#-~]+$"},
}
_SEEN: Final = {
    "in": "header",
    "name": "If-Match",
    "description": "The `ETag` of what you have seen.",
    "schema": {"type": "string", "pattern": '^(W/)?"[0-9]{1,9}(-[a-z-]*)?"$'},
}


def document(api: NinjaAPI, examples: Mapping[str, object]) -> dict[str, Any]:
    """Return the OpenAPI document of the API, whatever its address, with bodies as ``examples`` by operation."""
    described: dict[str, Any] = renamed(dict(api.get_openapi_schema(path_prefix="")), STRUCT, REF)
    described["components"]["schemas"] |= components()
    described["components"]["securitySchemes"] = {
        "Token": {"type": "http", "scheme": "bearer", "description": "A token made on the site: My profile, Tokens."}
    }
    for _path, method, operation in operations(described):
        _complete(method, operation)
        for media in operation.get("requestBody", {}).get("content", {}).values():
            media["example"] = examples[operation["operationId"]]
    return described


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every operation of a document: its path, its method, and itself."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _complete(method: str, operation: dict[str, Any]) -> None:
    """Add what holds for all: a summary, who may ask, refusals, the headers of writes."""
    said = operation["description"] = operation.get("description", "").replace("``", "`")
    operation["summary"] = said.partition(".")[0]
    names = [name for way in operation.pop("security", []) for name in way]
    kinds = [KINDS[name] for name in names if name in KINDS]
    operation["x-scopes"] = [scope.value for kind in kinds for scope in kind.scopes]
    operation["security"] = [{"Token": []} if name in KINDS else {} for name in names]
    for status in _WRITES if method == "post" else _READS:
        operation["responses"][str(status)] = {
            "description": f"{HTTPStatus(status).phrase}. {_REFUSALS[status]}",
            "content": {CONTENT_TYPE: {"schema": {REF: "#/components/schemas/Problem"}}},
        }
    if method == "post":
        operation.setdefault("parameters", []).append({**_KEY, "required": any(kind.once for kind in kinds)})
        if "If-Match" in said:
            operation["parameters"].append({**_SEEN, "required": True})
