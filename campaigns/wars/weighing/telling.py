"""Whoever asked for a weighing is told what became of it: it is done, it failed, somebody else called it off.

These are news without a campaign, told to nobody who may not read the pack any more. Call each function in the
transaction of what happened.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from campaigns.league.models import News
from campaigns.league.news import tell
from campaigns.wars.models.weighing import Weighing
from campaigns.wars.weighing.things import anchor, entry_of
from campaigns.wars.weighing.words import thing_name
from club.models import Member
from rosters.packs.rights import readable


def tell_done(weighing: Weighing) -> None:
    """Tell that the worth is known."""
    take_back(weighing)
    found = weighing.weight
    if found is not None:
        params = {**_named(weighing), "verdict": found.verdict.value}
        tell(campaign=None, to=_asker(weighing), code="weighed", params=params, address=_address(weighing))


def tell_called_off(weighing: Weighing, by: Member) -> None:
    """Tell who called it off, unless it was the asker."""
    take_back(weighing)
    tell(
        campaign=None,
        to=_asker(weighing),
        code="weighing_called_off",
        params=_named(weighing),
        address=_address(weighing),
        by=by,
    )


def tell_failed(weighing: Weighing) -> bool:
    """Tell that some of its battles cannot be fought, once until that is taken back; return whether it was told."""
    asker = _asker(weighing)
    if not asker or _failures(weighing).exists():
        return False
    tell(campaign=None, to=asker, code="weighing_failed", params=_named(weighing), address=_address(weighing))
    return True


def take_back(weighing: Weighing) -> None:
    """Forget that it was told to have failed: it is tried again, or over."""
    _failures(weighing).delete()


def _failures(weighing: Weighing) -> QuerySet[News]:
    return News.objects.filter(member=weighing.asked_by_id, code="weighing_failed", address=_address(weighing))


def _asker(weighing: Weighing) -> list[Member]:
    """Return who is told: who asked, and may still read the pack."""
    member = weighing.asked_by
    if member is None or not readable(member).filter(pk=weighing.version.pack_id).exists():
        return []
    return [member]


def _address(weighing: Weighing) -> str:
    version = weighing.version
    page = reverse("campaigns:worth", args=[version.pack_id, version.number])
    return f"{page}#{anchor(weighing.subject)}"


def _named(weighing: Weighing) -> Mapping[str, str]:
    """Return what the thing and its pack are called, in each language: by readers' languages sentences are made."""
    pack, subject = weighing.version.pack, weighing.subject
    entry, found = entry_of(weighing.version, subject), dict[str, str]()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found[f"thing_{language}"] = thing_name(subject, entry)
            found[f"pack_{language}"] = pack.called
    return found
