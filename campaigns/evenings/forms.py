"""Forms about evenings: announcing one, offering a game, sitting down with guests."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import count
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.evenings.games import BATTLE, KINDS, OTHER
from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import EveningGame, EveningSeat, SeatRole, SeatState, Wanted
from campaigns.evenings.operations.announcing import Announcement
from campaigns.evenings.operations.offering import BECAUSE, Offer
from campaigns.evenings.rhythm import Repeat, Rhythm
from campaigns.league.access import visible_campaigns
from campaigns.league.models import Membership, Role
from campaigns.seating.models import NAME_LENGTH
from campaigns.wars.battles.lines import with_sides
from campaigns.wars.models.battle import Battle, BattleState
from club.models import Member
from club.models.place import GameTable, Place
from club.moments import MomentField, day_field
from club.names import NameField
from club.seen import SeenForm

WEEK: Final = 7
USUAL_DAY: Final = 3
USUAL_HOUR: Final = 19
USUAL_LENGTH: Final = timedelta(hours=4)
"""Thursday, 19:00 to 23:00: what a form says before a club has had its first evening."""


class EveningForm(SeenForm):
    """What is said of an evening. Without an ``evening`` it may repeat, and says what the last one was."""

    title = NameField(label=_("Title"), max_length=80)
    begins = MomentField(label=_("Begins"))
    ends = MomentField(label=_("Ends"))
    place = forms.ModelChoiceField(
        label=_("Place"), queryset=Place.objects.none(), required=False, empty_label=_("not settled yet")
    )
    repeat = forms.ChoiceField(label=_("Repeats"), required=False, choices=[("", _("only once")), *Repeat.choices])
    until = day_field(_("Until"))
    guests = forms.ChoiceField(label=_("Who may come"), choices=Guests.choices, initial=Guests.LINK)
    tables = forms.ModelMultipleChoiceField(
        label=_("Tables that stand there"),
        queryset=GameTable.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all tables of the place."),
    )
    notes = forms.CharField(
        label=_("Notes"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("What to bring, who has the key. Markdown makes lists, links and bold words."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, evening: ClubEvening | None = None, **kwargs: Any) -> None:
        self.evening = evening
        kwargs["initial"] = _said_of(evening) if evening is not None else _as_usual()
        super().__init__(*args, **kwargs)
        here = [evening.place_id] if evening is not None and evening.place_id is not None else []
        places = Place.objects.filter(retired=False) | Place.objects.filter(pk__in=here)
        self.fields["place"].queryset = places  # type: ignore[attr-defined]
        tables = GameTable.objects.filter(retired=False, place__in=places).select_related("place")
        self.fields["tables"].queryset = tables  # type: ignore[attr-defined]
        for field in ("repeat", "until") if evening is not None else ("seen", "version"):
            del self.fields[field]

    def fresh(self) -> EveningForm | None:
        """Return the form of the evening as it is now."""
        return EveningForm(evening=ClubEvening.objects.get(pk=self.evening.pk)) if self.evening is not None else None

    def clean(self) -> dict[str, Any]:
        """A series needs to know until when, and on which day it begins."""
        said = super().clean() or {}
        if said.get("repeat") and not said.get("until") and "until" not in self.errors:
            self.add_error("until", _("Until when does it repeat?"))
        return said

    @property
    def rhythm(self) -> Rhythm | None:
        """How it repeats, if it does."""
        said = self.cleaned_data
        if not said.get("repeat") or not said.get("until"):
            return None
        return Rhythm(Repeat(said["repeat"]), timezone.localtime(said["begins"]).date(), said["until"])

    @property
    def announcement(self) -> Announcement:
        """What was filled in."""
        said = self.cleaned_data
        return Announcement(
            title=said["title"],
            begins=said["begins"],
            ends=said["ends"],
            place=said["place"],
            tables=list(said["tables"]),
            notes=said["notes"],
            guests=said["guests"],
            rhythm=self.rhythm,
        )


def _said_of(evening: ClubEvening) -> dict[str, Any]:
    said = {name: getattr(evening, name) for name in ("title", "begins", "ends", "notes", "guests", "version")}
    return {**said, "place": evening.place_id, "tables": [table.pk for table in evening.tables.all()]}


def _as_usual() -> dict[str, Any]:
    """Return what a new evening most likely is: like the last one, on the next such weekday that has none yet."""
    now = timezone.now()
    held = ClubEvening.objects.filter(cancelled=False)
    last = held.filter(begins__lte=now).order_by("-begins").first() or held.order_by("begins").first()
    if last is not None:
        days = _days_ahead(timezone.localtime(last.begins).date())
        return {
            "title": last.title,
            "begins": _moved(last.begins, days),
            "ends": _moved(last.ends, days),
            "place": last.place_id,
            "guests": last.guests,
        }
    today = timezone.localtime()
    begins = _moved(today.replace(hour=USUAL_HOUR, minute=0, second=0, microsecond=0), _until_usual(today.date()))
    places = list(Place.objects.filter(retired=False).values_list("pk", flat=True)[:2])
    only = places[0] if len(places) == 1 else None
    return {"title": gettext("Club night"), "begins": begins, "ends": begins + USUAL_LENGTH, "place": only}


def _days_ahead(last: date) -> int:
    """Return in how many days after an evening its weekday comes next without an evening, from tomorrow on."""
    ahead = ClubEvening.objects.filter(begins__gt=timezone.now(), cancelled=False).values_list("begins", flat=True)
    taken = {timezone.localtime(begins).date() for begins in ahead}
    today = timezone.localdate()
    weeks = max(1, (today - last).days // WEEK + 1)
    return next(WEEK * week for week in count(weeks) if last + timedelta(days=WEEK * week) not in taken)


def _until_usual(today: date) -> int:
    return (USUAL_DAY - today.weekday()) % WEEK or WEEK


def _moved(moment: datetime, days: int) -> datetime:
    """Return the same hour of the club's clock so many days later."""
    local = timezone.localtime(moment)
    return timezone.make_aware(local.replace(tzinfo=None) + timedelta(days=days))


