// `npm run build`: sources and console to dist. `npm run build -- console`: the console alone.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainFailure, showFailure } from "./processes/progress.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
try {
  if (process.argv[2] !== "console") {
    const complaints = await ensureBuilt(root);
    if (complaints) throw new PlainFailure(complaints);
  }
  await ensureConsoleBuilt(root);
} catch (error) {
  showFailure(error);
  process.exitCode = 1;
}
