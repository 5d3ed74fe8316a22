import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Every file of the service and its scripts, as a path from the root. */
export const sources = ["api", "workers", "shared", "scripts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file)),
);

/** An import of one of our own files by another; packages are left out. */
export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  /** `import("...")`: loaded when it is needed. */
  lazy: boolean;
}

export const imports: Import[] = sources.flatMap((from) => {
  const text = readFileSync(join(root, from), "utf8");
  const found = text.matchAll(
    /^(?:import|export)(\s+type)?\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm,
  );
  return [...found].flatMap(([, type, named, bare, lazy]) => {
    const specifier = named ?? bare ?? lazy ?? "";
    const target = specifier.startsWith("#")
      ? specifier.slice(1)
      : specifier.startsWith(".")
        ? relative(root, resolve(root, dirname(from), specifier))
        : undefined;
    if (target === undefined) return [];
    return [{ from, to: target.replace(/\.js$/, ".ts"), typeOnly: type !== undefined, lazy: lazy !== undefined }];
  });
});

const loaded = new Map<string, Import[]>();
for (const edge of imports) if (!edge.typeOnly) loaded.set(edge.from, [...(loaded.get(edge.from) ?? []), edge]);

/** What a process has loaded when `entries` are; with `lazy`, also what they may load later. */
export function closureOf(entries: readonly string[], { lazy = false } = {}): Set<string> {
  const closure = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (closure.has(file)) continue;
    closure.add(file);
    for (const edge of loaded.get(file) ?? []) if (lazy || !edge.lazy) open.push(edge.to);
  }
  return closure;
}
