"""The things that can be entered on a raid, as forms made from where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.wars.pocket import wording
from campaigns.wars.pocket.controls import Choice, Option, Panel, by_whom, people, put_out
from campaigns.wars.pocket.raid_wording import CAUSES, marked_name
from engines.musg.pocket.entries.alert import SEEN, SHOT
from engines.musg.pocket.entries.layout import PLACE_MOST
from engines.musg.pocket.raid.setup import MARKERS
from engines.musg.pocket.raid.state import DETECTOR, SITE, TEAM, RaidState, Stage
from engines.musg.pocket.setup import ref_of
from engines.musg.pocket.state import Pending, Phase


def _standing(state: RaidState, *, raiders: bool) -> tuple[Option, ...]:
    return people(state, lambda ref: state.stands(ref) and state.is_raider(ref) is raiders)


def _hostages(state: RaidState) -> tuple[Option, ...]:
    return tuple(Option(one.ref, wording.name(state, one.ref)) for one in state.hostages if one.is_here)


def roll(state: RaidState, awaited: Pending) -> Panel:
    """Return the roll for the alert."""
    said = {"need": state.need, "level": state.level, "name": wording.name(state, awaited.ref) if awaited.ref else ""}
    return Panel(
        "roll",
        wording.awaited_title(awaited.kind),
        "dice",
        "alert",
        (("pending", str(awaited.id)),),
        (Choice("die", _("The die shows"), look="die"),),
        site=_("The site rolls"),
        lead=str(CAUSES[awaited.cause]) % said,
    )


def guard(state: RaidState, ref: str) -> Panel:
    """Return where a guard may go: onward, back, or nowhere (ruling M338)."""
    one = state.rounds[ref]
    onward = [Option(str(to), _("to marker %(marker)s") % {"marker": to}) for to in one.next]
    stay = Option(str(one.at), _("stays: shoots or strikes from there"))
    return Panel(
        "guard",
        _("%(name)s, at marker %(marker)s of %(markers)s")
        % {"name": wording.name(state, ref), "marker": one.at, "markers": one.markers},
        "user",
        "guard",
        (("figure", ref),),
        (Choice("to", _("Where does it go?"), (*onward, stay), look="buttons"),),
    )


def onward(state: RaidState) -> Iterator[Panel]:
    """Yield the buttons that go on with the turn."""
    turn = (("turn", str(state.turn)),)
    if state.phase is Phase.GUARDS:
        walking = bool(state.to_walk())
        text = _("All have acted: the anti-terrorists’ part")
        yield Panel("next", "", "arrow-right", "guards_done", turn, send=text, aside=walking)
    elif state.phase is Phase.RAIDERS:
        yield Panel("next", "", "arrow-right", "raiders_done", turn, send=_("All have acted: the next turn"))
    elif state.phase is Phase.BLAST:
        yield from _caught(state)
        yield Panel("over", "", "flag", "finish", send=_("That is everybody: the game is over"))


def _caught(state: RaidState) -> Iterator[Panel]:
    def near(ref: str) -> bool:
        return state.stands(ref) or (state.lies(ref) and not state.fallen[ref].killed)

    options = (*people(state, near), *_hostages(state))
    if options:
        choice = Choice("figure", _("Who was nearer than %(paces)s paces?") % {"paces": TEAM.blast}, options, "buttons")
        yield Panel("caught", "", "skull", "caught", choices=(choice,))


def actions(state: RaidState) -> Iterator[Panel]:
    """Yield what may happen at any time, the most frequent first."""
    if state.phase not in (Phase.GUARDS, Phase.RAIDERS):
        return
    if not state.given:
        yield from _alarms(state)
    yield from _hostage_panels(state)
    yield from _bomb(state)
    yield from _kits(state)
    yield from _falls(state)
    raiders = _standing(state, raiders=True)
    if raiders:
        label = _("Which anti-terrorist leaves by the edge of entry? Those behind it are brought out.")
        yield Panel(
            "off", _("Off the table"), "run", "walked_off", choices=(Choice("figure", label, raiders, look="buttons"),)
        )


def _alarms(state: RaidState) -> Iterator[Panel]:
    raiders, terrorists = _standing(state, raiders=True), _standing(state, raiders=False)
    noticed = (*raiders, *terrorists) if state.setup.detectors else ()
    for cause, title, icon, label, options in (
        (SEEN, _("Seen"), "eye-target", _("Which anti-terrorist came into view? Once in an activation."), raiders),
        (SHOT, _("A shot heard"), "gun", _("Which terrorist fired? Silenced pistols are not heard."), terrorists),
        (DETECTOR, _("A detector"), "eye", _("Who moved in its zone? Anybody counts."), noticed),
    ):
        if options:
            choice = Choice("figure", label, options, look="buttons")
            yield Panel(f"alarm-{cause}", title, icon, "alarm", (("cause", cause),), (choice,))


def _hostage_panels(state: RaidState) -> Iterator[Panel]:
    hostages = _hostages(state)
    if not hostages:
        return
    yield Panel(
        "led",
        _("Hostage touched"),
        "handshake",
        "led",
        choices=(
            Choice("hostage", _("Which hostage?"), hostages),
            Choice("figure", _("Who does it follow now?"), people(state, state.stands), look="buttons"),
        ),
    )
    killers = (Option("true", _("a terrorist")), Option("false", _("somebody else, or chance")))
    yield Panel(
        "hostage-killed",
        _("Hostage killed"),
        "skull",
        "hostage_killed",
        choices=(
            Choice("hostage", _("Which hostage?"), hostages),
            Choice("by_terrorists", _("Who killed it?"), killers, look="buttons"),
        ),
    )


def _bomb(state: RaidState) -> Iterator[Panel]:
    stage, terrorists = state.bomb.stage, _standing(state, raiders=False)
    if stage is Stage.CARRIED and terrorists:
        sites = tuple(Option(str(number), _site(state, number)) for number in range(1, TEAM.bomb_sites + 1))
        holder = tuple(one for one in terrorists if state.bomb.by in ("", one.value))
        choices = (Choice("site", _("Where?"), sites, value="1"), Choice("figure", _("Who had it?"), holder, "buttons"))
        yield Panel("bomb", _("Bomb placed"), "bomb", "bomb_placed", choices=choices)
    elif stage is Stage.DROPPED and terrorists:
        choice = Choice("figure", _("Which terrorist touched it?"), terrorists, look="buttons")
        yield Panel("bomb", _("Bomb picked up"), "bomb", "bomb_taken", choices=(choice,))
    elif stage is Stage.TICKING and (raiders := _standing(state, raiders=True)):
        said = {"points": TEAM.defuse_action_points, "with_kit": TEAM.defuse_action_points_with_kit}
        choices = (
            *(() if state.keeps_kits else (Choice("kit", _("with a kit"), look="tick"),)),
            Choice("figure", _("Who defused it, in contact?"), _with_kits(state, raiders), look="buttons"),
        )
        lead = _("Action points: %(points)s, with a kit %(with_kit)s.") % said
        yield Panel("bomb", _("Bomb defused"), "bomb", "bomb_defused", choices=choices, lead=lead)


def _site(state: RaidState, number: int) -> str:
    ref = ref_of(SITE, number)
    place = state.places.get(ref)
    name = marked_name(state, ref)
    return _("%(name)s: %(place)s") % {"name": name, "place": place} if place else name


def _with_kits(state: RaidState, raiders: Iterable[Option]) -> tuple[Option, ...]:
    """Say beside each name that it has a kit."""
    text = _("%(name)s, with a kit")
    return tuple(replace(one, label=text % {"name": one.label}) if one.value in state.kits else one for one in raiders)


def _kits(state: RaidState) -> Iterator[Panel]:
    free = tuple(one for one in _standing(state, raiders=True) if one.value not in state.kits)
    lying = tuple(Option(ref, wording.name(state, ref)) for ref in state.kits_lying)
    if free and lying:
        where = Choice("lying", _("Whose kit lies where?"), lying, value=lying[0].value)
        takes = Choice("figure", _("Which anti-terrorist touched it?"), free, look="buttons")
        yield Panel("kit", _("Kit taken up"), "chest", "kit_taken", choices=(where, takes))


def markers(state: RaidState) -> Iterator[Panel]:
    """Yield a way to say where hostages, sites and detectors are."""
    options = tuple(Option(ref, wording.name(state, ref)) for ref in state.marked)
    if options and state.phase in (Phase.GUARDS, Phase.RAIDERS):
        unsaid = next((one.value for one in options if one.value not in state.places), options[0].value)
        what = Choice("marker", _("What is marked?"), options, value=unsaid)
        where = Choice("place", _("Where, in a few words?"), look="text", most=PLACE_MOST)
        yield Panel("marker", _("Where it is"), "place", "marker", choices=(what, where), send=_("Note it"), aside=True)


def _falls(state: RaidState) -> Iterator[Panel]:
    standing = people(state, state.stands)
    hidden = Choice("bomb", _("it had the bomb, which now lies there"), look="tick")
    unknown = state.bomb.stage is Stage.CARRIED and not state.bomb.by
    if standing:
        by = by_whom(state, _("no warband: chance, own side"))
        yield put_out("fell", standing, by, *((hidden,) if unknown else ()))


def rounds(state: RaidState) -> Iterator[Panel]:
    """Yield a way to say that a guard's round has another number of markers."""
    guards = people(state, lambda ref: ref in state.rounds and state.stands(ref))
    if guards and not state.given and state.phase in (Phase.GUARDS, Phase.RAIDERS):
        least, most = MARKERS
        numbers = Choice("markers", _("How many markers?"), look="number", least=least, most=most, value="3")
        yield Panel(
            "round",
            _("Another round for a guard"),
            "place",
            "round",
            choices=(numbers, Choice("figure", _("Whose round? It stands at the first marker."), guards, "buttons")),
        )
