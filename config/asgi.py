"""The site as ASGI servers expect it. Streams are answered first (``club.streams.asgi``)."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = get_asgi_application()

from club.streams.asgi import Streams  # noqa: E402  knows the apps, which are loaded by now
from config.settings import LIVE_STREAMS  # noqa: E402
from config.warm import warm  # noqa: E402

warm()
application = Streams(pages, LIVE_STREAMS)
