"""Streams at the web server as README has operators start it: pages beside them, and what is left when it stops."""

from __future__ import annotations

import signal
import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from club.streams import tickets
from club.streams.kinds import Watched
from tests.config.test_serve import port
from tests.config.web_server import PATIENCE, running
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad

__all__ = ["port"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def open_stream(port: int, address: str, accept: str = "text/event-stream") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
    return line


def until(line: socket.socket, words: bytes) -> bytes:
    heard = b""
    while words not in heard:
        data = line.recv(4096)
        assert data, heard
        heard += data
    return heard


def test_streams_are_held_beside_pages_and_end_when_the_server_is_told_to_stop(tmp_path: Path, port: int) -> None:
    ann, *others = [MemberFactory.create() for _ in range(8)]
    match = pad([ann, others[0], "Guest"])
    watched = (Watched("pad", (match.pk,)),)
    with ExitStack() as lines, running(tmp_path, port) as process:
        streams = [
            lines.enter_context(open_stream(port, tickets.issue(watched, member=member.pk).address()))
            for member in others
        ]
        for line in streams:
            head = until(line, b"data: ")
            assert head.startswith(b"HTTP/1.1 200 OK\r\n")
            assert b"text/event-stream" in head
        # More streams than threads, and yet pages are answered.
        for _ in range(5):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as page:
                assert page.read() == b"ok\n"
        enter(match, kill(0, 1), ann)
        for line in streams:
            until(line, b"data: ")
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        for line in streams:
            while line.recv(4096):
                pass
        assert time.monotonic() - begun < 3
        printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, printed
    assert "Traceback" not in printed
    assert "Error" not in printed


def test_without_streams_a_page_is_told_to_ask(tmp_path: Path, port: int) -> None:
    ann = MemberFactory.create()
    match = pad([ann, MemberFactory.create()])
    address = tickets.issue((Watched("pad", (match.pk,)),), member=ann.pk).address()
    with running(tmp_path, port, LIVE_STREAMS="0"):
        with open_stream(port, address) as line:
            assert until(line, b"\r\n\r\n").startswith(b"HTTP/1.1 204 ")
        with open_stream(port, address, accept="*/*") as line:
            assert until(line, b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
        with open_stream(port, address[:-1]) as line:
            assert until(line, b"\r\n\r\n").startswith(b"HTTP/1.1 404 ")
