"""Members with a second step, as the site's own pages would have set it up."""

from __future__ import annotations

import os
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.internal.auth import WebAuthn
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from club.models import Member

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def give_second_step(member: Member) -> None:
    """An app, a passkey, and recovery codes."""
    TOTP.activate(member, SECRET)
    WebAuthn.add(member, member.name, passkey())
    RecoveryCodes.activate(member)


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
