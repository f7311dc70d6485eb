"""Explanations: what each option costs and brings, and why something is not possible.

An option is explained by trying it on a clone with a journal, so it cannot differ from what happens on play. The
trial stops before the game moves on to the next player, round or phase, which is nobody's doing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from orrery.core.game import Explained, Explanation, Journal, Message, NearMiss, Reaction
from orrery.core.hexes import bits
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    BUILDINGS,
    GAIAFORMER,
    LAB,
    MINE,
    RESEARCH_COST,
    STATION,
    STRUCTURES,
)
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.techs import FIRST_ADVANCED, TECH, TECHS
from orrery.gaia.data.tracks import GAIA_PROJECT, PROJECT_TOKENS, STEP_ORE, TERRAFORMING, TOP, TRACKS
from orrery.gaia.decisions.turn import Turn, act_ready, specials
from orrery.gaia.facts import facts, seat_name, settled
from orrery.gaia.notation import SPECIALS, write
from orrery.gaia.rules.building import (
    Price,
    left,
    mine_price,
    mine_sites,
    mines_left,
    offer,
    project_price,
    project_sites,
    taken,
    upgrade_price,
    upgrade_sites,
)
from orrery.gaia.rules.conversions import free_actions
from orrery.gaia.rules.effects import useful
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.power import capacity, spendable
from orrery.gaia.rules.reach import qic_for
from orrery.gaia.rules.research import may_advance, open_tracks, takeable
from orrery.gaia.state import NO_ONE, NOTHING_HERE, Player, State

if TYPE_CHECKING:
    from orrery.core.game import Booking

Json = dict[str, object]

FAR: Final = 3
"""Planets that more QIC than this would be needed for are not spoken of."""
FIX: Final = 6
"""So many conversions at most are proposed to make a wish possible."""


def explain(state: State, seat: int) -> Explained[a.Action]:
    """Every option of the seat explained, and what it might wish in vain."""
    if state.asked() != seat:
        return Explained(())
    before = income_total(state, seat)
    explained = tuple(_explanation(state, seat, option, before) for option in state.options())
    return Explained(explained, tuple(_miss(state, seat, wish) for wish in wishes(state, seat)))


def explanation(state: State, seat: int, action: a.Action) -> Explanation[a.Action]:
    """One answer of the seat that is asked explained; it need not be listed."""
    return _explanation(state, seat, action, income_total(state, seat))


def income_total(state: State, seat: int) -> Gains:
    """All incomes of a seat together."""
    total = NOTHING
    player = state.players[seat]
    if player.rules.number == player.faction != NO_ONE:
        for gains, _ in sources(state, player):
            total = total.plus(gains)
    return total


def tried(state: State, action: a.Action) -> tuple[State, Journal]:
    """The position after the action and what answers itself, before the game moves on; and its journal."""
    trial = state.clone()
    journal = Journal()
    trial.journal = journal
    trial.stack.pop().resolve(trial, action)
    while trial.stack:
        top = trial.stack[-1]
        if top.seat != state.asked() or top.always:
            break
        if top.arrive(trial):
            continue
        offered = top.options(trial)
        if len(offered) > 1:
            break
        trial.stack.pop()
        if offered:
            top.resolve(trial, offered[0])
    trial.journal = None
    return trial, journal


def category(source: str) -> str:
    """The kind of source of victory points, as charts group them."""
    kind, _, name = source.partition(":")
    if kind == "tech" and TECH[name] >= FIRST_ADVANCED:
        return "advanced"
    return kind


def _explanation(state: State, seat: int, action: a.Action, before: Gains) -> Explanation[a.Action]:
    trial, journal = tried(state, action)
    cost, gain, points = totals(journal.bookings, seat)
    after = income_total(trial, seat)
    income = {
        name: new - old
        for (name, new), (_, old) in zip(_amounts(after), _amounts(before), strict=True)
        if new != old and not isinstance(action, a.Pass)
    }
    found = facts(state, action)
    found["after"] = holdings(trial.players[seat])
    return Explanation(
        action,
        cost,
        gain,
        points,
        income,
        reactions(trial, seat),
        tuple(_warnings(state, trial, seat, action, journal)),
        found,
    )


def totals(bookings: Iterable[Booking], seat: int) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Costs, gains and points by source of one seat."""
    cost: dict[str, int] = {}
    gain: dict[str, int] = {}
    points: dict[str, int] = {}
    for who, what, amount, source in bookings:
        if who != seat:
            continue
        if what == "vp":
            name = category(source)
            points[name] = points.get(name, 0) + amount
        elif amount < 0:
            cost[what] = cost.get(what, 0) - amount
        else:
            gain[what] = gain.get(what, 0) + amount
    return cost, gain, points


