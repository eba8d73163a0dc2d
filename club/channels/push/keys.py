"""The site's own key pair for push services (VAPID), made when it is first asked for and kept with its secrets."""

from __future__ import annotations

import time
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import IntegrityError, transaction
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from club.models import PushDevice, PushKey
from club.operations import for_update
from club.sealing import Unreadable, seal, unseal

CONTACT: Final = "mailto:"
HOLDS: Final = 12 * 3600
"""Seconds for which a signature is good; push services take a day at most."""


def vapid() -> Vapid02:
    """Return the site's key pair. The first who asks makes it; who asks at the same moment gets that one.

    A site that has lost the ``SECRET_KEY`` it was sealed under has a new pair, and no device knows it by that.
    """
    row = PushKey.objects.filter(pk=PushKey.SINGLETON_ID).first()
    try:
        return _pair(row if row is not None else _made())
    except Unreadable:
        return _pair(_replaced())


def _pair(row: PushKey) -> Vapid02:
    return Vapid02.from_pem(unseal(row.private).encode())


def _fresh() -> str:
    fresh = Vapid02()
    fresh.generate_keys()
    return seal(fresh.private_pem().decode())


def _made() -> PushKey:
    try:
        with transaction.atomic():
            return PushKey.objects.create(pk=PushKey.SINGLETON_ID, private=_fresh())
    except IntegrityError:
        return PushKey.objects.get(pk=PushKey.SINGLETON_ID)


@transaction.atomic
def _replaced() -> PushKey:
    row = for_update(PushKey.objects.all()).get(pk=PushKey.SINGLETON_ID)
    try:
        _pair(row)  # somebody else has replaced it meanwhile
    except Unreadable:
        row.private = _fresh()
        row.save(update_fields=["private"])
        PushDevice.objects.all().delete()
    return row


def public_key() -> str:
    """Return the public key as browsers want it (``applicationServerKey``): an uncompressed point, base64url."""
    point = vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


class Signer:
    """Signs messages of one round; a push service's signature is made once."""

    def __init__(self) -> None:
        self._vapid = vapid()
        self._vapid.conf = {"no-strict": True}  # a site that is tried out has no address of mail that all accept
        self._made: dict[str, str] = {}

    def authorization(self, endpoint: str) -> str:
        """Return the header ``Authorization`` for a message to this address."""
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        if audience not in self._made:
            claims = {
                "aud": audience,
                "exp": int(time.time()) + HOLDS,
                "sub": CONTACT + parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
            }
            self._made[audience] = self._vapid.sign(claims)["Authorization"]
        return self._made[audience]
