/** Pan, zoom and pinch of a board: one camera for every title. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Room at the rims that the whole board leaves free: tools, verbs, the last move. */
export interface Room {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Lens {
  /** What the board draws, in its own units; without one the board is laid out by the size of its holder. */
  bounds?: () => Box;
  room?: () => Room;
  /** How far it zooms out and in. */
  least?: number;
  most?: number;
}

const NONE: Room = { top: 0, right: 0, bottom: 0, left: 0 };
/** A pointer that moved less than that has clicked. */
const STILL = 6;

export class Camera {
  size = $state.raw({ width: 760, height: 600 });
  /** The holder has been measured. */
  measured = $state(false);
  zoom = $state(1);
  pan = $state.raw({ x: 0, y: 0 });
  private holder: HTMLElement | null = null;
  private pointers = new Map<number, { x: number; y: number }>();
  private dragged = false;
  private pinch = 0;
  private readonly lens: Lens;

  constructor(lens: Lens) {
    this.lens = lens;
  }

  private readonly bounds = $derived.by<Box>(() => this.lens.bounds?.() ?? { x: 0, y: 0, ...this.size });
  private readonly room = $derived.by(() => this.lens.room?.() ?? NONE);
  /** Pixels for a unit where the whole board is in sight. */
  readonly base = $derived.by(() => {
    const { top, right, bottom, left } = this.room;
    return Math.max(
      0.05,
      Math.min(
        (this.size.width - left - right) / this.bounds.width,
        (this.size.height - top - bottom) / this.bounds.height,
      ),
    );
  });
  readonly scale = $derived(this.base * this.zoom);
  readonly shift = $derived.by(() => {
    const [x, y] = this.origin(this.scale);
    return { x: x + this.pan.x, y: y + this.pan.y };
  });

  /** Where the board's zero lies when nothing is panned. */
  private origin(scale: number): [number, number] {
    const { top, right, bottom, left } = this.room;
    const { x, y, width, height } = this.bounds;
    return [
      (this.size.width + left - right) / 2 - (x + width / 2) * scale,
      (this.size.height + top - bottom) / 2 - (y + height / 2) * scale,
    ];
  }

  /** A point of the board in pixels of its holder. */
  screen(x: number, y: number): [number, number] {
    return [x * this.scale + this.shift.x, y * this.scale + this.shift.y];
  }

  fit(): void {
    this.zoom = 1;
    this.pan = { x: 0, y: 0 };
  }

  /** Zoom, and leave what is under a point of the holder where it is. */
  zoomBy(factor: number, cx = this.size.width / 2, cy = this.size.height / 2): void {
    const next = Math.max(this.lens.least ?? 0.7, Math.min(this.lens.most ?? 6, this.zoom * factor));
    const k = (this.base * next) / this.scale;
    const [nx, ny] = this.origin(this.base * next);
    this.pan = { x: cx - k * (cx - this.shift.x) - nx, y: cy - k * (cy - this.shift.y) - ny };
    this.zoom = next;
    this.clamp();
  }

  centre(x: number, y: number): void {
    const b = this.bounds;
    this.pan = { x: -(x - b.x - b.width / 2) * this.scale, y: -(y - b.y - b.height / 2) * this.scale };
    this.clamp();
  }

  /** Bring a point of the board into sight, no further than needed. */
  reveal(x: number, y: number, margin = 36): void {
    const [px, py] = this.screen(x, y);
    this.nudge({ left: px, right: px, top: py, bottom: py }, margin);
  }

  /** The same for an element that stands on the board. */
  show(element: Element): void {
    if (!this.holder || this.zoom === 1) return;
    const [frame, box] = [this.holder.getBoundingClientRect(), element.getBoundingClientRect()];
    const [left, top] = [box.left - frame.left, box.top - frame.top];
    this.nudge({ left, top, right: left + box.width, bottom: top + box.height }, 8);
  }

