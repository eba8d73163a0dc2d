"""Races, skills, experience and mercenaries in the rules reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _, ngettext

from club.folding import folded
from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.traits import TRAITS
from engines.musg.catalogue.types import (
    Characteristic,
    MeleeWeapon,
    Mercenary,
    Profile,
    Race,
    RangedWeapon,
    Skill,
)
from engines.musg.ranks import Rank
from rosters.reference.model import Cell, Column, Group, Link, ReferenceRow, Section, both
from rosters.wording import (
    brought_along,
    characteristic_name,
    characteristic_short,
    characteristic_value,
    rank_name,
    rule_name,
)


def skill_anchor(code: str) -> str:
    """Return where a skill stands on the page."""
    return f"skill-{code}"


def race_anchor(code: str) -> str:
    """Return where a race stands on the page."""
    return f"race-{code}"


def mercenary_anchor(code: str) -> str:
    """Return where a mercenary stands on the page."""
    return f"mercenary-{code}"


def trait_notes(entry: Race | RangedWeapon | MeleeWeapon, catalogue: Catalogue) -> Iterator[str]:
    """Yield what traits do of what a pack brings: the rulebook's own entries say it in their notes."""
    if catalogue.is_of_house(entry):
        yield from (words(TRAITS[trait].meaning) for trait in entry.traits)


def profile_columns() -> tuple[Column, ...]:
    """Return the heads of the seven columns of a profile."""
    return tuple(Column(characteristic_short(c), characteristic_name(c), number=True) for c in Characteristic)


def profile_cells(profile: Profile) -> tuple[Cell, ...]:
    """Return the seven numbers of a profile, a dash where the book prints none."""
    return tuple(Cell(_number(profile, characteristic), number=True) for characteristic in Characteristic)


def _number(profile: Profile, characteristic: Characteristic) -> str:
    return characteristic_value(characteristic, profile.value(characteristic))


def races(catalogue: Catalogue = CATALOGUE) -> Section:
    """Every race's profiles and muster rules, extras last."""
    title = _("Races and profiles")
    muster = CATALOGUE.muster
    extra = ReferenceRow(
        "rank-extra",
        rank_name(Rank.EXTRA),
        (*profile_cells(CATALOGUE.extra), Cell(str(CATALOGUE.extra.cost), number=True)),
        haystack=folded(rank_name(Rank.EXTRA)),
    )
    extras = Group(
        "extras",
        _("Extras, in every warband"),
        (extra,),
        (
            _("At most %(count)s for each henchman (M174); they never learn anything.")
            % {"count": muster.extras_per_henchman},
            rule_name("Musg, Profil des figurants"),
        ),
        folded(_("Extras, in every warband")),
    )
    return Section(
        "races",
        title,
        "Musg, Les personnages ; Listes facultatives",
        "helmet",
        (*profile_columns(), Column(_("Cost"), _("Cost in warband points"), number=True)),
        groups=(*(_race(race, catalogue) for race in catalogue.races.values()), extras),
        lead=(
            _(
                "A new warband spends at most %(total)s points, of which %(heroes)s on heroes (leader, lieutenants, "
                "mercenaries) and %(henchmen)s on henchmen and extras, what they carry included (M11, M176)."
            )
            % {"total": muster.total, "heroes": muster.heroes, "henchmen": muster.henchmen},
            _("Exactly one leader, at least one henchman; a first dagger is free for everybody (M29)."),
        ),
        first=_("Rank"),
        haystack=folded(title),
    )


def _race(race: Race, catalogue: Catalogue) -> Group:
    rows = tuple(
        ReferenceRow(
            f"{race_anchor(race.code)}-{rank.value}",
            rank_name(rank),
            (*profile_cells(profile), Cell(str(profile.cost), number=True)),
            haystack=both(CATALOGUE.rank_names[rank]),
        )
        for rank, profile in race.profiles.items()
    )
    notes = (*(words(note) for note in race.notes), *trait_notes(race, catalogue))
    if race.max_lieutenants == CATALOGUE.muster.maximum[Rank.LIEUTENANT]:  # otherwise a note of the race says so
        most = ngettext("At most %(count)s lieutenant.", "At most %(count)s lieutenants.", race.max_lieutenants)
        notes = (most % {"count": race.max_lieutenants}, *notes)
    haystack = folded(race.code) + both(race.name, *race.notes)  # the code: whoever looks for "elf" finds the elves
    return Group(race_anchor(race.code), words(race.name), rows, notes, haystack)


def mercenaries(catalogue: Catalogue = CATALOGUE) -> Section:
    """The six mercenaries."""
    title = _("Mercenaries")
    return Section(
        "mercenaries",
        title,
        "Musg, Mercenaires",
        "mercenary",
        (
            *profile_columns(),
            Column(_("Engaged"), _("Paid once, in warband points"), number=True),
            Column(_("Fee"), _("Paid for each battle, the first included"), number=True),
        ),
        rows=tuple(_mercenary(mercenary, catalogue) for mercenary in catalogue.mercenaries.values()),
        lead=(
            _("Each has the leader’s profile of its race and counts among the heroes."),
            _("Paid once to engage it, and for every battle, the first included (M13)."),
        ),
        first=_("Mercenary"),
        haystack=folded(title),
    )


