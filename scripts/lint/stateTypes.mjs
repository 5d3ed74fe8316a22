/** What of the project's types a rule can know without a type checker: their names, and the parameters of functions. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
/** A door passes a name on from another file, seldom through a second one. */
const MOST_DOORS = 4;

/** The types of states and kinds: what the files of states and codes export. */
const stateTypes = new Set(
  readdirSync(join(root, "shared"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:states|codes)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, "shared", file), "utf8").matchAll(/^export type (\w+)/gm)])
    .map(([, name]) => name),
);

/** The first type of states or kinds that a piece of source names. */
export const stateTypeIn = (text) => text.match(/\b[A-Z]\w*/g)?.find((name) => stateTypes.has(name));

const texts = new Map();
function textOf(file) {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, "utf8") : "");
  return texts.get(file);
}

function fileOf(specifier, from) {
  const file = specifier.replace(/\.js$/, ".ts");
  if (file.startsWith("#")) return join(root, file.slice(1));
  return file.startsWith(".") ? resolve(dirname(from), file) : undefined;
}

/** The parts of `text` between commas, up to the bracket that closes what was open at `start`. */
function partsFrom(text, start) {
  const parts = [""];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (")]}".includes(sign) || (sign === ">" && text[at - 1] !== "=")) depth--;
    if (depth < 0) break;
    if ("([{<".includes(sign)) depth++;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** A parameter's text with what its type parameters extend: `kind: K` with `K extends ActivityKind`. */
export const constrained = (parameter, typeParameters) =>
  [...typeParameters.matchAll(/(\w+) extends ([^,>]+)/g)]
    .filter(([, name]) => new RegExp(`\\b${name}\\b`).test(parameter))
    .reduce((text, [, , bound]) => `${text} ${bound}`, parameter);

const parameters = new Map();

/** The parameters, as text, of a function that a file imports; undefined: not one of ours. */
export function importedParameters(name, specifier, from) {
  const file = fileOf(specifier, from);
  if (!file) return undefined;
  const key = `${file} ${name}`;
  if (!parameters.has(key)) parameters.set(key, parametersIn(file, name, MOST_DOORS));
  return parameters.get(key);
}

function parametersIn(file, name, doors) {
  const text = textOf(file);
  const declared = new RegExp(
    `export (?:async )?(?:function\\*? ${name}|const ${name} = (?:async )?)(?:<([^(]*)>)?\\(`,
  ).exec(text);
  if (declared)
    return partsFrom(text, declared.index + declared[0].length).map((one) => constrained(one, declared[1] ?? ""));
  if (doors === 0) return undefined;
  for (const [, names, specifier] of text.matchAll(/^export \{([^}]*)\}\s*from "([^"]+)"/gm)) {
    const passed = new RegExp(`(?:^|,)\\s*(?:(\\w+) as )?${name}\\s*(?:,|$)`).exec(names);
    const next = passed && fileOf(specifier, file);
    if (next) return parametersIn(next, passed[1] ?? name, doors - 1);
  }
  return undefined;
}
