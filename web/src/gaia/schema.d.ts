/** Made by `orrery schema` from the records of gaia: not to be edited by hand. */

/** A resource -> a whole number; absent means none. */
export type Gains = { [name: string]: number };

/** The name of a hex, as in the notation (`5A3`). */
export type Hex = string;

/** A word of `orrery.gaia.data`. */
export type Id = string;

/** A research area. */
export type Area = 'terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science';

/** A hex of the map: axial coordinates, flat-topped, north = (0, -1), north-east = (1, -1). */
export type MapHex = {
  /** How the notation calls it. */
  name: Hex;
  /** To the east. */
  q: number;
  /** To the south. */
  r: number;
  /** The sector it belongs to (`5A`). */
  sector: Id;
  /** As printed; `""` is empty space. */
  planet: Id;
};

/** A sector tile on the map. */
export type Sector = {
  /** Its number and, where it has two faces, its letter. */
  id: Id;
  /** Of its centre. */
  q: number;
  /** Of its centre. */
  r: number;
  /** Its rotation in clockwise sixths. */
  turns: number;
  /** False while the map is being built and the sector is still to be laid: it lies as it did before. */
  laid: boolean;
};

/** The map without what stands on it. */
export type Map = {
  /** Every hex. */
  hexes: MapHex[];
  /** Every sector, in the order of their places. */
  sectors: Sector[];
};

/** What a tile does at one moment. */
export type Effect = {
  /** `at_once`, `income`, `action`, `whenever`, `on_pass`, `passive` or `final`. */
  when: string;
  /** What it brings; `big_building_power` of the tile that raises power values. */
  gain: Gains;
  /** What the gain is counted by, or null: `mine`, `trading_station`, `research_lab`, `big_building`, `planet_type`, `gaia_planet`, `sector`, `federation`, `structure`, `structure_in_federation`, `satellite`. */
  per: string | null;
  /** Of `whenever` and round tiles, else null: `terraforming_step`, `research_step`, `mine`, `gaia_mine`, `trading_station`, `big_building`, `federation`. */
  trigger: string | null;
};

/** The face of a tile. */
export type Face = {
  /** `round`, `final`, `booster`, `tech`, `advanced` or `federation`. */
  kind: string;
  /** What it does; federation tokens have one `at_once` effect. */
  effects: Effect[];
  /** Of federation tokens: it has a green side. */
  green?: boolean;
};

/** A level of a research area. */
export type Level = {
  /** On arrival; special arrivals are `{"federation": 1}`, `{"lost_planet": 1}`, `{"vp": 4, "vp_per_gaia_planet": 1}`. */
  at_once: Gains;
  /** In every income phase. */
  income: Gains;
  /** `step` (ore per terraforming step), `range`, `gaia` (tokens for a Gaia project) where the level says so. */
  ongoing: Gains;
  /** Power charged on arrival: 0 or 3. */
  charge: number;
  /** Of standing there at the end. */
  points: number;
};

/** A power or Q.I.C. action of the research board. */
export type BoardAction = {
  /** Its price. */
  cost: Gains;
  /** What it brings; `qic_vp_planet_types` has `{"vp": 3, "vp_per_planet_type": 1}`. */
  gain: Gains;
};

/** A space of a faction board. */
export type Space = {
  /** What it brings in every income phase once its piece has left the board. */
  income: Gains;
  /** The special action of the right academy. */
  action: Gains;
};

/** A row of a faction board. */
export type Row = {
  /** Whose pieces stand on it: mine, trading_station, research_lab, planetary_institute, academy_left, academy_right. */
  building: Id;
  /** In the order in which their pieces leave. */
  spaces: Space[];
};

/** A faction board. */
export type FactionBoard = {
  /** Its home type. */
  planet: Id;
  /** Printed on the board and always received. */
  base_income: Gains;
  /** Its rows of pieces. */
  rows: Row[];
};

/** The most that a player can hold. */
export type Caps = {
  /** Credits. */
  credits: number;
  /** Ore. */
  ore: number;
  /** Knowledge. */
  knowledge: number;
};

/** What never changes within a match. */
export type Printed = {
  /** Options of the match that a reader shows (the completed ones without seeds): `turn_order`, `charge_timing`, `players`, ... */
  options: { [name: string]: unknown };
  /** As it was laid out at set-up; a view with a `map` of its own overrides it. */
  map: Map;
  /** The face of every tile of this game: round tiles, final tiles, boosters, standard and advanced techs, federation tokens. */
  components: Record<Id, Face>;
  /** Research area -> its levels from 0 to 5. */
  levels: Record<Area, Level[]>;
  /** The price of a research step (`{"knowledge": 4}`). */
  step_cost: Gains;
  /** The ten actions of the research board. */
  board_actions: Record<Id, BoardAction>;
  /** Faction -> its board. */
  boards: Record<Id, FactionBoard>;
  /** What a player can hold. */
  caps: Caps;
  /** How many satellites a player can place. */
  satellite_limit: number;
};

