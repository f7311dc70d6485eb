/** Messages in a small part of ICU MessageFormat: {name}, {n, plural, one {#} other {#}}, {x, select, a {..} other {..}}. */

export type Args = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Part =
  | string
  | { kind: 'value'; name: string }
  | { kind: 'number' }
  | { kind: 'choice'; plural: boolean; name: string; cases: Map<string, Part[]> };

export class BadMessage extends Error {}

/** The parts of a message; throws BadMessage with the place of the mistake. */
export function parse(text: string): Part[] {
  let at = 0;

  function parts(inPlural: boolean, nested: boolean): Part[] {
    const found: Part[] = [];
    let run = '';
    const flush = (): void => {
      if (run) found.push(run);
      run = '';
    };
    while (at < text.length) {
      const c = text[at]!;
      if (c === '{') {
        flush();
        at++;
        found.push(argument());
      } else if (c === '}') {
        if (!nested) throw new BadMessage(`unexpected } at ${at} in ${text}`);
        break;
      } else if (c === '#' && inPlural) {
        flush();
        found.push({ kind: 'number' });
        at++;
      } else {
        run += c;
        at++;
      }
    }
    flush();
    return found;
  }

  function word(stop: RegExp): string {
    const start = at;
    while (at < text.length && !stop.test(text[at]!)) at++;
    return text.slice(start, at).trim();
  }

  function argument(): Part {
    const name = word(/[,}]/);
    if (text[at] === '}') {
      at++;
      return { kind: 'value', name };
    }
    at++;
    const kind = word(/[,}]/);
    if (kind !== 'plural' && kind !== 'select')
      throw new BadMessage(`expected plural or select, got ${kind} in ${text}`);
    if (text[at] !== ',') throw new BadMessage(`${kind} without cases in ${text}`);
    at++;
    const cases = new Map<string, Part[]>();
    for (;;) {
      while (/\s/.test(text[at] ?? '')) at++;
      if (text[at] === '}') break;
      const key = word(/[{\s]/);
      while (/\s/.test(text[at] ?? '')) at++;
      if (text[at] !== '{') throw new BadMessage(`case ${key} without braces in ${text}`);
      at++;
      cases.set(key, parts(kind === 'plural', true));
      if (text[at] !== '}') throw new BadMessage(`case ${key} is not closed in ${text}`);
      at++;
    }
    at++;
    if (!cases.has('other')) throw new BadMessage(`${name} has no case other in ${text}`);
    return { kind: 'choice', plural: kind === 'plural', name, cases };
  }

  return parts(false, false);
}

const parsed = new Map<string, Part[]>();
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function pluralRules(language: string): Intl.PluralRules {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found;
}

export function number(language: string, value: number): string {
  let found = numbers.get(language);
  if (!found) numbers.set(language, (found = new Intl.NumberFormat(language)));
  return found.format(value).replace('-', '−');
}

function write(language: string, parts: Part[], args: Args, count: number | null): string {
  let out = '';
  for (const part of parts) {
    if (typeof part === 'string') out += part;
    else if (part.kind === 'number') out += number(language, count ?? 0);
    else if (part.kind === 'value') {
      const value = args[part.name];
      out += typeof value === 'number' ? number(language, value) : String(value ?? '');
    } else {
      const value = args[part.name];
      let chosen: Part[] | undefined;
      if (part.plural) {
        const n = Number(value ?? 0);
        chosen =
          part.cases.get(`=${n}`) ?? part.cases.get(pluralRules(language).select(n)) ?? part.cases.get('other')!;
        out += write(language, chosen, args, n);
      } else {
        chosen = part.cases.get(String(value)) ?? part.cases.get('other')!;
        out += write(language, chosen, args, count);
      }
    }
  }
  return out;
}

/** The message in a language with its arguments filled in. */
export function format(language: string, text: string, args: Args): string {
  let parts = parsed.get(text);
  if (!parts) parsed.set(text, (parts = parse(text)));
  // An abbreviation at the end of a sentence ("Q.I.C.") brings its full stop along.
  return write(language, parts, args, null).replace(/(?<!\.)\.\.(?!\.)/g, '.');
}

/** Names of the arguments a message uses, for tests. */
export function names(text: string): Set<string> {
  const found = new Set<string>();
  const walk = (parts: Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string' || part.kind === 'number') continue;
      found.add(part.name);
      if (part.kind === 'choice') for (const inner of part.cases.values()) walk(inner);
    }
  };
  walk(parse(text));
  return found;
}

/** The text before every value that a message puts in, for tests: what stands there must fit any value. */
export function inserted(text: string): string[] {
  const found: string[] = [];
  const walk = (parts: Part[], before: string): void => {
    let run = before;
    for (const part of parts) {
      if (typeof part === 'string') run += part;
      else if (part.kind === 'value') {
        found.push(run);
        run += '…';
      } else if (part.kind === 'number') run += '0';
      else {
        for (const inner of part.cases.values()) walk(inner, run);
        run += '…';
      }
    }
  };
  walk(parse(text), '');
  return found;
}
