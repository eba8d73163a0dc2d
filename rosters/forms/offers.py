"""What the selects of the forms offer, with costs and key numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from club.words import words
from engines.musg import muster, pulp
from engines.musg.catalogue import Catalogue, Item
from engines.musg.catalogue.types import MeleeWeapon, RangedWeapon
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.gear_lines import force_text, melee_line, ranged_line

RANKS: Final = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.EXTRA)

Choices = list[tuple[str, str]]
Groups = list[tuple[str, Choices]]


def points(count: int) -> str:
    """Return a price in points."""
    return _("free") if not count else ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def profiles(roster: Warband, rank: Rank | None = None) -> Groups:
    """Return who may be hired, by rank: ("henchman:orc", "Orcs, 8 points")."""
    groups: Groups = []
    for each in (rank,) if rank else RANKS:
        if each is Rank.EXTRA and not roster.rules.extras:
            continue
        races = (roster.race,) if each is Rank.EXTRA else muster.open_races(roster, each)
        rows = [
            (
                f"{each.value}:{race}",
                wording.rank_name(each)
                if each is Rank.EXTRA
                else wording.marked(roster.catalogue.races[race], roster.catalogue),
                points(muster.hire_cost(roster, each, race)),
            )
            for race in races
        ]
        if each is Rank.HENCHMAN and pulp.raises_zombies(roster):
            zombie = roster.catalogue.raised
            rows.append((f"{each.value}:{zombie.code}", words(zombie.name), points(muster.zombie_cost(roster))))
        groups.append((wording.rank_name(each), [(value, f"{name} · {cost}") for value, name, cost in rows]))
    return groups


def mercenaries(roster: Warband) -> Choices:
    """Return the mercenaries with what they cost."""
    return [
        (
            row.code,
            _("%(name)s · %(engagement)s to engage, %(fee)s a battle")
            % {"name": wording.marked(row, roster.catalogue), "engagement": row.engagement, "fee": row.fee},
        )
        for row in roster.catalogue.offered(roster.catalogue.mercenaries).values()
    ]


def figures(roster: Warband) -> Choices:
    """Return the figures on the roster by number."""
    return [(str(figure.id), figure.name) for figure in roster.active]


def items(roster: Warband, figure: Figure | None = None) -> list[Any]:
    """Return every weapon and piece of equipment that this warband may carry, with price and numbers, in groups.

    With a ``figure``, those that cost it nothing now are free.
    """
    catalogue = roster.catalogue
    first_free = [code for code, row in catalogue.items.items() if getattr(row, "first_free_in", ())]
    free = {code for code in first_free if figure and muster.item_cost(roster, code, figure) == 0}
    kinds: tuple[tuple[str, Mapping[str, Item]], ...] = (
        (_("Ranged weapons"), catalogue.ranged),
        (_("Close combat weapons"), catalogue.melee),
        (_("Equipment"), {**catalogue.equipment, **catalogue.pulp.equipment}),
    )
    groups: Groups = [
        (
            kind,
            [
                (code, item_label(row, 0 if code in free else row.cost, catalogue))
                for code, row in catalogue.offered(rows).items()
                if pulp.sold_to(roster, code)
            ],
        )
        for kind, rows in kinds
    ]
    return [("", _("Choose…")), *groups]


def item_label(row: Item, cost: int, catalogue: Catalogue) -> str:
    """Return an item in one line: name, price, key numbers."""
    name = wording.marked(row, catalogue)
    if isinstance(row, RangedWeapon):
        line = ranged_line(row, 0)
        reach = "/".join((line.short, line.medium, line.long))
        facts = _("%(range)s, strength %(strength)s, %(reload)s") % {
            "range": reach,
            "strength": force_text(row.force),
            "reload": line.reload,
        }
    elif isinstance(row, MeleeWeapon):
        weapon = melee_line(row, 0)
        facts = ngettext("%(count)s die", "%(count)s dice", row.dice) % {"count": row.dice}
        facts += ", " + _("strength %(strength)s") % {"strength": force_text(row.force)}
        if row.hands:
            facts += ", " + ngettext("%(count)s hand", "%(count)s hands", row.hands) % {"count": weapon.hands}
    else:
        facts = words(row.effect).split(".")[0]
        return f"{name} · {points(cost)} · {facts}"
    return f"{name} · {points(cost)} · {facts}"
