/** Whether what has the focus got it from a pointer: then Enter was not meant for it. */

let now = false;
let keyed = false;

/** Keys that only go along with others. */
const ALONG = ['Enter', 'Shift', 'Control', 'Alt', 'Meta'];

if (typeof addEventListener === 'function') {
  addEventListener(
    'pointerdown',
    () => {
      now = true;
      keyed = false;
    },
    true,
  );
  addEventListener(
    'keydown',
    (e) => {
      if (!ALONG.includes(e.key)) keyed = true;
    },
    true,
  );
  // A key that moves the focus chooses what it moves to; a focus that follows a click does not.
  addEventListener(
    'focusin',
    () => {
      if (keyed) now = false;
    },
    true,
  );
}

export const pointed = (): boolean => now;
