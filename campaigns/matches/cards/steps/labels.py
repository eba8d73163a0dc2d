"""What the fields of steps are called in the form of a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

LABELS: Final[Mapping[str, Promise]] = {
    "what": pgettext_lazy("card step", "What"),
    "n": pgettext_lazy("card step", "How many"),
    "who": pgettext_lazy("card step", "Who"),
    "by": pgettext_lazy("card step", "Who decides"),
    "up_to": pgettext_lazy("card step", "Or fewer, or none"),
    "from": pgettext_lazy("card step", "Out of"),
    "to": pgettext_lazy("card step", "Where to"),
    "sort": pgettext_lazy("card step", "Which cards"),
    "colour": pgettext_lazy("card step", "Which colour"),
    "until": pgettext_lazy("card step", "How long"),
    "text": pgettext_lazy("card step", "What the card says"),
    "times": pgettext_lazy("card step", "How often"),
    "less": pgettext_lazy("card step", "Woolongs less"),
    "cost_most": pgettext_lazy("card step", "Price at most"),
    "free": pgettext_lazy("card step", "For nothing"),
    "deck": pgettext_lazy("card step", "Which deck"),
    "figure": pgettext_lazy("card step", "Which figure"),
    "change": pgettext_lazy("card step", "Which way"),
    "planet": pgettext_lazy("card step", "Which planet"),
    "pile": pgettext_lazy("card step", "Which pile"),
    "anywhere": pgettext_lazy("card step", "On any planet"),
    "harmless": pgettext_lazy("card step", "Without damage"),
    "criminals": pgettext_lazy("card step", "Criminals only"),
    "skill": pgettext_lazy("card step", "Which skill"),
    "pick": pgettext_lazy("card step", "How they are picked"),
    "at": pgettext_lazy("card step", "At what"),
    "keep": pgettext_lazy("card step", "The charges are kept"),
    "card": pgettext_lazy("card step", "A card that is known already"),
}
"""What the fields of steps are called; those without a name only the game itself fills in."""

NAMED: Final[Mapping[str, Promise]] = {
    "seat": pgettext_lazy("card step", "Name of whoever it is"),
    "number": pgettext_lazy("card step", "Name of the number"),
    "card": pgettext_lazy("card step", "Name of the card"),
}
"""What the field for a name is called, by what the name stands for."""