  private nudge(box: { left: number; top: number; right: number; bottom: number }, margin: number): void {
    const by = (from: number, to: number, size: number): number =>
      from < margin ? margin - from : to > size - margin ? size - margin - to : 0;
    const [dx, dy] = [by(box.left, box.right, this.size.width), by(box.top, box.bottom, this.size.height)];
    if (dx || dy) this.pan = { x: this.pan.x + dx, y: this.pan.y + dy };
  }

  /** A board never leaves its holder; one laid out by its holder never shows what is beyond its rim. */
  private clamp(): void {
    const spare = (span: number, size: number): number =>
      this.lens.bounds ? (span * this.scale) / 2 + 40 : Math.max(0, (span * this.scale - size) / 2);
    const [w, h] = [spare(this.bounds.width, this.size.width), spare(this.bounds.height, this.size.height)];
    this.pan = { x: Math.max(-w, Math.min(w, this.pan.x)), y: Math.max(-h, Math.min(h, this.pan.y)) };
  }

  /** Follow the size of a holder, and what pointers and the wheel do on it; of a mere picture only the size. */
  watch = (holder: HTMLElement, picture = false): (() => void) => {
    this.holder = holder;
    const sizes = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { scale } = this;
      this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
      // Whatever grows or shrinks below it: a board that was enlarged keeps the size of its parts.
      if (this.measured && this.lens.bounds && this.zoom !== 1)
        this.zoom = Math.max(this.lens.least ?? 0.7, Math.min(this.lens.most ?? 6, scale / this.base));
      this.measured = true;
    });
    sizes.observe(holder);
    if (picture) return () => sizes.disconnect();
    const wheel = (e: WheelEvent): void => {
      e.preventDefault();
      const frame = holder.getBoundingClientRect();
      this.zoomBy(Math.exp(-e.deltaY * 0.0015), e.clientX - frame.left, e.clientY - frame.top);
    };
    const end = new AbortController();
    const on = { signal: end.signal };
    holder.addEventListener('wheel', wheel, { passive: false, ...on });
    holder.addEventListener('pointerdown', this.down, on);
    holder.addEventListener('pointermove', this.move, on);
    holder.addEventListener('pointerup', this.up, on);
    holder.addEventListener('pointercancel', this.up, on);
    // A drag is no choice of what it ended on.
    holder.addEventListener('click', this.clicked, { capture: true, ...on });
    return () => {
      sizes.disconnect();
      end.abort();
      this.holder = null;
    };
  };

  private clicked = (e: MouseEvent): void => {
    if (!this.dragged || e.detail === 0) return;
    this.dragged = false;
    e.stopPropagation();
    e.preventDefault();
  };

  private down = (e: PointerEvent): void => {
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.pointers.size === 1) this.dragged = false;
    this.pinch = 0;
  };

  private move = (e: PointerEvent): void => {
    const p = this.pointers.get(e.pointerId);
    if (!p || !this.holder) return;
    const [dx, dy] = [e.clientX - p.x, e.clientY - p.y];
    if (!this.dragged && this.pointers.size === 1 && Math.hypot(dx, dy) < STILL) return;
    if (!this.dragged) {
      this.dragged = true;
      // Capture only now: a plain click must reach its place.
      for (const id of this.pointers.keys()) {
        try {
          this.holder.setPointerCapture(id);
        } catch {
          // The pointer may be gone already.
        }
      }
    }
    p.x = e.clientX;
    p.y = e.clientY;
    if (this.pointers.size === 1) {
      this.pan = { x: this.pan.x + dx, y: this.pan.y + dy };
      this.clamp();
      return;
    }
    const [a, b] = [...this.pointers.values()];
    if (!a || !b) return;
    const distance = Math.hypot(a.x - b.x, a.y - b.y);
    const frame = this.holder.getBoundingClientRect();
    if (this.pinch) this.zoomBy(distance / this.pinch, (a.x + b.x) / 2 - frame.left, (a.y + b.y) / 2 - frame.top);
    this.pinch = distance;
  };

  private up = (e: PointerEvent): void => {
    this.pointers.delete(e.pointerId);
    this.pinch = 0;
  };
}
