"""A site with servers to sign in with, and one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from pytest_django import Settings

from club.ways_in.servers import DISCORD, GOOGLE, OIDC, Server
from tests.club.ways_in import elsewhere
from tests.club.ways_in.elsewhere import CLIENT, SECRET, Elsewhere


@pytest.fixture
def place(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    """All three kinds of servers, led to one on this machine."""
    with elsewhere.running() as found:
        settings.SIGN_IN = [
            Server(DISCORD, DISCORD, "Discord", CLIENT, SECRET),
            Server(GOOGLE, GOOGLE, "Google", CLIENT, SECRET),
            Server(OIDC, "house", "The House", CLIENT, SECRET, found.address),
        ]
        for adapter in (DiscordOAuth2Adapter, GoogleOAuth2Adapter):
            monkeypatch.setattr(adapter, "access_token_url", f"{found.address}/token")
            monkeypatch.setattr(adapter, "authorize_url", f"{found.address}/authorize")
        monkeypatch.setattr(DiscordOAuth2Adapter, "profile_url", f"{found.address}/discord/me")
        yield found
