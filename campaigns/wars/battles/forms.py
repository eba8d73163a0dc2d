"""Forms about rounds and battles: scheduling one, pairing a whole round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.forms.despite import AsksDespite
from campaigns.league.models import Campaign
from campaigns.wars.battles.offers import Offers
from campaigns.wars.battles.operations import TITLE_LIMIT, Plan
from campaigns.wars.battles.spots import SpotField, offer_spots
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.round import Round
from campaigns.wars.modules import NAMES
from club.models import Member
from club.moments import MomentField
from club.names import NameField
from club.seen import SeenForm
from rosters.models import Warband


def serving(campaign: Campaign) -> Any:
    """Return the warbands that serve in a campaign."""
    here = campaign.enlistments.filter(withdrawn=False)
    return Warband.objects.filter(pk__in=here.values("warband")).defer("state", "setup")


class PlanForm(AsksDespite, SeenForm):
    """When, where and how. ``kept`` are the fields that are filled in from a ``battle`` that is changed."""

    kept: ClassVar[tuple[str, ...]] = ("title", "date", "place", "scenario", "modules", "version")

    date = MomentField(label=_("Date and time"), required=False)
    place = NameField(label=_("Place"), max_length=120, required=False)
    spot = SpotField()
    staging = forms.ChoiceField(
        label=_("Ready scenario"),
        required=False,
        help_text=_("It comes with its table, its aims and its rules; the engine knows what it is about."),
    )
    scenario = forms.CharField(
        label=_("Scenario"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Table, aims, special rules, bonus victory points: whatever both sides must know."),
    )
    modules = forms.MultipleChoiceField(
        label=_("Modules"),
        choices=list(NAMES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Zombies and aliens are led by nobody, and one warband may face them alone. Regroup team! asks one of its "
            "two warbands for extras; ready-made warbands have none. Vehicles are those that the warbands bring."
        ),
    )

    title = NameField(
        label=_("Title"), max_length=TITLE_LIMIT, required=False, help_text=_("If empty, the warbands’ names are used.")
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, campaign: Campaign | None, battle: Battle | None = None, **kwargs: Any) -> None:
        self.battle = battle
        if battle is not None:
            kwargs["initial"] = {name: getattr(battle, name) for name in self.kept}
            kwargs["initial"] |= {"staging": battle.staging.get("code", ""), "spot": battle.spot_id}
        super().__init__(*args, **kwargs)
        if battle is None:
            del self.fields["seen"]
        offer_spots(self, kept=battle.spot_id if battle is not None else None)
        self.offers = Offers(campaign, battle)
        self.fields["staging"].choices = self.offers.choices  # type: ignore[attr-defined]

    @property
    def plan(self) -> Plan:
        """What was filled in."""
        values = self.cleaned_data
        return Plan(
            title=values.get("title", ""),
            date=values["date"],
            place=values["place"],
            spot=values.get("spot"),
            scenario=values["scenario"],
            modules=tuple(values["modules"]),
            staging=self.offers.scenario(values["staging"]),
            round=values.get("round"),
        )


class BattleForm(PlanForm):
    """One battle and who fights it. With a ``player``, one of the warbands must be theirs."""

    kept: ClassVar = (*PlanForm.kept, "round")
    warbands = forms.ModelMultipleChoiceField(
        label=_("Warbands"),
        queryset=Warband.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Two or more; with a module that brings others along, one is enough."),
    )
    first = forms.ModelChoiceField(
        label=_("Who takes the scenario’s first role"),
        queryset=Warband.objects.none(),
        required=False,
        empty_label=_("In the order of the list"),
    )
    round = forms.ModelChoiceField(
        label=_("Round"), queryset=Round.objects.none(), required=False, empty_label=_("Outside the rounds")
    )
    field_order = ["warbands", "round", "title", "date", "spot", "place", "staging", "first", "scenario", "modules"]

    def __init__(
        self,
        *args: Any,
        campaign: Campaign,
        battle: Battle | None = None,
        player: Member | None = None,
        **kwargs: Any,
    ) -> None:
        self.player, self.campaign = player, campaign
        self.may_override = player is None
        super().__init__(*args, campaign=campaign, battle=battle, **kwargs)
        seated = [side.warband_id for side in battle.sides.all()] if battle is not None else []
        if battle is not None:
            self.initial["first"], self.initial["warbands"] = next(iter(seated), None), seated
        available = serving(campaign) | Warband.objects.filter(pk__in=seated)
        self.fields["warbands"].queryset = available  # type: ignore[attr-defined]
        self.fields["first"].queryset = available  # type: ignore[attr-defined]
        self.fields["round"].queryset = campaign.rounds.all()  # type: ignore[attr-defined]

    def fresh(self) -> BattleForm | None:
        """Return the form of the battle as it is now."""
        if self.battle is None:
            return None
        now = Battle.objects.get(pk=self.battle.pk)
        return BattleForm(campaign=self.campaign, battle=now, player=self.player)

    def clean_warbands(self) -> Any:
        """Players arrange their own battles; those of others are for the referees."""
        chosen = self.cleaned_data["warbands"]
        if self.player is not None and all(warband.owner_id != self.player.pk for warband in chosen):
            raise forms.ValidationError(_("One of the warbands must be yours; a referee may pair others."))
        return chosen

    def clean(self) -> dict[str, Any]:
        """Whoever takes a role fights in the battle."""
        values = super().clean() or {}
        first = values.get("first")
        if first is not None and "warbands" in values and first not in values["warbands"]:
            if self.has_changed() and "first" in self.changed_data:
                self.add_error("first", _("This warband does not fight in the battle."))
            values["first"] = None
        return values

    @property
    def seated(self) -> list[Warband]:
        """The warbands in the order of their roles."""
        first = self.cleaned_data["first"]
        rest = [warband for warband in self.cleaned_data["warbands"] if warband != first]
        return [first, *rest] if first is not None else rest


class RoundPlanForm(PlanForm):
    """What the battles of a round have in common: not the table."""

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, campaign=campaign, **kwargs)
        self.fields.pop("spot", None)


class RoundForm(forms.Form):
    """A round's name."""

    name = NameField(
        label=_("Name of the next round"),
        max_length=80,
        required=False,
        help_text=_("If left empty, it goes by its number."),
    )


