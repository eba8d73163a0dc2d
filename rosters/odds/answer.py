"""What the page says about one attack: the odds, and every number with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from engines.musg.attacks.aim import BAND_PENALTY, BEST, COVER, WORST, RangeBand, band_of, firing, wound_need
from engines.musg.attacks.fighter import BARE_HANDS, Gun, Strike
from engines.musg.attacks.odds import Chances, Odds
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, Force
from engines.musg.profile import StepKind
from engines.musg.ranks import Rank
from rosters import wording
from rosters.figure_card import Reason, change, reason
from rosters.gear_lines import MINUS
from rosters.odds.chart import Chart, chart
from rosters.odds.question import JOINT, Body, Kind, Question
from rosters.odds.words import BANDS, strike_name

DAMAGE: Final = "Musg, Tableau des dommages"
RANGED: Final = "Musg, Tableau des armes de tir"
MELEE: Final = "Musg, Tableau des armes de corps à corps"
PROFILES: Final = "Musg, Profils"
EXTRAS: Final = "Musg, Profil des figurants"
_LIMIT: Final = "ruling M82"
_SPACE: Final = "\N{NO-BREAK SPACE}"


class Sum(Struct, frozen=True):
    """One number of the attack: what it is called, what it comes to, and the steps that lead there."""

    title: str
    total: str
    steps: tuple[Reason, ...]


class OddsRow(Struct, frozen=True):
    """The chances of one number: of hits, wounds, hit points lost, and of losing at least that many."""

    number: int
    hits: str
    wounds: str
    lost: str
    at_least: str


class Fact(Struct, frozen=True):
    """A word and its number."""

    name: str
    value: str
    rule: str = ""


class Answer(Struct, frozen=True):
    """Everything the page shows. Without ``chart`` the attack cannot be made, and ``sums`` say why."""

    weapon: str
    sums: tuple[Sum, ...]
    out: str = ""
    dead: str = ""
    expected_hits: str = ""
    expected_wounds: str = ""
    expected_lost: str = ""
    facts: tuple[Fact, ...] = ()
    notes: tuple[Reason, ...] = ()
    risks: tuple[Fact, ...] = ()
    rows: tuple[OddsRow, ...] = ()
    chart: Chart | None = None


def answer(asked: Question) -> Answer:
    """Work out what to say about an attack, in the reader's language."""
    weapon = strike_name(_codes(asked), asked.attacker.catalogue)
    found = asked.odds()
    sums = tuple(_sums(asked))
    if found is None:
        return Answer(weapon, sums)
    one = found.targets[0]
    return Answer(
        weapon,
        sums,
        percent(one.out),
        percent(one.dead),
        _average(found.expected_hits),
        _average(found.expected_wounds),
        _average(one.expected),
        tuple(_facts(asked)),
        tuple(_notes(asked)),
        tuple(_risks(asked, found)),
        _rows(found),
        chart((("hits", found.hits), ("wounds", found.wounds))),
    )


def percent(chance: float) -> str:
    """Return a chance as a percentage with one decimal; what is neither certain nor impossible never looks it."""
    if 0 < chance < 0.0005:
        return f"< {number_format(0.1, 1)}{_SPACE}%"
    if 0.9995 <= chance < 1 - 1e-12:
        return f"> {number_format(99.9, 1)}{_SPACE}%"
    return f"{number_format(round(100 * chance, 1), 1)}{_SPACE}%"


def _average(value: float) -> str:
    return str(number_format(round(value, 2), 2))


def _codes(asked: Question) -> str:
    """Return the codes of the weapons that strike, or of the one that shoots."""
    return asked.gun.code if asked.gun else JOINT.join(asked.strike.codes if asked.strike else ())


def _rows(found: Odds) -> tuple[OddsRow, ...]:
    lost = found.targets[0].lost
    most = max(len(found.hits), len(found.wounds), len(lost))
    return tuple(
        OddsRow(n, _cell(found.hits, n), _cell(found.wounds, n), _cell(lost, n), percent(min(1.0, sum(lost[n:]))))
        for n in range(most)
    )


def _cell(chances: Chances, number: int) -> str:
    return percent(chances[number]) if number < len(chances) else wording.target(None)


# The numbers in short


