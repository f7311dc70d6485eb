/** Made by `orrery schema` from the records of evacuation: not to be edited by hand. */

/** A word of the pack (`heron`, `C4`, `geneva`). */
export type Id = string;

/** One of the two planets. */
export type World = 'old' | 'new';

/** What is produced; also the three types of factories. */
export type Resource = 'food' | 'steel' | 'energy';

/** A resource or a type of factory, or the owner's choice. */
export type AnyResource = 'food' | 'steel' | 'energy' | 'any';

/** Resource -> amount, always all three. */
export type Amounts = Record<Resource, number>;

/** Of the New World. */
export type Terrain = 'steppe' | 'desert' | 'forest' | 'ocean';

/** Of the Old World. */
export type SiteTerrain = 'savanna' | 'mountain' | 'sea';

/** A settlement symbol, a word of the pack (`sun`, `house`); lists repeat them. */
export type Symbol = string;

/** A sub-action. */
export type Effect = {
  /** `gain_resource`, `exchange`, `infrastructure`, `research`, `settle`, `build_ship`, `build_stadium`, `prepare_factory`, `gain_factory`, `gain_ship`, `clone`, `gain_population`, `draw_cards` or `move_ships`. */
  op: string;
  /** How often, or how many. */
  n: number;
  /** Of `gain_resource`. */
  resource?: AnyResource;
  /** Of `prepare_factory` and `gain_factory`. */
  factory?: AnyResource;
  /** Of `gain_factory` and `gain_ship`. */
  world?: 'old' | 'new' | 'any';
  /** The terrain of the next turning point is open for it. */
  next_terrain?: boolean;
  /** So many symbols need not be there. */
  ignore_symbols?: number;
  /** So much less to pay. */
  discount?: number;
};

/** A slot for population on a field. */
export type PopulationSlot = {
  /** Which production it raises. */
  resource: Resource;
  /** As printed. */
  dots: number;
  /** What settling the slot adds to the production. */
  rise: number;
};

/** A field of the New World: axial coordinates of pointy-top hexes, x = q + r/2, y = r * sqrt(3)/2 downwards. */
export type Field = {
  /** Which. */
  id: Id;
  /** To the east. */
  q: number;
  /** To the south-east. */
  r: number;
  /** What must be open to settle it. */
  terrain: Terrain;
  /** Factories it needs. */
  factory_slots: number;
  /** Population it needs. */
  population_slots: PopulationSlot[];
  /** What the progress markers must offer. */
  symbols: Symbol[];
};

/** A space of a driving lane. */
export type Lane = {
  /** What it offers. */
  symbols: Symbol[];
  /** The op carried out on arrival, or `""`. */
  instant: string;
};

/** A column of the progress track. */
export type Column = {
  /** From the start, 0. */
  column: number;
  /** Which. */
  id: Id;
  /** The lane of every game. */
  main: Lane;
  /** The lane for three and more; null if it is not in use. */
  plus: Lane | null;
  /** Turning points passed there. */
  zone: number;
};

/** A turning point of the progress track. */
export type TurningPoint = {
  /** Which. */
  id: Id;
  /** The column before it. */
  after: number;
  /** What the first marker sets off: `flip_sea_site`, `unlock_desert`, `unlock_forest`, `unlock_ocean`, `move_sea_site` or `none`. */
  first: string;
  /** What the second one sets off. */
  second: string;
};

/** A site of the Old World; everybody has the same. */
export type Site = {
  /** Which. */
  id: Id;
  /** `population`, `factory` or `sea`. */
  kind: string;
  /** What a factory site produces. */
  resource: Resource | null;
  /** While it is face up. */
  produces: Amounts;
  /** Ships carry it on places of these. */
  terrains: SiteTerrain[];
  /** Ships can carry it. */
  loadable: boolean;
};

/** An action of the board. */
export type BoardAction = {
  /** Which. */
  id: Id;
  /** 1 to 4; also its power points. */
  area: number;
  /** Its sub-actions. */
  effects: Effect[];
};

/** Prices that stand on no card. */
export type Costs = {
  /** Energy to fly back. */
  return_flight: number;
  /** Resources to refresh a display. */
  refresh: number;
  /** Food to clone. */
  clone_food: number;
  /** Population that cloning brings. */
  cloned: number;
  /** Steel for each population slot. */
  settle_steel: number;
};

/** What is demanded at the income of a year. */
export type Year = {
  /** 1 to 4. */
  year: number;
  /** In the Old World. */
  food_old: number;
  /** In the New World. */
  food_new: number;
  /** In the New World. */
  stadiums: number;
};

/** What triggers the end of a race. */
export type RaceGoal = {
  /** Of each resource. */
  production: number;
  /** In the New World. */
  stadiums: number;
};

/** Further points of a goal card. */
export type Tier = {
  /** From this count on. */
  low: number;
  /** Up to it; null without end. */
  high: number | null;
  /** Points. */
  extra: number;
};

/** A goal card. */
export type GoalFace = {
  /** Which. */
  id: Id;
  /** What it counts. */
  counts: string;
  /** Points for one, two, ... */
  each: number[];
  /** Points beyond. */
  tiers: Tier[];
};

/** What is printed on the boards. */
export type Board = {
  /** The New World. */
  fields: Field[];
  /** The progress track. */
  columns: Column[];
  /** In order. */
  turning_points: TurningPoint[];
  /** The Old World. */
  sites: Site[];
  /** The basic actions. */
  actions: BoardAction[];
  /** Energy on space 0, 1, ...; the last repeats. */
  action_track: number[];
  /** More energy for a crowded area: from which card of it on, and how much. */
  surcharge: Record<'from' | 'energy', number>;
  /** Prices that stand on no card. */
  costs: Costs;
  /** Demands. */
  years: Year[];
  /** Of the race. */
  goal: RaceGoal;
  /** Every goal card of the box. */
  goals: GoalFace[];
  /** Points for the lowest production 0, 1, ... */
  lowest_points: number[];
  /** Points for each step beyond. */
  lowest_step: number;
};

