import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { posix } from "node:path";

/** @typedef {{ from: string, names: string[] | undefined }} Import `names` is undefined when the whole module is meant */
/** @typedef {{ text: string, imports: Import[], passedOn: Map<string, { from: string, name: string }>, allOf: string[] }} Module */

const folders = ["api", "scripts", "shared", "test", "workers"];
const statement = /^(import|export)\s+(?!type\b)([^;'"]*?)\s*from\s*["']([^"']+)["']/gm;
const sideEffect = /^import\s*["']([^"']+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"']+)["']/g;

/**
 * Every module of ours, with its imports and re-exports. Types are omitted: they do not exist at run time.
 * @param {string} root
 * @returns {Map<string, Module>} by path in the checkout
 */
export function readModules(root) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      const path = relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/");
      if (!entry.isFile() || !/(?<!\.d)\.(ts|mjs)$/.test(path) || /node_modules|^api\/console\/|\/dist\//.test(path))
        continue;
      modules.set(path, readModule(path, readFileSync(join(root, path), "utf8")));
    }
  }
  return modules;
}

/**
 * @param {string} path
 * @param {string} text
 */
function readModule(path, text) {
  /** @type {Module} */
  const module = { text, imports: [], passedOn: new Map(), allOf: [] };
  for (const [, verb, clause = "", specifier = ""] of text.matchAll(statement)) {
    const from = target(path, specifier);
    if (!from) continue;
    const braces = /\{([^}]*)\}/s.exec(clause)?.[1];
    const pairs = (braces ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part && !part.startsWith("type "))
      .map((part) => part.split(/\s+as\s+/));
    const isWhole =
      braces === undefined ||
      clause
        .replace(/\{[^}]*\}/s, "")
        .replace(",", "")
        .trim() !== "";
    if (verb === "export") {
      if (isWhole) module.allOf.push(from);
      for (const [name = "", as] of pairs) module.passedOn.set(as ?? name, { from, name });
    }
    if (isWhole || pairs.length > 0)
      module.imports.push({ from, names: isWhole ? undefined : pairs.map(([name = ""]) => name) });
  }
  for (const pattern of [sideEffect, dynamic])
    for (const [, specifier = ""] of text.matchAll(pattern)) {
      const from = target(path, specifier);
      if (from) module.imports.push({ from, names: undefined });
    }
  return module;
}

/**
 * @param {string} path
 * @param {string} specifier
 */
function target(path, specifier) {
  const named = specifier.startsWith("#")
    ? specifier.slice(1)
    : /^\.{1,2}\//.test(specifier)
      ? posix.join(posix.dirname(path), specifier)
      : undefined;
  return named?.replace(/\.js$/, ".ts");
}

/**
 * The module that declares what another one exports under a name: an index only re-exports.
 * @param {Map<string, Module>} modules
 * @param {string} path
 * @param {string} name
 * @returns {string}
 */
export function makerOf(modules, path, name) {
  const passed = modules.get(path)?.passedOn.get(name);
  if (passed) return makerOf(modules, passed.from, passed.name);
  return path;
}
