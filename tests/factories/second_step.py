"""Members with a second step, as the site's own pages would have set it up."""

from __future__ import annotations

import os
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from club.models import Member

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def give_second_step(member: Member) -> None:
    """An app, a passkey, and recovery codes."""
    seal = get_adapter().encrypt
    kinds = Authenticator.Type
    for kind, data in (
        (kinds.TOTP, {"secret": seal(SECRET)}),
        (kinds.WEBAUTHN, {"name": member.name, "credential": passkey()}),
        (kinds.RECOVERY_CODES, {"seed": seal(os.urandom(40).hex()), "used_mask": 0}),
    ):
        Authenticator.objects.create(user=member, type=kind, data=data)


def passkey() -> dict[str, Any]:
    """What a browser answers when a passkey was made. Nobody keeps its private key."""
    number = os.urandom(16)
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    attested = AttestedCredentialData.create(Aaguid.NONE, number, public)
    data = AuthenticatorData.create(os.urandom(32), AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT, 0, attested)
    said = CollectedClientData.create(
        type=CollectedClientData.TYPE.CREATE, challenge=b"challenge", origin="https://testserver"
    )
    return {
        "type": "public-key",
        "id": websafe_encode(number),
        "rawId": websafe_encode(number),
        "response": {
            "clientDataJSON": websafe_encode(said),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
