"""Settings for all tests: reproducible properties, and no time limits on a busy machine."""

import os
import signal
import tempfile

from hypothesis import HealthCheck, settings

# Games that tests play belong to nobody's own database.
os.environ["TRIVIUM_DATA_DIR"] = tempfile.mkdtemp(prefix="trivium-tests-")

# Whoever starts the tests in the background may have told them to ignore Ctrl-C, which they are
# about, and which they would hand on to the commands they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "trivium",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("trivium")
