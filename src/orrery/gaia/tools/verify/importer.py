"""Playing moves of the public gaia-engine notation: each becomes the actions that our questions ask for.

One move of the notation is a whole turn of one player. Where we ask something that the notation answers by itself
(a question with one answer, an automatic order) or where it writes a command that we do not need (a step that
cannot be taken must be declined there), the importer bridges it; everything else has to fit exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, cast

from orrery.core.game import IllegalAction
from orrery.core.hexes import Hex, rotated
from orrery.core.journal import Message
from orrery.core.match import Match
from orrery.core.saying import Explained, say, why
from orrery.gaia import actions as a
from orrery.gaia import maps
from orrery.gaia.data.actions import CONVERSIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_RIGHT, BRAINSTONE_POWER, GAIAFORMER, ROUNDS, SPACE_STATION
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.gains import Gains
from orrery.gaia.data.scoring import FINAL_TILES, ROUND_TILES
from orrery.gaia.data.sectors import DISC
from orrery.gaia.data.techs import SPOTS, TECHS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.decisions.turn import Turn
from orrery.gaia.phases import INCOME
from orrery.gaia.state import State
from orrery.gaia.tools.verify import words
from orrery.gaia.tools.verify.records import Json

HOUSE_RULES: Final[Mapping[str, object]] = {
    "turn_order": "passing",
    "charge_timing": "turn_end",
    "useless_actions": "board",
    "extra_range": "needed",
    "range_across_gaps": True,
    "gaia_phase_round_tile": True,
    "charge_token_only": True,
    "token_source": "fixed",
    "brainstone_choice": "guarded",
    "gaia_exchange": "all",
    "final_conversions": "automatic",
    "income_order": "always",
}
"""The options of ours that play as that engine does."""

AUCTIONS: Final = {"choose-bid": "auction_choose_bid", "bid-while-choosing": "auction_bid_while_choosing"}


class BadMove(Explained):
    """A move that cannot be read or is refused; the position is in the middle of it."""


class BadSetup(Explained):
    """Data of a record from which no set-up can be made."""


def options_of(data: Json) -> dict[str, object]:
    """Our options for the game of a record: its map and tiles, and that engine's house rules."""
    try:
        tiles = data["tiles"]
        turns = bool(data["options"].get("advancedRules")) or any(" rotate" in move for move in data["moves"][:2])
        return {
            "players": data["players"],
            "map": maps.listed(placements_of(data["map"])),
            "map_building": "rotate" if turns else "none",
            "factions": _factions_of(data),
            "boosters": [BOOSTERS[words.BOOSTERS[name]].id for name in tiles["boosters"]],
            "round_tiles": [ROUND_TILES[words.ROUND_TILE[name]].id for name in tiles["roundScoring"]],
            "final_tiles": [FINAL_TILES[words.FINAL[name]] for name in tiles["finalScoring"]],
            "techs": [TECHS[words.TECHS[tiles["techs"][words.SPOT_WORD[spot]]]].id for spot in range(len(SPOTS))],
            "advanced_techs": [
                TECHS[words.TECHS[tiles["advTechs"][f"adv-{words.TRACK_WORD[track]}"]]].id
                for track in range(len(TRACKS))
            ],
            "terraforming_token": TOKENS[words.TOKEN[tiles["terraFederation"]]].id,
            **HOUSE_RULES,
        }
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise BadSetup(say("gaia.public.setup", why=f"{type(error).__name__}: {error}")) from None


def _factions_of(data: Json) -> object:
    """How factions come to seats: by auction, by choice, or given where no move chooses one."""
    auction = data["options"].get("auction")
    if auction:
        return AUCTIONS[auction]
    if None in data["factions"] or any(" faction " in move for move in data["moves"]):
        return "choose"
    return [FACTIONS[words.FACTION[name]] for name in data["factions"]]


def placements_of(data: Json) -> list[maps.Placement]:
    """The sectors as they lay before anybody turned them; tiles with other contents become custom ones."""
    contents = {words.hex_of(q, r): words.planet_of(letter) for q, r, _, _, letter in data["hexes"]}
    found = []
    for sector in data["sectors"]:
        centre = words.hex_of(sector["q"], sector["r"])
        laid = {offset: contents[centre.plus(offset)] for offset in DISC}
        name = words.face_of(sector["sector"])
        final = sector["rotation"] % 6
        first = sector.get("seedRotation", final) % 6
        upright = {rotated(offset, -final): planet for offset, planet in laid.items()}
        if upright != maps.face(name).planets:
            name = maps.custom(maps.face(name).number, upright)
        found.append(maps.Placement(name, centre, first))
    return found


