"""It is remembered which engine has checked a match; lists are read in the order of an index."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DROP TABLE IF EXISTS checks")  # of a newer database whose place an older backup took
    op.create_table(
        "checks",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_checks"),
    )
    # Longer texts do not fit into an index.
    op.execute("UPDATE matches SET search = substr(search, 1, 600) WHERE length(search) > 600")
    op.drop_index("ix_matches_list", "matches")
    op.create_index("ix_matches_list", "matches", ["state", "visibility", "changed", "id", "game", "search"])
    op.create_index("ix_matches_host", "matches", ["host", "state"])


def downgrade() -> None:
    op.drop_index("ix_matches_host", "matches")
    op.drop_index("ix_matches_list", "matches")
    op.create_index("ix_matches_list", "matches", ["state", "visibility", "changed"])
    op.drop_table("checks")
