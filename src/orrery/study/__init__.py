"""Study: what a position promises, and advice for a seat."""
