/** Words for screen readers: polite for what is looked at, assertive for what must be done. */

export const spoken = $state({ polite: '', assertive: '' });

export function announce(text: string, assertive = false): void {
  if (assertive) spoken.assertive = spoken.assertive === text ? text + '\u00a0' : text;
  else spoken.polite = spoken.polite === text ? text + '\u00a0' : text;
}
