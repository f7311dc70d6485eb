"""Actions: one small immutable class per answer. They hold indices into the pack, never parts of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from orrery.core import asking
from orrery.core.game import BadNotation
from orrery.core.reading import shown
from orrery.core.saying import say
from orrery.core.words import ALONE, Beside, Phrase, Vocabulary, Word, phrase
from orrery.evacuation import words as w
from orrery.evacuation.pack import Triple

if TYPE_CHECKING:
    from orrery.evacuation.state import State


class Action(asking.Action):
    """An answer to a question of Evacuation."""

    __slots__ = ()


# The turn


@final
class Act(Action):
    """Take a board action."""

    __slots__ = ("board",)

    says: ClassVar[Phrase] = phrase("action {board}", kind="act", board=w.BOARD)

    def __init__(self, board: int) -> None:
        self.board: Final = board


@final
class PlayCard(Action):
    """Play an action card from hand (advanced actions)."""

    __slots__ = ("card",)

    says: ClassVar[Phrase] = phrase("card {card}", kind="play_card", card=w.CARD)

    def __init__(self, card: int) -> None:
        self.card: Final = card


@final
class Pass(Action):
    """Take no more actions this year."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("pass")


@final
class PayOrder(Action):
    """Play an order from hand, in addition to an action."""

    __slots__ = ("order",)

    says: ClassVar[Phrase] = phrase("order {order}", kind="pay_order", order=w.ORDER)

    def __init__(self, order: int) -> None:
        self.order: Final = order


@final
class Done(Action):
    """Nothing more of what is asked."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("done")


@final
class Forgo(Action):
    """Let a sub-action lapse."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("forgo")


@final
class Tuck(Action):
    """Tuck a hand card face down under the area of the chosen board action."""

    __slots__ = ("card",)

    says: ClassVar[Phrase] = phrase("tuck {card}", card=w.CARD)

    def __init__(self, card: int) -> None:
        self.card: Final = card


@final
class PayEnergy(Action):
    """Pay for an action: so much energy from either world."""

    __slots__ = ("new", "old")

    says: ClassVar[Phrase] = phrase("pay {old} old {new} new", kind="pay_energy", old=w.ENERGY, new=w.ENERGY)

    def __init__(self, old: int, new: int) -> None:
        self.old: Final = old
        self.new: Final = new


@final
class Choose(Action):
    """Carry out this sub-action next."""

    __slots__ = ("item",)

    says: ClassVar[Phrase] = phrase("next {item}", kind="choose", item=w.ITEM)

    def __init__(self, item: int) -> None:
        self.item: Final = item


# Sub-actions


@final
class Gain(Action):
    """Take a resource to a world."""

    __slots__ = ("resource", "world")

    says: ClassVar[Phrase] = phrase("gain {resource} {world}", world=w.WORLD, resource=w.RESOURCE)

    def __init__(self, world: int, resource: int) -> None:
        self.world: Final = world
        self.resource: Final = resource


@final
class Exchange(Action):
    """Return one resource of a world and take another one there."""

    __slots__ = ("give", "take", "world")

    says: ClassVar[Phrase] = phrase(
        "exchange {give} for {take} {world}", world=w.WORLD, give=w.RESOURCE, take=w.RESOURCE
    )

    def __init__(self, world: int, give: int, take: int) -> None:
        self.world: Final = world
        self.give: Final = give
        self.take: Final = take


@final
class Research(Action):
    """Advance the lowest incomplete technology of a column."""

    __slots__ = ("column",)

    says: ClassVar[Phrase] = phrase("research column {column}", column=w.COLUMN)

    def __init__(self, column: int) -> None:
        self.column: Final = column


@final
class Settle(Action):
    """Settle a field; the factories used may be named at once."""

    __slots__ = ("factories", "field")

    says: ClassVar[Phrase] = phrase("settle {field}{factories}", field=w.FIELD, factories=w.WITH)

    def __init__(self, field: int, factories: Triple | None = None) -> None:
        self.field: Final = field
        self.factories: Final = factories


@final
class UseFactories(Action):
    """Fill the factory slots of the field with so many food, steel and energy factories."""

    __slots__ = ("factories",)

    says: ClassVar[Phrase] = phrase("with {factories}", kind="use_factories", factories=w.AMOUNTS)

    def __init__(self, factories: Triple) -> None:
        self.factories: Final = factories


@final
class Take(Action):
    """Take a ship or stadium from its display to a world, or an infrastructure (to hand, or into play)."""

    __slots__ = ("card", "display", "world")

    says: ClassVar[Phrase] = phrase(
        "take {display} {card}{world}", display=w.DISPLAY, card=w.DISPLAYED, world=w.ARRIVING
    )

    def __init__(self, display: int, card: int, world: int) -> None:
        self.display: Final = display
        self.card: Final = card
        self.world: Final = world


