import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The address of the checkout, with a slash at its end, and the folder of what is compiled. */
let root = "";
let compiled = "";

const folders = "api|scripts|shared|test|workers";
const alias = new RegExp(`^#((?:${folders})/.*)$`);
const ours = new RegExp(`^(?:${folders})/(?!.*node_modules/)`);

/** @param {{ root: string, compiled: string }} data */
export function initialize(data) {
  ({ root, compiled } = data);
}

/**
 * A module keeps the address of its source, so that what it finds by import.meta and what traces name is in the checkout.
 * Ours are resolved here, without a look at the disk.
 * @type {import("node:module").ResolveHook}
 */
export function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (parentURL && pathOf(parentURL)) {
    const named = alias.exec(specifier)?.[1];
    const url = named ? root + named : /^\.{1,2}\//.test(specifier) ? new URL(specifier, parentURL).href : undefined;
    if (url?.endsWith(".js") && pathOf(url))
      return { url: `${url.slice(0, -2)}ts`, format: "module", shortCircuit: true };
    if (url) return next(url, context);
  }
  return next(specifier, context);
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  const path = pathOf(url)?.replace(/\?.*$/, "");
  if (!path?.endsWith(".ts")) return next(url, context);
  const source = await readFile(join(compiled, `${path.slice(0, -2)}js`), "utf8");
  return { format: "module", source, shortCircuit: true };
}

/**
 * Its path in the checkout, when it is a module of ours.
 * @param {string} url
 */
function pathOf(url) {
  if (!url.startsWith(root)) return undefined;
  const path = decodeURIComponent(url.slice(root.length));
  return ours.test(path) ? path : undefined;
}
