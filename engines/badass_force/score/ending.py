"""How a match of Badass Force ends, and what everybody still needs."""

from __future__ import annotations

from typing import Final

from engines.badass_force.score.points import TIE_BREAKS, contenders, places as places_behind
from engines.badass_force.score.state import BadassState
from engines.core.problems import Param
from engines.core.score import Need, Outcome, Placing, best_first, shared_places

WIN_ONLY: Final = 2
"""From this version on the tie-break decides the win alone: behind it equal points share a place (ruling F52)."""


def tied(state: BadassState) -> tuple[int, ...]:
    """The seats that share the most points among those who stayed; none if one is alone in front."""
    return contenders(state.counted)


def missing(state: BadassState) -> tuple[int, ...]:
    """The tied seats whose cards in hand are unknown; once all are known, those whose ammunition still matters."""
    level = tied(state)
    unknown = tuple(seat for seat in level if state.holdings[seat] is None)
    if unknown:
        return unknown
    held = {seat: holding for seat in level if (holding := state.holdings[seat])}
    most = max((holding.cards for holding in held.values()), default=0)
    foremost = [seat for seat, holding in held.items() if holding.cards == most]
    return tuple(seat for seat in foremost if held[seat].ammo is None) if len(foremost) > 1 else ()


def outcome(state: BadassState) -> Outcome | None:
    """Return how the match ended: most points, then cards in hand, then ammunition, then another game.

    Whoever left comes behind those who stayed, and when at most one did, the match is over. Tie-breaks are for the
    first place, which is all that the rulebook decides with them; further down equals share.
    """
    if not state.ended:
        return None
    totals, standing, level, lacking = state.totals, state.counted, tied(state), missing(state)
    held = {seat: _held(state, seat) for seat in level}
    places = shared_places([(standing[seat], *held.get(seat, (0, 0))) for seat in state.seats])
    if state.setup.rules_version >= WIN_ONLY:
        places = places_behind(standing, [seat for seat in state.seats if places[seat] == 1])
    placings = [Placing(seat, places[seat], totals[seat], _figures(state, seat, level)) for seat in state.seats]
    cards_known = all(state.holdings[seat] for seat in level)
    return Outcome(
        reason=state.ended,
        places=best_first(placings),
        tie_breaks=_used(list(held.values())),
        missing=() if not lacking else TIE_BREAKS[1:] if cards_known else TIE_BREAKS,
        another_game=bool(level) and not lacking and places.count(1) > 1,
        rule="ruling F27" if level else "ruling F26" if state.ended == "limit" else "",
    )


def _held(state: BadassState, seat: int) -> tuple[int, int]:
    """What tied seats are compared by: nothing before all have told it, ammunition only where all equals have."""
    known = {s: holding for s in tied(state) if (holding := state.holdings[s])}
    if len(known) < len(tied(state)):
        return (0, 0)
    mine = known[seat]
    equals = [holding.ammo for holding in known.values() if holding.cards == mine.cards]
    return (mine.cards, 0 if mine.ammo is None or None in equals else mine.ammo)


def _figures(state: BadassState, seat: int, level: tuple[int, ...]) -> dict[str, int]:
    holding = state.holdings[seat]
    if holding is None or seat not in level:
        return {}
    return {"cards": holding.cards} | ({} if holding.ammo is None else {"ammo": holding.ammo})


def _used(held: list[tuple[int, int]]) -> tuple[str, ...]:
    """Which tie-breaks told tied players apart: ammunition only where cards did not."""
    cards = {cards for cards, _ in held}
    used = ("cards",) if len(cards) > 1 else ()
    return (*used, "ammo") if len(set(held)) > len(cards) else used


def needs(state: BadassState) -> tuple[Need, ...]:
    """Return who needs what to win.

    ``to_limit``: so many points to the limit; ``kills`` is the fewest that bring them in the running turn, each of the
    sole leader while another seat is alone in front; ``at_start`` is what the seat's next turn brings by itself. Once
    the limit is reached, everything is decided by the end of the turn: ``to_lead`` is what the seat needs to be alone
    in front, ``leading`` what it is ahead.
    """
    if state.ended:
        return ()
    totals = state.totals
    return tuple(
        _last_chance(state, totals, seat) if state.limit_reached else _race(state, totals, seat)
        for seat in state.staying
    )


def _race(state: BadassState, totals: tuple[int, ...], seat: int) -> Need:
    points = state.setup.limit - totals[seat]
    bonus = state.setup.cool_bonus if any(s != seat for s in state.vengeance) and seat not in state.vengeance else 0
    params: dict[str, Param] = {"at_start": bonus}
    kills = fewest_kills(state, seat, state.setup.limit)
    if kills is not None:
        params["kills"] = kills
    return Need(seat, "to_limit", points, params)


def _last_chance(state: BadassState, totals: tuple[int, ...], seat: int) -> Need:
    others = max(totals[other] for other in state.staying if other != seat)
    if totals[seat] > others:
        return Need(seat, "leading", totals[seat] - others)
    kills = fewest_kills(state, seat, others + 1)
    return Need(seat, "to_lead", others + 1 - totals[seat], {} if kills is None else {"kills": kills})


def fewest_kills(state: BadassState, seat: int, target: int) -> int | None:
    """The fewest kills in the running turn that take a seat to ``target`` while nobody else scores.

    ``None`` when kills score nothing by house rule.
    """
    setup, totals = state.setup, list(state.totals)
    others = [total for other, total in enumerate(totals) if other != seat]
    best_alone = others.count(max(others)) == 1
    kills, first = 0, seat not in state.scorers
    while totals[seat] < target:
        gain = setup.first_kill if first else setup.later_kill
        if best_alone and max(others) > totals[seat]:
            gain += setup.leader_bonus
        if not gain and not first:
            return None
        totals[seat] += gain
        kills, first = kills + 1, False
    return kills
