"""Practice of own mistakes, answers to puzzles, and the ratings that come from them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TABLES = ("cards", "answers", "puzzle_ratings", "solver_ratings", "solutions")


def upgrade() -> None:
    for name in _TABLES:
        op.execute(f"DROP TABLE IF EXISTS {name}")  # of a newer database whose place an older backup took
    op.create_table(
        "cards",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("user", _ID, nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("moment", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("box", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.UniqueConstraint("user", "match", "seat", "move", name="uq_cards_user_match_seat_move"),
    )
    op.create_index("ix_cards_due", "cards", ["user", "due"])
    op.create_table(
        "answers",
        sa.Column("card", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user", _ID, nullable=False),
        sa.Column("turn", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("lease", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("problem", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("card", "number", name="pk_answers"),
    )
    op.create_index("ix_answers_state", "answers", ["state", "lease"])
    op.create_index("ix_answers_user", "answers", ["user", "state"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text(), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
    )
    op.create_table(
        "solver_ratings",
        sa.Column("user", _ID, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", name="pk_solver_ratings"),
    )
    op.create_table(
        "solutions",
        sa.Column("user", _ID, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("reached", sa.Integer(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "puzzle", name="pk_solutions"),
    )


def downgrade() -> None:
    for name in reversed(_TABLES):
        op.drop_table(name)
