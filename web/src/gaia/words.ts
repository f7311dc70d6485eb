/** Names and sentences of Gaia Project in the page's language, from the ids that the server sends. */

import { amounts } from '../lib/game/amounts';
import type { Gains, LogEntry, Message, Near, Option } from '../lib/api/types';
import { first, has, list, t } from '../lib/i18n/index.svelte';
import type { Args } from '../lib/i18n/message';
import { factsOf, type Effect, type Face, type GaiaView, type Level, type MapHex } from './view';

export type Naming = (seat: number) => string;

const id = (value: unknown): string => (typeof value === 'string' ? value : '');

export const planet = (p: unknown): string => t(`planet.${id(p) || 'space'}`);
export const building = (b: unknown): string => t(`building.${id(b)}`);
export const track = (x: unknown): string => t(`track.${id(x)}`);
export const faction = (x: unknown): string => (x ? t(`faction.${id(x)}`) : t('faction.none'));
export const tile = (x: unknown): string => t(`tile.${id(x)}`);
export const action = (x: unknown): string => t(`action.${id(x)}`);
export const resource = (x: unknown): string => first([`res.${id(x)}`, `amount.${id(x)}`], { n: 2 });

/** Facts of a message with every id put into words; ids themselves stay as nameId. */
export function spoken(facts: Readonly<Record<string, unknown>>, who: Naming): Args {
  const out: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'number') {
      if (name === 'seat' || name === 'builder' || name === 'automa' || name === 'owner') {
        out[name === 'seat' ? 'who' : name] = name === 'automa' ? String(value) : who(value);
        out[`${name}Id`] = value;
      } else out[name] = value;
      continue;
    }
    if (typeof value === 'boolean') {
      out[name] = String(value);
      continue;
    }
    if (typeof value !== 'string') {
      if (Array.isArray(value)) {
        out[name] = value.map((v) => (typeof v === 'string' ? word(name, v) : String(v))).join(', ');
        out[`${name}Count`] = value.length;
      } else if (value && typeof value === 'object' && name === 'gain') out[name] = amounts(value as Gains);
      continue;
    }
    out[name] = word(name, value);
    out[`${name}Id`] = value;
    if (name === 'building' || name === 'from')
      out[`${name}Acc`] = first([`building.${value}.acc`, `building.${value}`, 'said'], { text: value });
  }
  return out;
}

function word(name: string, value: string): string {
  const tries: Record<string, string[]> = {
    building: [`building.${value}`],
    from: [`building.${value}`],
    planet: [`planet.${value}`],
    what: [`res.${value}`, `amount.${value}`],
    track: [`track.${value}`],
    tile: [`tile.${value}`],
    booster: [`tile.${value}`],
    token: [`tile.${value}`],
    faction: [`faction.${value}`],
    action: [`action.${value}`, `automa.action.${value}`, `special.${value}`],
    special: [`special.${value}`, `tile.${value}`, `action.${value}`],
    conversion: [`conversion.${value}`],
    source: [`source.${value}`, `tile.${value}`, `building.${value}`, `track.${value}`],
    by: [`automa.by.${value}`],
    why: [`building.${value}`, `action.${value}`],
    choice: [`track.${value}`, `action.${value}`, `tile.${value}`],
    list: [`track.${value}`, `action.${value}`, `tile.${value}`],
    left: [`track.${value}`, `action.${value}`, `tile.${value}`],
    to: [`automa.action.${value}`],
  };
  const keys = tries[name];
  const key = keys?.find((k) => has(k));
  return key ? t(key, { n: 2 }) : value;
}

/** Begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "3 from bowl I, 1 from bowl II": which tokens leave. */
function fromBowls(f: { one: number; two: number; three: number; brainstone: boolean }): string {
  const parts = [f.one, f.two, f.three].flatMap((n, i) =>
    n ? [t('bowls.from', { n, bowl: ['I', 'II', 'III'][i] ?? '' })] : [],
  );
  if (f.brainstone) parts.push(t('bowls.stone'));
  return list(parts);
}