/** A place at the table, from 0; an Automa's is its number in `automas` plus the number of players. */
export type Seat = number;

/** The pending question, by its `name`. */
export type Question = RotateSectorsQuestion | PickFactionQuestion | BidQuestion | StartingMineQuestion | PickBoosterQuestion | IncomeOrderQuestion | GaiaExchangeQuestion | TurnQuestion | PickSiteQuestion | PickTechQuestion | CoverTechQuestion | PickTrackQuestion | PlaceLostPlanetQuestion | PickFederationTokenQuestion | RescoreTokenQuestion | PickSwapQuestion | PickLabQuestion | PickSpaceQuestion | WhichBowlQuestion | MoveBrainstoneQuestion | LeechOfferQuestion | FinalConversionsQuestion | NoQuestion;

/** A building on the map. */
export type Building = {
  /** Where. */
  hex: Hex;
  /** Whose. */
  seat: Seat;
  /** Its kind; `lost_planet` is the mine that comes with it. */
  building: Id;
  /** Its present power value. */
  power: number;
  /** A mine beside the building of somebody else. */
  shared: boolean;
  /** The number of its federation (index into `federations`). */
  federation: number | null;
};

/** A Gaiaformer on the map. */
export type Gaiaformer = {
  /** Where. */
  hex: Hex;
  /** Whose. */
  seat: Seat;
  /** The planet is a Gaia planet by now. */
  ready: boolean;
};

/** A satellite or a space station on the map. */
export type Piece = {
  /** Where. */
  hex: Hex;
  /** Whose. */
  seat: Seat;
};

/** A federation on the map. */
export type Federation = {
  /** Whose. */
  seat: Seat;
  /** All hexes of it: planets and satellites, grown ones too. */
  hexes: Hex[];
  /** The sum of its power values. */
  power: number;
};

/** What stands on the map. */
export type Board = {
  /** Transdim planets that became Gaia planets (drawn as `gaia`). */
  gaia: Hex[];
  /** Where the lost planet lies. */
  lost: Hex | null;
  /** Of everybody, Automas included. */
  buildings: Building[];
  /** Under way or done. */
  gaiaformers: Gaiaformer[];
  /** Several may lie on one hex. */
  satellites: Piece[];
  /** Space stations. */
  stations: Piece[];
  /** One for each connected part. */
  federations: Federation[];
};

/** A stack of standard tech tiles. */
export type Stack = {
  /** What it holds. */
  tile: Id;
  /** How many. */
  left: number;
  /** Who has one. */
  owners: Seat[];
};

/** A research area. */
export type Track = {
  /** Which. */
  id: Area;
  /** For each seat its level; null before the seat has a faction. */
  markers: (number | null)[];
  /** For each Automa its level. */
  automas: (number | null)[];
  /** Who stands on level 5. */
  taken: Seat | null;
  /** Terraforming only: the federation token still lying on level 5. */
  token: Id | null;
  /** The advanced tile still lying there. */
  advanced: Id | null;
  /** The standard stack under it. */
  tile: Stack;
};

/** The research board. */
export type Research = {
  /** In board order. */
  tracks: Track[];
  /** Standard tiles of the free slots. */
  free: [Stack, Stack, Stack];
};

/** A power or Q.I.C. action of the research board; its cost and gain are printed. */
export type ActionSpace = {
  /** `power_3_knowledge`, ... */
  id: Id;
  /** Who has used it this round. */
  used: Seat | null;
};

/** A round. */
export type Round = {
  /** Its round tile. */
  tile: Id;
  /** Where the game stands. */
  state: 'past' | 'now' | 'to_come';
};

/** Somebody's place in a final scoring. */
export type Standing = {
  /** Null is the neutral player. */
  seat: Seat | null;
  /** Nobody's: the neutral player of two. */
  neutral: boolean;
  /** What the tile counts. */
  count: number;
  /** If the game ended now. */
  points: number;
};

/** A final scoring tile. */
export type FinalTile = {
  /** Which. */
  tile: Id;
  /** Best first. */
  standings: Standing[];
};

/** A kind of federation tokens. */
export type TokensLeft = {
  /** Which. */
  token: Id;
  /** How many. */
  left: number;
};

/** What lies beside the map. */
export type Pool = {
  /** Open ones, in row order. */
  boosters: Id[];
  /** Every kind of federation token of this game, in board order. */
  tokens: TokensLeft[];
};

