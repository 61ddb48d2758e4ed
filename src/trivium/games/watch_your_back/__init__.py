"""Watch Your Back!: custodial capture on a shrinking board."""
