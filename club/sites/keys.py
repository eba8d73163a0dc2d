"""The key that this site signs with what it says to others, made when it is first asked for and kept sealed."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.db import IntegrityError, transaction

from club.models import SiteKey
from club.operations import for_update
from club.sealing import Unreadable, seal, unseal

BITS = 2048


def private_key() -> str:
    """Return the key as PEM. The first who asks makes it; who asks at the same moment gets that one.

    A site that has lost the ``SECRET_KEY`` it was sealed under has a new one, which others read from its address.
    """
    row = SiteKey.objects.filter(pk=SiteKey.SINGLETON_ID).first()
    try:
        return unseal((row if row is not None else _made()).private)
    except Unreadable:
        return unseal(_replaced().private)


def _fresh() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    return seal(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())


def _made() -> SiteKey:
    try:
        with transaction.atomic():
            return SiteKey.objects.create(pk=SiteKey.SINGLETON_ID, private=_fresh())
    except IntegrityError:
        return SiteKey.objects.get(pk=SiteKey.SINGLETON_ID)


@transaction.atomic
def _replaced() -> SiteKey:
    row = for_update(SiteKey.objects.all()).get(pk=SiteKey.SINGLETON_ID)
    try:
        unseal(row.private)  # somebody else has replaced it meanwhile
    except Unreadable:
        row.private = _fresh()
        row.save(update_fields=["private"])
    return row
