"""After a crash it is known who was told that they are asked, and how long no server was there.

Tables say whether somebody may take two seats, and what their host left to nobody's chance.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("told", sa.Integer(), nullable=False, server_default="-1"))
    op.execute("UPDATE matches SET told = number WHERE state <> 'open'")
    op.add_column("matches", sa.Column("several", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("fixed", sa.JSON(), nullable=False, server_default="[]"))
    op.execute("DROP TABLE IF EXISTS pulses")  # of a newer database whose place an older backup took
    op.create_table(
        "pulses",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pulses")),
    )


def downgrade() -> None:
    op.drop_table("pulses")
    op.drop_column("matches", "fixed")
    op.drop_column("matches", "several")
    op.drop_column("matches", "told")
