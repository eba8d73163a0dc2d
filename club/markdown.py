"""Text of people in Markdown, made into markup: the one door, behind which nothing acts.

``markdown-it-py`` reads CommonMark, takes HTML for text and knows no pictures; ``nh3`` lets through what is listed here
and nothing else, whatever the first of them may have made. Links lead away without telling where from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TAGS: Final = frozenset(
    "p br hr h2 h3 h4 h5 h6 strong em s code pre blockquote ul ol li a table thead tbody tr th td".split()  # noqa: SIM905
)
ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
DEEPEST: Final = 6


@lru_cache(maxsize=256)
def markdown(text: str, top: int = 3) -> SafeString:
    """Return a text as HTML. Its highest headings become ``<h{top}>`` (2 to 6), and none leaves a level out."""
    import nh3  # only some pages hold such text

    reader = _reader()
    tokens = reader.parse(text)
    _fit_headings(tokens, top)
    html = reader.renderer.render(tokens, reader.options, {})
    clean = nh3.clean(
        html, tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=set(SCHEMES), link_rel="nofollow noopener"
    )
    return mark_safe(clean)


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "breaks": True})
    return reader.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])


def _fit_headings(tokens: Sequence[Token], top: int) -> None:
    """Let headings stand below those of the page around them."""
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    ranks = {tag: rank for rank, tag in enumerate(sorted({token.tag for token in headings}))}
    level = top - 1
    for token in headings:
        if token.type == "heading_open":
            level = min(top + ranks[token.tag], level + 1, DEEPEST)
        token.tag = f"h{level}"
