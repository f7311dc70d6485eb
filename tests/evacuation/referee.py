"""A second, slow opinion: which answers the rules allow and what a game is worth, from a position's data alone.

Written from the rules without a look at the engine: it shares only the printed values of the pack. Slow, plain, and
with no state of its own; ``test_referee.py`` lets it watch games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import Triple
from orrery.evacuation.state import State

Json = dict[str, Any]
RESOURCES: Final = ("food", "steel", "energy")
WORLDS: Final = ("old", "new")


def words(amounts: Sequence[int]) -> str:
    """Amounts as they are written in notation."""
    return " ".join(f"{n} {name}" for n, name in zip(amounts, RESOURCES, strict=True) if n) or "nothing"


class Referee:
    """Looks at one position."""

    def __init__(self, state: State) -> None:
        self.pack: Final = state.table.pack
        data: Any = EVACUATION.data(state)
        self.data: Final[Json] = data
        self.options: Final[Json] = self.data["options"]
        self.everybody: Final[list[Json]] = self.data["players"] + self.data["rivals"]

    # --- what a player has ----------------------------------------------------------------------------

    def technologies(self, player: Json) -> list[Any]:
        """Complete ones: a level 1 tile takes one research, the others two each (EV-TEC-2, EV-TEC-3)."""
        return [
            self.pack.technologies[self.pack.find("technologies", player["technologies"][column * 3 + row])]
            for column in range(3)
            for row, needed in enumerate((1, 3, 5))
            if player["research"][column] >= needed
        ]

    def knows(self, player: Json, rule: str) -> bool:
        effects = self.pack.technology_effects
        return any(effects[technology.effect].rule == rule for technology in self.technologies(player))

    def satisfaction(self, player: Json, new_only: bool) -> int:
        """EV-SAT-1, EV-SAT-2: of stadiums and complete technologies; start stadiums have none."""
        there = player["stadiums"]["new"] + ([] if new_only else player["stadiums"]["old"])
        learned: int = sum(technology.satisfaction for technology in self.technologies(player))
        return self.of_stadiums(there) + learned

    def of_stadiums(self, names: list[str]) -> int:
        return sum(stadium.satisfaction for stadium in self.pack.stadiums if stadium.id in names)

    def passed(self, column: int) -> int:
        """How many turning points lie behind this column."""
        return sum(column > point.after for point in self.pack.turning_points)

    def crossings(self, player: Json) -> list[int]:
        return [self.passed(marker["column"]) for marker in player["markers"]]

    def energy(self, player: Json) -> tuple[int, int, int]:
        """Markers past the second turning point, and energy of both worlds (EV-ACT-6)."""
        past = sum(points >= 2 for points in self.crossings(player))
        return past, player["stock"]["old"]["energy"], player["stock"]["new"]["energy"]

    def symbols(self, player: Json) -> list[int]:
        """EV-STL-5: of the driving-lane spaces under the markers."""
        found = [0] * len(self.pack.symbols)
        for marker in player["markers"]:
            column = self.pack.columns[marker["column"]]
            space = {"main": column.main, "plus": column.plus}.get(marker["lane"])
            if space is not None:
                found = [a + b for a, b in zip(found, space.symbols, strict=True)]
        return found

    def pays(self, player: Json, world: str, cost: Triple, discount: int = 0) -> bool:
        stock = player["stock"][world]
        short: int = sum(max(0, n - stock[name]) for n, name in zip(cost, RESOURCES, strict=True))
        return short <= discount

    def powers(self, player: Json) -> set[int]:
        """EV-PRG-3, EV-ADV-6, EV-TE-13."""
        totals = {sum(area * count for area, count in enumerate(player["areas"], 1))}
        for name in player["played"]:
            card = self.pack.cards[self.pack.find("cards", name)]
            totals = {total + value for total in totals for value in card.power}
        if self.knows(player, "EV-TE-13"):
            totals = {total + shift for total in totals for shift in (-2, -1, 0, 1, 2)}
        return {total for total in totals if total >= 0}

    # --- which answers there are ----------------------------------------------------------------------

    def answers(self) -> set[str] | None:
        """Every answer to the pending question in notation; None for questions it has no opinion on."""
        top = self.data["stack"][-1]
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", top["question"]).lower()
        find: Callable[[Json, Json], list[str]] | None = getattr(self, f"of_{name}", None)
        return None if find is None else set(find(self.data["players"][top["seat"]], top))

    def must(self, found: list[str], top: Json) -> list[str]:
        """EV-AMB-17, EV-AMB-54: forgone only where sub-actions are free, and instant effects and bonuses."""
        rewarded = self.data["phase"] in ("progress", "bonus") and self.options["rewards"] == "may"
        free = self.options["subactions"] == "free" or (rewarded and top.get("may"))
        return [*found, "forgo"] if found and free else found

    def actions(self, player: Json, less: int = 0) -> list[str]:
        """EV-ACT-2, -5, -6, -7, EV-SET-8, EV-ADV-2, EV-ADV-3: what can be paid with so much energy less."""
        advanced = self.options["actions"] == "advanced"
        past, old, new = self.energy(player)
        energy = (old, old + new, new)[past] - less
        price = self.pack.costs.action_track[min(player["action_marker"] + 1, 7)]
        if not player["hand"] if advanced else sum(player["areas"]) >= 10:
            return []
        found = [
            f"action {action.id}"
            for action in self.pack.board
            if price + (player["areas"][action.area - 1] >= 3) <= energy
            and not (advanced and action.area == 1 and player["areas"][0])
        ]
        return found + [f"card {card}" for card in player["hand"] if price <= energy]

    def payable_orders(self, player: Json) -> list[Any]:
        named = [self.pack.orders[self.pack.find("orders", name)] for name in player["orders"]]
        return [order for order in named if self.pays(player, "new", order.cost)]

    def of_turn(self, player: Json, top: Json) -> list[str]:
        """EV-ACT-1, EV-ORD-3: an order comes with an action, so one must be possible after it."""
        found = self.actions(player) + ([] if top["paid"] else ["pass"])
        for order in self.payable_orders(player):
            if self.actions(player, order.cost[2] if self.energy(player)[0] else 0):
                found.append(f"order {order.id}")
        return found

    def of_order_offer(self, player: Json, _top: Json) -> list[str]:
        return ["done", *(f"order {order.id}" for order in self.payable_orders(player))]

    def of_action_energy(self, player: Json, top: Json) -> list[str]:
        past, old, new = self.energy(player)
        return [
            f"pay {k} old {top['amount'] - k} new"
            for k in range(top["amount"] + 1)
            if k <= (0 if past == 2 else old) and top["amount"] - k <= (0 if past == 0 else new)
        ]

    def of_gain_resource(self, _player: Json, top: Json) -> list[str]:
        kinds = RESOURCES if top["resource"] == "any" else (top["resource"],)
        return self.must([f"gain {name} {world}" for name in kinds for world in WORLDS], top)

    def of_exchange_resource(self, player: Json, _top: Json) -> list[str]:
        return ["forgo"] + [
            f"exchange {give} for {take} {world}"
            for world, give, take in product(WORLDS, RESOURCES, RESOURCES)
            if give != take and player["stock"][world][give]
        ]

    def of_research_column(self, player: Json, top: Json) -> list[str]:
        columns = [c for c, done in enumerate(player["research"], 1) if done < 5]
        return self.must([f"research column {column}" for column in columns], top)

    def of_settle_field(self, player: Json, top: Json) -> list[str]:
        """EV-STL-1 to EV-STL-6, EV-BE-7, EV-TE-4, EV-TE-5."""
        opened = max(0, max(self.crossings(player)) - 1)
        free = top["how"] == "free ocean"
        terrains = {3} if free else set(range(opened + 1 + (top["how"] == "next terrain")))
        ignored = top["ignore"] + self.knows(player, "EV-TE-5")
        offered = self.symbols(player)
        found = []
        for field in self.pack.fields:
            lacking = sum(max(0, need - have) for need, have in zip(field.symbols, offered, strict=True))
            people = len(field.population)
            if (
                field.terrain in terrains
                and not any(field.id in each["fields"] for each in self.everybody)
                and people <= player["population"]
                and field.factories <= sum(player["new_factories"].values())
                and (free or (people <= player["stock"]["new"]["steel"] and lacking <= ignored))
            ):
                found.append(f"settle {field.id}")
        return self.must(found, top)

    def of_factory_slots(self, player: Json, top: Json) -> list[str]:
        slots = self.pack.fields[self.pack.find("fields", top["field"])].factories
        there = [player["new_factories"][name] for name in RESOURCES]
        return [
            f"with {words(used)}"
            for used in product(range(slots + 1), repeat=3)
            if sum(used) == slots and all(a <= b for a, b in zip(used, there, strict=True))
        ]

    def of_prepare_factory(self, player: Json, top: Json) -> list[str]:
        """EV-FAC-1, EV-FAC-2; the extra one of a workshop is optional."""
        kinds = RESOURCES if top["factory"] == "any" else (top["factory"],)
        found = [
            f"factory {name} {world}"
            for name, world in product(kinds, WORLDS)
            if player["supply"][name] and player["stock"][world][name]
        ]
        return [*found, "forgo"] if top["extra"] else self.must(found, top)

    def of_free_factory(self, player: Json, top: Json) -> list[str]:
        kinds = RESOURCES if top["factory"] == "any" else (top["factory"],)
        worlds = WORLDS if top["world"] == "any" else (top["world"],)
        return self.must(
            [f"factory {name} {world}" for name, world in product(kinds, worlds) if player["supply"][name]], top
        )

    def refreshes(self, player: Json) -> list[str]:
        return [f"refresh for {n} {w}" for w, n in product(WORLDS, RESOURCES) if player["stock"][w][n]]

    def playable(self, player: Json, name: str) -> bool:
        """EV-INF-4."""
        cards = {card.id: card.illustration for card in self.pack.infrastructures}
        return cards[name] not in {cards[other] for other in player["infrastructures"]}

    def of_development(self, player: Json, _top: Json) -> list[str]:
        """EV-INF-1, EV-INF-2, EV-DSP-2, EV-TE-12."""
        shown = self.data["displays"]["infrastructure"]
        costs = {card.id: card.cost for card in self.pack.infrastructures}
        found = ["forgo"] + [
            f"play {name}"
            for name in player["plans"]
            if self.pays(player, "new", costs[name]) and self.playable(player, name)
        ]
        if self.knows(player, "EV-TE-12"):
            return found + ["reveal"] * bool(shown["open"])
        taken = [f"take infrastructure {name}" for name in shown["open"]]
        return found + taken + (self.refreshes(player) if taken else [])

    def of_take_card(self, player: Json, top: Json) -> list[str]:
        """EV-SHP-1, EV-STA-1, EV-DSP-2, EV-TE-1, EV-TE-3, EV-TE-12, EV-TE-14."""
        kind, shown = top["kind"], self.data["displays"][top["kind"]]
        costs = {ship.id: ship.cost for ship in self.pack.ships}
        costs |= {stadium.id: stadium.cost for stadium in self.pack.stadiums}
        found = ["forgo"]
        for name in shown["open"] + self.data["revealed"]["cards"]:
            if kind == "infrastructure":
                if top["purpose"] != "into play" or self.playable(player, name):
                    found.append(f"take infrastructure {name}")
                continue
            found += [
                f"take {kind} {name} {world}"
                for world in (WORLDS if top["world"] == "any" else (top["world"],))
                if top["purpose"] != "build" or self.pays(player, world, costs[name], top["discount"])
            ]
        return found + (self.refreshes(player) if shown["open"] and not top["refreshed"] else [])

    def of_transport_ships(self, player: Json, _top: Json) -> list[str]:
        """EV-TRN-9, EV-TRN-10."""
        flights = {ship.id: ship.flight for ship in self.pack.ships}
        found = ["done"]
        for ship in player["ships"]:
            home = ship["world"] == "old"
            energy = flights[ship["id"]] if home else 1
            if not ship["moved"] and player["stock"][ship["world"]]["energy"] >= energy:
                found.append(f"fly {ship['id']}" if home else f"return {ship['id']}")
        return found

    def of_return_ships(self, player: Json, top: Json) -> list[str]:
        return ["done"] + [f"return {ship}" for ship in top["flown"] if player["stock"]["new"]["energy"]]

    def of_load_place(self, player: Json, top: Json) -> list[str]:
        """EV-TRN-3 to EV-TRN-8, EV-FAC-2, EV-TE-10."""
        ship = self.pack.ships[self.pack.find("ships", top["ship"])]
        sites = [
            site
            for site in self.pack.sites
            if site.id in player["sites"]
            and site.kind != "sea"
            and (site.kind == "population" or player["supply"][RESOURCES[site.resource]])
        ]
        if top["place"] < len(ship.sites):
            other = self.knows(player, "EV-TE-10") and not player["misfit"]
            fitting = [site for site in sites if other or site.terrains & ship.sites[top["place"]]]
            return ["nothing", *(f"site {site.id}" for site in fitting)]
        if top["place"] < len(ship.sites) + ship.buildings:
            return [
                "nothing",
                *(f"factory {name}" for name in RESOURCES if player["old_factories"][name]),
                *(f"site {site.id}" for site in sites if site.kind == "factory"),
                *(f"stadium {name}" for name in player["stadiums"]["old"]),
            ]
        there = [player["stock"]["old"][name] for name in RESOURCES]
        return [
            f"cargo {words(load)}"
            for load in product(range(ship.resources + 1), repeat=3)
            if sum(load) <= ship.resources and all(a <= b for a, b in zip(load, there, strict=True))
        ]

    def of_power_choice(self, player: Json, _top: Json) -> list[str]:
        return [f"power {total}" for total in self.powers(player)]

    def of_bonus_choice(self, player: Json, _top: Json) -> list[str]:
        """EV-BON-2, EV-BON-4, EV-AMB-54."""
        card = self.pack.bonuses[self.pack.find("bonuses", self.data["bonuses"][0])]
        found = ["bonus none"] if self.options["rewards"] == "may" else []
        for total in self.powers(player):
            if self.options["bonuses"] == "strict":
                which = {card.small: "small", card.large: "large"}.get(total, "none")
            else:
                which = "small" if total <= card.small else "large" if total <= card.large else "none"
            found.append(f"bonus {which}")
        return found

    def of_lane_choice(self, player: Json, top: Json) -> list[str]:
        """EV-PRG-5, EV-PRG-6, EV-PRG-10, EV-TE-11, EV-AMB-11, EV-AMB-39."""
        number = player["markers"][top["marker"]]["column"]
        column = self.pack.columns[number]
        standing = [(m["column"], m["lane"]) for each in self.everybody for m in each["markers"]]
        found = []
        for lane, space in (("main", column.main), ("plus", column.plus)):
            room = 2 if number == len(self.pack.columns) - 1 else 1
            bare = self.options["empty_spaces"] == "many" and not space.instant and not any(space.symbols)
            if (lane == "main" or self.options["players"] >= 3) and (
                standing.count((number, lane)) < room or bare or self.knows(player, "EV-TE-11")
            ):
                found.append(f"lane {lane}")
        return found

    # --- what a game is worth -------------------------------------------------------------------------

    def race(self) -> tuple[list[int], set[int]]:
        """The lowest marker of each seat after penalties and bonuses, and the winners (EV-RAC-4 to EV-RAC-11)."""
        players: list[Json] = self.data["players"]
        pleased = [self.satisfaction(player, self.options["satisfaction"] == "new") for player in players]
        ranks = sorted(pleased, reverse=True)
        finals = []
        for player, value in zip(players, pleased, strict=True):
            markers = sorted(player["production"].values())
            missing = max(0, 3 - len(player["stadiums"]["new"]))
            for _ in range(player["penalties"] + len(player["sites"]) + missing):
                markers = sorted([markers[0] - 1, *markers[1:]])
            if len(players) == 2:
                bonus = int(value > min(pleased))
            else:
                bonus = 2 if value == ranks[0] else int(ranks[0] > ranks[1] == value)
            for _ in range(bonus):
                markers = sorted([markers[0] + 1, *markers[1:]])
            enough = len(player["stadiums"]["new"]) >= 3
            met = enough and markers[0] >= 8
            finals.append((markers, (met, value) if met else (met, markers[0], enough, value, *markers[1:])))
        best = max(key for _, key in finals)
        return [markers[0] for markers, _ in finals], {i for i, (_, key) in enumerate(finals) if key == best}

    def points(self) -> list[int]:
        """The final score of each seat (EV-PTS-3 to EV-PTS-8, EV-LIN-2, EV-ORD-3)."""
        values = self.pack.points
        players: list[Json] = self.data["players"]
        rival: list[Json] = self.data["rivals"][:1] if len(players) == 1 else []
        pleased = [
            self.satisfaction(player, True) * (len(player["stadiums"]["new"]) >= 3) for player in players
        ] + [self.of_stadiums(each["stadiums"]) * (len(each["stadiums"]) >= 3) for each in rival]
        prizes = shares(pleased)
        if self.options["line_dominance"]:
            lines = next(side for side in self.pack.lines if side.id == self.data["line_side"]).lines
            on = {self.pack.fields[field].id for line in lines for field in line.fields}
            counts = [len(on & set(each["fields"])) for each in players + rival]
            prizes = [a + b for a, b in zip(prizes, shares(counts), strict=True)]
        found = []
        for player, prize in zip(players, prizes, strict=False):
            lowest = min(player["production"].values())
            total = prize + (values.lowest[lowest] if lowest <= 10 else 19 + 3 * (lowest - 10))
            for site in self.pack.sites:
                if site.id in player["sites"]:
                    people = site.kind == "population"
                    total -= values.penalty_population_site if people else values.penalty_factory_site
            total -= values.penalty_stadium * max(0, 3 - len(player["stadiums"]["new"]))
            total -= values.penalty_tile * player["penalties"]
            total += sum(order.points for order in self.pack.orders if order.id in player["paid_orders"])
            found.append(total + sum(self.goal(player, name) for name in player["goals"]))
        return found

    def goal(self, player: Json, name: str) -> int:
        """What a goal card is worth (EV-GC-1 to EV-GC-12)."""
        fields = [field for field in self.pack.fields if field.id in player["fields"]]
        steppe = sum(field.terrain == 0 for field in fields)
        people = sum(len(field.population) for field in fields)
        on_fields = [self.data["factories"].get(field.id, {}) for field in fields]
        factories = {each: sum(there.get(each, 0) for there in on_fields) for each in RESOURCES}
        if self.options["new_world_pieces"] == "all":
            people += player["population"]
            factories = {each: factories[each] + player["new_factories"][each] for each in RESOURCES}
        learned = self.technologies(player)
        resource, _, kind = name.partition("-")
        if name == "turning-points":
            return (0, 5, 5, 12, 17)[min(self.crossings(player))]
        if name == "technologies":
            extra = 1 if len(learned) == 5 else 3 if len(learned) > 5 else 0
            return extra + sum(3 if technology.row == 2 else 1 for technology in learned)
        counted: dict[str, tuple[int, int, tuple[tuple[int, int], ...]]] = {
            "population": (people, 1, ((10, 8), (8, 5))),
            "steppe": (steppe, 2, ((5, 7), (3, 3))),
            "ships": (len(player["ships"]), 3, ((4, 6), (3, 5))),
            "factory-sets": (min(factories.values()), 5, ((3, 6), (2, 4))),
            "small-bonuses": (player["small_bonuses"], 4, ((3, 5),)),
            "large-bonuses": (player["large_bonuses"], 3, ((4, 6), (3, 4))),
            "beyond-steppe": (len(fields) - steppe, 2, ((6, 4), (4, 2))),
            "infrastructures": (len(player["infrastructures"]), 3, ((5, 5), (3, 3))),
        }
        if kind == "production":
            counted[name] = (player["production"][resource], 1, ((13, 4), (10, 2)))
        elif kind == "factories":
            counted[name] = (factories[resource], 3, ((4, 5), (3, 3)))
        count, each_, tiers = counted[name]
        return count * each_ + next((extra for low, extra in tiers if count >= low), 0)


def shares(values: list[int]) -> list[int]:
    """EV-PTS-8, EV-LIN-2: 6, 4 and 1 points, or 4 with two; ties share, rounded down; nothing for 0."""
    prizes = (4, 0) if len(values) == 2 else (6, 4, 1)
    found = []
    for value in values:
        above = sum(other > value for other in values)
        tied = values.count(value)
        found.append(sum(prizes[above : above + tied]) // tied if value else 0)
    return found
