"""One match as a seat sees it: followed, shown, tried, played on; no HTTP and no SQL."""
