"""The campaign's pool of characters for hire: those that left a warband, with everything they learned.

Nobody fills the pool by hand. ``follow`` watches every step of every warband, so that each departure, by whatever step,
puts one row into the pool, and taking that step back takes the row out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.hireable import Hireable
from club.models import Member
from club.operations import Refused, for_update
from engines.musg.entries import Character, HireCharacter
from engines.musg.ranks import Rank
from engines.musg.succession import character_for_hire, serving
from engines.musg.warband import HIREABLE, Figure, Warband as Roster
from rosters.models import JournalEntry, Warband
from rosters.operations import take_step


def follow(warband: Warband, row: JournalEntry, before: Roster, after: Roster) -> None:
    """Bring the pool up to date with one step of a warband, undone steps included.

    Refuses to take a departure back once somebody hired the character, and to hire one that is not in the pool.
    """
    was, now = _departed(before), _departed(after)
    if was != now:
        _update(warband, was, now, after)
    if row.kind == "hire_character" and not row.struck:
        _must_be_in_pool(warband, row.entry)


def resync(warband: Warband, before: Roster, after: Roster) -> None:
    """Bring the pool up to date with a corrected past; who was hired from it is the correction's own concern."""
    was, now = _departed(before), _departed(after)
    if was != now:
        _update(warband, was, now, after, hired_stay=False)


def character_of(hireable: Hireable) -> Character:
    """Return the sheet with which the character left."""
    return msgspec.convert(hireable.data, Character)


@transaction.atomic
def hire(
    *,
    hireable: Hireable,
    warband: Warband,
    author: Member,
    version: int | None = None,
    reason: str = "",
    consent: bool = False,
) -> JournalEntry:
    """Let a warband of the campaign hire a character; the price is due for every battle (ruling M250).

    Who hires for an absent player says why (``reason``). ``consent``: the whole table agrees to a legend of pulp
    (ruling M314).
    """
    campaign = lock_running(hireable.campaign)
    if not campaign.enlistments.filter(warband=warband, withdrawn=False).exists():
        sentence = _("%(warband)s is not in this campaign.") % {"warband": warband.name}
        raise Refused.because("not_enlisted", sentence, "warband")
    character = character_of(hireable)
    if serves(warband.roster, character):
        sentence = _("%(name)s already serves %(warband)s.") % {"name": character.name, "warband": warband.name}
        raise Refused.because("serves_already", sentence, "warband")
    entry = HireCharacter(character=character, consent=consent or UNSET)
    row = take_step(warband=warband, entry=entry, author=author, version=version, reason=reason)
    tell(
        campaign=campaign,
        to=[hireable.origin.owner_id],
        code="hired",
        params={"warband": warband.name, "name": character.name},
        address=reverse("campaigns:hireables", args=[campaign.slug]),
        by=author,
    )
    return row


def serves(roster: Roster, character: Character) -> bool:
    """Tell whether the character serves this warband for money now."""
    return serving(roster, character.name, character.race)


def _departed(roster: Roster) -> dict[int, Figure]:
    return {figure.id: figure for figure in roster.figures if figure.standing in HIREABLE}


def _update(
    warband: Warband, was: Mapping[int, Figure], now: Mapping[int, Figure], after: Roster, *, hired_stay: bool = True
) -> None:
    # Locked, as by whoever hires: else a character could be hired while its departure is undone.
    rows = {row.number: row for row in for_update(Hireable.objects.filter(origin=warband)).order_by("pk")}
    back = [rows[number] for number in was.keys() - now.keys() if number in rows]
    if hired_stay:
        _nobody_hired(back)
    Hireable.objects.filter(pk__in=[row.pk for row in back]).delete()
    for number, figure in now.items():
        if number in rows and was.get(number) != figure:
            # A legend still makes the skill choices it had earned (Musg, Utilisation de l'expérience).
            _write(rows[number], figure)
    left = [figure for number, figure in now.items() if number not in was and number not in rows]
    enlistment = Enlistment.objects.filter(warband=warband, withdrawn=False).first() if left else None
    if enlistment is not None:
        for figure in left:
            row = Hireable(campaign_id=enlistment.campaign_id, origin=warband, number=figure.id)
            row.legend = figure.rank is Rank.LEADER and figure.experience >= after.rules.boxes(Rank.LEADER)
            _write(row, figure)


def _write(row: Hireable, figure: Figure) -> None:
    character = character_for_hire(figure)
    row.name, row.price, row.data = character.name, character.price, msgspec.to_builtins(character)
    row.save()


def _nobody_hired(rows: Iterable[Hireable]) -> None:
    for row in rows:
        hired = JournalEntry.objects.filter(
            kind="hire_character",
            undone_at=None,
            warband__enlistment__campaign=row.campaign_id,
            data__character__name=row.name,
        )
        if hired.exists():
            raise Refused.because(
                "hired_meanwhile",
                _("A warband of the campaign has hired %(name)s in the meantime: this step can no longer be undone.")
                % {"name": row.name},
            )


def _must_be_in_pool(warband: Warband, entry: object) -> None:
    enlistment = Enlistment.objects.filter(warband=warband).first()
    if enlistment is None or not isinstance(entry, HireCharacter):
        return
    named = Hireable.objects.filter(campaign=enlistment.campaign_id, name=entry.character.name)
    pool = for_update(named).order_by("pk")
    if not any(character_of(row) == entry.character for row in pool):
        sentence = _("%(name)s is not for hire in this campaign.") % {"name": entry.character.name}
        raise Refused.because("not_for_hire", sentence)
