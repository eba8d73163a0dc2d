"""Forms of single games: opening one, changing it, bringing a warband."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import UNSET

from campaigns.wars.battles.forms import PlanForm
from campaigns.wars.enlistment.forms import MusterForm, races
from campaigns.wars.models.battle import Battle
from campaigns.wars.settings.forms import explanation
from campaigns.wars.settings.rule_options import RuleOption
from campaigns.wars.single.operations import Against, GamePlan, NewBand
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from club.names import NameField
from club.visibility import Visibility
from engines.musg.entries.base import NAME_LIMIT
from engines.musg.rules import Rules
from rosters.models import Warband
from rosters.wording import race_name

INVITE, READY, OWN, NOBODY = "invite", "ready", "own", "nobody"
OPPONENTS: Final = (
    (INVITE, _("Somebody I invite, by a link or a code")),
    (READY, _("A ready-made warband")),
    (OWN, _("Another warband of mine")),
    (NOBODY, _("Only those that nobody leads (choose a module)")),
)


UNSPENT: Final = RuleOption(
    "adds_unspent",
    _("Unspent points count as victory points"),
    _(
        "What a muster left unspent is added to the warband’s victory points at the end, one for one; only between "
        "warbands of the same limit that have never fought."
    ),
    "ruling M28",
)


def _own(member: Member) -> Any:
    return Warband.objects.filter(owner=member).defer("state", "setup").order_by("-changed")


class OwnField(forms.ModelChoiceField):
    """One of the member's own warbands. Several may have one name: each says what it is worth and since when it is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(queryset=Warband.objects.none(), **kwargs)

    def label_from_instance(self, obj: Any) -> str:
        """Name a warband."""
        since = date_format(timezone.localtime(obj.created), "SHORT_DATE_FORMAT")
        words = gettext("%(name)s (value %(value)s, since %(date)s)")
        return words % {"name": obj.name, "value": obj.value, "date": since}


def _ready() -> list[tuple[str, str]]:
    """Return the ready-made warbands: they bring what everybody brings who says nothing else."""
    catalogue = Rules().catalogue
    return [(code, f"{one.name} ({race_name(one.race, catalogue)})") for code, one in READY_MADE.items()]


class GameForm(PlanForm):
    """What is played, when and where; with a ``battle``, one that was opened before."""

    kept: ClassVar = (*PlanForm.kept, "adds_unspent")
    adds_unspent = forms.BooleanField(label=UNSPENT.label, required=False, help_text=explanation(UNSPENT))
    about: tuple[str, ...] = ("title", "date", "spot", "despite", "place", "scenario")

    def __init__(self, *args: Any, battle: Battle | None = None, **kwargs: Any) -> None:
        campaign = battle.campaign if battle is not None else None
        super().__init__(*args, campaign=campaign, battle=battle, **kwargs)

    def fresh(self) -> GameForm | None:
        """Return the form of the game as it is now."""
        if self.battle is None:
            return None
        return GameForm(battle=Battle.objects.select_related("campaign").get(pk=self.battle.pk))

    @property
    def game(self) -> GamePlan:
        """What was filled in."""
        return GamePlan(plan=self.plan, adds_unspent=self.cleaned_data["adds_unspent"])

    @property
    def occasion(self) -> list[BoundField]:
        """The fields that may well stay empty."""
        return [self[name] for name in self.about if name in self.fields]


class NewGameForm(GameForm):
    """A game to be opened: with which warband, against whom, and what is played."""

    warband = OwnField(
        label=_("My warband"),
        required=False,
        empty_label=_("A new one, mustered for this game"),
        help_text=_("It comes as it is and leaves as it came: no experience, no aftermath."),
    )
    name = NameField(label=_("Name of the warband"), max_length=NAME_LIMIT, required=False)
    race = forms.ChoiceField(label=_("Race"), required=False)
    pulp = forms.BooleanField(label=_("It plays pulp"), required=False)
    vehicles = forms.BooleanField(label=_("The warband may own vehicles"), required=False)
    opponent = forms.ChoiceField(label=_("Against whom"), choices=OPPONENTS, initial=INVITE, widget=forms.RadioSelect)
    ready = forms.ChoiceField(label=_("Ready-made warband"), required=False)
    other = OwnField(label=_("My other warband"), required=False, empty_label="—")
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=Visibility,
        initial=Visibility.CLUB,
        help_text=_("Anyone who can see the game can see the warbands in it."),
    )
    about = ("title", "date", "spot", "despite", "place", "scenario", "visibility")

    def __init__(self, *args: Any, member: Member, chosen: str = "", **kwargs: Any) -> None:
        last = _own(member).filter(mustered=True).values_list("pk", flat=True)[:1]
        super().__init__(*args, initial={"warband": chosen or next(iter(last), None)}, **kwargs)
        for name in ("warband", "other"):
            self.fields[name].queryset = _own(member)  # type: ignore[attr-defined]
        self.fields["race"].choices = [("", "—"), *races(Rules().catalogue)]  # type: ignore[attr-defined]
        self.fields["ready"].choices = _ready()  # type: ignore[attr-defined]

    @property
    def new_band(self) -> list[BoundField]:
        """The fields about a warband that is founded for the game."""
        return [self[name] for name in ("name", "race", "pulp", "vehicles")]

    def clean(self) -> dict[str, Any]:
        """Ask for what the choices above need."""
        values = super().clean() or {}
        if not values.get("warband") and "warband" not in self.errors:
            for name, message in (
                ("name", _("Name the new warband, or choose one of yours.")),
                ("race", _("Choose the new warband’s race.")),
            ):
                if not values.get(name) and name not in self.errors:
                    self.add_error(name, message)
        if values.get("opponent") == OWN and not values.get("other") and "other" not in self.errors:
            self.add_error("other", _("Choose the other warband."))
        return values

    @property
    def mine(self) -> Warband | NewBand:
        """The warband chosen, or what a new one is founded with."""
        values = self.cleaned_data
        if values["warband"]:
            chosen: Warband = values["warband"]
            return chosen
        # What is not played is not stored: see the rules' own form.
        rules = Rules(pulp=values["pulp"] or UNSET, vehicles=values["vehicles"] or UNSET)
        return NewBand(name=values["name"].strip(), race=values["race"], rules=rules)

    @property
    def against(self) -> Against:
        """Whom the game is against."""
        values, said = self.cleaned_data, self.cleaned_data["opponent"]
        return Against(
            warband=values["other"] if said == OWN else None,
            ready=values["ready"] if said == READY else "",
            alone=said == NOBODY,
        )


class OwnForm(forms.Form):
    """A warband of one's own, as it is."""

    warband = OwnField(label=_("Warband"))

    def __init__(self, *args: Any, member: Member, battle: Battle, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = [side.warband_id for side in battle.sides.all()]
        self.fields["warband"].queryset = _own(member).exclude(pk__in=seated)  # type: ignore[attr-defined]


class ReadyForm(forms.Form):
    """A ready-made warband."""

    ready = forms.ChoiceField(label=_("Ready-made warband"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ready"].choices = _ready()  # type: ignore[attr-defined]


class NewForm(MusterForm):
    """A new warband by the game's rules."""

    race = forms.ChoiceField(label=_("Race"))
