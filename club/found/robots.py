"""``robots.txt``, made of the site's addresses: what no room has opened is closed.

Each rule is read as RFC 9309 has it: the longest that fits decides, ``*`` stands for anything and ``$`` for the end.
An address with a question mark is another one: lists by pages, searches and filters stay closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from club.found import openings

STATIC: Final = "/static/"
"""What pages are drawn with: crawlers may have all of it."""
_PART: Final = re.compile(r"<[^>]*>")


def text() -> str:
    """Return the file."""
    rules = [*(f"Allow: {one}" for one in allowed()), *(f"Disallow: {one}" for one in refused())]
    return "\n".join(["User-agent: *", *rules, "", f"Sitemap: {settings.SITE_URL}/sitemap.xml", ""])


@cache
def allowed() -> tuple[str, ...]:
    """Return the rules of what is open, each up to its end."""
    known = dict(addresses(get_resolver()))
    return (STATIC, *sorted({f"{_rule(known[name])}$" for name in openings.opened()}))


@cache
def refused() -> tuple[str, ...]:
    """Return the rules of what is closed: everything, and what one of those allowed would fit by mistake."""
    opened = openings.opened()
    closed = {_rule(pattern) for name, pattern in addresses(get_resolver()) if name not in opened}
    found = ["/"]
    for rule in sorted(closed, key=lambda rule: (len(rule), rule)):
        if decides(rule.replace("*", "x"), allowed(), found):
            found.append(rule)
    return tuple(sorted(found))


def decides(path: str, allow: Iterable[str], refuse: Iterable[str]) -> bool:
    """Tell whether a crawler may ask for a path: the longest rule that fits says so, of two equal ones the kinder."""
    fitting = [
        (len(rule), good) for good, rules in ((True, allow), (False, refuse)) for rule in rules if fits(rule, path)
    ]
    return max(fitting)[1] if fitting else True


def fits(rule: str, path: str) -> bool:
    """Tell whether a rule is about a path."""
    body, end = (rule[:-1], r"\Z") if rule.endswith("$") else (rule, "")
    return re.match(".*".join(map(re.escape, body.split("*"))) + end, path) is not None


def addresses(resolver: URLResolver, before: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names of all addresses below a resolver, and their patterns."""
    for one in resolver.url_patterns:
        pattern = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", pattern
        else:
            yield from addresses(one, pattern, f"{space}{one.namespace}:" if one.namespace else space)


def _rule(pattern: str) -> str:
    return _PART.sub("*", pattern)
