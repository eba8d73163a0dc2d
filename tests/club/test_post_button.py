"""A form of one button, as templates write it."""

from __future__ import annotations

import pytest
from django.template import RequestContext, Template
from django.test import RequestFactory

from club.acts import ATTRIBUTE, MARK
from tests.web.html import Element, Page


def drawn(text: str, **context: object) -> tuple[Element, Element, dict[str, str]]:
    """The form, its button and its hidden fields."""
    reader = RequestContext(RequestFactory().get("/"), {"to": "/there/", **context})
    page = Page(f"<div>{Template('{% load club %}' + text).render(reader)}</div>")
    assert page.faults == []
    [form], [button] = page.all("form"), page.all("button")
    assert button.within("form") is form
    fields = {field["name"]: field["value"] for field in page.all("input") if field["type"] == "hidden"}
    assert fields.pop("csrfmiddlewaretoken")
    return form, button, fields


def test_a_button_alone() -> None:
    form, button, fields = drawn("{% post_button to %} Go {% endpost_button %}")
    assert form.attrs == {"method": "post", "action": "/there/"}
    assert button.attrs == {"class": "button"}
    assert (button.said, fields) == (["Go"], {})


def test_what_a_button_may_say_and_send() -> None:
    form, button, fields = drawn(
        '{% post_button to "button button--small" name="seat" value=3 id="sit" label="Sit at 3" form_class="no-print"'
        ' disabled=True version=row.version bot="" figure=nobody|default:None %}'
        '{% icon "user" %}Sit{% endpost_button %}',
        row={"version": 1234},
    )
    assert form["class"] == "no-print"
    assert button.attrs == {
        "class": "button button--small", "name": "seat", "value": "3", "id": "sit", "aria-label": "Sit at 3",
        "disabled": "",
    }  # fmt: skip
    assert [child.tag for child in button.children] == ["svg"]
    assert fields == {"version": "1234", "bot": ""}


def test_htmx_posts_to_the_same_address() -> None:
    form, _button, _fields = drawn("{% post_button to htmx=True %}Go{% endpost_button %}")
    assert form.attrs == {"method": "post", "action": "/there/", "hx-post": "/there/", ATTRIBUTE: MARK}
    form, _button, _fields = drawn('{% post_button to target="#table" %}Go{% endpost_button %}')
    assert (form["hx-post"], form["hx-target"], form["hx-swap"]) == ("/there/", "#table", "outerHTML")


def test_everything_given_is_escaped() -> None:
    evil = '"><script>x</script>'
    form, button, fields = drawn(
        "{% post_button evil evil name=evil value=evil id=evil label=evil form_class=evil confirm=evil target=evil"
        " version=evil %}{{ evil }}{% endpost_button %}",
        evil=evil,
    )
    assert set(form.attrs.values()) == {"post", evil, "outerHTML", MARK}
    assert set(button.attrs.values()) == {evil}
    assert (button.said, fields) == ([evil], {"version": evil})


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no address"):
        drawn("{% url 'no:such' as nowhere %}{% post_button nowhere %}Go{% endpost_button %}")
