"""A whole battle played as a browser without scripts plays it: by sending the forms that its pages hold."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.play import PlayState
from campaigns.wars.play import positions
from engines.musg.ground.ready_tables import ready_tables
from tests.campaigns.wars.play.boards import begun
from tests.campaigns.wars.play.test_page import reader
from tests.factories.battles import field
from tests.web.html import Element, Page, filled_in

pytestmark = pytest.mark.django_db
WISHES = ("activate", "strike", "shoot", "charge", "walk")
"""The kinds of answers that are chosen first where they are offered."""


def sent(client: Client, form: Element, **pressed: str) -> Page:
    """Send a form with what it holds and what was typed or pressed; return the page that comes of it."""
    send = client.post if form["method"] == "post" else client.get
    answer = send(form["action"].partition("#")[0], {**filled_in(form), **pressed}, follow=True)
    assert answer.status_code == 200
    return Page(answer.content.decode())


def form_of(page: Page, name: str) -> Element | None:
    """Return the form with an id or a class."""
    return next((one for one in page.all("form") if name in (one["id"], one["class"])), None)


def way_of(page: Page) -> Element | None:
    """Return the form in which a place to go to is typed."""
    return next((one for one in page.all("form") if "/way/" in one["action"]), None)


def chosen(form: Element) -> tuple[Element, str]:
    """Return the first answer of the kinds wished for, else the last there is, and its code."""
    offered = [one for one in form.walk() if one.tag == "li" and one["data-kind"]]
    wished = [one for kind in WISHES for one in offered if one["data-kind"] == kind]
    option = (wished or offered[-1:])[0]
    return option, next(one["value"] for one in option.walk() if one["name"] == "code")


def test_a_battle_is_played_to_its_end() -> None:
    """Somebody stands where it was typed, and goes to a place that was typed, after its way was shown."""
    positions.forget()
    fight = field(henchmen=1)
    lay_out(battle=fight.battle, layout=ready_tables()["open_field"], turn_limit=2)
    played = begun(fight)
    clients = [reader(player) for player in fight.players]
    done: Counter[str] = Counter()
    for _number in range(80):
        played.refresh_from_db()
        if played.state != PlayState.RUNNING:
            break
        client = clients[played.actor or 0]
        page = Page(client.get(played.get_absolute_url()).content.decode())
        form = form_of(page, "choice")
        assert form is not None
        option, code = chosen(form)
        kind, (x, _comma, y) = option["data-kind"], option["data-ends"].partition(",")
        if kind == "deploy" and (stand := form_of(page, "stand")):
            sent(client, stand, figure=option["data-of"], x=x, y=y)
        elif kind == "walk" and (
            go := next((one for one in page.all("form") if one["action"].endswith("/way/#way")), None)
        ):
            aim = form_of(sent(client, go, x=x, y=y), "aim")
            assert aim is not None
            code = next(one["value"] for one in aim.walk() if one["name"] == "code")
            sent(client, aim, code=code)
        else:
            sent(client, form, code=code)
        done[kind] += 1
    page = Page(reader(fight.players[0]).get(played.get_absolute_url()).content.decode())
    assert played.state == PlayState.OVER
    assert done["deploy"] == 6
    assert done["walk"] >= 4
    assert "Victory points" in " ".join(page.texts())
