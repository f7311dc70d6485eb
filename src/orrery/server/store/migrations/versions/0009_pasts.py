"""What finished matches are remembered by."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DROP TABLE IF EXISTS pasts")  # of a newer database whose place an older backup took
    op.create_table(
        "pasts",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("traits", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_pasts"),
    )


def downgrade() -> None:
    op.drop_table("pasts")
