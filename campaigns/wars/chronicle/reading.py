"""Reading the facts out of journal entries: what one entry has to tell of its warband."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaigns.wars.chronicle.archive import Archive, Records
from campaigns.wars.chronicle.facts import (
    Deed,
    Fact,
    Flight,
    Harm,
    Harms,
    InPlace,
    Joined,
    LeaderLost,
    Learned,
    Legend,
    Lost,
    Mishap,
    OutOfTouch,
    Plain,
    Promoted,
    Succession,
    Trained,
    Unharmed,
    Victim,
)
from campaigns.wars.chronicle.kinds import HARMLESS, NEWS
from campaigns.wars.chronicle.telling.weapons import PHRASES
from engines.musg.ranks import Rank
from engines.musg.report import Down, Who
from rosters.models import JournalEntry
from rosters.wording.values import names_a_thing

DEAD = ("killed", "died")
SETBACK = "setback"
SUCCEEDED = ("became_leader", "heir_to_choose", "leader_to_hire")


def battle_key(row: JournalEntry) -> str:
    """Return the key of the battle that a fight or an aftermath belongs to, else an empty string."""
    return str(row.data.get("battle") or row.data.get("engagement", {}).get("battle", ""))


def facts_of(row: JournalEntry, archive: Archive) -> list[Fact]:
    """Return what an entry has to tell of its warband, and why a referee made it where the player did not."""
    facts = _told_by(row, archive)
    return [*facts, InPlace(row.reason)] if facts and row.reason else facts


def _told_by(row: JournalEntry, archive: Archive) -> list[Fact]:
    records = archive.battles.get(battle_key(row))
    if row.kind == "fight" and records is not None and records.counts:
        return list(_fight(row, records, archive))
    if row.kind == "recover":
        return list(_aftermath(row, records, archive))
    return list(_steps(event for event in row.events if event["code"] in NEWS))


def gathered(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts with all newcomers, and all skills learned, told together where the first of them stood."""
    facts, found = list(facts), list[Fact]()
    joined = [person for fact in facts if isinstance(fact, Joined) for person in fact.people]
    learned = [fact for fact in facts if isinstance(fact, Learned)]
    together: dict[type, Fact] = {Joined: Joined(tuple(joined))}
    if learned:
        together[Learned] = _training(learned)
    for fact in facts:
        if type(fact) not in (Joined, Learned):
            found.append(fact)
        elif (gathering := together.pop(type(fact), None)) is not None:
            found.append(gathering)
    return found


