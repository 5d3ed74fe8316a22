import { Canvas, type Colour } from "./canvas.js";
import { motifs, type MotifName } from "./motifs.js";
import { box, circle } from "./shapes.js";

const SIZE = 600;
/** From the PNG specification. */
const PngCode = { rgb: 2, filterOfLeft: 1 } as const;

interface Palette {
  from: Colour;
  to: Colour;
  light: Colour;
  main: Colour;
  deep: Colour;
}

/** The hues of a motif, in degrees; each picture takes one near them. */
const hues: Record<MotifName, readonly number[]> = {
  leaves: [96, 130, 150],
  cup: [178, 200, 28],
  bowl: [22, 36, 10],
  drops: [330, 268, 190],
  device: [214, 228, 250],
  sound: [256, 282, 205],
  peaks: [164, 196, 34],
  card: [348, 12, 46],
  weave: [40, 18, 212],
};

/**
 * A 600 x 600 PNG: a soft gradient with the motif of its kind of goods. The same name gives the same picture. Needs
 * pngjs, a development dependency.
 */
export async function drawPicture(name: string, motif: MotifName): Promise<Buffer> {
  const { PNG } = await loadPng();
  const random = randomOf(name);
  const palette = paletteOf(motif, random);
  const canvas = new Canvas(SIZE);
  canvas.gradient(palette.from, palette.to, Math.PI * (0.2 + random() * 0.5));
  // Large pale discs give the background depth.
  canvas.lay(circle(SIZE * random(), SIZE * 0.15, 190 + random() * 90), palette.light, 0.16);
  canvas.lay(circle(SIZE * random(), SIZE * 0.95, 150 + random() * 120), palette.main, 0.14);
  canvas.lay(box(SIZE / 2, SIZE * 0.79, 300, 4, 2), [20, 24, 38], 0.15, 90);
  for (const { shape, tone, alpha } of motifs[motif](random)) canvas.lay(shape, palette[tone], alpha);
  const png = new PNG({ width: SIZE, height: SIZE });
  png.data = canvas.bytes;
  const opaque = { inputColorType: PngCode.rgb, inputHasAlpha: false, colorType: PngCode.rgb } as const;
  return PNG.sync.write(png, { ...opaque, filterType: PngCode.filterOfLeft, deflateLevel: 6 });
}

async function loadPng(): Promise<typeof import("pngjs")> {
  try {
    return await import("pngjs");
  } catch {
    throw new Error(
      "The demo draws its pictures with pngjs, a development dependency: install those; a shop of your own needs `npm run setup` alone.",
    );
  }
}

function paletteOf(motif: MotifName, random: () => number): Palette {
  const near = hues[motif];
  const hue = near[Math.floor(random() * near.length)]! + (random() - 0.5) * 18;
  return {
    from: hsl(hue - 14, 0.55, 0.9),
    to: hsl(hue + 24, 0.52, 0.7),
    light: hsl(hue + 6, 0.35, 0.97),
    main: hsl(hue, 0.52, 0.56),
    deep: hsl(hue + 12, 0.5, 0.34),
  };
}

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Pseudo-random numbers in [0, 1) seeded by a text (FNV-1a into mulberry32). */
function randomOf(text: string): () => number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
