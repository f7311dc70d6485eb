/** Names and sentences of Evacuation in the page's language, from the ids that the server sends. */

import { amounts } from '../lib/game/amounts';
import type { LogEntry, Message, Near, Option } from '../lib/api/types';
import type { Closing } from '../lib/game/habits';
import { first, has, list, n, t } from '../lib/i18n/index.svelte';
import type { Args } from '../lib/i18n/message';
import { ways, type Way } from './split';
import {
  factsOf,
  RESOURCES,
  RIVAL,
  tagged,
  type Amounts,
  type Card,
  type Column,
  type Effect,
  type EvacuationView,
  type Field,
  type Goal,
  type GoalFace,
  type Infrastructure,
  type Kind,
  type Owner,
  type Question,
  type Ship,
  type Site,
  type Stadium,
  type Technology,
  type World,
} from './view';

export type Naming = (seat: number) => string;

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
/** The name of a card; one of a pack that the page has no names for is shown as it is written, with a capital letter. */
export const name = (id: unknown): string => {
  const word = typeof id === 'string' ? id : '';
  if (word.startsWith('home-')) return t('ev.stadium.home');
  return first([`ev.name.${word}`, 'said'], { text: word.split('-').map(capital).join(' ') });
};
export const resource = (r: unknown): string => t(`ev.res.${String(r)}`);
export const world = (w: unknown): string => t(w === 'any' ? 'ev.any' : `ev.world.${String(w)}`);
export const terrain = (x: unknown): string => t(`ev.terrain.${String(x)}`);
export const symbol = (x: unknown): string => t(`ev.symbol.${String(x)}`);
export const board = (id: unknown): string => t(`ev.action.${String(id)}`);
export const goal = (id: unknown): string => t(`ev.goal.${String(id)}`);
export const order = (id: unknown): string => t(`ev.order.${String(id)}`);
export const card = (id: unknown): string => name(id);
export const site = (id: unknown): string => t(`ev.site.${String(id)}`);
export const tech = (effect: unknown): string => t(`ev.tech.${String(effect)}`);
export const phase = (x: unknown): string => t(`ev.phase.${String(x)}`);

export function owner(who: Naming, o: Owner): string {
  return typeof o === 'number' ? who(o) : t(`ev.rival.${o}`);
}

/** Amounts without a world. */
export const plain = (a: Amounts): string =>
  RESOURCES.filter((r) => a[r])
    .map((r) => t('ev.amount', { n: a[r], what: resource(r) }))
    .join(', ') || t('ev.nothing');

export const priced = (a: Amounts, w: World): string => amounts(tagged(a, w)) || t('ev.nothing');

/** A sub-action in words. */
export function effect(e: Effect): string {
  const any = (x: string | undefined): string => (x && x !== 'any' ? resource(x) : t('ev.any'));
  const extra: string[] = [];
  if (e.next_terrain) extra.push(t('ev.effect.next_terrain'));
  if (e.ignore_symbols) extra.push(t('ev.effect.ignore', { n: e.ignore_symbols }));
  if (e.discount) extra.push(t('ev.effect.discount', { n: e.discount }));
  const free = e.op === 'gain_resource' && (e.resource ?? 'any') === 'any';
  const text = t(free ? 'ev.effect.gain_resource.any' : `ev.effect.${e.op}`, {
    n: e.n,
    what: any(e.resource ?? e.factory),
    where: e.world === 'new' || e.world === 'old' ? ` (${world(e.world)})` : '',
  });
  return extra.length ? `${text} (${extra.join(', ')})` : text;
}

export const effects = (all: readonly Effect[]): string => capital(all.map(effect).join(' + '));

/** An item of the effect order: "exchange", "gain_resource any", "settle ...". */
export function item(text: string): string {
  const [op = '', ...rest] = text.split(' ');
  const what = rest.find((w) => w === 'food' || w === 'steel' || w === 'energy');
  const key = op === 'gain_resource' && !what ? 'ev.effect.gain_resource.any' : `ev.effect.${op}`;
  return t(has(key) ? key : 'said', {
    n: 1,
    what: what ? resource(what) : t('ev.any'),
    text,
    where: '',
  });
}

