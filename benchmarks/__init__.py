"""What is measured, and against what. Run with ``trivium bench NAME`` in a checkout."""
