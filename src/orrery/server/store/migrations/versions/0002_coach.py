"""Tables may be played without hints."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Added in place: a copied table would have to be dropped, and entries hang on it.
    op.add_column("matches", sa.Column("coach", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    op.drop_column("matches", "coach")
