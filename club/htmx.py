"""Requests made by htmx: they fetch part of a page, and must be told when to leave the whole of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect


def by_htmx(request: HttpRequest) -> bool:
    """Tell whether htmx is asking, and so only for the part of the page that changes."""
    return request.headers.get("HX-Request") == "true"


def lead_to(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to another page, which never replaces a mere part of this one."""
    if by_htmx(request):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)
