"""The form of a campaign's own scenario: its words, its table, its sides and its objectives, row by row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django import forms
from django.utils.translation import get_language, gettext_lazy as _
from msgspec.structs import asdict

from campaigns.wars.modules import EVERY
from campaigns.wars.scenarios.page import SWITCHES
from campaigns.wars.scenarios.rows import AIMS, SIDES, AimForm, SideForm
from club.names import NameField
from club.operations import Objection, Refused
from engines.core.problems import Malformed
from engines.musg.battle.setup import MOST_TURNS
from engines.musg.ground.layout import SIDE_MOST
from engines.musg.ground.ready_tables import name_of, ready_tables
from engines.musg.scenarios import Drawn, Scenario
from engines.musg.scenarios.reader import shaped
from engines.musg.scenarios.scenario import STORY_MOST, WORDS_MOST

DRAWN: Final = "drawn"
_PLACE: Final = re.compile(r"^(sides|objectives)\[(\d+)\]\.?(.*)$")


class FrameForm(forms.Form):
    """All that is said once."""

    name_fr = NameField(label=_("Name in French"), max_length=WORDS_MOST)
    name_en = NameField(label=_("Name in English"), max_length=WORDS_MOST)
    story_fr = forms.CharField(
        label=_("Story in French"), max_length=STORY_MOST, widget=forms.Textarea(attrs={"rows": 3})
    )
    story_en = forms.CharField(
        label=_("Story in English"), max_length=STORY_MOST, widget=forms.Textarea(attrs={"rows": 3})
    )
    ground = forms.ChoiceField(label=_("Table"))
    width = forms.FloatField(label=_("Width of a drawn table, paces"), min_value=2, max_value=SIDE_MOST, required=False)
    depth = forms.FloatField(label=_("Depth of a drawn table, paces"), min_value=2, max_value=SIDE_MOST, required=False)
    number = forms.IntegerField(
        label=_("Number of a drawn table"),
        min_value=0,
        max_value=10**6,
        required=False,
        help_text=_("The same number draws the same table; try others in the preview."),
    )
    turn_limit = forms.IntegerField(label=_("Turns at most"), min_value=1, max_value=MOST_TURNS, initial=8)
    modules = forms.MultipleChoiceField(
        label=_("Modules"), choices=list(EVERY.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    shared = forms.BooleanField(
        label=_("Offer it to all campaigns of the club"),
        required=False,
        help_text=_("They may use it and copy it; only this campaign’s referees can change it."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    FIELDS: Final[Mapping[str, str]] = {
        "name.fr": "name_fr",
        "name.en": "name_en",
        "story.fr": "story_fr",
        "story.en": "story_en",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        fields: Any = self.fields
        ready = [(code, name_of(table).in_language(language)) for code, table in ready_tables().items()]
        fields["ground"].choices = [*ready, (DRAWN, _("Drawn by dice: width, depth and number"))]
        for code, label in SWITCHES.items():
            choices = [("", _("as in the campaign")), ("yes", _("yes")), ("no", _("no"))]
            fields[code] = forms.ChoiceField(label=str(label), required=False, choices=choices)

    @property
    def frame_fields(self) -> list[forms.BoundField]:
        """What every scenario says of itself."""
        return [field for field in self.visible_fields() if field.name not in SWITCHES]

    @property
    def special_rules(self) -> list[forms.BoundField]:
        """The switches that it may turn, one field each."""
        return [field for field in self.visible_fields() if field.name in SWITCHES]

    @property
    def turns_rules(self) -> bool:
        """Whether one of the switches is set, or wrong."""
        return any(field.value() or field.errors for field in self.special_rules)

    @property
    def as_data(self) -> dict[str, Any]:
        """The frame as the scenario's data."""
        said = self.cleaned_data
        drawn = {"width": said["width"] or 40.0, "depth": said["depth"] or 32.0, "number": said["number"] or 1}
        return {
            "code": "own",
            "name": {"fr": said["name_fr"], "en": said["name_en"]},
            "story": {"fr": said["story_fr"], "en": said["story_en"]},
            "ground": drawn if said["ground"] == DRAWN else said["ground"],
            "turn_limit": said["turn_limit"],
            "modules": said["modules"],
            "rules": {code: said[code] == "yes" for code in SWITCHES if said[code]},
        }

    @classmethod
    def initial_of(cls, scenario: Scenario) -> dict[str, Any]:
        """Return what the form shows of a scenario."""
        drawn = scenario.ground if isinstance(scenario.ground, Drawn) else None
        chosen = asdict(scenario.rules)
        return {
            "name_fr": scenario.name.fr,
            "name_en": scenario.name.en,
            "story_fr": scenario.story.fr,
            "story_en": scenario.story.en,
            "ground": DRAWN if drawn else scenario.ground,
            **(asdict(drawn) if drawn else {}),
            "turn_limit": scenario.turn_limit,
            "modules": list(scenario.modules),
            **{code: "" if chosen[code] is msgspec.UNSET else "yes" if chosen[code] else "no" for code in SWITCHES},
        }


class ScenarioForm:
    """The frame and the rows, as one form; ``scenario`` fills it before anything is typed."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        scenario: Scenario | None = None,
        shared: bool = False,
        version: int | None = None,
    ) -> None:
        start = {"shared": shared, "version": version}
        sides, aims = (scenario.sides, scenario.objectives) if scenario else ((), ())
        if scenario is not None:
            start |= FrameForm.initial_of(scenario)
        self.frame = FrameForm(data, initial=start)
        self.sides = [
            SideForm(
                data,
                prefix=f"side-{number}",
                initial=SideForm.initial_of(sides[number]) if number < len(sides) else _first(number, scenario),
            )
            for number in range(SIDES)
        ]
        self.aims = [
            AimForm(
                data,
                prefix=f"aim-{number}",
                initial=AimForm.initial_of(aims[number]) if number < len(aims) else None,
            )
            for number in range(AIMS)
        ]

    def is_valid(self) -> bool:
        """Tell whether every field can be read."""
        right = [form.is_valid() for form in (self.frame, *self.sides, *self.aims)]  # every row tells what is wrong
        return all(right)

    @property
    def scenario(self) -> Scenario:
        """What was filled in. Raises ``Refused`` where it is no scenario at all."""
        try:
            return shaped(
                {
                    **self.frame.as_data,
                    "sides": [row.as_data for row in self.sides if row.used],
                    "objectives": [row.as_data for row in self.aims if row.used],
                }
            )
        except Malformed as error:
            raise Refused([Objection("malformed", error.message, error.where.removeprefix("$."))]) from error

    def refuse(self, refused: Refused) -> None:
        """Show each reason beside the field where it is typed."""
        for problem in refused.problems:
            form, field = self._row_of(problem.field or "")
            form.add_error(field if field in form.fields else None, str(problem.message))

    def _row_of(self, where: str) -> tuple[forms.Form, str]:
        found = _PLACE.match(where)
        if found is None:
            return self.frame, self.frame.FIELDS.get(where, where)
        every: dict[str, list[Any]] = {"sides": list(self.sides), "objectives": list(self.aims)}
        rows = [row for row in every[found[1]] if row.used]
        row = rows[int(found[2])]
        return row, row.FIELDS.get(found[3], found[3])


def _first(number: int, scenario: Scenario | None) -> dict[str, Any] | None:
    """Return what a new form offers: two sides in the first two zones."""
    return {"where": str(number)} if scenario is None and number < 2 else None