def _facts(asked: Question) -> Iterator[Fact]:
    toughness = asked.struck.toughness
    need = asked.to_hit
    yield Fact(_("To hit"), wording.target(need) if need else _("no roll"))
    if asked.kind is Kind.BLOW:
        blow = asked.blow
        more = " + 1" if blow.extra_die else ""
        yield Fact(_("Dice"), f"{sum(edge.dice for edge in blow.edges)}{more}")
    elif shot := asked.shot:
        yield Fact(_("Dice"), str(shot.dice))
        if shot.cover:
            yield Fact(_("Cover"), ", ".join(wording.target(need) for need in shot.cover))
    if asked.gun is not None:
        yield Fact(_("Action points"), str(firing(asked.attacker.sheet, asked.gun)[0]))
    yield Fact(_("Strength"), ", ".join(map(str, asked.strengths)))
    yield Fact(_("Toughness"), str(toughness))
    needs = [wording.target(wound_need(strength, toughness)) for strength in asked.strengths]
    yield Fact(_("To wound"), ", ".join(dict.fromkeys(needs)))


# Every number with its steps


def _sums(asked: Question) -> Iterator[Sum]:
    gun, strike = asked.gun, asked.strike
    if gun is not None:
        if asked.kind is Kind.SHOT:
            yield _to_hit_by_shot(asked, gun)
            if asked.obstacles:
                yield _cover(asked)
        yield _strength_of_gun(asked, gun)
    elif strike is not None:
        yield _to_hit_by_blow(asked)
        yield from _strengths_of_strike(asked, strike)
    yield _toughness(asked)
    yield _to_wound(asked)


def _start(body: Body, characteristic: Characteristic) -> Reason:
    line = body.profile.line(characteristic)
    return Reason(
        wording.characteristic_name(characteristic),
        wording.characteristic_value(characteristic, line.base),
        _profile_rule(body),
    )


def _profile_rule(body: Body) -> str:
    """Return where the profile is printed; a mercenary's is with the mercenary, typed numbers are nowhere."""
    if body.free or body.sheet.mercenary:
        return ""
    return EXTRAS if body.sheet.rank is Rank.EXTRA else PROFILES


def _steps(body: Body, characteristic: Characteristic, *, limited: bool = True) -> Iterator[Reason]:
    """Yield what changes a characteristic; not ``limited``: without the last limit, which comes after the range."""
    line = body.profile.line(characteristic)
    for step in line.steps:
        if limited or step.source_kind is not StepKind.CAP or step.note != _LIMIT:
            yield reason(step, body.catalogue, is_target=line.is_target)


def _to_hit_by_shot(asked: Question, gun: Gun) -> Sum:
    band = band_of(gun, asked.distance) or RangeBand.LONG
    one = asked.attacker
    steps = [_start(one, Characteristic.SHOOTING), *_steps(one, Characteristic.SHOOTING, limited=False)]
    if BAND_PENALTY[band]:
        steps.append(Reason(str(BANDS[band]), change(-BAND_PENALTY[band], True), RANGED))
    else:
        steps.append(Reason(str(BANDS[band]), _("changes nothing"), RANGED))
    if asked.height:
        words = _("Shooting down from above") if asked.height > 0 else _("Shooting up from below")
        steps.append(Reason(words, change(asked.height, True), wording.rule_name("ruling M102")))
    if one.sheet.shooting is None:
        return Sum(_("To hit"), wording.target(None), (*steps, Reason(_("Cannot shoot"), "", PROFILES)))
    needed = one.sheet.shooting + BAND_PENALTY[band] - asked.height
    if needed > WORST:
        end = Reason(
            _("More than 6 cannot be rolled: no shot"), wording.target(needed), wording.rule_name("ruling M81")
        )
        return Sum(_("To hit"), wording.target(None), (*steps, end))
    if needed < BEST:
        steps.append(Reason(_("limit"), change(needed - BEST, True), wording.rule_name(_LIMIT)))
    return Sum(_("To hit"), wording.target(max(BEST, needed)), tuple(steps))


def _cover(asked: Question) -> Sum:
    names = {
        RangeBand.SHORT: _("Obstacle at short range"),
        RangeBand.MEDIUM: _("Obstacle at medium range"),
        RangeBand.LONG: _("Obstacle at long range"),
    }
    steps = [Reason(names[band], wording.target(COVER[band]), "Musg, Jet de couvert") for band in asked.obstacles]
    order = Reason(_("Each die passes every obstacle before it is rolled to hit"), "", wording.rule_name("ruling M88"))
    return Sum(_("Cover"), ", ".join(wording.target(COVER[band]) for band in asked.obstacles), (*steps, order))


