"""Who may still be paired in a round."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.wars.battles.forms import serving
from campaigns.wars.battles.operations import held_back
from campaigns.wars.models.round import Round
from campaigns.wars.rounds.operations import busy_in
from rosters.models import Warband


def free_in(round: Round, resting: Iterable[Warband]) -> dict[int, Warband]:
    """Return who may be paired in the round, by key: who serves, is not ``resting``, and has no battle in it yet."""
    serve = serving(round.campaign)
    busy = {*busy_in(round), *held_back(serve).values_list("pk", flat=True), *(warband.pk for warband in resting)}
    return {warband.pk: warband for warband in serve if warband.pk not in busy}
