import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect } from "chai";
import { sources } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");
const files = [
  ...sources,
  ...readdirSync(join(root, "scripts/storefront/src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => join("scripts/storefront/src", file)),
  ...readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("test", file)),
];
/** Mocha itself takes it. */
const taken = new Set(["test/support/service.ts mochaHooks", "test/support/patience.ts mochaHooks"]);

/** Names that a file exports by itself; what it passes on from another one counts there. */
function exportedBy(text: string): string[] {
  const declared = [
    ...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|abstract class|interface|type) (\w+)/gm),
  ].map(([, name]) => name!);
  const destructured = [...text.matchAll(/^export const \{([^}]+)\}/gm)].flatMap(([, names]) =>
    names!.split(",").map((name) => name.split(":").at(-1)!.trim()),
  );
  return [...declared, ...destructured];
}

const namesOf = (list: string): string[] =>
  list
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .split(/ as |:/)[0]!
        .trim(),
    )
    .filter(Boolean);

/** `file name` of all that other files import, or pass on. */
const used = new Set<string>();
/** Files that are imported as a whole. */
const usedWhole = new Set<string>();
for (const from of files) {
  const text = readFileSync(join(root, from), "utf8");
  for (const [, whole, names, specifier] of text.matchAll(
    /^(?:import|export)(?: type)? (?:(\*[^;]*?|\w+)|\{([^}]*)\})\s*from "([^"]+)"/gm,
  )) {
    const to = targetOf(from, specifier!);
    if (!to) continue;
    if (whole) usedWhole.add(to);
    for (const name of namesOf(names ?? "")) used.add(`${to} ${name}`);
  }
  for (const [, specifier] of text.matchAll(/import\("([^"]+)"\)/g)) usedWhole.add(targetOf(from, specifier!) ?? "");
}

function targetOf(from: string, specifier: string): string | undefined {
  const file = specifier.startsWith("#")
    ? specifier.slice(1)
    : specifier.startsWith(".")
      ? relative(root, resolve(root, dirname(from), specifier))
      : undefined;
  // Bundled modules are named without their ends.
  const bundled = [`${file}.ts`, `${file}.tsx`].find((path) => existsSync(join(root, path)));
  return bundled ?? file?.replace(/\.js$/, ".ts");
}

describe("exported names", () => {
  it("are each used by another file", () => {
    expect(used.size).to.be.greaterThan(3_000);
    const idle = files
      .filter((file) => !usedWhole.has(file) && !/^(scripts\/client|api\/console)\//.test(file))
      .flatMap((file) =>
        exportedBy(readFileSync(join(root, file), "utf8"))
          .filter((name) => !used.has(`${file} ${name}`) && !taken.has(`${file} ${name}`))
          .map((name) => `${file} ${name}`),
      );
    expect(idle).to.deep.equal([]);
  });
});
