"""What the builder sells to one figure: kits, and the wares of a kind or of a search, each bought by one tap."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from msgspec import Struct

from engines.musg import levy
from engines.musg.levy import Style
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.shop.hall import Recruit, another
from rosters.shop.shelf import Ware, stock
from rosters.shop.wish import KINDS, WORDS_MOST, Wish


class KindChip(Struct, frozen=True):
    """A kind of wares: where it is shown, whether it is."""

    code: str
    label: str
    icon: str
    address: str
    current: bool


class KitOffer(Struct, frozen=True):
    """A kit: what the form sends, what is in it, its price."""

    code: str
    items: str
    cost: int


class Counter(Struct, frozen=True):
    """All that is sold. ``kind`` and ``words`` are what is looked for; without either no wares are shown."""

    kits: tuple[KitOffer, ...]
    kinds: tuple[KindChip, ...]
    kind: str
    words: str
    wares: tuple[Ware, ...]
    another: Recruit | None


def counter(roster: Warband, figure: Figure, query: QueryDict) -> Counter | None:
    """Return what a figure is sold as the address or the form asks; ``None`` for whom nothing is sold."""
    if figure.is_zombie:
        return None
    wish = Wish.read(query, roster)
    wish = Wish(words=wish.words[:WORDS_MOST], kind=wish.kind, figures=(figure.id,))
    looked_for = wish.words or wish.kind
    wares = tuple(ware for shelf in stock(roster, wish).shelves for ware in shelf.wares) if looked_for else ()
    return Counter(
        kits=_kits(roster, figure),
        kinds=tuple(
            KindChip(kind.code, str(kind.short), kind.icon, _address(figure, kind.code), kind.code == wish.kind)
            for kind in KINDS
        ),
        kind=wish.kind,
        words=wish.words,
        wares=wares,
        another=another(roster, figure),
    )


def _address(figure: Figure, kind: str) -> str:
    return f"?{urlencode([('open', figure.id), ('kind', kind)])}"


def _kits(roster: Warband, figure: Figure) -> tuple[KitOffer, ...]:
    return tuple(
        KitOffer(
            kit.style.value,
            _("%(style)s: %(items)s")
            % {
                "style": _name(kit.style),
                "items": ", ".join(wording.marked_item(code, roster.catalogue) for code in kit.items),
            },
            kit.cost,
        )
        for kit in levy.kits(roster, figure)
    )


def _name(style: Style) -> str:
    return {Style.SHOOTERS: _("To shoot"), Style.BRAWLERS: _("To fight"), Style.MANY: _("Lightly armed")}[style]
