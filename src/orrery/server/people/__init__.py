"""People: accounts, sessions, tokens, names."""
