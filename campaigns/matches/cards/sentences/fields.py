"""What a step says beside its verb: its other fields, where they are not as usual. They follow in brackets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_: Final = pgettext_lazy

FIELDS: Final[Mapping[str, Promise]] = {
    "up_to": _("card text", "or fewer, or none"),
    "sort": _("card text", "%(value)s"),
    "colour": _("card text", "%(value)s’s colour"),
    "cost_most": _("card text", "cost ≤ %(value)s"),
    "free": _("card text", "for nothing"),
    "to": _("card text", "it goes to: %(value)s"),
    "from": _("card text", "out of: %(value)s"),
    "pile": _("card text", "%(value)s"),
    "anywhere": _("card text", "on any planet"),
    "harmless": _("card text", "without damage"),
    "criminals": _("card text", "criminals only"),
    "until": _("card text", "%(value)s"),
    "by": _("card text", "decided by: %(value)s"),
    "as": _("card text", "called “%(value)s”"),
    "card": _("card text", "card: %(value)s"),
    "text": _("card text", "%(value)s"),
    "otherwise": _("card text", "otherwise: %(value)s"),
}

INSIDE: Final = frozenset({"moved"})
"""Fields that a step only has while it is carried out: nobody types them in."""
