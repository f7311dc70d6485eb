"""A commit may say that the turn ends after the offers to others."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("then", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "then")