def _amounts(gains: Gains) -> list[tuple[str, int]]:
    return [(name, getattr(gains, name)) for name in ("credits", "ore", "knowledge", "qic", "charge", "tokens")]


def holdings(player: Player) -> Json:
    """What a player holds, as facts show it after an option."""
    bowls = [player.bowl1, player.bowl2, player.bowl3]
    if 0 < player.brain < 4:
        bowls[player.brain - 1] += 1
    return {
        "vp": player.vp,
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "bowls": bowls,
        "gaia_area": player.gaia + (1 if player.brain == 4 else 0),
        "brainstone": player.brain % 4 if player.brain else None,
        "gaiaformers": player.formers,
    }


def reactions(state: State, seat: int) -> tuple[Reaction, ...]:
    """Who may charge how much for what was built and not offered yet."""
    found = []
    count = len(state.players)
    waiting = [(decision.seat, decision) for decision in reversed(state.stack) if decision.name == "LeechOffer"]
    for other, decision in waiting:
        power = decision.values()[1]
        assert isinstance(power, int)
        found.extend(_reaction(state, other, power))
    for where in state.pending:
        for away in range(1, count):
            other = (seat + away) % count
            if other != state.automa:
                found.extend(_reaction(state, other, offer(state, state.players[other], where)))
    return tuple(found)


def _reaction(state: State, seat: int, power: int) -> list[Reaction]:
    player = state.players[seat]
    if not power:
        return []
    ways = player.rules.charges(state, seat, power, capacity(player))
    amount = max((way.values()[0] for way in ways), default=0)
    return [Reaction(seat, "charge", amount, max(0, amount - 1))] if amount else []


def _warnings(state: State, trial: State, seat: int, action: a.Action, journal: Journal) -> Iterable[Message]:
    player = state.players[seat]
    if isinstance(action, a.Build):
        bit = 1 << action.where
        if action.piece == MINE:
            price = mine_price(state, seat, action.where) if state.question() == "Turn" else Price()
            ore = STEP_ORE[player.research[TERRAFORMING]]
            if price.steps and ore == STEP_ORE[0]:
                yield Message("expensive_step", {"ore": ore})
            if trial.players[seat].allied & bit:
                yield Message("inside_federation", {"hex": state.world.names[action.where]})
        elif action.piece in (LAB, STATION):
            old = next((piece for piece in STRUCTURES if player.buildings[piece] & bit), None)
            if old is not None:
                yield Message("covers_income", {"building": BUILDINGS[old]})
    elif isinstance(action, (a.Act, a.Use, a.Convert)):
        for name, amount in _wasted(player, trial.players[seat], action, journal, seat):
            yield Message("wasted", {"what": name, "amount": amount})
    elif isinstance(action, a.Pass):
        for number in specials(state, seat):
            if number == 2:
                yield Message("unused_booster", {"booster": BOOSTERS[player.booster].id})
            else:
                yield Message("unused_special", {"special": SPECIALS[number]})
    elif isinstance(action, (a.Research, a.Advance)) and player.green and not trial.players[seat].green:
        yield Message("no_green_left", {})


def _wasted(
    before: Player, after: Player, action: a.Action, journal: Journal, seat: int
) -> Iterable[tuple[str, int]]:
    """What of the gains printed on an action or conversion is lost at the caps."""
    if isinstance(action, a.Act):
        gains = BOARD_ACTIONS[action.number].gains
    elif isinstance(action, a.Convert):
        gains = CONVERSIONS[action.way].gains
    else:
        assert isinstance(action, a.Use)
        special = TECHS[action.special - 3].special if action.special >= 3 else None
        gains = special.gains if special is not None else NOTHING
    _, gained, _ = totals(journal.bookings, seat)
    for name in ("credits", "ore", "knowledge", "charge"):
        printed: int = getattr(gains, name)
        if printed > gained.get(name, 0):
            yield name, printed - gained.get(name, 0)


