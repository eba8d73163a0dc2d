"""A correction in sentences: what changes for whom, what cannot have been, what is still to be rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext
from msgspec import UNSET

from campaigns.wars.corrections.past import Past
from engines.musg.catalogue import Catalogue
from engines.musg.corrections.aspects import Aspect
from engines.musg.corrections.clashes import ACTIVITY
from engines.musg.corrections.outcome import Difference, Missing, Question, Refusal
from engines.musg.corrections.timeline import InsertBattle, Strike
from engines.musg.entries import AnyEntry
from engines.musg.garage import OwnedVehicle
from engines.musg.part import Part
from engines.musg.warband import Figure, Record, Warband as Roster
from rosters.forms import FORMS
from rosters.models import JournalEntry
from rosters.wording import names, problem_sentence, roll_sentence, told

if TYPE_CHECKING:
    from campaigns.wars.corrections.drafting import Look

type Line = dict[str, Any]
"""A difference as plain data, for a sentence now or later."""

PUT_IN: Final = "put_in"
CALLED_OFF: Final = "called_off"
CIVILIANS: Final = "civilians"
TOLD: Final = 60
"""How many lines of a correction are kept for the chronicle."""


def lines_of_changes(seen: Look) -> list[Line]:
    """Return what a correction changes as plain data, warband by warband."""
    changed = [line_of(difference, seen) for difference in seen.result.differences if not difference.kept]
    return [*_battles(seen), *_of_civilians(seen), *changed][:TOLD]


def _of_civilians(seen: Look) -> Iterator[Line]:
    """Yield the battles that tell otherwise of civilians, once each: they are nobody's own."""
    for battle in seen.retold:
        name = battle.title
        yield {"warband": name, "aspect": CIVILIANS, "name": name, "before": None, "after": None, "boxes": 0}


def _battles(seen: Look) -> Iterator[Line]:
    """Yield the battles that were put in or called off, for each of their sides."""
    for edit in seen.correction.engine_edits:
        battle = seen.past.battles.get(edit.ref)
        aspect, title, keys = "", "", list[str]()
        if isinstance(edit, InsertBattle) and seen.result.battles.get(edit.ref) is not None:
            aspect, title, keys = PUT_IN, edit.title, list(edit.sides)
        elif isinstance(edit, Strike) and edit.called_off and battle is not None:
            aspect, title, keys = CALLED_OFF, battle.title, [side.warband.key for side in battle.sides.all()]
        for key in keys:
            name = seen.past.warbands[key].name
            yield {"warband": name, "aspect": aspect, "name": title, "before": None, "after": None, "boxes": 0}


def line_of(difference: Difference, seen: Look) -> Line:
    """Return one difference as plain data."""
    key = difference.warband
    figure = difference.key.figure
    now = seen.result.new[key].figure(figure) if figure is not None else None
    was = seen.result.old[key].figure(figure) if figure is not None else None
    someone = now or was
    return {
        "warband": seen.past.warbands[key].name,
        "aspect": difference.key.aspect.value,
        "name": difference.name,
        "before": _plain(difference.before),
        "after": _plain(difference.after),
        "boxes": seen.result.new[key].boxes(someone) if someone else 0,
    }


def _plain(value: Any) -> Any:
    """Return a value so that it can be kept: things by their codes, figures as somebody who is there."""
    if isinstance(value, Figure):
        return True
    if isinstance(value, Record):
        return [value.battles, value.won, value.drawn, value.lost, value.victory_points, value.takedowns]
    if isinstance(value, tuple):
        return [one.name if isinstance(one, OwnedVehicle) else getattr(one, "code", one) for one in value]
    if isinstance(value, msgspec.Struct):
        if isinstance(value, Part):
            return names.part_code(value)
        return getattr(value, "title", None) or getattr(value, "paid_ahead", 0)
    if value is UNSET:
        return None
    return getattr(value, "value", value)


def difference_sentence(line: Line, catalogue: Catalogue) -> str:
    """Return what changes for a figure or a warband in one plain sentence; ``catalogue`` is that of the campaign."""
    make = _SENTENCES.get(line["aspect"])
    said = make(_with_names(line, catalogue)) if make else _("something else")
    return _("%(who)s: %(what)s") % {"who": line["name"], "what": said}


def _with_names(line: Line, catalogue: Catalogue) -> Line:
    """Return a difference with what depends on the catalogue: things by their names, which boxes are grey."""
    name = _THINGS.get(line["aspect"])
    named = {when: [name(code, catalogue) for code in line[when] or ()] for when in ("before", "after")} if name else {}
    return {**line, **named, "grey_every": catalogue.grey_every}


_THINGS: Final[Mapping[str, Callable[[str, Catalogue], str]]] = {
    Aspect.STASH: names.item_name,
    Aspect.SKILLS: names.skill_name,
    Aspect.INJURIES: names.injury_name,
    Aspect.GEAR: names.item_name,
}
"""How the things are called that a difference lists by their codes."""


