"""The search visits exactly the nodes that it visited when its signature was recorded."""

import json

from benchmarks.signature import RECORDED, signature


def test_the_signature_of_the_search_is_unchanged() -> None:
    assert signature() == json.loads(RECORDED.read_text(encoding="utf-8"))
