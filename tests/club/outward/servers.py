"""Real servers of this machine that answer as a test says, well or badly."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server under way: where it is, and what it was asked."""

    port: int
    scheme: str = "http"
    asked: list[Asked] = field(default_factory=list)

    def url(self, path: str = "/in", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"


class Handler(BaseHTTPRequestHandler):
    """What answers one request; ``read`` it first, then write whatever the test wants."""

    receiver: Receiver
    answer: Callable[[Handler, Asked], None]
    protocol_version = "HTTP/1.1"

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        self.receiver.asked.append(asked)
        with suppress(OSError):
            type(self).answer(self, asked)

    do_GET = do_POST = do_PUT = do_PATCH = _any  # noqa: N815

    def reply(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Answer properly. Names of headers with an underscore for each hyphen."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128  # whoever comes with many others at a time is not turned away

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a visitor who leaves early is what is tested."""


@contextmanager
def receiving(
    answer: Callable[[Handler, Asked], None] = lambda handler, asked: handler.reply(204),
    *,
    certificate: tuple[Path, Path] | None = None,
) -> Iterator[Receiver]:
    """A server that answers so, until the block ends."""
    receiver = Receiver(0)
    kind = type("Answering", (Handler,), {"receiver": receiver, "answer": staticmethod(answer)})
    server = _Server(("127.0.0.1", 0), kind)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        receiver.scheme = "https"
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def silent() -> Iterator[int]:
    """The port of a server that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]