@final
class Waive(Action):
    """Take a discount as so much food, steel and energy less."""

    __slots__ = ("less",)

    says: ClassVar[Phrase] = phrase("save {less}", kind="waive", less=w.AMOUNTS)

    def __init__(self, less: Triple) -> None:
        self.less: Final = less


@final
class PlayInfrastructure(Action):
    """Play an infrastructure from hand."""

    __slots__ = ("card",)

    says: ClassVar[Phrase] = phrase("play {card}", kind="play_infrastructure", card=w.INFRASTRUCTURE)

    def __init__(self, card: int) -> None:
        self.card: Final = card


@final
class Reveal(Action):
    """Choose an infrastructure of the display, with more of them revealed first."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("reveal")


@final
class Refresh(Action):
    """Pay a resource to put cards of the display under their stack."""

    __slots__ = ("resource", "world")

    says: ClassVar[Phrase] = phrase("refresh for {resource} {world}", world=w.WORLD, resource=w.RESOURCE)

    def __init__(self, world: int, resource: int) -> None:
        self.world: Final = world
        self.resource: Final = resource


@final
class Under(Action):
    """Put this card of the display under its stack."""

    __slots__ = ("card", "display")

    says: ClassVar[Phrase] = phrase("under {display}{card}", display=w.ASKED_DISPLAY, card=w.DISPLAYED)

    def __init__(self, display: int, card: int) -> None:
        self.display: Final = display
        self.card: Final = card


@final
class Prepare(Action):
    """Prepare a factory on a world; or gain one there."""

    __slots__ = ("factory", "world")

    says: ClassVar[Phrase] = phrase("factory {factory} {world}", kind="prepare", world=w.WORLD, factory=w.RESOURCE)

    def __init__(self, world: int, factory: int) -> None:
        self.world: Final = world
        self.factory: Final = factory


@final
class Clone(Action):
    """Clone population on the New World."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("clone")


@final
class Raise(Action):
    """Raise one production marker of choice."""

    __slots__ = ("resource",)

    says: ClassVar[Phrase] = phrase("raise {resource}", resource=w.RESOURCE)

    def __init__(self, resource: int) -> None:
        self.resource: Final = resource


# Transport


@final
class Fly(Action):
    """Pay for a flight of a ship to the New World; it is loaded next."""

    __slots__ = ("ship",)

    says: ClassVar[Phrase] = phrase("fly {ship}", ship=w.SHIP)

    def __init__(self, ship: int) -> None:
        self.ship: Final = ship


@final
class FlyBack(Action):
    """Pay for a flight of a ship to the Old World."""

    __slots__ = ("ship",)

    says: ClassVar[Phrase] = phrase("return {ship}", kind="fly_back", ship=w.SHIP)

    def __init__(self, ship: int) -> None:
        self.ship: Final = ship


@final
class LoadSite(Action):
    """Evacuate a site: on the site place asked for, or a factory site on the building place."""

    __slots__ = ("site",)

    says: ClassVar[Phrase] = phrase("site {site}", kind="load_site", site=w.SITE)

    def __init__(self, site: int) -> None:
        self.site: Final = site


@final
class LoadFactory(Action):
    """Put a prepared factory of the Old World on the building place."""

    __slots__ = ("factory",)

    says: ClassVar[Phrase] = phrase("factory {factory}", kind="load_factory", factory=w.RESOURCE)

    def __init__(self, factory: int) -> None:
        self.factory: Final = factory


@final
class LoadStadium(Action):
    """Put a stadium of the Old World on the building place."""

    __slots__ = ("stadium",)

    says: ClassVar[Phrase] = phrase("stadium {stadium}", kind="load_stadium", stadium=w.STADIUM)

    def __init__(self, stadium: int) -> None:
        self.stadium: Final = stadium


