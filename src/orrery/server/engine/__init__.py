"""Engine calls in processes of their own, in fair turns."""