/** Turn order. */
export type Order = {
  /** Of this round, Automas included. */
  seats: Seat[];
  /** Who passed this round, in order. */
  passed: Seat[];
  /** Whose turn it is; who must answer a question in between is `question.seat`. */
  active: Seat | null;
};

/** What one source brings in the next income phase. */
export type Income = {
  /** `base`, `mine`, `trading_station`, `research_lab`, `academy_left`, `planetary_institute`, `economy`, `science`, a booster or a tile. */
  source: Id;
  /** What it brings. */
  gain: Gains;
};

/** The Gaiaformers of a player. */
export type Gaiaformers = {
  /** All of them. */
  owned: number;
  /** On the board. */
  ready: number;
  /** At work. */
  on_map: number;
  /** Resting. */
  gaia_area: number;
};

/** A planet type as seen from home. */
export type WheelPlanet = {
  /** Which. */
  planet: Id;
  /** Terraforming steps to it. */
  steps: number;
  /** Their price now: steps times `step`. */
  ore: number;
};

/** A tech tile of a player. */
export type OwnedTech = {
  /** Which. */
  tile: Id;
  /** It is an advanced one. */
  advanced: boolean;
  /** The advanced tile upon it. */
  covered_by: Id | null;
  /** The tile under it. */
  covers: Id | null;
};

/** A federation token of a player. */
export type OwnedToken = {
  /** Which. */
  token: Id;
  /** Its green side is up. */
  green: boolean;
};

/** A special action of a player. */
export type Special = {
  /** How the notation names it. */
  id: string;
  /** A booster, a tile, `academy_right`, `planetary_institute` or `faction`. */
  source: Id;
  /** What it brings. */
  gain: Gains;
  /** This round. */
  used: boolean;
  /** Not used, and its source in force. */
  ready: boolean;
};

/** Points at the end, if it came now. */
export type FinalPoints = {
  /** For levels. */
  research: number;
  /** For what is left. */
  resources: number;
  /** For the final tiles. */
  finals: number;
  /** What was bid for the faction, as a loss. */
  bid: number;
  /** All points then; once the game is over, those it ended with. */
  total: number;
};

/** The holdings of a seat. */
export type Player = {
  /** Which. */
  seat: Seat;
  /** Null before it has one. */
  faction: Id | null;
  /** Home type. */
  planet: Id | null;
  /** Victory points. */
  vp: number;
  /** Credits. */
  credits: number;
  /** Ore. */
  ore: number;
  /** Knowledge. */
  knowledge: number;
  /** Q.I.C. */
  qic: number;
  /** Tokens in bowls I, II, III, brainstone included. */
  bowls: [number, number, number];
  /** The same after the next income, its tokens taken before its power; in the last round as now. */
  bowls_after: [number, number, number];
  /** Tokens in the Gaia area, brainstone included. */
  gaia_area: number;
  /** The bowl with the brainstone (1 to 3, 0 = Gaia area); null for others. */
  brainstone: number | null;
  /** Coming income by source. */
  income: Income[];
  /** Their sum, caps not applied. */
  income_total: Gains;
  /** Building -> how many of its pieces have left the board, so that the income of that many spaces of its row counts. */
  built: Gains;
  /** Where they are. */
  gaiaformers: Gaiaformers;
  /** Tokens that a Gaia project needs now. */
  gaia_tokens: number | null;
  /** Basic range. */
  range: number;
  /** Ore per terraforming step. */
  step: number;
  /** The seven planet types in wheel order, starting with the home type; empty before there is a faction. */
  wheel: WheelPlanet[];
  /** Placed. */
  satellites: number;
  /** Space stations left, for who has any. */
  stations: number | null;
  /** The round booster. */
  booster: Id | null;
  /** Those in force in the order taken, then the covered ones. */
  techs: OwnedTech[];
  /** Federation tokens, in the order gained. */
  tokens: OwnedToken[];
  /** Own special actions. */
  specials: Special[];
  /** Every counter of effects and final tiles. */
  counts: Gains;
  /** Power value that the next federation needs. */
  federation_power: number;
  /** This round. */
  passed: boolean;
  /** Source -> points if the seat passed now. */
  pass_points: Gains;
  /** If the game ended now. */
  final_points: FinalPoints;
};

