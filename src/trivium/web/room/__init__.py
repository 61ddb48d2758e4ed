"""The room: games in progress with their tables, clocks, viewers, and how they are kept."""
