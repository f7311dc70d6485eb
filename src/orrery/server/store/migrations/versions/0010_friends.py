"""Friends, and invitations to tables."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for name in ("friends", "summons"):
        op.execute(f"DROP TABLE IF EXISTS {name}")  # of a newer database whose place an older backup took
    op.create_table(
        "friends",
        sa.Column("user", _ID, nullable=False),
        sa.Column("other", _ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "other", name="pk_friends"),
    )
    op.create_index("ix_friends_other", "friends", ["other"])
    op.create_table(
        "summons",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("user", _ID, nullable=False),
        sa.Column("by", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name="pk_summons"),
    )
    op.create_index("ix_summons_user", "summons", ["user", "at"])
    op.create_index("ix_summons_by", "summons", ["by", "at"])


def downgrade() -> None:
    op.drop_table("summons")
    op.drop_table("friends")
