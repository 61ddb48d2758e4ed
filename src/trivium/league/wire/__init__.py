"""Bots on their owners' machines: the protocol, and both of its ends."""