Do = Callable[[a.Action], None]

_ENDINGS: Final = ("", "endturn")
_NO_BOOSTER: Final = ("", "undefined")
_NEEDLESS: Final = re.compile(r"brainstone \S+|spend \d+tg for \d+c|decline tech")
_HEX: Final = re.compile(r"(-?\d+)x(-?\d+)")


class Importer:
    """Translates moves into actions on a position. ``do`` plays an action and keeps ``state`` current."""

    def __init__(self, state: Callable[[], State], do: Do) -> None:
        self._state = state
        self._do = do
        self._token = 0

    def play(self, move: str, watch: Callable[[str], None] | None = None, following: str = "") -> None:
        """Play one move; ``watch`` is called after each command but the last with what has been played.

        ``following`` is the next move, if there is one: of several answers about the brainstone the last counts.

        Raises BadMove, also where an action is refused; what came before it has been played.
        """
        if move.startswith("init "):
            return
        seat, queue = self.read(move)
        stop = 0
        if self._state().asked() != seat:
            if all(_NEEDLESS.fullmatch(command) for command in queue):
                # Questions that leave no choice in the end; lists recorded between them belong to this moment.
                for number in range(1, len(queue)):
                    if watch is not None:
                        watch(". ".join(queue[:number]))
                return
            raise BadMove(_unasked(self._state(), ". ".join(queue), seat))
        if following.startswith(f"{move.split()[0]} brainstone ") and queue[-1].startswith("brainstone "):
            queue.append(following.partition(" ")[2].split(".")[0])
            stop = 1
        done: list[str] = []
        while len(queue) > stop:
            command = queue.pop(0)
            if done and watch is not None and command:
                watch(". ".join(done))
            self._command(seat, command, queue)
            self._keep_brainstone(seat, queue)
            done.append(command)

    def read(self, move: str) -> tuple[int, list[str]]:
        """Who moves, and the commands."""
        who, _, rest = move.partition(" ")
        return self.seat(who), [" ".join(part.split()) for part in re.split(r"\.(?:\s+|$)", rest)]

    def needless(self, move: str) -> bool:
        """Whether the move only answers questions that leave us no choice and that we do not ask.

        That engine charges the sources of an income one after another and asks where the brainstone goes each time
        (we charge their sum and ask only if it leaves a choice); it asks for the last tokens of a Gaia phase one by
        one where only credits are left, and whether to take a tile where there is none.
        """
        if not _NEEDLESS.search(move):
            return False
        seat, commands = self.read(move)
        asked = self._asked(seat)
        return asked not in ("MoveBrainstone", "GaiaExchange") and all(_NEEDLESS.fullmatch(c) for c in commands)

    def seat(self, who: str) -> int:
        """The seat of ``p1`` or of a faction."""
        state = self._state()
        if re.fullmatch(r"p[1-7]", who):
            return int(who[1]) - 1
        if who in words.FACTION:
            for seat, player in enumerate(state.players):
                if player.faction == words.FACTION[who]:
                    return seat
        raise BadMove(say("gaia.public.who", who=repr(who)))

    def where(self, text: str) -> int:
        """The hex of a name or of coordinates."""
        world = self._state().world
        pair = _HEX.fullmatch(text)
        if pair:
            h = words.hex_of(int(pair[1]), int(pair[2]))
            if h not in world.grid:
                raise BadMove(say("gaia.public.hex", hex=repr(text)))
            return world.grid.index(h)
        if text not in world.where:
            raise BadMove(say("gaia.public.hex", hex=repr(text)))
        return world.where[text]

    # One command

    def _asked(self, seat: int) -> str:
        """The question that the seat is asked now, or nothing."""
        state = self._state()
        return state.question() if state.asked() == seat else ""

    def _over(self, seat: int) -> bool:
        """Whether the main action of the seat is over, so that a command names what was done already."""
        state = self._state()
        top = state.stack[-1] if state.stack else None
        return not (isinstance(top, Turn) and top.seat == seat and not top.done)

    def _stands(self, seat: int, piece: int, where: int) -> bool:
        """Whether the seat has this piece on the hex."""
        player = self._state().players[seat]
        if piece == GAIAFORMER:
            return bool(player.forming >> where & 1)
        if piece == SPACE_STATION:
            return bool(player.stations >> where & 1)
        return bool(player.buildings[piece] >> where & 1)

    def _expect(self, seat: int, command: str, *questions: str) -> None:
        state = self._state()
        if state.asked() != seat or state.question() not in questions:
            raise BadMove(_unasked(state, command, seat))

    def _command(self, seat: int, command: str, queue: list[str]) -> None:
        name, _, rest = command.partition(" ")
        if command in _ENDINGS:
            if self._asked(seat) == "Turn" and a.EndTurn() in self._state().options():
                self._do(a.EndTurn())
            return
        reader = _READERS.get(name)
        if reader is None:
            raise BadMove(say("gaia.public.command", command=repr(command)))
        try:
            reader(self, seat, command, rest, queue)
        except (KeyError, IndexError, ValueError) as error:
            if isinstance(error, BadMove):
                raise
            raise BadMove(say("gaia.public.unplayable", command=repr(command), why=why(error))) from None

    # Readers

    def _rotate(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        parts = rest.split()
        turns: dict[Hex, int] = {}
        for text, count in zip(parts[::2], parts[1::2], strict=True):
            pair = _HEX.fullmatch(text)
            if pair is None:
                raise BadMove(say("gaia.public.centre", command=repr(command), text=repr(text)))
            turns[words.hex_of(int(pair[1]), int(pair[2]))] = int(count)
        self._expect(seat, command, "RotateSectors")
        for number, (_, centre, rotation) in enumerate(self._state().table.world.placements):
            if self._asked(seat) == "RotateSectors":
                self._do(a.Lay(number, (rotation + turns.get(centre, 0)) % 6))

    def _faction(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        self._do(a.Choose(words.FACTION[rest]))

    def _bid(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        name, amount = rest.split()
        if self._asked(seat):
            self._do(a.Bid(words.FACTION[name], int(amount)))

    def _booster(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        self._do(a.Take(words.BOOSTERS[rest]))

    def _build(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        piece, place = rest.split()
        where = self.where(place)
        question = self._asked(seat)
        if question == "StartingMine":
            self._do(a.Settle(where))
        elif question in _BUILDING or not self._over(seat):
            self._do(a.Build(words.PIECE[piece], where))
        elif not self._stands(seat, words.PIECE[piece], where):
            raise BadMove(say("gaia.public.place", command=repr(command)))

    def _up(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        track = words.TRACK[rest]
        if self._asked(seat) == "PickTrack":
            self._do(a.Advance(track))
        elif not self._over(seat):
            self._do(a.Research(track))

    def _decline(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        question = self._asked(seat)
        if rest == "up":
            if question == "PickTrack":
                self._do(a.Decline())
        elif rest == "tech":
            if question == "GaiaExchange":
                self._do(a.Done())
        else:
            self._expect(seat, command, "LeechOffer")
            self._do(a.Decline())

    def _tech(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if self._asked(seat) == "PickTech":
            self._do(a.TakeTech(words.SPOT[rest]))

    def _cover(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if self._asked(seat) == "CoverTech":
            self._do(a.Cover(words.SPOT[rest]))

    def _lost(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if self._asked(seat) == "PlaceLostPlanet":
            self._do(a.PlaceLost(self.where(rest)))

    def _action(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        self._do(a.Act(words.ACTION[rest]))

    def _fedtile(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if self._asked(seat) == "RescoreToken":
            self._do(a.Rescore(words.TOKEN[rest]))

    def _federation(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        hexes, token = rest.split()
        mask = 0
        for name in hexes.split(","):
            mask |= 1 << self.where(name)
        self._token = words.TOKEN[token]
        self._do(a.Federate(mask))
        self._keep_brainstone(seat, queue)
        self._take_token(seat)

    def _take_token(self, seat: int) -> None:
        """Take the token named with the federation, once nothing is asked about the brainstone."""
        if self._asked(seat) == "PickFederationToken":
            self._do(a.TakeToken(self._token))

    def _special(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        self._do(a.Use(special_number(self._state(), seat, rest)))

    def _swap(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if self._asked(seat) == "PickSwap":
            self._do(a.Swap(self.where(rest)))

    def _pass(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        last = self._state().round == ROUNDS
        self._do(a.Pass(a.NONE if last and rest in _NO_BOOSTER else words.BOOSTERS[rest]))

    def _burn(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        for _ in range(int(rest)):
            self._do(a.Burn())

    def _spend(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        cost_text, gain_text = rest.split(" for ")
        cost, gain = words.amounts(cost_text), words.amounts(gain_text)
        if "tg" in cost:
            self._exchange(seat, cost, gain)
            return
        ways = conversions(self._state(), seat, cost, gain, _next_brainstone(queue))
        for number, way in enumerate(ways, 1):
            self._do(a.Convert(way))
            if number < len(ways):
                self._keep_brainstone(seat, [])

    def _exchange(self, seat: int, cost: words.Amounts, gain: words.Amounts) -> None:
        if "tech" in gain:
            self._do(a.Exchange(a.TILE))
            return
        way, times = exchange_of(cost["tg"], gain)
        for _ in range(times):
            if self._asked(seat) == "GaiaExchange":
                self._do(a.Exchange(way))

    def _charge(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        first = rest.split(",")[0].strip()
        given = words.amounts(rest)
        token = a.NO_TOKEN
        if "t" in given:
            token = a.TOKEN_BEFORE if first.endswith("t") else a.TOKEN_AFTER
        self._expect(seat, command, "LeechOffer")
        self._do(a.Charge(given.get("pw", 0), token))

    def _income(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        for part in rest.split(","):
            given = words.amounts(part)
            if self._asked(seat) == "IncomeOrder":
                self._do(a.TakeIncome(given.get("pw", 0), given.get("t", 0)))

    def _brainstone(self, seat: int, command: str, rest: str, queue: list[str]) -> None:
        if queue and queue[0].startswith("brainstone "):
            return  # asked about parts of one sum: the last answer counts
        if self._asked(seat) == "MoveBrainstone":
            self._do(a.Brainstone(words.BRAINSTONE[rest]))
        self._take_token(seat)

    def _keep_brainstone(self, seat: int, queue: list[str]) -> None:
        """Unless the next command says otherwise the brainstone stays as it is; an income must say it."""
        while (
            self._asked(seat) == "MoveBrainstone"
            and self._state().phase != INCOME
            and _next_brainstone(queue) is None
        ):
            self._do(a.Brainstone(self._state().players[seat].brain))


_BUILDING: Final = ("PickSite", "PickLab", "PickSpace")

_READERS: Final[Mapping[str, Callable[[Importer, int, str, str, list[str]], None]]] = {
    "rotate": Importer._rotate,
    "faction": Importer._faction,
    "bid": Importer._bid,
    "booster": Importer._booster,
    "build": Importer._build,
    "up": Importer._up,
    "decline": Importer._decline,
    "tech": Importer._tech,
    "cover": Importer._cover,
    "lostPlanet": Importer._lost,
    "action": Importer._action,
    "fedtile": Importer._fedtile,
    "federation": Importer._federation,
    "special": Importer._special,
    "swap-PI": Importer._swap,
    "pass": Importer._pass,
    "burn": Importer._burn,
    "spend": Importer._spend,
    "charge": Importer._charge,
    "income": Importer._income,
    "brainstone": Importer._brainstone,
}


def _unasked(state: State, command: str, seat: int) -> Message:
    """That the seat is not asked what the command answers."""
    asked = state.asked()
    if asked is None:
        return say("gaia.public.over", command=repr(command), seat=seat)
    return say("gaia.public.asked", command=repr(command), seat=seat, asked=asked, question=state.question())


def _next_brainstone(queue: list[str]) -> int | None:
    """Where the next command puts the brainstone, if it is about that."""
    if queue and queue[0].startswith("brainstone "):
        return words.BRAINSTONE[queue[0].split()[1]]
    return None


_ACADEMY: Final = 0
_FACTION: Final = 1
_BOOSTER: Final = 2
_TECH: Final = 3
_OF_FACTIONS: Final = ("up-lowest", "swap-PI", "down-lab", "space-station")
_OF_BOOSTERS: Final = ("step", "range+3")


def special_number(state: State, seat: int, word: str) -> int:
    """The number of our special action that the notation calls by its reward."""
    if word in _OF_FACTIONS:
        return _FACTION
    if word in _OF_BOOSTERS:
        return _BOOSTER
    player = state.players[seat]
    for kind in player.tiles:
        special = TECHS[kind].special
        if special is not None and reward_text(special.gains) == word:
            return _TECH + kind
    if player.buildings[ACADEMY_RIGHT] and reward_text(player.rules.board.academy_special) == word:
        return _ACADEMY
    raise BadMove(say("gaia.public.special", word=repr(word)))


_REWARDS: Final = (
    ("qic", "q"),
    ("credits", "c"),
    ("ore", "o"),
    ("knowledge", "k"),
    ("charge", "pw"),
    ("tokens", "t"),
)


def reward_text(gains: Gains) -> str:
    """A reward as the notation writes it: ``q,5c``."""
    amounts = dict(gains.items())
    return ",".join(
        word if amounts[name] == 1 else f"{amounts[name]}{word}" for name, word in _REWARDS if name in amounts
    )


_WORDS: Final = {"credits": "c", "ore": "o", "knowledge": "k", "qic": "q", "tokens": "t"}


def price_and_gain(way: int) -> tuple[words.Amounts, words.Amounts]:
    """A conversion of ours in the words of the notation."""
    conversion = CONVERSIONS[way]
    gain = {_WORDS[name]: amount for name, amount in conversion.gains.items()}
    if conversion.power:
        return {"pw": conversion.power}, gain
    if conversion.bowl3:
        return {"t-a3": conversion.bowl3}, gain
    if conversion.gaiaformer:
        return {"gf": conversion.gaiaformer}, gain
    return {_WORDS[name]: amount for name, amount in conversion.price.items()}, gain


def conversions(
    state: State, seat: int, cost: words.Amounts, gain: words.Amounts, brainstone: int | None
) -> list[int]:
    """Our conversions that together cost and gain this. Raises BadMove.

    Power is always paid in one sum there, so conversions that are paid at once are preferred, and the dearest comes
    last: it is the one for which the brainstone may pay.
    """
    player = state.players[seat]
    rules = player.rules
    ways = (*(rules.institute_ways if player.has_institute else rules.ways), *rules.unoffered_ways)
    if list(cost) == ["pw"] and list(gain) == ["c"] and player.brain == 3:
        return _credits(player.bowl3, cost["pw"], brainstone, ways)
    known = [(way, *price_and_gain(way)) for way in ways]
    known.sort(key=lambda item: (-sum(item[2].values()), -sum(item[1].values())))
    found = _sum_of(known, cost, gain)
    if found is None:
        raise BadMove(say("gaia.public.conversion", gain=words.written(gain), cost=words.written(cost)))
    return sorted(found, key=lambda way: CONVERSIONS[way].power)


Known = list[tuple[int, words.Amounts, words.Amounts]]


def _sum_of(known: Known, cost: words.Amounts, gain: words.Amounts) -> list[int] | None:
    """Conversions whose prices and results add up to these, the first known ones as often as possible."""
    if not any(cost.values()) and not any(gain.values()):
        return []
    if not known:
        return None
    way, price, result = known[0]
    most = min(
        *(cost.get(word, 0) // amount for word, amount in price.items()),
        *(gain.get(word, 0) // amount for word, amount in result.items()),
    )
    for times in range(most, -1, -1):
        rest = _sum_of(known[1:], _less(cost, price, times), _less(gain, result, times))
        if rest is not None:
            return [way] * times + rest
    return None


def _less(amounts: words.Amounts, part: words.Amounts, times: int) -> words.Amounts:
    return {word: amount - part.get(word, 0) * times for word, amount in amounts.items()}


def _credits(plain: int, count: int, brainstone: int | None, ways: tuple[int, ...]) -> list[int]:
    """Power for credits with the brainstone in bowl III: it pays once, for up to three of them."""
    together = {price_and_gain(way)[0].get("pw", 0): way for way in ways if list(price_and_gain(way)[1]) == ["c"]}
    one = together[1]
    if plain >= count and brainstone != 1:
        return [one] * count
    best = max(amount for amount in together if amount <= min(BRAINSTONE_POWER, count))
    return [one] * (count - best) + [together[best]]


def exchange_of(tokens: int, gain: words.Amounts) -> tuple[int, int]:
    """Our exchange of the Gaia phase and how often; raises BadMove."""
    for way in range(4):
        price, result = price_and_gain(way)
        word = next(iter(result))
        if list(gain) == [word] and gain[word] * price["pw"] == tokens:
            return way, gain[word]
    raise BadMove(say("gaia.public.exchange", count=tokens, gain=words.written(gain)))


def void(value: object) -> None:
    """Let go of what a call gives back."""


def match_of(data: Json, each: Callable[[int], None] = void) -> Match[State]:
    """The game of a record as a match of ours, with all its entries; raises BadSetup, BadMove or BadOptions.

    ``each`` is told after every move how many entries there are.
    """
    match = Match.new("gaia", options_of(data), 0)
    importer = Importer(lambda: cast(State, match.state), lambda action: void(match.play(action)))
    moves = data["moves"]
    for number, move in enumerate(moves):
        try:
            importer.play(move, following=moves[number + 1] if number + 1 < len(moves) else "")
        except (BadMove, IllegalAction) as error:
            raise BadMove(say("gaia.public.move", number=number, move=repr(move), why=why(error))) from None
        each(len(match.entries))
    return match
