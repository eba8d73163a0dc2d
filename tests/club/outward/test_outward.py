"""What the site asks for whoever typed an address: never inside, within a time, and no more than it wants to read."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from club import outward
from tests.club.outward.servers import Asked, Handler, receiving, silent


@pytest.fixture
def opened(settings: Any) -> Any:
    """Let one port of this machine be asked."""

    def open_(*words: str) -> None:
        settings.OUTWARD_ALLOW = list(words)

    return open_


def test_what_is_sent_arrives_and_what_is_answered_comes_back(opened: Any) -> None:
    with receiving(lambda handler, _asked: handler.reply(201, b"thank you", X_Kind="note")) as server:
        opened(f"127.0.0.1:{server.port}")
        answer = outward.post(server.url("/in?a=b"), body=b"hello", headers={"Webhook-Id": "7"})
    assert (answer.status, answer.body, answer.headers["x-kind"], answer.is_cut) == (201, b"thank you", "note", False)
    (asked,) = server.asked
    assert (asked.method, asked.path, asked.body) == ("POST", "/in?a=b", b"hello")
    assert asked.headers["webhook-id"] == "7"
    assert asked.headers["host"] == f"127.0.0.1:{server.port}"


def test_another_method_is_sent_as_well(opened: Any) -> None:
    with receiving() as server:
        opened(f"127.0.0.1:{server.port}")
        assert outward.send("PATCH", server.url(), body=b"{}").status == 204
    assert server.asked[0].method == "PATCH"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_this_machine_is_not_asked_however_it_is_called(host: str) -> None:
    with receiving() as server:
        with pytest.raises(outward.Forbidden) as refused:
            outward.post(f"http://{host}:{server.port}/in", body=b"")
        with pytest.raises(outward.Forbidden):
            outward.check(f"http://{host}:{server.port}/in")
    assert refused.value.code == "inside"
    assert server.asked == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://club.example/", "address"),
        ("file:///etc/passwd", "address"),
        ("gopher://127.0.0.1:25/", "address"),
        ("club.example", "address"),
        ("https://", "address"),
        ("https://club.example:0/", "address"),
        ("https://club.example/a b", "address"),
        ("https://club.example/\r\nX: 1", "address"),
        ("https://club.example\\@127.0.0.1/", "address"),
        ("https://club.example/" + "a" * 2000, "address"),
        ("https://ann:secret@club.example/", "credentials"),
        ("https://ann@club.example/", "credentials"),
        ("https://nobody.invalid/", "unresolved"),
    ],
)
def test_an_address_that_is_none_is_refused(url: str, code: str) -> None:
    with pytest.raises(outward.Forbidden) as refused:
        outward.check(url)
    assert refused.value.code == code
    assert str(refused.value.message)


def _resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let every name resolve to these addresses: the first, then the second…; return the names that were asked for."""
    asked: list[str] = []

    def look_up(host: str, port: int, *_rest: Any, **_how: Any) -> list[Any]:
        found = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(outward.socket, "getaddrinfo", look_up)
    return asked


def test_a_name_of_which_one_address_lies_inside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    _resolving(monkeypatch, ["93.184.216.34", "10.0.0.7"])
    with pytest.raises(outward.Forbidden, match="inside"):
        outward.check("https://two.example/")


