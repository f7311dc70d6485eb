"""The fourteen factions: rules that differ from the printed ones, one file each."""
