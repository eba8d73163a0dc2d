"""Which packs at which versions a campaign plays with, and what of the rulebook it leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.league.models import Campaign
from campaigns.wars.house.operations import house_of
from club.models import Member
from club.words import words
from engines.musg.packs import House, Pack as Value
from engines.musg.packs.house import MAY_BE_LEFT_OUT
from engines.musg.rules import Rules
from rosters.models import Pack, PackVersion
from rosters.packs.rights import readable
from rosters.wording.packs import KINDS

BOOK = Rules().catalogue
"""What may be left out of it."""
AS_NOW: Final = "now"
NOT_PLAYED: Final = gettext_lazy("not played")


class HouseForm(forms.Form):
    """One choice for each pack: not played, or at which version; and the things of the book that are left out.

    A pack of which the campaign plays a version that the referee may not read, or that is gone, stays as it is or goes.
    """

    version = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}))

    def __init__(self, data: Any = None, *, campaign: Campaign, member: Member) -> None:
        super().__init__(data, initial={"version": campaign.version})
        self.now = house_of(campaign)
        self.packs = list(readable(member).filter(versions__isnull=False).distinct().defer("text"))
        versions = PackVersion.objects.filter(pack__in=self.packs).order_by("-number")
        self.versions = {(row.pack_id, row.number): row for row in versions.defer("data")}
        self.played = self._played()
        for pack in self.packs:
            self._offer(f"pack_{pack.pk}", pack.called, list(self._numbers(pack)), self.played.get(pack.pk))
        known = {value.code for value in self.played.values()}
        for value in self.now.packs:
            if value.code not in known:
                self._offer(f"kept_{value.code}", words(value.name), [], value)
        for kind in MAY_BE_LEFT_OUT:
            options = [(code, words(row.name)) for code, row in getattr(BOOK, kind).items()]
            self.fields[f"without_{kind}"] = _left_out(KINDS[kind], options)
            self.initial[f"without_{kind}"] = [code for code, _name in options if code in self.now.without]

    @property
    def chosen(self) -> list[BoundField]:
        """The packs."""
        return [self[name] for name in self.fields if name.startswith(("pack_", "kept_"))]

    @property
    def again(self) -> Iterator[tuple[str, str]]:
        """What was sent, by the names of fields: the same choice is adopted that was tried on."""
        for name in self.fields:
            yield from ((name, value) for value in cast(QueryDict, self.data).getlist(name))

    @property
    def left_out(self) -> list[BoundField]:
        """What of the book is left out, by kind."""
        return [self[name] for name in self.fields if name.startswith("without_")]

    @property
    def leaves_out(self) -> bool:
        """Whether anything of the book is left out, or was chosen to be."""
        return any(field.value() for field in self.left_out)

    @property
    def house(self) -> House:
        """The house that was chosen. One query."""
        numbers = {pack: self.cleaned_data[f"pack_{pack.pk}"] for pack in self.packs}
        wanted = [(pack, int(number)) for pack, number in numbers.items() if number not in ("", AS_NOW)]
        rows = PackVersion.objects.filter(pk__in=[self.versions[pack.pk, number].pk for pack, number in wanted])
        taken = {row.pack_id: row.value for row in rows}
        found = list(self._kept())
        found += [taken[pack.pk] for pack, _number in wanted]
        # What was played before keeps its place: skills are numbered by it.
        order = {value.code: place for place, value in enumerate(self.now.packs)}
        found.sort(key=lambda value: order.get(value.code, len(order)))
        without = [code for kind in MAY_BE_LEFT_OUT for code in self.cleaned_data[f"without_{kind}"]]
        return House(packs=tuple(found), without=tuple(without))

    def _played(self) -> dict[int, Value]:
        """Return which pack of the club each that is played is a version of: its mark says so, not its code alone."""
        codes = {pack.pk: pack.code for pack in self.packs if self.now.pack(pack.code) is not None}
        marks = {value.mark: value for value in self.now.packs}
        rows = PackVersion.objects.filter(pack__in=codes, number__in=[value.version for value in self.now.packs])
        return {row.pack_id: marks[row.value.mark] for row in rows if row.value.mark in marks} if codes else {}

    def _kept(self) -> Iterator[Value]:
        codes = {value.code: f"pack_{pack}" for pack, value in self.played.items()}
        for value in self.now.packs:
            if self.cleaned_data[codes.get(value.code, f"kept_{value.code}")] == AS_NOW:
                yield value

    def _numbers(self, pack: Pack) -> Iterator[int]:
        yield from (number for key, number in self.versions if key == pack.pk)

    def _offer(self, name: str, label: str, numbers: list[int], now: Value | None) -> None:
        options: list[tuple[str, str | Promise]] = [("", NOT_PLAYED)]
        if now is not None:
            options.append((AS_NOW, _("as now: version %(number)s") % {"number": now.version}))
        played = now.version if now is not None else None
        options += [(str(n), _("version %(number)s") % {"number": n}) for n in numbers if n != played]
        self.fields[name] = forms.ChoiceField(label=label, choices=options, required=False)
        self.initial[name] = AS_NOW if now is not None else ""


def _left_out(label: Any, options: list[tuple[str, str]]) -> forms.MultipleChoiceField:
    widget = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(label=label, choices=options, required=False, widget=widget)