/** A ship card. */
export type Ship = {
  /** Which. */
  id: Id;
  /** To build it. */
  cost: Amounts;
  /** Energy to fly. */
  flight: number;
  /** The terrain of each place for a site. */
  sites: SiteTerrain[];
  /** Places for factories and stadiums. */
  buildings: number;
  /** Places for resources. */
  resources: number;
};

/** A stadium card. */
export type Stadium = {
  /** Which. */
  id: Id;
  /** To build it. */
  cost: Amounts;
  /** What it counts. */
  satisfaction: number;
  /** Everybody begins with one. */
  start: boolean;
};

/** What a condition wants. */
export type Need = {
  /** Of fields. */
  terrain: Terrain;
  /** How many. */
  n: number;
  /** `population`, `factory` or `""`. */
  having: string;
};

/** When an infrastructure is fulfilled. */
export type Condition = {
  /** Which. */
  id: Id;
  /** All of them. */
  needs: Need[];
  /** The fields lie in a line: `horizontal`, `diagonal` or `""`. */
  line: string;
};

/** An infrastructure card. */
export type Infrastructure = {
  /** Which. */
  id: Id;
  /** 1 to 3. */
  level: number;
  /** To play it. */
  cost: Amounts;
  /** What it raises when fulfilled. */
  production: Amounts;
  /** Nobody has two of one. */
  illustration: string;
  /** Its mark. */
  exclamation: boolean;
  /** When it is fulfilled. */
  condition: Condition;
};

/** A technology tile. */
export type Technology = {
  /** Which. */
  id: Id;
  /** 1 to 4. */
  set: number;
  /** 1 to 3. */
  row: number;
  /** Researches that complete it. */
  steps: number;
  /** What it is called. */
  effect: Id;
  /** What it does. */
  op: string;
  /** When it is completed, not from then on. */
  once: boolean;
  /** How much. */
  n: number;
  /** Where it speaks of one. */
  resource: AnyResource;
  /** Where it speaks of one. */
  factory: AnyResource;
  /** What it counts when complete. */
  satisfaction: number;
};

/** What a bonus brings. */
export type BonusEffect = {
  /** Which. */
  id: Id;
  /** Its sub-actions. */
  effects: Effect[];
};

/** A bonus card. */
export type BonusCard = {
  /** Which. */
  id: Id;
  /** It bears the flag. */
  flag: boolean;
  /** Power points for the small bonus. */
  small: number;
  /** Power points for the large one. */
  large: number;
  /** The small bonus. */
  small_effect: BonusEffect;
  /** The large bonus. */
  large_effect: BonusEffect;
};

/** An order. */
export type Order = {
  /** Which. */
  id: Id;
  /** What it wants. */
  condition: string;
  /** How much of it. */
  amount: number;
  /** To play it. */
  cost: Amounts;
  /** What it raises. */
  production: Amounts;
  /** What it scores. */
  points: number;
};

/** An action card. */
export type Card = {
  /** Which. */
  id: Id;
  /** Its sub-actions. */
  effects: Effect[];
  /** Its power points, one of them. */
  power: number[];
};

/** The back of a solo card. */
export type SoloBack = {
  /** Printed on it. */
  number: number;
  /** It bears an X. */
  x: boolean;
  /** Printed on it. */
  letter: string;
};

/** A solo card. */
export type SoloCard = {
  /** Printed on it. */
  number: number;
  /** It bears an X. */
  x: boolean;
  /** Printed on it. */
  letter: string;
  /** Which. */
  id: Id;
  /** What the opponent does. */
  action: string;
  /** It is a red one. */
  red: boolean;
};

/** The components; many values are a reconstruction, and a page says so. */
export type PackInfo = {
  /** Its name. */
  name: Id;
  /** What it calls itself. */
  title: string;
  /** Of all its values. */
  digest: string;
};

/** The card of line dominance. */
export type LineCard = {
  /** Which side lies up. */
  side: Id;
  /** Three lists of fields. */
  lines: Id[][];
};

/** What never changes within a match. */
export type Printed = {
  /** The components. */
  pack: PackInfo;
  /** Rule options: `players`, `mode`, `bonuses`, `actions`, `orders`, `line_dominance`, `third_party`, `red_card`, `empty_spaces`, `subactions`, `rewards`, `track_end`, `new_world_pieces`, `satisfaction`. */
  options: { [name: string]: unknown };
  /** What is printed on the boards. */
  board: Board;
  /** The face of every technology tile of the players. */
  technologies: Record<Id, Technology>;
  /** Of line dominance; null without. */
  line_card: LineCard | null;
};

/** A place at the table, from 0. */
export type Seat = number;

/** Somebody without a seat. */
export type Rival = 'opponent' | 'neutral' | 'third party';

/** A seat, or somebody without one. */
export type Owner = Seat | Rival;

/** The pending question, by its `name`. */
export type Question = TurnQuestion | TuckCardQuestion | ActionEnergyQuestion | EndTurnQuestion | OrderOfferQuestion | DiscardCardQuestion | AgendaQuestion | EffectOrderQuestion | GainResourceQuestion | ExchangeResourceQuestion | ResearchColumnQuestion | SettleFieldQuestion | FactorySlotsQuestion | PrepareFactoryQuestion | FreeFactoryQuestion | ClonePopulationQuestion | RaiseMarkerQuestion | DevelopmentQuestion | TakeCardQuestion | RefreshCardsQuestion | DiscountChoiceQuestion | TransportShipsQuestion | LoadPlaceQuestion | UnloadQuestion | ReturnShipsQuestion | PowerChoiceQuestion | SplitPowerQuestion | ArrivalQuestion | LaneChoiceQuestion | RankingQuestion | BonusChoiceQuestion | PickGoalQuestion | PickFromPileQuestion | DropGoalQuestion | KeepHandQuestion | NoQuestion;