PARTS: Final = (
    (SeatRole.PLAYER.value, _("I play")),
    (SeatRole.GAME_MASTER.value, _("I am the game master")),
    (SeatRole.EXPLAINS.value, _("I play, and explain the rules")),
)
"""What one does at a game, in one’s own words."""


class GameForm(SeenForm):
    """What is played. ``what`` is a kind of game, or a battle of a campaign by its number."""

    what = forms.ChoiceField(label=_("Game"))
    title = NameField(
        label=_("What it is called"),
        max_length=80,
        required=False,
        help_text=_("Another game needs a name; for the others you may add what is special."),
    )
    seats = forms.IntegerField(label=_("Seats"), initial=4, min_value=1, max_value=40)
    role = forms.ChoiceField(label=_("My part"), required=False, initial=SeatRole.PLAYER)
    spot = forms.ModelChoiceField(
        label=_("Table"), queryset=GameTable.objects.none(), required=False, empty_label=_("any table")
    )
    wanted = forms.ChoiceField(label=_("For whom"), choices=Wanted.choices, required=False)
    begins = MomentField(label=_("Begins"), required=False)
    ends = MomentField(label=_("Ends"), required=False)
    notes = forms.CharField(label=_("Notes"), max_length=200, required=False)
    because = forms.CharField(
        label=_("Why the table may be used twice"),
        max_length=BECAUSE,
        required=False,
        help_text=_("Only if two games share a table at one time."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        evening: ClubEvening,
        member: Member,
        game: EveningGame | None = None,
        may_override: bool = False,
        **kwargs: Any,
    ) -> None:
        self.evening, self.member, self.game, self.may_override = evening, member, game, may_override
        if game is not None:
            kwargs["initial"] = self._said_of(game)
        super().__init__(*args, **kwargs)
        self.battles = {battle.pk: battle for battle in battles_for(member, game)}
        self.fields["what"].choices = self._choices()  # type: ignore[attr-defined]
        tables = tables_at(evening)
        self.fields["spot"].queryset = tables  # type: ignore[attr-defined]
        taken = EveningGame.objects.filter(evening=evening, removed=False, spot__isnull=False)
        self.fields["spot"].initial = tables.exclude(pk__in=taken.values("spot")).first()
        # Whoever sits at a game already offers another one for others.
        sits = EveningSeat.objects.filter(game__evening=evening, member=member, state=SeatState.SEATED)
        self.fields["role"].initial = "" if game is None and sits.exists() else SeatRole.PLAYER
        self.fields["role"].choices = [*PARTS, ("", _("I only offer it"))]  # type: ignore[attr-defined]
        for field in ("role",) if game is not None else ("seen", "version"):
            del self.fields[field]
        if not may_override:
            del self.fields["because"]

    def _choices(self) -> list[Any]:
        battles = [(f"{BATTLE}:{pk}", f"{battle.name} ({battle.campaign})") for pk, battle in self.battles.items()]
        kinds = [(kind.code, kind.name) for kind in KINDS.values() if kind.code != BATTLE]
        return [*kinds, (_("A battle of a campaign"), battles)] if battles else kinds

    def _said_of(self, game: EveningGame) -> dict[str, Any]:
        said = {name: getattr(game, name) for name in ("title", "seats", "notes", "wanted", "because")}
        if game.own_times:
            said |= {"begins": game.begins, "ends": game.ends}
        what = f"{BATTLE}:{game.battle_id}" if game.battle_id else game.kind
        return {**said, "what": what, "spot": game.spot_id, "version": self.evening.version}

    def fresh(self) -> GameForm | None:
        """Return the form of the game as it is now."""
        if self.game is None:
            return None
        now = EveningGame.objects.select_related("evening").get(pk=self.game.pk)
        return GameForm(evening=now.evening, member=self.member, game=now, may_override=self.may_override)

    def clean(self) -> dict[str, Any]:
        """Another game is known by its name alone."""
        said = super().clean() or {}
        if said.get("what") == OTHER and not said.get("title"):
            self.add_error("title", _("What is the game called?"))
        return said

    @property
    def offer(self) -> Offer:
        """What was filled in."""
        said = self.cleaned_data
        code, _colon, number = said["what"].partition(":")
        battle = self.battles.get(int(number)) if number else None
        named = battle.name if battle is not None else str(KINDS[code].name)
        return Offer(
            kind=code,
            title=(said["title"] or named)[:80],
            seats=len(battle.sides.all()) if battle is not None else said["seats"],
            begins=said["begins"],
            ends=said["ends"],
            spot=said["spot"],
            notes=said["notes"],
            wanted=said["wanted"],
            battle=battle,
            because=said.get("because", ""),
        )


def battles_for(member: Member, game: EveningGame | None = None) -> list[Battle]:
    """Return the battles ahead that a member may put into an evening: his own, and those of campaigns he referees."""
    refereed = Membership.objects.filter(member=member, role=Role.REFEREE).values("campaign")
    ahead = Battle.objects.filter(state=BattleState.SCHEDULED, campaign__in=visible_campaigns(member).values("pk"))
    mine = ahead.filter(sides__warband__owner=member) | ahead.filter(campaign__in=refereed)
    kept = [game.battle_id] if game is not None and game.battle_id else []
    planned = EveningGame.objects.filter(removed=False, battle__isnull=False, evening__ends__gt=timezone.now())
    free = mine.exclude(pk__in=planned.exclude(battle__in=kept).values("battle"))
    found = Battle.objects.filter(pk__in=free.values("pk")) | Battle.objects.filter(pk__in=kept)
    return list(with_sides(found.select_related("campaign", "round")).order_by("date", "pk")[:60])


def tables_at(evening: ClubEvening) -> Any:
    """Return the tables that stand at an evening: those that were ticked, else all of its place."""
    ticked = evening.tables.all()
    found = GameTable.objects.filter(retired=False, place=evening.place_id)
    return ticked if ticked.exists() else found


class JoinForm(forms.Form):
    """Sitting down: what one does there, and whom one brings."""

    role = forms.ChoiceField(
        label=_("My part"), choices=[*PARTS, (SeatRole.WATCHES.value, _("I watch"))], required=False
    )
    party = forms.CharField(
        label=_("Guests I bring"),
        required=False,
        max_length=6 * (NAME_LENGTH + 2),
        help_text=_("Their names, with commas between them."),
    )
    may_split = forms.BooleanField(label=_("If there is no room for all of us, some may sit"), required=False)
    instead = forms.BooleanField(label=_("Give up what I sit at or wait for meanwhile"), required=False)

    @property
    def names(self) -> list[str]:
        """The guests' names."""
        return [name for part in self.cleaned_data["party"].split(",") if (name := part.strip())]


class WordsForm(forms.Form):
    """Words beside one's answer."""

    brings = forms.CharField(label=_("I bring"), max_length=120, required=False, help_text=_("Games, terrain, cake."))
    seeks = forms.CharField(
        label=_("I am looking for"), max_length=120, required=False, help_text=_("A game, an opponent, a lift.")
    )


class DoorForm(forms.Form):
    """What a guest is called."""

    name = NameField(label=_("Your name"), max_length=NAME_LENGTH)


class CancelForm(forms.Form):
    """Why an evening is called off."""

    because = forms.CharField(label=_("Why"), max_length=200, required=False)
    all_later = forms.BooleanField(label=_("This evening and all later ones of the series"), required=False)
