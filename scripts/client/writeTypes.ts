import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** This package's own folder, even when this file runs compiled. */
const folder = resolve("scripts/client");

/**
 * The generator needs TypeScript 5, which the service itself does not use, so it is a dependency of this package only,
 * installed in its own node_modules by `npm run client`.
 */
interface Generator {
  default: (document: object, options: object) => Promise<unknown>;
  astToString: (made: unknown) => string;
}

/** Writes the types of an OpenAPI document: a module with `paths`. Run it from the root of the project. */
export async function writeTypes(document: object, file: string): Promise<void> {
  const generator = createRequire(resolve(folder, "package.json")).resolve("openapi-typescript");
  const { default: generate, astToString } = (await import(pathToFileURL(generator).href)) as Generator;
  // A field with a default may be omitted from a request.
  const made = await generate(structuredClone(document), { defaultNonNullable: false, silent: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `// Made by \`npm run client\`; not to be edited.\n${astToString(made)}`);
}