/** A settled field. */
export type Settled = {
  /** Which. */
  field: Id;
  /** Whose. */
  owner: Owner;
  /** On it, by type. */
  factories: Amounts;
};

/** A progress marker. */
export type Marker = {
  /** Whose. */
  owner: Owner;
  /** Where on the track. */
  column: number;
  /** `start`, `parking`, `main` or `plus`. */
  lane: string;
};

/** The display of ships. */
export type ShipDisplay = {
  /** From the X slot (which leaves at the year end) to the one beside the stack. */
  open: Ship[];
  /** Beside it: a technology allows to choose from them. */
  revealed: Ship[];
  /** Cards in it. */
  stack: number;
  /** Cards known to lie at the bottom of the stack, the lowest last. */
  bottom: Id[];
};

/** The display of stadiums. */
export type StadiumDisplay = {
  /** As those of ships. */
  open: Stadium[];
  /** As those of ships. */
  revealed: Stadium[];
  /** Cards in it. */
  stack: number;
  /** As those of ships. */
  bottom: Id[];
};

/** The display of infrastructures. */
export type InfrastructureDisplay = {
  /** As those of ships. */
  open: Infrastructure[];
  /** As those of ships. */
  revealed: Infrastructure[];
  /** Cards in it. */
  stack: number;
  /** As those of ships. */
  bottom: Id[];
};

/** The three displays. */
export type Displays = {
  /** Ships. */
  ship: ShipDisplay;
  /** Stadiums. */
  stadium: StadiumDisplay;
  /** Infrastructures. */
  infrastructure: InfrastructureDisplay;
};

/** Line dominance as it stands. */
export type Lines = {
  /** Fields on the lines, by seat. */
  counts: number[];
  /** The same of those without a seat. */
  rivals: number[];
};

/** Resources. */
export type Stock = {
  /** In the Old World. */
  old: Amounts;
  /** In the New World. */
  new: Amounts;
};

/** The next income of a world. */
export type WorldForecast = {
  /** What comes in. */
  income: Amounts;
  /** Food that is eaten. */
  demand: number;
  /** Food that will be missing. */
  short: number;
};

/** Stadiums at the next income. */
export type StadiumForecast = {
  /** How many. */
  demand: number;
  /** How many will be missing. */
  short: number;
};

/** The next income, if nothing changes. */
export type Forecast = {
  /** Whose. */
  year: number;
  /** The Old World. */
  old: WorldForecast;
  /** The New World. */
  new: WorldForecast;
  /** Entertainment. */
  stadiums: StadiumForecast;
};

/** A site of a player. */
export type OwnSite = {
  /** Which. */
  id: Id;
  /** Face down is evacuated (a sea site: turned). */
  up: boolean;
};

/** The factories of a player, by type. */
export type Factories = {
  /** Not built. */
  supply: Amounts;
  /** In the Old World. */
  old: Amounts;
  /** Waiting in the New World. */
  new: Amounts;
  /** On fields. */
  settled: Amounts;
};

/** Population on the New World. */
export type Population = {
  /** Not settled. */
  waiting: number;
  /** On fields. */
  settled: number;
};

/** Under way while ships are being loaded. */
export type Cargo = {
  /** People. */
  population: number;
  /** By type. */
  factories: Amounts;
  /** Resources. */
  resources: Amounts;
  /** Stadiums. */
  stadiums: Id[];
};

/** A ship of a player. */
export type OwnShip = {
  /** Which. */
  id: Id;
  /** To build it. */
  cost: Amounts;
  /** Energy to fly. */
  flight: number;
  /** The terrain of each place for a site. */
  sites: SiteTerrain[];
  /** Places for factories and stadiums. */
  buildings: number;
  /** Places for resources. */
  resources: number;
  /** Where it is. */
  world: World;
  /** It has flown in this transport. */
  moved: boolean;
};

/** The stadiums of a player. */
export type Stadiums = {
  /** In the Old World. */
  old: Stadium[];
  /** In the New World. */
  new: Stadium[];
};

/** An infrastructure in play. */
export type OwnInfrastructure = {
  /** Which. */
  id: Id;
  /** 1 to 3. */
  level: number;
  /** To play it. */
  cost: Amounts;
  /** What it raises when fulfilled. */
  production: Amounts;
  /** Nobody has two of one. */
  illustration: string;
  /** Its mark. */
  exclamation: boolean;
  /** When it is fulfilled. */
  condition: Condition;
  /** It has raised the production. */
  fulfilled: boolean;
  /** Its condition is met now. */
  met: boolean;
};

/** A technology tile of a player; its face is printed. */
export type OwnTechnology = {
  /** Which. */
  id: Id;
  /** How often. */
  researched: number;
  /** In force. */
  complete: boolean;
};

/** Of stadiums and technologies. */
export type Satisfaction = {
  /** With all stadiums. */
  all: number;
  /** With those of the New World. */
  new: number;
};

/** The price of the next action. */
export type NextAction = {
  /** Of any. */
  energy: number;
  /** Of one of area 1 to 4; null where none can be taken. */
  areas: (number | null)[];
  /** Energy that could be spent. */
  at_hand: number;
};

/** Bonuses received. */
export type Bonuses = {
  /** Small ones. */
  small: number;
  /** Large ones. */
  large: number;
};

/** A goal card of a player: a face where it may be seen. */
export type Goal = {
  /** Which; null is hidden. */
  id: Id | null;
  /** It lies open. */
  open: boolean;
  /** As printed. */
  counts?: string;
  /** As printed. */
  each?: number[];
  /** As printed. */
  tiers?: Tier[];
  /** What it counts now. */
  count?: number;
  /** If the game ended now. */
  points?: number;
};

/** A step of the end of a race. */
export type Accounted = {
  /** A penalty or a bonus. */
  source: string;
  /** The marker it moves. */
  resource: Resource;
  /** -1 or 1. */
  by: number;
  /** The markers after it. */
  production: Amounts;
};

