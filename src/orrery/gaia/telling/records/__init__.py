"""The shapes of what Gaia Project tells, field by field.

``printed`` never changes within a match, ``view`` is what stands, ``position`` a position as data. TypeScript,
the tables of the documents and the JSON schema are made of these classes by ``orrery schema``.
"""
