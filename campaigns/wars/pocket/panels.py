"""The things that can be entered on a night of zombies or an invasion, made from where the evening stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.pocket import wording
from campaigns.wars.pocket.controls import Choice, Option, Panel, band_of, by_whom, people, put_out
from engines.musg.invasion import is_immune
from engines.musg.pocket.entries import answer
from engines.musg.pocket.entries.encounters import BUILDINGS_MOST, PLACED_MOST
from engines.musg.pocket.guidance import Now, Step, to_count, to_move
from engines.musg.pocket.infection import is_zombie
from engines.musg.pocket.setup import POINTS
from engines.musg.pocket.state import Awaited, Phase, State

POINT_LABELS: Final = (gettext_lazy("point 1"), gettext_lazy("point 2"), gettext_lazy("point 3"))


def _people(state: State, wanted: Callable[[str], bool]) -> tuple[Option, ...]:
    """Return those figures and civilians as options, each in the colour of its warband or leader."""

    def band(ref: str) -> str:
        civilian = state.civilian(ref)
        return civilian.leader if civilian else band_of(ref)

    return people(state, wanted, band)


def _bands(state: State, wanted: Callable[[str], bool] = lambda key: True) -> tuple[Option, ...]:
    return tuple(Option(band.key, band.name, seat) for seat, band in enumerate(state.setup.bands) if wanted(band.key))


def _dice(*labels: str) -> tuple[Choice, ...]:
    if len(labels) == 1:
        return (Choice("die", labels[0], look="die"),)
    return tuple(Choice(f"die{number}", label, look="face") for number, label in enumerate(labels, start=1))


def roll(state: State, step: Step) -> Panel:
    """Return the roll that is awaited."""
    awaited = step.awaited
    if awaited is None:
        raise ValueError("no roll is awaited")
    asked = answer(awaited)
    where = wording.place_name(state, awaited.where)
    who = wording.name(state, awaited.ref) if awaited.ref else wording.band_name(state, awaited.band)
    dice = _dice(_("Tens"), _("Units")) if awaited.kind is Awaited.TABLE else _dice(_("The die shows"))
    leads = {
        Awaited.TABLE: lambda: _("Two dice, tens then units, for %(who)s.") % {"who": who},
        Awaited.HOW_MANY: lambda: _("A die for the d3: %(where)s.") % {"where": where},
        Awaited.CIVILIAN: lambda: _civilians(state),
        Awaited.COUNTDOWN: lambda: _("%(who)s: half the die, rounded up.") % {"who": who},
    }
    return Panel(
        "roll",
        wording.awaited_title(awaited.kind),
        "dice",
        str(asked.__struct_config__.tag),
        (("pending", str(awaited.id)),),
        dice,
        site=_("The site rolls"),
        lead=leads[awaited.kind](),
        send=_("Enter these dice") if len(dice) > 1 else "",
    )


def _civilians(state: State) -> str:
    left = state.undrawn()
    catalogue = state.setup.catalogue
    cards = enumerate(catalogue.civilians, start=1)
    named = [f"{face} {wording.civilian_name(code, catalogue)}" for face, code in cards if code in left]
    return _("A die names the civilian: %(list)s; anything else is rolled again.") % {"list": ", ".join(named)}


def initiative(state: State) -> Iterator[Panel]:
    """Yield the ways to say who begins."""
    playing = state.in_play()
    options = _bands(state, lambda key: key in playing)
    if len(options) == 2:
        choice = Choice("order", _("Who begins?"), options, look="buttons")
    else:
        choice = Choice("order", _("Who comes when?"), options, look="places")
    yield Panel(
        "initiative",
        _("Who begins?"),
        "flag",
        "initiative",
        (("bands", " ".join(playing)),),
        (choice,),
        send="" if choice.look == "buttons" else _("That is the order"),
        lead=_("Each warband: a die plus its henchmen on the table."),
    )
    yield Panel("roll-initiative", "", "dice", "roll_initiative", site=_("The site rolls"))


def encounter(state: State, band: str) -> Panel:
    """Return a band's roll at the start of the turn."""
    return Panel(
        "hears",
        _("%(band)s: does anybody hear anything?") % {"band": wording.band_name(state, band)},
        "dice",
        "hears",
        (("band", band),),
        _dice(_("The die shows")),
        site=_("The site rolls for everybody"),
        lead=_("Something comes on %(turn)s or less.") % {"turn": state.turn}
        if state.turn < 6
        else _("From turn 6 on something always comes."),
    )


