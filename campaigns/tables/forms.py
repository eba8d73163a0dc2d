"""Opening a card table, and taking a seat as a guest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.functional import cached_property
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.matches.access import recorded_by
from campaigns.matches.company import members_first
from campaigns.matches.forms.people import CHIPS
from campaigns.seating.models import NAME_LENGTH
from campaigns.tables import rules
from campaigns.tables.models.card_table import BotStrength, CardTable, TableVisibility
from campaigns.tables.operations.tables import NAME_LIMIT, SeatPlan, TablePlan
from club.models import Member
from club.names import NameField

NOBODY: Final = ""
OPEN: Final = "open"
_BOT: Final = "bot:"
_MEMBER: Final = "member:"
SEAT: Final = "seat_"


def season_field(member: Member, game: str, slug: str | None = "") -> forms.ModelChoiceField | None:
    """Return the field that chooses the season a game counts in; None for whoever plays in none.

    It begins with the season of this ``slug``, with the only one there is where the slug is empty, with none for None.
    One query.
    """
    seasons = recorded_by(member).filter(game=game)
    found = list(seasons)
    if not found:
        return None
    first = found[0] if slug == "" and len(found) == 1 else next((one for one in found if one.slug == slug), None)
    return forms.ModelChoiceField(
        label=_("Season"),
        queryset=seasons,
        required=False,
        initial=first,
        empty_label=_("outside of seasons"),
        help_text=_(
            "When the game ends, its result is entered there at once. Guests count under the name they type. "
            "With a bot the game does not count; with a member who is not in the season, it counts outside it."
        ),
    )


class SeasonForm(forms.Form):
    """Which season a game that is not begun counts in."""

    def __init__(self, data: Any = None, *, table: CardTable, opener: Member) -> None:
        super().__init__(data)
        offered = season_field(opener, table.game, table.season.slug if table.season is not None else None)
        if offered is not None:
            offered.help_text = ""
            self.fields["season"] = offered


class TableForm(forms.Form):
    """A table of one game: its variant and options, and who sits on the seats beside the opener's.

    How many play follows from the seats that somebody is to take.
    """

    name = NameField(
        label=_("Name of the table"),
        max_length=NAME_LIMIT,
        required=False,
        help_text=_("So that others can find it in the list."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may watch"),
        choices=TableVisibility,
        initial=TableVisibility.CLUB,
        widget=forms.RadioSelect,
        help_text=_("Anyone watching sees what lies face up on the table, and nobody’s secrets."),
    )
    guests = forms.BooleanField(
        label=_("Guests without an account may sit down"),
        required=False,
        initial=True,
        help_text=_("Anyone with the link to an open seat types a name and plays."),
    )

    def __init__(self, *args: Any, game: str, opener: Member, season: str = "", **kwargs: Any) -> None:
        """``season`` is the slug of the season to begin with; the opener's only one is where nothing is said."""
        super().__init__(*args, **kwargs)
        self._rules, self._opener = rules.of(game), opener
        offered = season_field(opener, game, season)
        if offered is not None:
            self.fields["season"] = offered
        choices = list(self._sitters())
        for number in range(2, self._rules.most + 1):
            needed = number <= self._rules.least
            self.fields[f"{SEAT}{number}"] = forms.ChoiceField(
                label=format_lazy(_("Seat {number}"), number=number),
                choices=choices[1:] if needed else choices,
                required=needed,
                initial=OPEN if needed else NOBODY,
            )
        own = self._rules.options_form(prefix=None).fields
        self.fields.update(own)
        self._own = list(own)
        seats = [f"{SEAT}{number}" for number in range(2, self._rules.most + 1)]
        self.order_fields([*seats, *self._own, "season", "visibility", "guests", "name"])

    def _sitters(self) -> Iterator[tuple[Any, Any]]:
        """Whom a seat may be given to: by link to anybody, to a bot, to a member."""
        yield NOBODY, _("nobody")
        yield OPEN, _("open: anyone with the link")
        labels = dict(BotStrength.choices)
        bots = [
            (f"{_BOT}{strength}", format_lazy(_("bot, plays {how}"), how=labels[strength]))
            for strength in self._rules.strengths
        ]
        yield _("Bots"), bots
        members = [(f"{_MEMBER}{member.pk}", member.name) for member in self._members.values()]
        if members:
            yield _("Members of the club"), members

    @cached_property
    def _members(self) -> dict[int, Member]:
        found = Member.objects.filter(is_active=True).exclude(pk=self._opener.pk)
        return {member.pk: member for member in members_first(self._opener, found)}

    @property
    def chips(self) -> list[tuple[str, str]]:
        """Those to offer for one tap each: values and names, a bot last."""
        members = list(self._members.values())[: CHIPS - 1]
        return [
            *((f"{_MEMBER}{member.pk}", member.name) for member in members),
            (f"{_BOT}{BotStrength.THUMB}", gettext("A bot")),
        ]

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The fields of the seats."""
        return [self[name] for name in self.fields if name.startswith(SEAT)]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The game's own fields."""
        return [self[name] for name in self._own]

    @property
    def plan(self) -> TablePlan:
        """What was filled in."""
        values = self.cleaned_data
        chosen = [values[name] for name in self.fields if name.startswith(SEAT) and values[name] != NOBODY]
        own = {name: values[name] for name in self._own}
        variant = own.pop("variant")
        return TablePlan(
            game=self._rules.code,
            seats=[self._seat(one) for one in chosen],
            variant=variant,
            options=own,
            visibility=values["visibility"],
            guests=values["guests"],
            name=values["name"],
            season=values.get("season"),
        )

    def _seat(self, chosen: str) -> SeatPlan:
        if chosen.startswith(_BOT):
            return SeatPlan(bot=chosen.removeprefix(_BOT))
        if chosen.startswith(_MEMBER):
            return SeatPlan(member=self._members[int(chosen.removeprefix(_MEMBER))])
        return SeatPlan()


class GuestForm(forms.Form):
    """What a guest wants to be called at the table."""

    name = NameField(
        label=_("Your name at this table"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=_("Others at the table see it. This browser remembers your seat."),
    )
