"""Trivium's games as environments of other libraries, for learning (extra ``rl``).

`Encoding` shows positions as arrays, `Boards` plays thousands of games at once. The environments
of other libraries are made by `pettingzoo_env`, `gymnasium_env` and `register_openspiel`, each
of which needs its library only when it is called. docs/environments.md tells of all of them.
"""
