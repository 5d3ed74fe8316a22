// `npm run build`: sources and console to dist, which the image has. `npm run build -- console`: the console alone;
// `npm run build -- storefront`: the storefront of development.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainFailure, showFailure } from "./processes/progress.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";
import { ensureStorefrontBuilt } from "./services/storefront.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
try {
  const part = process.argv[2];
  if (part === undefined) {
    const complaints = await ensureBuilt(root);
    if (complaints) throw new PlainFailure(complaints);
  }
  await (part === "storefront" ? ensureStorefrontBuilt(root) : ensureConsoleBuilt(root));
} catch (error) {
  showFailure(error);
  process.exitCode = 1;
}
