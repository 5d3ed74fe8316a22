import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { sources } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");
const MOST_FILES = 25;
const MOST_LINES = 300;
/** The console is a package of its own, the types of the client are generated, and seeds are content. */
const written = sources.filter(
  (file) =>
    !/^(?:api\/console|scripts\/client|scripts\/seed)\//.test(file) &&
    !readFileSync(join(root, file), "utf8").startsWith("/** Made by `npm run "),
);

describe("rooms", () => {
  it(`no folder holds more than ${MOST_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const file of written) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).to.be.greaterThan(100);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).to.deep.equal([]);
  });

  it(`no file has more than ${MOST_LINES} lines`, () => {
    const lines = (file: string): number => readFileSync(join(root, file), "utf8").split("\n").length - 1;
    expect(written.filter((file) => lines(file) > MOST_LINES)).to.deep.equal([]);
  });
});
