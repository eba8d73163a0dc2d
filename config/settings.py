"""Settings, all read from the environment. docs/operating.md has the table of variables."""

import os
import secrets
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from config import services
from config.env import Env, OddValue

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env(os.environ)

# What the site keeps on this machine: the SQLite file, the broker's files, the demo's secret key.
VAR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))
VAR.mkdir(parents=True, exist_ok=True)

# Off unless asked for: a site put on the net by mistake is then a safe one.
DEBUG = env.flag("DEBUG", default=False)


def _secret_key() -> str:
    """SECRET_KEY from the environment; while trying the site out, one made once and kept in ``var``."""
    found = env.found("SECRET_KEY")
    if found is None and DEBUG:
        kept = VAR / "secret-key"
        if not kept.exists():
            kept.touch(mode=0o600)
            kept.write_text(secrets.token_urlsafe(64))
        return kept.read_text()
    if found is None:
        raise OddValue("SECRET_KEY", None, f"{STRONG} (or DEBUG=1 to try the site on your own machine)")
    return _strong("SECRET_KEY", found)


def _strong(name: str, key: str) -> str:
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-"):
        raise OddValue(name, f"{len(key)} characters", STRONG)
    return key


STRONG = "at least 50 characters, of which 5 or more are different, that nobody else knows"
SECRET_KEY = _secret_key()
# Keys of before: what they signed and sealed (exported warbands, sessions, second steps) is still good while one of
# them is named here, which makes it as good as the key itself.
SECRET_KEY_FALLBACKS = [_strong("SECRET_KEY_FALLBACKS", key) for key in env.words("SECRET_KEY_FALLBACKS")]
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or (LOCAL_HOSTS if DEBUG else [])
if not ALLOWED_HOSTS:
    raise OddValue("ALLOWED_HOSTS", None, "the site's host names, separated by commas")
if "*" in ALLOWED_HOSTS and not DEBUG:
    raise OddValue("ALLOWED_HOSTS", "*", "the site's own host names; '*' only together with DEBUG=1")
CSRF_TRUSTED_ORIGINS = services.origins(env)

SITE_URL = services.site_address(
    CSRF_TRUSTED_ORIGINS,
    ALLOWED_HOSTS,
    debug=DEBUG,
    plain=not DEBUG and not env.flag("SECURE_SSL_REDIRECT", default=True),
    port=env.text("PORT", "8000"),
)

SITE_NAME = env.text("SITE_NAME", "Arrière-Ban")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "django_htmx",
    "club",
    "rosters",
    "campaigns",
    "config",
]

MIDDLEWARE = [
    "config.logs.RequestIdMiddleware",
    "config.counters.CountingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "club.api.middleware.ApiMiddleware",
    "club.found.crowd.CrowdMiddleware",
    "club.compression.CompressionMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "club.acts.ActsMiddleware",
    "club.middleware.MethodsMiddleware",
    "club.middleware.AddressMiddleware",
    "club.found.strangers.StrangersMiddleware",
    "config.health.MonitorMiddleware",
    "club.outages.pages.OutageMiddleware",
    "club.streams.middleware.TicketMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "club.found.shared_pages.SharedPagesMiddleware",
    "club.sessions.MemberMiddleware",
    "club.middleware.MemberLanguageMiddleware",
    "club.middleware.PrivacyMiddleware",
    "club.offline.middleware.OfflineMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "club.middleware.DevicesMiddleware",
    "club.middleware.SecondStepMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "club.outbox.middleware.OutboxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "club.context.club",
            ],
            "builtins": ["club.templatetags.dates", "club.templatetags.acts"],
            "libraries": {
                "league": "campaigns.league.tags",
                "wars": "campaigns.wars.tags",
                "tables": "campaigns.tables.tags",
            },
        },
    },
]

