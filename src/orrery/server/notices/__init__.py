"""What is sent to people who are not here."""
