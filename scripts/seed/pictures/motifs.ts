import type { Distance } from "./canvas.js";
import {
  above,
  below,
  both,
  box,
  circle,
  drop,
  either,
  leaf,
  moved,
  ring,
  triangle,
  turned,
  without,
} from "./shapes.js";

/** The layers of a motif, from back to front, around the centre of a 600 x 600 picture. */
interface Layer {
  shape: Distance;
  /** The palette's colour. */
  tone: "light" | "main" | "deep";
  alpha: number;
}
type Motif = (random: () => number) => Layer[];

const C = 300;

const leaves: Motif = (random) => {
  const lean = (random() - 0.5) * 0.5;
  const blade = (angle: number, length: number): Distance =>
    turned(leaf(C, C - length / 2 + 90, length, length * 0.36), angle + lean, C, C + 90);
  return [
    { shape: blade(-0.75, 270), tone: "main", alpha: 0.85 },
    { shape: blade(0.75, 270), tone: "deep", alpha: 0.8 },
    { shape: blade(0, 330), tone: "light", alpha: 0.9 },
    { shape: turned(box(C, C - 60, 4, 290, 2), lean, C, C + 90), tone: "deep", alpha: 0.35 },
  ];
};

const cup: Motif = (random) => {
  const wide = 120 + random() * 40;
  const bowl = both(circle(C - 20, C - 20, wide), below(C - 20));
  const steam = (x: number, tall: number): Distance => turned(box(C + x, C - 110, 10, tall, 5), 0.12, C, C);
  return [
    { shape: ring(C - 20 + wide, C + 30, 42, 18), tone: "deep", alpha: 0.85 },
    { shape: bowl, tone: "light", alpha: 0.95 },
    { shape: both(bowl, above(C + 6)), tone: "main", alpha: 0.9 },
    { shape: box(C - 20, C + wide, 230, 16, 8), tone: "deep", alpha: 0.7 },
    { shape: steam(-60, 90), tone: "light", alpha: 0.55 },
    { shape: steam(-20, 130), tone: "light", alpha: 0.65 },
    { shape: steam(20, 80), tone: "light", alpha: 0.55 },
  ];
};

const bowl: Motif = (random) => {
  const dish = both(circle(C, C, 170), below(C));
  const bite = (index: number): Distance => circle(C - 110 + index * 55, C - 26 - random() * 26, 34 + random() * 14);
  return [
    ...Array.from({ length: 5 }, (_, index): Layer => ({
      shape: bite(index),
      tone: index % 2 ? "light" : "deep",
      alpha: 0.85,
    })),
    { shape: dish, tone: "main", alpha: 0.95 },
    { shape: box(C, C + 8, 356, 22, 11), tone: "light", alpha: 0.95 },
    { shape: box(C, C + 168, 130, 16, 8), tone: "deep", alpha: 0.7 },
  ];
};

const drops: Motif = (random) => {
  const far = 90 + random() * 40;
  return [
    { shape: drop(C - far, C + 70, 62), tone: "main", alpha: 0.8 },
    { shape: drop(C + far, C + 86, 50), tone: "deep", alpha: 0.7 },
    { shape: drop(C, C + 40, 108), tone: "light", alpha: 0.92 },
    { shape: circle(C - 38, C + 66, 22), tone: "main", alpha: 0.5 },
  ];
};

const device: Motif = (random) => {
  const lean = (random() - 0.5) * 0.5;
  const body = turned(box(C, C, 210, 340, 36), lean, C, C);
  return [
    { shape: moved(body, 36, 18), tone: "deep", alpha: 0.5 },
    { shape: body, tone: "light", alpha: 0.95 },
    { shape: turned(box(C, C - 14, 176, 270, 18), lean, C, C), tone: "main", alpha: 0.85 },
    { shape: turned(circle(C, C + 142, 11), lean, C, C), tone: "deep", alpha: 0.6 },
    { shape: turned(circle(C + 30, C - 60, 46), lean, C, C), tone: "light", alpha: 0.4 },
  ];
};

const sound: Motif = (random) => {
  const tall = 20 + random() * 30;
  return [
    { shape: both(ring(C, C, 140, 26), above(C + 10)), tone: "light", alpha: 0.95 },
    { shape: box(C - 138, C + 50, 60, 120, 28), tone: "main", alpha: 0.95 },
    { shape: box(C + 138, C + 50, 60, 120, 28), tone: "deep", alpha: 0.9 },
    ...[-60, -30, 0, 30, 60].map((x, index): Layer => ({
      shape: box(C + x, C + 50, 12, tall + (index % 2 ? 60 : 24), 6),
      tone: "light",
      alpha: 0.7,
    })),
  ];
};

const peaks: Motif = (random) => {
  const shift = (random() - 0.5) * 60;
  return [
    { shape: circle(C + 110 + shift, C - 110, 52), tone: "light", alpha: 0.85 },
    { shape: triangle(C - 90, C + 150, 320, 260), tone: "main", alpha: 0.85 },
    { shape: triangle(C + 90 + shift, C + 150, 360, 320), tone: "deep", alpha: 0.85 },
    { shape: both(triangle(C + 90 + shift, C + 150, 360, 320), above(C - 80)), tone: "light", alpha: 0.85 },
    { shape: box(C, C + 158, 460, 18, 9), tone: "light", alpha: 0.6 },
  ];
};

const card: Motif = (random) => {
  const lean = -0.12 - random() * 0.12;
  const whole = turned(box(C, C, 360, 226, 26), lean, C, C);
  return [
    { shape: moved(turned(box(C, C, 360, 226, 26), lean + 0.22, C, C), 0, 10), tone: "deep", alpha: 0.6 },
    { shape: whole, tone: "light", alpha: 0.95 },
    { shape: both(whole, turned(box(C - 70, C, 34, 400, 0), lean, C, C)), tone: "main", alpha: 0.9 },
    { shape: both(whole, turned(box(C, C - 20, 500, 34, 0), lean, C, C)), tone: "main", alpha: 0.9 },
    { shape: turned(ring(C - 98, C - 44, 28, 12), lean, C, C), tone: "deep", alpha: 0.8 },
    { shape: turned(ring(C - 42, C - 44, 28, 12), lean, C, C), tone: "deep", alpha: 0.8 },
  ];
};

const weave: Motif = (random) => {
  const step = 52 + Math.round(random() * 16);
  const frame = box(C, C, 330, 330, 44);
  const stripes = (across: boolean): Distance =>
    either(
      ...[-2, -1, 0, 1, 2].map((index) =>
        across ? box(C, C + index * step, 330, 20, 10) : box(C + index * step, C, 20, 330, 10),
      ),
    );
  return [
    { shape: frame, tone: "light", alpha: 0.92 },
    { shape: both(frame, stripes(true)), tone: "main", alpha: 0.8 },
    { shape: both(frame, stripes(false)), tone: "deep", alpha: 0.55 },
    { shape: without(frame, box(C, C, 306, 306, 34)), tone: "deep", alpha: 0.35 },
  ];
};

export const motifs = { leaves, cup, bowl, drops, device, sound, peaks, card, weave };
export type MotifName = keyof typeof motifs;
