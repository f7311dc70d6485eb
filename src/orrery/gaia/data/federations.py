"""Federation tokens."""

from typing import Final, final

from orrery.gaia.data.gains import Gains


@final
class Token:
    """A kind of federation token. ``green`` kinds can pay once for a top level or an advanced tile."""

    __slots__ = ("copies", "gains", "green", "id")

    def __init__(self, id: str, gains: Gains, *, green: bool = True, copies: int = 3) -> None:  # noqa: A002
        self.id: Final = id
        self.gains: Final = gains
        self.green: Final = green
        self.copies: Final = copies

    def __repr__(self) -> str:
        return f"Token({self.id!r})"


TOKENS: Final[tuple[Token, ...]] = (
    Token("fed_12vp", Gains(vp=12), green=False),
    Token("fed_8vp_qic", Gains(vp=8, qic=1)),
    Token("fed_8vp_2_tokens", Gains(vp=8, tokens=2)),
    Token("fed_7vp_2_ore", Gains(vp=7, ore=2)),
    Token("fed_7vp_6_credits", Gains(vp=7, credits=6)),
    Token("fed_6vp_2_knowledge", Gains(vp=6, knowledge=2)),
    Token("fed_gleens", Gains(credits=2, ore=1, knowledge=1), copies=1),
)
"""By number; the first six lie in the supply, the last belongs to the institute of one faction."""
TOKEN: Final = {token.id: number for number, token in enumerate(TOKENS)}
COMMON: Final = range(6)
FACTION_TOKEN: Final = 6
