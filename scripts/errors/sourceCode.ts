import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/**
 * The sources as far as it matters which top-level statement speaks of which: no compiler, because the layout that the
 * formatter guarantees (a statement begins at the left edge) is enough for that.
 */
export interface Statement {
  file: string;
  /** The number of its first line, from 1. */
  line: number;
  lines: string[];
}

/** A name of another file, under its name here. "*": the file as a whole. */
interface Imported {
  file: string;
  name: string;
}

export interface SourceFile {
  statements: Statement[];
  declared: Map<string, Statement>;
  imported: Map<string, Imported>;
  /** What a door hands on under a name. */
  handedOn: Map<string, Imported>;
  /** `export * from`. */
  handsOnAllOf: string[];
}

export interface SourceCode {
  files: Map<string, SourceFile>;
  /** The statement that declares what is called so in a file, wherever that is. */
  find(file: string, name: string): Statement | undefined;
}

/** Every source of the folders, by its path from the root. */
export function readSources(root: string, folders: readonly string[]): SourceCode {
  const files = new Map<string, SourceFile>();
  for (const folder of folders)
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const file = `${folder}/${entry}`;
      if (file.endsWith(".ts") && !/\.d\.ts$|^api\/console\/|node_modules/.test(file))
        files.set(file, sourceFile(root, file));
    }

  const find = (file: string, name: string, seen = new Set<string>()): Statement | undefined => {
    const source = files.get(file);
    const key = `${file} ${name}`;
    if (!source || seen.has(key)) return undefined;
    seen.add(key);
    const own = source.declared.get(name);
    if (own) return own;
    const elsewhere = source.handedOn.get(name) ?? source.imported.get(name);
    if (elsewhere && elsewhere.name !== "*") return find(elsewhere.file, elsewhere.name, seen);
    for (const other of source.handsOnAllOf) {
      const found = find(other, name, seen);
      if (found) return found;
    }
    return undefined;
  };
  return { files, find };
}

const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const comment = /\/\*[^]*?\*\/|\/\/[^\n]*/;
const skipped = new RegExp(`${quoted.source}|${comment.source}`, "g");
/** Without comments; their line ends stay, so that lines keep their numbers. */
const withoutComments = (text: string): string =>
  text.replace(skipped, (found) => (/^["']/.test(found) ? found : found.replace(/[^\n]/g, "")));

function sourceFile(root: string, file: string): SourceFile {
  const statements = split(file, withoutComments(readFileSync(join(root, file), "utf8")));
  const source: SourceFile = {
    statements,
    declared: new Map(),
    imported: new Map(),
    handedOn: new Map(),
    handsOnAllOf: [],
  };
  for (const statement of statements) note(root, source, statement);
  return source;
}

function split(file: string, text: string): Statement[] {
  const statements: Statement[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^[^\s})\]]/.test(line)) statements.push({ file, line: index + 1, lines: [line] });
    else statements.at(-1)?.lines.push(line);
  }
  return statements;
}

const nameOf = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|abstract class) (\w+)/;

function note(root: string, source: SourceFile, statement: Statement): void {
  const text = statement.lines.join("\n");
  const [, kind, isType, star, list, from] =
    /^(import|export)( type)? (?:(\* as \w+|\*|\w+)(?:, )?)?(?:\{([^}]*)\} )?(?:from )?"([^"]+)"/.exec(text) ?? [];
  if (from !== undefined) {
    const target = ownFile(root, statement.file, from);
    if (target === undefined || isType) return;
    const to = kind === "export" ? source.handedOn : source.imported;
    if (star === "*") source.handsOnAllOf.push(target);
    else if (star?.startsWith("* as ")) to.set(star.slice("* as ".length), { file: target, name: "*" });
    for (const [name, here] of namesIn(list ?? "")) to.set(here, { file: target, name });
    return;
  }
  const [, single] = nameOf.exec(text) ?? [];
  if (single) source.declared.set(single, statement);
  const [, several] = /^(?:export )?const \{([^}]*)\} =/.exec(text) ?? [];
  for (const name of several?.match(/\w+/g) ?? []) source.declared.set(name, statement);
}

/** `a, b as c, type D`: the values, each with its name here. */
const namesIn = (list: string): [name: string, here: string][] =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => one.split(" as ") as [string, string?])
    .map(([name, here = name]) => [name, here]);

/** The file of ours that an import names. */
export function ownFile(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return specifier.slice(1).replace(/\.js$/, ".ts");
  if (!specifier.startsWith(".")) return undefined;
  return relative(root, resolve(root, dirname(from), specifier)).replace(/\.js$/, ".ts");
}

/** Without texts, whose words are no names; what stands in the braces of a template stays. */
export const withoutTexts = (code: string): string => code.replace(new RegExp(quoted.source, "g"), '""');
