"""A campaign takes packs in, changes their versions, leaves some of the book out: tried on, then adopted."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import UNSET
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_running, refuse, save_changed
from campaigns.wars.settings.operations import plain_rules, rules_of, rules_settled, tell_rules
from club.models import Member
from club.operations import Objection, Refused, Stale
from engines.musg import journal
from engines.musg.adoption import TryOn, try_on
from engines.musg.entries import Adopt, AnyEntry
from engines.musg.packs import House
from engines.musg.packs.house import problems
from rosters.models import JournalEntry, Warband
from rosters.operations import lock_all, record_locked
from rosters.wording import problem_sentence


def house_of(campaign: Campaign) -> House:
    """Return what a campaign plays with besides the book; an empty house for the book as it is."""
    return rules_of(campaign).house or House()


def concerned(campaign: Campaign) -> list[Warband]:
    """Return the warbands that would follow: all that serve. One query."""
    found = Warband.objects.filter(enlistment__campaign=campaign, enlistment__withdrawn=False)
    return list(found.select_related("owner").order_by("name", "pk"))


def tried_on(campaign: Campaign, house: House) -> list[tuple[Warband, TryOn]]:
    """Return what adopting a house would do to each warband that serves. Two queries."""
    bands = concerned(campaign)
    steps: dict[int, list[AnyEntry]] = {band.pk: [] for band in bands}
    for row in JournalEntry.objects.filter(warband__in=bands, undone_at=None).order_by("place"):
        steps[row.warband_id].append(row.entry)
    return [(band, try_on(band.roster, house, (band.engine_setup, steps[band.pk]))) for band in bands]


@transaction.atomic
def adopt(*, campaign: Campaign, house: House, author: Member, version: int) -> Campaign:
    """Play with a house from now on: the campaign's rules change, and every warband that serves follows.

    Battles that were fought stay as they were. Raises ``Refused`` with everything that forbids it, such as a warband
    that has what would exist no more; ``Stale``.
    """
    locked = lock_running(campaign)
    if locked.version != version:
        raise Stale
    refuse([Objection(one.code, problem_sentence(one, house.catalogue)) for one in problems(house)])
    before = rules_of(locked)
    rules = replace(before, house=house if house != House() else UNSET)
    if rules == before:
        raise Refused.because("same_house", _("The campaign already plays so."))
    if rules_settled(locked):
        _follow(lock_all(band.pk for band in concerned(locked)), house, author)
    locked.rules = journal.encode(rules)
    save_changed(locked, campaign)
    tell_rules(locked, plain_rules(before), plain_rules(rules), author)
    return locked


def _follow(bands: Sequence[Warband], house: House, author: Member) -> None:
    found = []
    for band in bands:
        try:
            record_locked(locked=band, entry=Adopt(house=house if house != House() else None), author=author)
        except Refused as refused:
            found += [_of(band, problem.code, str(problem.message)) for problem in refused.problems]
    refuse(found)


def _of(band: Warband, code: str, message: str) -> Objection:
    return Objection(code, f"{band.name} — {message}")