function worded(key: string, value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    if (key === 'terrain') return list(value.map((v) => terrain(v))) || t('ev.my.none');
    if (key === 'cards') return list(value.map((v) => card(v)));
    if (key === 'places') return value.map((v) => placed(String(v))).join(', ');
    return value.map((v) => (typeof v === 'number' ? n(v) : name(v))).join(', ');
  }
  if (typeof value === 'object') return plain(value as Amounts);
  const v = String(value);
  switch (key) {
    case 'resource':
    case 'factory':
    case 'give':
    case 'take':
      return v === 'any' ? t('ev.any') : resource(v);
    case 'world':
      return world(v);
    case 'board':
      return board(v);
    case 'site':
      return site(v);
    case 'goal':
      return goal(v);
    case 'order':
      return order(v);
    case 'item':
      return item(v);
    case 'lane':
      return t(`ev.lane.${v}`);
    case 'which':
      return t(`ev.which.${v}`);
    case 'terrain':
    case 'place':
      return terrain(v);
    case 'what':
      return first([`ev.what.${v}`, `ev.res.${v}`, `ev.question.${v}`, 'said'], { text: v });
    case 'phase':
      return phase(v);
    case 'effect':
      return first([`ev.tp.${v}`, `ev.tech.${v}`, `ev.bonus.${v}`, 'said'], { text: v });
    case 'point':
    case 'turning_point':
      return v ? t(`ev.${v}`) : '';
    case 'kind':
    case 'display':
      return first([`ev.display.${v}`, 'said'], { text: v });
    case 'question':
      return first([`ev.question.${v}`, 'said'], { text: v });
    case 'corner':
      return t(`ev.corner.${v}`);
    case 'action':
      return first([`ev.solo.${v}`, 'said'], { text: v });
    case 'card':
    case 'ship':
    case 'stadium':
    case 'technology':
      return name(v);
    default:
      return v;
  }
}

function placed(text: string): string {
  const [verb = '', rest = ''] = [text.split(' ')[0], text.split(' ').slice(1).join(' ')];
  if (verb === 'site') return site(rest);
  if (verb === 'factory') return t('ev.factoryOf', { what: resource(rest) });
  if (verb === 'stadium') return name(rest);
  return verb === 'nothing' ? '–' : text;
}

/** Arguments of a message with every id put into words; ids stay as nameId. */
export function spoken(args: Readonly<Record<string, unknown>>, who: Naming): Args {
  const out: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(args)) {
    if (key === 'seat' && typeof value === 'number') out['who'] = who(value);
    else out[key] = worded(key, value);
    if (typeof value === 'string' || typeof value === 'number') out[`${key}Id`] = value;
  }
  return out;
}

/** The heading of an option or of a wish. */
export function title(option: Option | Near, who: Naming): string {
  const facts = factsOf(option);
  const fallback = 'text' in option ? option.text : option.what;
  const display = 'display' in facts ? `.${facts.display}` : '';
  const question = 'question' in facts ? `.${facts.question}` : '';
  const key = [display, question, ''].map((tail) => `ev.do.${facts.kind}${tail}`).find(has);
  if (!key) return fallback;
  const args = facts.kind === 'research' ? { ...facts, column: facts.column + 1 } : facts;
  return capital(t(key, spoken(args, who)));
}

/** The log's sentence of an entry. */
export function sentence(
  entry: Pick<LogEntry, 'seat' | 'text' | 'question'> & { message?: Message | null },
  who: Naming,
): string {
  const message = entry.message;
  if (!message)
    return first([`table.${entry.question}`, 'ev.log.other'], { who: who(entry.seat), text: entry.text });
  const args: Record<string, unknown> = { ...message.args, seat: entry.seat };
  if (message.key === 'research') args['column'] = Number(args['column']) + 1;
  const display = typeof args['display'] === 'string' ? `.${args['display']}` : '';
  const key = [
    `ev.log.${message.key}${display}`,
    `ev.log.${message.key}.${String(args['question'])}`,
    `ev.log.${message.key}`,
    'ev.log.other',
  ].find(has);
  return t(key ?? 'ev.log.other', { ...spoken(args, who), text: entry.text });
}

