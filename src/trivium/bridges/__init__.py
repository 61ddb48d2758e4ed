"""The outside world's interfaces: the text protocol, and our agents for the original referees."""
