"""What a step says beside its verb: its other fields, where they are not as usual. They follow in brackets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

FIELDS: Final[Mapping[str, Promise]] = {
    "up_to": pgettext_lazy("card text", "or fewer, or none"),
    "sort": pgettext_lazy("card text", "%(value)s"),
    "colour": pgettext_lazy("card text", "%(value)s’s colour"),
    "cost_most": pgettext_lazy("card text", "cost ≤ %(value)s"),
    "free": pgettext_lazy("card text", "for nothing"),
    "to": pgettext_lazy("card text", "it goes to: %(value)s"),
    "from": pgettext_lazy("card text", "out of: %(value)s"),
    "pile": pgettext_lazy("card text", "%(value)s"),
    "anywhere": pgettext_lazy("card text", "on any planet"),
    "harmless": pgettext_lazy("card text", "without damage"),
    "criminals": pgettext_lazy("card text", "criminals only"),
    "until": pgettext_lazy("card text", "%(value)s"),
    "by": pgettext_lazy("card text", "decided by: %(value)s"),
    "as": pgettext_lazy("card text", "called “%(value)s”"),
    "card": pgettext_lazy("card text", "card: %(value)s"),
    "text": pgettext_lazy("card text", "%(value)s"),
    "otherwise": pgettext_lazy("card text", "otherwise: %(value)s"),
}

INSIDE: Final = frozenset({"moved"})
"""Fields that a step only has while it is carried out: nobody types them in."""
