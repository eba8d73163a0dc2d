"""An evening begun, entered into, taken back and thrown away.

One operation adds to the log: it locks the evening, knows an entry that arrives a second time by the id its page gave
it, and refuses one made on a page that had not seen the latest entry. So two phones neither lose an entry nor count one
twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.wars.battles.operations import lock_battle, refuse_while_resolving
from campaigns.wars.battles.staging import rules_for
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.evening import Evening, EveningEntry
from campaigns.wars.pocket.choices import AnyChoices, Choices, RaidChoices
from campaigns.wars.pocket.wording import objections
from club.models import Member
from club.operations import Refused, Stale, bring_up_to_date, for_update
from engines.core.dice import commitment
from engines.core.problems import Illegal, Malformed
from engines.musg.pocket import log
from engines.musg.pocket.entries import SITE, Entry, RollEntry, decode, encode
from engines.musg.pocket.games import game_of
from engines.musg.pocket.setup import Agreed, Band, fighter_of
from engines.musg.pocket.state import Phase, Table
from engines.musg.report import unable

__all__ = ["Choices", "RaidChoices", "begin", "enter", "entries_of", "replayed", "standing_entries"]
__all__ += ["take_back", "throw_away"]

ENTRIES_MOST: Final = 1000
"""More than any evening takes; beyond it something is wrong."""

CLIENT_ID_LIMIT: Final = 50


@transaction.atomic
def begin(*, battle: Battle, choices: AnyChoices) -> Evening:
    """Begin the evening of a battle that is ahead, with the figures that may fight now; there is one for a battle.

    The hash of the site's dice is published here.
    """
    locked = lock_battle(battle)
    _refuse_unless_ahead(locked)
    refuse_while_resolving(locked)
    if Evening.objects.filter(battle=locked).exists():
        raise Refused.because("evening_begun", _("Somebody has already begun this evening."))
    setup = _setup(locked, choices)
    found = list(setup.problems())
    if found:
        raise Refused(objections(found, Table(setup=setup)))
    rosters = {side.warband.key: side.warband.roster for side in locked.sides.select_related("warband")}
    if wrong := choices.objections(rosters, rules_for(locked)):
        raise Refused(wrong)
    evening = Evening(battle=locked, setup=msgspec.to_builtins(setup))
    evening.commitment = commitment(bytes.fromhex(evening.seed))
    evening.save()
    evening.battle = battle
    return evening


def _setup(battle: Battle, choices: AnyChoices) -> Agreed:
    bands = []
    for side in battle.sides.select_related("warband"):
        roster, key = side.warband.roster, side.warband.key
        able = [figure for figure in roster.active if unable(figure) is None]
        fighters = tuple(fighter_of(roster, figure) for figure in able)
        bands.append(Band(key, roster.name, fighters, choices.edges.get(key, "").strip()))
    return replace(choices.agreed(tuple(bands)), house=rules_for(battle).house)


@transaction.atomic
def enter(
    *,
    evening: Evening,
    data: Mapping[str, Any],
    author: Member,
    version: int | None,
    client_id: str,
    by_site: bool = False,
) -> bool:
    """Add an entry to the log, and tell whether it is new. ``by_site``: the site rolls it and all that it calls for.

    ``version`` is None for an entry that waited on a phone without a network: it is applied as things stand now.
    Raises ``Stale`` for a page that had not seen the latest entry, ``Refused`` with every reason against the entry.
    """
    if not 1 <= len(client_id) <= CLIENT_ID_LIMIT or not client_id.isprintable():
        raise Refused.because("client_id", _("This entry could be counted twice: reload the page and try again."))
    locked = _lock(evening)
    asked = _decode_entry(data)
    known = locked.entries.filter(client_id=client_id).first()
    if known is not None and _same(decode(known.data), asked, by_site=by_site):
        bring_up_to_date(evening, locked)
        return False
    if known is not None or (version is not None and locked.version != version):
        raise Stale(_("Somebody was faster. Nothing was entered: look at what is new, then enter it again."))
    if locked.entries.count() >= ENTRIES_MOST:
        raise Refused.because("log_full", _("This log is full."))
    state = replayed(locked)
    made = _play(state, asked, bytes.fromhex(locked.seed), by_site=by_site)
    first = int(locked.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    EveningEntry.objects.bulk_create(
        EveningEntry(
            evening=locked,
            number=first + place,
            press=locked.version + 1,
            data=encode(entry),
            author=author,
            client_id="" if place else client_id,
        )
        for place, entry in enumerate(made)
    )
    _save(locked, state)
    bring_up_to_date(evening, locked)
    return True


def _play(state: Table, asked: Entry, seed: bytes, *, by_site: bool) -> list[Entry]:
    """Play the entry, with the site's dice where it rolls, and then all that is called for; return what was played."""
    made: list[Entry] = []
    wanted: Entry | None = asked
    try:
        while wanted is not None:
            entry = log.rolled(state, wanted, seed) if by_site and isinstance(wanted, RollEntry) else wanted
            log.play(state, entry)
            made.append(entry)
            wanted = game_of(state.setup).follow(state, entry) if by_site else None
    except Illegal as illegal:
        raise Refused(objections(illegal.problems, state)) from illegal
    return made


