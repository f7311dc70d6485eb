/** Turning the view of one number into the view of the next by the changes the server sends. */

type Path = readonly (string | number)[];
export type Change = readonly [path: Path, value?: unknown];

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

/** What is fresh, built from the parts of the old that are equal: whatever depends on those has nothing to do. */
export function shared<T>(old: unknown, fresh: T): T {
  if (Object.is(old, fresh)) return fresh;
  if (typeof old !== 'object' || typeof fresh !== 'object' || !old || !fresh) return fresh;
  if (Array.isArray(fresh)) {
    if (!Array.isArray(old)) return fresh;
    let same = old.length === fresh.length;
    const built = fresh.map((item: unknown, i) => {
      const kept = shared<unknown>(old[i], item);
      same &&= Object.is(kept, old[i]);
      return kept;
    });
    return (same ? old : built) as T;
  }
  if (Array.isArray(old)) return fresh;
  const before = old as Record<string, unknown>;
  const built: Record<string, unknown> = {};
  let same = Object.keys(before).length === Object.keys(fresh).length;
  for (const [key, value] of Object.entries(fresh)) {
    built[key] = shared(before[key], value);
    same &&= key in before && Object.is(built[key], before[key]);
  }
  return (same ? before : built) as T;
}
