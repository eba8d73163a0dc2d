"""Who may open a page: decorators for pages without an object, helpers for loaders of objects.

A stranger to an object gets 404 (the object's existence is nobody's business), a reader without the right
403; a visitor is sent to the log-in page and comes back to where they were.

A view that only members reach takes a ``MemberRequest``. A page about an object lets visitors come as far as its
loader: it takes the plain request, and asks ``signed_in`` who the loader has let through.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NoReturn, TypeGuard
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from club.htmx import by_htmx, lead_to
from club.models import Member

User = Member | AnonymousUser
"""Whoever asks for a page."""


class MemberRequest(HttpRequest):
    """The type of a request that is known to be a member's. Only a type: no request is ever made of this class."""

    user: Member


type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]
type MemberView[**P] = Callable[Concatenate[MemberRequest, P], HttpResponse]


def not_found(reason: str = "") -> NoReturn:
    """Answer 404: there is no such thing for this reader."""
    raise Http404(reason)


def forbidden(reason: str = "") -> NoReturn:
    """Answer 403: the reader sees the thing but may not do this. ``reason`` is shown on the page."""
    raise PermissionDenied(reason)


def member_of(request: HttpRequest) -> Member | None:
    """The member behind the request, or None for a visitor; whoever was refused at the gate counts as one."""
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None


def signed_in(request: HttpRequest) -> Member:
    """The member behind the request; 403 for a visitor, whom ``visitors_log_in`` then sends to log in."""
    member = member_of(request)
    return member if member is not None else forbidden()


def to_login(request: HttpRequest) -> HttpResponse:
    """Send a visitor to the log-in page, and back here afterwards.

    After a refused POST the way back leads to the page the form was on, because the address posted to may not
    answer a GET. An htmx request is told to leave the whole page, so that no fragment becomes a log-in page.
    """
    back = _page_of(request)
    address = resolve_url(settings.LOGIN_URL)
    if back:
        address = f"{address}?{urlencode({REDIRECT_FIELD_NAME: back})}"
    return lead_to(request, address)


def member_required[**P](view: MemberView[P]) -> View[P]:
    """Only for members; a visitor logs in first."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not _is_members(request):
            return to_login(request)
        return view(request, *args, **kwargs)

    return checked


def club_admin_required[**P](view: MemberView[P]) -> View[P]:
    """Only for club admins; a visitor logs in first, another member is refused (403)."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not _is_members(request):
            return to_login(request)
        if not request.user.is_club_admin:
            forbidden()
        return view(request, *args, **kwargs)

    return checked


def visitors_log_in[**P](view: View[P]) -> View[P]:
    """For pages about an object: a visitor who sees the object but may not do this logs in first.

    The loader on the view's first line decides; what a visitor may not even see stays 404.
    """

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied:
            if request.user.is_authenticated:
                raise
            return to_login(request)

    return checked


def safe_address(request: HttpRequest, address: str | None) -> str:
    """``address`` when it leads to a page of this site, else an empty string.

    It begins with a stroke or with the site's own name, so that nothing takes it for the name of a view.
    """
    if (
        address
        and address.startswith(("/", "http:", "https:"))
        and url_has_allowed_host_and_scheme(
            address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    ):
        return address
    return ""


def _is_members(request: HttpRequest) -> TypeGuard[MemberRequest]:
    """Tell whether a member is behind the request."""
    return request.user.is_authenticated


def _page_of(request: HttpRequest) -> str:
    """The path of the page the reader is looking at: this one, or the one a form or fragment was on."""
    if by_htmx(request):
        shown = request.headers.get("HX-Current-URL")
    elif request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    else:
        shown = request.headers.get("Referer")
    address = safe_address(request, shown)
    if not address:
        return ""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
