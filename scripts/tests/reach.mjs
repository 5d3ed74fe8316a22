import { makerOf, readModules } from "./importGraph.mjs";

/** Starts the whole shop: a test's use of it shows in the paths that it calls and the jobs that follow. */
const SERVICE = "test/support/service.ts";
/** The files that run the jobs of a domain. */
const PROCESSOR_TABLE = /^workers\/\w+\.ts$/;
const SUBSCRIPTIONS = "shared/subscriptions.ts";
const literal = /["'`](\/[a-z][\w\-/.:]*)/g;

/**
 * Which modules a module needs: its named imports, the processors of the jobs and events that it names, and for a test
 * the routes whose paths are called by it or by its imports from the tests.
 * @param {string} root
 * @returns {(path: string) => Set<string>} including itself
 */
export function readReach(root) {
  const modules = readModules(root);
  const reactions = readReactions(modules);
  const routes = [...modules]
    .filter(([path]) => path.endsWith(".routes.ts"))
    .map(([path, { text }]) => ({ path, paths: literals(text) }));

  /** @type {Map<string, { needed: string[], passedThrough: string[] }>} */
  const known = new Map();
  /** @param {string} path */
  const look = (path) => {
    const module = modules.get(path);
    if (!module || path === SERVICE) return { needed: [], passedThrough: [] };
    const needed = module.imports.flatMap(({ from, names }) =>
      names
        ? names.flatMap((name) => [
            makerOf(modules, from, name),
            ...(isTable(path) ? [] : (reactions.get(name)?.runs ?? [])),
          ])
        : [from],
    );
    if (path.startsWith("test/")) needed.push(...calledRoutes(module.text, routes));
    if (path.endsWith(".test.ts")) needed.push(...startedScripts(module.text));
    const tables = module.imports.flatMap(
      ({ names }) => names?.flatMap((name) => reactions.get(name)?.tables ?? []) ?? [],
    );
    return { needed, passedThrough: [...module.imports.map(({ from }) => from), ...(isTable(path) ? [] : tables)] };
  };

  return (path) => {
    const seen = new Set([path]);
    /** @type {Set<string>} */
    const through = new Set();
    for (const one of seen) {
      const { needed, passedThrough } = known.get(one) ?? look(one);
      known.set(one, { needed, passedThrough });
      for (const other of needed) seen.add(other);
      for (const index of passedThrough) through.add(index);
    }
    return new Set([...seen, ...through]);
  };
}

/** @param {string} path */
const isTable = (path) => PROCESSOR_TABLE.test(path) || path === SUBSCRIPTIONS;

/**
 * Commands that a test runs as a process of their own.
 * @param {string} text
 */
const startedScripts = (text) =>
  [...text.matchAll(/["'`](?:dist\/)?(scripts\/[\w/]+)\.js\b/g)].map(([, path = ""]) => `${path}.ts`);

/** @param {string} text */
const literals = (text) => [...new Set([...text.matchAll(literal)].map(([, found = ""]) => found))];

/**
 * @param {string} text
 * @param {{ path: string, paths: string[] }[]} routes
 */
function calledRoutes(text, routes) {
  const called = literals(text).filter((path) => path.length > 4);
  return routes
    .filter(({ paths }) => paths.length === 0 || paths.some((path) => called.some((each) => meets(path, each))))
    .map(({ path }) => path);
}

/**
 * A part of a path may be composed elsewhere.
 * @param {string} path
 * @param {string} called
 */
const meets = (path, called) => path.startsWith(called) || called.startsWith(path.replace(/\/:.*$/, "/"));

/** @typedef {{ runs: string[], tables: string[] }} Reaction the modules that run, and the tables that name them */

/**
 * What a job, or the jobs of an event, triggers, by the name of the job or event.
 * @param {Map<string, import("./importGraph.mjs").Module>} modules
 */
function readReactions(modules) {
  /** @type {Map<string, Reaction>} */
  const reactions = new Map();
  for (const [table, module] of modules) {
    if (!PROCESSOR_TABLE.test(table)) continue;
    for (const [, job = "", run = ""] of module.text.matchAll(/processor\(\s*(\w+),((?:(?!\bprocessor\().)*)/gs)) {
      const called = new Set(run.match(/\w+/g));
      const runs = module.imports.flatMap(({ from, names = [] }) =>
        names.filter((name) => called.has(name)).map((name) => makerOf(modules, from, name)),
      );
      reactions.set(job, { runs, tables: [table] });
    }
  }
  const subscriptions = modules.get(SUBSCRIPTIONS)?.text ?? "";
  for (const [, event = "", job = ""] of subscriptions.matchAll(/\bon\(\s*(\w+),\s*(\w+)/g)) {
    const { runs, tables } = reactions.get(event) ?? { runs: [], tables: [] };
    const added = reactions.get(job) ?? { runs: [], tables: [] };
    reactions.set(event, { runs: [...runs, ...added.runs], tables: [...tables, ...added.tables] });
  }
  return reactions;
}