/** The heading of an option: "Mine → trading station". */
export function title(option: Option | Near, who: Naming): string {
  const facts = factsOf(option);
  const key = `do.${facts.kind}`;
  const fallback = 'text' in option ? option.text : option.what;
  const args = { ...spoken(facts, who), ...(facts.kind === 'bowls' ? { bowls: fromBowls(facts) } : {}) };
  return has(key) ? capital(t(key, args)) : fallback;
}

/** The log's sentence of an entry. */
export function sentence(
  entry: Pick<LogEntry, 'seat' | 'text' | 'question'> & { message?: Message | null },
  who: Naming,
): string {
  const message = entry.message;
  if (!message) return `${who(entry.seat)}: ${entry.text}`;
  return told(message, who, entry.text, entry.seat);
}

/** A place that the Automa considers: a hex, an area of the research board, an action, a booster. */
export const area = (value: unknown): string =>
  has(`automa:area.${value}`) ? t(`automa:area.${value}`) : word('choice', String(value));

/** A message of the Automa's trace, with the engine's own phrases. */
export function automa(message: Message): string {
  const { args } = message;
  const what = args['what'];
  const key = `automa:${message.key}${typeof what === 'string' ? `.${what}` : ''}`;
  const phrase = (group: string, value: unknown): string =>
    has(`automa:${group}.${value}`)
      ? t(`automa:${group}.${value}`, { card: Number(args['card'] ?? 0) })
      : String(value);
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value)) out[name] = value.map(area).join(', ');
    else if (name === 'which') out[name] = phrase('which', value);
    else if (name === 'choice' || name === 'booster') out[name] = area(value);
    else if (name === 'faction') out[name] = faction(value);
    else if (name === 'by' && value === 'number') {
      const count = Number(args['count'] ?? 0);
      out[name] = t('automa:rule.number', {
        count: Math.abs(count),
        side: phrase('side', count > 0 ? 'left' : 'right'),
      });
    } else if (name === 'by') out[name] = phrase('rule', value);
    else if (name === 'action' || name === 'building' || name === 'from' || name === 'source')
      out[name] = typeof value === 'number' ? String(value) : phrase(name === 'from' ? 'building' : name, value);
    else out[name] = String(value);
  }
  return has(key) ? t(key, out) : message.key;
}

/** The Automa's seat, when a message tells of it. */
export function automaSeat(message: Message): number | null {
  return message.key.startsWith('automa_') ? Number(message.args['automa'] ?? 0) : null;
}

const DOES = ['automa_choice', 'automa_pass'];

/** What the Automa did after an entry: its choices without the reasons, and where. */
export function automaTurn(
  entry: Pick<LogEntry, 'messages'>,
  who: Naming,
): { seat: number; text: string; places: string[] } | null {
  const its = (entry.messages ?? []).filter((m) => DOES.includes(m.key));
  if (!its[0]) return null;
  const seat = automaSeat(its[0]) ?? 0;
  // It may build and upgrade at one place within a turn.
  const places = new Set(its.filter((m) => m.args['of'] === 'hex').map((m) => String(m.args['choice'])));
  return { seat, text: `${who(seat)}: ${its.map(automa).join(' ')}`, places: [...places] };
}

export function told(message: Message, who: Naming, text: string, seat?: number): string {
  if (message.key.startsWith('automa_')) return automa(message);
  const key = `log.${message.key}`;
  if (!has(key)) return text || message.key;
  return t(key, { ...spoken(message.args, who), ...(seat === undefined ? {} : { who: who(seat) }) });
}

export function reason(message: Message, who: Naming): string {
  return first([`why.${message.key}`, 'why.other'], { ...spoken(message.args, who), key: message.key });
}

export function warning(message: Message, who: Naming): string {
  return first([`warn.${message.key}`, 'why.other'], { ...spoken(message.args, who), key: message.key });
}

/** A source of points or income, as a heading; one tile among others, `round:mine_2`, is called by its group. */
export const source = (name: string): string =>
  capital(
    first(
      [
        `source.${name}`,
        `tile.${name}`,
        `building.${name}`,
        `track.${name}`,
        `source.${name.split(':')[0]}`,
        'said',
      ],
      { text: name },
    ),
  );