/** An Automa. */
export type Automa = {
  /** Its seat. */
  number: Seat;
  /** Which it plays. */
  faction: Id;
  /** Home type of its faction. */
  planet: Id;
  /** How strong it is. */
  level: string;
  /** Victory points. */
  vp: number;
  /** Cards to draw. */
  deck: number;
  /** Numbers of the cards discarded. */
  discard: number[];
  /** The card lying as action. */
  action: number | null;
  /** The card lying as support. */
  support: number | null;
  /** The round booster. */
  booster: Id | null;
  /** This round. */
  passed: boolean;
  /** Counted for it. */
  satellites: number;
  /** Building -> pieces in its supply. */
  left: Gains;
  /** Research area -> its level. */
  research: Gains;
  /** If the game ended now. */
  final_points: FinalPoints;
};

/** A faction that is chosen. */
export type Chosen = {
  /** By whom. */
  seat: Seat;
  /** Which. */
  faction: Id;
};

/** A faction put up for auction. */
export type Bid = {
  /** Which. */
  faction: Id;
  /** The highest bid. */
  bid: number;
  /** Whose bid it is. */
  seat: Seat | null;
};

/** Starting mines to place. */
export type MinesLeft = {
  /** Whose. */
  seat: Seat;
  /** How many. */
  left: number;
};

/** Set-up: the choice of factions and the first mines. */
export type Draft = {
  /** Still to choose from. */
  factions: Id[];
  /** By seat. */
  chosen: Chosen[];
  /** Of an auction. */
  bids: Bid[];
  /** By seat. */
  mines: MinesLeft[];
};

/** Final scoring. */
export type Result = {
  /** By seat, Automas included. */
  scores: number[];
  /** By seat. */
  places: number[];
  /** With their last standings. */
  finals: FinalTile[];
  /** Points for levels, by seat. */
  research: number[];
  /** Points for what was left, by seat. */
  resources: number[];
};

/** What stands, as a seat may see it. */
export type View = {
  /** The title. */
  game: 'gaia';
  /** The seat this view was made for. */
  you: Seat | null;
  /** 1 to 6; 0 during set-up; 6 stays when the game is over. */
  round: number;
  /** `map`, `factions`, `auction`, `mines`, `boosters`, `income`, `gaia`, `actions`, `end` (last conversions) or `over`. */
  phase: string;
  /** The pending question. */
  question: Question;
  /** Only where it differs from the printed one: while it is being built, and after it was built otherwise. */
  map?: Map;
  /** What stands on the map. */
  board: Board;
  /** Areas, markers, tech tiles. */
  research: Research;
  /** The board actions, left to right. */
  actions: ActionSpace[];
  /** The round tiles. */
  rounds: Round[];
  /** The final tiles. */
  finals: [FinalTile, FinalTile];
  /** Boosters and federation tokens left. */
  pool: Pool;
  /** Who comes when. */
  order: Order;
  /** One for each seat. */
  players: Player[];
  /** One for each Automa. */
  automas: Automa[];
  /** During set-up; null later. */
  draft: Draft | null;
  /** When the game is over; null before. */
  result: Result | null;
};

/** Building the map: lay this sector, turned clockwise by `turns` times 60 degrees, on the next place. */
export type RotateOption = {
  /** What is done. */
  kind: 'rotate';
  /** The sector. */
  sector: string;
  /** The turns. */
  turns: number;
};

/** Choose a faction. */
export type PickFactionOption = {
  /** What is done. */
  kind: 'pick_faction';
  /** The faction. */
  faction: 'terrans' | 'lantids' | 'hadsch_hallas' | 'ivits' | 'geodens' | 'bal_taks' | 'xenos' | 'gleens' | 'taklons' | 'ambas' | 'firaks' | 'bescods' | 'nevlas' | 'itars';
};

/** Bid victory points for a faction. */
export type BidOption = {
  /** What is done. */
  kind: 'bid';
  /** The faction. */
  faction: 'terrans' | 'lantids' | 'hadsch_hallas' | 'ivits' | 'geodens' | 'bal_taks' | 'xenos' | 'gleens' | 'taklons' | 'ambas' | 'firaks' | 'bescods' | 'nevlas' | 'itars';
  /** The points. */
  bid: number;
};

/** Place a starting structure. */
export type StartingMineOption = {
  /** What is done. */
  kind: 'starting_mine';
  /** The hex. */
  hex: string;
  /** A mine or an institute. */
  building: string;
};

/** Take a first booster. */
export type TakeBoosterOption = {
  /** What is done. */
  kind: 'take_booster';
  /** The booster. */
  booster: 'ore_knowledge' | 'credits_qic' | 'tokens_ore' | 'credits_terraform' | 'charge_range' | 'ore_mines' | 'knowledge_labs' | 'ore_trading_stations' | 'charge_big_buildings' | 'credits_gaia';
};

