"""Whatever a character carries, knows and suffers: values within limits, steps that add up."""

from hypothesis import given, strategies as st

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier, Profile
from engines.musg.profile import Effective, StepKind, effective

PROFILES = [
    *[profile for race in CATALOGUE.races.values() for profile in race.profiles.values()],
    CATALOGUE.extra,
    *[figure.profile for figure in CATALOGUE.non_players.values()],
]

profiles = st.sampled_from(PROFILES)
items = st.lists(st.sampled_from(sorted(CATALOGUE.items)), max_size=12)
skills = st.lists(st.sampled_from(sorted(CATALOGUE.skills)), unique=True)
injuries = st.lists(st.sampled_from(sorted(CATALOGUE.injuries_by_code)), max_size=12)
modifiers = st.builds(Modifier, st.sampled_from(Characteristic), st.integers(-4, 4))
temporary = st.lists(st.tuples(st.sampled_from(["fear", "rally", "charge"]), modifiers), max_size=6)

LIMITS = {
    Characteristic.MOVEMENT: (1, 99),
    Characteristic.LEADERSHIP: (1, 11),
    Characteristic.SHOOTING: (2, 6),
    Characteristic.MELEE: (2, 6),
    Characteristic.STRENGTH: (1, 99),
    Characteristic.TOUGHNESS: (1, 99),
    Characteristic.HIT_POINTS: (1, 99),
}


def result(profile: Profile, things: list[str], known: list[str], hurt: list[str], now: list) -> Effective:
    return effective(profile, CATALOGUE, items=things, skills=known, injuries=hurt, temporary=now)


@given(profiles, items, skills, injuries, temporary)
def test_values_stay_within_their_limits(profile: Profile, things, known, hurt, now) -> None:
    """Rulings M52, M82, M112, M132, M133, M256."""
    for line in result(profile, things, known, hurt, now).lines:
        low, high = LIMITS[line.characteristic]
        assert line.value is None or low <= line.value <= high


@given(profiles, items, skills, injuries, temporary)
def test_steps_add_up_to_the_value(profile: Profile, things, known, hurt, now) -> None:
    found = result(profile, things, known, hurt, now)
    for line in (*found.lines, found.open_ground):
        if line.base is None:
            assert line.value is None
            assert line.steps == ()
        else:
            direction = -1 if line.is_target else 1
            assert line.value == line.base + direction * line.improvement
    assert found.open_ground.base == found.movement


@given(profiles, items, skills, injuries, temporary)
def test_the_order_of_things_does_not_matter(profile: Profile, things, known, hurt, now) -> None:
    forwards = result(profile, things, known, hurt, now)
    backwards = result(profile, things[::-1], known[::-1], hurt[::-1], now[::-1])
    assert [line.value for line in forwards.lines] == [line.value for line in backwards.lines]
    assert forwards.open_ground_movement == backwards.open_ground_movement
    assert forwards.traits == backwards.traits


@given(profiles, items, skills, injuries, temporary, st.sampled_from(sorted(CATALOGUE.equipment)))
def test_another_piece_never_harms(profile: Profile, things, known, hurt, now, more: str) -> None:
    without = result(profile, things, known, hurt, now)
    with_it = result(profile, [*things, more], known, hurt, now)
    for before, after in zip(without.lines, with_it.lines, strict=True):
        if before.value is not None and after.value is not None:
            assert after.value <= before.value if before.is_target else after.value >= before.value


@given(profiles, items, skills, injuries, temporary, st.sampled_from(["hobbled", "shaken", "dimmed_sight", "bruised"]))
def test_another_injury_never_helps(profile: Profile, things, known, hurt, now, more: str) -> None:
    without = result(profile, things, known, hurt, now)
    with_it = result(profile, things, known, [*hurt, more], now)
    for before, after in zip(without.lines, with_it.lines, strict=True):
        if before.value is not None and after.value is not None:
            assert after.value >= before.value if before.is_target else after.value <= before.value


@given(profiles, items, skills, injuries)
def test_lasting_steps_name_codes_of_the_catalogue(profile: Profile, things, known, hurt) -> None:
    sources = {StepKind.GEAR: set(things), StepKind.SKILL: set(known), StepKind.INJURY: set(hurt)}
    for line in result(profile, things, known, hurt, []).lines:
        for step in line.steps:
            if step.source_kind is not StepKind.CAP:
                assert step.source_code in sources[step.source_kind]
