"""How acts of referees are told, as far as all campaigns have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.league.acts import Words

WORDS: Final[Mapping[str, Words]] = {
    "closed": _("The campaign is over."),
    "reopened": _("The campaign is open again."),
    "archived": _("The campaign is archived."),
    "unarchived": _("The campaign was taken out of the archive."),
    "copied": _("“%(name)s” was opened with the same settings and people."),
    "handed_over": _("%(name)s has taken over as referee."),
    "shared": _("%(name)s is a referee as well."),
    "reminded": _("%(name)s was reminded of what is waiting."),
    "removed": _("%(name)s has left; the warbands were withdrawn."),
    "removed_but_warbands": _("%(name)s has left; the referees look after the warbands."),
}
