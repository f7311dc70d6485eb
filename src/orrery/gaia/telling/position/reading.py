"""The position that data describe: what they leave out follows from the rest; contradictions are refused."""

from __future__ import annotations

from collections.abc import Mapping

from orrery.core.game import BadPosition
from orrery.core.reading import unexpected
from orrery.core.saying import say
from orrery.gaia import maps
from orrery.gaia.data.actions import BOARD_ACTION, BOARD_ACTIONS
from orrery.gaia.data.boards import BOARD, FACTIONS, HOME
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    MINE,
    ROUNDS,
    TECH_COPIES,
)
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.planets import GAIA, TRANSDIM
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import NAVIGATION, TOP, TRACKS
from orrery.gaia.decisions.gaia import GaiaExchange
from orrery.gaia.decisions.setup import Bid
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.phases import (
    ACTIONS,
    COVERED,
    ENDING,
    GAIA_PHASE,
    INCOME,
    MINES,
    NO_ONE,
    NOT_OWNED,
    NOTHING_HERE,
    OVER,
    PHASES,
)
from orrery.gaia.phases import BOOSTERS as BOOSTERS_PHASE
from orrery.gaia.phases import FACTIONS as FACTIONS_PHASE
from orrery.gaia.state import Player, State, Table, tokens_supplied
from orrery.gaia.telling.position.given import Field
from orrery.gaia.telling.position.pending import fault
from orrery.gaia.telling.position.players import automa_holds, beginning, player_of, to_cover, topped
from orrery.gaia.telling.position.questions import question_of
from orrery.gaia.telling.position.solo import automa
from orrery.gaia.telling.position.table import laid_table, supplies
from orrery.gaia.telling.position.writing import FORMAT
from orrery.gaia.telling.records.position import FIELDS


def position(given: Mapping[str, object]) -> State:
    """The position that the data describe; raises BadPosition naming the field and what was expected.

    Whatever it accepts can be shown, explained, written and played to the end.
    """
    top = Field(given, "position")
    if top.get("game").value != "gaia":
        raise top.get("game").wrong(say("core.expected.this", it="gaia"))
    top.get("format", FORMAT).number(1, FORMAT)
    top.only(FIELDS)
    table = laid_table(top)
    state = State(table, 0)
    state.world = (
        maps.world(top.get("map").placements(table.map_building == "none")) if top.has("map") else table.world
    )
    state.round = top.get("round").number(0, ROUNDS)
    state.phase = top.get("phase", "actions").named({name: number for number, name in enumerate(PHASES)})
    first, last = _rounds(state.phase)
    if not first <= state.round <= last:
        raise top.get("round").wrong(
            say("gaia.expected.round.one", first=first, phase=PHASES[state.phase])
            if first == last
            else say("gaia.expected.round.some", first=first, last=last, phase=PHASES[state.phase])
        )
    state.order = _everybody(top, table, "order")
    state.ring = _everybody(top, table, "around")
    state.passed = tuple(top.get("passed", []).each(lambda field: field.number(0, table.seats - 1)))
    if len(set(state.passed)) != len(state.passed):
        raise top.get("passed", []).wrong(say("gaia.expected.seat.once"))
    state.queue = tuple(top.get("queue", []).each(lambda field: field.number(0, table.seats - 1)))
    state.out = tuple(top.get("auction", []).each(lambda field: field.named(BOARD)))
    formed = top.get("gaia_planets", []).hexes(state)
    if formed & ~state.world.of_kind[TRANSDIM]:
        raise top.get("gaia_planets", []).wrong(say("gaia.expected.formed"))
    state.gaia = state.world.of_kind[GAIA] | formed
    state.transdim = state.world.of_kind[TRANSDIM] & ~formed
    lost = top.get("lost_planet", None)
    state.lost = 0 if lost.value is None else 1 << lost.hex(state)
    if state.lost & state.world.planets:
        raise lost.wrong(say("gaia.expected.lost.empty"))
    acts = [NO_ONE] * len(BOARD_ACTIONS)
    for name, field in top.get("board_actions", {}).items():
        acts[field.key(name, BOARD_ACTION)] = field.number(0, table.seats - 1)
    state.acts = tuple(acts)
    players = top.get("players").parts()
    if len(players) != table.seats:
        raise top.get("players").wrong(say("gaia.expected.players", count=table.seats))
    covering = [to_cover(top, seat) for seat in range(table.seats)]
    state.players = [player_of(state, field, covering[seat]) for seat, field in enumerate(players)]
    topped(state, players)
    supplies(state, top)
    _check(state, top, [area for areas in covering for area in areas])
    state.stack = [question_of(state, field) for field in top.get("questions", []).parts()]
    _seats(state, top)
    automa(state, top.get("automa", None))
    _questions(state, top)
    return state