/** The holdings of a seat; of hands and goals of others only how many. */
export type Player = {
  /** Which. */
  seat: Seat;
  /** Of its pieces. */
  colour: 'blue' | 'yellow' | 'white' | 'pink';
  /** Resources. */
  stock: Stock;
  /** The New World's markers (tens included). */
  production: Amounts;
  /** What the face-up sites produce. */
  old_production: Amounts;
  /** The next income; null in the last year. */
  forecast: Forecast | null;
  /** Every site. */
  sites: OwnSite[];
  /** Sea sites that have come to the New World. */
  sea_moved: number;
  /** Where they are. */
  factories: Factories;
  /** On the New World. */
  population: Population;
  /** Under way. */
  cargo: Cargo;
  /** Own ships. */
  ships: OwnShip[];
  /** Own stadiums. */
  stadiums: Stadiums;
  /** Infrastructures in hand (they were taken openly). */
  plans: Infrastructure[];
  /** In play. */
  infrastructures: OwnInfrastructure[];
  /** Three columns of three tiles, from the bottom row up. */
  technologies: OwnTechnology[][];
  /** As it stands. */
  satisfaction: Satisfaction;
  /** What the progress markers offer. */
  symbols: Symbol[];
  /** What the progress markers open. */
  terrains: ('steppe' | 'desert' | 'forest' | 'ocean')[];
  /** Where action energy is paid. */
  energy_from: 'old' | 'either' | 'new';
  /** Space of the action track. */
  action_marker: number;
  /** Its price. */
  next_action: NextAction;
  /** Cards under areas 1 to 4. */
  areas: number[];
  /** The sums of power points that are possible. */
  power: number[];
  /** Penalty tiles. */
  penalties: number;
  /** Received. */
  bonuses: Bonuses;
  /** Own and open ones with their faces; null in a race. */
  goals: Goal[] | null;
  /** Own: the goal cards to pick from; others: how many. */
  draft: Id[] | number;
  /** Own: action cards; others: how many; null with basic actions. */
  hand: Card[] | number | null;
  /** Cards under areas that count; as the hand. */
  tucked: Card[] | number | null;
  /** Action cards played face up this year; null with basic actions. */
  played: Card[] | null;
  /** As the hand. */
  discards: Card[] | number | null;
  /** Taken and not yet played. */
  orders: Order[];
  /** Played. */
  paid_orders: Order[];
  /** Stadiums and production of the race goal are there. */
  meets_goal: boolean;
  /** Source -> points if the game ended now: `lowest production`, `penalty tiles`, `sites left`, `stadiums missing`, `satisfaction`, `orders`, `line dominance`, and at the end `goal ...`. */
  points: { [name: string]: number };
  /** At the end of a race every penalty and bonus in order; else null. */
  accounting: Accounted[] | null;
};

/** The solo opponent, the neutral colour or the third party. */
export type RivalInfo = {
  /** Which. */
  who: Rival;
  /** Settled. */
  fields: Id[];
  /** Own. */
  stadiums: Stadium[];
  /** Of its stadiums; the neutral colour's is the opponent's less 2.5. */
  satisfaction: number;
};

/** The solo cards and their tile. */
export type Solo = {
  /** Carried out. */
  done: SoloCard[];
  /** Still to be carried out this year. */
  left: number;
  /** The face-down card on top. */
  top: SoloBack | null;
  /** Of the tile, that points to the opponent. */
  corner: Id;
  /** Counter-clockwise. */
  corners: Id[];
  /** Put aside for later years. */
  stadiums_aside: Id[];
  /** The two piles during the choice of goals; else null. */
  goal_piles: Id[][] | null;
};

/** What stands, as a seat may see it. */
export type View = {
  /** The title. */
  game: 'evacuation';
  /** The seat this view was made for. */
  you: Seat | null;
  /** 1 to 4. */
  year: number;
  /** Set-up (`goals`, `cards`), a phase of the year (`hands` is the choice of hands after the income), or the end. */
  phase: 'goals' | 'cards' | 'income' | 'hands' | 'actions' | 'transport' | 'turn order' | 'progress' | 'bonus' | 'year end' | 'over';
  /** The end of the race is triggered. */
  ending: boolean;
  /** The game is over. */
  over: boolean;
  /** The pending question. */
  question: Question;
  /** Turn order. */
  order: Owner[];
  /** Who has passed in this action phase. */
  passed: Owner[];
  /** Every settled field. */
  settled: Settled[];
  /** Progress markers, two for each colour, the front one first. */
  markers: Marker[];
  /** Cards that can be taken. */
  displays: Displays;
  /** The bonus stack, top first. */
  bonuses: BonusCard[];
  /** Orders nobody has taken; null without. */
  orders: Order[] | null;
  /** Line dominance; null without. */
  lines: Lines | null;
  /** Cards in the action stack; null with basic actions. */
  action_stack: number | null;
  /** One for each seat. */
  players: Player[];
  /** Those without a seat. */
  rivals: RivalInfo[];
  /** Of the solo game; else null. */
  solo: Solo | null;
  /** What each seat would score if the game ended now; secret goals count from the end on. */
  scores: number[];
  /** When it is over. */
  places: number[] | null;
};

/** Take a board action. */
export type ActOption = {
  /** What is done. */
  kind: 'act';
  /** The board action. */
  board: string;
};

/** Play an action card from hand (advanced actions). */
export type PlayCardOption = {
  /** What is done. */
  kind: 'play_card';
  /** The action card. */
  card: string;
};

/** Take no more actions this year. */
export type PassOption = {
  /** What is done. */
  kind: 'pass';
};

/** Play an order from hand, in addition to an action. */
export type PayOrderOption = {
  /** What is done. */
  kind: 'pay_order';
  /** The order. */
  order: string;
};

