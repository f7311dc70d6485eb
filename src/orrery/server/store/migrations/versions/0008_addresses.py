"""What several processes count together; where people came from lately, and from where nobody new comes in."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("buckets", "origins", "shunned"):  # of a newer database whose place an older backup took
        op.execute(f"DROP TABLE IF EXISTS {table}")
    op.create_table(
        "buckets",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("room", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_buckets"),
    )
    op.create_table(
        "origins",
        sa.Column("user", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "mark", name="pk_origins"),
    )
    op.create_table(
        "shunned",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("user", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", "user", name="pk_shunned"),
    )


def downgrade() -> None:
    for table in ("shunned", "origins", "buckets"):
        op.drop_table(table)
