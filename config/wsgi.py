"""The site as WSGI servers expect it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.warm import warm  # noqa: E402  knows the apps, which are loaded by now

warm()
