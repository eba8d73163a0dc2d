"""What a table chooses before its evening begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import Battle
from campaigns.wars.pocket.choices import Choices, RaidChoices
from campaigns.wars.pocket.raid_wording import PROBLEMS
from campaigns.wars.pocket.wording import EDGES as EDGE_NAMES, MENACES
from campaigns.wars.teams import at_home
from engines.musg.battle.regroup.hostages import COUNT
from engines.musg.pocket.raid.setup import DETECTORS_MOST, HOSTAGES_MOST, MARKERS
from engines.musg.pocket.setup import POINTS_MOST, Menace, ref_of
from engines.musg.ranks import Rank
from engines.musg.report import unable
from rosters.models import Warband

EDGES = (("", _("not said")), *EDGE_NAMES.items())


class EveningForm(forms.Form):
    """Who comes, where the warbands enter, and the table's own choices."""

    menace = forms.ChoiceField(
        label=_("Who comes?"),
        choices=[(one.value, name) for one, name in MENACES.items()],
        widget=forms.RadioSelect,
        initial=Menace.ZOMBIES.value,
    )
    civilian_points = forms.IntegerField(
        label=_("Victory points for a civilian brought off the table alive"),
        min_value=0,
        max_value=POINTS_MOST,
        initial=5,
    )
    game_master = forms.BooleanField(
        label=_("Somebody without a warband runs the zombies or the aliens"),
        help_text=_("Otherwise the players do, one turn each, in the first turn’s order."),
        required=False,
    )
    fatal_afterwards = forms.BooleanField(
        label=_("Anyone still infected when the game ends dies of it"),
        help_text=_("Usually they are lucky."),
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, battle: Battle) -> None:
        named = [code for code in battle.modules if code in set(Menace)]
        super().__init__(data, initial={"menace": named[0]} if named else None)
        self.bands = [side.warband for side in battle.sides.all()]
        for warband in self.bands:
            self.fields[f"edge-{warband.key}"] = forms.ChoiceField(
                label=_("%(warband)s enters from") % {"warband": warband.name}, choices=EDGES, required=False
            )

    @property
    def choices(self) -> Choices:
        """What was chosen."""
        values = self.cleaned_data
        return Choices(
            menace=Menace(values["menace"]),
            civilian_points=values["civilian_points"],
            game_master=values["game_master"],
            fatal_afterwards=values["fatal_afterwards"],
            edges={warband.key: values[f"edge-{warband.key}"] for warband in self.bands},
        )


class Aims(NamedTuple):
    """What a module's raid is about."""

    hostages: int
    bomb: bool


RAIDS: Final[Mapping[str, Aims]] = {
    "regroup_team": Aims(COUNT, bomb=True),
    "regroup_hostages": Aims(COUNT, bomb=False),
    "regroup_bomb": Aims(0, bomb=True),
}
"""By the module of the battle (ruling M337)."""


class RaidForm(forms.Form):
    """Who raids, what it is about, who stays at home."""

    team = forms.ChoiceField(label=_("Who are the anti-terrorists?"), widget=forms.RadioSelect)
    hostages = forms.IntegerField(label=_("How many hostages are held?"), min_value=0, max_value=HOSTAGES_MOST)
    bomb = forms.BooleanField(label=_("There is a bomb"), required=False)
    alert = forms.BooleanField(
        label=_("The alert is played even without hostages"),
        help_text=_("With hostages it always is."),
        required=False,
    )
    markers = forms.IntegerField(
        label=_("Markers of each guard’s round"),
        help_text=_("Can be changed for each guard later."),
        min_value=MARKERS[0],
        max_value=MARKERS[1],
        initial=3,
    )
    detectors = forms.IntegerField(
        label=_("Cameras and motion detectors"),
        help_text=_("They notice anybody within 3 paces, while the alert is played."),
        min_value=0,
        max_value=DETECTORS_MOST,
        initial=2,
    )
    kits = forms.MultipleChoiceField(
        label=_("Which anti-terrorists carry a defusing kit?"),
        help_text=_("Each counts 20 points towards what the team may cost."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    absent = forms.MultipleChoiceField(
        label=_("Who stays at home?"),
        help_text=_("The anti-terrorists are a leader and lieutenants, the terrorists mostly extras."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    any_teams = forms.BooleanField(
        label=_("These teams play even if they break the rules for teams"),
        help_text=_(
            "Otherwise a leader and up to 4 lieutenants meet a leader, a lieutenant and extras who cost no more."
        ),
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, battle: Battle) -> None:
        aims = next((aims for code, aims in RAIDS.items() if code in battle.modules), RAIDS["regroup_team"])
        bands = [side.warband for side in battle.sides.all()]
        extras = {w.key: sum(one.rank is Rank.EXTRA for one in w.roster.active) for w in bands}
        team = min(extras, key=lambda key: extras[key])
        initial = {"team": team, "hostages": aims.hostages, "bomb": aims.bomb, "absent": at_home(bands)}
        super().__init__(data, initial=initial)
        able = [one for warband in bands for one in _able(warband)]
        for name, choices in (
            ("team", [(warband.key, warband.name) for warband in bands]),
            ("absent", able),
            ("kits", [one for warband in bands for one in _able(warband, (Rank.LEADER, Rank.LIEUTENANT))]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
            field.choices = choices

    def clean_bomb(self) -> bool:
        """A raid is about hostages, a bomb, or both."""
        bomb = bool(self.cleaned_data["bomb"])
        if not bomb and self.cleaned_data.get("hostages") == 0:
            raise forms.ValidationError(str(PROBLEMS["raid_aim"]), code="raid_aim")
        return bomb

    @property
    def choices(self) -> RaidChoices:
        """What was chosen."""
        values = self.cleaned_data
        return RaidChoices(
            team=values["team"],
            hostages=values["hostages"],
            bomb=values["bomb"],
            alert=bool(values["hostages"]) or values["alert"],
            markers=values["markers"],
            absent=tuple(values["absent"]),
            kits=tuple(values["kits"]),
            detectors=values["detectors"],
            any_teams=values["any_teams"],
        )


def _able(warband: Warband, ranks: Collection[Rank] = tuple(Rank)) -> list[tuple[str, str]]:
    return [
        (ref_of(warband.key, figure.id), f"{figure.name} ({warband.name})")
        for figure in warband.roster.active
        if unable(figure) is None and figure.rank in ranks
    ]


def form_of(battle: Battle, played: str) -> type[EveningForm] | type[RaidForm]:
    """Return the form for what is played: "raid" or "menace", else what the battle's modules say."""
    named = FORMS.get(played)
    return named or (RaidForm if RAIDS.keys() & set(battle.modules) else EveningForm)


FORMS: Final[Mapping[str, type[EveningForm] | type[RaidForm]]] = {"menace": EveningForm, "raid": RaidForm}