# Near misses


def _short(player: Player, price: Price) -> list[Message]:
    found = []
    for what, needed, held in (
        ("credits", price.credits, player.credits),
        ("ore", price.ore, player.ore),
        ("qic", price.qic, player.qic),
        ("tokens", price.tokens, player.power_tokens),
    ):
        if needed > held:
            found.append(Message("short", {"what": what, "by": needed - held}))
    return found


def _cost(price: Price) -> dict[str, int]:
    named = {"credits": price.credits, "ore": price.ore, "qic": price.qic, "tokens": price.tokens}
    return {name: amount for name, amount in named.items() if amount}


class Wish(NamedTuple):
    """What the seat might wish in vain, and what is missing."""

    text: str
    reasons: Sequence[Message]
    about: Json
    possible: Callable[[State], bool] | None = None
    """Whether it could be done in another position; None if free actions do not help."""


def wishes(state: State, seat: int) -> Iterable[Wish]:
    """What the seat might wish in vain, one by one; nothing outside the choice of its action."""
    top = state.stack[-1]
    if not isinstance(top, Turn) or top.done:
        return
    yield from _near_mines(state, seat)
    yield from _near_projects(state, seat)
    yield from _near_upgrades(state, seat)
    yield from _near_research(state, seat)
    yield from _near_acts(state, seat)
    yield from _near_specials(state, seat)
    yield from _near_federation(state, seat)


def _miss(state: State, seat: int, wish: Wish) -> NearMiss:
    fix = _fix(state, seat, wish.reasons, wish.possible) if wish.possible else []
    if fix:
        wish.about["fix"] = fix
    return NearMiss(wish.text, tuple(wish.reasons), wish.about)


def _possible(sites: Callable[[State, int], int], seat: int, number: int) -> Callable[[State], bool]:
    """Whether a set of possibilities of a seat, as bits, holds this one."""
    return lambda trial: bool(sites(trial, seat) >> number & 1)


def _upgradable(state: State, seat: int, piece: int) -> int:
    return next((sites for kind, sites in upgrade_sites(state, seat) if kind == piece), 0)


def _researchable(state: State, seat: int) -> int:
    player = state.players[seat]
    if player.knowledge < RESEARCH_COST.knowledge:
        return 0
    return sum(1 << track for track in open_tracks(state, player))


