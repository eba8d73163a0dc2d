"""Refusals as programs read them: ``application/problem+json`` (RFC 9457), each with its code, values and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from club.models import ApiToken, Scope
from club.operations import Refused, Stale

CONTENT_TYPE: Final = "application/problem+json"


class Reason(Struct, frozen=True):
    """One reason for a refusal. ``code`` never changes, ``message`` is in the reader's language.

    ``field`` is the part of what was sent that causes it, ``params`` are the values and limits it is about.
    """

    code: str
    message: str
    field: str | None = None
    params: dict[str, Any] = {}


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is answered instead of what was asked for. ``code`` is that of the first reason."""

    status: int
    title: str
    code: str
    detail: str
    problems: tuple[Reason, ...] = ()


class ApiError(Exception):
    """Ends a request with a problem that is the API's own."""

    def __init__(self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.answer_headers = status, code, detail, dict(headers or {})

    def answer(self) -> HttpResponse:
        """Return the problem."""
        return problem(self.status, self.code, self.detail, headers=self.answer_headers)


def demand(token: ApiToken, scopes: Sequence[str]) -> None:
    """Raise ``ApiError`` 403 for a token that has none of these scopes."""
    if not set(scopes) & set(token.scopes):
        detail = _("The token is not good for this: it lacks “%(scope)s”.") % {"scope": Scope(scopes[0]).value}
        raise ApiError(403, "scope_missing", detail)


def problem(
    status: int,
    code: str,
    detail: str,
    reasons: Iterable[Reason] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return the answer that says what is wrong."""
    said = Problem(status, HTTPStatus(status).phrase, code, detail, tuple(reasons))
    body = msgspec.json.encode(said, enc_hook=str)
    return HttpResponse(body, status=status, content_type=CONTENT_TYPE, headers=headers)


def answer_of(status: int) -> HttpResponse:
    """Return the answer for a status that came without words of the API's: from Django, or from what stands around."""
    words = {
        400: ("bad_request", _("The request cannot be read.")),
        403: ("forbidden", _("You may not do this.")),
        404: ("not_found", _("There is no such thing, or you may not see it.")),
        405: ("method_not_allowed", _("This address takes no such method.")),
        413: ("too_large", _("This is too large.")),
        429: ("too_many_requests", _("Too many tries. Wait a minute, then try again.")),
        503: ("unavailable", _("The site is not available just now. Try again soon.")),
    }
    code, detail = words.get(status, ("error", _("Something went wrong at our end.")))
    return problem(status, code, detail)


def register(api: NinjaAPI) -> None:
    """Let the API answer with problems whatever ends a request."""

    @api.exception_handler(ApiError)
    def _ended(request: HttpRequest, error: ApiError) -> HttpResponse:
        return error.answer()

    @api.exception_handler(Refused)
    def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
        reasons = [_reason(one) for one in error.problems]
        status = 412 if isinstance(error, Stale) else 422
        return problem(status, reasons[0].code, str(error), reasons)

    @api.exception_handler(ValidationError)
    def _unfit(request: HttpRequest, error: ValidationError) -> HttpResponse:
        reasons = [Reason("unfit", str(one["msg"]), _field(one)) for one in error.errors]
        return problem(422, "unfit", " ".join(one.message for one in reasons), reasons)

    @api.exception_handler(HttpError)
    def _said(request: HttpRequest, error: HttpError) -> HttpResponse:
        if error.status_code == 401:
            return unauthorised()
        return answer_of(error.status_code)

    @api.exception_handler(Http404)
    def _unknown(request: HttpRequest, error: Http404) -> HttpResponse:
        return answer_of(404)

    @api.exception_handler(PermissionDenied)
    def _forbidden(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
        return problem(403, "forbidden", str(error)) if str(error) else answer_of(403)

    @api.exception_handler(Exception)
    def _unexpected(request: HttpRequest, error: Exception) -> HttpResponse:
        raise error  # noted and answered as anywhere on the site


def unauthorised(authorization: str = "") -> HttpResponse:
    """Say that a token is needed, or that the one shown in this header ``Authorization`` opens nothing."""
    detail = _("Show a valid token in the header Authorization (Bearer).")
    if authorization.lower().startswith("bearer "):
        detail = _("This token opens nothing: it has run out, was revoked, or was not copied whole.")
    return problem(401, "unauthorised", detail, headers={"WWW-Authenticate": "Bearer"})


def _field(error: Mapping[str, Any]) -> str:
    """Return what a fault is about. In a body msgspec says where; the name that the operation gives it is its own."""
    where = ".".join(map(str, error["loc"]))
    path = str(error["msg"]).partition(" - at `$")[2].rstrip("`")
    return f"{where.partition('.')[0]}{path}" if error["type"] == "unfit" else where


def _reason(one: Any) -> Reason:
    params = dict(getattr(one, "params", None) or {})
    return Reason(one.code, str(one.message), getattr(one, "field", None), params)
