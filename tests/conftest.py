"""Settings for all tests: reproducible properties, and no time limits on a busy machine."""

import os
import tempfile

from hypothesis import HealthCheck, settings

# Games that tests play belong to nobody's own database.
os.environ["TRIVIUM_DATA_DIR"] = tempfile.mkdtemp(prefix="trivium-tests-")

settings.register_profile(
    "trivium",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("trivium")