def counts(state: State) -> Iterator[Panel]:
    """Yield a button for each infected figure whose count falls at the end of its activation."""
    for ref in to_count(state):
        yield Panel(
            f"count-{ref.replace(':', '-')}",
            "",
            "hourglass",
            "activated",
            (("figure", ref),),
            send=_("%(name)s, infected, has acted") % {"name": wording.name(state, ref)},
            aside=True,
        )


def onward(state: State, step: Step) -> Iterator[Panel]:
    """Yield the buttons that go on with the turn, where no roll is awaited."""
    turn = (("turn", str(state.turn)),)
    if step.now is Now.BANDS:
        yield Panel("next", "", "check", "bands_done", turn, send=str(wording.PLAYED[state.setup.menace]))
    elif step.now is Now.GROUP and step.group is not None:
        yield Panel("next", "", "check", "group_moved", (("group", str(step.group.id)),), send=_("Done"))
        if len(to_move(state)) > 1:
            yield Panel("end-turn", "", "arrow-right", "end_turn", turn, send=_("All have moved"), aside=True)
    elif step.now is Now.END:
        yield Panel("next", "", "arrow-right", "end_turn", turn, send=_("The next turn"))


def actions(state: State) -> Iterator[Panel]:
    """Yield what may happen at any time, the most frequent first."""
    standing, lying = _people(state, state.stands), _people(state, state.lies)
    if state.phase is Phase.OVER:
        return
    if standing:
        yield Panel(
            "noise",
            _("Somebody shot"),
            "gun",
            "noise",
            choices=(Choice("figure", _("Who shot? Place a noise marker beside it."), standing, look="buttons"),),
        )
    yield from _hits(state)
    if state.nature.infects:
        yield from _bites(state)
    if standing:
        nobody = _("no warband: zombies, aliens, chance, own side")
        yield put_out("down", standing, by_whom(state, nobody, lambda ref: not state.has_risen(ref)))
        yield Panel(
            "enters",
            _("Into a building"),
            "home",
            "enters",
            choices=(
                Choice("figure", _("Who enters? Only where nobody else is inside."), standing),
                Choice("building", _("Building number"), look="number", most=BUILDINGS_MOST, value="1"),
                *_dice(_("The die shows")),
            ),
            site=_("The site rolls"),
        )
        yield Panel(
            "left",
            _("Off the table"),
            "run",
            "left",
            choices=(Choice("figure", _("Who walks off the table, alive?"), standing, look="buttons"),),
        )
    if lying:
        yield Panel(
            "carried",
            _("A body carried off"),
            "bandage",
            "carried",
            choices=(Choice("figure", _("Whose body is off the table?"), lying, look="buttons"),),
        )


def _hits(state: State) -> Iterator[Panel]:
    groups = [group for group in state.groups if group.standing]
    hurt = [(group, one) for group in groups for one in sorted(set(group.hurt), key=lambda one: -one.turns)]
    unhurt = tuple(Option(str(g.id), wording.group_name(state, g)) for g in groups if g.unhurt)
    if not groups:
        return
    if unhurt:
        yield Panel(
            "wounded",
            _("One hit point lost"),
            "heart",
            "wounded",
            choices=(
                Choice(
                    "group", _("One of which group?"), unhurt, look="chips" if state.nature.is_held_up else "buttons"
                ),
                *(_dice(_("It does not move for the die minus 3 turns")) if state.nature.is_held_up else ()),
            ),
            site=_("The site rolls") if state.nature.is_held_up else "",
        )
    options = [*unhurt]
    seen: set[str] = set()
    for group, one in hurt:
        value = f"{group.id}.{one.turns}"
        if value not in seen:
            seen.add(value)
            options.append(Option(value, wording.hurt_name(state, group, one)))
    yield Panel(
        "destroyed",
        _("One destroyed"),
        "skull",
        "destroyed",
        choices=(Choice("victim", _("One of which group?"), tuple(options), look="buttons"),),
    )


