"""Browsers for tests."""

from __future__ import annotations

from django.test import Client

from club.models import Member


def client_of(member: Member | None = None, language: str = "en") -> Client:
    """The browser of a member, or of a visitor, that prefers a language."""
    client = Client(headers={"accept-language": language})
    if member is not None:
        client.force_login(member)
    return client
