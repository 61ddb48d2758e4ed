"""The referee, matches and what can be concluded from them."""
