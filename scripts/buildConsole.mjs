// The second step of `npm run build`: the operators' console, when its sources have changed.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { showFailure } from "./processes/progress.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";

try {
  await ensureConsoleBuilt(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
} catch (error) {
  showFailure(error);
  process.exitCode = 1;
}
