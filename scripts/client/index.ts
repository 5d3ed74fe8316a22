import { resolve } from "node:path";
import { standInEnvironment } from "../standInEnvironment.js";

/**
 * `npm run client`: writes the generated part of this package, the client of the member API.
 * `npm run client -- operators <file.d.ts>`: writes the types of the operators' API.
 * It only reads the code.
 */
standInEnvironment();
const { keyedCalls, memberDocument, operatorsDocument } = await import("./documents.js");
const { writeMade, writeTypes } = await import("./writeTypes.js");
const { endpoints } = await import("../../api/routes.js");

const [part, file] = process.argv.slice(2);
if (part === undefined) {
  const document = memberDocument(endpoints);
  const source = resolve("scripts/client/src");
  await writeTypes(document, resolve(source, "schema.ts"));
  const calls = keyedCalls(document).map((call) => `  "${call}",\n`);
  writeMade(
    resolve(source, "keyedCalls.ts"),
    document,
    `/** The calls that take an Idempotency-Key. */\nexport const keyedCalls: ReadonlySet<string> = new Set([\n${calls.join("")}]);\n`,
  );
  console.log("scripts/client/src is written");
} else if (part === "operators" && file !== undefined) {
  await writeTypes(operatorsDocument(endpoints), resolve(file));
  console.log(`${file} is written`);
} else {
  console.error("Usage: npm run client, or npm run client -- operators <file.d.ts>");
  process.exitCode = 2;
}
