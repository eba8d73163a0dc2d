"""Who sits where and what it came to, on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from campaigns.league.models import Campaign
from campaigns.matches.forms.occasion import NUMBER, OccasionForm
from campaigns.matches.forms.people import NEW_GUEST, People, refuse_two_names
from campaigns.matches.models.player import NAME_LIMIT
from campaigns.matches.operations.likeness import LOOKS_ALIKE
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import Occasion
from campaigns.matches.scores.pad import Pad
from club.access import User
from club.names import NameField
from club.operations import Refused, add_problems_to_form
from club.visibility import Visibility


class SeatForm(forms.Form):
    """One seat: who sits there and, for a result, what it came to."""

    player = forms.ChoiceField(required=False)
    guest = NameField(
        label=_("Name of the new guest"),
        max_length=NAME_LIMIT,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, number: int, people: People, pad: Pad[Any], result: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number, self.people, self.pad = number, people, pad
        self.fields["player"].choices = people.choices  # type: ignore[attr-defined]
        self.fields["player"].label = gettext("Player %(number)s") % {"number": number + 1}
        self.final = list(pad.game.final_fields) if result else []
        for name in self.final:
            self.fields[name] = self._final_field(name)
        self.heroes = [f"hero_{place}" for place in range(pad.heroes_each)] if result else []
        for place, name in enumerate(self.heroes, start=1):
            self.fields[name] = self._hero_field(place)

    def _final_field(self, name: str) -> forms.Field:
        label = str(self.pad.final_names[name])
        if name in self.pad.seat_fields:
            seats = [(str(n), gettext("Player %(number)s") % {"number": n + 1}) for n in range(self.pad.game.most)]
            return forms.TypedChoiceField(
                label=label, choices=[("", "—"), *seats], coerce=int, empty_value=None, required=False
            )
        return forms.IntegerField(label=label, required=False, min_value=-999, max_value=9999, widget=NUMBER)

    def _hero_field(self, place: int) -> forms.Field:
        label = gettext("Hero %(number)s") % {"number": place} if self.pad.heroes_each > 1 else gettext("Character")
        if self.pad.hero_codes:
            names = [(code, self.pad.hero_name(code)) for code in self.pad.hero_codes]
            return forms.ChoiceField(label=label, choices=[("", "—"), *names], required=False)
        return NameField(label=label, max_length=60, required=False)

    def clean(self) -> dict[str, Any]:
        """A new guest needs a name, a member has none; what was typed of a result is somebody's."""
        values = super().clean() or {}
        if values.get("player") == NEW_GUEST and not (values.get("guest") or "").strip():
            self.add_error("guest", _("What is the guest called?"))
        refuse_two_names(self, values)
        if "player" in values and self.who is None and values["player"] != NEW_GUEST and self._typed:
            self.add_error("player", self._whose(values))
        return values

    @property
    def who(self) -> Who | None:
        """Who sits here."""
        return self.people.who(self.cleaned_data.get("player", ""), self.cleaned_data.get("guest", ""))

    @property
    def _typed(self) -> bool:
        """Whether anything was typed of a result, be it readable or not."""
        return any(str(self[name].value() or "").strip() for name in (*self.final, *self.heroes))

    def _whose(self, values: dict[str, Any]) -> str:
        """Return the question whose result it is."""
        first = values.get(self.final[0])
        if first is None:
            return gettext("Who is this? Choose the player, or clear the row.")
        if not self.pad.counts_points:
            return gettext("Who came in place %(place)s?") % {"place": first}
        words = ngettext("Who made %(points)s point?", "Who made %(points)s points?", abs(first))
        return words % {"points": first}

    @property
    def line(self) -> dict[str, int]:
        """What was typed of the result."""
        typed = {name: self.cleaned_data.get(name) for name in self.final}
        return {name: value for name, value in typed.items() if value is not None}

    @property
    def played(self) -> list[str]:
        """The heroes named."""
        return [value for name in self.heroes if (value := (self.cleaned_data.get(name) or "").strip())]

    @property
    def first_field(self) -> Any:
        """The field of the result that is always asked for."""
        return self[self.final[0]] if self.final else None

    @property
    def more_fields(self) -> list[Any]:
        """The fields of the result that matter now and then."""
        return [self[name] for name in (*self.final[1:], *self.heroes)]

    @property
    def more_sent(self) -> bool:
        """Whether something of these was sent: it is seen when the form comes back, as what is wrong may be there."""
        return self.is_bound and any(field.errors or field.value() for field in self.more_fields)


