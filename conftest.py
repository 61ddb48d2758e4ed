"""What cannot be collected where a library of an extra is missing."""

from importlib.util import find_spec

_NEEDS = {
    "src/trivium/envs/gymnasium_env.py": "gymnasium",
    "src/trivium/envs/openspiel.py": "pyspiel",
    "src/trivium/envs/pettingzoo_env.py": "pettingzoo",
}

collect_ignore = [module for module, library in _NEEDS.items() if find_spec(library) is None]