/** Being done may end what the seat does: a page confirms it. */
export type DoneOption = {
  /** What is done. */
  kind: 'done' | 'end';
  /** What is done. */
  question: string;
};

/** Let a sub-action lapse. */
export type ForgoOption = {
  /** What is done. */
  kind: 'forgo';
};

/** Tuck a hand card face down under the area of the chosen board action. */
export type TuckOption = {
  /** What is done. */
  kind: 'tuck';
  /** The action card. */
  card: string;
};

/** Pay for an action: so much energy from either world. */
export type PayEnergyOption = {
  /** What is done. */
  kind: 'pay_energy';
  /** The energy. */
  old: number;
  /** The energy. */
  new: number;
};

/** Carry out this sub-action next. */
export type ChooseOption = {
  /** What is done. */
  kind: 'choose';
  /** The sub-action. */
  item: string;
};

/** Take a resource to a world. */
export type GainOption = {
  /** What is done. */
  kind: 'gain';
  /** The world. */
  world: 'old' | 'new';
  /** The resource. */
  resource: 'food' | 'steel' | 'energy';
};

/** Return one resource of a world and take another one there. */
export type ExchangeOption = {
  /** What is done. */
  kind: 'exchange';
  /** The world. */
  world: 'old' | 'new';
  /** The resource. */
  give: 'food' | 'steel' | 'energy';
  /** The resource. */
  take: 'food' | 'steel' | 'energy';
};

/** Advance the lowest incomplete technology of a column. */
export type ResearchOption = {
  /** What is done. */
  kind: 'research';
  /** The column. */
  column: number;
};

/** Settle a field; the factories used may be named at once. */
export type SettleOption = {
  /** What is done. */
  kind: 'settle';
  /** The field. */
  field: string;
  /** The amounts. */
  factories: { [name: string]: number } | null;
};

/** Fill the factory slots of the field with so many food, steel and energy factories. */
export type UseFactoriesOption = {
  /** What is done. */
  kind: 'use_factories';
  /** The amounts. */
  factories: { [name: string]: number };
};

/** Take a ship or stadium from its display to a world, or an infrastructure (to hand, or into play). */
export type TakeOption = {
  /** What is done. */
  kind: 'take';
  /** The display. */
  display: 'ship' | 'stadium' | 'infrastructure';
  /** The card. */
  card: string;
  /** The world. */
  world: 'old' | 'new';
};

/** Take a discount as so much food, steel and energy less. */
export type WaiveOption = {
  /** What is done. */
  kind: 'waive';
  /** The amounts. */
  less: { [name: string]: number };
};

/** Play an infrastructure from hand. */
export type PlayInfrastructureOption = {
  /** What is done. */
  kind: 'play_infrastructure';
  /** The infrastructure. */
  card: string;
};

/** Choose an infrastructure of the display, with more of them revealed first. */
export type RevealOption = {
  /** What is done. */
  kind: 'reveal';
};

/** Pay a resource to put cards of the display under their stack. */
export type RefreshOption = {
  /** What is done. */
  kind: 'refresh';
  /** The world. */
  world: 'old' | 'new';
  /** The resource. */
  resource: 'food' | 'steel' | 'energy';
};

/** Put this card of the display under its stack. */
export type UnderOption = {
  /** What is done. */
  kind: 'under';
  /** The display. */
  display: 'ship' | 'stadium' | 'infrastructure';
  /** The card. */
  card: string;
};

/** Prepare a factory on a world; or gain one there. */
export type PrepareOption = {
  /** What is done. */
  kind: 'prepare';
  /** The world. */
  world: 'old' | 'new';
  /** The resource. */
  factory: 'food' | 'steel' | 'energy';
};

/** Clone population on the New World. */
export type CloneOption = {
  /** What is done. */
  kind: 'clone';
};

/** Raise one production marker of choice. */
export type RaiseOption = {
  /** What is done. */
  kind: 'raise';
  /** The resource. */
  resource: 'food' | 'steel' | 'energy';
};

/** Pay for a flight of a ship to the New World; it is loaded next. */
export type FlyOption = {
  /** What is done. */
  kind: 'fly';
  /** The ship. */
  ship: string;
};

/** Pay for a flight of a ship to the Old World. */
export type FlyBackOption = {
  /** What is done. */
  kind: 'fly_back';
  /** The ship. */
  ship: string;
};

/** Evacuate a site: on the site place asked for, or a factory site on the building place. */
export type LoadSiteOption = {
  /** What is done. */
  kind: 'load_site';
  /** The site. */
  site: string;
  /** Which ship. */
  ship?: string;
  /** Which of its places. */
  place?: number;
};

/** Put a prepared factory of the Old World on the building place. */
export type LoadFactoryOption = {
  /** What is done. */
  kind: 'load_factory';
  /** The resource. */
  factory: 'food' | 'steel' | 'energy';
  /** Which ship. */
  ship?: string;
  /** Which of its places. */
  place?: number;
};

/** Put a stadium of the Old World on the building place. */
export type LoadStadiumOption = {
  /** What is done. */
  kind: 'load_stadium';
  /** The stadium. */
  stadium: string;
  /** Which ship. */
  ship?: string;
  /** Which of its places. */
  place?: number;
};

/** Leave the place empty. */
export type LoadNothingOption = {
  /** What is done. */
  kind: 'load_nothing';
  /** Which ship. */
  ship?: string;
  /** Which of its places. */
  place?: number;
};

/** Put so much food, steel and energy of the Old World on the resource places. */
export type LoadResourcesOption = {
  /** What is done. */
  kind: 'load_resources';
  /** The amounts. */
  resources: { [name: string]: number };
  /** Which ship. */
  ship?: string;
  /** Which of its places. */
  place?: number;
};

/** Have so many power points, where cards or technologies leave a choice. */
export type PowerOption = {
  /** What is done. */
  kind: 'power';
  /** The points. */
  points: number;
};

