"""The tables of the database. What a match is stands in ``matches`` and ``entries``; entries only grow."""

from __future__ import annotations

from sqlalchemy import (
    JSON as _JSON,
)
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

META = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

QUIET = {"quiet": True}
"""Execution options of a statement after which nothing has to be read again that is kept in memory."""

# None is an absent value, not the JSON word null.
JSON = _JSON(none_as_null=True)

# SQLite numbers rows by itself only in a column of the type INTEGER.
_Id = BigInteger().with_variant(Integer, "sqlite")

secrets = Table(
    "secrets",
    META,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

keys = Table(  # what signs: a backup holds it only when asked to
    "keys",
    META,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

users = Table(
    "users",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=True, unique=True),  # the name in lower case; None for guests
    Column("skeleton", Text, nullable=True, index=True),  # of an account: what looks alike has the same
    Column("password", Text, nullable=True),
    Column("email", Text, nullable=True),
    Column("confirmed", Text, nullable=True),  # the e-mail address whose owner has said that it is theirs
    Column("notices", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("moderator", Boolean, nullable=False, server_default=false()),
    Column("muted", BigInteger, nullable=True),  # until when
    Column("muted_why", Text, nullable=True),
    Column("banned", Text, nullable=True),  # why; None for who may come in
    Column("deleted", BigInteger, nullable=True),  # since when nothing is known of the person
)

sessions = Table(
    "sessions",
    META,
    Column("id", Text, primary_key=True),  # a hash: a stolen database opens no session
    Column("user", _Id, ForeignKey("users.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, server_default="0"),  # to a day
)

tokens = Table(
    "tokens",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("user", _Id, ForeignKey("users.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
)

matches = Table(
    "matches",
    META,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("engine", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=True),  # drawn when the match starts
    Column("state", Text, nullable=False),
    Column("notice", Text, nullable=True),
    Column("title", Text, nullable=False),
    Column("search", Text, nullable=False),  # title, game and names in lower case
    Column("host", _Id, ForeignKey("users.id"), nullable=True),
    Column("visibility", Text, nullable=False),
    Column("password", Text, nullable=True),
    Column("key", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("clock", JSON, nullable=True),
    Column("undo", Text, nullable=False),
    Column("autostart", Boolean, nullable=False),
    Column("coach", Boolean, nullable=False, server_default=true()),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=True),
    Column("ended", BigInteger, nullable=True),
    Column("changed", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("move", Integer, nullable=False),
    Column("asked", Integer, nullable=True),
    Column("question", Text, nullable=False),
    Column("since", BigInteger, nullable=True),
    Column("deadline", BigInteger, nullable=True),
    Column("scores", JSON, nullable=False),
    Column("places", JSON, nullable=True),
    Column("reason", Text, nullable=True),
    Column("next", Text, nullable=True),
    Column("undo_request", JSON, nullable=True),
    Column("told", Integer, nullable=False, server_default="-1"),  # the number at which the one asked was told so
    Column("several", Boolean, nullable=False, server_default=false()),  # anybody may take more than one seat
    Column("fixed", JSON, nullable=False, server_default="[]"),  # options that fix what chance would decide
    Column("brought", Integer, nullable=True),  # entries that were played elsewhere, where it comes from a device
    Column("carry", Text, nullable=True),  # the name by which the host has brought it: the same twice is one table
    # Lists go along it, searches too: it holds all that they look at.
    Index("ix_matches_list", "state", "visibility", "changed", "id", "game", "search"),
    Index("ix_matches_host", "host", "state"),
    Index("ix_matches_carry", "host", "carry", unique=True),
    Index("ix_matches_deadline", "state", "deadline"),
)

seats = Table(
    "seats",
    META,
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("user", _Id, ForeignKey("users.id"), nullable=True, index=True),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=True),
    Column("standin", Boolean, nullable=False),
    Column("out", Text, nullable=True),
    Column("bank", BigInteger, nullable=True),
    Column("acted", BigInteger, nullable=True),
    Column("orders", JSON, nullable=False),
    Column("premoves", JSON, nullable=False),
    Column("premove_question", Text, nullable=True),
    Column("dropped", Text, nullable=True),
    Column("then", Text, nullable=True),  # the question to end when the seat is asked next, as its commit said
    PrimaryKeyConstraint("match", "seat"),
)

pulses = Table(
    "pulses",
    META,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),  # the last sign of life of any server process
)

entries = Table(
    "entries",
    META,
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("heard", Text, nullable=True),  # as everybody may read it, where that is less
    Column("digest", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "number"),
)

checks = Table(  # hangs on nothing: an older backup, which does not know it, may take the place of the matches
    "checks",
    META,
    Column("match", Text, primary_key=True),
    Column("engine", Text, nullable=False),  # the digest of the engine that has replayed it
    Column("number", Integer, nullable=False),  # up to this one
)

chat = Table(
    "chat",
    META,
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user", _Id, ForeignKey("users.id"), nullable=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("removed", Text, nullable=True),  # "moderator" or "deleted": then the text is gone
    PrimaryKeyConstraint("match", "number"),
    Index("ix_chat_user", "user"),
)

notes = Table(
    "notes",
    META,
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    Column("user", _Id, ForeignKey("users.id"), nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("match", "user"),
)

pushes = Table(
    "pushes",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("user", _Id, ForeignKey("users.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("failure", Text, nullable=True),
)

deliveries = Table(
    "deliveries",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("user", _Id, ForeignKey("users.id"), nullable=False, index=True),
    Column("channel", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("match", Text, nullable=True),
    Column("number", Integer, nullable=True),
    Column("payload", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("error", Text, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("next", BigInteger, nullable=True),
    Column("sent", BigInteger, nullable=True),
    Index("ix_deliveries_due", "state", "next"),
)

# The following refer to people and tables by number only, so that a backup that is older than they are can take the
# place of a database that has them.

deeds = Table(  # what moderators did; rows are only ever added
    "deeds",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("by", _Id, nullable=True),  # None for whoever runs the server
    Column("what", Text, nullable=False),
    Column("user", _Id, nullable=True),
    Column("match", Text, nullable=True),
    Column("number", Integer, nullable=True),
    Column("why", Text, nullable=False),
)

buckets = Table(  # what all processes count together
    "buckets",
    META,
    Column("key", Text, primary_key=True),  # a keyed hash of what is counted, and of whom
    Column("room", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
)

origins = Table(  # where people came from lately
    "origins",
    META,
    Column("user", _Id, nullable=False),
    Column("mark", Text, nullable=False),  # a keyed hash of the address
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("user", "mark"),
)

shunned = Table(  # from where nobody new comes in
    "shunned",
    META,
    Column("mark", Text, nullable=False),
    Column("user", _Id, nullable=False),  # because of whom
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("mark", "user"),
)

invitations = Table(
    "invitations",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("by", _Id, nullable=True),
    Column("note", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Column("user", _Id, nullable=True),  # who came by it
    Column("revoked", BigInteger, nullable=True),
)

resets = Table(  # the last link of each person by which a password can be chosen anew
    "resets",
    META,
    Column("user", _Id, primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False),
)

announcements = Table(
    "announcements",
    META,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=True),  # when it comes true; None for a line that stays
    Column("made", BigInteger, nullable=False),
)

pasts = Table(  # what a finished match is remembered by, beside its scores
    "pasts",
    META,
    Column("match", Text, primary_key=True),
    Column("traits", JSON, nullable=False),  # for each seat: name -> value, as its title tells it
)

friends = Table(  # what people think of each other; two who both say friend or quiet are friends
    "friends",
    META,
    Column("user", _Id, nullable=False),
    Column("other", _Id, nullable=False, index=True),
    Column("kind", Text, nullable=False),  # "friend", "quiet" (without notices), "blocked", "declined"
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user", "other"),
)

summons = Table(  # who was invited to a table that has not started
    "summons",
    META,
    Column("match", Text, nullable=False),
    Column("user", _Id, nullable=False),
    Column("by", _Id, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("declined", Boolean, nullable=False),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_summons_user", "user", "at"),
    Index("ix_summons_by", "by", "at"),
)

reports = Table(  # on a seat of a finished match; made decision by decision
    "reports",
    META,
    Column("match", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("depth", Text, nullable=False),  # "quick" or "complete"
    Column("user", _Id, nullable=True),  # who asked for it first, and whose processor time it is
    Column("engine", Text, nullable=False),  # the version that judges: another one begins anew
    Column("state", Text, nullable=False),  # "waiting", "done" or "failed"
    Column("created", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),  # until when a process is at it
    Column("total", Integer, nullable=True),  # pieces of work; None before they were counted
    Column("done", Integer, nullable=False),
    Column("used", BigInteger, nullable=False),  # milliseconds that what is done has taken
    Column("problem", JSON, nullable=True),  # sentence, and its reason by key
    Column("report", Text, nullable=True),
    PrimaryKeyConstraint("match", "seat", "depth"),
    Index("ix_reports_state", "state", "lease"),
    Index("ix_reports_user", "user", "state"),
)

judged = Table(  # decisions of reports that are under way or done
    "judged",
    META,
    Column("match", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("depth", Text, nullable=False),
    Column("move", Integer, nullable=False),
    Column("unit", Text, nullable=False),
    PrimaryKeyConstraint("match", "seat", "depth", "move"),
)

cards = Table(  # own mistakes that come back: clear moments of reports, of whoever made them
    "cards",
    META,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("user", _Id, nullable=False),
    Column("match", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("moment", Text, nullable=False),  # as a report has it, with the position before it
    Column("made", BigInteger, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # answers so far, whatever became of them
    Column("right", Integer, nullable=False),  # and how many were right
    UniqueConstraint("user", "match", "seat", "move"),
    Index("ix_cards_due", "user", "due"),
)

answers = Table(  # to cards
    "answers",
    META,
    Column("card", _Id, nullable=False),
    Column("number", Integer, nullable=False),  # from 0: the same one twice is one answer
    Column("user", _Id, nullable=False),
    Column("turn", JSON, nullable=False),  # the texts; none: the solution was looked at
    Column("state", Text, nullable=False),  # "waiting", "done" or "failed"
    Column("at", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),  # until when a process is at it
    Column("result", Text, nullable=True),  # the judgement
    Column("problem", JSON, nullable=True),  # sentence, and its reason by key
    PrimaryKeyConstraint("card", "number"),
    Index("ix_answers_state", "state", "lease"),
    Index("ix_answers_user", "user", "state"),
)

puzzle_ratings = Table(  # of puzzles that somebody has answered
    "puzzle_ratings",
    META,
    Column("puzzle", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("answers", Integer, nullable=False),
)

solver_ratings = Table(  # of people as solvers of puzzles of a title
    "solver_ratings",
    META,
    Column("user", _Id, nullable=False),
    Column("game", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("answers", Integer, nullable=False),
    PrimaryKeyConstraint("user", "game"),
)

solutions = Table(  # what people made of puzzles; the first answer is rated
    "solutions",
    META,
    Column("user", _Id, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("share", Double, nullable=False),  # of what the first answer could reach
    Column("reached", Integer, nullable=True),  # by the best answer; None if the solution was looked at
    Column("tries", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("user", "puzzle"),
)
