import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { create, type Font } from "fontkit";

/**
 * Two fonts without hints and layout tables, compressed: Noto Sans SC, regular, every glyph (SIL Open Font License,
 * OFL.txt); of HanaMinB the Han characters from U+20000 on, extensions B to F (HanaMinB-LICENSE.txt).
 */
const COMMON = "NotoSansSC-Regular.ttf.br";
const RARE = "HanaMinB-Rare.ttf.br";
const rareHan = /[\u{20000}-\u{2FFFF}]/u;

/** The fonts that a text needs, as TrueType files. */
export interface Fonts {
  common: Buffer;
  /** Only where the text has a character that `common` lacks. */
  rare?: Buffer;
  /** Whether a character is one of `rare`. */
  isRare: (character: string) => boolean;
  /** Of `common`, in parts of the size. */
  ascent: number;
}

/** The fonts for a text. The rare one is not kept: few invoices need its 30 MB. */
export async function fontsFor(text: string): Promise<Fonts> {
  const { file, font } = await commonFont();
  const isRare = (character: string): boolean =>
    rareHan.test(character) && !font.hasGlyphForCodePoint(character.codePointAt(0)!);
  const ascent = font.ascent / font.unitsPerEm;
  return { common: file, isRare, ascent, ...([...text].some(isRare) ? { rare: await load(RARE) } : {}) };
}

let loading: Promise<{ file: Buffer; font: Font }> | undefined;

/** Unpacked once per process, as it takes some 0.2 s and 10 MB. */
function commonFont(): Promise<{ file: Buffer; font: Font }> {
  loading ??= load(COMMON)
    .then((file) => ({ file, font: create(file) as Font }))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Its place is relative to the source, and to dist, which contains only compiled files. */
async function load(name: string): Promise<Buffer> {
  const file = [`../font/${name}`, `../../../../../shared/domains/invoice/font/${name}`]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`the font ${name} is missing`);
  return promisify(brotliDecompress)(await readFile(file));
}
