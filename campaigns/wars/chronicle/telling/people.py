"""What happens to a warband between battles, told; what has no words of its own here keeps those of the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from campaigns.wars.chronicle.facts import InPlace, Joined, Learned, Plain, Trained
from campaigns.wars.chronicle.telling.grammar import listed, quoted
from campaigns.wars.chronicle.telling.voice import Voice
from campaigns.wars.replay.wording.names import join
from club.grammar import filled, named
from rosters.history import in_place
from rosters.wording import event_sentence, rank_name, skill_name

LEARNED: Final = ngettext_lazy("%(name)s learned %(skills)s.", "%(name)s learned %(skills)s.", "count")
TRAINED: Final = (
    gettext_lazy("Time was put to use: %(skills)s."),
    gettext_lazy("There was training: %(skills)s."),
)
JOINED: Final = ngettext_lazy("%(names)s joined the warband.", "%(names)s joined the warband.", "count")


def _learned(fact: Learned, voice: Voice) -> Iterator[str]:
    skills = join(quoted(skill_name(code, voice.catalogue)) for code in fact.skills)
    yield filled(LEARNED, {"name": named(fact.name), "skills": skills, "count": len(fact.skills)})


def _trained(fact: Trained, voice: Voice) -> Iterator[str]:
    clauses = [
        _("%(skill)s for %(names)s") % {"skill": quoted(skill_name(code, voice.catalogue)), "names": listed(names)}
        for code, names in fact.skills
    ]
    yield filled(voice.pick("trained", TRAINED), {"skills": _("; ").join(clauses)})


def _joined(fact: Joined, voice: Voice) -> Iterator[str]:
    names = join(f"{named(name)} ({rank_name(rank).lower()})" for name, rank in fact.people)
    yield filled(JOINED, {"names": names, "count": len(fact.people)})


def _plain(fact: Plain, voice: Voice) -> Iterator[str]:
    yield event_sentence(fact.code, fact.params, voice.catalogue)


def _in_place(fact: InPlace, voice: Voice) -> Iterator[str]:
    yield in_place(fact.reason)


TELLERS: Final[Mapping[type, Callable[[Any, Voice], Iterator[str]]]] = {
    Learned: _learned,
    Trained: _trained,
    Joined: _joined,
    Plain: _plain,
    InPlace: _in_place,
}
