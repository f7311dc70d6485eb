"""One class for each question: what may be answered stands beside what follows."""
