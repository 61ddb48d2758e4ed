"""Trivium's games as environments of other libraries, for learning (extra ``rl``).

`Encoding` shows positions as arrays, `Boards` plays thousands of games at once, `Teacher` knows
the exact values of moves and `regret` how far a policy is from them. The environments of other
libraries are in modules of their own, each of which needs its library: `pettingzoo_env`,
`gymnasium_env` and `openspiel`. docs/environments.md tells of all of them.
"""

from trivium.envs.boards import Boards
from trivium.envs.encoding import Encoding
from trivium.envs.exact import Teacher, move_values
from trivium.envs.regret import Policy, Regret, regret

__all__ = ["Boards", "Encoding", "Policy", "Regret", "Teacher", "move_values", "regret"]
