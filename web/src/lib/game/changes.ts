/** Turning the view of one number into the view of the next by the changes the server sends. */

type Path = readonly (string | number)[];
export type Change = readonly [path: Path, value: unknown] | readonly [path: Path];

/** A new view with the changes made; what did not change is shared with the old one. */
export function changed(view: Record<string, unknown>, changes: readonly Change[]): Record<string, unknown> {
  const fresh = new Set<object>();
  const copy = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null || fresh.has(value)) return value;
    const made = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as T & object;
    fresh.add(made);
    return made;
  };
  let root = copy(view);
  for (const change of changes) {
    const [path] = change;
    if (path.length === 0) {
      root = copy(change[1] as Record<string, unknown>);
      continue;
    }
    let at = root as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) {
      const next = copy(at[key]);
      at[key] = next;
      at = next as Record<string | number, unknown>;
    }
    const last = path[path.length - 1]!;
    if (change.length === 2) at[last] = change[1];
    else if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  }
  return root;
}
