import { relative } from "node:path";
import type { Endpoint } from "#api/http/endpoint.js";
import { declaredErrors } from "#shared/kernel/request/errors.js";
import { ownFile, readSources, withoutTexts, type SourceCode, type SourceFile, type Statement } from "./sourceCode.js";

/** A line of a source, as a stack names it. */
interface Place {
  file: string;
  line: number;
}
/** Where an endpoint stands: its own lines, and those of whoever makes it from a pattern. */
export interface Declared {
  endpoint: Endpoint;
  stack: string;
}

/** A part of a statement. */
interface Part {
  statement: Statement;
  text: string;
}

/**
 * The codes that each endpoint's own code may refuse with: those of every error that is made in what it calls, and in what
 * that calls, through the doors of the domains and through asks to workers. What is only called under a condition counts;
 * what the chain around each endpoint refuses (http/documents/answers.ts) does not.
 */
export function refusalCodes(root: string, all: readonly Declared[]): Map<string, number[]> {
  const sources = readSources(root, ["api", "shared", "workers"]);
  const walk = walker(root, sources);
  const places = all.map(({ stack }) => placesIn(root, stack));
  const linesOf = new Map<string, Set<number>>();
  for (const { file, line } of places.flat()) linesOf.set(file, (linesOf.get(file) ?? new Set()).add(line));
  const found = new Map<string, Set<number>>();
  for (const [index, { endpoint }] of all.entries()) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const parts = places[index]!.flatMap((place) => partAt(sources, place, linesOf.get(place.file)!));
    found.set(name, walk(parts));
  }
  return new Map([...found].map(([name, codes]) => [name, [...codes].sort((a, b) => a - b)]));
}

const frame = /(?:file:\/\/)?(\/[^\s():]+\.ts):(\d+):\d+/g;
const placesIn = (root: string, stack: string): Place[] =>
  [...stack.matchAll(frame)]
    .map(([, path, line]) => ({ file: relative(root, path!), line: Number(line) }))
    .filter(({ file }) => file.startsWith("api/") && file !== "api/http/endpoint.ts");

/** The statement of a line, without the other endpoints that it declares. */
function partAt(sources: SourceCode, { file, line }: Place, marked: ReadonlySet<number>): Part[] {
  const statement = sources.files
    .get(file)
    ?.statements.find((one) => one.line <= line && line < one.line + one.lines.length);
  if (!statement) return [];
  const kept = [...statement.lines];
  const at = line - statement.line;
  for (const other of marked) {
    const from = other - statement.line;
    if (from === at || from < 0 || from >= kept.length) continue;
    const to = endOfCall(statement.lines, from);
    if (at < from || at > to) kept.fill("", from, to + 1);
  }
  return [{ statement, text: kept.join("\n") }];
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
/** The last line of what begins on a line: the next that closes at the same depth. */
function endOfCall(lines: readonly string[], from: number): number {
  const first = lines[from]!;
  const opened = (first.match(/[({[]/g) ?? []).length - (first.match(/[)}\]]/g) ?? []).length;
  if (opened <= 0) return from;
  const end = lines.findIndex(
    (line, index) => index > from && indentOf(line) === indentOf(first) && /^\s*[)}\]]/.test(line),
  );
  return end < 0 ? lines.length - 1 : end;
}

