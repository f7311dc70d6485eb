"""The shapes of what Evacuation tells, field by field.

``printed`` holds the faces of components and what never changes within a match, ``view`` is what stands,
``position`` a position as data. TypeScript, the tables of the documents and the JSON schema are made of these
classes by ``orrery schema``.
"""
