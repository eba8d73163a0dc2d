"""Which addresses count as inside the operator's network, and what opens some of them."""

from ipaddress import ip_address

import pytest

from club.inside import is_inside, opening
from config import services
from config.env import Env, OddValue

INSIDE = """
    0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.254 127.0.0.1 127.255.0.9 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
    255.255.255.255 :: ::1 fe80::1 febf::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 2001:db8::1 3fff::1 100::1 2001::1
    2001:10::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:100.64.0.1 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::1
    2002:7f00:1:: 2002:a9fe:a9fe::1 ::127.0.0.1 5f00::1
"""
OUTSIDE = """
    1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.0.1 223.255.255.254
    2606:4700:4700::1111 2a00:1450:4007::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1
"""


@pytest.mark.parametrize("address", INSIDE.split())
def test_what_only_a_network_itself_can_reach_is_inside(address: str) -> None:
    assert is_inside(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE.split())
def test_what_the_whole_internet_reaches_is_outside(address: str) -> None:
    assert not is_inside(ip_address(address))


@pytest.mark.parametrize(
    ("word", "host", "address", "port", "is_open"),
    [
        ("127.0.0.1/32", "a.example", "127.0.0.1", 80, True),
        ("127.0.0.1/32", "a.example", "127.0.0.2", 80, False),
        ("127.0.0.1/32", "a.example", "::ffff:127.0.0.1", 80, True),
        ("10.0.0.0/8", "a.example", "10.9.9.9", 8443, True),
        ("10.0.0.0/8", "a.example", "fd00::1", 8443, False),
        ("127.0.0.1:9000", "a.example", "127.0.0.1", 9000, True),
        ("127.0.0.1:9000", "a.example", "127.0.0.1", 9001, False),
        ("[::1]:9000", "a.example", "::1", 9000, True),
        ("[::1]:9000", "a.example", "::1", 80, False),
        ("fd00::/8", "a.example", "fd12::1", 80, True),
        ("ntfy.lan", "ntfy.lan", "192.168.1.4", 80, True),
        ("Ntfy.LAN:80", "ntfy.lan", "192.168.1.4", 80, True),
        ("ntfy.lan:80", "ntfy.lan", "192.168.1.4", 81, False),
        ("ntfy.lan", "other.lan", "192.168.1.4", 80, False),
    ],
)
def test_the_operator_opens_networks_and_hosts(word: str, host: str, address: str, port: int, is_open: bool) -> None:
    assert opening(word).covers(host, ip_address(address), port) is is_open


@pytest.mark.parametrize("word", ["https://ntfy.lan", "10.0.0.1/8", "host:port", "host:0", "host:70000", "*", "a/b"])
def test_an_opening_that_means_nothing_is_refused_by_name(word: str) -> None:
    with pytest.raises(OddValue, match="OUTWARD_ALLOW"):
        services.openings(Env({"OUTWARD_ALLOW": f"127.0.0.1/32 {word}"}))


def test_openings_are_separated_by_spaces_or_commas() -> None:
    assert services.openings(Env({"OUTWARD_ALLOW": "127.0.0.1/32, localhost:9000"})) == [
        "127.0.0.1/32",
        "localhost:9000",
    ]
    assert services.openings(Env({})) == []
