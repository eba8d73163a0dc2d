"""What binds a seat for a while: deeds forbidden, figures raised."""

from __future__ import annotations

from engines.badass_force.events import Lasts
from engines.badass_force.state import Lasting, Table


def remember(table: Table, what: str, seat: int, amount: int, until: str, *, owner: int, card: str) -> None:
    """Bind a seat."""
    table.lasting.append(Lasting(what, seat, amount, until, owner, card))
    if table.events is not None:
        table.emit(Lasts(seat=seat, what=what, amount=amount, until=until, card=card))


def forbidden(table: Table, seat: int, deed: str) -> bool:
    """Tell whether a seat may not do something now."""
    return any(each.seat == seat and each.what == deed and not each.amount for each in table.lasting)


def raised(table: Table, seat: int, figure: str) -> int:
    """Return by how much a figure is raised for a seat, and use up what lasts for one use."""
    lasting = table.lasting
    if not lasting:
        return 0
    mine = [each for each in lasting if each.seat == seat and each.what == figure and each.amount]
    for each in mine:
        if each.until == "used":
            lasting.remove(each)
    return sum(each.amount for each in mine)


def expire(table: Table, until: tuple[str, ...], seat: int | None = None) -> None:
    """End what lasts until now, of one seat or of all."""
    if table.lasting:
        table.lasting[:] = [
            each for each in table.lasting if each.until not in until or (seat is not None and each.seat != seat)
        ]


def leave(table: Table, owner: int) -> None:
    """End what lasts as long as a seat keeps its weapon."""
    if table.lasting:
        table.lasting[:] = [each for each in table.lasting if each.until != "leaves" or each.owner != owner]
