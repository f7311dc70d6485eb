"""Proof against games of an independent engine: reads its public notation, replays it, compares everything.

``records`` reads files, ``words`` translates ids, ``importer`` plays the moves, ``states`` writes our position in
the words of the records, ``legal`` compares what may be done, ``run`` does it for whole files.
"""
