import { writeFileSync } from "node:fs";
import type { Declared } from "./refusals.js";
import { standInEnvironment } from "../standInEnvironment.js";

/**
 * `npm run errors`: writes shared/errors.md from the declarations, and the codes that each endpoint may refuse with. It
 * only reads the code. `npm run errors -- print` prints the latter instead.
 */
standInEnvironment();
// An endpoint's frames down to the route file that makes it.
Error.stackTraceLimit = 50;
const { whenDeclared } = await import("#api/http/endpoint.js");
const declared: Declared[] = [];
whenDeclared((endpoint) => declared.push({ endpoint, stack: new Error("declared here").stack ?? "" }));
await import("#api/routes.js");
const { loadProcessors } = await import("#workers/processors.js");
const { queueNames } = await import("#shared/kernel/queue/queueNames.js");
await loadProcessors(queueNames);
const { errorsTable } = await import("./table.js");
const { refusalCodes } = await import("./refusals.js");
const { refusalsModule, REFUSALS_FILE } = await import("./refusalsModule.js");
const module = refusalsModule(refusalCodes(process.cwd(), declared));
if (process.argv[2] === "print") process.stdout.write(module);
else {
  writeFileSync("shared/errors.md", errorsTable());
  writeFileSync(REFUSALS_FILE, module);
  console.log(`shared/errors.md and ${REFUSALS_FILE} are written`);
}
