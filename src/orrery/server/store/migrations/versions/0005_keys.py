"""The key of sessions stands by itself; confirmed e-mail addresses; look-alike names; sessions slide."""

import sqlalchemy as sa
from alembic import op

from orrery.server.people.names import skeleton

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DROP TABLE IF EXISTS keys")  # of a newer database whose place an older backup took
    op.create_table(
        "keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.execute("INSERT INTO keys SELECT name, value FROM secrets WHERE name = 'session'")
    op.execute("DELETE FROM secrets WHERE name = 'session'")
    op.add_column("users", sa.Column("confirmed", sa.Text(), nullable=True))
    op.add_column("users", sa.Column("skeleton", sa.Text(), nullable=True))
    op.create_index("ix_users_skeleton", "users", ["skeleton"])
    connection, users = op.get_bind(), sa.table("users", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    accounts = connection.execute(sa.text("SELECT id, name FROM users WHERE key IS NOT NULL")).all()
    for user, name in accounts:
        found = sa.update(users).where(users.c.id == user).values(skeleton=skeleton(name))
        connection.execute(found)
    op.add_column("sessions", sa.Column("used", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE sessions SET used = created")
    op.add_column("deliveries", sa.Column("sent", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("deliveries", "sent")
    op.drop_column("sessions", "used")
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
    op.drop_column("users", "confirmed")
    op.execute("INSERT INTO secrets SELECT name, value FROM keys")
    op.drop_table("keys")
