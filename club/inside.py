"""Which addresses lie inside the operator's network: those the site does not ask anything for whoever typed them.

Only what the whole Internet may reach counts as outside. An IPv4 address that an IPv6 one carries (mapped, NAT64, 6to4)
is looked at as what it is. The operator may open single networks and hosts (``OUTWARD_ALLOW``).
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from msgspec import Struct

type Address = IPv4Address | IPv6Address
type Network = IPv4Network | IPv6Network

_UNICAST: Final = IPv6Network("2000::/3")
"""What of IPv6 is given out to the world (RFC 4291, IANA)."""
_DOCUMENTATION: Final = IPv6Network("3fff::/20")
"""For examples alone (RFC 9637); Python learnt of it later than of the others."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""The last 32 bits are an IPv4 address (RFC 6052)."""


def is_inside(address: Address) -> bool:
    """Tell whether an address is not one of the public Internet: private, loopback, link-local, shared, reserved…"""
    if isinstance(address, IPv6Address):
        carried = _carried(address)
        if carried is not None:
            return is_inside(carried)
        return address not in _UNICAST or address in _DOCUMENTATION or not address.is_global
    return not address.is_global or address.is_multicast or address.is_reserved


def _carried(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that packets to this one arrive at in the end."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


class Opening(Struct, frozen=True):
    """A network or a host inside that may be asked nevertheless, at one port or at all."""

    network: Network | None
    host: str
    port: int | None

    def covers(self, host: str, address: Address, port: int) -> bool:
        """Tell whether this lets the site ask a host of this name at this address and port."""
        if self.port is not None and self.port != port:
            return False
        if self.network is None:
            return host == self.host
        carried = _carried(address) if isinstance(address, IPv6Address) else None
        return any(one.version == self.network.version and one in self.network for one in (address, carried) if one)


def opening(word: str) -> Opening:
    """Read one part of ``OUTWARD_ALLOW``: ``10.0.0.0/8``, ``127.0.0.1:9000``, ``[::1]:9000``, ``ntfy.lan:80``…

    Raises ``ValueError``.
    """
    try:
        return Opening(ip_network(word), "", None)
    except ValueError:
        host, colon, number = word.rpartition(":")
    if not colon:
        host, number = word, ""
    if colon and not (number.isascii() and number.isdigit() and 0 < int(number) < 65536):
        raise ValueError(f"{word!r} names no port")
    port = int(number) if colon else None
    try:
        return Opening(ip_network(ip_address(host.removeprefix("[").removesuffix("]"))), "", port)
    except ValueError:
        if not host or set(host) & set("/:[]@ *"):
            raise ValueError(f"{word!r} is neither a network nor a host") from None
    return Opening(None, host.lower().rstrip("."), port)


def openings(words: Iterable[str]) -> tuple[Opening, ...]:
    """Read all parts of ``OUTWARD_ALLOW``; raises ``ValueError``."""
    return tuple(opening(word) for word in words)
