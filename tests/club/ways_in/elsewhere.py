"""A server that vouches for people, on this machine: OpenID Connect as Keycloak speaks it, Discord's and Google's way.

It is as strict as its like: a code is good once, for the client, the address and the PKCE challenge it was made for.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, build_opener

import jwt

CLIENT, SECRET = "the-club", "known-to-both"
DISCORD_ID = 80351110224678912


class Elsewhere:
    """The server's state: who is logged in there, and what it has given out."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {
            "sub": "person-1",
            "preferred_username": "Zoé at home",
            "name": "Zoé",
            "email": "zoe@example.org",
            "email_verified": True,
        }
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []
        self.refuses = False
        self.breaks_at: set[str] = set()
        self.says: dict[str, object] = {}
        self.address = ""

    # What the browser sees

    def consent(self, location: str) -> str:
        """Follow a browser that was sent here; return where it is sent back to, its person agreeing or not."""
        answer = build_opener(_Stays).open(location)
        return str(answer.headers["Location"])

    def authorize(self, query: dict[str, str]) -> str:
        back = query["redirect_uri"]
        if self.refuses:
            return f"{back}?{urlencode({'error': 'access_denied', 'state': query['state']})}"
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return f"{back}?{urlencode({'code': code, 'state': query['state']})}"

    # What the site asks for

    def token(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        given = (form.get("client_id"), form.get("client_secret"))
        if authorization.startswith("Basic "):
            given = tuple(base64.b64decode(authorization[6:]).decode().split(":", 1))  # type: ignore[assignment]
        if given != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if asked["code_challenge"] != base64.urlsafe_b64encode(digest).decode().rstrip("="):
            return 400, {"error": "invalid_grant"}
        token = secrets.token_urlsafe(24)
        self.tokens[token] = dict(self.person)
        answer: dict[str, Any] = {"access_token": token, "token_type": "Bearer", "expires_in": 300}
        if "openid" in asked["scope"].split() or "profile" in asked["scope"].split():
            claims = {"iss": self.address, "aud": CLIENT, "iat": int(time.time()), "exp": int(time.time()) + 300}
            answer["id_token"] = jwt.encode(
                {**claims, **self.person, **self.says}, "signed-between-the-two-of-them-0123456789", algorithm="HS256"
            )
        return 200, answer

    def userinfo(self, authorization: str, path: str) -> tuple[int, dict[str, Any]]:
        person = self.tokens.get(authorization.removeprefix("Bearer "))
        if person is None:
            return 401, {"error": "invalid_token"}
        if path == "/discord/me":
            return 200, {
                "id": str(DISCORD_ID),
                "username": "zoe.at.home",
                "global_name": "Zoé",
                "discriminator": "0",
                "email": person["email"],
                "verified": person["email_verified"],
            }
        return 200, person

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "jwks_uri": f"{self.address}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }


class _Stays(HTTPErrorProcessor):
    """Follows no redirect: it is the browser of the test that does."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


def _handler(place: Elsewhere) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            place.asked.append(parts.path)
            if parts.path in place.breaks_at:
                self._say(500, b"<h1>Sorry</h1>", "text/html")
            elif parts.path == "/.well-known/openid-configuration":
                self._json(200, place.discovery())
            elif parts.path == "/authorize":
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                self.send_response(302)
                self.send_header("Location", place.authorize(query))
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif parts.path in ("/userinfo", "/discord/me"):
                self._json(*place.userinfo(self.headers.get("Authorization", ""), parts.path))
            else:
                self._say(404, b"", "text/plain")

        def do_POST(self) -> None:
            path = urlsplit(self.path).path
            place.asked.append(path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            if path in place.breaks_at:
                self._say(200, b"no JSON", "application/json")
                return
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._json(*place.token(form, self.headers.get("Authorization", "")))

        def _json(self, status: int, data: dict[str, Any]) -> None:
            self._say(status, json.dumps(data).encode(), "application/json")

        def _say(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            """Say nothing: tests look at what was asked."""

    return Handler


@contextmanager
def running() -> Iterator[Elsewhere]:
    """Let it answer on a free port of this machine."""
    place = Elsewhere()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(place))
    server.daemon_threads = True
    place.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield place
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
