"""Devices that news are pushed to: chosen on the device itself, listed, tried, removed."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import Any, Final

from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from club import outward
from club.models import Member, PushDevice
from club.operations import Refused, for_update

MOST: Final = 20
"""Devices of one member: whoever has more in use removes one that lies in a drawer."""
LONGEST: Final = 1000
AUTH_BYTES: Final = 16


def mark_of(endpoint: str) -> str:
    """Return what a device is found by."""
    return sha256(endpoint.encode()).hexdigest()


@transaction.atomic
def add(*, member: Member, session: UserSession, name: str, endpoint: str, p256dh: str, auth: str) -> PushDevice:
    """Let news be pushed to this browser, which belongs to whoever chose it last.

    Refused where a browser could not have sent it: keys that are none, an address the site does not reach.
    """
    _verify(endpoint, p256dh, auth)
    for_update(Member.objects.all()).get(pk=member.pk)
    others = PushDevice.objects.filter(member=member).exclude(mark=mark_of(endpoint))
    if others.count() >= MOST:
        raise Refused.because("too_many_devices", _("You have too many devices: remove one first."))
    PushDevice.objects.filter(member=member, session=session).exclude(mark=mark_of(endpoint)).delete()
    known = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "name": name, "failures": 0}
    device, _made = PushDevice.objects.update_or_create(
        mark=mark_of(endpoint), defaults={"member": member, "session": session, **known}
    )
    return device


@transaction.atomic
def renew(*, old: str, endpoint: str, p256dh: str, auth: str) -> bool:
    """Let a device go on whose browser changed its address by itself; only who knows the old one can say so."""
    _verify(endpoint, p256dh, auth)
    device = for_update(PushDevice.objects.all()).filter(mark=mark_of(old)).first()
    if device is None:
        return False
    PushDevice.objects.filter(mark=mark_of(endpoint)).exclude(pk=device.pk).delete()
    device.mark, device.endpoint, device.p256dh, device.auth = mark_of(endpoint), endpoint, p256dh, auth
    device.save(update_fields=["mark", "endpoint", "p256dh", "auth"])
    return True


def remove(*, member: Member, pk: int) -> bool:
    """Push nothing to a device any more; False where it was none of the member's."""
    return bool(PushDevice.objects.filter(member=member, pk=pk).delete()[0])


def follow_logging_out(request: HttpRequest, **_more: Any) -> None:
    """Let a browser ring no more whose member logs out of it: somebody else may sit there next."""
    PushDevice.objects.filter(session__session_key=request.session.session_key).delete()


def _verify(endpoint: str, p256dh: str, auth: str) -> None:
    refusal = Refused.because("no_device", _("This browser did not say where it can be reached. Try again."))
    if len(endpoint) > LONGEST or "[" in endpoint:  # no push service has a bare address of IPv6, nor does VAPID sign it
        raise refusal
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(p256dh))
        if len(_bytes(auth)) != AUTH_BYTES:
            raise refusal
    except (ValueError, NotBase64) as error:
        raise refusal from error
    try:
        outward.check(endpoint)
    except (outward.Forbidden, outward.Unreachable) as error:
        raise refusal from error


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
