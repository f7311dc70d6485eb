"""The phases of the game, and the options that change how a position is played on."""

from typing import Final

GOALS: Final = 0
CARDS: Final = 1
INCOME: Final = 2
HANDS: Final = 3
ACTIONS: Final = 4
TRANSPORT: Final = 5
TURN_ORDER: Final = 6
PROGRESS: Final = 7
BONUS: Final = 8
YEAR_END: Final = 9
OVER: Final = 10
PHASES: Final[tuple[str, ...]] = (
    "goals",
    "cards",
    "income",
    "hands",
    "actions",
    "transport",
    "turn order",
    "progress",
    "bonus",
    "year end",
    "over",
)
"""The seven phases, the two choices of the set-up, and the choice of a hand after the income of later years."""

RULE_OPTIONS: Final = (
    "players",
    "mode",
    "bonuses",
    "actions",
    "orders",
    "line_dominance",
    "third_party",
    "red_card",
    "empty_spaces",
    "subactions",
    "rewards",
    "track_end",
    "new_world_pieces",
    "satisfaction",
)
"""Options that change how a position is played on."""

SILENT: Final = {"rewards": "must", "track_end": "parks"}
"""Options of later rules with the value that was the only one before: it counts for nothing in a digest, so that
positions of older matches keep theirs."""
