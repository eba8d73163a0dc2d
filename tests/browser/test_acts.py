"""htmx acts on what our templates mark for this browser, and on nothing that might ever come in between."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from club.models import Member
from rosters.models import Warband
from tests.factories.rosters import WarbandFactory

OpenPage = Callable[..., Page]

INJECTED = """
<i hx-trigger="load" hx-get="/injected/1/">a</i> <i data-hx-trigger="load" data-hx-get="/injected/2/">b</i>
<i hx-trigger="load" hx-post="/injected/3/" data-acts="acts-0">c</i> <i hx-trigger="load" hx-delete="/injected/4/">d</i>
<div data-acts="" hx-boost="true"><a id="boosted" href="/injected/5/">e</a></div>
"""


def _injected(route: Route) -> None:
    answer = route.fetch()
    assert b"<h1" in answer.body()
    route.fulfill(response=answer, body=answer.text().replace("</main>", f"{INJECTED}</main>"))


def test_what_comes_into_a_page_as_markup_does_not_act(open_page: OpenPage, member: Member) -> None:
    WarbandFactory.create(owner=member, name="The Fangs", visibility=Warband._meta.get_field("visibility").default)
    page = open_page("desktop", language="en", member=member)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.route("**/warbands/", _injected)
    page.goto("/warbands/")
    expect(page.locator("#boosted")).to_be_visible()
    page.locator("#id_q").fill("zzz")  # ours acts
    expect(page.locator("#found")).not_to_contain_text("The Fangs")
    assert any("q=zzz" in one for one in asked)
    assert [one for one in asked if "injected" in one] == []
