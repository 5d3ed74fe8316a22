import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { closureOf, imports, sources } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");
const domainOf = (path: string): string | undefined => /^shared\/domains\/([^/]+)\//.exec(path)?.[1];
const isDoor = (path: string): boolean => /^shared\/domains\/.*\/(?:index|worker)\.ts$/.test(path);

/** The names that a door lets out. */
function namesOf(door: string): string[] {
  const text = readFileSync(join(root, door), "utf8");
  return [...text.matchAll(/export (?:type )?\{([^}]*)\} from/g)].flatMap(([, names]) =>
    names!.split(",").flatMap((name) => {
      const shown = name
        .trim()
        .replace(/^type /, "")
        .split(" as ")
        .at(-1)!
        .trim();
      return shown === "" ? [] : [shown];
    }),
  );
}

describe("the doors of domains", () => {
  it("the API loads nothing of what only workers need", () => {
    const loaded = [...closureOf(["api/index.ts"], { lazy: true })];
    expect(loaded.filter((file) => /^workers\/|^shared\/domains\/.*\/worker\.ts$/.test(file))).to.deep.equal([]);
  });

  it("the API loads nothing that calls a provider, and no client of HTTP", () => {
    const loaded = [...closureOf(["api/index.ts"], { lazy: true })];
    expect(loaded.filter((file) => /^shared\/providers\/.*(?:client|calls?)\.ts$/.test(file))).to.deep.equal([]);
    expect(loaded).not.to.include("shared/kernel/http/client.ts");
  });

  it("a worker has loaded no processor before it knows its queues, cron never does", () => {
    const worker = [...closureOf(["workers/index.ts"])];
    const cron = [...closureOf(["workers/cron.ts"], { lazy: true })];
    const isHeavy = (file: string): boolean => /^shared\/domains\/.*\/(?:worker|index)\.ts$/.test(file);
    expect(cron.filter(isHeavy)).to.deep.equal([]);
    expect(worker.filter((file) => /^shared.*\/worker\.ts$/.test(file))).to.deep.equal([]);
    expect(cron.length).to.be.below(120);
  });

  it("what sets up a shop is loaded by scripts alone", () => {
    const served = closureOf(["api/index.ts", "workers/index.ts", "workers/cron.ts"], { lazy: true });
    const taken = imports
      .filter(({ from, to }) => from.startsWith("scripts/") && /^shared\/domains\/.*\/(?:seed|ensure)[A-Z]/.test(to))
      .map(({ to }) => to);
    const seeds = sources.filter((file) => /^shared\/domains\/.*\/seed[A-Z]\w*\.ts$/.test(file));
    expect(taken).to.include.members(["shared/domains/trade/delivery/seedDelivery.ts", ...seeds]);
    expect([...taken, ...seeds].filter((file) => served.has(file))).to.deep.equal([]);
  });

  it("nothing is let out that nobody outside uses", () => {
    const doors = sources.filter(isDoor);
    expect(doors.length).to.be.greaterThan(20);
    const texts = new Map<string, string>();
    const textOf = (file: string): string => {
      if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), "utf8"));
      return texts.get(file)!;
    };
    const unused = doors.flatMap((door) => {
      const guests = imports
        .filter(({ from, to }) => to === door && dirname(from) !== dirname(door))
        .map(({ from }) => from);
      return namesOf(door)
        .filter((name) => !guests.some((guest) => new RegExp(`\\b${name}\\b`).test(textOf(guest))))
        .map((name) => `${domainOf(door)}: ${name}`);
    });
    expect(unused).to.deep.equal([]);
  });
});
