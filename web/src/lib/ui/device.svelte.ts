/** What the screen is like: width classes of the layout, and whether fingers point. */

const state = $state({ width: 1440, height: 900, coarse: false });

function read(): void {
  state.width = innerWidth;
  state.height = innerHeight;
  state.coarse = matchMedia('(pointer: coarse)').matches;
}

if (typeof window !== 'undefined') {
  read();
  addEventListener('resize', read);
  matchMedia('(pointer: coarse)').addEventListener('change', read);
}

export const phone = (): boolean => state.width < 700;
export const tablet = (): boolean => state.width >= 700 && state.width < 1100;
/** Everybody's boards stand beside the map and leave it nearly half of the window. */
export const roomy = (): boolean => state.width >= 1800 && state.height >= 950;
/** Wide, but with little room for what stands one above the other. */
export const low = (): boolean => state.width >= 1100 && state.height < 950;
/** A phone on its side, or a small window that is enlarged: hardly any height. */
export const flat = (): boolean => state.width < 1100 && state.height <= 500;
export const coarse = (): boolean => state.coarse || state.width < 700;