def test_the_connection_goes_to_the_address_that_was_looked_at(opened: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere at a second look (DNS rebinding) is not looked up a second time."""
    with receiving() as server:
        opened(f"hooks.example:{server.port}")
        genuine = socket.getaddrinfo
        asked: list[str] = []

        def look_up(host: str, *rest: Any, **how: Any) -> Any:
            if host != "hooks.example":
                return genuine(host, *rest, **how)  # an address, which needs no looking up
            asked.append(host)
            return genuine("127.0.0.1" if len(asked) == 1 else "127.0.0.2", *rest, **how)

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        assert outward.post(f"http://hooks.example:{server.port}/in", body=b"x").status == 204
    assert asked == ["hooks.example"]
    assert server.asked[0].headers["host"] == f"hooks.example:{server.port}"


# Redirects


def test_a_redirect_to_an_address_inside_is_not_followed(opened: Any) -> None:
    with receiving() as private:

        def onward(handler: Handler, _asked: Asked) -> None:
            handler.reply(307, Location=private.url("/admin"))

        with receiving(onward) as public:
            opened(f"127.0.0.1:{public.port}")
            with pytest.raises(outward.Forbidden) as refused:
                outward.post(public.url(), body=b"secret")
    assert refused.value.code == "inside"
    assert private.asked == []


def test_a_redirect_outside_is_followed_without_what_authorises(opened: Any) -> None:
    with (
        receiving() as second,
        receiving(lambda handler, _asked: handler.reply(308, Location=second.url("/there"))) as first,
    ):
        opened("127.0.0.1/32")
        headers = {"Authorization": "Bearer token", "webhook-id": "7"}
        assert outward.post(first.url(), body=b"hello", headers=headers).status == 204
    assert second.asked[0].body == b"hello"
    assert second.asked[0].headers["webhook-id"] == "7"
    assert "authorization" not in second.asked[0].headers


def test_redirects_without_end_are_left_after_the_third(opened: Any) -> None:
    with receiving(lambda handler, _asked: handler.reply(307, Location="/again")) as server:
        opened("127.0.0.1/32")
        with pytest.raises(outward.Forbidden, match="redirects"):
            outward.post(server.url(), body=b"")
    assert len(server.asked) == 4


def test_a_redirect_that_would_lose_what_is_sent_is_given_back(opened: Any) -> None:
    with receiving(lambda handler, _asked: handler.reply(302, Location="/login")) as server:
        opened("127.0.0.1/32")
        assert outward.post(server.url(), body=b"x").status == 302
    assert len(server.asked) == 1


# Time and size


def test_nobody_is_waited_for_who_never_answers(opened: Any) -> None:
    opened("127.0.0.1/32")
    with silent() as port:
        begun = time.monotonic()
        with pytest.raises(outward.Unreachable, match="slow"):
            outward.post(f"http://127.0.0.1:{port}/", body=b"", timeout=0.5)
    assert time.monotonic() - begun < 5


def test_an_answer_that_drips_ends_with_the_time(opened: Any) -> None:
    """Each byte comes in time; all of them do not."""
    stop = threading.Event()

    def drip(handler: Handler, _asked: Asked) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not stop.wait(0.05):
            handler.wfile.write(b".")

    opened("127.0.0.1/32")
    with receiving(drip) as server:
        begun = time.monotonic()
        with pytest.raises(outward.Unreachable, match="slow"):
            outward.post(server.url(), body=b"", timeout=0.6)
        assert time.monotonic() - begun < 5
        stop.set()


def test_headers_that_drip_end_with_the_time(opened: Any) -> None:
    stop = threading.Event()

    def drip(handler: Handler, _asked: Asked) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not stop.wait(0.05):
            handler.wfile.write(b".")

    opened("127.0.0.1/32")
    with receiving(drip) as server:
        with pytest.raises(outward.Unreachable, match="slow"):
            outward.post(server.url(), body=b"", timeout=0.6)
        stop.set()


def test_of_a_body_without_end_only_its_head_is_read(opened: Any) -> None:
    sent = 0

    def pour(handler: Handler, _asked: Asked) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        while True:
            handler.wfile.write(b"x" * 65_536)
            sent += 65_536

    opened("127.0.0.1/32")
    with receiving(pour) as server:
        answer = outward.post(server.url(), body=b"", limit=1000)
    assert (answer.status, len(answer.body), answer.is_cut) == (200, 1000, True)
    assert sent < 50_000_000


def test_a_port_where_nobody_listens_is_told(opened: Any) -> None:
    opened("127.0.0.1/32")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(outward.Unreachable, match="refused"):
        outward.post(f"http://127.0.0.1:{port}/", body=b"")


def test_what_is_not_http_is_told(opened: Any) -> None:
    opened("127.0.0.1/32")
    with (
        receiving(lambda handler, _asked: handler.wfile.write(b"220 mail.example ESMTP\r\n")) as server,
        pytest.raises(outward.Unreachable, match="broken"),
    ):
        outward.post(server.url(), body=b"")


# TLS


def _certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Make a certificate of this name that signs itself; return it and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, secret


def test_a_certificate_must_be_of_the_name_that_was_typed(
    opened: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pair = _certificate(tmp_path, "localhost")
    monkeypatch.setattr(outward, "_trusting", ssl.create_default_context)
    with receiving(certificate=pair) as server:
        opened("127.0.0.1/32", "::1/128")
        with pytest.raises(outward.Unreachable, match="tls"):
            outward.post(server.url(host="localhost"), body=b"")  # nobody trusts who signed it
        monkeypatch.setenv("SSL_CERT_FILE", str(pair[0]))
        assert outward.post(server.url(host="localhost"), body=b"x").status == 204
        with pytest.raises(outward.Unreachable, match="tls"):
            outward.post(server.url(host="127.0.0.1"), body=b"")  # another name
    assert len(server.asked) == 1


def test_https_does_not_lead_to_http(opened: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pair = _certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(pair[0]))
    monkeypatch.setattr(outward, "_trusting", ssl.create_default_context)
    opened("127.0.0.1/32", "::1/128")
    with (
        receiving() as plain,
        receiving(lambda handler, _asked: handler.reply(307, Location=plain.url()), certificate=pair) as server,
        pytest.raises(outward.Forbidden, match="downgrade"),
    ):
        outward.post(server.url(host="localhost"), body=b"secret")
    assert plain.asked == []
