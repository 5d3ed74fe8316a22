import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { standInEnvironment } from "../standInEnvironment.js";

/**
 * `npm run client`: writes the types of the members' API and of the operators', which are not in the repository, and the
 * calls of the members' client that take a key. It only reads the code.
 */
standInEnvironment();
const { keyedCalls, memberDocument, operatorsDocument } = await import("./documents.js");
const { writeTypes } = await import("./writeTypes.js");
const { endpoints } = await import("../../api/routes.js");

const document = memberDocument(endpoints);
const calls = keyedCalls(document).map((call) => `  "${call}",\n`);
writeFileSync(
  resolve("scripts/client/src/keyedCalls.ts"),
  `// Made by \`npm run client\`.\n/** The calls that take an Idempotency-Key. */\nexport const keyedCalls: ReadonlySet<string> = new Set([\n${calls.join("")}]);\n`,
);
await writeTypes(document, resolve("scripts/client/src/schema.ts"));
await writeTypes(operatorsDocument(endpoints), resolve("api/console/src/client/schema.d.ts"));
console.log("the types of the members' and the operators' API are written");
