"""Whoever takes two ways in away at the same moment keeps one of them."""

from __future__ import annotations

from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from club.ways_in import operations
from tests.campaigns.wars.test_at_once import at_once
from tests.clients import client_of
from tests.club.ways_in.elsewhere import Elsewhere
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_last_passkey_and_the_last_account_do_not_go_together(
    place: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked, if both may look, before either takes anything away."""
    look, both = operations.has_way_in, Barrier(2)

    def has_way_in(*asked: Any, **more: Any) -> bool:
        found = look(*asked, **more)
        with suppress(BrokenBarrierError):
            both.wait(timeout=1)
        return found

    member = MemberFactory.create()
    member.set_unusable_password()
    member.save()
    row = SocialAccount.objects.create(user=member, provider="house", uid="person-1")
    passkey = Authenticator.objects.create(
        user=member,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Phone", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}},
    )
    monkeypatch.setattr(operations, "has_way_in", has_way_in)
    leaving, removing = (client_of(member, confirmed=True) for _each in range(2))
    at_once(
        lambda: leaving.post(f"/accounts/3rdparty/{row.pk}/leave/").status_code,
        lambda: removing.post(f"/accounts/2fa/webauthn/keys/{passkey.pk}/remove/").status_code,
    )
    assert SocialAccount.objects.count() + Authenticator.objects.count() == 1
