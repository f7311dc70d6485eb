"""The ten round boosters."""

from typing import Final

from orrery.gaia.data import effects as e
from orrery.gaia.data.effects import Component, Counted, Special
from orrery.gaia.data.gains import Gains

BOOSTERS: Final[tuple[Component, ...]] = (
    Component("ore_knowledge", income=Gains(ore=1, knowledge=1)),
    Component("credits_qic", income=Gains(credits=2, qic=1)),
    Component("tokens_ore", income=Gains(ore=1, tokens=2)),
    Component("credits_terraform", income=Gains(credits=2), special=Special(steps=1)),
    Component("charge_range", income=Gains(charge=2), special=Special(reach=3)),
    Component("ore_mines", income=Gains(ore=1), on_pass=Counted(Gains(vp=1), e.MINES)),
    Component("knowledge_labs", income=Gains(knowledge=1), on_pass=Counted(Gains(vp=3), e.RESEARCH_LABS)),
    Component("ore_trading_stations", income=Gains(ore=1), on_pass=Counted(Gains(vp=2), e.TRADING_STATIONS)),
    Component("charge_big_buildings", income=Gains(charge=4), on_pass=Counted(Gains(vp=4), e.BIG_BUILDINGS)),
    Component("credits_gaia", income=Gains(credits=4), on_pass=Counted(Gains(vp=1), e.GAIA_PLANETS)),
)
"""By number, in the order of the rulebook's appendix."""
BOOSTER: Final = {tile.id: number for number, tile in enumerate(BOOSTERS)}
