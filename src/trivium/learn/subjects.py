"""What can be learned: the evaluations that the games' experts name, by name."""

from __future__ import annotations

import difflib

from trivium.agents.experts import EXPERTS
from trivium.agents.subject import Subject
from trivium.errors import TriviumError

SUBJECTS: dict[str, Subject] = {
    subject.name: subject for expert in EXPERTS.values() for subject in expert.subjects
}
"""All of them by name."""


def find_subject(name: str) -> Subject:
    """Return the evaluation called `name`."""
    if name in SUBJECTS:
        return SUBJECTS[name]
    close = difflib.get_close_matches(name, SUBJECTS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(SUBJECTS)}."
    raise TriviumError(f"There is no evaluation '{name}'; {hint}")