/** A message of the journal. */
export function told(message: Message, who: Naming): string {
  const args = message.args;
  const key = `ev.told.${message.key}`;
  if (!has(key)) return message.key;
  const extra: Record<string, string | number> = {};
  const three = (v: unknown): string =>
    Array.isArray(v) ? plain({ food: Number(v[0] ?? 0), steel: Number(v[1] ?? 0), energy: Number(v[2] ?? 0) }) : '';
  for (const k of ['old', 'new', 'factories', 'resources']) if (Array.isArray(args[k])) extra[k] = three(args[k]);
  if (Array.isArray(args['order']))
    extra['order'] = (args['order'] as Owner[]).map((o) => owner(who, o)).join(' → ');
  if (Array.isArray(args['steps'])) extra['steps'] = (args['steps'] as number[]).map(n).join(' + ');
  if (Array.isArray(args['columns'])) extra['columns'] = (args['columns'] as number[]).map(n).join(', ');
  if (Array.isArray(args['stadiums'])) extra['stadiums'] = (args['stadiums'] as unknown[]).length;
  if (message.key === 'rival_progress')
    extra['who'] = t(`ev.rival.${Number(args['seat']) === 2 ? 'neutral' : 'opponent'}`);
  return t(key, { ...spoken(args, who), ...extra });
}

const DOES = ['solo_card', 'solo_takes', 'solo_settle', 'rival_progress', 'stadiums_returned'];

/** What the opponent that plays by solo cards did after an entry, card by card. */
export function rivalTurn(
  entry: Pick<LogEntry, 'messages'>,
  who: Naming,
): { seat: number; text: string; places: string[] } | null {
  const its = (entry.messages ?? []).filter((m) => DOES.includes(m.key));
  if (!its.length) return null;
  const places = its.flatMap((m) => (m.args['settled'] === true ? [String(m.args['field'])] : []));
  return { seat: RIVAL, text: `${who(RIVAL)}: ${its.map((m) => told(m, who)).join(' ')}`, places };
}

export function reason(message: Message, who: Naming): string {
  return first([`ev.why.${message.key}`, 'ev.why.other'], { ...spoken(message.args, who), key: message.key });
}

export function warning(message: Message, who: Naming): string {
  return first([`ev.warn.${message.key}`, 'ev.why.other'], { ...spoken(message.args, who), key: message.key });
}

const PRICED = ['settle', 'build_ship', 'build_stadium', 'prepare_factory', 'clone', 'infrastructure', 'exchange'];

/** The way of a marker: "5 → 9, driving lane: sun; passes turning point 2: desert opens". */
export function way(w: Way): string {
  if (w.lane === 'stays') return t('ev.way.stays', { n: w.from });
  const reached = [
    ...w.symbols.map(symbol),
    ...(w.instant ? [t(`ev.effect.${w.instant}`, { n: 1, what: '' })] : []),
  ];
  const parts = [
    t('ev.way', {
      from: w.from,
      to: w.to,
      lane: t(`ev.lane.${w.lane}`),
      what: w.lane === 'choice' ? '' : reached.length ? list(reached) : t('ev.way.bare'),
      known: w.lane === 'choice' ? 'no' : 'yes',
    }),
    ...w.passes.map((p) => t('ev.way.passes', { point: t(`ev.${p.id}`), effect: t(`ev.tp.${p.effect}`) })),
  ];
  return parts.join('; ');
}

