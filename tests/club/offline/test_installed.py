"""What makes the site one that can be installed: the worker's script, the manifest, the icons, the colours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve
from PIL import Image

from club.look import BANNERS, BANNERS_BY_NIGHT, Accent
from club.models import ColourScheme
from club.offline import worker
from tests.clients import client_of
from tests.factories.club import MemberFactory, club_settings

pytestmark = pytest.mark.django_db


def _file(address: str) -> Path:
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str), address
    return Path(found)


def test_the_worker_s_script_is_for_the_whole_site_and_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert worker.digest() in answer.content.decode()
    loaded = re.findall(r'"(/static/[^"]+\.js)"', answer.content.decode())
    assert [_file(one).name for one in loaded][:3] == ["assets.js", "pages.js", "worker.js"]


def test_another_version_of_the_site_or_of_its_files_is_another_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    first = worker.digest()
    assert first == worker.digest()
    monkeypatch.setattr(worker, "version", lambda: "99.0")
    second = worker.digest()
    monkeypatch.setattr(worker, "static", lambda name: f"/static/{name}?new")
    assert len({first, second, worker.digest()}) == 3


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_manifest_has_what_browsers_want_of_a_site_to_install(client: Client, language: str) -> None:
    club_settings(name="The Wolves of the Old Mill", accent=Accent.PINE)
    answer = client.get(f"/manifest.webmanifest?lang={language}")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest: dict[str, Any] = answer.json()
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["lang"] == language
    assert manifest["name"] == "The Wolves of the Old Mill"
    assert len(manifest["short_name"]) <= 12
    assert manifest["theme_color"] == BANNERS[Accent.PINE]
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }
    names = {"fr": "Ma bande", "en": "My warband"}
    assert manifest["shortcuts"][0]["name"] == names[language]
    assert [resolve(one["url"]).kwargs["word"] for one in manifest["shortcuts"]] == ["warband", "pad", "evening"]
    for icon in (*manifest["icons"], *(icon for one in manifest["shortcuts"] for icon in one["icons"])):
        with Image.open(_file(icon["src"])) as drawn:
            assert drawn.format == "PNG"
            assert f"{drawn.width}x{drawn.height}" == icon["sizes"]


def test_a_maskable_icon_is_whole_and_its_sign_stands_where_nothing_is_cut_off() -> None:
    with Image.open(_file("/static/img/app/maskable-512.png")) as drawn:
        whole = drawn.convert("RGBA")
    assert whole.getextrema()[3] == (255, 255)
    ground = whole.getpixel((0, 0))
    marked = [
        (x - 256) ** 2 + (y - 256) ** 2
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if whole.getpixel((x, y)) != ground
    ]
    assert marked
    assert max(marked) <= 205**2  # a circle of four fifths of the side


def test_every_page_leads_to_the_manifest_and_the_icons(client: Client) -> None:
    page = client.get("/", headers={"Accept-Language": "en"}).content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=en">' in page
    for name, sizes in (("apple-touch-icon.png", {(180, 180)}), ("favicon.ico", {(16, 16), (32, 32), (48, 48)})):
        assert f"/static/img/app/{name}" in page
        with Image.open(_file(f"/static/img/app/{name}")) as drawn:
            assert drawn.info.get("sizes", {drawn.size}) == sizes
    assert client.get("/favicon.ico")["Location"] == "/static/img/app/favicon.ico"


def test_the_colour_around_a_page_is_that_of_the_scheme(client: Client) -> None:
    club_settings(accent=Accent.PLUM)
    day, night = BANNERS[Accent.PLUM], BANNERS_BY_NIGHT[Accent.PLUM]
    either = client.get("/").content.decode()
    assert f'<meta name="theme-color" content="{day}" media="(prefers-color-scheme: light)">' in either
    assert f'<meta name="theme-color" content="{night}" media="(prefers-color-scheme: dark)">' in either
    for scheme, colour in ((ColourScheme.LIGHT, day), (ColourScheme.DARK, night)):
        page = client_of(MemberFactory.create(colour_scheme=scheme)).get("/").content.decode()
        assert re.findall(r'<meta name="theme-color"[^>]*>', page) == [f'<meta name="theme-color" content="{colour}">']


def test_the_colours_by_night_are_those_of_the_style_sheet() -> None:
    styles = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    found = dict(re.findall(r'\[data-accent="(\w+)"\] \{[^}]*--accent: light-dark\(#\w+, (#\w+)\)', styles))
    assert found == {str(accent): colour for accent, colour in BANNERS_BY_NIGHT.items()}


def test_the_page_of_what_is_kept_is_the_same_for_everybody(client: Client) -> None:
    visitors = client.get("/offline/?lang=en").content.decode()
    ann = MemberFactory.create(display_name="Ann of the Mill", language="fr")
    members = client_of(ann).get("/offline/?lang=en").content.decode()
    assert '<html lang="en"' in members
    assert "Without a network" in visitors
    assert "Ann of the Mill" not in members