/** An upgrade, or a lab that becomes a trading station, and what stood there. */
export type UpgradeOption = {
  /** What is done. */
  kind: 'upgrade' | 'downgrade';
  /** The building. */
  building: 'mine' | 'trading_station' | 'research_lab' | 'planetary_institute' | 'academy_left' | 'academy_right' | 'gaiaformer' | 'satellite' | 'space_station';
  /** The hex. */
  hex: string;
  /** An upgrade, or a lab that becomes a trading station, and what stood there. */
  from: string | null;
};

/** A space station. */
export type SpaceStationOption = {
  /** What is done. */
  kind: 'space_station';
  /** The building. */
  building: 'mine' | 'trading_station' | 'research_lab' | 'planetary_institute' | 'academy_left' | 'academy_right' | 'gaiaformer' | 'satellite' | 'space_station';
  /** The hex. */
  hex: string;
  /** QIC spent on range. */
  qic_range: number;
};

/** A mine. */
export type BuildMineOption = {
  /** What is done. */
  kind: 'build_mine';
  /** The building. */
  building: 'mine' | 'trading_station' | 'research_lab' | 'planetary_institute' | 'academy_left' | 'academy_right' | 'gaiaformer' | 'satellite' | 'space_station';
  /** The hex. */
  hex: string;
  /** The kind of planet it stands on. */
  planet: string;
  /** Terraforming steps. */
  steps: number;
  /** Those that an action gives. */
  free_steps: number;
  /** QIC spent on range. */
  qic_range: number;
};

/** A Gaia project. */
export type GaiaProjectOption = {
  /** What is done. */
  kind: 'gaia_project';
  /** The building. */
  building: 'mine' | 'trading_station' | 'research_lab' | 'planetary_institute' | 'academy_left' | 'academy_right' | 'gaiaformer' | 'satellite' | 'space_station';
  /** The hex. */
  hex: string;
  /** QIC spent on range. */
  qic_range: number;
};

/** Form a federation: the set of its hexes, own planets and new satellites. */
export type FederationOption = {
  /** What is done. */
  kind: 'federation';
  /** All of it. */
  hexes: string[];
  /** Own planets and space stations. */
  planets: string[];
  /** New satellites. */
  satellites: string[];
  /** Its power value. */
  power: number;
};

/** Pay knowledge for a step in a research area. */
export type ResearchOption = {
  /** What is done. */
  kind: 'research';
  /** The area. */
  track: 'terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science';
  /** From 1 to 5. */
  level: number;
};

/** Use a power or QIC action of the research board. */
export type BoardActionOption = {
  /** What is done. */
  kind: 'board_action';
  /** The action. */
  action: 'power_3_knowledge' | 'power_2_terraforming_steps' | 'power_2_ore' | 'power_7_credits' | 'power_2_knowledge' | 'power_1_terraforming_step' | 'power_2_tokens' | 'qic_tech_tile' | 'qic_rescore_federation' | 'qic_vp_planet_types';
};

/** Use a special action: 0 of the academy, 1 of the faction, 2 of the booster, 3 + kind of a tech tile. */
export type SpecialActionOption = {
  /** What is done. */
  kind: 'special_action';
  /** The special. */
  special: 'academy' | 'faction' | 'booster' | 'ore_qic' | 'knowledge_per_planet_type' | 'big_buildings_value_4' | 'seven_vp' | 'income_ore_charge' | 'income_knowledge_credit' | 'gaia_mine_3vp' | 'income_4_credits' | 'action_charge_4' | 'pass_3vp_per_federation' | 'research_step_2vp' | 'action_qic_5_credits' | 'now_2vp_per_mine' | 'pass_3vp_per_lab' | 'now_1_ore_per_sector' | 'pass_1vp_per_planet_type' | 'now_2vp_per_gaia_planet' | 'now_4vp_per_trading_station' | 'now_2vp_per_sector' | 'action_3_ore' | 'now_5vp_per_federation' | 'action_3_knowledge' | 'mine_3vp' | 'trading_station_3vp';
};

/** Pass and take this booster; `NONE` in the last round. */
export type PassOption = {
  /** What is done. */
  kind: 'pass';
  /** The booster. */
  booster: 'ore_knowledge' | 'credits_qic' | 'tokens_ore' | 'credits_terraform' | 'charge_range' | 'ore_mines' | 'knowledge_labs' | 'ore_trading_stations' | 'charge_big_buildings' | 'credits_gaia' | null;
};

/** A free action: one conversion, once. */
export type ConvertOption = {
  /** What is done. */
  kind: 'convert';
  /** Which; `burn_power` for burning. */
  conversion: string;
  /** How often. */
  times: number;
};

/** End the turn after its main action. */
export type EndTurnOption = {
  /** What is done. */
  kind: 'end_turn';
};