@transaction.atomic
def take_back(*, evening: Evening, version: int, number: int | None = None) -> None:
    """Take back what the last press of a button brought, or the entry of that ``number``.

    Refused when a later entry would not hold without it. What the site rolled falls the same when it rolls again.
    Raises ``Stale`` too.
    """
    locked = _lock(evening)
    if locked.version != version:
        raise Stale(_("Somebody was faster. Nothing was undone: look again."))
    rows = standing_entries(locked)
    last = rows[-1].press if rows else None
    struck = [row for row in rows if (row.press == last if number is None else row.number == number)]
    if not struck:
        raise Refused.because("nothing_to_take_back", _("There is nothing to take back."))
    left = [row for row in rows if row not in struck]
    try:
        state = log.replay(locked.agreed, entries_of(left))
    except Illegal as illegal:
        sentence = _("Later entries depend on it. Undo those first.")
        raise Refused.because("others_depend_on_it", sentence) from illegal
    for row in struck:
        row.undone = True
    EveningEntry.objects.bulk_update(struck, ["undone"])
    _save(locked, state)
    bring_up_to_date(evening, locked)


@transaction.atomic
def throw_away(*, evening: Evening, version: int) -> None:
    """Forget the evening and its log, to begin it anew. Raises ``Stale`` for a page that had not seen the latest."""
    locked = _lock(evening)
    if locked.version != version:
        raise Stale(_("Somebody was faster. Nothing was thrown away: look again."))
    locked.delete()


def standing_entries(evening: Evening) -> list[EveningEntry]:
    """Return the entries nobody took back, in order. One query.

    The evening's version becomes theirs: somebody may have entered something since its row was read.
    """
    standing = evening.entries.filter(undone=False).select_related("author")
    rows = list(standing.annotate(evening_version=F("evening__version")))
    if rows:
        evening.version = rows[-1].evening_version
    return list[EveningEntry](rows)


def entries_of(rows: Sequence[EveningEntry]) -> list[Entry]:
    """Return the engine's entries of these rows."""
    return [decode(row.data) for row in rows]


def replayed(evening: Evening) -> Any:
    """Return where the evening stands. One query."""
    return log.replay(evening.agreed, entries_of(standing_entries(evening)))


def _decode_entry(data: Mapping[str, Any]) -> Entry:
    try:
        return decode(data)
    except Malformed as malformed:
        raise Refused.because("no_entry", _("Something is missing: choose it, then enter it again.")) from malformed


def _same(stored: Entry, asked: Entry, *, by_site: bool) -> bool:
    """Tell whether an entry that has arrived is the one that arrives now; the site's dice fell only once."""
    if by_site and isinstance(stored, RollEntry):
        return msgspec.structs.replace(stored, faces=(), source="") == msgspec.structs.replace(
            asked, faces=(), source=""
        )
    return stored == asked and not (isinstance(stored, RollEntry) and stored.source == SITE)


def _lock(evening: Evening) -> Evening:
    """Lock the battle, then its evening; refuse once the battle is not ahead any more."""
    battle = lock_battle(evening.battle)
    locked = for_update(Evening.objects.all()).filter(pk=evening.pk).first()
    if locked is None:
        raise Stale(_("Somebody threw this evening away."))
    _refuse_unless_ahead(battle)
    return locked


def _refuse_unless_ahead(battle: Battle) -> None:
    if battle.state != BattleState.SCHEDULED:
        raise Refused.because("battle_over", _("The battle was reported or called off: its evening stays as it is."))


def _save(locked: Evening, state: Table) -> None:
    locked.version += 1
    locked.over = state.phase is Phase.OVER
    locked.save(update_fields=["version", "over"])
