"""A skill may hurry: then a share of its moves is somebody else's."""

from __future__ import annotations

from trivium import Hexifence
from trivium.agents.skill import Skill
from trivium.search.limits import Limit


def test_a_share_of_the_moves_is_made_in_a_hurry() -> None:
    position = Hexifence(2)
    player = Skill("", "greedy", hurries=0.3, hurried="random").player("hexifence", 5)
    reasons = [player.choose(position).reason for _ in range(200)]
    assert 30 < reasons.count("at random") < 90
    assert set(reasons) == {"at random", "gives nothing away"}


def test_who_never_hurries_is_the_agent_itself() -> None:
    assert Skill("", "greedy").player("hexifence", 5).name == "greedy"


def test_hurrying_depends_on_the_seed_alone() -> None:
    position = Hexifence(2)
    skill = Skill("", "double", hurries=0.5, hurried="random")

    def moves() -> list[str]:
        player = skill.player("hexifence", 7)
        return [str(player.choose(position, Limit(nodes=10)).move) for _ in range(20)]

    assert moves() == moves()


def test_a_skill_tells_its_limit_and_its_hurry() -> None:
    skill = Skill("", "champion", nodes=2_000, hurries=0.1, hurried="greedy")
    assert str(skill) == "champion; 2,000 nodes; 10% greedy"
    assert str(Skill("", "champion", seconds=1.0)) == "champion; 1 s"
