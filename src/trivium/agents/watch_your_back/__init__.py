"""The agents of Watch Your Back!, and its opening book."""
