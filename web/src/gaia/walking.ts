/** The galaxy walked by keys: arrows go to a neighbour, Home and End to the first and the last hex, + - 0 are the camera's. */

import type { Camera } from '../lib/game/camera.svelte';
import { settings } from '../lib/settings.svelte';
import { ARROWS, toward } from './geometry';
import type { MapHex } from './view';

export interface Walk {
  hexes: readonly MapHex[];
  /** Where the focus is. */
  from: MapHex | undefined;
  camera: Camera;
  go: (name: string) => void;
  take: (name: string) => void;
}

export function walk(e: KeyboardEvent, { hexes, from, camera, go, take }: Walk): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const way = ARROWS[e.key];
  if (way && from && !(e.key.length === 1 && !settings.shortcuts)) {
    const to = toward(hexes, from, way[0], way[1]);
    if (to) go(to.name);
    e.stopPropagation();
  } else if ((e.key === 'Enter' || e.key === ' ') && from) {
    take(from.name);
    e.stopPropagation();
  } else if (e.key === 'Home' && hexes[0]) go(hexes[0].name);
  else if (e.key === 'End' && hexes.length) go(hexes.at(-1)!.name);
  else if (e.key === '+' || e.key === '=') camera.zoomBy(1.25);
  else if (e.key === '-') camera.zoomBy(0.8);
  else if (e.key === '0') camera.fit();
  else return;
  e.preventDefault();
}
