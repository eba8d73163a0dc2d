"""Markdown that people type: what it looks like, and that nothing in it acts."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template

from club.acts import ATTRIBUTE
from club.markdown import ATTRIBUTES, TAGS, markdown
from tests.web.html import Page


def tags(html: str) -> set[str]:
    return {element.tag for element in Page(html).elements}


def test_what_people_write_is_laid_out() -> None:
    html = markdown("Come **early**,\nbring *dice*.\n\n- soup\n- bread\n\n1. eat\n2. play\n\n> said\n\n~~old~~ `code`")
    assert html == (
        "<p>Come <strong>early</strong>,<br>\nbring <em>dice</em>.</p>\n"
        "<ul>\n<li>soup</li>\n<li>bread</li>\n</ul>\n<ol>\n<li>eat</li>\n<li>play</li>\n</ol>\n"
        "<blockquote>\n<p>said</p>\n</blockquote>\n<p><s>old</s> <code>code</code></p>\n"
    )
    assert {"table", "th", "td"} <= tags(markdown("| a | b |\n|---|---|\n| 1 | 2 |"))


def test_links_lead_away_without_telling_where_from() -> None:
    assert markdown('[hall](https://example.org/hall "Map")') == (
        '<p><a href="https://example.org/hall" title="Map" rel="nofollow noopener">hall</a></p>\n'
    )
    assert 'href="mailto:a@example.org"' in markdown("<a@example.org>")
    assert 'href="tel:+33387000000"' in markdown("[call](tel:+33387000000)")
    assert 'href="/about/"' in markdown("[here](/about/)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n## B\n### C", ["h3", "h4", "h5"]),
        ("### C\n# A\n###### F", ["h3", "h3", "h4"]),
        ("###### F", ["h3"]),
        ("# A\n###### F\n## B", ["h3", "h4", "h4"]),
    ],
)
def test_headings_stand_below_the_page_s_own_and_leave_no_level_out(text: str, expected: list[str]) -> None:
    html = markdown(text)
    assert [element.tag for element in Page(html).elements] == expected
    assert re.findall(r"<(h\d)>[^<]*</(h\d)>", html) == [(tag, tag) for tag in expected]
    assert set(re.findall(r"<(h\d)", markdown("# A\n## B\n### C", 5))) == {"h5", "h6"}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '<b hx-post="/club/settings/" hx-trigger="load" data-hx-get="/">x</b>',
        f'<div {ATTRIBUTE}="x" hx-get="/">x</div>',
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&colon;alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        '[x](https://example.org/"onmouseover="alert(1))',
        '[x](https://example.org "a\\" onclick=alert(1) b")',
        "![x](https://example.org/spy.png)",
        "![x](javascript:alert(1))",
        "<javascript:alert(1)>",
        "<style>body{display:none}</style>",
        '<a href="/me/close/" style="position:fixed">x</a>',
        "```html\n<form action=/me/close/><button>\n```",
        "`<iframe src=//example.org>`",
        "<svg><animate onbegin=alert(1)></svg>",
        "<!-- --><base href=//example.org>",
        "| <form> |\n|:-:|\n| <input autofocus onfocus=alert(1)> |",
        '"\'><nasty n1 nasty="',
    ],
)
def test_nothing_that_somebody_types_acts(text: str) -> None:
    for element in Page(markdown(text)).elements:
        assert element.tag in TAGS
        assert set(element.attrs) <= ATTRIBUTES.get(element.tag, set()) | ({"rel"} if element.tag == "a" else set())
        address = element.attrs.get("href") or ""
        assert re.match(r"https?:|mailto:|tel:|/|$", address), address


def test_markup_is_shown_as_it_was_typed() -> None:
    assert markdown("<b>1 < 2 & 3</b>") == "<p>&lt;b&gt;1 &lt; 2 &amp; 3&lt;/b&gt;</p>\n"


def test_templates_have_a_filter() -> None:
    template = Template("{% load club %}{{ text|markdown:4 }}")
    assert template.render(Context({"text": "# Soup & <i>"})) == "<h4>Soup &amp; &lt;i&gt;</h4>\n"
    assert template.render(Context({"text": ""})) == ""
