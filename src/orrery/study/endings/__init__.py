"""What is known of the end of each title, for the solver."""
