import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { standInEnvironment } from "../standInEnvironment.js";

/**
 * `npm run client`: writes the types of the members' API and of the operators', which are not in the repository, and the
 * calls of the members' client that take a key. With `-- --changes` it shows instead what has changed since the released
 * interface, and with `-- --release` it stores the interface of now as the released one. It only reads the code.
 */
const { values } = parseArgs({ options: { changes: { type: "boolean" }, release: { type: "boolean" } } });
standInEnvironment();
const { keyedCalls, memberDocument, operatorsDocument } = await import("./documents.js");
const { endpoints } = await import("../../api/routes.js");
const document = memberDocument(endpoints);

if (values.changes) {
  const { changesSinceRelease, linesOf } = await import("./release.js");
  console.log(linesOf(changesSinceRelease(document)).join("\n"));
} else if (values.release) {
  const { release } = await import("./release.js");
  const { version } = JSON.parse(readFileSync(resolve("scripts/client/package.json"), "utf8")) as { version: string };
  console.log(release(document, version));
} else {
  const { writeTypes } = await import("./writeTypes.js");
  const calls = keyedCalls(document).map((call) => `  "${call}",\n`);
  writeFileSync(
    resolve("scripts/client/src/keyedCalls.ts"),
    `// Made by \`npm run client\`.\n/** The calls that take an Idempotency-Key. */\nexport const keyedCalls: ReadonlySet<string> = new Set([\n${calls.join("")}]);\n`,
  );
  await writeTypes(document, resolve("scripts/client/src/schema.ts"));
  await writeTypes(operatorsDocument(endpoints), resolve("api/console/src/client/schema.d.ts"));
  console.log("the types of the members' and the operators' API are written");
}
