"""What is asked of the attack calculator: two sides, a weapon, the circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from club.acts import ATTRIBUTE, MARK
from engines.musg.attacks.aim import RangeBand
from engines.musg.attacks.fighter import BARE_HANDS, HANDS, Gun
from engines.musg.ranks import Rank
from rosters import wording
from rosters.odds import question
from rosters.odds.question import Body, Kind
from rosters.odds.sides import Side
from rosters.odds.words import BANDS, strike_name

MOST: Final = 30
"""The highest strength, toughness or hit points one may ask about."""
MANY: Final = 6
DEFAULTS: Final = {
    "shooting": "4",
    "melee": "4",
    "strength": "3",
    "toughness": "3",
    "hit_points": "1",
    "bucklers": "0",
    "band": RangeBand.MEDIUM.value,
    "height": "level",
    "cover_short": "0",
    "cover_medium": "0",
    "cover_long": "0",
    "line": "0",
    "hands": "1",
}
"""What the fields hold when the address says nothing else."""
CHECKS: Final = ("sight", "weak_points", "vital_points", "charge", "dive", "shaken", "blade_catcher", "ignores_wound")
WHOLE: Final = {
    ATTRIBUTE: MARK,
    "hx-get": reverse_lazy("rosters:odds"),
    "hx-target": "#odds",
    "hx-swap": "outerHTML",
    "hx-trigger": "change",
    "hx-include": "closest form",
}
"""The attributes of choices that the rest of the form depends on: fetch the whole form anew."""
type Choices = list[tuple[str, Any]]


class Paces(forms.FloatField):
    """A distance, with a decimal comma or point, whatever the language: an address means the same to everybody."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> float | None:  # type: ignore[override]
        """Read the number."""
        return super().to_python(value.replace(",", ".") if isinstance(value, str) else value)


class Redraws(forms.Select):
    """A choice that the rest of the form depends on."""

    redraws = True

    def __init__(self) -> None:
        super().__init__(attrs=dict(WHOLE))


