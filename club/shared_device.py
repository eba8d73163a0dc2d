"""A device that several people use: said at the log-in, it stands for that browser, whoever logs in next."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "shared_device"
AGE: Final = 365 * 24 * 3600


def is_shared(request: HttpRequest) -> bool:
    """True where somebody said so in this browser and nobody took it back."""
    return request.COOKIES.get(COOKIE) == "1"


def remember(response: HttpResponse, *, shared: bool) -> None:
    """Keep the choice in the browser, also after logging out."""
    if not shared:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(COOKIE, "1", max_age=AGE, secure=settings.LANGUAGE_COOKIE_SECURE, httponly=True, samesite="Lax")
