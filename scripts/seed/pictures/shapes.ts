import type { Distance } from "./canvas.js";

/** Called for each pixel: Math.hypot, which guards against overflow, takes ten times as long. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

export const circle =
  (cx: number, cy: number, radius: number): Distance =>
  (x, y) =>
    length(x - cx, y - cy) - radius;

export const ring = (cx: number, cy: number, radius: number, width: number): Distance => {
  const inner = circle(cx, cy, radius);
  return (x, y) => Math.abs(inner(x, y)) - width / 2;
};

/** A rectangle around (cx, cy) with round corners. */
export const box =
  (cx: number, cy: number, width: number, height: number, corner: number): Distance =>
  (x, y) => {
    const qx = Math.abs(x - cx) - width / 2 + corner;
    const qy = Math.abs(y - cy) - height / 2 + corner;
    return length(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - corner;
  };

/** The lens shared by two equal circles: a leaf, tip to tip along y. */
export const leaf = (cx: number, cy: number, tall: number, width: number): Distance => {
  const radius = (tall * tall + width * width) / (4 * width);
  const offset = radius - width / 2;
  const left = circle(cx + offset, cy, radius);
  const right = circle(cx - offset, cy, radius);
  return (x, y) => Math.max(left(x, y), right(x, y));
};

/** An isosceles triangle standing on `base` at cy, its tip `height` above. */
export const triangle = (cx: number, cy: number, base: number, height: number): Distance => {
  const slope = length(height, base / 2);
  return (x, y) => Math.max(y - cy, (Math.abs(x - cx) * height + (y - cy + height) * (-base / 2)) / slope);
};

/** A drop: round below, pointed above. */
export const drop = (cx: number, cy: number, radius: number): Distance => {
  const round = circle(cx, cy, radius);
  const tip = triangle(cx, cy - radius * 0.45, radius * 1.78, radius * 1.75);
  return either(round, tip);
};

export const either =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    shapes.reduce((nearest, shape) => Math.min(nearest, shape(x, y)), Infinity);
export const both =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    shapes.reduce((furthest, shape) => Math.max(furthest, shape(x, y)), -Infinity);
export const without =
  (shape: Distance, hole: Distance): Distance =>
  (x, y) =>
    Math.max(shape(x, y), -hole(x, y));
export const above =
  (edge: number): Distance =>
  (_x, y) =>
    y - edge;
export const below =
  (edge: number): Distance =>
  (_x, y) =>
    edge - y;

/** The shape turned around (cx, cy) by an angle in radians. */
export const turned = (shape: Distance, angle: number, cx: number, cy: number): Distance => {
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  return (x, y) => shape(cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos);
};
export const moved =
  (shape: Distance, dx: number, dy: number): Distance =>
  (x, y) =>
    shape(x - dx, y - dy);
