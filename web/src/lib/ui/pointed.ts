/** Whether what has the focus got it from a pointer: then Enter was not meant for it. */

let now = false;
let pressing = false;

if (typeof addEventListener === 'function') {
  addEventListener(
    'pointerdown',
    () => {
      now = true;
      pressing = true;
    },
    true,
  );
  // The click, and whatever it does at once to the focus, still belongs to the pointer.
  const lifted = (): unknown => setTimeout(() => (pressing = false));
  addEventListener('pointerup', lifted, true);
  addEventListener('pointercancel', lifted, true);
  addEventListener('focusin', () => (now = pressing), true);
}

export const pointed = (): boolean => now;
