"""Games in a database: connections, tables, what is stored, and what is still to be played."""
