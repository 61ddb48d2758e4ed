"""The web application: a server that people play, watch and analyse through, and its page."""
