"""The site's own settings as the tests use them: production ones, less what only slows tests down."""

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF")
os.environ["DEBUG"] = "0"
os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"
os.environ["DATABASE_POOL"] = "0"
os.environ["SECURE_SSL_REDIRECT"] = "0"
_UNSET = "LANGUAGE_CODE TIME_ZONE EMAIL_URL CACHE_URL CELERY_BROKER_URL SITE_NAME SENTRY_DSN OUTWARD_ALLOW"
for _name in (
    *_UNSET.split(),
    "SECURITY_CONTACT",
    "SECURITY_POLICY",
    *(one for one in os.environ if one[:8] == "SIGN_IN_"),
):
    os.environ.pop(_name, None)

from club.ways_in.servers import Server  # noqa: E402
from config.settings import *  # noqa: E402, F403

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # Whoever pulls the plug loses the tests' database as well: nobody waits for the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"  # noqa: F405

# Members may sign in with accounts elsewhere, and pages show it; nobody answers at these addresses. Google is left out.
SIGN_IN = [
    Server("discord", "discord", "Discord", "the-club", "known-to-both"),
    Server("openid_connect", "house", "The House", "the-club", "known-to-both", "http://127.0.0.1:9"),
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STRANGERS_A_SECOND = 0  # tests ask as often as they like, and see what is there
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
# The tests' browser and client speak plain HTTP.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = False
SECURE_HSTS_SECONDS = 0
# Messages to a worker stay in this process: no test wakes anybody it did not start itself.
HOOKS_AT_ONCE = 0
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
