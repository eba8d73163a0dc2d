"""What is not to be found, or not for strangers, says so to search engines; nothing but embeds goes into a frame."""

from __future__ import annotations

import pytest
from django.template.backends.django import Template as TemplateOfBackend

from club.found import openings
from club.paper import press
from tests.web.access_table import TABLE, Right
from tests.web.cast import As, Cast
from tests.web.html import Page, meta
from tests.web.test_access import Asking, address_of


@pytest.fixture
def asking(played: Cast, stage: Cast) -> Asking:
    return Asking(played)


def test_what_is_not_to_be_found_says_so(asking: Asking, stage: Cast) -> None:
    """A stranger's page is either open and describes itself, or asks not to be listed."""
    for name, rule in TABLE.items():
        if rule.get is not Right.ALL or rule.leads_elsewhere:
            continue
        answer = asking.ask(As.VISITOR, "GET", address_of(name, rule, stage.grounds["public"]))
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page = Page(answer.content.decode())
        if not page.all("head"):
            continue
        described, unlisted = meta(page, "description"), meta(page, "robots") == ["noindex"]
        if name.split()[0] == "campaigns:shared_replay":
            assert (bool(described), unlisted) == (True, True)
            continue
        assert bool(described) != unlisted, name
        assert unlisted or name.split()[0] in openings.pages(), name


@pytest.mark.parametrize("visibility", ["club", "private"])
def test_a_page_that_is_not_there_for_strangers_tells_them_nothing(
    asking: Asking, stage: Cast, visibility: str
) -> None:
    ground = stage.grounds[visibility]
    for path in (ground.campaign.get_absolute_url(), ground.warband.get_absolute_url()):
        answer = asking.ask(As.VISITOR, "GET", path)
        html = answer.content.decode()
        assert answer.status_code == 404
        assert ground.campaign.name not in html
        assert meta(Page(html), "robots") == ["noindex"]
        assert "og:" not in html


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and papers without anything on them, where it is headers that are looked at."""
    monkeypatch.setattr(TemplateOfBackend, "render", lambda *_asked, **_more: "")
    monkeypatch.setattr(press, "_ordered", lambda *_asked, **_more: [b"/Type /Pages /Count 1"])


@pytest.mark.usefixtures("undrawn")
def test_nothing_but_embeds_can_be_put_into_a_frame(asking: Asking, stage: Cast) -> None:
    ground, wrong, framed = stage.grounds["public"], [], []
    for name, rule in TABLE.items():
        for role in (As.VISITOR, As.OWNER):
            answer = asking.ask(role, "GET", address_of(name, rule, ground))
            shut = answer.headers.get("X-Frame-Options") == "DENY"
            policy = answer.headers.get("Content-Security-Policy", "")
            if name.startswith("found:embed"):
                framed.append(name)
                wrong += [f"{name} {role}"] if shut or "frame-ancestors *" not in policy else []
            elif not answer.headers.get("Content-Type", "").startswith("text/html"):
                assert answer.status_code in (200, 204, 302, 404, 405), name  # a file, or nothing to be seen
            elif not shut or "frame-ancestors 'none'" not in policy:
                wrong.append(f"{name} {role} {answer.status_code}")
    assert wrong == []
    assert framed
