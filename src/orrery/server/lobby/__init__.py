"""Tables before their match starts, and how many somebody may have."""
