"""Aftermaths told: how the leader died and who followed, who does not come back, what the others carry for good."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from campaigns.wars.chronicle.facts import (
    Harm,
    Harms,
    LeaderLost,
    Legend,
    Lost,
    OutOfTouch,
    Promoted,
    Succession,
    Unharmed,
)
from campaigns.wars.chronicle.telling.grammar import in_words, listed
from campaigns.wars.chronicle.telling.voice import Voice
from campaigns.wars.chronicle.telling.weapons import with_what
from campaigns.wars.replay.wording.names import join
from club.grammar import filled, named
from engines.musg.catalogue import Catalogue
from rosters.wording import injury_name

MANY: Final = 4
"""Figures that came back marked before they are counted first."""

LEADER_KILLED: Final = (
    gettext_lazy("%(name)s was killed outright: the warband had lost its leader."),
    gettext_lazy("%(by)s killed %(name)s outright: the warband had lost its leader."),
    gettext_lazy("%(by)s killed %(name)s outright %(how)s: the warband had lost its leader."),
)
LEADER_DIED: Final = (
    gettext_lazy("%(name)s, the leader, did not recover."),
    gettext_lazy("%(by)s had felled %(name)s: the leader did not recover."),
    gettext_lazy("%(by)s had felled %(name)s %(how)s: the leader did not recover."),
)
"""By whom nobody knows, by whom, with what."""
SUCCEEDED: Final = (
    gettext_lazy("%(name)s took over the lead."),
    gettext_lazy("From now on %(name)s gives the orders."),
)
LOST: Final = (
    gettext_lazy("%(name)s did not come back: %(by)s saw to that."),
    gettext_lazy("The place of %(name)s in the ranks stays empty: %(by)s saw to that."),
)
KILLED: Final = (
    gettext_lazy("%(name)s died on the spot."),
    gettext_lazy("%(name)s died on the spot, by the hand of %(by)s."),
)
HARMS: Final[Mapping[str, Promise | str]] = {
    "hobbled": ngettext_lazy("now limps", "now limp", "figures"),
    "shaken": ngettext_lazy("has lost some nerve over it", "have lost some nerve over it", "figures"),
    "dimmed_sight": ngettext_lazy("no longer sees as well", "no longer see as well", "figures"),
    "erratic": ngettext_lazy(
        "is not always up to a fight any more", "are not always up to a fight any more", "figures"
    ),
    "setback": ngettext_lazy("will feel it in the next battle", "will feel it in the next battle", "figures"),
    "quack_fraud": ngettext_lazy(
        "fell into the hands of a quack and will miss the next battle",
        "fell into the hands of a quack and will miss the next battle",
        "figures",
    ),
    "quack_genuine": ngettext_lazy(
        "found a real doctor and is fitter than ever", "found a real doctor and are fitter than ever", "figures"
    ),
    "bruised": ngettext_lazy("has bruises that slow every blow", "have bruises that slow every blow", "figures"),
    "robbed": ngettext_lazy(
        "came back robbed of weapons and equipment", "came back robbed of weapons and equipment", "figures"
    ),
    "hatred": ngettext_lazy("dreams of nothing but revenge", "dream of nothing but revenge", "figures"),
    "hardened": ngettext_lazy("fears nothing any more", "fear nothing any more", "figures"),
    "against_all_odds": ngettext_lazy("pulled through against all odds", "pulled through against all odds", "figures"),
}
"""What became of whoever had this result, as the rest of a sentence."""


def _leader_lost(fact: LeaderLost, voice: Voice) -> Iterator[str]:
    how = with_what(fact.weapons, voice.catalogue)
    values = {"name": named(fact.name), "by": named(fact.by), "how": how}
    ways = LEADER_KILLED if fact.killed else LEADER_DIED
    yield filled(ways[2] if fact.by and values["how"] else ways[1] if fact.by else ways[0], values)


def _succession(fact: Succession, voice: Voice) -> Iterator[str]:
    if fact.name:
        yield filled(voice.pick("succession", SUCCEEDED), {"name": named(fact.name)})
    else:
        yield _("There is nobody left to lead: a new leader has to be hired.")


def _lost(fact: Lost, voice: Voice) -> Iterator[str]:
    values = {"name": named(fact.name), "by": named(fact.by)}
    if fact.killed:
        yield filled(KILLED[1] if fact.by else KILLED[0], values)
    elif fact.by:
        yield filled(voice.pick("lost", LOST), values)
    else:
        yield filled(_("%(name)s did not come back."), values)


def _harms(fact: Harms, voice: Voice) -> Iterator[str]:
    """Tell figures with the same fate together; many are counted first, and told in one breath."""
    alike: dict[tuple[tuple[str, int], ...], list[Harm]] = defaultdict(list)
    for harm in fact.harms:
        alike[harm.injuries].append(harm)
    clauses = [
        _("%(names)s %(fate)s")
        % {
            "names": listed(harm.name for harm in harms),
            "fate": join(_fate(code, times, len(harms), voice.catalogue) for code, times in injuries),
        }
        for injuries, harms in alike.items()
    ]
    if len(fact.harms) >= MANY and len(clauses) > 1:
        values = {"count": in_words(len(fact.harms)), "fates": _("; ").join(clauses)}
        yield filled(_("%(count)s came back the worse for wear: %(fates)s."), values)
    else:
        yield from (filled(_("%(clause)s."), {"clause": clause}) for clause in clauses)
    if fact.guarded:
        yield _("The troll bodyguard saw to it that nothing was stolen.")


def _fate(code: str, times: int, figures: int, catalogue: Catalogue) -> str:
    said = HARMS.get(code)
    if said is not None:
        fate = str(said % figures)
    else:
        fate = _("came back with “%(injury)s”") % {"injury": injury_name(code, catalogue)}
    if times == 1:
        return fate
    often = _("twice over") if times == 2 else _("%(count)s times over") % {"count": in_words(times)}
    return _("%(fate)s (%(often)s)") % {"fate": fate, "often": often}


def _unharmed(fact: Unharmed, voice: Voice) -> Iterator[str]:
    values = {"names": listed(fact.names), "count": in_words(len(fact.names))}
    if len(fact.names) == 1:
        yield filled(_("%(names)s came back without a scratch."), values)
    elif fact.all_of_them:
        yield filled(_("More frightened than hurt: the %(count)s who had fallen came back without a scratch."), values)
    else:
        yield filled(_("%(count)s others came back without a scratch."), values)


def _out_of_touch(fact: OutOfTouch, voice: Voice) -> Iterator[str]:
    yield filled(_("Nothing has been heard of %(names)s since."), {"names": listed(fact.names)})


def _promoted(fact: Promoted, voice: Voice) -> Iterator[str]:
    said = ngettext_lazy("%(names)s rose to lieutenant.", "%(names)s both rose to lieutenant.", "count")
    if len(fact.names) > 2:
        said = gettext_lazy("%(names)s all rose to lieutenant.")
    yield filled(said, {"names": listed(fact.names), "count": len(fact.names)})


def _legend(fact: Legend, voice: Voice) -> Iterator[str]:
    yield filled(
        _("%(name)s became a living legend and now fights for hire, for %(price)s points a battle."),
        {"name": named(fact.name), "price": fact.price},
    )


TELLERS: Final[Mapping[type, Callable[[Any, Voice], Iterator[str]]]] = {
    LeaderLost: _leader_lost,
    Succession: _succession,
    Lost: _lost,
    Harms: _harms,
    Unharmed: _unharmed,
    OutOfTouch: _out_of_touch,
    Promoted: _promoted,
    Legend: _legend,
}
