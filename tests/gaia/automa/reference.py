"""The Automa's choices once more, written plainly on the JSON view of a position.

It shares nothing with the engine: hexes are pairs of numbers, sets are sets, distances are counted step by step.
"""

from __future__ import annotations

from collections import deque
from typing import Any

WHEEL = ("terra", "oxide", "volcanic", "desert", "swamp", "titanium", "ice")
HOME = {
    "terrans": "terra",
    "hadsch_hallas": "oxide",
    "geodens": "volcanic",
    "xenos": "desert",
    "taklons": "swamp",
    "firaks": "titanium",
    "itars": "ice",
}

Hex = tuple[int, int]


class Board:
    """What the reference needs of a view."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.seen = seen
        self.at: dict[str, Hex] = {h["name"]: (h["q"], h["r"]) for h in seen["map"]["hexes"]}
        self.name: dict[Hex, str] = {place: name for name, place in self.at.items()}
        self.planet: dict[str, str] = {h["name"]: h["planet"] for h in seen["map"]["hexes"]}
        for name in seen["board"]["gaia"]:
            self.planet[name] = "gaia"
        self.sector: dict[str, str] = {h["name"]: h["sector"] for h in seen["map"]["hexes"]}
        self.automa: dict[str, Any] = seen["automas"][0]
        me = self.automa["number"]
        self.mine: dict[str, str] = {b["hex"]: b["building"] for b in seen["board"]["buildings"] if b["seat"] == me}
        self.human: set[str] = {b["hex"] for b in seen["board"]["buildings"] if b["seat"] != me}
        self.formers: set[str] = {f["hex"] for f in seen["board"]["gaiaformers"]}

    def steps_from(self, starts: set[str]) -> dict[str, int]:
        """Steps inside the map from the nearest of some hexes."""
        found = dict.fromkeys(starts, 0)
        queue = deque(starts)
        while queue:
            name = queue.popleft()
            q, r = self.at[name]
            for near in ((q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)):
                other = self.name.get(near)
                if other is not None and other not in found:
                    found[other] = found[name] + 1
                    queue.append(other)
        return found

    def kind(self, name: str) -> str:
        """The planet type that a planet would count as."""
        return "gaia" if self.planet[name] == "transdim" else self.planet[name]

    def terraforming(self, name: str) -> int:
        planet = self.planet[name]
        if planet == "gaia":
            return 1
        if planet == "transdim":
            return 2
        away = abs(WHEEL.index(planet) - WHEEL.index(HOME[self.automa["faction"]]))
        return min(away, 7 - away)

    def first(self, names: list[str], forward: bool) -> str:
        """First in reading order: rows of equal q + r, then q; or the last."""
        ordered = sorted(names, key=lambda name: (self.at[name][0] + self.at[name][1], self.at[name][0]))
        return ordered[0] if forward else ordered[-1]

    def nearest_human(self, names: list[str]) -> list[str]:
        if not self.human:
            return names
        steps = self.steps_from(self.human)
        best = min(steps.get(name, 999) for name in names)
        return [name for name in names if steps.get(name, 999) == best]

    def mine_choice(self, card: dict[str, Any], reach: int, prefer: str) -> str | None:
        """The planet on which it builds with this support card."""
        near = self.steps_from(set(self.mine))
        left = [
            name
            for name, planet in self.planet.items()
            if planet not in ("", "lost")
            and name not in self.mine
            and name not in self.human
            and name not in self.formers
            and near.get(name, 999) <= reach
        ]
        if not left:
            return None
        if prefer == "transdim":
            left = [name for name in left if self.planet[name] == "transdim"] or left
        if prefer == "near_human":
            left = self.nearest_human(left)
        which = card["final"]
        if which != "none":
            tile = self.seen["finals"][0 if which == "top" else 1]["tile"]
            if tile == "sectors":
                known = {self.sector[name] for name in self.mine}
                left = [name for name in left if self.sector[name] not in known] or left
            elif tile == "planet_types":
                types = {self.kind(name) for name in self.mine}
                left = [name for name in left if self.kind(name) not in types] or left
            elif tile == "gaia_planets":
                left = [name for name in left if self.planet[name] in ("gaia", "transdim")] or left
        fewest = min(self.terraforming(name) for name in left)
        left = [name for name in left if self.terraforming(name) == fewest]
        return self.first(self.nearest_human(left), card["forward"])

    def upgrade_choice(self, card: dict[str, Any], pairs: list[tuple[str, str]]) -> tuple[str, str] | None:
        """Where it upgrades and to what."""
        limits = {"planetary_institute": 1, "trading_station": 4, "academy": 2, "research_lab": 3}
        plain = {name: "academy" if kind.startswith("academy") else kind for name, kind in self.mine.items()}
        for new, old in pairs:
            if list(plain.values()).count(new) >= limits[new]:
                continue
            places = [name for name, kind in plain.items() if kind == old]
            if places:
                return self.first(self.nearest_human(places), card["forward"]), new
        return None

    def area_choice(self, card: dict[str, Any], highest: bool, skip: bool) -> str | None:
        """The research area in which it advances."""
        valid = []
        for track in self.seen["research"]["tracks"]:
            level = self.automa["research"][track["id"]]
            if track["advanced"] is not None:
                valid.append(track["id"])
            elif track["taken"] is not None:
                if not skip and level < 4:
                    valid.append(track["id"])
            elif level < 5:
                valid.append(track["id"])
        if highest and valid:
            best = max(self.automa["research"][name] for name in valid)
            valid = [name for name in valid if self.automa["research"][name] == best]
        return count_off(valid, card["nth"]) if valid else None

    def action_choice(self, card: dict[str, Any]) -> str | None:
        """The board action that it covers."""
        free = [action["id"] for action in self.seen["actions"] if action["used"] is None]
        return count_off(free, card["nth"]) if free else None


def count_off(names: list[str], nth: int) -> str:
    """Count from one end, one name after another, again and again."""
    order = names if nth > 0 else names[::-1]
    place = 0
    for _ in range(abs(nth) - 1):
        place += 1
        if place == len(order):
            place = 0
    return order[place]
