"""What the rulebook or every page says in a language: worked out once in a process, of no warband, never another."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final

from django.utils.translation import get_language

MOST: Final = 4096
"""So much of one kind is known by heart: more than the catalogue has codes and numbers, in two languages."""


def by_heart[**P, R](say: Callable[P, R]) -> Callable[P, R]:
    """Work out only once, in each language, what a function makes of codes and numbers of the catalogue.

    It may look at the catalogue, the language and what it is called with: at no warband, no figure and no reader.
    So nothing of it is forgotten with what was drawn of warbands (``config.bench.pages.forget``), like a template that
    is compiled.
    """

    known: Any = lru_cache(maxsize=MOST)(lambda _language, *args, **kwargs: say(*args, **kwargs))

    @wraps(say)
    def ask(*args: P.args, **kwargs: P.kwargs) -> R:
        found: R = known(get_language() or "en", *args, **kwargs)
        return found

    return ask
