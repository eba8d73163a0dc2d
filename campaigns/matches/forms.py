"""The forms about a match of a card game: who sits where, when and where it was, its result on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from msgspec import Struct

from campaigns.league.access import TAKES_PART
from campaigns.league.forms.version import VersionForm
from campaigns.league.models import Campaign
from campaigns.matches.access import known_guests, recorded_by
from campaigns.matches.company import members_first
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import NAME_LIMIT, Player
from campaigns.matches.operations.likeness import LOOKS_ALIKE
from campaigns.matches.operations.players import Who
from campaigns.matches.operations.recording import DURATION_MOST, HOUSE_LIMIT, NOTES_LIMIT, PLACE_LIMIT, Occasion
from campaigns.matches.operations.verdicts import CODE_LENGTH, DISPUTE_LIMIT
from campaigns.matches.scores.pad import Pad
from club.access import User
from club.models import Member
from club.moments import MomentField
from club.names import NameField
from club.operations import Refused, add_problems_to_form
from club.seen import SeenForm
from club.visibility import Visibility

NEW_GUEST: Final = "new"
CHIPS: Final = 12
"""How many people a tap each may seat; everybody else is in the lists."""
NUMBER: Final = forms.NumberInput(attrs={"inputmode": "numeric"})


class People(Struct, frozen=True):
    """Who may sit down: members and guests, by the values a form sends."""

    members: dict[str, Member]
    guests: dict[str, Player]

    @classmethod
    def of(cls, season: Campaign | None, reader: User) -> People:
        """Return the people of a season, without one all members, and the guests the reader knows.

        Whom the reader plays with most comes first. Three queries.
        """
        members: QuerySet[Member] = Member.objects.filter(is_active=True)
        if season is not None:
            taking = season.memberships.filter(role__in=TAKES_PART).values("member")
            members = members.filter(pk__in=taking)
        guests = known_guests(reader)
        return cls(
            {f"m{m.pk}": m for m in members_first(reader, members)},
            {f"p{p.pk}": p for p in sorted(guests, key=lambda p: p.name.casefold())},
        )

    @property
    def chips(self) -> list[tuple[str, str]]:
        """Return those to offer for one tap each: values and names, members first."""
        members = [(value, member.name) for value, member in self.members.items()]
        return [*members, *((value, guest.name) for value, guest in self.guests.items())][:CHIPS]

    @property
    def choices(self) -> list[Any]:
        """Return them as the choices of a list, a new guest at the end."""
        found: list[Any] = [("", "—"), (NEW_GUEST, gettext("a new guest…"))]
        if self.members:
            found.append((gettext("Members"), [(value, m.name) for value, m in self.members.items()]))
        if self.guests:
            found.append((gettext("Guests"), [(value, p.name) for value, p in self.guests.items()]))
        return found

    def value_of(self, player: Player) -> str:
        """Return the value under which a player is chosen."""
        return f"m{player.member_id}" if player.member_id is not None else f"p{player.pk}"

    def who(self, value: str, guest: str) -> Who | None:
        """Return who was chosen, or None for an empty seat."""
        if value in ("", NEW_GUEST):
            return guest.strip() or None
        return self.members.get(value) or self.guests.get(value)


def _refuse_two_names(form: forms.Form, values: dict[str, Any]) -> None:
    """Say beside the guest's name that somebody else is chosen: one of both sits there."""
    guest = (values.get("guest") or "").strip()
    if guest and values.get("player") not in ("", NEW_GUEST, None):
        words = gettext(
            "“%(guest)s” is typed here, and somebody else is chosen: choose a new guest, or empty the name."
        )
        form.add_error("guest", words % {"guest": guest})


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
        _refuse_two_names(self, values)
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
            return gettext("Who is this? Choose the player, or empty the row.")
        if not self.pad.counts_points:
            return gettext("Who has place %(place)s?") % {"place": first}
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