/** What an option means beyond its price. */
export function notes(option: Option, view: EvacuationView): string[] {
  const facts = factsOf(option);
  const found: string[] = [];
  if (facts.kind === 'act' || facts.kind === 'play_card') {
    const args = { n: (facts.power ?? []).map(n).join(' / ') };
    if (facts.idle) return [t('ev.note.idle', args)];
    found.push(t('ev.note.power', args));
    const board = view.board.actions.find((a) => facts.kind === 'act' && a.id === facts.board);
    if (board?.effects.some((e) => PRICED.includes(e.op))) found.push(t('ev.note.later'));
  }
  if (facts.kind === 'advance') {
    const [front, rear] = ways(option);
    if (front) found.push(t('ev.note.front', { way: way(front) }));
    if (rear) found.push(t('ev.note.rear', { way: way(rear) }));
  }
  if (facts.kind === 'settle') {
    const { uses } = facts;
    if (uses) found.push(t('ev.note.settle', { people: uses.population ?? 0, factories: uses.factories ?? 0 }));
  }
  if (facts.kind === 'pass') found.push(t('ev.note.pass'));
  if (facts.kind === 'forgo') found.push(t('ev.note.forgo'));
  if (facts.kind === 'claim') {
    const b = view.bonuses[0];
    const { which } = facts;
    if (b && which !== 'none') found.push(effects((which === 'small' ? b.small_effect : b.large_effect).effects));
  }
  return found;
}

/** A race is about the lowest production, not about points. */
export function standing(view: EvacuationView, seat: number): { short: string; about: string } | null {
  const p = view.players[seat];
  if (view.options.mode !== 'race' || !p) return null;
  // In the end it is what penalties and bonuses have made of it.
  const production = (view.over && p.accounting?.at(-1)?.production) || p.production;
  const [lowest, goal] = [Math.min(...RESOURCES.map((r) => production[r])), view.board.goal.production];
  return { short: `${n(lowest)}/${n(goal)}`, about: t('ev.standing', { n: lowest, goal }) };
}

export function source(id: string): string {
  if (id.startsWith('goal ')) return t('ev.source.goal', { goal: goal(id.slice(5)) });
  return first([`ev.source.${id}`, 'said'], { text: name(id) });
}

/** What the sentence of a question depends on, as the end of its key; the most telling one first. */
function tails(q: Question): string[] {
  switch (q.name) {
    case 'TakeCard':
    case 'RefreshCards':
      return [`.${q.facts.purpose}.${q.facts.kind}`, `.${q.facts.purpose}`];
    case 'LoadPlace':
      return [`.${q.facts.holds}`];
    default:
      return [];
  }
}

/** The space on which a marker looks for its lane; null where none does. */
function landing(view: EvacuationView): Column | null {
  const q = view.question;
  if (q.name !== 'LaneChoice') return null;
  const to = view.markers.filter((m) => m.owner === q.seat)[q.facts.marker]?.column;
  return view.board.columns.find((c) => c.column === to) ?? null;
}
/** What a lane of a space offers. */
export function lane(option: Option, view: EvacuationView): string {
  const facts = factsOf(option);
  const column = landing(view);
  const of = facts.kind === 'park' && facts.lane !== 'parking' ? column?.[facts.lane] : null;
  if (!of) return '';
  const found = [
    ...of.symbols.map(symbol),
    ...(of.instant ? [t(`ev.effect.${of.instant}`, { n: 1, what: '' })] : []),
  ];
  return found.length ? list(found) : t('ev.way.bare');
}

export function asks(question: string, view: EvacuationView, who: Naming): string {
  const keys = [...tails(view.question), ''].map((tail) => `ev.ask.${question}${tail}`);
  return first([...keys, 'ev.ask.other'], {
    ...spoken(view.question.facts, who),
    who: who(view.question.seat ?? 0),
    n: landing(view)?.column ?? 0,
    question,
  });
}