@final
class LoadNothing(Action):
    """Leave the place empty."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("nothing", kind="load_nothing")


@final
class LoadResources(Action):
    """Put so much food, steel and energy of the Old World on the resource places."""

    __slots__ = ("resources",)

    says: ClassVar[Phrase] = phrase("cargo {resources}", kind="load_resources", resources=w.AMOUNTS)

    def __init__(self, resources: Triple) -> None:
        self.resources: Final = resources


LOADS: Final = Vocabulary[Action]((LoadSite, LoadFactory, LoadStadium, LoadNothing))
"""What a place of a ship can hold."""


@final
class Places(Word):
    """The answers for the places of a ship, one after the other, each with a comma behind it."""

    pattern = r"(?:[^,]+,)* ?"
    annotation = "list[str]"

    def shape(self) -> str:
        return " PLACE, ..., "

    def write(self, state: State, value: tuple[Action, ...], beside: Beside = ALONE) -> str:
        return " " + "".join(f"{place.says.write(state, place)}, " for place in value)

    def read(self, state: State, text: str, beside: Beside = ALONE) -> tuple[Action, ...]:
        return tuple(self._place(state, part.strip()) for part in text.split(",")[:-1])

    def _place(self, state: State, text: str) -> Action:
        if text.partition(" ")[0].casefold() not in LOADS.verbs:
            raise BadNotation(say("evacuation.load.place", got=shown(text, 60)))
        return LOADS.read(state, text)

    def json(self, state: State, value: tuple[Action, ...], beside: Beside = ALONE) -> object:
        return [place.says.write(state, place) for place in value]


@final
class Load(Action):
    """A whole load given at once: one answer for each site place, then each building place, and the resources."""

    __slots__ = ("places", "resources", "ship")

    says: ClassVar[Phrase] = phrase(
        "fly {ship}:{places}cargo {resources}",
        kind="load",
        ship=w.SHIP,
        places=Places("places"),
        resources=w.AMOUNTS,
    )

    def __init__(self, ship: int, places: tuple[Action, ...], resources: Triple) -> None:
        self.ship: Final = ship
        self.places: Final = places
        self.resources: Final = resources


# Progress and bonus


@final
class Power(Action):
    """Have so many power points, where cards or technologies leave a choice."""

    __slots__ = ("points",)

    says: ClassVar[Phrase] = phrase("power {points}", points=w.POINTS)

    def __init__(self, points: int) -> None:
        self.points: Final = points


@final
class Advance(Action):
    """Move the front and the rear marker so many spaces; which of them lands first may matter."""

    __slots__ = ("front", "rear", "rear_first")

    says: ClassVar[Phrase] = phrase(
        "advance {front} {rear}{rear_first}", front=w.STEPS, rear=w.STEPS, rear_first=w.REAR_FIRST
    )

    def __init__(self, front: int, rear: int, rear_first: bool = False) -> None:
        self.front: Final = front
        self.rear: Final = rear
        self.rear_first: Final = rear_first


@final
class Park(Action):
    """Stand on this driving lane of the column."""

    __slots__ = ("lane",)

    says: ClassVar[Phrase] = phrase("lane {lane}", kind="park", lane=w.LANE)

    def __init__(self, lane: int) -> None:
        self.lane: Final = lane


@final
class Claim(Action):
    """Take the smaller (1) or the larger (2) bonus, or none (0)."""

    __slots__ = ("which",)

    says: ClassVar[Phrase] = phrase("bonus {which}", kind="claim", which=w.BONUS)

    def __init__(self, which: int) -> None:
        self.which: Final = which


# Goals and action cards


@final
class KeepGoal(Action):
    """Keep this goal card and pass the others on."""

    __slots__ = ("goal",)

    says: ClassVar[Phrase] = phrase("keep goal {goal}", kind="keep_goal", goal=w.GOAL)

    def __init__(self, goal: int) -> None:
        self.goal: Final = goal


@final
class ReturnGoal(Action):
    """Put this one of the four goal cards back into the box."""

    __slots__ = ("goal",)

    says: ClassVar[Phrase] = phrase("return goal {goal}", kind="return_goal", goal=w.GOAL)

    def __init__(self, goal: int) -> None:
        self.goal: Final = goal


@final
class KeepCards(Action):
    """Keep these action cards in hand and discard the others."""

    __slots__ = ("cards",)

    says: ClassVar[Phrase] = phrase("keep {cards}", kind="keep_cards", listed=w.HANDS, cards=w.CARDS)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards: Final = cards


@final
class Discard(Action):
    """Discard an action card, down to the hand limit."""

    __slots__ = ("card",)

    says: ClassVar[Phrase] = phrase("discard {card}", card=w.CARD)

    def __init__(self, card: int) -> None:
        self.card: Final = card


PASS: Final = Pass()
DONE: Final = Done()
FORGO: Final = Forgo()
CLONE: Final = Clone()
REVEAL: Final = Reveal()
NOTHING: Final = LoadNothing()
ACTS: Final = tuple(Act(board) for board in range(10))
"""All board actions, of which every pack has ten (EV-ACT-4)."""
GAINS: Final = tuple(Gain(world, resource) for world in (0, 1) for resource in (0, 1, 2))
"""All six gains, by world * 3 + resource."""

ACTIONS: Final[tuple[type[Action], ...]] = (
    Act,
    PlayCard,
    Pass,
    PayOrder,
    Done,
    Forgo,
    Tuck,
    PayEnergy,
    Choose,
    Gain,
    Exchange,
    Research,
    Settle,
    UseFactories,
    Take,
    Waive,
    PlayInfrastructure,
    Reveal,
    Refresh,
    Under,
    Prepare,
    Clone,
    Raise,
    Fly,
    FlyBack,
    LoadSite,
    LoadFactory,
    LoadStadium,
    LoadNothing,
    LoadResources,
    Power,
    Advance,
    Park,
    Claim,
    KeepGoal,
    ReturnGoal,
    KeepCards,
    Discard,
    Load,
)
"""Every kind of action, in the order of the numbers that learners have for them; whole loads have none."""
