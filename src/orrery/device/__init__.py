"""Matches kept on one device: the desk of a server for the people around one screen, without HTTP and SQL."""
