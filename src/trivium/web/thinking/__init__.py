"""Engine work for guests: who may compute, analyses, reviews, and what is being compiled."""