def _everybody(top: Field, table: Table, name: str) -> tuple[int, ...]:
    """Every seat once, in an order."""
    field = top.get(name, list(range(table.seats)))
    found = tuple(field.each(lambda seat: seat.number(0, table.seats - 1)))
    if sorted(found) != list(range(table.seats)):
        raise field.wrong(say("gaia.expected.seat.every", last=table.seats - 1))
    return found


def _rounds(phase: int) -> tuple[int, int]:
    """The first and the last round in which a phase can be."""
    if phase < INCOME:
        return 0, 0
    return (1, ROUNDS) if phase <= ACTIONS else (ROUNDS, ROUNDS)


def _check(state: State, top: Field, to_cover: list[int]) -> None:
    """What several players share: hexes, tokens, tiles and boosters."""
    taken = forming = 0
    for seat, player in enumerate(state.players):
        own = player.own & ~player.shared
        if own & taken:
            raise _two(f"{top.path}.players[{seat}].buildings", state, own & taken)
        taken |= own
    for seat, player in enumerate(state.players):
        if player.shared & ~taken:
            alone = _where(state, player.shared & ~taken)
            raise BadPosition(
                say("gaia.position.alone", field=f"{top.path}.players[{seat}].shared_mines", hexes=alone)
            )
        if player.forming & taken:
            built = _where(state, player.forming & taken)
            raise BadPosition(
                say("gaia.position.built", field=f"{top.path}.players[{seat}].gaiaformers_on_map", hexes=built)
            )
        if player.forming & forming:
            raise _two(f"{top.path}.players[{seat}].gaiaformers_on_map", state, player.forming & forming)
        forming |= player.forming
    found = [
        seat
        for seat, player in enumerate(state.players)
        if state.lost & player.buildings[MINE] & ~player.shared and player.research[NAVIGATION] == TOP
    ]
    if state.lost and found in ([], [state.automa]):
        raise top.get("lost_planet").wrong(say("gaia.expected.lost.finder", level=TOP))
    for number, spot in enumerate(SPOTS):
        owners = sum(player.techs[number] != NOT_OWNED for player in state.players)
        if state.spots[number] + owners != TECH_COPIES:
            raise (
                top.get("techs", {})
                .get(spot, state.spots[number])
                .wrong(say("gaia.expected.techs.left", count=TECH_COPIES - owners, taken=owners))
            )
    for kind in COMMON:
        held = sum(token >> 1 == kind for player in state.players for token in player.tokens)
        left = tokens_supplied(state.table)[kind] + (1 if state.table.terra_token == kind else 0)
        left -= held + (1 if state.track_token == kind else 0)
        if left < 0:
            raise top.get("players").wrong(
                say("gaia.expected.tokens.most", most=held + left, token=TOKENS[kind].id)
            )
        if state.supply[kind] != left:
            raise (
                top.get("tokens")
                .get(TOKENS[kind].id)
                .wrong(say("gaia.expected.techs.left", count=left, taken=held))
            )
    for seat, player in enumerate(state.players):
        if player.booster != NOTHING_HERE and player.booster not in state.table.boosters:
            known = ", ".join(BOOSTERS[kind].id for kind in state.table.boosters)
            raise unexpected(
                f"{top.path}.players[{seat}].booster",
                say("core.expected.word", known=known),
                BOOSTERS[player.booster].id,
            )
    boosters = [*state.boosters, *(p.booster for p in state.players if p.booster != NOTHING_HERE)]
    if sorted(boosters) != sorted(state.table.boosters):
        raise top.get("boosters", []).wrong(say("gaia.expected.boosters"))
    covered = [value - COVERED for player in state.players for value in player.techs if value >= COVERED] + to_cover
    for area in covered:
        if state.advanced[area] >= 0 or covered.count(area) > 1:
            raise (
                top.get("advanced_techs", {})
                .get(TRACKS[area], TECHS[state.advanced[area]].id)
                .wrong(say("gaia.expected.advanced.gone"))
            )


def _two(place: str, state: State, mask: int) -> BadPosition:
    return BadPosition(say("gaia.position.two", field=place, hexes=_where(state, mask)))


def _where(state: State, mask: int) -> str:
    return ", ".join(state.world.named(mask))


