"""Tech tiles: nine standard kinds and fifteen advanced ones; and the places where they lie."""

from typing import Final

from orrery.gaia.data import effects as e
from orrery.gaia.data.effects import Component, Counted, Special, Whenever
from orrery.gaia.data.gains import Gains

STANDARD: Final[tuple[Component, ...]] = (
    Component("ore_qic", at_once=Counted(Gains(ore=1, qic=1))),
    Component("knowledge_per_planet_type", at_once=Counted(Gains(knowledge=1), e.PLANET_TYPES)),
    Component("big_buildings_value_4", big_value=4),
    Component("seven_vp", at_once=Counted(Gains(vp=7))),
    Component("income_ore_charge", income=Gains(ore=1, charge=1)),
    Component("income_knowledge_credit", income=Gains(credits=1, knowledge=1)),
    Component("gaia_mine_3vp", whenever=Whenever(e.GAIA_MINE_BUILT, Gains(vp=3))),
    Component("income_4_credits", income=Gains(credits=4)),
    Component("action_charge_4", special=Special(Gains(charge=4))),
)

ADVANCED: Final[tuple[Component, ...]] = (
    Component("pass_3vp_per_federation", on_pass=Counted(Gains(vp=3), e.FEDERATION_TOKENS)),
    Component("research_step_2vp", whenever=Whenever(e.RESEARCHED, Gains(vp=2))),
    Component("action_qic_5_credits", special=Special(Gains(credits=5, qic=1))),
    Component("now_2vp_per_mine", at_once=Counted(Gains(vp=2), e.MINES)),
    Component("pass_3vp_per_lab", on_pass=Counted(Gains(vp=3), e.RESEARCH_LABS)),
    Component("now_1_ore_per_sector", at_once=Counted(Gains(ore=1), e.SECTORS)),
    Component("pass_1vp_per_planet_type", on_pass=Counted(Gains(vp=1), e.PLANET_TYPES)),
    Component("now_2vp_per_gaia_planet", at_once=Counted(Gains(vp=2), e.GAIA_PLANETS)),
    Component("now_4vp_per_trading_station", at_once=Counted(Gains(vp=4), e.TRADING_STATIONS)),
    Component("now_2vp_per_sector", at_once=Counted(Gains(vp=2), e.SECTORS)),
    Component("action_3_ore", special=Special(Gains(ore=3))),
    Component("now_5vp_per_federation", at_once=Counted(Gains(vp=5), e.FEDERATION_TOKENS)),
    Component("action_3_knowledge", special=Special(Gains(knowledge=3))),
    Component("mine_3vp", whenever=Whenever(e.MINE_BUILT, Gains(vp=3))),
    Component("trading_station_3vp", whenever=Whenever(e.STATION_BUILT, Gains(vp=3))),
)

TECHS: Final = STANDARD + ADVANCED
"""Every kind by number: 0 to 8 standard, 9 to 23 advanced."""
TECH: Final = {tile.id: number for number, tile in enumerate(TECHS)}
FIRST_ADVANCED: Final = len(STANDARD)

SPOTS: Final[tuple[str, ...]] = (
    "terraforming",
    "navigation",
    "artificial_intelligence",
    "gaia_project",
    "economy",
    "science",
    "free_1",
    "free_2",
    "free_3",
)
"""Where the nine stacks lie: under an area (only that area may advance) or free."""
SPOT: Final = {name: number for number, name in enumerate(SPOTS)}
