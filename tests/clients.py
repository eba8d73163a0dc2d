"""Browsers for tests."""

from __future__ import annotations

import time

from django.test import Client

from club.models import Member


def client_of(member: Member | None = None, language: str = "en", *, confirmed: bool = False) -> Client:
    """The browser of a member, or of a visitor, that prefers a language.

    ``confirmed``: the member has just given the password once more, as is asked for before a sensitive change.
    """
    client = Client(headers={"accept-language": language})
    if member is not None:
        client.force_login(member)
        if confirmed:
            session = client.session
            session["account_authentication_methods_user"] = str(member.pk)
            session["account_authentication_methods"] = [
                {"method": "password", "at": time.time(), "reauthenticated": True}
            ]
            session.save()
    return client


def kept_client_of(member: Member) -> Client:
    """The browser that this very object's member keeps, as people do: they log in once and look at many pages."""
    if "_browser" not in member.__dict__:
        member.__dict__["_browser"] = client_of(member)
    browser: Client = member.__dict__["_browser"]
    return browser
