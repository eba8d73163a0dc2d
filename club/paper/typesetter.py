"""The process in which Typst works: ``python -m club.paper.typesetter NUMBER``, NUMBER being its end of a socket.

Typst remembers all that it has set lately, and the allocator what that took: some 150 MB after the first sheets,
several times as much after large ones, for good. Here that is nobody's memory but this process's own, which ends when
it has been idle, has set ``MOST`` papers or has grown beyond ``LARGEST``; whoever prints next starts another
(``workshop``).
"""

from __future__ import annotations

import resource
import signal
import sys
import time
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import msgspec
import typst

from club.paper.orders import Made, Order

FONTS: Final = Path(__file__).parent / "fonts"
UNSHOWN: Final = "could not be displayed with font"
"""What Typst says of a letter that it has in no typeface."""
MOST: Final = 100
LARGEST: Final = 400
"""Megabytes, at most, with which it waits for more work."""
IDLE: Final = 60.0
"""Seconds without work after which it ends."""


@cache
def fonts() -> typst.Fonts:
    """The typefaces of the site and those built into Typst, read once."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FONTS])


def fulfil(order: Order) -> Made:
    """Set what was ordered. A PDF keeps to its standard, unless there is a letter that none of the typefaces has."""
    begun = time.process_time()
    files, fault = [], ""
    try:
        files = _compiled(order, order.standard)
    except typst.TypstError as error:
        fault = error.message
        if order.standard and UNSHOWN in fault:
            fault, files = "", _compiled(order, "")
    return Made(files, fault, time.process_time() - begun)


def _compiled(order: Order, standard: str) -> list[bytes]:
    how: dict[str, Any] = {"pdf_standards": standard} if standard else {}
    how["format"] = order.format
    files: dict[str, Path | bytes] = {"main.typ": Path(order.template), **order.files}
    made: Any = typst.compile(
        files,
        root=order.root,
        font_paths=fonts(),
        ppi=order.ppi,
        sys_inputs=order.inputs,
        package_path=order.packages,
        package_cache_path=order.packages,
        **how,
    )
    return [made] if isinstance(made, bytes) else list(made or ())


def peak() -> float:
    """Return the most megabytes that this program has held.

    Linux says that of the program; what ``getrusage`` says begins with what the process had that started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        [said] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(said.split()[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(number: int) -> None:
    """Fulfil what comes, until nothing comes, nobody is there any more, or it is time for another process."""
    # Whoever started this one decides when it ends: by closing the socket, or by ending itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders, answers = msgspec.msgpack.Decoder(Order), msgspec.msgpack.Encoder()
    with Connection(number) as line:
        for _order in range(MOST):
            try:
                if not line.poll(IDLE):
                    return
                line.send_bytes(answers.encode(fulfil(orders.decode(line.recv_bytes()))))
            except (EOFError, OSError):
                return
            if peak() > LARGEST:
                return


if __name__ == "__main__":
    main(int(sys.argv[1]))