def things_in(lines: Iterable[Line]) -> Iterator[str]:
    """Yield the codes of the things that lines of a correction name."""
    for line in lines:
        if line["aspect"] in _THINGS:
            yield from (str(code) for when in ("before", "after") for code in line[when] or ())


def _numbers(label: Callable[[], str]) -> Callable[[Line], str]:
    def sentence(line: Line) -> str:
        values = {"label": label(), "before": line["before"] or 0, "after": line["after"] or 0}
        return _("%(label)s %(before)s → %(after)s") % values

    return sentence


def _words(label: Callable[[], str], name: Callable[[str], str]) -> Callable[[Line], str]:
    def sentence(line: Line) -> str:
        before, after = (name(str(line[when])) if line[when] else "–" for when in ("before", "after"))
        return _("%(label)s: %(before)s → %(after)s") % {"label": label(), "before": before, "after": after}

    return sentence


def _lists(label: Callable[[], str]) -> Callable[[Line], str]:
    """Say what is gained and what is lost; the same things in another order are another order."""

    def sentence(line: Line) -> str:
        before, after = list(line["before"] or ()), list(line["after"] or ())
        for thing in list(before):
            if thing in after:
                before.remove(thing)
                after.remove(thing)
        changes = [f"+ {thing}" for thing in after] + [f"− {thing}" for thing in before]
        what = ", ".join(changes) or _("the same, arrived at differently")
        return _("%(label)s: %(what)s") % {"label": label(), "what": what}

    return sentence


def _experience(line: Line) -> str:
    before, after, boxes = int(line["before"] or 0), int(line["after"] or 0), int(line["boxes"])
    said = _("experience %(before)s → %(after)s") % line
    count = abs(after - before)
    first, last = min(before, after) + 1, max(before, after)
    values = {"first": first, "last": last, "said": said}
    if not boxes or not count:
        return said
    if after < before:
        text = ngettext(
            "%(said)s (box %(last)s not ticked)", "%(said)s (boxes %(first)s to %(last)s not ticked)", count
        )
    else:
        text = ngettext("%(said)s (box %(last)s ticked)", "%(said)s (boxes %(first)s to %(last)s ticked)", count)
    grey = [box for box in range(first, last + 1) if box % line["grey_every"] == 0]
    return text % values + (" · " + _("a grey box among them") if grey else "")


def _record(line: Line) -> str:
    was, now = line["before"], line["after"]
    labels = (
        (pgettext("record", "battles"), 0),
        (pgettext("record", "won"), 1),
        (pgettext("record", "drawn"), 2),
        (pgettext("record", "lost"), 3),
        (_("victory points"), 4),
        (pgettext("record", "put out"), 5),
    )
    return ", ".join(f"{label} {was[place]} → {now[place]}" for label, place in labels if was[place] != now[place])


def _aftermath(line: Line) -> str:
    if line["after"]:
        return _("the aftermath of “%(title)s” is to be rolled") % {"title": line["after"]}
    return _("the aftermath of “%(title)s” is no longer to be rolled") % {"title": line["before"]}


_SENTENCES: Final[Mapping[str, Callable[[Line], str]]] = {
    Aspect.NAME: _words(lambda: _("name"), str),
    Aspect.TREASURY: _numbers(lambda: _("treasury")),
    Aspect.STASH: _lists(lambda: _("stash")),
    Aspect.MUSTERED: lambda line: _("the muster is closed") if line["after"] else _("the muster is open again"),
    Aspect.RECORD: _record,
    Aspect.AFTERMATH: _aftermath,
    Aspect.VEHICLES: _lists(lambda: _("vehicles")),
    Aspect.MEMBER: lambda line: _("joins the warband") if line["after"] else _("never joined the warband"),
    Aspect.STANDING: _words(lambda: _("whereabouts"), names.standing_name),
    Aspect.RANK: _words(lambda: _("rank"), names.rank_name),
    Aspect.EXPERIENCE: _experience,
    Aspect.CHOICES: _numbers(lambda: _("skills to choose")),
    Aspect.SKILLS: _lists(lambda: _("skills")),
    Aspect.INJURIES: _lists(lambda: _("injuries")),
    Aspect.GEAR: _lists(lambda: _("gear")),
    Aspect.CONTRACT: _numbers(lambda: _("battles paid ahead")),
    Aspect.NEXT_BATTLE: lambda line: _("takes part in the next battle differently"),
    Aspect.PROFILE: lambda line: _("another profile"),
    Aspect.CAPTIVITY: lambda line: _("held by the aliens") if line["after"] else _("not held by the aliens"),
    Aspect.PART: _words(lambda: _("part in the pulp"), names.part_name),
    PUT_IN: lambda _line: _("a battle that was forgotten"),
    CIVILIANS: lambda _line: _("what became of the civilians with the aliens"),
    CALLED_OFF: lambda _line: _("the battle is called off"),
}


