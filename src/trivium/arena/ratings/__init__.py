"""What results mean: Elo and its error, tests, ratings, standings, plots and reports."""
