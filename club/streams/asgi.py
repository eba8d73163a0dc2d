"""Streams where an ASGI server runs the site: answered before Django, which would keep a thread for each of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.db import connection

from club.streams import events, tickets
from club.streams.hub import Hub
from club.streams.places import Places
from club.streams.tickets import Ticket

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in events.HEADERS]

log = logging.getLogger(__name__)


class AsgiStream:
    """One stream; what is told in the hub's thread is sent in the loop's."""

    def __init__(self, ticket: Ticket, is_well: Callable[[], bool]) -> None:
        self.ticket = ticket
        self._is_well = is_well
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue()

    def tell(self, mark: str) -> None:
        """Pass on a mark."""
        self._put(events.mark(mark), goes_on=True)

    def end(self, why: str) -> None:
        """Say why, and close."""
        self._put(events.farewell(why), goes_on=False)

    def _put(self, event: bytes, *, goes_on: bool) -> None:
        self._loop.call_soon_threadsafe(self._events.put_nowait, (event, goes_on))

    async def send_all(self, send: Send) -> None:
        """Send what is told, and a beat where nothing is, until it ends.

        No beat while the database cannot be asked: pages take their streams for lost then, and ask by themselves.
        """
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        goes_on = True
        while goes_on:
            try:
                event, goes_on = await asyncio.wait_for(self._events.get(), events.BEATS)
            except TimeoutError:
                if not self._is_well():
                    continue
                event = events.BEAT
            await send({"type": "http.response.body", "body": event, "more_body": goes_on})


class Streams:
    """The branch for streams before the application that answers everything else."""

    def __init__(self, pages: Application, most: int) -> None:
        self._pages = pages
        self._places = Places(most)
        self._hub = Hub()
        # One thread, so that whatever the hub does happens after one another and on one connection.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="streams")
        self._looking: asyncio.Task[None] | None = None
        self._is_well = True

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for a stream; leave all others to the site."""
        ticket = tickets.read_ticket(scope["path"]) if wants_stream(scope) else None
        if ticket is None or not self._places.take(ticket):
            await self._pages(scope, receive, send)
            return
        stream = AsgiStream(ticket, lambda: self._is_well)
        await self._in_thread(self._hub.add, stream)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        sending = asyncio.create_task(stream.send_all(send))
        closed = asyncio.create_task(_closed(receive))
        try:
            await asyncio.wait({sending, closed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, closed):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task
            await self._in_thread(self._hub.drop, stream)
            self._places.leave(ticket)

    async def _look(self) -> None:
        """Look as long as there is anybody to tell."""
        while self._places.taken:
            try:
                await self._in_thread(self._hub.look, time.monotonic())
                self._is_well = True
            except Exception as error:  # the database is away: it will be asked again
                if self._is_well:
                    log.warning("Streams: %s: %s", type(error).__name__, error)
                self._is_well = False
                await self._in_thread(_close_connection)
            await asyncio.sleep(self._hub.pause(time.monotonic()))
        await self._in_thread(_close_connection)

    async def _in_thread(self, work: Callable[..., object], *arguments: object) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def wants_stream(scope: Message) -> bool:
    """Tell whether somebody asks for a stream."""
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and scope["path"].startswith(tickets.PATH)
        and any(name == b"accept" and b"text/event-stream" in value for name, value in scope["headers"])
    )


async def _closed(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _close_connection() -> None:
    """Close the connection of the thread that calls."""
    connection.close()
