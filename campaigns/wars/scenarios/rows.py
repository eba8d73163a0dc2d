"""The rows of the form of a scenario: one side, one objective."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.wars.ground.map import zone_letter
from campaigns.wars.modules import PARTS
from campaigns.wars.scenarios.wording import EDGES, KINDS
from club.names import NameField
from engines.musg.battle.objectives import AnyObjective, Edge
from engines.musg.battle.objectives.base import POINTS_MOST
from engines.musg.fixed import RANK_NAMES
from engines.musg.ground.layout import SIDE_MOST
from engines.musg.scenarios import Role
from rosters.wording import rank_name

SIDES: Final = 4
"""Sides that the form offers; more is for a file."""
AIMS: Final = 6
ZONES: Final = 4

EMPTY: Final[tuple[Any, ...]] = (None, "", [])


def _paces(label: Any) -> forms.FloatField:
    return forms.FloatField(label=label, required=False, min_value=0, max_value=SIDE_MOST)


class Points(forms.CharField):
    """Places as pairs of paces: "20 16 / 12.5 8"."""

    def to_python(self, value: Any) -> Any:
        """Return a list of pairs."""
        text = str(super().to_python(value) or "")
        try:
            pairs = [[float(number) for number in pair.split()] for pair in text.split("/") if pair.strip()]
        except ValueError:
            pairs = [[]]
        if any(len(pair) != 2 for pair in pairs):
            raise ValidationError(_("Two numbers for each place, such as 20 16 / 12.5 8."))
        return pairs


class SideForm(forms.Form):
    """A side; without a place to deploy there is no such side."""

    where = forms.ChoiceField(
        label=_("Deploys in"),
        required=False,
    )
    x, y = _paces(_("x, paces from the left")), _paces(_("y, paces from the top"))
    radius = _paces(_("Radius"))
    width, depth = _paces(_("Width")), _paces(_("Depth"))
    name_fr = NameField(label=_("Name in French"), max_length=80, required=False)
    name_en = NameField(label=_("Name in English"), max_length=80, required=False)
    brief_fr = forms.CharField(label=_("What it is told, in French"), max_length=2000, required=False)
    brief_en = forms.CharField(label=_("What it is told, in English"), max_length=2000, required=False)
    figures_most = forms.IntegerField(label=_("At most this many figures (0: all)"), min_value=0, required=False)
    part = forms.ChoiceField(
        label=_("For whom"),
        required=False,
        choices=[("", _("for anybody")), *PARTS.items()],
        help_text=_("Only where a module of the scenario tells such warbands apart."),
    )

    NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
        "circle": ("x", "y", "radius"),
        "rectangle": ("x", "y", "width", "depth"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = _("Zone %(letter)s of the table")
        fields: Any = self.fields
        fields["where"].choices = [
            ("", _("No such side")),
            *((str(number), zone % {"letter": zone_letter(number)}) for number in range(ZONES)),
            ("circle", _("A round place: x, y and radius")),
            ("rectangle", _("A box: x, y, width and depth")),
        ]

    @property
    def used(self) -> bool:
        """Whether there is such a side."""
        return bool(self.cleaned_data.get("where"))

    def clean(self) -> dict[str, Any]:
        """A side has its place and its words in both languages."""
        values = super().clean() or {}
        if "where" in values and not values["where"]:
            refuse_forgotten(self, "where", _("Where does this side deploy? Choose it, or clear the row."))
        if values.get("where"):
            words = ("name_fr", "name_en", "brief_fr", "brief_en")
            require(self, values, (*words, *self.NEEDS.get(values["where"], ())))
        return values

    @property
    def as_data(self) -> dict[str, Any]:
        """The side as the scenario's data."""
        said = self.cleaned_data
        shape = {name: said[name] for name in self.NEEDS.get(said["where"], ())}
        return {
            "name": {"fr": said["name_fr"], "en": said["name_en"]},
            "brief": {"fr": said["brief_fr"], "en": said["brief_en"]},
            "zone": {"type": said["where"], **shape} if shape else int(said["where"]),
            "figures_most": said["figures_most"] or 0,
            **({"part": said["part"]} if said["part"] else {}),
        }

    FIELDS: Final[Mapping[str, str]] = {
        "name.fr": "name_fr",
        "name.en": "name_en",
        "brief.fr": "brief_fr",
        "brief.en": "brief_en",
        "zone": "where",
        "figures_most": "figures_most",
        "part": "part",
    }
    """Where a side's data is typed."""

    @classmethod
    def initial_of(cls, role: Role) -> dict[str, Any]:
        """Return what the form shows of a side."""
        said = msgspec.to_builtins(role)
        zone = said["zone"]
        shape = dict(zone) if isinstance(zone, dict) else {}
        where = shape.pop("type", zone)
        return {
            "where": str(where),
            **shape,
            **_in_both(said, "name"),
            **_in_both(said, "brief"),
            "figures_most": role.figures_most,
            "part": said.get("part", ""),
        }