/** Take the tech tile of a spot: 0 to 8 standard, 9 to 14 the advanced one of an area. */
export type TakeTechOption = {
  /** What is done. */
  kind: 'take_tech';
  /** The spot. */
  spot: 'terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science' | 'free_1' | 'free_2' | 'free_3' | 'advanced_terraforming' | 'advanced_navigation' | 'advanced_artificial_intelligence' | 'advanced_gaia_project' | 'advanced_economy' | 'advanced_science';
  /** Which. */
  tile: string;
  /** The area it belongs to; null from a free slot. */
  track: string | null;
  /** Whether it is an advanced one. */
  advanced: boolean;
};

/** Cover the own standard tile that came from this spot. */
export type CoverTechOption = {
  /** What is done. */
  kind: 'cover_tech';
  /** The spot. */
  spot: 'terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science' | 'free_1' | 'free_2' | 'free_3';
  /** Which. */
  tile: string;
};

/** Take a free research step in this area. */
export type AdvanceOption = {
  /** What is done. */
  kind: 'advance';
  /** The area. */
  track: 'terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science';
  /** From 1 to 5. */
  level: number;
};

/** Place the lost planet. */
export type LostPlanetOption = {
  /** What is done. */
  kind: 'lost_planet';
  /** The hex. */
  hex: string;
  /** What stands there. */
  building: 'lost_planet';
  /** QIC spent on range. */
  qic_range: number;
};

/** Take a federation token of this kind. */
export type TakeTokenOption = {
  /** What is done. */
  kind: 'take_token';
  /** The token. */
  token: 'fed_12vp' | 'fed_8vp_qic' | 'fed_8vp_2_tokens' | 'fed_7vp_2_ore' | 'fed_7vp_6_credits' | 'fed_6vp_2_knowledge' | 'fed_gleens';
};

/** Score an own federation token of this kind again. */
export type RescoreOption = {
  /** What is done. */
  kind: 'rescore';
  /** The token. */
  token: 'fed_12vp' | 'fed_8vp_qic' | 'fed_8vp_2_tokens' | 'fed_7vp_2_ore' | 'fed_7vp_6_credits' | 'fed_6vp_2_knowledge' | 'fed_gleens';
};

/** Charge power that a neighbour's building offers; `token` says when an extra token is taken. */
export type ChargeOption = {
  /** What is done. */
  kind: 'charge';
  /** The power. */
  amount: number;
  /** The token. */
  token_order: 'none' | 'then' | 'after';
  /** Victory points. */
  price: number;
  /** Whether a token that comes with it is taken first; null if none comes. */
  token_first: boolean | null;
};

/** Declining a research step is not declining power. */
export type DeclineOption = {
  /** What is done. */
  kind: 'decline' | 'no_advance';
};

/** Take this source of income next: so much power to charge, or so many tokens. */
export type IncomeOption = {
  /** What is done. */
  kind: 'income';
  /** The power. */
  charge: number;
  /** The tokens. */
  tokens: number;
  /** Power to charge, or tokens. */
  source: 'charge' | 'tokens';
  /** How much. */
  gain: { [name: string]: number };
};

/** Where the brainstone is after a move of tokens: bowl 1 to 3, `BRAIN_GAIA` or `BRAIN_GONE`. */
export type MoveBrainstoneOption = {
  /** What is done. */
  kind: 'move_brainstone';
  /** The place. */
  place: 'discard' | 'bowl1' | 'bowl2' | 'bowl3' | 'gaia';
  /** The place. */
  to: number;
};

/** In the Gaia phase: take the gain of this conversion (0 to 3), or `TILE`. */
export type GaiaExchangeOption = {
  /** What is done. */
  kind: 'gaia_exchange';
  /** The exchange. */
  exchange: 'tile' | 'power_to_qic' | 'power_to_ore' | 'power_to_knowledge' | 'power_to_credit';
  /** Resources. */
  gain: { [name: string]: number };
  /** The conversion; null for a tile. */
  conversion: string | null;
  /** Whether it is a tech tile. */
  tech: boolean;
};

/** Which tokens leave: so many of bowls I, II, III, and the brainstone (1) or not (0). */
export type BowlsOption = {
  /** What is done. */
  kind: 'bowls';
  /** The tokens. */
  one: number;
  /** The tokens. */
  two: number;
  /** The tokens. */
  three: number;
  /** Whether it leaves. */
  brainstone: boolean;
  /** From I, II, III. */
  bowls: number[];
};

/** Swap the institute with the own mine on this hex. */
export type SwapOption = {
  /** What is done. */
  kind: 'swap';
  /** The hex. */
  hex: string;
  /** The hex that the institute comes from. */
  from: string;
  /** The hex that the institute comes from. */
  building: string;
};

