"""How often something may be tried. Allauth counts, as it does for passwords (``settings.ACCOUNT_RATE_LIMITS``)."""

from __future__ import annotations

from copy import copy
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import HttpRequest


def within(request: HttpRequest, what: str, *, key: str = "", dry_run: bool = False) -> bool:
    """Count one more try of ``what`` and tell whether its limits allowed it; with ``dry_run`` only tell."""
    counted = copy(request)
    counted.method = "POST"  # allauth counts no GET, but following a link may be a guess, too
    allowed: bool = ratelimit.consume(counted, action=what, key=key, dry_run=dry_run)
    return allowed


def address_of(request: HttpRequest) -> str:
    """Return the address that a visitor is counted by; of IPv6 the first half, as whoever has that has all of it."""
    text: str = get_adapter().get_client_ip(request)
    try:
        address = ip_address(text)
    except ValueError:
        return text
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else text