/** Move the front and the rear marker so many spaces; which of them lands first may matter. */
export type AdvanceOption = {
  /** What is done. */
  kind: 'advance';
  /** The spaces. */
  front: number;
  /** The spaces. */
  rear: number;
  /** The order. */
  rear_first: boolean;
};

/** Stand on this driving lane of the column. */
export type ParkOption = {
  /** What is done. */
  kind: 'park';
  /** The lane. */
  lane: 'parking' | 'main' | 'plus';
};

/** Take the smaller (1) or the larger (2) bonus, or none (0). */
export type ClaimOption = {
  /** What is done. */
  kind: 'claim';
  /** The bonus. */
  which: 'none' | 'small' | 'large';
};

/** Keep this goal card and pass the others on. */
export type KeepGoalOption = {
  /** What is done. */
  kind: 'keep_goal';
  /** The goal. */
  goal: string;
};

/** Put this one of the four goal cards back into the box. */
export type ReturnGoalOption = {
  /** What is done. */
  kind: 'return_goal';
  /** The goal. */
  goal: string;
};

/** Keep these action cards in hand and discard the others. */
export type KeepCardsOption = {
  /** What is done. */
  kind: 'keep_cards';
  /** The action cards. */
  cards: string[];
};

/** Discard an action card, down to the hand limit. */
export type DiscardOption = {
  /** What is done. */
  kind: 'discard';
  /** The action card. */
  card: string;
};

/** A whole load given at once: one answer for each site place, then each building place, and the resources. */
export type LoadOption = {
  /** What is done. */
  kind: 'load';
  /** Which ship. */
  ship?: string;
  /** The places. */
  places: string[];
  /** The amounts. */
  resources: { [name: string]: number };
  /** Which of its places. */
  place?: number;
};

/** What an option is about, by its `kind`. */
export type Facts = ActOption | PlayCardOption | PassOption | PayOrderOption | DoneOption | ForgoOption | TuckOption | PayEnergyOption | ChooseOption | GainOption | ExchangeOption | ResearchOption | SettleOption | UseFactoriesOption | TakeOption | WaiveOption | PlayInfrastructureOption | RevealOption | RefreshOption | UnderOption | PrepareOption | CloneOption | RaiseOption | FlyOption | FlyBackOption | LoadSiteOption | LoadFactoryOption | LoadStadiumOption | LoadNothingOption | LoadResourcesOption | PowerOption | AdvanceOption | ParkOption | ClaimOption | KeepGoalOption | ReturnGoalOption | KeepCardsOption | DiscardOption | LoadOption;

/** What facts of options and near misses hold besides those of the action. */
export type Also = {
  /** What stays behind now: `factory_sites`, `population_sites` and the `points` that they cost. */
  left?: { [name: string]: number };
  /** Where both markers end. */
  columns?: number[];
  /** How many turning points each has passed then. */
  zones?: number[];
  /** For each of the two markers, the front one of now first: `from`, `column`, `moves`, `lands` 1 or 2, `lanes` it may end on, `turning_points` passed, `symbols` and `instant` by lane. */
  ends?: { [name: string]: unknown }[];
  /** The driving lanes of these. */
  lanes?: string[][];
  /** The world whose energy pays for actions then. */
  energy_from?: string;
  /** Open to settlement then. */
  terrains?: string[];
  /** Settlement symbols then. */
  symbols?: string[];
  /** Which bonus so many power points bring. */
  bonus?: string;
  /** What the action costs. */
  energy?: number;
  /** Power points of the action. */
  power?: number[];
  /** Nothing of the action is possible: it only counts power. */
  idle?: boolean;
  /** `population` and `factories` that the field takes. */
  uses?: { [name: string]: number };
  /** What comes to the New World with everything loaded so far. */
  arrives?: { [name: string]: unknown };
  /** What comes with this answer alone. */
  adds?: { [name: string]: unknown };
  /** Whether the race goal is met then. */
  meets_goal?: boolean;
  /** The New World's markers then. */
  production?: { [name: string]: number };
};

/** What `Turn` is about. */
export type TurnFacts = {
  /** The flag. */
  paid: number;
};

/** One action, or pass. Orders may be played in addition to an action (EV-ORD-3). */
export type TurnQuestion = {
  /** Of the decision, as in the log. */
  name: 'Turn';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: TurnFacts;
};

/** What `TuckCard` is about. */
export type TuckCardFacts = {
};

/** Which hand card goes face down under the area (EV-ADV-3). */
export type TuckCardQuestion = {
  /** Of the decision, as in the log. */
  name: 'TuckCard';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: TuckCardFacts;
};

/** What `ActionEnergy` is about. */
export type ActionEnergyFacts = {
  /** The number. */
  amount: number;
};

/** From which world the energy of an action is paid (EV-ACT-6). */
export type ActionEnergyQuestion = {
  /** Of the decision, as in the log. */
  name: 'ActionEnergy';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ActionEnergyFacts;
};

/** What `EndTurn` is about. */
export type EndTurnFacts = {
};

/** The action is done: draw a card, offer orders (EV-ADV-5, EV-ORD-3). */
export type EndTurnQuestion = {
  /** Of the decision, as in the log. */
  name: 'EndTurn';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: EndTurnFacts;
};

/** What `OrderOffer` is about. */
export type OrderOfferFacts = {
};

/** Play an order after the action (EV-ORD-3, EV-AMB-26). */
export type OrderOfferQuestion = {
  /** Of the decision, as in the log. */
  name: 'OrderOffer';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: OrderOfferFacts;
};

/** What `DiscardCard` is about. */
export type DiscardCardFacts = {
};

/** Discard down to the hand limit (EV-ADV-5). */
export type DiscardCardQuestion = {
  /** Of the decision, as in the log. */
  name: 'DiscardCard';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: DiscardCardFacts;
};