/** How Confirm reads where it ends a question, and which ships it would leave standing. */
export function confirms({ question, options, steps }: Closing): { label: string; doubt?: string } | null {
  const count = (kind: Kind): number => options.filter((o) => factsOf(o).kind === kind).length;
  const done = (kind: Kind): boolean => steps.some((s) => factsOf(s.option).kind === kind);
  const flies = done('fly') || done('load') || done('fly_back');
  // With everything aboard and no ship left there is nothing more to ask: the draft itself is the launch.
  if (!question && flies) return { label: t('ev.launch.go', { n: 0 }) };
  if (question === 'TransportShips') {
    const stay = count('fly');
    if (flies) return { label: t('ev.launch.go', { n: stay }) };
    const label = t('ev.launch.nothing', { n: stay });
    return stay ? { label, doubt: t('ev.launch.doubt', { n: stay }) } : { label };
  }
  if (question === 'ReturnShips') return { label: t(done('fly_back') ? 'ev.return.go' : 'ev.return.none') };
  if (question === 'OrderOffer') return { label: t('ev.order.end') };
  return null;
}

// Components in sentences

export function ship(s: Ship): string {
  return t('ev.ship.about', {
    sites: s.sites.map(terrain).join(', '),
    buildings: s.buildings,
    resources: s.resources,
    flight: s.flight,
    cost: plain(s.cost),
  });
}

export const stadium = (s: Stadium): string =>
  s.start ? t('ev.stadium.start') : t('ev.stadium.about', { cost: plain(s.cost), n: s.satisfaction });

export function condition(c: Infrastructure['condition']): string {
  const needs = c.needs.map((x) => t(`ev.need.${x.having || 'any'}`, { n: x.n, terrain: terrain(x.terrain) }));
  return list(needs) + (c.line ? ` ${t(`ev.line.${c.line}`)}` : '');
}

export const infrastructure = (i: Infrastructure): string =>
  t('ev.infra.about', {
    cost: plain(i.cost),
    production: plain(i.production),
    condition: condition(i.condition),
    picture: i.exclamation ? ` ${t('ev.infra.twin')}` : '',
  });

export const technology = (x: Technology): string => {
  const args = {
    n: x.n,
    what: x.resource === 'any' ? t('ev.any') : resource(x.resource),
    factory: x.factory === 'any' ? t('ev.any') : resource(x.factory),
  };
  return (
    t(`ev.techop.${x.op}`, args) + (x.satisfaction ? ` ${t('ev.tech.satisfaction', { n: x.satisfaction })}` : '')
  );
};

export function siteAbout(s: Site): string {
  return t('ev.site.about', {
    produces: plain(s.produces),
    terrains: s.terrains.length
      ? list(s.terrains.map(terrain))
      : t(s.loadable ? 'ev.site.noTerrain' : 'ev.site.sea'),
  });
}

export function fieldAbout(f: Field): string {
  const slots: string[] = [];
  if (f.factory_slots) slots.push(t('ev.field.factories', { n: f.factory_slots }));
  for (const s of f.population_slots)
    slots.push(t('ev.field.population', { what: resource(s.resource), rise: s.rise }));
  const needs = f.symbols.length ? ` ${t('ev.field.symbols', { symbols: list(f.symbols.map(symbol)) })}` : '';
  return t('ev.field.about', { terrain: terrain(f.terrain), slots: list(slots) }) + needs;
}

export const cardAbout = (c: Card): string =>
  t('ev.card.about', { effects: effects(c.effects), power: c.power.map(n).join(' / ') });

export function goalAbout(g: Goal | GoalFace): string {
  if (!g.id) return t('ev.goal.hidden');
  const tiers = (g.tiers ?? [])
    .map((x) =>
      t('ev.goal.tier', {
        low: x.low,
        high: x.high ?? 0,
        open: x.high === null ? 'yes' : x.high === x.low ? 'one' : 'no',
        extra: x.extra,
      }),
    )
    .join('; ');
  const each = [...new Set(g.each ?? [])].join(' / ');
  return each === '0' ? tiers : capital(t('ev.goal.about', { each, tiers }));
}

export const orderAbout = (o: {
  condition: string;
  amount: number;
  cost: Amounts;
  production: Amounts;
  points: number;
}): string =>
  t('ev.order.about', {
    condition: t(`ev.order.if.${o.condition}`, { n: o.amount }),
    cost: priced(o.cost, 'new'),
    production: plain(o.production),
    points: o.points,
  });
