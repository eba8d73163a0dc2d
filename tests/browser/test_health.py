"""The browser reaches the live site under its own rules of safety."""

from collections.abc import Callable

from playwright.sync_api import Page


def test_the_live_site_answers_on_a_phone(phone_page: Page) -> None:
    response = phone_page.goto("/healthz")
    assert response is not None
    assert response.status == 200
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert phone_page.inner_text("body").strip() == "ok"


def test_a_broken_rule_of_the_page_is_noticed(open_page: Callable[..., Page]) -> None:
    page = open_page("desktop")
    page.goto("/healthz")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate("const s = document.createElement('script'); s.textContent = '1'; document.body.append(s)")
    assert any("Content Security Policy" in line for line in page.complaints)
    page.complaints.clear()
