"""The agents of Cachex, and the search that only they use."""
