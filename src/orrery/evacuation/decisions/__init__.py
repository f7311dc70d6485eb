"""Questions: what may be answered stands beside what follows. And steps: what follows without a question."""
