"""How a bot comes in: archives, manifests, versions and their trials."""