def _in_both(said: Mapping[str, Any], name: str) -> dict[str, str]:
    return {f"{name}_{language}": said[name][language] for language in ("fr", "en")}


def require(form: forms.Form, values: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """Ask for the fields that are needed here and empty."""
    for name in names:
        if values.get(name) in EMPTY and name not in form.errors:
            form.add_error(name, _("This is needed here."))


def refuse_forgotten(form: forms.Form, name: str, words: Any) -> None:
    """Ask for the field without which there is no such row, where anything else was typed in it.

    A row that was filled before is taken away by emptying that field.
    """
    others = (form[one] for one in form.fields if one != name)
    if not form.initial.get(name) and any(field.data not in (*EMPTY, False, "0") for field in others):
        form.add_error(name, words)


def _circle(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "circle", "x": said["x"], "y": said["y"], "radius": said["radius"]}


def _phrase(said: Mapping[str, Any]) -> dict[str, str]:
    return {"fr": said["thing_fr"], "en": said["thing_en"]}


def _carry_off(said: Mapping[str, Any]) -> dict[str, Any]:
    found = {"thing": _phrase(said), "at": said["places"], "edges": said["edges"]}
    return {**found, "to": _circle(said)} if said["radius"] not in EMPTY else found


def _hold(said: Mapping[str, Any]) -> dict[str, Any]:
    more = {"each_turn": said["each_turn"], "from_turn": said["from_turn"] or 1}
    return {"name": _phrase(said), "place": _circle(said), **more}


def _escape(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"edges": said["edges"], "rank": said["rank"] or None, "from_turn": said["from_turn"] or 1}


def _bring_down(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"rank": said["rank"], "of": int(said["of"]) if said["of"] else None}


def _survive(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"least": said["least"] or 1, "rank": said["rank"] or None}


class KindRow(msgspec.Struct, frozen=True):
    """A kind of objective in the form: the fields it needs, and how they become its data."""

    needs: tuple[str, ...]
    as_data: Callable[[Mapping[str, Any]], dict[str, Any]]


ROWS: Final[Mapping[str, KindRow]] = {
    "carry_off": KindRow(("thing_fr", "thing_en", "places"), _carry_off),
    "hold": KindRow(("thing_fr", "thing_en", "x", "y", "radius"), _hold),
    "escape": KindRow(("edges",), _escape),
    "bring_down": KindRow(("rank",), _bring_down),
    "survive": KindRow((), _survive),
    "bring_home": KindRow((), lambda said: {}),
}
"""The kinds of objectives by the word of their data; a new kind gets a line here to be offered."""


def tag_of(kind: type) -> str:
    """Return the word for a kind of objective in the data."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


class AimForm(forms.Form):
    """An objective; without a kind there is none in this row."""

    kind = forms.ChoiceField(label=_("Kind"), required=False)
    points = forms.IntegerField(label=_("Victory points"), min_value=1, max_value=POINTS_MOST, required=False)
    sides = forms.MultipleChoiceField(
        label=_("Who may score it (nobody ticked: all)"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(str(number), zone_letter(number)) for number in range(SIDES)],
    )
    decisive = forms.BooleanField(label=_("Once it is done, the battle is over"), required=False)
    thing_fr = forms.CharField(
        label=_("What, in French"), max_length=80, required=False, help_text=_("With its article, such as “le coffre”.")
    )
    thing_en = forms.CharField(
        label=_("What, in English"),
        max_length=80,
        required=False,
        help_text=_("With its article, such as “the chest”."),
    )
    places = Points(
        label=_("Where things lie"), required=False, help_text=_("x and y in paces, such as 20 16 / 12.5 8.")
    )
    edges = forms.MultipleChoiceField(label=_("Over which edges"), required=False, widget=forms.CheckboxSelectMultiple)
    x, y = _paces(_("x of a round place")), _paces(_("y of a round place"))
    radius = _paces(_("Radius of a round place"))
    each_turn = forms.BooleanField(label=_("Counts at the end of each turn"), required=False)
    from_turn = forms.IntegerField(label=_("From turn"), min_value=1, required=False)
    rank = forms.ChoiceField(label=_("Rank"), required=False)
    of = forms.ChoiceField(
        label=_("Of which side"),
        required=False,
        choices=[("", _("of any other")), *((str(number), zone_letter(number)) for number in range(SIDES))],
    )
    least = forms.IntegerField(label=_("At least this many"), min_value=1, required=False)

    FIELDS: Final[Mapping[str, str]] = {
        "thing": "thing_en",
        "name": "thing_en",
        "at": "places",
        "place": "radius",
        "to": "radius",
    }
    """Where an objective's data is typed, as far as it is called otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = {tag_of(kind): label for kind, label in KINDS.items()}
        fields: Any = self.fields
        fields["kind"].choices = [("", "—"), *((code, named[code]) for code in ROWS)]
        fields["edges"].choices = [(edge.value, EDGES[edge]) for edge in Edge if edge in EDGES]
        fields["rank"].choices = [("", _("any")), *((rank.value, rank_name(rank)) for rank in RANK_NAMES)]

    @property
    def used(self) -> bool:
        """Whether there is an objective in this row."""
        return bool(self.cleaned_data.get("kind"))

    def clean(self) -> dict[str, Any]:
        """Ask for what the kind needs."""
        values = super().clean() or {}
        if "kind" in values and not values["kind"]:
            refuse_forgotten(self, "kind", _("What kind of objective is this? Choose it, or clear the row."))
        row = ROWS.get(values.get("kind", ""))
        if row is not None:
            require(self, values, ("points", *row.needs))
            if values.get("radius") not in EMPTY:
                require(self, values, ("x", "y"))
        return values

    @property
    def as_data(self) -> dict[str, Any]:
        """The objective as the scenario's data."""
        said = self.cleaned_data
        common = {
            "kind": said["kind"],
            "points": said["points"],
            "sides": [int(number) for number in said["sides"]],
            "decisive": said["decisive"],
        }
        return {**common, **ROWS[said["kind"]].as_data(said)}

    @classmethod
    def initial_of(cls, aim: AnyObjective) -> dict[str, Any]:
        """Return what the form shows of an objective."""
        said = msgspec.to_builtins(aim)
        phrase = said.get("thing") or said.get("name") or {}
        place = said.get("place") or said.get("to") or {}
        return {
            **{name: value for name, value in said.items() if name in cls.base_fields},
            **{name: place[name] for name in ("x", "y", "radius") if place},
            **{f"thing_{language}": phrase[language] for language in phrase},
            "sides": [str(side) for side in said["sides"]],
            "of": "" if said.get("of") is None else str(said["of"]),
            "rank": said.get("rank") or "",
            "places": " / ".join(f"{x:g} {y:g}" for x, y in said.get("at", ())),
        }
