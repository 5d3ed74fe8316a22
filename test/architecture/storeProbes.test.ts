import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { allThemes } from "#scripts/store/probes/index.js";

const root = resolve(import.meta.dirname, "../..");
const sourcesIn = (folder: string): { path: string; text: string }[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes("node_modules/"))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(resolve(root, folder, path), "utf8") }));

const probes = sourcesIn("scripts/store/probes");
/** What talks to MongoDB; the console and the client of the API are programs of their own, and one plays a store itself. */
const shop = ["api", "shared", "workers", "scripts"]
  .flatMap(sourcesIn)
  .filter(
    ({ path }) => !/^(api\/console|scripts\/client|scripts\/store|scripts\/bench\/programs\/memory)\//.test(path),
  );

/** A stage, an operator or an expression as the key of an object; what is only a value is a field's name. */
const operator = /(?<![\w.$"'`{])(?:(["'])\$([a-zA-Z]+)\1\s*:|\$([a-zA-Z]+)(?=\s*[:,}]|\.push\())/g;
const operatorsOf = (text: string): string[] => [...text.matchAll(operator)].map((found) => `$${found[2] ?? found[3]}`);

/** What the driver is asked for beside operators. */
const words = [
  ..."arrayFilters collation expireAfterSeconds hint includeArrayIndex partialFilterExpression readConcern".split(" "),
  ..."returnDocument upsert".split(" "),
].map((option) => `${option}:`);
const calls = [
  ..."aggregate bulkWrite countDocuments deleteMany deleteOne distinct dropIndex explain findOne findOneAndDelete".split(
    " ",
  ),
  ..."findOneAndReplace findOneAndUpdate insertMany insertOne mapReduce replaceOne updateMany updateOne watch".split(
    " ",
  ),
].map((call) => `.${call}(`);
const driversOf = (text: string): string[] => [...words, ...calls].filter((word) => text.includes(word));

/** What looks alike, and where it belongs. */
const notOfMongo: Record<string, string> = { $metadata: "of what the client of the object storage throws" };

/** What the shop asks of MongoDB that no probe asks, by the file that does. */
function unproved(of: (text: string) => string[]): string[] {
  const proved = new Set(probes.flatMap(({ text }) => of(text)));
  return shop.flatMap(({ path, text }) =>
    [...new Set(of(text))].filter((word) => !proved.has(word) && !notOfMongo[word]).map((word) => `${path} ${word}`),
  );
}

describe("npm run check:store asks a MongoDB for all that the shop asks of it", () => {
  it("every stage, operator and expression", () => {
    expect(
      operatorsOf('{ $set: { a: 1 }, "$inc": { b: 1 } }; const $and = []; $and.push({}); f({ $or, ...$x })'),
    ).to.include.members(["$set", "$inc", "$and", "$or"]);
    expect(operatorsOf('["$field", "$other"]; `${name}`; `$${field}`; z.$ZodType, { _id: "$at" }')).to.deep.equal([]);
    expect(unproved(operatorsOf)).to.deep.equal([]);
  });

  it("every call and option of the driver", () => {
    expect(unproved(driversOf)).to.deep.equal([]);
  });

  it("and the page of MongoDB names them", () => {
    const page = readFileSync(resolve(root, "shared/docs/mongodb.md"), "utf8");
    const asked = new Set(shop.flatMap(({ text }) => operatorsOf(text)).filter((word) => !notOfMongo[word]));
    expect([...asked].filter((word) => !page.includes(`\`${word}\``))).to.deep.equal([]);
    const [, unasked] = /no ((?:`\$\w+`, )+`\$\w+`)/.exec(page)!;
    const never = unasked!.replaceAll("`", "").split(", ");
    expect(never).to.have.length.above(5);
    expect(never.filter((word) => asked.has(word))).to.deep.equal([]);
  });

  it("each probe once, and each tells what would break", () => {
    const all = allThemes({ patienceMs: 0 }).flatMap(({ theme, probes: own }) =>
      own.map((probe) => ({ theme, ...probe })),
    );
    const names = all.map(({ theme, name }) => `${theme} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
    for (const probe of all) {
      expect(probe.wouldBreak, probe.name).not.to.equal("");
      if (probe.severity === "avoided") expect(probe.harmless, probe.name).not.to.equal("");
    }
  });
});
