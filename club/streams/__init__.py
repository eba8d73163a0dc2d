"""Streams: an open page is told that something changed instead of asking every few seconds.

A page signs a *ticket* after its own check of access (``tickets``): what it watches, for whom, until when. Its script
opens a stream with it, on which nothing but *marks* come (``club.live``); whoever is told of another mark fetches the
page's part as ever, through the view that checks access. One *hub* for each process (``hub``) asks the database for the
marks of all watched things together, and looks again and again whether the readers may still see them. Where there are
no streams, pages ask with their ticket for the mark (``memory``); where nobody answers that, as they did before.
"""