class RecordForm(OccasionForm):
    """Who played what, when; with ``result`` also what it came to.

    Empty rows are empty chairs: seats are counted clockwise over the others.
    """

    start = forms.TypedChoiceField(label=_("Who began"), coerce=int, required=False)
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility, initial=Visibility.CLUB)

    def __init__(
        self,
        data: Any = None,
        *,
        pad: Pad[Any],
        season: Campaign | None,
        reader: User,
        result: bool,
        seated: Sequence[str] = (),
    ) -> None:
        super().__init__(data, initial={"date": timezone.now()} if result else {})
        del self.fields["seen"]
        people = self.known = People.of(season, reader)
        rows = range(pad.game.most)
        self.fields["start"].choices = [  # type: ignore[attr-defined]
            (str(n), gettext("Player %(number)s begins") % {"number": n + 1}) for n in rows
        ]
        if season is not None:
            del self.fields["visibility"]
        for name in ("date", "duration") if not result else ():
            del self.fields[name]
        self.seats = [
            SeatForm(
                data,
                prefix=f"seat-{n}",
                initial={"player": seated[n] if n < len(seated) else ""},
                number=n,
                people=people,
                pad=pad,
                result=result,
            )
            for n in rows
        ]

    def is_valid(self) -> bool:
        """All rows are looked at, so that everything wrong is said at once."""
        whole = super().is_valid()  # which may find something wrong with a row, too
        rows = [seat.is_valid() for seat in self.seats]
        return whole and all(rows)

    def clean(self) -> dict[str, Any]:
        """Whoever is named somewhere sits somewhere."""
        values = super().clean() or {}
        empty = {seat.number: seat.fields["player"].label for seat in self.seats if seat.is_valid() and not seat.who}
        words = gettext("%(seat)s is an empty chair: nobody sits there.")
        # The first row is marked to begin before anybody chose it.
        if (start := values.get("start") or 0) in empty and start > 0:
            self.add_error(None, words % {"seat": empty[start]} + " " + gettext("Choose who began."))
        for row in self.seats:
            for name, number in row.line.items() if row.is_valid() else ():
                if name in row.pad.seat_fields and number in empty:
                    row.add_error(name, words % {"seat": empty[number]})
        return values

    @property
    def taken(self) -> list[SeatForm]:
        """The rows on which somebody sits."""
        return [seat for seat in self.seats if seat.who is not None]

    @property
    def people(self) -> list[Who]:
        """Who sits, clockwise."""
        return [who for seat in self.seats if (who := seat.who) is not None]

    @property
    def wrong_rows(self) -> list[tuple[Any, Any]]:
        """Rows with something wrong: what they are called, and the first field to look at."""
        wrong = [row for row in self.seats if row.is_bound and row.errors]
        return [(row.fields["player"].label, next(field for field in row if field.errors)) for row in wrong]

    looks_like = 0
    """The number of the match that looks like this one, where that was asked about."""

    def show(self, refused: Refused) -> None:
        """Tell every problem in the row it is about, else at the top."""
        self.looks_like = next(
            (getattr(one, "params", {}).get("match", 0) for one in refused.problems if one.code == LOOKS_ALIKE), 0
        )
        taken = self.taken
        elsewhere = []
        for problem in refused.problems:
            seat = getattr(problem, "params", {}).get("seat")
            row = taken[seat] if isinstance(seat, int) and seat < len(taken) else None
            if row is not None and row.final:
                row.add_error(row.final[0], forms.ValidationError(str(problem.message), code=problem.code))
            else:
                elsewhere.append(problem)
        if elsewhere:
            add_problems_to_form(self, Refused(elsewhere))

    @property
    def first(self) -> int:
        """The seat that began, counted over those taken."""
        return self._seats().get(self.cleaned_data.get("start") or 0, 0)

    @property
    def table(self) -> list[dict[str, int]]:
        """The result, a line for each seat; seats named in it are counted over those taken."""
        seats = self._seats()
        lines = []
        for row in self.taken:
            line = row.line
            for name in row.pad.seat_fields & set(line):
                line[name] = seats[line[name]]
            lines.append(line)
        return lines

    @property
    def played(self) -> list[list[str]]:
        """The heroes of each seat."""
        return [row.played for row in self.taken]

    @property
    def occasion(self) -> Occasion:
        """What was filled in; on a live pad the date is now."""
        names = ("date", "place", "duration", "notes", "house_rules")
        values = {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}
        return Occasion(**values)

    @property
    def taken_rows(self) -> list[int]:
        """The numbers of the rows on which somebody sits."""
        return [row.number for row in self.taken]

    def _seats(self) -> dict[int, int]:
        return {row.number: seat for seat, row in enumerate(self.taken)}
