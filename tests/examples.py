"""How property tests run: quick for who works on the rules, longer in CI and there always with the same examples."""

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.thorough import THOROUGH, often

HOWEVER_SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
"""No test is lost for want of speed."""
settings.register_profile("ours-quick", parent=HOWEVER_SLOW, max_examples=15)
settings.register_profile(
    "ours-ci", parent=HOWEVER_SLOW, max_examples=often(400, 50, 25), derandomize=True, database=None
)


def load_profile() -> None:
    """Choose how much is tried, and in CI what."""
    settings.load_profile("ours-ci" if THOROUGH else "ours-quick")
    if THOROUGH:
        # Hypothesis strews in numbers and words it finds in those of our modules that happen to be imported. Which
        # those are depends on the tests this process ran before, so that "derandomized" alone means other examples
        # for another number of processes, and new ones after any change anywhere. It has no public switch for that.
        assert providers._get_local_constants  # the name is Hypothesis's own: fail here once it is another
        providers._get_local_constants = providers.Constants