def _near_mines(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    sites = mine_sites(state, seat)
    busy = taken(state) & ~player.forming
    supply = mines_left(state, player)
    for where in bits(state.world.planets & ~busy & ~sites & ~(state.transdim)):
        bit = 1 << where
        if player.forming & bit and not state.gaia & bit:
            continue
        qic = 0 if player.forming & bit else qic_for(state, player, where)
        if not 0 <= qic <= FAR:
            continue
        price = mine_price(state, seat, where)
        reasons = [] if supply else [Message("no_piece_left", {"building": BUILDINGS[MINE]})]
        reasons.extend(_range_and_price(state, player, where, price, qic))
        if not reasons:
            continue
        about: Json = {
            "kind": "build_mine",
            "hex": state.world.names[where],
            "building": BUILDINGS[MINE],
            "planet": settled(state, where),
            "cost": _cost(price),
            "steps": price.steps,
        }
        yield Wish(
            write(state, a.Build(MINE, where)),
            reasons,
            about,
            _possible(mine_sites, seat, where),
        )


def _range_and_price(state: State, player: Player, where: int, price: Price, qic: int) -> list[Message]:
    """Shortages, a lack of QIC for the range being told as being out of range."""
    reasons = [reason for reason in _short(player, price) if reason.args["what"] != "qic"]
    if price.qic > player.qic:
        if qic > player.qic:
            reasons.append(Message("out_of_range", {"by": _beyond(state, player, where), "qic": qic}))
        else:
            reasons.append(Message("short", {"what": "qic", "by": price.qic - player.qic}))
    return reasons


def _beyond(state: State, player: Player, where: int) -> int:
    """How many steps a hex lies beyond the range that the player has now."""
    from orrery.gaia.rules.reach import basic_range, within

    steps = basic_range(player)
    by = 0
    while not within(state, player, steps + by) >> where & 1:
        by += 1
    return by


def _near_projects(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    sites = project_sites(state, seat)
    owner = {index: other for other, p in enumerate(state.players) for index in bits(p.forming)}
    for where in bits(state.transdim & ~sites & ~player.forming):
        qic = qic_for(state, player, where)
        if not 0 <= qic <= FAR:
            continue
        reasons: list[Message] = []
        if where in owner:
            reasons.append(Message("foreign_gaiaformer", {"seat": owner[where]}))
        elif not player.formers:
            reasons.append(Message("no_gaiaformer", {}))
        price = project_price(state, seat, where)
        if not PROJECT_TOKENS[player.research[GAIA_PROJECT]]:
            price = price._replace(tokens=0)
        reasons.extend(_range_and_price(state, player, where, price, qic))
        if reasons:
            about: Json = {
                "kind": "gaia_project",
                "hex": state.world.names[where],
                "building": BUILDINGS[GAIAFORMER],
                "cost": _cost(price),
            }
            yield Wish(
                write(state, a.Build(GAIAFORMER, where)),
                reasons,
                about,
                _possible(project_sites, seat, where),
            )


def _near_upgrades(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    possible = {(piece, where) for piece, sites in upgrade_sites(state, seat) for where in bits(sites)}
    for old in (MINE, STATION, LAB):
        standing = player.buildings[old]
        if old == MINE:
            standing &= ~(player.shared | state.lost)
        for where in bits(standing):
            for piece in player.rules.upgrades[old]:
                if (piece, where) in possible:
                    continue
                price = upgrade_price(state, seat, piece, where)
                reasons = [] if left(player, piece) else [Message("no_piece_left", {"building": BUILDINGS[piece]})]
                reasons.extend(_short(player, price))
                if not reasons:
                    continue
                about: Json = {
                    "kind": "upgrade",
                    "hex": state.world.names[where],
                    "from": BUILDINGS[old],
                    "building": BUILDINGS[piece],
                    "cost": _cost(price),
                }
                yield Wish(
                    write(state, a.Build(piece, where)),
                    reasons,
                    about,
                    _possible(partial(_upgradable, piece=piece), seat, where),
                )


def _near_research(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    for track in range(len(TRACKS)):
        if player.knowledge >= RESEARCH_COST.knowledge and may_advance(state, player, track):
            continue
        level = player.research[track]
        reasons: list[Message] = []
        if level == TOP:
            reasons.append(Message("top_level", {}))
        elif not player.rules.may_research(player, track):
            reasons.append(Message("needs_institute", {}))
        elif level == TOP - 1:
            if state.topped >> track & 1:
                holder = next(n for n, p in enumerate(state.players) if p.research[track] == TOP)
                reasons.append(Message("level_five_taken", {"seat": holder, "track": TRACKS[track]}))
            elif not player.green:
                reasons.append(Message("needs_green_token", {}))
        if player.knowledge < RESEARCH_COST.knowledge:
            by = RESEARCH_COST.knowledge - player.knowledge
            reasons.append(Message("short", {"what": "knowledge", "by": by}))
        about: Json = {"kind": "research", "track": TRACKS[track], "level": min(TOP, level + 1)}
        yield Wish(
            write(state, a.Research(track)),
            reasons,
            about,
            _possible(_researchable, seat, track),
        )


def _near_acts(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    worth = player.rules.token_worth(player)
    power = spendable(player, worth)
    for number, action in enumerate(BOARD_ACTIONS):
        if state.acts[number] == NO_ONE and act_ready(state, seat, number, power):
            continue
        reasons: list[Message] = []
        if state.acts[number] != NO_ONE:
            reasons.append(Message("used", {"seat": state.acts[number]}))
        if action.power > power:
            reasons.append(Message("short", {"what": "power", "by": action.power - power}))
        if action.qic > player.qic:
            reasons.append(Message("short", {"what": "qic", "by": action.qic - player.qic}))
        if action.rescore and not player.tokens:
            reasons.append(Message("no_token_owned", {}))
        if not reasons:
            if action.tech and not takeable(state, player):
                reasons.append(Message("nothing_gained", {}))
            elif action.steps:
                reasons.append(Message("no_site", {"steps": action.steps}))
            elif not useful(player, action.gains):
                reasons.append(Message("nothing_gained", {}))
        about: Json = {"kind": "board_action", "action": action.id}

        def ready(trial: State, number: int = number) -> bool:
            mine = trial.players[seat]
            return trial.acts[number] == NO_ONE and act_ready(
                trial, seat, number, spendable(mine, mine.rules.token_worth(mine))
            )

        yield Wish(write(state, a.Act(number)), reasons, about, ready)


def _near_specials(state: State, seat: int) -> Iterable[Wish]:
    player = state.players[seat]
    ready = specials(state, seat)
    held = [3 + kind for kind in player.tiles if TECHS[kind].special is not None]
    if player.booster != NOTHING_HERE and BOOSTERS[player.booster].special is not None:
        held.insert(0, 2)
    if player.rules.special and (player.has_institute or player.rules.special_always):
        held.insert(0, 1)
    if player.buildings[5]:
        held.insert(0, 0)
    for number in held:
        if number in ready:
            continue
        used = player.used >> number & 1
        reason = Message("used", {"seat": seat}) if used else Message("nothing_gained", {})
        about: Json = {"kind": "special_action", "special": SPECIALS[number]}
        yield Wish(write(state, a.Use(number)), (reason,), about)


def _near_federation(state: State, seat: int) -> Iterable[Wish]:
    """Why no federation can be formed: too little power value outside federations, or too few tokens."""
    from orrery.gaia.rules.building import worth
    from orrery.gaia.rules.forming import offered, payable

    player = state.players[seat]
    if offered(state, player):
        return
    members = 0 if player.rules.growing else player.allied
    power = sum((hexes & ~members).bit_count() * value for hexes, value in worth(state, player))
    power += player.stations.bit_count()
    needed = player.rules.federation_power(player)
    reasons = [Message("federation_power", {"power": power, "needed": needed})] if power < needed else []
    if not reasons:
        what = "qic" if player.rules.satellites_cost_qic else "tokens"
        reasons = [Message("federation_unreachable", {"what": what, "held": payable(player)})]
    yield Wish(f"{seat_name(state, seat)} federate", reasons, {"kind": "federation"})


_WAYS: Final = {
    name: tuple(number for number, way in enumerate(CONVERSIONS) if getattr(way.gains, name))
    for name in ("credits", "ore", "knowledge", "qic", "tokens")
}
"""Conversions by what they give."""


def _fix(state: State, seat: int, reasons: Sequence[Message], possible: Callable[[State], bool]) -> list[str]:
    """Free actions that, done first, make a wish possible; empty if none are found among the plain ones."""
    if any(reason.key not in ("short", "out_of_range") for reason in reasons):
        return []
    missing = {str(r.args["what"]) if r.key == "short" else "qic" for r in reasons}
    if len(missing) != 1:
        return []
    what = missing.pop()
    plans: list[tuple[a.Action, ...]] = []
    if what == "power":
        plans = [(a.Burn(),) * times for times in range(1, FIX + 1)]
    else:
        for way in _WAYS.get(what, ()):
            for burns in range(3):
                plans.extend((a.Burn(),) * burns + (a.Convert(way),) * times for times in range(1, FIX + 1 - burns))
    plans.sort(key=len)
    dead: set[tuple[a.Action, ...]] = set()
    for plan in plans:
        if any(plan[: len(bad)] == bad for bad in dead):
            continue
        texts = _followed(state, seat, plan, dead)
        if texts and possible(texts[0]):
            return texts[1]
    return []


def _followed(
    state: State, seat: int, plan: tuple[a.Action, ...], dead: set[tuple[a.Action, ...]]
) -> tuple[State, list[str]] | None:
    """The position after these free actions and how they are written; None if one of them is not possible."""
    trial = state.clone()
    texts = []
    for number, action in enumerate(plan):
        if trial.question() != "Turn" or action not in free_actions(trial, seat):
            dead.add(plan[: number + 1])
            return None
        texts.append(write(trial, action))
        trial.apply(action)
    return (trial, texts) if trial.question() == "Turn" else None
