"""As last time: an earlier warband's people and arms in a new muster, as far as its rules and points go."""

from __future__ import annotations

from engines.musg import purchase
from engines.musg.entries import AnyEntry, Buy, Engage, TakePart
from engines.musg.levy.draft import Draft
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

_FIRST: dict[Rank, int] = {Rank.LEADER: 0, Rank.HENCHMAN: 1}


def again(warband: Warband, earlier: Warband) -> list[AnyEntry]:
    """Return the entries that muster the people of an earlier warband anew, with what they carried.

    The leader and one henchman come first: without them nothing is legal. Nobody brings what was learned, and
    characters for hire do not come along. What is too dear or no longer allowed is left out.
    """
    draft = Draft(warband)
    if earlier.part and warband.rules.plays_pulp and not warband.part:
        draft.take([TakePart(side=earlier.part.side, tribe=earlier.part.tribe)])
    joined: list[tuple[int, Figure]] = []
    for model in _in_order(earlier):
        number = draft.warband.next_figure
        if draft.take([_joining(draft.warband, model)]):
            joined.append((number, model))
    for number, model in joined:
        carried = list(model.item_codes)
        for code in warband.catalogue.carried_by_all:
            if code in carried:
                carried.remove(code)
        for code in carried:
            draft.take([Buy(item=code, figure=number)])
    return draft.entries


def _in_order(earlier: Warband) -> list[Figure]:
    models = [figure for figure in earlier.active if not figure.hired or figure.mercenary]
    henchman = next((figure for figure in models if figure.origin is Rank.HENCHMAN), None)
    # ``origin``: whoever rose to a rank joined with the profile of another.
    return sorted(models, key=lambda figure: _FIRST.get(figure.origin, 2) if _counts(figure, henchman) else 2)


def _counts(figure: Figure, henchman: Figure | None) -> bool:
    return figure is henchman or figure.rank is Rank.LEADER


def _joining(warband: Warband, model: Figure) -> AnyEntry:
    if model.mercenary is not None:
        return Engage(mercenary=model.mercenary, name=model.name)
    rank = Rank.LEADER if model.rank is Rank.LEADER else model.origin
    return purchase.recruit(warband, rank, model.non_player or model.race, model.name)
