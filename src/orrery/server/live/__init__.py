"""Live connections and the events between processes."""
