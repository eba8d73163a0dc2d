"""How property tests run: quick for who works on the rules, long in CI and there always with the same examples."""

from hypothesis import HealthCheck, settings

from tests.thorough import THOROUGH

settings.register_profile("engines", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("engines-quick", parent=settings.get_profile("engines"), max_examples=40)
settings.register_profile("engines-ci", parent=settings.get_profile("engines"), max_examples=100, derandomize=True)
settings.load_profile("engines-ci" if THOROUGH else "engines-quick")
