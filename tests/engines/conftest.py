"""How property tests run: quick everywhere, and in CI always with the same examples."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "engines", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("engines-ci", parent=settings.get_profile("engines"), derandomize=True)
settings.load_profile("engines-ci" if os.environ.get("CI") else "engines")
