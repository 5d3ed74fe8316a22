import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { closureOf, imports, sources, type Import } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");

const domainOf = (path: string): string | undefined => /^shared\/domains\/([^/]+)\//.exec(path)?.[1];
const show = ({ from, to }: Import): string => `${from} -> ${to}`;
const broken = (rule: (edge: Import) => boolean): string[] => imports.filter(rule).map(show);

describe("who may import whom", () => {
  it("finds the project's imports at all", () => {
    expect(imports.length).to.be.greaterThan(200);
  });

  it("api and workers import shared, never each other", () => {
    expect(broken(({ from, to }) => from.startsWith("api/") && !/^(api|shared)\//.test(to))).to.deep.equal([]);
    expect(broken(({ from, to }) => from.startsWith("workers/") && !/^(workers|shared)\//.test(to))).to.deep.equal([]);
  });

  it("shared imports neither api, workers nor scripts", () => {
    expect(broken(({ from, to }) => from.startsWith("shared/") && !to.startsWith("shared/"))).to.deep.equal([]);
  });

  it("the kernel imports nothing of ours", () => {
    const strays = ({ from, to }: Import): boolean =>
      from.startsWith("shared/kernel/") && !to.startsWith("shared/kernel/");
    expect(broken(strays)).to.deep.equal([]);
  });

  it("a domain is entered by its doors alone", () => {
    const through = ({ from, to }: Import): boolean => {
      const target = domainOf(to);
      if (target === undefined || domainOf(from) === target) return false;
      // What sets up a shop is for scripts alone (doors.test.ts).
      if (from.startsWith("scripts/") && /\/(?:seed|ensure)[A-Z]\w*\.ts$/.test(to)) return false;
      // Definitions of jobs and events, and the names of states and codes, are light and are what everybody speaks of.
      return !/\/(?:index|worker|\w+\.(?:jobs|events|states|codes))\.ts$/.test(to);
    };
    expect(broken(through)).to.deep.equal([]);
  });

  it("states and codes know nothing but the kernel and each other", () => {
    const isNames = (path: string): boolean => /^shared\/.*\.(?:states|codes)\.ts$/.test(path);
    expect(broken(({ from, to }) => isNames(from) && !isNames(to) && !to.startsWith("shared/kernel/"))).to.deep.equal(
      [],
    );
  });

  it("what knows names of states and codes alone, as the bench does, needs no configuration", () => {
    const names = sources.filter((path) => /^shared\/.*\.(?:states|codes)\.ts$/.test(path));
    expect([...closureOf([...names, "scripts/bench/index.ts"])]).not.to.include("shared/kernel/config/config.ts");
  });

  it("a provider imports the kernel and ports only", () => {
    const strays = ({ from, to }: Import): boolean =>
      from.startsWith("shared/providers/") && !/^shared\/(kernel|providers)\//.test(to);
    expect(broken(strays)).to.deep.equal([]);
  });

  it("the sandbox knows nothing of the service", () => {
    const strays = ({ from, to }: Import): boolean =>
      from.startsWith("scripts/sandbox/") && !to.startsWith("scripts/sandbox/");
    expect(broken(strays)).to.deep.equal([]);
  });

  it("the sandbox takes only the packages that it names, in the versions of the service", () => {
    const packageOf = (
      folder: string,
    ): { dependencies: Record<string, string>; devDependencies?: Record<string, string> } =>
      JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const { dependencies: named } = packageOf("scripts/sandbox");
    const { dependencies, devDependencies } = packageOf(".");
    const taken = sources
      .filter((file) => file.startsWith("scripts/sandbox/"))
      .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/^import .*from "([^".#]+)";$/gm)])
      .map(([, name]) => name!)
      .filter((name) => !name.startsWith("node:"));
    expect(new Set(taken)).to.deep.equal(new Set(Object.keys(named)));
    expect({ ...dependencies, ...devDependencies }).to.include(named);
  });

  it("pay does not know trade", () => {
    expect(broken(({ from, to }) => domainOf(from) === "pay" && domainOf(to) === "trade")).to.deep.equal([]);
  });

  it("no file stands in a circle of imports", () => {
    expect(circles()).to.deep.equal([]);
  });
});

/** Circles of imports that are there at run time. */
function circles(): string[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) if (!typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}