def _seats(state: State, top: Field) -> None:
    """Who plays what, and what nobody can have yet."""
    table, players = state.table, top.get("players").parts()
    chosen = [player.faction for player in state.players if player.faction != NO_ONE]
    boards = [HOME[faction] for faction in chosen]
    if state.phase <= FACTIONS_PHASE and state.automa != NO_ONE:
        boards.append(HOME[table.automa_faction])
    for seat, player in enumerate(state.players):
        field = players[seat]
        if player.faction == NO_ONE and state.phase > FACTIONS_PHASE:
            raise field.get("faction", None).wrong(say("gaia.expected.faction.some"))
        if player.faction != NO_ONE and boards.count(HOME[player.faction]) > 1:
            raise field.get("faction").wrong(say("gaia.expected.faction.own"))
        if state.phase <= FACTIONS_PHASE:
            fresh = Player()
            fresh.faction, fresh.bid = player.faction, player.bid
            if player.key() != fresh.key():
                raise field.wrong(say("gaia.expected.setup.bare"))
        elif table.factions and seat != state.automa and player.faction != table.factions[seat]:
            raise field.get("faction").wrong(
                say("gaia.expected.faction.table", faction=repr(FACTIONS[table.factions[seat]]))
            )
        if player.used and state.phase not in (ACTIONS, ENDING, OVER):
            raise field.get("used").wrong(say("gaia.expected.used.none"))
        if player.counted and seat != state.automa:
            raise field.get("satellites_counted").wrong(say("gaia.expected.counted"))
        if seat != state.automa and state.phase < INCOME:
            beginning(state, player, field)
        elif seat == state.automa:
            automa_holds(state, player, field)
    if state.phase <= FACTIONS_PHASE:
        _choosing(state, top)
    elif state.out:
        raise top.get("auction").wrong(say("gaia.expected.auction.none"))


def _choosing(state: State, top: Field) -> None:
    """While factions are chosen: what is put up, and who has what."""
    table, field = state.table, top.get("auction", [])
    auction = table.choice.startswith("auction")
    people = [seat for seat in state.order if seat != state.automa]
    factions = [state.players[seat].faction for seat in people]
    chosen = [faction for faction in factions if faction != NO_ONE]
    boards = {HOME[faction] for faction in state.out}
    if len(boards) != len(state.out) or set(state.out) - set(table.pool) or len(state.out) > len(people):
        raise field.wrong(say("gaia.expected.auction.pool", most=len(people)))
    if auction:
        whole = table.choice == "auction_bid_while_choosing" or len(state.out) == len(people)
        fits = set(chosen) <= set(state.out) and (whole or not chosen)
        fits = fits and (table.choice != "auction_bid_while_choosing" or len(chosen) == len(state.out))
    else:
        fits = factions == [*state.out, *[NO_ONE] * (len(people) - len(state.out))]
        fits = fits and not (table.factions and state.out)
    if not fits or (table.solo and state.out):
        raise field.wrong(say("gaia.expected.auction.fits"))
    for seat, player in enumerate(state.players):
        if player.bid and (not auction or player.faction == NO_ONE):
            raise top.get("players").parts()[seat].get("bid").wrong(say("gaia.expected.bid.none"))


def _questions(state: State, top: Field) -> None:
    """Whose turn it is, what was built, and who is asked what; see ``pending``."""
    asked = top.get("questions", [])
    listed = asked.parts()
    turn = top.get("turn", None)
    state.turn = NO_ONE if turn.value is None else turn.number(0, len(state.players) - 1)
    if state.turn == NO_ONE and state.stack and isinstance(state.stack[0], (Turn, GaiaExchange, Bid)):
        state.turn = state.stack[0].seat
    if state.phase in (GAIA_PHASE, ACTIONS) and state.turn == NO_ONE:
        raise turn.wrong(say("gaia.expected.turn.some"))
    if state.phase == ACTIONS:
        if state.turn in state.passed:
            raise turn.wrong(say("gaia.expected.turn.passed"))
        if not top.has("questions"):
            state.stack = [Turn(state.turn)]
            asked = turn
    if state.phase in (MINES, BOOSTERS_PHASE) and state.turn != NO_ONE:
        raise turn.wrong(say("gaia.expected.turn.setup"))
    if state.queue and state.phase in (ACTIONS, OVER):
        raise top.get("queue").wrong(say("gaia.expected.queue.none"))
    if state.phase not in (ACTIONS, ENDING, OVER) and any(seat != NO_ONE for seat in state.acts):
        raise top.get("board_actions").wrong(say("gaia.expected.used.none"))
    pending = top.get("charges_to_offer", [])
    state.pending = tuple(pending.each(lambda field: field.hex(state)))
    if state.pending:
        built = state.players[state.turn].own if state.phase in (GAIA_PHASE, ACTIONS) else 0
        if len(set(state.pending)) != len(state.pending) or any(not built >> where & 1 for where in state.pending):
            raise pending.wrong(say("gaia.expected.charges"))
    if state.phase == OVER:
        if state.stack:
            raise asked.wrong(say("gaia.expected.question.over"))
        return
    if not state.stack:
        raise asked.wrong(say("gaia.expected.question.some"))
    wrong = fault(state)
    if wrong is not None:
        raise (listed[wrong.number] if listed else asked).wrong(wrong.expected)