def _to_hit_by_blow(asked: Question) -> Sum:
    need = asked.blow.edges[0].to_hit
    if need is None:
        return Sum(
            _("To hit"), _("no roll"), (Reason(_("A dive from higher up"), "", wording.rule_name("ruling M281")),)
        )
    steps = (_start(asked.attacker, Characteristic.MELEE), *_steps(asked.attacker, Characteristic.MELEE))
    return Sum(_("To hit"), wording.target(need), steps)


def _own_strength(body: Body) -> tuple[Reason, ...]:
    return _start(body, Characteristic.STRENGTH), *_steps(body, Characteristic.STRENGTH)


def _strength_of_gun(asked: Question, gun: Gun) -> Sum:
    force = asked.attacker.catalogue.ranged[gun.code].force
    if not force.adds_bearer:
        return Sum(_("Strength"), str(gun.strength), (_force(gun.code, force, RANGED, asked.attacker.catalogue),))
    steps = [*_own_strength(asked.attacker), _force(gun.code, force, RANGED, asked.attacker.catalogue)]
    if asked.attacker.sheet.strength + force.own < 1:
        steps.append(Reason(_("limit"), "1", wording.rule_name("ruling M132")))
    return Sum(_("Strength"), str(gun.strength), tuple(steps))


def _strengths_of_strike(asked: Question, strike: Strike) -> Iterator[Sum]:
    """Yield the strength of a hit, weapon by weapon; an extra strikes only with the first (ruling M177)."""
    own, catalogue = _own_strength(asked.attacker), asked.attacker.catalogue
    charge = (Reason(_("Charge"), "+1", wording.rule_name("ruling M113")),) if asked.charged else ()
    blades = strike.blades[:1] if asked.attacker.sheet.rank is Rank.EXTRA else strike.blades
    for one in dict.fromkeys(blades):
        strength = _("Strength")
        title = strength if len(blades) == 1 else f"{strength}, {strike_name(one.code, catalogue)}"
        bare = one.code == BARE_HANDS
        weapon = () if bare else (_force(one.code, catalogue.melee[one.code].force, MELEE, catalogue),)
        yield Sum(title, str(one.strength + asked.charged), (*own, *weapon, *charge))


def _force(code: str, force: Force, rule: str, catalogue: Catalogue) -> Reason:
    """Say how strong a weapon is: a strength of its own, or something on top of the bearer's."""
    if not force.adds_bearer:
        return Reason(strike_name(code, catalogue), str(force.own), rule)
    sign = "+" if force.own >= 0 else MINUS
    return Reason(strike_name(code, catalogue), f"{sign}{abs(force.own)}", rule)


def _toughness(asked: Question) -> Sum:
    one = asked.target
    steps = [_start(one, Characteristic.TOUGHNESS), *_steps(one, Characteristic.TOUGHNESS)]
    if asked.shaken:
        steps.append(Reason(_("Lost its nerve when charged"), f"{MINUS}1", "Musg, Test « Subir une charge »"))
        if one.sheet.toughness <= 1:
            steps.append(Reason(_("limit"), "+1", wording.rule_name("ruling M133")))
    return Sum(_("Toughness"), str(asked.struck.toughness), tuple(steps))


def _to_wound(asked: Question) -> Sum:
    toughness = asked.struck.toughness
    words = _("Strength %(strength)s against toughness %(toughness)s")
    steps = tuple(
        Reason(
            words % {"strength": strength, "toughness": toughness},
            wording.target(wound_need(strength, toughness)),
            DAMAGE,
        )
        for strength in asked.strengths
    )
    return Sum(_("To wound"), ", ".join(dict.fromkeys(step.change for step in steps)), steps)


# Rules that change more than a number


def _notes(asked: Question) -> Iterator[Reason]:
    if asked.gun is None:
        yield from _blow_notes(asked)
    elif asked.kind is Kind.SHOT:
        yield from _shot_notes(asked, asked.gun)
    else:
        yield from _template_notes(asked, asked.gun)
    if asked.vital:
        told = _("The attacker re-rolls one wound die that failed, once per turn.")
        yield _note(wording.skill_name("vital_points", asked.attacker.catalogue), told, "ruling M269")
    if asked.struck.ignores_wound:
        yield _note(_("First wound"), _("The first hit point the target loses does not count."), "ruling M257")
    if asked.target.deathless:
        told = _("The target has a part in pulp: below 0 hit points, too, it is out of action and not dead.")
        yield _note(_("Out of action"), told, "ruling M360")
    else:
        told = _("At 0 hit points the target is out of action, below 0 it is dead.")
        yield _note(_("Out of action"), told, "ruling M33")


