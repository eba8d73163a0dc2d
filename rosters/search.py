"""What the search of the site finds among warbands and in the rulebook."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from club.access import User
from club.lookups import has_words
from club.models import naming
from club.search import SHOWN, Find, Shelf
from rosters import reference, wording
from rosters.access import readable_by
from rosters.models import Character


def warbands(reader: User, query: str) -> Shelf:
    """Warbands the reader may read, by their names."""
    found = readable_by(reader).filter(has_words(query, "name")).order_by("name", "pk")
    rows = list(found.select_related("owner").only("name", "race", "setup", *naming("owner"))[: SHOWN + 1])
    finds = [
        Find(
            one.name,
            one.get_absolute_url(),
            f"{wording.race_name(one.race, one.catalogue)} · {one.owner.name_for(reader)}",
        )
        for one in rows[:SHOWN]
    ]
    more = f"{reverse('rosters:list')}?{urlencode({'q': query})}" if len(rows) > SHOWN else ""
    return Shelf(_("Warbands"), "helmet", finds, more)


def figures(reader: User, query: str) -> Shelf:
    """Figures of these warbands, the dead ones, too."""
    found = Character.objects.filter(has_words(query, "name"), warband__in=readable_by(reader).values("pk"))
    rows = found.order_by("name", "pk").values_list("name", "rank", "number", "warband", "warband__name")
    finds = [
        Find(name, reverse("rosters:figure", args=[pk, number]), f"{wording.rank_name(rank)} · {warband}")
        for name, rank, number, pk, warband in rows[:SHOWN]
    ]
    return Shelf(_("Figures"), "user", finds)


def rules(reader: User, query: str) -> Shelf:
    """Rows of the rulebook's tables, by the words that stand in them."""
    finds: list[Find] = []
    for section in reference.sections_with(query):
        page = reverse("rosters:module", args=[section.page]) if section.page else reverse("rosters:catalogue")
        rows = [*section.rows, *(row for group in section.groups for row in group.rows)]
        finds += [Find(row.name, f"{page}#{row.anchor}", section.title) for row in rows]
    more = f"{reverse('rosters:catalogue')}?{urlencode({'q': query})}" if len(finds) > SHOWN else ""
    return Shelf(_("Rules"), "book", finds[:SHOWN], more)
