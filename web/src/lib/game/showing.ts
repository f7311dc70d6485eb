/** What is lit, brought into sight on a small screen. */

/** Where nothing that is lit is in sight, the first such thing comes there. */
export function showLit(): void {
  const area = document.querySelector('.area')?.getBoundingClientRect();
  const lit = [...document.querySelectorAll<HTMLElement | SVGElement>('.area [data-lit]')];
  const seen = lit.some((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    // A bar of tools may stand above the board.
    return area && cx > area.left && cx < area.right && cy > area.top + 56 && cy < area.bottom;
  });
  if (seen || !lit[0]) return;
  const { hex } = lit[0].dataset;
  if (hex) dispatchEvent(new CustomEvent('orrery:show', { detail: { hex } }));
  else lit[0].scrollIntoView({ block: 'nearest' });
}