DATABASES = {"default": services.database(env, VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = services.cache(env, VAR)

# People

AUTH_USER_MODEL = "club.Member"
AUTHENTICATION_BACKENDS = ["club.auth.MemberBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_ADAPTER = "club.accounts.ClubAccountAdapter"
ACCOUNT_FORMS = {
    "signup": "club.forms.SignupForm",
    "login": "club.forms.LoginForm",
    "reset_password": "club.forms.ResetPasswordForm",
    "reset_password_from_key": "club.forms.ResetPasswordKeyForm",
    "change_password": "club.forms.ChangePasswordForm",
    "set_password": "club.forms.SetPasswordForm",
    "add_email": "club.forms.AddEmailForm",
    "reauthenticate": "club.forms.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
# Guesses are counted by address. Behind a proxy every visitor has the proxy's own, unless what it says is believed;
# only as many of the last addresses in X-Forwarded-For as there are proxies: the others a visitor may have forged.
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXIES", default=0, least=0, most=9)
# Wrong passwords: from one address for all accounts, and from one address for one account ("key": see the adapter).
# Never for an account from everywhere: whoever typed its name with wrong passwords would lock its owner out.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,100/h/ip,5/5m/key,30/d/key",
    # Not for an account either: see "new_password".
    "reset_password": "20/m/ip,100/h/ip",
    # Mails with a link to a new password, to one account as asked for from one address. Further ones are not sent, and
    # nobody is told so: the links sent before hold.
    "new_password": "3/5m/key,10/d/key",
    # How often one address may be told at sign-up that a user name is taken.
    "taken_name": "10/h/ip,30/d/ip",
    # Wrong codes, from one address and ("key") from all together.
    "invitation-code": "10/m/ip,200/m/key",
    "join-code": "10/m/ip,200/m/key",
    "match-code": "10/m/ip,200/m/key",
    "calendar-key": "10/m/ip,200/m/key",
    # Ways to another server and back: each makes the site ask that server.
    "sign_in_with": "20/m/ip,200/h/ip",
    # What another site's server asks about those who sign in to it.
    "site_asks": "300/m/ip",
    "sheet-code": "30/m/ip",
    "api-token": "30/m/ip",
    # Trials of a device, and addresses of devices that are said to be others by now.
    "push_trial": "5/10m/key",
    "push_renewed": "20/m/ip",
}
# An e-mail address that has an account signs up like any other, but only one account can ever confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE_URL.partition(":")[0]
# The club's adapter sends those about the second step only.
ACCOUNT_EMAIL_NOTIFICATIONS = True

# Accounts elsewhere that let their owners in here: which servers vouch for them, the operator says and nobody else.
SIGN_IN = services.sign_in(env, debug=DEBUG)
SOCIALACCOUNT_ADAPTER = "club.ways_in.adapter.ClubSocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "club.forms.SignupFromElsewhereForm"}
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
# A phone left lying about must not be enough to open another way in for good.
SOCIALACCOUNT_REAUTHENTICATION_REQUIRED = True
# The club's adapter says whom a confirmed address joins, and when.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False

# Other sites of the club that members sign in to by this one: a club admin says which.
IDP_OIDC_ADAPTER = "club.sites.adapter.ClubOIDCAdapter"
IDP_OIDC_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 30 * 24 * 3600

# The second step of logging in, for whoever wants one; the club's settings say who has to.
MFA_ADAPTER = "club.second_step.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
# An address need not be confirmed here, and an account that an admin made may have none.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "authenticate": "club.second_step_forms.AuthenticateForm",
    "reauthenticate": "club.second_step_forms.ReauthenticateForm",
    "activate_totp": "club.second_step_forms.ActivateForm",
    "add_webauthn": "club.second_step_forms.AddPasskeyForm",
    "edit_webauthn": "club.second_step_forms.RenamePasskeyForm",
}

# E-mail

_delivery = services.mailers(env, debug=DEBUG)["default"]
# Nobody who fills in a form waits for a mail server, or suffers from one that is down: workers hand mails over. The
# terminal is always there.
_queued = {"BACKEND": "campaigns.jobs.mail.QueueBackend"} if "OPTIONS" in _delivery else _delivery
MAILERS = {"default": _queued, "delivery": _delivery}
DEFAULT_FROM_EMAIL = services.sender(env, fallback_host=ALLOWED_HOSTS[0])
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Words, dates, numbers

LANGUAGES = [("fr", _("French")), ("en", _("English"))]
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGE_CODE = env.choice("LANGUAGE_CODE", [code for code, _name in LANGUAGES], default="fr")
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.text("TIME_ZONE", "Europe/Paris")
try:
    ZoneInfo(TIME_ZONE)
except (KeyError, OSError, ValueError):  # not found, a folder of names, or a path that leads elsewhere
    raise OddValue("TIME_ZONE", TIME_ZONE, "a name such as Europe/Paris or UTC") from None
USE_I18N = True
USE_TZ = True

# Files the browser gets as they are

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = False

# Safety

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    # A form that leads to another server to sign in there is one of this site, but browsers look at where it ends.
    "form-action": [CSP.SELF, *sorted({server.origin for server in SIGN_IN})],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "club.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
# A browser that is not led to HTTPS sends no Secure cookie, and every form would be refused: the two go together.
SECURE_SSL_REDIRECT = not DEBUG and env.flag("SECURE_SSL_REDIRECT", default=True)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT
if not DEBUG:
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", default=31_536_000, least=0, most=63_072_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    # Only behind a proxy that always sets or strips this header: otherwise a visitor could forge it.
    if env.flag("SECURE_PROXY_SSL_HEADER", default=False):
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The worker

WORKER_APP = "config.celery"
_broker = services.broker(env, VAR)
CELERY_BROKER_URL = _broker["CELERY_BROKER_URL"]
CELERY_BROKER_TRANSPORT_OPTIONS = _broker.get("CELERY_BROKER_TRANSPORT_OPTIONS", {})
CELERY_WORKER_ENABLE_REMOTE_CONTROL = _broker.get("CELERY_WORKER_ENABLE_REMOTE_CONTROL", True)
# Sites that share a broker each take a queue of their own.
CELERY_TASK_DEFAULT_QUEUE = env.text("CELERY_QUEUE", "arriere-ban")
# Somebody sits at a card table, or over a battle, and waits for a bot: its messages stand behind no long work.
_tables = f"{CELERY_TASK_DEFAULT_QUEUE}-tables"
# Nor does any other; which job is done is another matter (campaigns/jobs/ranks.py).
LONG_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-long"
CELERY_TASK_QUEUES = {
    name: {"exchange": name, "routing_key": name} for name in (CELERY_TASK_DEFAULT_QUEUE, _tables, LONG_QUEUE)
}
CELERY_TASK_ROUTES = {f"campaigns.tasks.{task}": {"queue": _tables} for task in ("play_bots", "lead_by_bots")}
for _key, _value in CELERY_BROKER_TRANSPORT_OPTIONS.items():
    if _key.endswith(("_in", "_out", "_folder")):
        Path(_value).mkdir(parents=True, exist_ok=True)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# What hangs must not keep a worker's process for ever: it is ended, and another one tries the job again. RabbitMQ
# closes the connection of who takes half an hour for a message.
CELERY_TASK_TIME_LIMIT = 25 * 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = TIME_ZONE
CELERY_ENABLE_UTC = True
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    # Every worker asks for that by itself (campaigns/jobs/lookout.py); an installation that runs beat asks once more.
    "sweep": {"task": "campaigns.tasks.sweep", "schedule": 30.0, "options": {"expires": 25}},
}

# For how many days it can be looked up that a mail was sent and that a job was done.
KEEP_FINISHED_DAYS = env.integer("KEEP_FINISHED_DAYS", default=30, least=1, most=3650)

# How many open pages each web process tells that something has changed; 0: they ask every few seconds.
LIVE_STREAMS = env.integer("LIVE_STREAMS", default=2000, least=0, most=50_000)

# Booklets of campaigns: for how many days they are kept, and how many are made for a member in 24 hours.
KEEP_BOOKLETS_DAYS = env.integer("KEEP_BOOKLETS_DAYS", default=7, least=1, most=365)
BOOKLETS_A_DAY = env.integer("BOOKLETS_A_DAY", default=10, least=1, most=1000)

# What opens /metrics to the operator; without it there is no such address.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise OddValue("METRICS_TOKEN", f"{len(METRICS_TOKEN)} characters", "at least 16 characters that nobody else knows")

# What inside the operator's network the site may ask for whoever types its address (webhooks, chats).
OUTWARD_ALLOW = services.openings(env)
if DEBUG:
    OUTWARD_ALLOW.append(SITE_URL.partition("://")[2])  # the demo's webhook tells a page of this very site

# How many pages a second a visitor's address may ask each web process for, in the long run; 0: as many as it likes, and
# nothing is shared between visitors. While the site is tried out, whoever changes something wants to see it.
STRANGERS_A_SECOND = env.integer("STRANGERS_A_SECOND", default=0 if DEBUG else 10, least=0, most=1000)

# Whom to tell of a hole, and by what rules (/.well-known/security.txt); without it, the club's page says whom.
SECURITY_CONTACT = services.contact(env)
SECURITY_POLICY = env.text("SECURITY_POLICY", "")

# To how many webhooks and chats each process of a worker sends at the same time; 0: one after another, and it waits.
HOOKS_AT_ONCE = 16

# Who is told of errors; without it nobody is.
SENTRY_DSN = services.errors(env)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "filters": {
        "request": {"()": "config.logs.RequestIdFilter"},
        "briefly": {"()": "config.logs.Briefly"},
        "turned_away": {"()": "config.logs.TurnedAwayFilter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": sys.stderr,
            "formatter": env.choice("LOG_FORMAT", ("line", "json"), default="line"),
            "filters": ["request", "briefly", "turned_away"],
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), default="WARNING"),
    },
    "loggers": {"django": {"handlers": [], "level": "WARNING", "propagate": True}},
}