type Key = `${string}:${number}`;
const keyOf = ({ file, line }: Statement): Key => `${file}:${line}`;
const isEndpoint = ({ lines }: Statement): boolean => lines.some((line) => /\bendpoint\(/.test(line));

/** Answers the codes of the errors in parts of sources and in everything that they speak of. */
function walker(root: string, sources: SourceCode): (parts: Part[]) => Set<number> {
  const codeOf = new Map<string, number>();
  for (const { domain, name, code } of declaredErrors()) codeOf.set(`${domain}.${name}`, code);
  const domains = domainsOfErrors(sources);
  const processors = processorsOf(sources);
  const known = new Map<Key, { codes: number[]; next: Statement[]; jobs: Part[] }>();

  const read = ({ statement, text }: Part) => {
    const code = withoutTexts(text);
    const made = [...errorsIn(code), ...chosenErrorsIn(code, sources.files.get(statement.file)!)];
    const codes = made.flatMap(([variable, name]) => {
      const domain = domains.get(variable);
      const found = domain === undefined ? undefined : codeOf.get(`${domain}.${name}`);
      return found === undefined ? [] : [found];
    });
    const next = spokenOf(root, sources, statement, { code, text });
    const jobs = [...code.matchAll(/\bask\(\s*(\w+)/g)].flatMap(([, job]) => processors.get(job!) ?? []);
    return { codes, next, jobs };
  };

  return (parts) => {
    const codes = new Set<number>();
    const seen = new Set<Key>();
    const open: ReturnType<typeof read>[] = parts.map(read);
    for (let one = open.pop(); one; one = open.pop()) {
      for (const code of one.codes) codes.add(code);
      for (const job of one.jobs) {
        const key: Key = `${job.statement.file}#${job.text.slice(0, 60)}:${0}`;
        if (seen.has(key)) continue;
        seen.add(key);
        open.push(read(job));
      }
      for (const statement of one.next) {
        const key = keyOf(statement);
        if (seen.has(key) || isEndpoint(statement)) continue;
        seen.add(key);
        let found = known.get(key);
        if (!found) known.set(key, (found = read({ statement, text: statement.lines.join("\n") })));
        open.push(found);
      }
    }
    return codes;
  };
}

/** `tradeErrors.OrderNotFound` where the error is made or handed on, not where it is recognised. */
const errorsIn = (code: string): [variable: string, name: string][] =>
  [...code.matchAll(/\b(errors|\w+Errors)\.([A-Z]\w*)\b(?!\.(?:is|code)\b)/g)].map(([, variable, name]) => [
    variable!,
    name!,
  ]);

/** `operationsErrors[refusals[kind]]`: any whose name stands in the file as a text. */
const chosenErrorsIn = (code: string, { statements }: SourceFile): [variable: string, name: string][] =>
  [...code.matchAll(/\b(\w+Errors)\[/g)].flatMap(([, variable]) =>
    statements.flatMap(({ lines }) =>
      [...lines.join("\n").matchAll(/"([A-Z]\w*)"/g)].map(([, name]): [string, string] => [variable!, name!]),
    ),
  );

/** tradeErrors → "trade". */
function domainsOfErrors({ files }: SourceCode): Map<string, string> {
  const domains = new Map<string, string>();
  for (const { statements } of files.values())
    for (const { lines } of statements) {
      const [, variable, domain] = /^(?:export )?const (\w+) = defineErrors\("([^"]+)"/.exec(lines[0]!) ?? [];
      if (variable && domain) domains.set(variable, domain);
    }
  return domains;
}

/** What runs each job, by the name of its definition. */
function processorsOf({ files }: SourceCode): Map<string, Part[]> {
  const found = new Map<string, Part[]>();
  for (const [file, { statements }] of files) {
    if (!file.startsWith("workers/")) continue;
    for (const statement of statements)
      for (const text of statement.lines.join("\n").split(/(?=\bprocessor\()/)) {
        const [, job] = /^processor\(\s*(\w+)/.exec(text) ?? [];
        if (job) found.set(job, [...(found.get(job) ?? []), { statement, text }]);
      }
  }
  return found;
}

/** The statements whose names stand in a code: of its file, and of those that it imports. */
function spokenOf(
  root: string,
  { files, find }: SourceCode,
  { file, lines }: Statement,
  { code, text }: { code: string; text: string },
): Statement[] {
  const source = files.get(file)!;
  const found = new Set<Statement>();
  const add = (from: string, name: string): void => {
    const statement = find(from, name);
    if (statement) found.add(statement);
  };
  if (/^(?:export )?(?:type|interface|declare) /.test(lines[0]!)) return [];
  for (const [, dots, name, member, colon] of code.matchAll(/(\.{3}|\.)?\b([A-Za-z_$][\w$]*)(?:\.(\w+))?(:)?/g)) {
    if (dots === "." || (colon && !member)) continue;
    const whole = source.imported.get(name!);
    if (whole?.name === "*" && member) add(whole.file, member);
    else add(file, name!);
  }
  for (const [, names, from] of text.matchAll(/const \{([^}]*)\} = await import\("([^"]+)"\)/g)) {
    const target = ownFile(root, file, from!);
    if (target) for (const name of names!.match(/\w+/g) ?? []) add(target, name);
  }
  return [...found];
}
