import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** Noto Sans SC, regular, every glyph; without hints and layout tables, compressed. SIL Open Font License (OFL.txt). */
const NAME = "NotoSansSC-Regular.ttf.br";
/** Relative to the source, and to dist, which contains only compiled files. */
const PLACES = [`../font/${NAME}`, `../../../../../shared/domains/invoice/font/${NAME}`];

let loading: Promise<Buffer> | undefined;

/** The font as a TrueType file. Unpacked once per process, as it takes some 0.2 s and 10 MB. */
export function invoiceFont(): Promise<Buffer> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Buffer> {
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (!file) throw new Error(`the font ${NAME} is missing`);
  return promisify(brotliDecompress)(await readFile(file));
}