def step_sentence(row: JournalEntry, known: Past) -> str:
    """Return what a step of a journal did, in the words of the journal; an aftermath by its battle."""
    if row.kind == "recover":
        title = next((battle.title for battle in known.battles.values() if battle.key == row.data["battle"]), "")
        return _("The aftermath of “%(title)s”") % {"title": title} if title else str(_KINDS[row.kind])
    said = told(row.events, known.catalogue)
    return said or str(_KINDS.get(row.kind, row.kind))


def refusal_sentence(refusal: Refusal, seen: Look, roster: Roster) -> str:
    """Return what cannot have been, and why."""
    known = seen.past
    battle = known.battles.get(refusal.ref)
    row = known.rows.get(refusal.ref)
    title = battle.title if battle else put_in_title(seen, refusal.ref)
    what = _("“%(title)s”") % {"title": title} if title else step_sentence(row, known) if row else _("The new step")
    if {problem.code for problem in refusal.problems} == {"no_aftermath"}:
        return _("%(what)s goes, as its battle does") % {"what": what}
    why = " ".join(dict.fromkeys(problem_sentence(problem, roster.catalogue, roster) for problem in refusal.problems))
    return _("%(what)s – no longer possible: %(why)s") % {"what": what, "why": why}


def put_in_title(seen: Look, ref: str) -> str:
    """Return the title of the forgotten battle that a ref stands for, or of whose aftermath; nothing if for none."""
    put_in = (edit for edit in seen.correction.engine_edits if isinstance(edit, InsertBattle))
    return next((edit.title for edit in put_in if ref in edit.refs), "")


def question_sentence(question: Question, seen: Look) -> str:
    """Return what a referee is asked about somebody who could have been at a battle after all."""
    battle = seen.past.battles.get(question.ref)
    title = battle.title if battle is not None else put_in_title(seen, question.ref)
    values = {"name": question.name, "warband": seen.past.warbands[question.warband].name, "title": title}
    return _("Was %(name)s (%(warband)s) at “%(title)s”?") % values


def missing_sentence(missing: Missing, roster: Roster) -> str:
    """Return what is to be rolled, and for whom."""
    number = missing.request.figure
    someone = (roster.figure(number) or roster.vehicle(number)) if number is not None else None
    name = someone.name if someone else ""
    if missing.request.reason.startswith(ACTIVITY):
        return _("%(name)s is erratic: the die before the battle") % {"name": name}
    return roll_sentence(missing.request.reason, name)


_KINDS: Final = {
    "struck": gettext_lazy("a step struck out earlier"),
    "recover": gettext_lazy("the aftermath"),
    "fight": gettext_lazy("the battle"),
}


def edit_sentences(seen: Look) -> list[tuple[str, str]]:
    """Return what is corrected, each with the ref by which it is left out again."""
    said: dict[str, str] = {}
    for edit in seen.correction.engine_edits:
        said[edit.ref] = _edit(edit, seen.past)
    for face in seen.correction.engine_faces:
        row = seen.past.rows.get(face.ref)
        asked = {(m.ref, m.request.figure, m.request.reason) for m in seen.result.missing}
        if row is not None and (face.ref, face.figure, face.reason) not in asked:
            shown = "-".join(map(str, face.faces))
            text = _("%(what)s – the dice show %(faces)s")
            said.setdefault(face.ref, text % {"what": step_sentence(row, seen.past), "faces": shown})
    return list(said.items())


def _edit(edit: Any, known: Past) -> str:
    battle, row = known.battles.get(edit.ref), known.rows.get(edit.ref)
    what = battle.title if battle else step_sentence(row, known) if row else ""
    match edit.__struct_config__.tag:
        case "strike" if battle and edit.called_off:
            return _("“%(title)s” is called off") % {"title": what}
        case "strike" if battle:
            return _("“%(title)s” is open again") % {"title": what}
        case "strike":
            return _("Struck out: %(what)s") % {"what": what}
        case "report":
            return _("“%(title)s” is reported differently") % {"title": what}
        case "battle":
            names_ = " – ".join(known.warbands[key].name for key in edit.sides if key in known.warbands)
            return _("A battle that was forgotten: “%(title)s” (%(warbands)s)") % {
                "title": edit.title,
                "warbands": names_,
            }
        case "insert":
            return _("Added for %(warband)s: %(what)s") % {
                "warband": known.warbands[edit.warband].name,
                "what": _kind_of(edit.entry),
            }
    return _("%(what)s becomes: %(new)s") % {"what": what, "new": _kind_of(edit.entry)}


def _kind_of(entry: AnyEntry) -> str:
    form = FORMS.get(str(entry.__struct_config__.tag))
    return str(form.title) if form else str(entry.__struct_config__.tag)


def sentences(lines: Iterable[Line], catalogue: Catalogue) -> list[tuple[str, list[str]]]:
    """Return what changed, warband by warband; ``catalogue`` is that of the campaign."""
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line["warband"], []).append(difference_sentence(line, catalogue))
    return list(found.items())
