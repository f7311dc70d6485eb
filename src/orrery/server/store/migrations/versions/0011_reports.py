"""Reports on finished matches: what is asked for, and every decision as soon as it is judged."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for name in ("reports", "judged"):
        op.execute(f"DROP TABLE IF EXISTS {name}")  # of a newer database whose place an older backup took
    op.create_table(
        "reports",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Text(), nullable=False),
        sa.Column("user", _ID, nullable=True),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("lease", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.JSON(), nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("match", "seat", "depth", name="pk_reports"),
    )
    op.create_index("ix_reports_state", "reports", ["state", "lease"])
    op.create_index("ix_reports_user", "reports", ["user", "state"])
    op.create_table(
        "judged",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Text(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "depth", "move", name="pk_judged"),
    )


def downgrade() -> None:
    op.drop_table("judged")
    op.drop_table("reports")
