"""What the page and the server say to each other: every JSON body and WebSocket message.

Places on a board have numbers. On boards of edges a place is an edge, and its number is that of
the move that claims it; *cells* are numbered apart. In the other games a place is a cell or a
square, numbered as in the game's geometry. Players are named by their colour everywhere.
"""

from trivium.web.messages.base import *  # noqa: F403
from trivium.web.messages.boards import *  # noqa: F403
from trivium.web.messages.challenges import *  # noqa: F403
from trivium.web.messages.games import *  # noqa: F403
from trivium.web.messages.league import *  # noqa: F403
from trivium.web.messages.positions import *  # noqa: F403
from trivium.web.messages.study import *  # noqa: F403
