"""What the selects of the forms offer, with costs and key numbers. Cached for each language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext, override

from club.words import words
from engines.musg import muster, pulp
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.types import Equipment, MeleeWeapon, RangedWeapon
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.gear_lines import force_text, melee_line, ranged_line

FIRST_FREE: Final = tuple(code for code, row in CATALOGUE.items.items() if getattr(row, "first_free_in", ()))
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
        races = (roster.race,) if each is Rank.EXTRA else muster.races_for(roster, each)
        rows = [
            (
                f"{each.value}:{race}",
                wording.rank_name(each) if each is Rank.EXTRA else wording.race_name(race),
                points(muster.hire_cost(roster, each, race)),
            )
            for race in races
        ]
        if each is Rank.HENCHMAN and pulp.raises_zombies(roster):
            zombie = CATALOGUE.non_players[pulp.ZOMBIE]
            rows.append((f"{each.value}:{zombie.code}", words(zombie.name), points(muster.zombie_cost())))
        groups.append((wording.rank_name(each), [(value, f"{name} · {cost}") for value, name, cost in rows]))
    return groups


def mercenaries() -> Choices:
    """Return the six mercenaries with what they cost."""
    return [
        (
            row.code,
            _("%(name)s · %(engagement)s to engage, %(fee)s a battle")
            % {"name": words(row.name), "engagement": row.engagement, "fee": row.fee},
        )
        for row in CATALOGUE.mercenaries.values()
    ]


def figures(roster: Warband) -> Choices:
    """Return the figures on the roster by number."""
    return [(str(figure.id), figure.name) for figure in roster.active]


def price_tag(roster: Warband, figure: Figure | None) -> tuple[str, ...]:
    """Return the items that would cost a figure nothing now."""
    return tuple(code for code in FIRST_FREE if muster.item_cost(roster, code, figure) == 0)


def withheld(roster: Warband) -> tuple[str, ...]:
    """Return the items that nobody of this warband may carry: poison, or the modern weapons for a primitive tribe."""
    return tuple(code for code in CATALOGUE.items if not pulp.sold_to(roster, code))


class ItemSelect(forms.Select):
    """Every weapon and piece of equipment, grouped, with price and numbers; those in ``free`` cost nothing this time.

    Those in ``withheld`` are not offered.

    Drawn from cached markup: a page may hold one for each of thirty figures.
    """

    free: tuple[str, ...] = ()
    withheld: tuple[str, ...] = tuple(CATALOGUE.pulp.equipment)

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """Draw the select with the options of the reader's language."""
        options = _options(get_language() or "en", self.free, self.withheld)
        if value in CATALOGUE.items:
            options = SafeString(options.replace(f'value="{value}"', f'value="{value}" selected', 1))
        full = self.build_attrs(self.attrs, {"name": name, **(attrs or {})})
        return format_html('<select{}><option value="">{}</option>{}</select>', flatatt(full), _("Choose…"), options)


@lru_cache(maxsize=64)
def _options(language: str, free: tuple[str, ...], withheld: tuple[str, ...]) -> SafeString:
    with override(language):
        groups = (
            (_("Ranged weapons"), CATALOGUE.ranged),
            (_("Close combat weapons"), CATALOGUE.melee),
            (_("Equipment"), {**CATALOGUE.equipment, **CATALOGUE.pulp.equipment}),
        )
        return format_html_join(
            "",
            '<optgroup label="{}">{}</optgroup>',
            (
                (
                    label,
                    format_html_join(
                        "",
                        '<option value="{}">{}</option>',
                        (
                            (code, item_label(row, 0 if code in free else row.cost))
                            for code, row in rows.items()
                            if code not in withheld
                        ),
                    ),
                )
                for label, rows in groups
            ),
        )


def item_label(row: RangedWeapon | MeleeWeapon | Equipment, cost: int) -> str:
    """Return an item in one line: name, price, key numbers."""
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
        return f"{words(row.name)} · {points(cost)} · {facts}"
    return f"{words(row.name)} · {points(cost)} · {facts}"
