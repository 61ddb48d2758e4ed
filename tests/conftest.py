"""Settings for all tests: reproducible properties, and no time limits on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "trivium",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("trivium")