/** What `Agenda` is about. */
export type AgendaFacts = {
  /** The sub-actions. */
  items: string[];
  /** The source. */
  source: string;
  /** The flag. */
  any_order: number;
  /** The leave to forgo it. */
  may?: number;
};

/** Sub-actions to be carried out, one after the other. */
export type AgendaQuestion = {
  /** Of the decision, as in the log. */
  name: 'Agenda';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: AgendaFacts;
};

/** What `EffectOrder` is about. */
export type EffectOrderFacts = {
  /** The sub-actions. */
  items: string[];
  /** The source. */
  source: string;
  /** The flag. */
  any_order: number;
};

/** Which sub-action comes next; what is not possible now may become so by another one (EV-ADV-4, EV-AMB-17). */
export type EffectOrderQuestion = {
  /** Of the decision, as in the log. */
  name: 'EffectOrder';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: EffectOrderFacts;
};

/** What `GainResource` is about. */
export type GainResourceFacts = {
  /** The resource. */
  resource: 'any' | 'food' | 'steel' | 'energy';
  /** The source. */
  source: string;
  /** The leave to forgo it. */
  may?: number;
};

/** Take one resource to a world of choice (EV-RES-4, EV-GAI-1). */
export type GainResourceQuestion = {
  /** Of the decision, as in the log. */
  name: 'GainResource';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: GainResourceFacts;
};

/** What `ExchangeResource` is about. */
export type ExchangeResourceFacts = {
  /** The source. */
  source: string;
};

/** Swap one resource for another within a world, or not (EV-EXC-1). */
export type ExchangeResourceQuestion = {
  /** Of the decision, as in the log. */
  name: 'ExchangeResource';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ExchangeResourceFacts;
};

/** What `ResearchColumn` is about. */
export type ResearchColumnFacts = {
  /** The leave to forgo it. */
  may?: number;
};

/** Advance the lowest incomplete technology of a column (EV-TEC-1 to EV-TEC-4). */
export type ResearchColumnQuestion = {
  /** Of the decision, as in the log. */
  name: 'ResearchColumn';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ResearchColumnFacts;
};

/** What `SettleField` is about. */
export type SettleFieldFacts = {
  /** The way of settling. */
  how: 'normal' | 'next terrain' | 'free ocean';
  /** The number. */
  ignore: number;
  /** The leave to forgo it. */
  may?: number;
};

/** Choose a field and fill all its slots (EV-STL-1 to EV-STL-6). */
export type SettleFieldQuestion = {
  /** Of the decision, as in the log. */
  name: 'SettleField';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: SettleFieldFacts;
};

/** What `FactorySlots` is about. */
export type FactorySlotsFacts = {
  /** The field. */
  field: string;
  /** The way of settling. */
  how: 'normal' | 'next terrain' | 'free ocean';
};

/** Which factories fill the factory slots of the field being settled (EV-STL-3, EV-PRD-4). */
export type FactorySlotsQuestion = {
  /** Of the decision, as in the log. */
  name: 'FactorySlots';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: FactorySlotsFacts;
};

/** What `PrepareFactory` is about. */
export type PrepareFactoryFacts = {
  /** The resource. */
  factory: 'any' | 'food' | 'steel' | 'energy';
  /** The types of factories as bits. */
  used: number;
  /** The flag. */
  extra: number;
  /** The leave to forgo it. */
  may?: number;
};

/** Prepare a factory on a world for one resource of its type (EV-FAC-1, EV-FAC-2). */
export type PrepareFactoryQuestion = {
  /** Of the decision, as in the log. */
  name: 'PrepareFactory';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PrepareFactoryFacts;
};

/** What `FreeFactory` is about. */
export type FreeFactoryFacts = {
  /** The resource. */
  factory: 'any' | 'food' | 'steel' | 'energy';
  /** The world. */
  world: 'any' | 'old' | 'new';
  /** The source. */
  source: string;
  /** The leave to forgo it. */
  may?: number;
};

/** Gain a factory without cost (EV-BE-4, EV-AMB-50). */
export type FreeFactoryQuestion = {
  /** Of the decision, as in the log. */
  name: 'FreeFactory';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: FreeFactoryFacts;
};

/** What `ClonePopulation` is about. */
export type ClonePopulationFacts = {
  /** The leave to forgo it. */
  may?: number;
};

/** Pay food on the New World for population there (EV-CLN-1). */
export type ClonePopulationQuestion = {
  /** Of the decision, as in the log. */
  name: 'ClonePopulation';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ClonePopulationFacts;
};

/** What `RaiseMarker` is about. */
export type RaiseMarkerFacts = {
  /** The number. */
  steps: number;
  /** The source. */
  source: string;
};

/** Raise one production marker of choice (EV-TE-15). */
export type RaiseMarkerQuestion = {
  /** Of the decision, as in the log. */
  name: 'RaiseMarker';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: RaiseMarkerFacts;
};

/** What `Development` is about. */
export type DevelopmentFacts = {
};

/** Take an infrastructure into hand or play one from hand (EV-INF-1). */
export type DevelopmentQuestion = {
  /** Of the decision, as in the log. */
  name: 'Development';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: DevelopmentFacts;
};

/** What `TakeCard` is about. */
export type TakeCardFacts = {
  /** The display. */
  kind: 'ship' | 'stadium' | 'infrastructure';
  /** The purpose. */
  purpose: 'build' | 'gain' | 'express' | 'to hand' | 'into play';
  /** The world. */
  world: 'any' | 'old' | 'new';
  /** The number. */
  discount: number;
  /** The flag. */
  refreshed: number;
};

/** Choose a displayed card, refresh the display once, or let it be (EV-SHP-1, EV-STA-1, EV-DSP-2). */
export type TakeCardQuestion = {
  /** Of the decision, as in the log. */
  name: 'TakeCard';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: TakeCardFacts;
};