class OddsForm(forms.Form):
    """The fields that the two sides and the weapon call for; what else was typed is kept for when it is needed again.

    ``warbands`` are those the reader may read: number, name, and whether it is the reader's own.
    """

    def __init__(
        self, data: QueryDict, attacker: Side, target: Side, warbands: Sequence[tuple[int, str, bool]]
    ) -> None:
        self.attacker, self.target = attacker, target
        self._fighter = question.body_of(attacker)
        self._victim = question.body_of(target)
        super().__init__(self._completed(data))
        self.kind = question.kind_of(self.data["weapon"], self.attacker.catalogue)
        self._add_attacker(warbands)
        self._add_circumstances()
        self._add_target(warbands)
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"error-of-{name}" + (
                f" id_{name}_helptext" if field.help_text else ""
            )

    # What the page shows

    @property
    def attacker_fields(self) -> list[forms.BoundField]:
        """Who attacks, and with what."""
        return self._named("attacker_warband", "attacker", "shooting", "melee", "strength", "weapon", "second")

    @property
    def attacker_checks(self) -> list[forms.BoundField]:
        """What a free attacker can do."""
        return self._named("sight", "weak_points", "vital_points")

    @property
    def circumstances(self) -> list[forms.BoundField]:
        """How the attack is made."""
        return self._named("band", "distance", "height", "line", "hands")

    @property
    def cover(self) -> list[forms.BoundField]:
        """What hides the target, by range."""
        return self._named(*(f"cover_{band.value}" for band in RangeBand))

    @property
    def circumstance_checks(self) -> list[forms.BoundField]:
        """What about it is a matter of yes or no."""
        return self._named("charge", "dive", "shaken")

    @property
    def target_fields(self) -> list[forms.BoundField]:
        """Who is attacked."""
        return self._named("target_warband", "target", "toughness", "hit_points", "left", "bucklers")

    @property
    def target_checks(self) -> list[forms.BoundField]:
        """What a free target can do."""
        return self._named("blade_catcher", "ignores_wound")

    @property
    def kept(self) -> Iterator[tuple[str, str]]:
        """Yield hidden fields: what was typed into fields not shown now, and for whom choices were made."""
        for name in (*DEFAULTS, *CHECKS, "distance", "second"):
            if name not in self.fields and self.data.get(name) and self.data[name] != DEFAULTS.get(name):
                yield name, self.data[name]
        yield "weapons_of", self.attacker.named
        yield "left_of", self.target.named

    @property
    def address(self) -> str:
        """Return the query string that leads to this very attack, leaving out what goes without saying."""
        query = QueryDict(mutable=True)
        for side in (self.attacker, self.target):
            if side.named:
                query[side.role] = side.named
        for name in self.fields:
            value = self.data.get(name)
            if value and not name.startswith(("attacker", "target")) and value != DEFAULTS.get(name):
                query[name] = value
        return query.urlencode()

    # What was asked

    def clean(self) -> dict[str, Any]:
        """Check the numbers against the weapon: its reach, and obstacles beyond the target."""
        data = super().clean() or {}
        gun = question.gun_of(self.data["weapon"], self.attacker.catalogue)
        if gun is not None and self.kind in (Kind.SHOT, Kind.BLAST) and not self.errors:
            self._check_reach(gun, data)
        return data

    def _check_reach(self, gun: Gun, data: dict[str, Any]) -> None:
        paces = question.distance(gun, data)
        if paces > gun.long:
            name = wording.marked_item(gun.code, self.attacker.catalogue)
            told = _("%(weapon)s: the reach is %(paces)s paces.") % {"weapon": name, "paces": gun.long}
            self.add_error("distance", told)
            return
        nearer = 0
        for band in RangeBand:
            if data.get(f"cover_{band.value}") and nearer >= paces:
                self.add_error(f"cover_{band.value}", _("The target is nearer than that."))
            nearer = question.band_distance(gun, band)

    def question(self) -> question.Question:
        """Return the attack of a valid form."""
        return question.question(self.attacker, self.target, self.cleaned_data)

    # Fields

    def _add_attacker(self, warbands: Sequence[tuple[int, str, bool]]) -> None:
        self._add_side(self.attacker, warbands, _("Attacker’s warband"), _("Attacker"))
        if not self.attacker.warband:
            if self.kind is Kind.SHOT:
                self.fields["shooting"] = _number(_("Shooting: hits on"), 2, 6)
                self.fields["sight"] = _check(wording.item_name("sight", self.attacker.catalogue))
            elif self.kind is Kind.BLOW:
                self.fields["melee"] = _number(_("Melee: hits on"), 2, 6)
                self.fields["weak_points"] = _check(wording.skill_name("weak_points", self.attacker.catalogue))
            if self._lends_strength:
                self.fields["strength"] = _number(_("Strength"), 1, MOST, _("The figure’s own, without a weapon’s."))
            self.fields["vital_points"] = _check(wording.skill_name("vital_points", self.attacker.catalogue))
        self.fields["weapon"] = forms.ChoiceField(
            label=_("Weapon"),
            choices=self._weapons,
            widget=Redraws(),
            error_messages={"invalid_choice": _("The attacker does not have this weapon.")},
        )
        others = list(self._seconds())
        if others:
            self.fields["second"] = forms.ChoiceField(
                label=_("Second weapon"), required=False, choices=[("", _("None")), *others]
            )

    @property
    def _lends_strength(self) -> bool:
        """Whether the figure's own strength counts: with most ranged weapons it does not."""
        gun = question.gun_of(self.data["weapon"], self.attacker.catalogue)
        return gun is None or self.attacker.catalogue.ranged[gun.code].force.adds_bearer

    def _add_circumstances(self) -> None:
        gun = question.gun_of(self.data["weapon"], self.attacker.catalogue)
        if gun is not None and self.kind in (Kind.SHOT, Kind.BLAST):
            ends = {band: question.band_distance(gun, band) for band in RangeBand}
            choices = [
                (band.value, _("%(band)s, up to %(paces)s paces") % {"band": BANDS[band], "paces": ends[band]})
                for band in RangeBand
            ]
            self.fields["band"] = forms.ChoiceField(label=_("Range"), choices=choices)
            self.fields["distance"] = Paces(
                label=_("Distance in paces"),
                help_text=_("As measured; decides instead of the range."),
                required=False,
                min_value=0,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            )
        if self.kind is Kind.SHOT and gun is not None:
            heights = [("level", _("On a level")), ("higher", _("Higher")), ("lower", _("Lower"))]
            self.fields["height"] = forms.ChoiceField(label=_("The attacker stands"), choices=heights)
            for band in RangeBand:
                self.fields[f"cover_{band.value}"] = _number(str(BANDS[band]), 0, MANY)
            if gun.drawn:
                self.fields["line"] = _number(_("Figures between shooter and target"), 0, MANY)
        if self.kind is Kind.BLOW:
            sheet = self._fighter.sheet if self._fighter else None
            self.fields["charge"] = _check(_("After a successful charge"))
            self.fields["shaken"] = _check(_("The target lost its nerve when charged"))
            if sheet is not None and "dive_attack" in sheet.traits:
                self.fields["dive"] = _check(_("A dive from higher up"))
            if sheet is not None and sheet.rank is Rank.EXTRA:
                self.fields["hands"] = _number(_("Extras who strike together"), 1, MANY)

    def _add_target(self, warbands: Sequence[tuple[int, str, bool]]) -> None:
        self._add_side(self.target, warbands, _("Target’s warband"), _("Target"))
        if self._victim is not None:
            full = self._victim.sheet.hit_points
            self.fields["left"] = _number(
                _("Hit points left"), 1, full, _("All %(count)s if left empty.") % {"count": full}, required=False
            )
        elif not self.target.warband:
            self.fields["toughness"] = _number(_("Toughness"), 1, MOST, _("With armour and shield."))
            self.fields["hit_points"] = _number(_("Hit points"), 1, MOST)
            self.fields["ignores_wound"] = _check(_("Ignores its first wound"))
            if self.kind is Kind.BLOW:
                self.fields["bucklers"] = _number(_("Bucklers"), 0, 2)
                self.fields["blade_catcher"] = _check(wording.skill_name("blade_catcher", self.target.catalogue))

    def _add_side(self, side: Side, warbands: Sequence[tuple[int, str, bool]], whose: str, who: str) -> None:
        groups = [
            (title, [(str(pk), name) for pk, name, own in warbands if own is mine])
            for title, mine in ((_("Your warbands"), True), (_("Other warbands"), False))
        ]
        self.fields[f"{side.role}_warband"] = forms.ChoiceField(
            label=whose,
            required=False,
            choices=[("", _("None: free numbers")), *[group for group in groups if group[1]]],
            widget=Redraws(),
            error_messages={"invalid_choice": _("Choose a warband from the list.")},
        )
        if side.warband is not None:
            people = [
                (side.name_of(figure), f"{figure.name} ({wording.rank_name(figure.rank).lower()})")
                for figure in side.figures
            ]
            self.fields[side.role] = forms.ChoiceField(
                label=who,
                choices=people,
                widget=Redraws(),
                error_messages={
                    "required": _("Nobody is on this warband’s roster."),
                    "invalid_choice": _("Nobody on the roster has that number."),
                },
            )

    # What stands in them

    def _completed(self, data: QueryDict) -> QueryDict:
        """Return the address's data with the gaps filled in, and without choices made for somebody else."""
        full = data.copy()
        for name, value in DEFAULTS.items():
            full.setdefault(name, value)
        for side in (self.attacker, self.target):
            full[f"{side.role}_warband"] = side.chosen
            full[side.role] = side.named
        self._weapons = self._weapon_choices()
        known = [code for _title, rows in self._weapons for code, _name in rows]
        moved = "weapons_of" in data and data["weapons_of"] != self.attacker.named
        if "weapon" not in data or (moved and data["weapon"] not in known):
            full["weapon"] = known[0]
        if "left_of" in data and data["left_of"] != self.target.named:
            full["left"] = ""
        return full

    def _weapon_choices(self) -> Choices:
        body: Body | None = self._fighter
        if body is None:
            ranged: Iterable[str] = self.attacker.catalogue.ranged
            blows: Iterable[str] = (*self.attacker.catalogue.melee, BARE_HANDS)
        else:
            ranged = dict.fromkeys(gun.code for gun in body.sheet.guns)
            blows = [question.strike_code(strike) for strike in body.sheet.strikes]
        groups = [
            (_("Shooting"), [(code, wording.marked_item(code, self.attacker.catalogue)) for code in ranged]),
            (_("Close combat"), [(code, strike_name(code, self.attacker.catalogue)) for code in blows]),
        ]
        return [group for group in groups if group[1]]

    def _seconds(self) -> Iterator[tuple[str, str]]:
        """Yield what else a free attacker may hold besides the weapon: a second one-handed weapon, or a tail weapon."""
        weapon = self.attacker.catalogue.melee.get(self.data["weapon"])
        if self._fighter is not None or self.attacker.warband or weapon is None or not weapon.hands:
            return
        for code, row in self.attacker.catalogue.melee.items():
            if row.hands == 0 or row.hands == weapon.hands < HANDS:
                yield code, wording.marked_item(code, self.attacker.catalogue)

    def _named(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]


def _number(label: str, least: int, most: int, help_text: str = "", *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text, required=required)


def _check(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)