/** One effect of a tile as a sentence. */
export function effect(e: Effect): string {
  const gain = amounts(e.gain);
  if (e.when === 'passive') return t('effect.passive', { n: e.gain['big_building_power'] ?? 0 });
  if (e.when === 'final') return t('effect.final', { per: t(`counted.${e.per ?? ''}`) });
  if (e.when === 'whenever') return t('effect.whenever', { gain, trigger: t(`trigger.${e.trigger ?? ''}`) });
  const per = e.per ? t(`per.${e.per}`) : '';
  const key = `effect.${e.when}${e.per ? '.per' : ''}`;
  return t(key, { gain, per });
}

export function describe(face: Face | undefined): string {
  if (!face) return '';
  return face.effects.map(effect).join(' ');
}

/** What a level of a track gives. */
export function levelText(level: Level, number: number): string {
  const parts: string[] = [];
  if (level.ongoing['step']) parts.push(t('level.step', { n: level.ongoing['step'] }));
  if (level.ongoing['range']) parts.push(t('level.range', { n: level.ongoing['range'] }));
  if (level.ongoing['gaia']) parts.push(t('level.gaia', { n: level.ongoing['gaia'] }));
  if (Object.keys(level.income).length) parts.push(t('level.income', { gain: amounts(level.income) }));
  if (Object.keys(level.at_once).length) parts.push(t('level.once', { gain: amounts(level.at_once) }));
  if (level.charge) parts.push(t('level.charge', { n: level.charge }));
  if (number === 5) parts.push(t('level.five'));
  if (level.points) parts.push(t('level.points', { n: level.points }));
  return parts.join(' ');
}

/** A hex in words, as a screen reader says it. */
export function hexLabel(view: GaiaView, name: string, who: Naming, options: Option[], near: Near[]): string {
  const h = view.map.hexes.find((x) => x.name === name);
  if (!h) return name;
  const planetId = planetAt(view, h);
  const parts = [
    planetId ? t('hex.planet', { hex: name, planet: planet(planetId) }) : t('hex.space', { hex: name }),
    ...standing(view, name, who),
  ];
  if (options.length)
    parts.push(
      t('hex.legal', {
        what: options.map((o) => `${title(o, who)}${priced(o)}`).join('; '),
      }),
    );
  else if (near[0])
    parts.push(
      t('hex.near', { what: title(near[0], who), why: near[0].reasons.map((r) => reason(r, who)).join(' ') }),
    );
  return parts.join(' ');
}

const planetAt = (view: GaiaView, h: MapHex): string =>
  view.board.lost === h.name ? 'lost' : view.board.gaia.includes(h.name) ? 'gaia' : h.planet;

/** A hex in words where its name stands already: the planet, and everything on it. */
export function hexText(view: GaiaView, h: MapHex, who: Naming): string {
  const planetId = planetAt(view, h);
  const about = planetId ? [`${capital(planet(planetId))}.`] : [];
  return [...about, ...standing(view, h.name, who)].join(' ');
}

/** What stands on a hex. */
function standing(view: GaiaView, name: string, who: Naming): string[] {
  const parts: string[] = [];
  for (const b of view.board.buildings)
    if (b.hex === name)
      parts.push(
        !b.power
          ? t('edit.stands', { who: who(b.seat), building: building(b.building) })
          : b.seat === view.you
            ? t('hex.own', { building: building(b.building), power: b.power })
            : t('hex.building', { who: who(b.seat), building: building(b.building), power: b.power }),
      );
  for (const g of view.board.gaiaformers)
    if (g.hex === name) parts.push(t('hex.gaiaformer', { who: who(g.seat), ready: g.ready ? 'yes' : 'no' }));
  const sats = view.board.satellites.filter((s) => s.hex === name).map((s) => who(s.seat));
  if (sats.length) parts.push(t('hex.satellites', { who: sats.join(', ') }));
  for (const s of view.board.stations) if (s.hex === name) parts.push(t('hex.station', { who: who(s.seat) }));
  return parts;
}

export function priced(o: Option): string {
  const cost = amounts(o.cost ?? {});
  const points = Object.values(o.points ?? {}).reduce((a, b) => a + b, 0);
  return (
    (cost ? `, ${cost}` : '') +
    (points ? `, ${t('points.signed', { n: points, sign: points > 0 ? '+' : '' })}` : '')
  );
}