/** Enough: take no more exchanges or conversions. */
export type DoneOption = {
  /** What is done. */
  kind: 'done';
};

/** What an option is about, by its `kind`. */
export type Facts = RotateOption | PickFactionOption | BidOption | StartingMineOption | TakeBoosterOption | UpgradeOption | SpaceStationOption | BuildMineOption | GaiaProjectOption | FederationOption | ResearchOption | BoardActionOption | SpecialActionOption | PassOption | ConvertOption | EndTurnOption | TakeTechOption | CoverTechOption | AdvanceOption | LostPlanetOption | TakeTokenOption | RescoreOption | ChargeOption | DeclineOption | IncomeOption | MoveBrainstoneOption | GaiaExchangeOption | BowlsOption | SwapOption | DoneOption;

/** What a player holds. */
export type Holdings = {
  /** Victory points. */
  vp: number;
  /** Credits. */
  credits: number;
  /** Ore. */
  ore: number;
  /** Knowledge. */
  knowledge: number;
  /** QIC. */
  qic: number;
  /** Power tokens in bowls I to III, the brainstone included. */
  bowls: number[];
  /** Power tokens in the Gaia area. */
  gaia_area: number;
  /** The bowl of the brainstone; 0 is the Gaia area, null nowhere. */
  brainstone: number | null;
  /** Ready ones. */
  gaiaformers: number;
};

/** What facts of options and near misses hold besides those of the action. */
export type Also = {
  /** What the seat holds after the option. */
  after?: Holdings;
  /** What a near miss would cost. */
  cost?: { [name: string]: number };
  /** Free actions that, done first, make a near miss possible. */
  fix?: string[];
};

/** What `RotateSectors` is about. */
export type RotateSectorsFacts = {
  /** The places. */
  laid: unknown[][];
};

/** The last player builds the map place by place: which sector, turned how? Only what can be completed. */
export type RotateSectorsQuestion = {
  /** Of the decision, as in the log. */
  name: 'RotateSectors';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: RotateSectorsFacts;
};

/** What `PickFaction` is about. */
export type PickFactionFacts = {
};

/** Which faction? In an auction it is only put up; bids decide who plays it. */
export type PickFactionQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickFaction';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickFactionFacts;
};

/** What `Bid` is about. */
export type BidFacts = {
};

/** For which faction, and how many victory points? Or, where that is the custom, choose a free faction. */
export type BidQuestion = {
  /** Of the decision, as in the log. */
  name: 'Bid';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: BidFacts;
};

/** What `StartingMine` is about. */
export type StartingMineFacts = {
  /** The building. */
  building: 'mine' | 'trading_station' | 'research_lab' | 'planetary_institute' | 'academy_left' | 'academy_right' | 'gaiaformer' | 'satellite' | 'space_station';
};

/** Where is a starting structure placed, a mine or an institute? */
export type StartingMineQuestion = {
  /** Of the decision, as in the log. */
  name: 'StartingMine';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: StartingMineFacts;
};

/** What `PickBooster` is about. */
export type PickBoosterFacts = {
};

/** Which first booster? */
export type PickBoosterQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickBooster';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickBoosterFacts;
};

/** A source of power or tokens. */
export type PowerIncome = {
  /** Which of the two. */
  source: 'charge' | 'tokens';
  /** How much. */
  gain: { [name: string]: number };
};

/** Power incomes not yet taken. */
export type IncomeOrderFacts = {
  /** One by one. */
  left: PowerIncome[];
};

/** Which source of power or tokens next? Asked only while the order makes a difference. */
export type IncomeOrderQuestion = {
  /** Of the decision, as in the log. */
  name: 'IncomeOrder';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: IncomeOrderFacts;
};

/** What there is to exchange. */
export type GaiaExchangeFacts = {
  /** Power left to exchange, or tokens in the Gaia area where tech tiles are given for them. */
  worth: number;
};

/** Resources for tokens as they leave the Gaia area (`worth` of them are left), or tech tiles for tokens. */
export type GaiaExchangeQuestion = {
  /** Of the decision, as in the log. */
  name: 'GaiaExchange';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: GaiaExchangeFacts;
};

/** Where in a turn one is. */
export type TurnFacts = {
  /** The main action. */
  stage: 'before' | 'after';
};

/** The own turn: one main action, with free actions directly before and after it. */
export type TurnQuestion = {
  /** Of the decision, as in the log. */
  name: 'Turn';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: TurnFacts;
};

/** What an action helps a mine with. */
export type PickSiteFacts = {
  /** Always null. */
  action: null;
  /** Free terraforming steps. */
  steps: number;
  /** More range. */
  range: number;
};