class OccasionForm(SeenForm, VersionForm):
    """When, where, how long, and what else there is to say."""

    date = MomentField(label=_("Date and time"), required=False)
    place = NameField(label=_("Place"), max_length=PLACE_LIMIT, required=False)
    duration = forms.IntegerField(
        label=_("Duration in minutes"), min_value=1, max_value=DURATION_MOST, required=False, widget=NUMBER
    )
    notes = forms.CharField(
        label=_("Notes"), max_length=NOTES_LIMIT, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    house_rules = forms.CharField(
        label=_("House rules in words"),
        max_length=HOUSE_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Whatever was agreed beside the options."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    @property
    def occasion(self) -> Occasion:
        """What was filled in."""
        values = self.cleaned_data
        return Occasion(**{name: values[name] for name in ("date", "place", "duration", "notes", "house_rules")})

    match: Match | None = None
    """The match that it is filled in with, if any."""

    @classmethod
    def about(cls, match: Match, data: Any = None) -> OccasionForm:
        """Return the form filled in with a match."""
        names = ("date", "place", "duration", "notes", "house_rules", "version")
        form = cls(data, initial={name: getattr(match, name) for name in names})
        form.match = match
        return form

    def fresh(self) -> OccasionForm | None:
        """Return the form of the match as it is now."""
        return OccasionForm.about(Match.objects.get(pk=self.match.pk)) if self.match is not None else None


class RecordForm(OccasionForm):
    """Who played what, when; with ``result`` also what it came to.

    Empty rows are empty chairs: seats are counted clockwise over the others.
    """

    start = forms.TypedChoiceField(label=_("Who began"), coerce=int, required=False)
    visibility = forms.ChoiceField(label=_("Who may read it"), choices=Visibility, initial=Visibility.CLUB)

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


class PlayerForm(VersionForm):
    """Put somebody else on a seat."""

    player = forms.ChoiceField(required=False)
    guest = NameField(label=_("Name of the new guest"), max_length=NAME_LIMIT, required=False)

    def __init__(self, data: Any = None, *, people: People, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.people = people
        self.fields["player"].choices = people.choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Somebody is chosen or named, and one only."""
        values = super().clean() or {}
        _refuse_two_names(self, values)
        if not self.errors and self.who is None:
            self.add_error("player", _("Say who sat there."))
        return values

    @property
    def who(self) -> Who | None:
        """Who was chosen."""
        return self.people.who(self.cleaned_data["player"], self.cleaned_data["guest"])


class SeasonForm(SeenForm, VersionForm):
    """Which season a match belongs to: one of those the member takes part in."""

    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Campaign.objects.none(), required=False, empty_label=_("outside of seasons")
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, match: Match, member: Member, **kwargs: Any) -> None:
        super().__init__(data, initial={"season": match.campaign_id, "version": match.version}, **kwargs)
        self.match, self.member = match, member
        own = recorded_by(member).filter(game=match.game).order_by().values("pk")
        offered = Q(pk__in=own) | Q(pk=match.campaign_id)
        self.fields["season"].queryset = Campaign.objects.filter(offered)  # type: ignore[attr-defined]

    def fresh(self) -> SeasonForm:
        """Return the form of the match as it is now."""
        return SeasonForm(match=Match.objects.get(pk=self.match.pk), member=self.member, prefix=self.prefix)


class KeeperForm(SeenForm):
    """Who keeps the score besides the players."""

    def __init__(self, data: Any = None, *, match: Match) -> None:
        super().__init__(data, initial={"keeper": match.keeper_id})
        self.match = match

    def fresh(self) -> KeeperForm:
        """Return the form of the match as it is now."""
        return KeeperForm(match=Match.objects.get(pk=self.match.pk))

    keeper = forms.ModelChoiceField(
        label=_("Score keeper"),
        queryset=Member.objects.filter(is_active=True),
        required=False,
        empty_label=_("nobody besides the players"),
        help_text=_("Somebody who does not play may make entries, too."),
    )


class CodeForm(forms.Form):
    """The code at the table, as somebody read it off the recorder's screen."""

    code = forms.CharField(
        label=_("Code"),
        max_length=CODE_LENGTH * 2,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_("Six letters and digits; they are on the screen of whoever recorded the match."),
    )


class VerdictForm(VersionForm):
    """Which of the players one is, and what is wrong if something is."""

    seat = forms.TypedChoiceField(label=_("I am"), coerce=int, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What is wrong"),
        max_length=DISPUTE_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only if something is."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seats: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]


class BringBackForm(VersionForm):
    """Why a match that was called off is brought back."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("All who played read it."))


class ReasonForm(VersionForm):
    """Why an entry is put right; a ``slip`` needs no reason."""

    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, slip: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = not slip
