"""Games for ever: who meets whom, who plays them, and the table that comes of it."""
