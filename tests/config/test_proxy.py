"""The server block of docs/operating.md: what the site needs of a proxy stands in every location that leads to it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from club.streams import events
from tests.config.site import ROOT

Directive = tuple[str, ...]
NEEDED: Final = {
    ("proxy_set_header", "Host", "$host"),
    ("proxy_set_header", "X-Forwarded-Proto", "$scheme"),
    ("proxy_set_header", "X-Forwarded-For", "$proxy_add_x_forwarded_for"),
    ("proxy_set_header", "Connection", '""'),
    ("proxy_http_version", "1.1"),
    ("proxy_pass", "http://127.0.0.1:8000"),
}
"""Whoever lacks one of these is redirected to where they are, or counted as the proxy."""


def block() -> str:
    """The lines between the first and the last of the indented block."""
    text = (ROOT / "docs/operating.md").read_text()
    found = re.search(r"^    limit_conn_zone .*?^    }\n(?=\n\S)", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


class Section:
    """A block in braces, or the whole file."""

    def __init__(self, name: Directive) -> None:
        self.name = name
        self.directives: list[Directive] = []
        self.sections: list[Section] = []


def parsed(text: str) -> Section:
    """Directives and blocks, as nginx reads them; an unclosed brace or a line without its semicolon fails."""
    within = [Section(())]
    words: list[str] = []
    for word in re.findall(r'"[^"]*"|[{};]|[^\s{};]+', text):
        if word == ";":
            assert words
            within[-1].directives.append(tuple(words))
            words = []
        elif word == "{":
            inner = Section(tuple(words))
            within[-1].sections.append(inner)
            within.append(inner)
            words = []
        elif word == "}":
            assert words == []
            within.pop()
        else:
            words.append(word)
    [whole] = within
    assert words == []
    return whole


def locations() -> dict[str, set[Directive]]:
    found = {}
    for server in parsed(block()).sections:
        assert server.name == ("server",)
        for location in server.sections:
            assert location.name[0] == "location"
            found[location.name[1]] = set(location.directives)
    return found


def test_every_location_hands_over_who_asks_and_how() -> None:
    assert set(locations()) == {"/", "/live/"}
    for name, directives in locations().items():
        assert directives >= NEEDED, name


def test_streams_are_passed_on_at_once_and_kept() -> None:
    live = locations()["/live/"]
    assert live >= {("proxy_buffering", "off"), ("gzip", "off")}
    [(_name, seconds)] = [one for one in live if one[0] == "proxy_read_timeout"]
    assert int(seconds.removesuffix("s")) >= 3 * events.BEATS


def test_the_proxy_bounds_what_the_site_cannot() -> None:
    _plain, secure = parsed(block()).sections
    names = {directive[0] for directive in secure.directives}
    assert names >= {
        "client_header_timeout",
        "client_body_timeout",
        "send_timeout",
        "limit_conn",
        "client_max_body_size",
    }


def test_nginx_takes_it(tmp_path: Path) -> None:
    nginx = shutil.which("nginx")
    if nginx is None:
        pytest.skip("nginx is not here (Debian: apt-get install nginx-light)")
    text = re.sub(r"^\s+ssl_certificate.*\n", "", block(), flags=re.MULTILINE).replace("443 ssl", "8443")
    text = re.sub(r"listen 80;", "listen 8080;", text)
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {text} }}")
    tried = subprocess.run(
        [nginx, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 0, tried.stderr
