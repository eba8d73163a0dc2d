"""Servers of one run of ``scripts/outages``, on ports and in a folder of their own: nobody else's is touched."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import socketserver
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Final, Protocol

import redis

PATIENCE: Final = 60


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server(Protocol):
    """Something that the site leans on."""

    name: str

    def start(self) -> None:
        """Start it; returns when it answers."""

    def stop(self) -> None:
        """Stop it, as at a restart or a crash."""


class PostgreSQL:
    """A cluster of its own."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder / "postgresql"
        self.folder.mkdir()
        self._person: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            person = pwd.getpwnam("postgres")
            os.chown(self.folder, person.pw_uid, person.pw_gid)
            folder.chmod(0o711)
            self._person = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self._tools = found[-1] if found else Path(shutil.which("initdb") or "initdb").parent
        self._run("initdb", "--pgdata", str(self.folder / "data"), "--auth", "trust", "--username", "site", "--no-sync")
        self.address = f"postgresql://site@127.0.0.1:{self.port}/postgres"

    def _run(self, tool: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._tools / tool), *arguments],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **self._person,
        )  # fmt: skip

    def start(self) -> None:
        """Start it; returns when it takes connections."""
        told = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-o", told, "-l", str(self.folder / "log"))

    def stop(self) -> None:
        """Stop it; all connections are cut."""
        self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.folder / "data"))


class Redis:
    """A server of its own, which keeps nothing."""

    name = "Redis"

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; returns when it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self._process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        with redis.Redis(port=self.port) as client:
            while time.monotonic() < until:
                with contextlib.suppress(redis.RedisError):
                    client.ping()
                    return
                time.sleep(0.05)
        raise SystemExit("Redis does not answer")

    def stop(self) -> None:
        """Kill it; what it held is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class _Session(socketserver.StreamRequestHandler):
    """As much SMTP as a client needs to hand a mail over."""

    def handle(self) -> None:
        """Talk, unless it is somebody who only tries whether anybody listens."""
        with contextlib.suppress(ConnectionError):
            self._talk()

    def _talk(self) -> None:
        self.wfile.write(b"220 here\r\n")
        to = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
                self.server.taken.append((time.monotonic(), to))  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 well\r\n")
            if word == b"QUIT":
                return


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


class Mail:
    """A server that takes every mail and notes to whom it is."""

    name = "mail server"

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[tuple[float, str]] = []
        self._listener: _Listener | None = None

    def start(self) -> None:
        """Take mails."""
        self._listener = _Listener(("127.0.0.1", self.port), _Session)
        self._listener.taken = self.taken  # type: ignore[attr-defined]
        threading.Thread(target=self._listener.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Refuse connections."""
        if self._listener is not None:
            self._listener.shutdown()
            self._listener.server_close()