def named_by(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the codes of the things that facts name."""
    for fact in facts:
        if isinstance(fact, Learned):
            yield from fact.skills
        elif isinstance(fact, Trained):
            yield from (code for code, _names in fact.skills)
        elif isinstance(fact, Deed):
            yield from (code for victim in fact.victims for code in victim.weapons if code not in PHRASES)
        elif isinstance(fact, LeaderLost):
            yield from (code for code in fact.weapons if code not in PHRASES)
        elif isinstance(fact, Plain) and "item" in fact.params and names_a_thing(fact.code):
            yield str(fact.params["item"])


def _training(learned: Iterable[Learned]) -> Fact:
    """Return what one figure learned, or who learned what where there are several."""
    told = [(fact.name, skill) for fact in learned for skill in fact.skills]
    skills = tuple(dict.fromkeys(skill for _name, skill in told))
    if len({name for name, _skill in told}) == 1:
        return Learned(told[0][0], skills)
    return Trained(tuple((skill, tuple(name for name, had in told if had == skill)) for skill in skills))


# A battle


def _fight(row: JournalEntry, records: Records, archive: Archive) -> Iterator[Fact]:
    """Yield whom the warband's figures felled, who fell by accident, who fled."""
    key = row.warband.key
    mine = [down for down in records.report.downs if down.by is not None and down.by.warband == key]
    led = _leaders(row, mine)
    for doer in dict.fromkeys(down.by for down in mine if down.by is not None):
        victims = [_victim(down, records, archive, led) for down in mine if down.by == doer]
        yield Deed(archive.name(doer), tuple(victims))
    mishaps = [down for down in records.report.downs if down.by is None and down.victim.warband == key]
    for killed in (False, True):
        if names := tuple(archive.name(down.victim) for down in mishaps if down.killed is killed):
            yield Mishap(names, killed)
    if fled := tuple(archive.name(who) for who in records.report.fled if who.warband == key):
        yield Flight(fled)


def _leaders(row: JournalEntry, mine: list[Down]) -> set[Who]:
    """Return the victims who were leaders then: an engagement notes their ranks in the order of the report."""
    takedowns = row.data.get("engagement", {}).get("takedowns", [])
    if len(takedowns) != len(mine):
        return set()
    told = zip(mine, takedowns, strict=True)
    return {down.victim for down, takedown in told if takedown.get("victim") == Rank.LEADER.value}


def _victim(down: Down, records: Records, archive: Archive, led: set[Who]) -> Victim:
    warband = next((part.name for part in records.parts if part.key == down.victim.warband), "")
    return Victim(
        archive.name(down.victim),
        _weapons(down, records),
        down.killed,
        warband if down.victim in led else "",
        "" if records.duel else warband,
    )


def _weapons(down: Down, records: Records) -> tuple[str, ...]:
    return records.weapons.get((down.victim, down.by), ()) if down.by is not None else ()


# An aftermath


def _aftermath(row: JournalEntry, records: Records | None, archive: Archive) -> Iterator[Fact]:
    """Yield the leader's fate first, then the dead, the marked, the unharmed, and what the others came to."""
    events = list(row.events)
    codes = {event["code"] for event in events}
    vacant = not codes.isdisjoint(SUCCEEDED) and "legend" not in codes
    dead = [event for event in events if event["code"] in DEAD]
    first = [event for event in dead if vacant and archive.leads(_who(row, event))]
    for event in first:
        down = _down(row, event, records)
        by = archive.name(down.by) if down and down.by else ""
        weapons = _weapons(down, records) if down and records else ()
        yield LeaderLost(_name(event), event["code"] == "killed", by, weapons)
    if "legend" not in codes:
        yield from _successors(events)
    for event in dead:
        if event not in first:
            down = _down(row, event, records)
            yield Lost(_name(event), event["code"] == "killed", archive.name(down.by) if down and down.by else "")
    yield from _returns(events, len(dead))
    for code, fact in (("lost_contact", OutOfTouch), ("promoted", Promoted)):
        if names := tuple(_name(event) for event in events if event["code"] == code):
            yield fact(names)
    told = {*DEAD, "returned", "lost_contact", "promoted", *(() if "legend" in codes else SUCCEEDED)}
    yield from _steps(event for event in events if event["code"] in NEWS and event["code"] not in told)


def _who(row: JournalEntry, event: Mapping[str, Any]) -> Who:
    return Who(row.warband.key, int(event.get("figure") or 0))


def _name(event: Mapping[str, Any]) -> str:
    return str(event["params"].get("name", "?"))


def _down(row: JournalEntry, event: Mapping[str, Any], records: Records | None) -> Down | None:
    """Return how a figure was reported to have fallen."""
    victim = _who(row, event)
    return next((down for down in records.report.downs if down.victim == victim), None) if records else None


def _successors(events: Iterable[Mapping[str, Any]]) -> Iterator[Fact]:
    for event in events:
        match event["code"]:
            case "became_leader":
                yield Succession(_name(event))
            case "leader_to_hire":
                yield Succession()
            case "heir_to_choose":
                yield Plain(event["code"], event["params"])


def _returns(events: Iterable[Mapping[str, Any]], dead: int) -> Iterator[Fact]:
    """Yield who came back marked, and who did not show a scratch."""
    harms, unharmed, spared = [], [], False
    events = list(events)
    # What a pulp hero bears for one battle is told as no more than that.
    passing = {(event.get("figure"), event["params"]["item"]) for event in events if event["code"] == "for_one_battle"}
    weighed_down = {event.get("figure") for event in events if event["code"] == SETBACK}
    for event in events:
        if event["code"] != "returned":
            continue
        results = str(event["params"].get("result", "")).split()
        if "robbed" in results and event["params"].get("guarded"):
            spared = True
            results = [code for code in results if code != "robbed"]
        who = event.get("figure")
        counted = Counter(code for code in results if code not in HARMLESS and (who, code) not in passing)
        counted.update([SETBACK] if who in weighed_down else ())
        if counted:
            harms.append(Harm(_name(event), tuple(sorted(counted.items()))))
        else:
            unharmed.append(_name(event))
    if harms or spared:
        yield Harms(tuple(harms), spared)
    if unharmed:
        yield Unharmed(tuple(unharmed), not harms and not dead)


# Everything else


def _steps(events: Iterable[Mapping[str, Any]]) -> Iterator[Fact]:
    for event in events:
        code, params = event["code"], event["params"]
        match code:
            case "learned":
                yield Learned(_name(event), (str(params.get("item", "")),))
            case "hired":
                yield Joined(((_name(event), str(params.get("rank", ""))),))
            case "legend":
                yield Legend(_name(event), int(params.get("price", 0)))
            case "became_leader":
                yield Succession(_name(event))
            case "leader_to_hire":
                yield Succession()
            case "returned" | "killed" | "died":
                pass  # only an aftermath has them
            case _:
                yield Plain(code, params)