/** Where is the mine built (or, with more range, the Gaia project started) that an action helps with? */
export type PickSiteQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickSite';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickSiteFacts;
};

/** What `PickTech` is about. */
export type PickTechFacts = {
};

/** Which tech tile? */
export type PickTechQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickTech';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickTechFacts;
};

/** The advanced tile that covers another. */
export type CoverTechFacts = {
  /** An advanced tile was taken. */
  why: 'advanced';
  /** Which. */
  tile: string;
  /** Of which area. */
  track: string;
};

/** Which own standard tile does the advanced tile of the area `track` cover? */
export type CoverTechQuestion = {
  /** Of the decision, as in the log. */
  name: 'CoverTech';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: CoverTechFacts;
};

/** What `PickTrack` is about. */
export type PickTrackFacts = {
  /** The areas. */
  tracks: ('terraforming' | 'navigation' | 'artificial_intelligence' | 'gaia_project' | 'economy' | 'science')[];
};

/** A free research step in one of the areas of a mask; it may be declined. */
export type PickTrackQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickTrack';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickTrackFacts;
};

/** What `PlaceLostPlanet` is about. */
export type PlaceLostPlanetFacts = {
};

/** Where does the lost planet lie? Within range of empty space; it counts as building a mine there. */
export type PlaceLostPlanetQuestion = {
  /** Of the decision, as in the log. */
  name: 'PlaceLostPlanet';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PlaceLostPlanetFacts;
};

/** What `PickFederationToken` is about. */
export type PickFederationTokenFacts = {
};

/** A federation was formed: which token? */
export type PickFederationTokenQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickFederationToken';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickFederationTokenFacts;
};

/** What `RescoreToken` is about. */
export type RescoreTokenFacts = {
};

/** Which own federation token is scored again? Nothing is taken or turned. */
export type RescoreTokenQuestion = {
  /** Of the decision, as in the log. */
  name: 'RescoreToken';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: RescoreTokenFacts;
};

/** What `PickSwap` is about. */
export type PickSwapFacts = {
};

/** Which mine changes places with the institute? It is no building action. */
export type PickSwapQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickSwap';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickSwapFacts;
};

/** What `PickLab` is about. */
export type PickLabFacts = {
};

/** Which lab becomes a trading station? It counts as an upgrade to one and brings a research step. */
export type PickLabQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickLab';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickLabFacts;
};

/** What `PickSpace` is about. */
export type PickSpaceFacts = {
};

/** Where is the space station placed? */
export type PickSpaceQuestion = {
  /** Of the decision, as in the log. */
  name: 'PickSpace';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: PickSpaceFacts;
};

/** How many tokens leave, and what for. */
export type WhichBowlFacts = {
  /** How many. */
  tokens: number;
  /** What for. */
  why: 'gaia_project' | 'federation';
};

/** Tokens leave the bowls, for satellites or a Gaia project: from which bowls? */
export type WhichBowlQuestion = {
  /** Of the decision, as in the log. */
  name: 'WhichBowl';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: WhichBowlFacts;
};

/** What `MoveBrainstone` is about. */
export type MoveBrainstoneFacts = {
  /** The why. */
  why: 'charged' | 'spent' | 'burnt' | 'taken';
  /** The amount. */
  amount: number;
  /** The amount. */
  then: number;
};

/** Tokens are about to move and the owner may choose which: where will the brainstone be? */
export type MoveBrainstoneQuestion = {
  /** Of the decision, as in the log. */
  name: 'MoveBrainstone';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: MoveBrainstoneFacts;
};

/** A structure and where it stands. */
export type OwnStructure = {
  /** Where. */
  hex: string;
  /** Which. */
  building: string | null;
};

/** What was built where, and what can be charged for it. */
export type LeechOfferFacts = {
  /** Who built. */
  builder: number | null;
  /** What. */
  building: string | null;
  /** Where. */
  hex: string;
  /** What can be charged. */
  power: number;
  /** Victory points that it costs. */
  price: number;
  /** The power value of the own structure. */
  offered: number;
  /** The own structure that the offer comes from. */
  structure: OwnStructure | null;
};

/** Somebody built near you: charge power for victory points, or decline. */
export type LeechOfferQuestion = {
  /** Of the decision, as in the log. */
  name: 'LeechOffer';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: LeechOfferFacts;
};

/** What `FinalConversions` is about. */
export type FinalConversionsFacts = {
};

/** The game is over: convert what is left before resources are scored? */
export type FinalConversionsQuestion = {
  /** Of the decision, as in the log. */
  name: 'FinalConversions';
  /** Who is asked. */
  seat: number;
  /** What the asking depends on. */
  facts: FinalConversionsFacts;
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
