"""Moderators and what they did, invitations, new passwords by mail, deleted people, announcements."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NEW = ("deeds", "invitations", "resets", "announcements")


def upgrade() -> None:
    op.add_column("users", sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("muted", sa.BigInteger(), nullable=True))
    op.add_column("users", sa.Column("muted_why", sa.Text(), nullable=True))
    op.add_column("users", sa.Column("banned", sa.Text(), nullable=True))
    op.add_column("users", sa.Column("deleted", sa.BigInteger(), nullable=True))
    op.add_column("chat", sa.Column("removed", sa.Text(), nullable=True))
    op.create_index("ix_chat_user", "chat", ["user"])
    for name in _NEW:
        op.execute(f"DROP TABLE IF EXISTS {name}")  # of a newer database whose place an older backup took
    op.create_table(
        "deeds",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", _ID, nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("user", _ID, nullable=True),
        sa.Column("match", sa.Text(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )
    op.create_table(
        "invitations",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("by", _ID, nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.Column("user", _ID, nullable=True),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("hash", name=op.f("uq_invitations_hash")),
    )
    op.create_table(
        "resets",
        sa.Column("user", _ID, autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_resets")),
        sa.UniqueConstraint("hash", name=op.f("uq_resets_hash")),
    )
    op.create_table(
        "announcements",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_announcements")),
    )


def downgrade() -> None:
    for name in reversed(_NEW):
        op.drop_table(name)
    op.drop_index("ix_chat_user", "chat")
    op.drop_column("chat", "removed")
    for name in ("deleted", "banned", "muted_why", "muted", "moderator"):
        op.drop_column("users", name)
