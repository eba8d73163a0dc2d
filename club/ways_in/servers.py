"""The servers that members may sign in with, as the operator has named them (``settings.SIGN_IN``): most often none."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

DISCORD: Final = "discord"
GOOGLE: Final = "google"
OIDC: Final = "openid_connect"
"""Kinds of servers, as allauth calls them."""
_PLACES: Final = {DISCORD: "https://discord.com", GOOGLE: "https://accounts.google.com"}


class Server(Struct, frozen=True):
    """A server that vouches for people. ``key`` stands in addresses and in the rows of who signs in with it.

    ``client`` and ``secret`` are what the server knows this site by; ``address`` is where an OpenID Connect server says
    all about itself.
    """

    kind: str
    key: str
    name: str
    client: str
    secret: str
    address: str = ""

    @property
    def origin(self) -> str:
        """Where browsers are sent: scheme, host and port."""
        parts = urlsplit(self.address or _PLACES[self.kind])
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def begins_at(self) -> str:
        """The address of this site that leads there."""
        from django.urls import reverse

        if self.kind == OIDC:
            return reverse("openid_connect_login", kwargs={"provider_id": self.key})
        return reverse(f"{self.kind}_login")


def configured() -> tuple[Server, ...]:
    """Return the servers of this site, in the order they are shown."""
    from django.conf import settings  # the settings themselves are read with the help of this module

    return tuple(settings.SIGN_IN)


def server_of(key: str) -> Server | None:
    """Return the server of that key, where there still is one."""
    return next((server for server in configured() if server.key == key), None)
