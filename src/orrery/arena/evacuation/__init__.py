"""What games of bots tell about the pack of Evacuation."""
