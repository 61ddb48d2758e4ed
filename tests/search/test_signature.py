"""Search, champions and solver do exactly what they did when their signature was recorded."""

import json

from benchmarks.signature import RECORDED, signature


def test_the_signature_is_unchanged() -> None:
    assert signature() == json.loads(RECORDED.read_text(encoding="utf-8"))
