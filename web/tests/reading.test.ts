/** Whole games read aloud in every language: no word is missing, nothing of a template or of English is left. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { LogEntry, Message, Near, Option } from '../src/lib/api/types';
import type { Words } from '../src/lib/game/title';
import type * as I18n from '../src/lib/i18n/index.svelte';

// What the page finds in a browser.
vi.stubGlobal('document', { documentElement: { lang: '' } });
vi.stubGlobal('location', { search: '', origin: '' });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('addEventListener', () => undefined);

interface Recorded {
  view: Record<string, unknown>;
  log: LogEntry[];
  told: Message[];
  asked: { question: string; asks: Record<string, unknown> }[];
  options: Option[];
  near: Near[];
}
const games = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/sentences.json'), 'utf8')) as Record<
  'gaia' | 'evacuation',
  Recorded
>;

type Say = (text: string) => void;
const NAMES = ['Anna', 'Béla', 'Cem', 'Dora'];
const who = (seat: number): string => NAMES[seat] ?? 'Automa';

/** What is wrong with a sentence, if anything. */
function fault(text: string, language: I18n.Language): string | null {
  if (/[{}]/.test(text)) return 'a piece of a template';
  if (/undefined|NaN|null|\[object/.test(text)) return 'a value that is none';
  if (/ {2}|\s$|^\s/.test(text)) return 'blanks';
  if (/\.\.|,,|;;|\s[.,;:!?](\s|$)|\( | \)|\(\)|[:,;] ?\./.test(text.replace('…', ''))) return 'stops';
  if (/\p{L}_\p{L}/u.test(text)) return 'an id';
  if (language === 'en') return /\ba (energy|ocean|order|action|infra)/.test(text) ? 'an article' : null;
  const english =
    /(?<![\p{L}-])(the|and|of|with|you|your|are|not|from|for|this|that|mine|ore|knowledge|food|steel|energy|ship|ships|research|short)(?![\p{L}-])/u;
  if (english.test(text)) return 'English';
  if (language === 'hu' && /(?<!\p{L})a (?![IVX]+\.)(?=[aáeéiíoóöőuúüű]|[15](\.|\s|$)|5\d)/iu.test(text))
    return 'an article';
  if (language === 'hu' && /a\(z\)/i.test(text)) return 'an article';
  return null;
}

describe.each(['en', 'de', 'hu'] as const)('in %s', (language) => {
  /** Every sentence said while something is read, each once; with the words of its title alone. */
  async function read(title: 'gaia' | 'evacuation', reading: (words: Words, say: Say) => void | Promise<void>) {
    vi.resetModules();
    const i18n: typeof I18n = await import('../src/lib/i18n/index.svelte');
    await import('../src/lib/titles');
    await i18n.speak(language);
    await i18n.want(title);
    const { parts } =
      title === 'gaia' ? await import('../src/gaia/parts') : await import('../src/evacuation/parts');
    const said = new Set<string>();
    await reading(parts.words, (text) => said.add(text));
    expect([...i18n.missing]).toEqual([]);
    said.delete('');
    const faults = [...said].map((text) => [fault(text, language), text]).filter(([why]) => why);
    expect(faults).toEqual([]);
    return said;
  }

  it.each(['gaia', 'evacuation'] as const)('the log of %s', async (title) => {
    const found = await read(title, (words, say) => {
      for (const entry of games[title].log) say(words.sentence(entry, who));
      for (const message of games[title].told) {
        say(words.told(message, who));
        say(words.sequel?.({ messages: [message] } as unknown as LogEntry, who)?.text ?? '');
      }
    });
    expect(found.size).toBeGreaterThan(100);
  });

  it.each(['gaia', 'evacuation'] as const)('what is asked and offered in %s', async (title) => {
    const found = await read(title, async (words, say) => {
      const { amounts } = await import('../src/lib/game/amounts');
      const { view } = games[title];
      for (const { question, asks } of games[title].asked)
        if (question) say(words.asks(question, { ...view, question: asks }, who));
      for (const option of games[title].options) {
        say(words.title(option, who));
        for (const of of [option.cost, option.gain, option.income]) say(amounts(of ?? {}));
        for (const source of Object.keys(option.points ?? {})) say(words.source(source));
        for (const warning of option.warnings ?? []) say(words.warning(warning, who));
        for (const note of words.notes?.(option, view, who) ?? []) say(note);
      }
      for (const near of games[title].near) {
        say(words.title(near, who));
        for (const reason of near.reasons) say(words.reason(reason, who));
      }
    });
    expect(found.size).toBeGreaterThan(100);
  });

  it('every hex, tile and level of Gaia Project', async () => {
    const found = await read('gaia', async (_, say) => {
      const words = await import('../src/gaia/words');
      const { viewOf } = await import('../src/gaia/view');
      const view = viewOf(games.gaia.view);
      for (const hex of view.map.hexes) {
        say(words.hexLabel(view, hex.name, who, [], games.gaia.near.slice(0, 1)));
        say(words.hexText(view, hex, who));
      }
      for (const [id, face] of Object.entries(view.components)) {
        say(words.tile(id));
        say(words.describe(face));
      }
      for (const levels of Object.values(view.levels))
        levels.forEach((level, at) => say(words.levelText(level, at)));
      // Where points and income come from stands in tables: each begins with a capital letter.
      for (const { source } of view.players.flatMap((p) => p.income))
        expect(words.source(source)).toBe(words.capital(words.source(source)));
    });
    expect(found.size).toBeGreaterThan(60);
  });

  it('every card, site, field and technology of Evacuation', async () => {
    const found = await read('evacuation', async (_, say) => {
      const words = await import('../src/evacuation/words');
      const { viewOf } = await import('../src/evacuation/view');
      const view = viewOf(games.evacuation.view);
      for (const one of view.displays.ship.open) say(`${words.name(one.id)}: ${words.ship(one)}`);
      for (const one of view.displays.stadium.open) say(`${words.name(one.id)}: ${words.stadium(one)}`);
      for (const one of view.displays.infrastructure.open)
        say(`${words.name(one.id)}: ${words.infrastructure(one)}`);
      for (const one of Object.values(view.technologies)) say(words.technology(one));
      for (const one of view.board.sites) say(`${words.site(one.id)}: ${words.siteAbout(one)}`);
      for (const one of view.board.fields) say(words.fieldAbout(one));
      for (const one of view.board.goals) say(`${words.goal(one.id)}: ${words.goalAbout(one)}`);
      for (const one of view.orders ?? []) say(`${words.order(one.id)}: ${words.orderAbout(one)}`);
      for (const player of view.players)
        for (const one of Array.isArray(player.hand) ? player.hand : [])
          say(`${words.card(one.id)}: ${words.cardAbout(one)}`);
    });
    expect(found.size).toBeGreaterThan(60);
  });
});
