"""What the contract shows as an example of what each operation of the API takes. The tests send every one of them."""

from __future__ import annotations

from typing import Any, Final

_AFTERWARDS: Final = {
    "downs": [
        {
            "victim": {"warband": "1f0c2a9b7d3e4f58", "figure": 1},
            "by": {"warband": "9e8d7c6b5a493827", "figure": 1},
        }
    ],
    "bonus": {"9e8d7c6b5a493827": 2},
}
"""The first figure of one warband took the other's out, and the scenario gave two points; warbands by their keys."""

EXAMPLES: Final[dict[str, Any]] = {
    "announce": {
        "title": "Open evening on Friday",
        "text": "Bring **friends**.",
        "public": True,
        "shown_until": "2100-01-08",
    },
    "found_warband": {"name": "The Fords", "race": "human", "era": "modern", "visibility": "club"},
    "take_in_warband": {
        "format": "arriere-ban/warband",
        "version": 1,
        "setup": {"race": "human", "name": "The Fords"},
        "journal": [{"kind": "hire", "rank": "leader", "race": "human", "name": "Bosco"}],
    },
    "take_step": {"kind": "rename", "figure": 1, "name": "Bosco"},
    "schedule_battle": {"warbands": [12, 15], "title": "At the ford", "date": "2026-12-03T19:00"},
    "cancel_battle": {"because": "Both are ill."},
    "report_battle": {"report": _AFTERWARDS},
    "count_report": {"report": _AFTERWARDS},
    "dispute_report": {"text": "My leader stood to the end."},
    "settle_report": {"because": "I was there."},
    "roll_aftermaths": {"because": "The evening was late."},
    "choose_dice": {"mode": "typed"},
    "type_faces": {"faces": [4, 2]},
    "new_match": {
        "game": "badass_force",
        "players": [{"member": "aline"}, {"guest": "Zoé"}],
        "result": [{"total": 16}, {"total": 9}],
    },
    "enter": {
        "entry": {"kind": "kill", "killer": 0, "victim": 1, "means": "weapon"},
        "client_id": "sheet-2026-01-08-1",
    },
    "reopen_match": {"because": "Somebody had a shot left."},
    "dispute_match": {"text": "It was 16 to 11."},
    "settle_match": {"because": "Both agree by now."},
    "new_table": {"game": "bagarre", "bots": ["thumb", "random"], "name": "Of my own"},
    "sit_down": {"seat": 1},
    "fill_seat": {"seat": 2, "bot": "thumb"},
    "decide": {"code": "hero priestess"},
    "play_bot": {"mine": "ready:human", "bot": "gentle"},
    "decide_in_battle": {"code": '{"do":"walk","x":12.5,"y":8.0}'},
    "answer_standing": {"answers": {"free_shot": "above_half", "pulp": "never"}},
    "step_aside": {"bot": "steady"},
    "propose_battle": {"pace": "days:2880", "absence": "bot", "clock": "", "lead_0": "me", "lead_1": "steady"},
    "agree_to_play": {"lead_1": "me"},
    "answer_evening": {"answer": "yes", "brings": "The big table."},
    "join_game": {"role": "player"},
}
"""By the name of the operation."""