class PairForm(forms.Form):
    """Two opponents; both empty means no battle."""

    one = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    other = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, choices: Sequence[tuple[Any, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number = int((self.prefix or "-0").rsplit("-", 1)[1]) + 1
        for name, label in (("one", _("Battle %(number)s, one side")), ("other", _("Battle %(number)s, other side"))):
            self.fields[name].choices = [("", "—"), *choices]  # type: ignore[attr-defined]
            self.fields[name].label = label % {"number": number}

    def clean(self) -> dict[str, Any]:
        """A battle has two sides."""
        values = super().clean() or {}
        one, other = values.get("one"), values.get("other")
        if not self.errors and (one is None) != (other is None):
            self.add_error("other" if other is None else "one", _("Who is the opponent?"))
        elif not self.errors and one is not None and one == other:
            self.add_error("other", _("Nobody can fight themselves."))
        return values


class PairFormSet(forms.BaseFormSet):
    """The battles of a round, each warband at most once."""

    def clean(self) -> None:
        """Say beside the second field who is named twice."""
        seen: set[int] = set()
        for form in self.forms:
            for name in ("one", "other"):
                number: int | None = getattr(form, "cleaned_data", {}).get(name)
                if number is None:
                    continue
                if number in seen:
                    form.add_error(name, _("This warband is already fighting another battle this round."))
                seen.add(number)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs filled in."""
        rows = [form.cleaned_data for form in self.forms]
        return [(row["one"], row["other"]) for row in rows if row.get("one") is not None]


Pairs = forms.formset_factory(PairForm, formset=PairFormSet, extra=0)
