"""The site as WSGI servers expect it."""

import gc
import os

# What is loaded stays: looking through it for garbage a hundred times would be a tenth of the start.
gc.disable()

from django.core.wsgi import get_wsgi_application  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.warm import warm  # noqa: E402  knows the apps, which are loaded by now

warm()
gc.freeze()
gc.enable()
