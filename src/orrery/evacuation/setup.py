"""Laying out a game: from options and a seed to the first question (EV-SET-1 to EV-SET-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orrery.core.chance import draw, shuffled, stream
from orrery.core.game import BadOptions
from orrery.core.saying import say, why
from orrery.evacuation import flow
from orrery.evacuation.pack import Pack
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM, lookup
from orrery.evacuation.rules.displays import refill
from orrery.evacuation.state import Display, Player, Rival, State, Table


def laid_out(pack: Pack, options: Mapping[str, Any], seed: int) -> State:
    """The position before the first question; ``options`` are complete."""
    table = Table(pack, options)
    state = State(table, stream(seed, "play"))
    fixed = options["setup_seed"]
    public = stream(seed if fixed is None else int(fixed), "set-up")
    hidden = stream(seed, "decks")
    _players(state, options, public)
    _displays(state, options, public, hidden)
    state.bonuses = _bonus_stack(pack, options["bonus_cards"], stream(public, "bonuses"))
    state.factories = [0] * len(pack.fields)
    if table.orders:
        state.orders = _orders(pack, options["order_cards"], stream(public, "orders"))
    if table.lines:
        state.side = _side(pack, options["line_side"], stream(public, "lines"))
    if not table.race:
        _goals(state, options["goals"], stream(hidden, "goals"))
    if table.advanced:
        _hands(state, options["cards"], stream(hidden, "cards"))
    if table.solo or table.third_party:
        state.corner = pack.solo_tile.start
        state.rivals = [Rival() for _ in range(2 if table.solo else 1)]
    flow.begin(state)
    state.settle()
    return state


def _players(state: State, options: Mapping[str, Any], public: int) -> None:
    """Boards, technologies and turn order (EV-SET-2 to -9, EV-SET-16, EV-SOL-2)."""
    table, pack = state.table, state.table.pack
    count = table.players
    sets = _sets(pack, options["sets"], count, stream(public, "sets"))
    tiles = _given_technologies(pack, options["technologies"], count)
    for seat in range(count):
        player = Player()
        player.sites = table.lookup.all_sites
        player.supply = [pack.setup.factories] * 3
        player.stadiums = ((table.lookup.start_stadium + seat,), ())
        if tiles:
            player.technologies = tiles[seat]
        else:
            player.technologies = _random_technologies(pack, sets[seat], stream(public, f"technologies {seat}"))
        state.players.append(player)
    state.order = _order(options["order"], count, stream(public, "order"))
    if table.solo:
        state.order = [0, 1, 2]


def _order(given: Sequence[Any] | None, count: int, seed: int) -> list[int]:
    if given is None:
        return shuffled(seed, 0, range(count))
    if any(type(seat) is not int for seat in given) or sorted(given) != list(range(count)):
        raise BadOptions(say("evacuation.order.seats", most=count - 1, got=repr(given)))
    return list(given)


def _sets(pack: Pack, given: Sequence[Any] | None, count: int, seed: int) -> list[int]:
    """The technology set of each seat, 0-3 (printed 1-4)."""
    numbers = sorted({technology.set for technology in pack.technologies})
    if given is None:
        return shuffled(seed, 0, numbers)[:count]
    allowed = [number + 1 for number in numbers]
    if (
        len(given) != count
        or any(type(item) is not int or item not in allowed for item in given)
        or len(set(given)) != count
    ):
        raise BadOptions(say("evacuation.sets.seats", known=allowed, count=count, got=repr(given)))
    return [item - 1 for item in given]


def _random_technologies(pack: Pack, chosen: int, seed: int) -> tuple[int, ...]:
    """The nine tiles of a set, each row in random order; index column * 3 + row (EV-SET-5)."""
    rows = [
        shuffled(stream(seed, f"row {row}"), 0, tiles)
        for row, tiles in enumerate(lookup(pack).technology_sets[chosen])
    ]
    return tuple(rows[row][column] for column in range(3) for row in range(3))


def _given_technologies(pack: Pack, given: Sequence[Any] | None, count: int) -> list[tuple[int, ...]]:
    """The nine tiles of each seat that the options name; none if they name none."""
    if given is None:
        return []
    if len(given) != count:
        raise BadOptions(say("evacuation.technologies.seats", count=count, got=len(given)))
    found = []
    for seat, named in enumerate(given):
        tiles = indices(pack, "technologies", named, f"technologies of seat {seat}")
        rows = [pack.technologies[tile].row for tile in tiles]
        one_set = len({pack.technologies[tile].set for tile in tiles}) == 1
        if rows != [0, 1, 2] * 3 or not one_set or len(set(tiles)) != len(tiles):
            raise BadOptions(say("evacuation.technologies.set", seat=seat))
        found.append(tuple(tiles))
    if len({pack.technologies[tiles[0]].set for tiles in found}) != count:
        raise BadOptions(say("evacuation.technologies.own"))
    return found


def indices(pack: Pack, kind: str, given: object, name: str) -> list[int]:
    """The components that a list of ids names."""
    if not isinstance(given, (list, tuple)):
        raise BadOptions(say("evacuation.ids", option=name, got=repr(given)))
    try:
        return [pack.find(kind, str(item)) for item in given]
    except LookupError as error:
        raise BadOptions(say("evacuation.in.option", option=name, why=why(error))) from None


def _displays(state: State, options: Mapping[str, Any], public: int, hidden: int) -> None:
    """The three displays and their stacks (EV-SET-10 to -12, EV-SOL-3)."""
    pack = state.table.pack
    size = pack.setup.display
    aside = [i for i, card in enumerate(pack.stadiums) if card.satisfaction in pack.solo.aside]
    if state.table.solo:
        state.stadiums_aside = aside
    for kind, name, components in (
        (SHIP, "ships", pack.ships),
        (STADIUM, "stadiums", pack.stadiums),
        (INFRASTRUCTURE, "infrastructures", pack.infrastructures),
    ):
        cards = list(range(len(components)))
        if kind == STADIUM and state.table.solo:
            cards = [card for card in cards if card not in aside]
        first = _given_first(pack, options[name], name, cards)
        rest = [card for card in cards if card not in first]
        levels = [0] * len(components)
        if kind == INFRASTRUCTURE:
            levels = [card.level for card in pack.infrastructures]
        # The open cards are public set-up; what lies under them comes from the seed of the game.
        shown = _by_level(shuffled(stream(public, name), 0, rest), levels)[: max(0, size - len(first))]
        rest = [card for card in rest if card not in shown]
        deck = first + shown + _by_level(shuffled(stream(hidden, name), 0, rest), levels)
        display = Display([], deck[::-1])
        refill(state, display)
        state.displays.append(display)
    state.reveals = 0


def _by_level(cards: list[int], levels: list[int]) -> list[int]:
    """Level I cards on top of level II cards (EV-SET-12)."""
    return sorted(cards, key=lambda card: levels[card])


def _given_first(pack: Pack, given: object, name: str, cards: list[int]) -> list[int]:
    """Cards that the options put on top, in order."""
    if given is None:
        return []
    found = indices(pack, name, given, name)
    if len(set(found)) != len(found):
        raise BadOptions(say("evacuation.card.twice", option=name))
    for card in found:
        if card not in cards:
            raise BadOptions(say("evacuation.stadium.aside", option=name, card=pack.stadiums[card].id))
    return found


def _bonus_stack(pack: Pack, given: object, seed: int) -> list[int]:
    """Three plain cards on a flag card, top first (EV-SET-14)."""
    plain = [i for i, card in enumerate(pack.bonuses) if not card.flag]
    flags = [i for i, card in enumerate(pack.bonuses) if card.flag]
    plain_count, flag_count = pack.setup.plain_cards, pack.setup.flag_cards
    if given is None:
        top = shuffled(stream(seed, "plain"), 0, plain)[:plain_count]
        return top + shuffled(stream(seed, "flags"), 0, flags)[:flag_count]
    found = indices(pack, "bonuses", given, "bonus_cards")
    if (
        len(set(found)) != plain_count + flag_count
        or len(found) != plain_count + flag_count
        or any(card in flags for card in found[:plain_count])
        or any(card in plain for card in found[plain_count:])
    ):
        raise BadOptions(say("evacuation.bonus_cards", plain=plain_count, flags=flag_count))
    return found


def _orders(pack: Pack, given: object, seed: int) -> list[int]:
    """Three orders of different cards, each with a random face (EV-ORD-1, EV-AMB-10)."""
    count = pack.setup.orders_drawn
    if given is None:
        cards = shuffled(stream(seed, "cards"), 0, range(len(pack.order_cards)))[:count]
        faces = stream(seed, "faces")
        found = []
        for number, card in enumerate(cards):
            choices = pack.order_cards[card].faces
            found.append(choices[draw(faces, number, len(choices))])
        return sorted(found)
    found = indices(pack, "orders", given, "order_cards")
    if len(found) != count or len({pack.orders[order].card for order in found}) != count:
        raise BadOptions(say("evacuation.order_cards", count=count, got=repr(given)))
    return sorted(found)


def _side(pack: Pack, given: object, seed: int) -> int:
    if given is None:
        return draw(seed, 0, len(pack.lines))
    ids = [side.id for side in pack.lines]
    if given not in ids:
        raise BadOptions(say("evacuation.line_side", known=", ".join(ids), got=repr(given)))
    return ids.index(str(given))


def _goals(state: State, given: object, seed: int) -> None:
    """Four goal cards for each seat; two piles of four in the solo game (EV-PTS-2, EV-SOL-8)."""
    pack = state.table.pack
    size = pack.setup.goals_dealt
    piles = 2 if state.table.solo else len(state.players)
    cards = list(range(len(pack.goals)))
    hands: list[list[int]] = []
    if given is not None:
        if not isinstance(given, (list, tuple)) or len(given) != piles:
            raise BadOptions(say("evacuation.goals.lists", piles=piles, size=size, got=repr(given)))
        hands = [indices(pack, "goals", hand, "goals") for hand in given]
        flat = [goal for hand in hands for goal in hand]
        if any(len(hand) != size for hand in hands) or len(set(flat)) != len(flat):
            raise BadOptions(say("evacuation.goals.different", piles=piles, size=size, got=repr(given)))
    else:
        dealt = shuffled(seed, 0, cards)
        hands = [dealt[i * size : (i + 1) * size] for i in range(piles)]
    if state.table.solo:
        state.piles = (sorted(hands[0]), sorted(hands[1]))
    else:
        state.picks = [[] for _ in hands]
        for player, hand in zip(state.players, hands, strict=True):
            player.draft = tuple(sorted(hand))


def _hands(state: State, given: object, seed: int) -> None:
    """Seven action cards for each seat, the rest is the stack (EV-ADV-1)."""
    pack = state.table.pack
    first: list[int] = []
    rest = list(pack.deck)
    if given is not None:
        first = indices(pack, "cards", given, "cards")
        for card in first:
            if card not in rest:
                raise BadOptions(say("evacuation.cards.copies", card=pack.cards[card].id))
            rest.remove(card)
    deck = first + shuffled(seed, 0, rest)
    size = pack.setup.cards_dealt
    for seat, player in enumerate(state.players):
        player.hand = tuple(sorted(deck[seat * size : (seat + 1) * size]))
    state.cards = deck[len(state.players) * size :][::-1]