def _mercenary(mercenary: Mercenary, catalogue: Catalogue) -> ReferenceRow:
    race = _("Profile: %(race)s") % {"race": words(catalogue.races[mercenary.race].name)}
    return ReferenceRow(
        mercenary_anchor(mercenary.code),
        words(mercenary.name),
        (
            *profile_cells(mercenary.profile),
            Cell(str(mercenary.engagement), number=True),
            Cell(str(mercenary.fee), number=True),
        ),
        (race, *brought_along(mercenary, catalogue), *(words(rule) for rule in mercenary.rules)),
        both(mercenary.name, *mercenary.rules),
    )


def skills(catalogue: Catalogue = CATALOGUE) -> Section:
    """The 23 skills, with what each needs and what it opens."""
    title = _("Skills")
    return Section(
        "skills",
        title,
        "Musg, Tableau des améliorations",
        "star",
        (
            Column(_("No."), _("Number in the rulebook’s table"), number=True),
            Column(_("Effect")),
            Column(_("Needs")),
            Column(_("Opens")),
        ),
        rows=tuple(_skill(skill, catalogue) for skill in catalogue.skills.values()),
        lead=(_("One skill for each grey box ticked; each is learned once (M265), a capped one too (M266)."),),
        first=_("Skill"),
        special="tree",
        haystack=folded(title),
    )


def _skill(skill: Skill, catalogue: Catalogue) -> ReferenceRow:
    opens = (other.code for other in catalogue.skills.values() if skill.code in other.requires)
    return ReferenceRow(
        skill_anchor(skill.code),
        words(skill.name),
        (
            Cell(str(skill.number), number=True),
            Cell(words(skill.effect)),
            Cell("–" if not skill.requires else "", links=_links(skill.requires, catalogue)),
            Cell(links=_links(opens, catalogue)),
        ),
        (),
        f"{both(skill.name, skill.effect)} {folded(*(words(catalogue.skill(code).name) for code in skill.requires))}",
    )


def _links(codes: Iterable[str], catalogue: Catalogue = CATALOGUE) -> tuple[Link, ...]:
    return tuple(Link(words(catalogue.skill(code).name), skill_anchor(code)) for code in codes)


def skill_chains() -> tuple[tuple[tuple[Link, ...], ...], ...]:
    """Return the skill tree as chains, each a list of steps; a step of several links needs all of them.

    A chain runs from a skill through the only skill that needs nothing but it. A skill that needs several starts a
    chain of its own, whose first step names what it needs.
    """
    rows = CATALOGUE.skills.values()
    chains = []
    for skill in rows:
        if len(skill.requires) == 1:
            continue
        steps = [_links(skill.requires)] if skill.requires else []
        following: Skill | None = skill
        while following is not None:
            code = following.code
            steps.append(_links((code,)))
            following = next((row for row in rows if row.requires == (code,)), None)
        chains.append(tuple(steps))
    return tuple(chains)


def experience() -> Section:
    """What earns experience."""
    title = _("Experience")
    gains: list[tuple[str, str, int]] = [
        ("experience-survival", _("Surviving a battle, out of action or not (M237)"), CATALOGUE.survival_experience),
        ("experience-victory", _("Surviving a battle that was won (M241)"), CATALOGUE.victory_experience),
    ]
    for row in CATALOGUE.takedowns:
        sentence = _("%(by)s who puts an enemy of this rank out of action: %(victim)s (M238)") % {
            "by": rank_name(row.by),
            "victim": rank_name(row.victim),
        }
        gains.append((f"experience-{row.by.value}-{row.victim.value}", sentence, row.experience))
    return Section(
        "experience",
        title,
        "Musg, Gain d'expérience ; Utilisation de l'expérience",
        "medal",
        (Column(_("Points"), number=True),),
        rows=tuple(
            ReferenceRow(anchor, sentence, (Cell(str(points), number=True),), haystack=folded(title, sentence))
            for anchor, sentence, points in gains
        ),
        lead=(
            _("Every box of that number on a sheet is grey and gives a skill: %(every)s, %(twice)s, %(thrice)s… (M243)")
            % {
                "every": CATALOGUE.grey_every,
                "twice": 2 * CATALOGUE.grey_every,
                "thrice": 3 * CATALOGUE.grey_every,
            },
            _("Extras and mercenaries learn nothing (M239)."),
        ),
        first=_("What for"),
        haystack=folded(title),
    )


def victory_points() -> Section:
    """What an enemy put out of action is worth."""
    title = _("Victory points")
    return Section(
        "victory-points",
        title,
        "Musg, Fin du tour",
        "trophy",
        (Column(_("Points"), number=True),),
        rows=tuple(
            ReferenceRow(
                f"victory-{rank.value}",
                rank_name(rank),
                (Cell(str(points), number=True),),
                haystack=f"{folded(title)} {both(CATALOGUE.rank_names[rank])}",
            )
            for rank, points in CATALOGUE.victory_points.items()
        ),
        lead=(
            _("For each enemy put out of action, by rank; a mercenary counts as a leader (M156)."),
            _("They become warband points one for one (M263)."),
            ngettext(
                "In a quick game players may agree on %(count)s more for each point unspent (M28), if both sides "
                "mustered to the same limit (M354).",
                "In a quick game players may agree on %(count)s more for each point unspent (M28), if both sides "
                "mustered to the same limit (M354).",
                CATALOGUE.unspent_victory_points,
            )
            % {"count": CATALOGUE.unspent_victory_points},
        ),
        first=_("Enemy"),
        haystack=folded(title),
    )
