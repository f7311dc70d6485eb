/** What options and near misses are about, in a title's own types: the shell knows no title, so on the wire it is plain JSON. */

import type { Near, Option } from '../api/types';

/** The facts among `F` of options of one of these kinds; a record may stand for several kinds. */
export type Of<F extends { kind: string }, K extends F['kind']> = F extends unknown
  ? [F['kind'] & K] extends [never]
    ? never
    : F
  : never;

/** An option whose kind is known. */
export type Known<F extends { kind: string }, K extends F['kind'] = F['kind']> = Omit<Option, 'facts'> & {
  facts: Of<F, K>;
};

/** The reading of facts for a title whose server declares them as `F`. */
export function reading<F extends { kind: string }>() {
  /** Facts are narrowed by their kind; the server sends them with every option and near miss. */
  const factsOf = (o: Option | Near): F => (o.facts ?? {}) as F;
  /** A filter: options of these kinds, with the facts of just these. */
  const ofKind =
    <K extends F['kind']>(...kinds: K[]) =>
    (o: Option): o is Known<F, K> =>
      kinds.some((kind) => kind === factsOf(o).kind);
  return { factsOf, ofKind };
}
