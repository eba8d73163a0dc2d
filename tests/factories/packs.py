"""Packs of members: the small one of the fen, written or published."""

from __future__ import annotations

from typing import Any

import tomli_w

from club.models import Member
from rosters.models import Pack, PackVersion
from rosters.packs import operations
from tests.engines.musg.packs.documents import FEN


def fen_pack(owner: Member, *, shared: bool = True, **words: Any) -> Pack:
    """The pack of the fen as a member's own; ``words`` are other words of its head."""
    made = operations.take_in(text=tomli_w.dumps({**FEN, **words}), owner=owner)
    if shared:
        operations.share_pack(pack=made, editors=[], shared=True, author=owner)
        made.refresh_from_db()
    return made


def published(owner: Member, *, shared: bool = True, **words: Any) -> PackVersion:
    """Its first version."""
    made = fen_pack(owner, shared=shared, **words)
    return operations.publish_pack(pack=made, note="", author=owner, turn=made.turn)
