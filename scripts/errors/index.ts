import { writeFileSync } from "node:fs";
import { standInEnvironment } from "../standInEnvironment.js";

/** `npm run errors`: writes shared/errors.md from the declarations. It only reads the code. */
standInEnvironment();
await import("#api/routes.js");
const { loadProcessors } = await import("#workers/processors.js");
const { queueNames } = await import("#shared/kernel/queue/queueNames.js");
await loadProcessors(queueNames);
const { errorsTable } = await import("./table.js");
writeFileSync("shared/errors.md", errorsTable());
console.log("shared/errors.md is written");