def _bites(state: State) -> Iterator[Panel]:
    def may_be(ref: str) -> bool:
        there = state.stands(ref) or state.lies(ref)
        return (
            there and ref not in state.infections and not is_immune(state.toughness(ref)) and not is_zombie(state, ref)
        )

    options = _people(state, may_be)
    if options:
        yield Panel(
            "bitten",
            _("Bitten"),
            "potion",
            "bitten",
            choices=(
                Choice("figure", _("Who lost hit points to an unarmed zombie?"), options),
                Choice("acted", _("has already acted this turn"), look="tick"),
                *_dice(_("first die"), _("second die")),
            ),
            send=_("Enter these dice"),
            site=_("The site rolls"),
            lead=_("Two dice minus the bare toughness: above 7 is infected."),
        )


def civilians(state: State) -> Iterator[Panel]:
    """Yield what becomes of civilians."""
    theirs = _people(state, lambda ref: state.civilian(ref) is not None and state.stands(ref))
    if theirs and state.phase is not Phase.OVER:
        yield Panel(
            "stolen",
            _("Led away by another warband"),
            "handshake",
            "stolen",
            choices=(
                Choice("figure", _("Which civilian?"), theirs),
                Choice("band", _("In contact from one activation’s end to the next:"), _bands(state), look="buttons"),
            ),
        )
        yield Panel(
            "shot-at",
            _("Shot at"),
            "eye-target",
            "shot_at",
            choices=(
                Choice("figure", _("Which civilian?"), theirs),
                Choice("band", _("Who shot?"), _bands(state), look="buttons"),
            ),
        )


def groups(state: State) -> Iterator[Panel]:
    """Yield what is done with groups: joined, placed by the scenario."""
    if state.phase is Phase.OVER:
        return
    standing = tuple(Option(str(g.id), wording.group_name(state, g)) for g in state.groups if g.standing)
    if len(standing) > 1:
        yield Panel(
            "joined",
            _("Two groups go together"),
            "users",
            "joined",
            choices=(
                Choice("group", _("Who joins?"), standing),
                Choice("into", _("Whom?"), standing, look="buttons"),
            ),
        )
    names = {code: wording.profile_name(code, state.setup.catalogue) for code in state.profiles}
    profiles = tuple(Option(code, name) for code, name in names.items())
    points = tuple(Option(str(number + 1), str(POINT_LABELS[number])) for number in range(POINTS))
    yield Panel(
        "placed",
        _("The scenario places some"),
        "place",
        "placed",
        choices=(
            Choice("profile", _("Who?"), profiles, value=profiles[0].value),
            Choice("count", _("How many?"), look="number", most=PLACED_MOST, value="1"),
            Choice("point", _("Where?"), (*points, Option("0", _("elsewhere"))), look="buttons"),
        ),
    )


def noises(state: State) -> Iterator[Panel]:
    """Yield a way to take noise markers away."""
    if state.noises and state.phase is not Phase.OVER:
        options = tuple(
            Option(
                str(one.id),
                _("%(name)s (turn %(turn)s)") % {"name": wording.name(state, one.ref), "turn": one.turn},
            )
            for one in state.noises
        )
        yield Panel(
            "hush",
            _("Take a marker away"),
            "speaker",
            "hush",
            choices=(Choice("noise", _("Which marker?"), options, look="buttons"),),
        )


def henchmen(state: State) -> list[tuple[str, int]]:
    """Return how many henchmen each band in play has on the table: they count for initiative."""
    return [(wording.band_name(state, key), state.henchmen(key)) for key in state.in_play()]


def turn_order(state: State) -> Iterable[str]:
    """Return the names of the bands in this turn's order."""
    return [wording.band_name(state, key) for key in state.order]