/** What `RefreshCards` is about. */
export type RefreshCardsFacts = {
  /** The display. */
  kind: 'ship' | 'stadium' | 'infrastructure';
  /** The purpose. */
  purpose: 'build' | 'gain' | 'express' | 'to hand' | 'into play';
  /** The world. */
  world: 'any' | 'old' | 'new';
  /** The number. */
  discount: number;
  /** The number. */
  count: number;
};

/** Put one to three displayed cards under their stack, in an order of choice (EV-DSP-2). */
export type RefreshCardsQuestion = {
  /** Of the decision, as in the log. */
  name: 'RefreshCards';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: RefreshCardsFacts;
};

/** What `DiscountChoice` is about. */
export type DiscountChoiceFacts = {
  /** The display. */
  kind: 'ship' | 'stadium' | 'infrastructure';
  /** The card. */
  card: string;
  /** The world. */
  world: 'any' | 'old' | 'new';
  /** The number. */
  discount: number;
};

/** Which resources a discount saves (EV-ADV-4). */
export type DiscountChoiceQuestion = {
  /** Of the decision, as in the log. */
  name: 'DiscountChoice';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: DiscountChoiceFacts;
};

/** What `TransportShips` is about. */
export type TransportShipsFacts = {
  /** The ships. */
  flown: string[];
};

/** Which ship moves next. Its energy is paid at once, so that it can always be loaded and flown. */
export type TransportShipsQuestion = {
  /** Of the decision, as in the log. */
  name: 'TransportShips';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: TransportShipsFacts;
};

/** The place that is being loaded. */
export type LoadPlaceFacts = {
  /** Of which ship. */
  ship: string;
  /** Which, from 0: sites, buildings, then the resources. */
  place: number;
  /** What it is for. */
  holds: 'site' | 'building' | 'resources';
  /** Of a site. */
  terrain?: string;
};

/** What goes on one place of a ship: first its site places, then its building places, then the resources. */
export type LoadPlaceQuestion = {
  /** Of the decision, as in the log. */
  name: 'LoadPlace';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: LoadPlaceFacts;
};

/** What `Unload` is about. */
export type UnloadFacts = {
};

/** The ships arrive and are unloaded. */
export type UnloadQuestion = {
  /** Of the decision, as in the log. */
  name: 'Unload';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: UnloadFacts;
};

/** What `ReturnShips` is about. */
export type ReturnShipsFacts = {
  /** The ships. */
  flown: string[];
};

/** Ships that have just been unloaded may fly back at once (EV-TE-2). */
export type ReturnShipsQuestion = {
  /** Of the decision, as in the log. */
  name: 'ReturnShips';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ReturnShipsFacts;
};

/** What `PowerChoice` is about. */
export type PowerChoiceFacts = {
};

/** How many power points count in the Progress phase (EV-PRG-3, EV-ADV-6, EV-TE-13). */
export type PowerChoiceQuestion = {
  /** Of the decision, as in the log. */
  name: 'PowerChoice';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PowerChoiceFacts;
};

/** What `SplitPower` is about. */
export type SplitPowerFacts = {
  /** The points. */
  points: number;
};

/** How many spaces each of the two markers moves (EV-PRG-4, EV-PRG-9, EV-PRG-10). */
export type SplitPowerQuestion = {
  /** Of the decision, as in the log. */
  name: 'SplitPower';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: SplitPowerFacts;
};

/** What `Arrival` is about. */
export type ArrivalFacts = {
  /** The flag. */
  marker: number;
  /** The number. */
  steps: number;
  /** The flag. */
  moved: number;
};

/** The second marker makes the rest of its way and lands. */
export type ArrivalQuestion = {
  /** Of the decision, as in the log. */
  name: 'Arrival';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: ArrivalFacts;
};

/** What `LaneChoice` is about. */
export type LaneChoiceFacts = {
  /** The flag. */
  marker: number;
  /** The flag. */
  moved: number;
};

/** Which free driving lane a marker ends on; none is the parking lane (EV-PRG-6, EV-AMB-36, EV-AMB-39). */
export type LaneChoiceQuestion = {
  /** Of the decision, as in the log. */
  name: 'LaneChoice';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: LaneChoiceFacts;
};

/** What `Ranking` is about. */
export type RankingFacts = {
};

/** The marker that is ahead is the front one. */
export type RankingQuestion = {
  /** Of the decision, as in the log. */
  name: 'Ranking';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: RankingFacts;
};

/** What `BonusChoice` is about. */
export type BonusChoiceFacts = {
};

/** Which bonus the power points bring, where cards or technologies leave a choice; or none (EV-BON-1 to -4). */
export type BonusChoiceQuestion = {
  /** Of the decision, as in the log. */
  name: 'BonusChoice';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: BonusChoiceFacts;
};

/** What `PickGoal` is about. */
export type PickGoalFacts = {
};

/** Keep one of the goal cards at hand; the others go to the left (EV-PTS-2). */
export type PickGoalQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickGoal';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickGoalFacts;
};

/** What `PickFromPile` is about. */
export type PickFromPileFacts = {
  /** The flag. */
  pile: number;
};

/** Solo: keep one goal card of a pile (EV-SOL-8). */
export type PickFromPileQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickFromPile';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickFromPileFacts;
};

/** What `DropGoal` is about. */
export type DropGoalFacts = {
};

/** Return one of the goal cards kept to the box (EV-PTS-2). */
export type DropGoalQuestion = {
  /** Of the decision, as in the log. */
  name: 'DropGoal';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: DropGoalFacts;
};

/** What `KeepHand` is about. */
export type KeepHandFacts = {
};

/** Keep a hand of action cards and discard the others (EV-ADV-1, EV-ADV-7). */
export type KeepHandQuestion = {
  /** Of the decision, as in the log. */
  name: 'KeepHand';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: KeepHandFacts;
};

/** The game is over. */
export type NoQuestion = {
  /** Nothing is asked. */
  name: '';
  /** Nobody is asked. */
  seat: null;
  /** Empty. */
  facts: { [name: string]: unknown };
};
