"""What each rule option of a campaign means, for its form and its page."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy
from msgspec import Struct

from engines.musg.rules import Era, Rules
from rosters.wording import rule_name


class RuleOption(Struct, frozen=True):
    """A field of the engine's ``Rules``: its name, what it does (lazy texts), and where the rulebook says so."""

    field: str
    label: Any
    meaning: Any
    rule: str

    @property
    def source(self) -> str:
        """The rule's place, in the reader's language."""
        return rule_name(self.rule)


COMPOSITION: Final = "Musg, Composition d’une bande"
POINTS: Final = (
    RuleOption("points", _("Points of a new warband"), _("Everything a new warband may spend."), COMPOSITION),
    RuleOption(
        "hero_points",
        _("Of these for heroes, at most"),
        _("Leader, lieutenants and mercenaries, with all they carry."),
        COMPOSITION,
    ),
    RuleOption(
        "henchman_points",
        _("Of these for henchmen, at most"),
        _("Henchmen and extras, with all they carry."),
        COMPOSITION,
    ),
)
BOXES: Final = (
    RuleOption(
        "leader_boxes",
        _("Experience boxes of a leader"),
        _("A leader with a full sheet becomes a living legend and may be hired by others."),
        "ruling M242",
    ),
    RuleOption(
        "lieutenant_boxes",
        _("Experience boxes of a lieutenant"),
        _("A lieutenant with a full sheet may claim the leader’s place."),
        "ruling M242",
    ),
    RuleOption(
        "henchman_boxes",
        _("Experience boxes of a henchman"),
        _("A henchman with a full sheet is promoted to lieutenant. Heroes need more boxes than henchmen."),
        "ruling M242",
    ),
)
ERA: Final = RuleOption(
    "era",
    _("Era"),
    _("Everybody’s first dagger is free; in a modern or futuristic world the first pistol as well."),
    "ruling M29",
)
SWITCHES: Final = (
    RuleOption("extras", _("Extras"), _("Extras may be mustered, at most four for each henchman."), "ruling M174"),
    RuleOption(
        "goblins_full_price_elsewhere",
        _("Goblins at full price in other warbands"),
        _("A goblin henchman costs 8 points instead of 4 in a warband of another race."),
        "ruling M19",
    ),
    RuleOption(
        "medikit_revives",
        _("The medikit revives"),
        _("A friend in contact may bring a figure at 0 hit points back to 1."),
        "ruling M39",
    ),
    RuleOption(
        "under_fire_one_die",
        _("Under fire: one die"),
        _("The test of a figure under fire rolls one die, as printed, instead of two."),
        "ruling M142",
    ),
    RuleOption(
        "nerve_to_charge",
        _("Test: nerve to charge"),
        _("A figure that wants to charge somebody of higher rank must pass a leadership test first."),
        "ruling M148",
    ),
    RuleOption(
        "receive_charge",
        _("Test: receive a charge"),
        _(
            "A figure charged by somebody of higher rank tests leadership, or is easier to hurt if there is no way "
            "back."
        ),
        "ruling M148",
    ),
    RuleOption(
        "first_sight",
        _("Test: first sight"),
        _("A figure that first sees an enemy of higher rank tests leadership: a free shot, or a step out of sight."),
        "ruling M148",
    ),
    RuleOption(
        "under_fire",
        _("Test: under fire"),
        _("A figure shot at with a stronger weapon tests leadership, or steps back."),
        "ruling M148",
    ),
    RuleOption(
        "pulp",
        _("Pulp"),
        _(
            "Each warband plays heroes or villains: leaders and lieutenants never die, but those put out of "
            "action return with a setback. Villains may lead a primitive tribe, or raise zombies."
        ),
        "ruling M311",
    ),
    RuleOption(
        "vehicles",
        _("Vehicles"),
        _(
            "Warbands may own vehicles; they count towards the points of a new warband, but in neither of its two "
            "parts."
        ),
        "ruling M345",
    ),
)
ERAS: Final = {
    Era.MEDIEVAL: pgettext_lazy("era", "Medieval"),
    Era.MODERN: pgettext_lazy("era", "Modern"),
    Era.FUTURISTIC: pgettext_lazy("era", "Futuristic"),
}


class Chosen(Struct, frozen=True):
    """An option as a campaign plays it; ``changed`` when the rulings' own choice is another one."""

    option: RuleOption
    value: int | bool
    changed: bool


def chosen(rules: Rules) -> list[Chosen]:
    """Return the switches of a campaign."""
    usual = Rules()
    return [
        Chosen(option, bool(getattr(rules, option.field)), getattr(rules, option.field) != getattr(usual, option.field))
        for option in SWITCHES
    ]
