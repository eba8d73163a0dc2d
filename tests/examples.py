"""How property tests run: quick for who works on the rules, longer in CI and there always with the same examples."""

from hypothesis import HealthCheck, settings

from tests.thorough import MARATHON, THOROUGH

HOWEVER_SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
"""No test is lost for want of speed."""
settings.register_profile("ours-quick", parent=HOWEVER_SLOW, max_examples=15)
settings.register_profile(
    "ours-ci", parent=HOWEVER_SLOW, max_examples=400 if MARATHON else 50, derandomize=True, database=None
)


def load_profile() -> None:
    """Choose how much is tried, and in CI with the same examples whenever the same modules are imported."""
    settings.load_profile("ours-ci" if THOROUGH else "ours-quick")
