"""Matches that were begun on a device and go on here."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("brought", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("carry", sa.Text(), nullable=True))
    op.create_index("ix_matches_carry", "matches", ["host", "carry"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_matches_carry", "matches")
    op.drop_column("matches", "carry")
    op.drop_column("matches", "brought")
