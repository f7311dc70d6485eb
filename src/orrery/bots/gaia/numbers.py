"""The numbers of the value of Gaia Project; docs/bots.md says where they come from."""

from __future__ import annotations

from typing import Final

FEATURES: Final[dict[str, tuple[float, float]]] = {
    "credits": (0.07, 0.072),
    "ore": (0.38, 0.371),
    "knowledge": (0.77, 0.196),
    "qic": (1.8, 0.368),
    "bowl1": (0.39, 0.087),
    "bowl2": (0.97, 0.068),
    "bowl3": (1.06, 0.21),
    "credits_income": (0.32, -0.017),
    "ore_income": (0.48, 0.004),
    "knowledge_income": (1.57, 0.008),
    "qic_income": (2.56, -0.164),
    "charge_income": (0.45, 0.089),
    "token_income": (1.49, -0.51),
    "building": (0.64, -0.048),
    "mines": (0.4, 0.401),
    "stations": (1.59, 0.704),
    "labs": (0.66, -0.05),
    "institute": (2.12, 0.061),
    "academy_left": (1.64, -1.261),
    "academy_right": (1.18, -0.624),
    "types": (2.13, 0.008),
    "sectors": (0.45, -0.07),
    "room_home": (0.08, -0.131),
    "room_near": (-0.38, 0.197),
    "room_far": (0.77, 0.058),
    "room_gaia": (0.95, 0.023),
    "forming": (2.85, -0.967),
    "formers": (-1.41, -0.702),
    "green": (5.07, -0.128),
    "tokens": (-1.39, -2.2),
    "ready": (1.13, 0.303),
    "unpaid": (-1.22, -0.051),
    "hope": (6.59, -1.398),
    "spread": (0.78, 0.03),
    "advanced": (-0.6, 1.412),
    "tiles": (0.82, 0.005),
    "specials": (0.97, 0.098),
    "booster": (0.95, -0.133),
    "finals": (0.12, -0.056),
    "neighbours": (0.31, -0.031),
}
"""Feature -> its weight after the last income, and what each further income adds."""
LEVELS: Final = (
    (
        (0.0, 0.0),
        (-0.13, 0.6),
        (2.75, 1.62),
        (3.27, 2.54),
        (2.37, 1.72),
        (-3.13, 5.09),
    ),
    (
        (0.0, 0.0),
        (0.27, 0.23),
        (0.46, 0.45),
        (0.13, -0.39),
        (-1.18, -0.45),
        (-1.73, 1.08),
    ),
    (
        (0.0, 0.0),
        (1.04, 0.08),
        (2.33, 0.32),
        (0.99, 0.85),
        (-1.29, 0.02),
        (-1.08, -0.84),
    ),
    (
        (0.0, 0.0),
        (-0.63, -2.17),
        (-0.21, -1.94),
        (1.61, 0.91),
        (0.72, -0.29),
        (0.0, -0.02),
    ),
    (
        (0.0, 0.0),
        (-2.43, 0.72),
        (1.75, 0.33),
        (0.15, 0.77),
        (1.26, -0.76),
        (-0.13, 0.0),
    ),
    (
        (0.0, 0.0),
        (-0.48, -0.09),
        (-0.24, -0.45),
        (-5.56, 0.94),
        (-2.88, -1.1),
        (-5.72, -5.05),
    ),
)
"""By research area: worth of each level beside its points at the end, and what each income to come adds."""
PROMISE: Final = (0.33, -0.56, 1.32, 0.33, 0.48, 0.25)
"""By research area: for each level below the first that brings points at the end."""
MARGINS: Final = {
    "ivits": 15.5,
    "hadsch_hallas": 7.2,
    "nevlas": 5.6,
    "ambas": 4.6,
    "firaks": 3.9,
    "xenos": 2.3,
    "itars": 1.5,
    "lantids": -2.1,
    "taklons": -3.4,
    "terrans": -3.9,
    "geodens": -5.9,
    "bal_taks": -6.8,
    "gleens": -7.0,
    "bescods": -8.8,
}
"""By faction: points above the mean of its table of four planners, shrunken towards 0 as few games demand."""
