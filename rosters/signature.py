"""The site's signature on the files of warbands that leave it: one's own export comes home without questions.

It covers all that the file says, whatever the order of keys and the spaces between them. It is made with the site's
secret key; after a change of keys, those in ``SECRET_KEY_FALLBACKS`` still tell the site's own files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django.core.signing import BadSignature, Signer

FIELD: Final = "signature"
_SALT: Final = "rosters.transfer"


def signed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file's data with this site's signature."""
    return {**data, FIELD: Signer(salt=_SALT).signature(_canonical(data))}


def is_ours(data: Mapping[str, Any]) -> bool:
    """Tell whether this site wrote a file just as it is."""
    signature = data.get(FIELD)
    if not isinstance(signature, str):
        return False
    signer = Signer(salt=_SALT)
    try:
        signer.unsign(f"{_canonical(data)}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True


def _canonical(data: Mapping[str, Any]) -> str:
    """All but the signature, in plain ASCII: the same text for the same data."""
    return json.dumps({key: data[key] for key in data if key != FIELD}, sort_keys=True, separators=(",", ":"))