def _blow_notes(asked: Question) -> Iterator[Reason]:
    blow, struck = asked.blow, asked.struck
    sheet = asked.attacker.sheet
    if sheet.rank is Rank.EXTRA:
        told = _("One die for each extra, whatever the weapon’s dice.")
        yield _note(wording.rank_name(Rank.EXTRA), told, "ruling M177")
    elif len(blow.edges) > 1:
        told = _("All weapons roll in one attack, each with its own strength.")
        yield _note(_("Two weapons"), told, "ruling M110")
    if blow.extra_die:
        told = _("One die more, and the worst is discarded.")
        yield _note(wording.skill_name("weak_points", asked.attacker.catalogue), told, "ruling M268")
    if struck.bucklers:
        told = ngettext(
            "One die that hit is rolled again, the strongest weapon’s first.",
            "%(count)s dice that hit are rolled again, the strongest weapon’s first.",
            struck.bucklers,
        ) % {"count": struck.bucklers}
        yield _note(wording.item_name("buckler", asked.target.catalogue), told, "ruling M120")
    if struck.catches_blade:
        told = _("The attacker rolls one wound die that succeeded again, once per turn.")
        yield _note(wording.skill_name("blade_catcher", asked.target.catalogue), told, "ruling M270")


def _shot_notes(asked: Question, gun: Gun) -> Iterator[Reason]:
    if gun.dice > 1:
        told = _("%(count)s dice, here all on the one target; what is left over goes to the next.")
        yield _note(_("Several targets"), told % {"count": gun.dice}, "ruling M84")
    if "double_fire" in asked.attacker.sheet.traits:
        told = _("Fires twice for each action point: these are the odds of one shot.")
        who = wording.mercenary_name(asked.attacker.sheet.mercenary or "", asked.attacker.catalogue)
        yield _note(who, told, "ruling M278")
    if gun.black_powder:
        if asked.reliable:
            told = _("The warband has a gunsmith: none of its weapons burst.")
            yield _note(_("Black powder"), told, "ruling M279")
        else:
            told = _("When a die shows 1, a second 1 bursts the weapon on its bearer.")
            yield _note(_("Black powder"), told, "ruling M93")
    if gun.drawn and asked.line:
        told = _("When a die shows 1, everybody on the line rolls: the first 6 takes the missile.")
        yield _note(_("On the line"), told, "ruling M96")


def _template_notes(asked: Question, gun: Gun) -> Iterator[Reason]:
    if asked.kind is Kind.FLAME:
        told = _("Everybody under the flame template, 8 paces long, is hit without a roll.")
        yield _note(_("Flame template"), told, "ruling M80")
    else:
        told = _("1: a dud; 6: on the spot; 2 to 5: one to three paces forward, right, back or left.")
        yield _note(_("Scatter die"), told, "ruling M76")
        told = _("Everybody within %(paces)s paces of the burst is hit, friend or foe.")
        yield _note(_("Blast"), told % {"paces": gun.radius}, "ruling M78")
    yield _note(_("Cover"), _("Counts for nothing against a template."), "ruling M79")
    if gun.black_powder and asked.reliable:
        told = _("The warband has a gunsmith: none of its weapons burst.")
        yield _note(_("Black powder"), told, "ruling M279")


def _note(source: str, told: str, rule: str) -> Reason:
    return Reason(source, told, wording.rule_name(rule))


def _risks(asked: Question, found: Odds) -> Iterator[Fact]:
    """Yield what the attack may do to others than the target."""
    own = asked.own_risk
    if own is not None and own.hits[1]:
        yield Fact(_("The attacker is in the blast"), percent(own.hits[1]), wording.rule_name("ruling M77"))
        if not asked.attacker.free:  # nobody typed a toughness for who attacks
            yield Fact(_("The attacker is out of action"), percent(own.targets[0].out), wording.rule_name("ruling M33"))
    if asked.burst:
        words = (
            _("The weapon bursts: everybody within %(paces)s paces of it is hit") % {"paces": asked.burst_radius}
            if asked.burst_radius
            else _("The weapon bursts on its bearer")
        )
        yield Fact(words, percent(asked.burst), wording.rule_name("ruling M95"))
    for place, chance in enumerate(found.line, 1):
        words = _("Figure %(place)s on the line takes the missile") % {"place": place}
        yield Fact(words, percent(chance), wording.rule_name("ruling M97"))
