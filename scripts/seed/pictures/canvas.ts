export type Colour = readonly [red: number, green: number, blue: number];

/** Distance to a shape's edge in pixels, negative inside. */
export type Distance = (x: number, y: number) => number;

/** A square picture of RGB bytes; shapes are drawn over it with soft edges. */
export class Canvas {
  readonly size: number;
  readonly bytes: Buffer;
  constructor(size: number) {
    this.size = size;
    this.bytes = Buffer.alloc(size * size * 3, 255);
  }

  /** Fills everything with a two-colour gradient; `angle` in radians, 0 runs to the right. */
  gradient(from: Colour, to: Colour, angle: number): void {
    const { size, bytes } = this;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const reach = (Math.abs(dx) + Math.abs(dy)) * size;
    for (let y = 0, at = 0; y < size; y++)
      for (let x = 0; x < size; x++, at += 3) {
        const t = 0.5 + ((x - size / 2) * dx + (y - size / 2) * dy) / reach;
        for (let c = 0; c < 3; c++) bytes[at + c] = from[c]! + (to[c]! - from[c]!) * t;
      }
  }

  /** Draws a shape over the picture. `soft` is the width of its edge: 1.5 for a sharp one, 40 for a shadow. */
  lay(shape: Distance, colour: Colour, alpha: number, soft = 1.5): void {
    const { size, bytes } = this;
    const [red, green, blue] = colour;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size;) {
        const distance = shape(x, y);
        // The edge is no nearer than this, so the pixels in between are all outside, or all inside.
        const same = Math.max(1, Math.floor(Math.abs(distance) - soft / 2));
        const cover = alpha * Math.min(1, 0.5 - distance / soft);
        const end = Math.min(size, x + same);
        if (cover > 0)
          for (let at = (y * size + x) * 3; at < (y * size + end) * 3; at += 3) {
            bytes[at] = bytes[at]! + (red - bytes[at]!) * cover;
            bytes[at + 1] = bytes[at + 1]! + (green - bytes[at + 1]!) * cover;
            bytes[at + 2] = bytes[at + 2]! + (blue - bytes[at + 2]!) * cover;
          }
        x = end;
      }
  }
}
