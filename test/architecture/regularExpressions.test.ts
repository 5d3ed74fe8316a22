import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { checkSync } from "recheck";
import { z } from "zod";
import { regexLiterals } from "#test/support/regexLiterals.js";

const root = resolve(import.meta.dirname, "../..");
/** What runs on the server; the console's own expressions run in its reader's browser. */
const sources = ["api", "shared", "workers"].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !(folder === "api" && path.startsWith("console/")))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(resolve(root, folder, path), "utf8") })),
);

/** Expressions that never meet anything from outside, and what they meet instead. */
const neverMeetsInput: Record<string, string> = {};

/** What "new RegExp" may be made of: a text whose signs all stand for themselves. */
const escapedText =
  /^(?:escaped|literal)\(\w+\)(?:, "[a-z]+")?\)|^\w+\.replace\(\/\[\.\*\+\?\^\$\{\}\(\)\|\[\\\]\\\\\]\/g, "\\\\\$&"\)(?:, "[a-z]+")?\)/;

const verdictOf = (pattern: string, flags: string): string => {
  const { status, ...found } = checkSync(pattern, flags, { timeout: 20_000 });
  return status === "safe" ? "safe" : `${status} (${"complexity" in found ? found.complexity?.summary : "not judged"})`;
};

describe("regular expressions", () => {
  it("are all found where they stand, and nothing else is taken for one", () => {
    const text = [
      "const a = /x[/\\]]\\/y/gi; const half = total / 2 / 3; const b = `${list.map((one) => one / 2)} / ${c.match(/z+/)}`;",
      '// no /comment/\nconst d = "/text/"; return /r/u; f(/arg/); e = g[0] / h / 2; /* /no/ */ const i = !/not/.test(j);',
    ].join("\n");
    expect(regexLiterals(text).map(({ pattern, flags }) => `/${pattern}/${flags}`)).to.deep.equal([
      "/x[/\\]]\\/y/gi",
      "/z+/",
      "/r/u",
      "/arg/",
      "/not/",
    ]);
    for (const { path, text: source } of sources)
      for (const { pattern, flags, line } of regexLiterals(source))
        expect(() => new RegExp(pattern, flags), `${path}:${line}`).not.to.throw();
  });

  it("never take longer than the length of what they meet: a stranger's text must not hold up everybody else", function () {
    const places = new Map<string, { pattern: string; flags: string; where: string[] }>();
    for (const { path, text } of sources)
      for (const { pattern, flags, line } of regexLiterals(text)) {
        const literal = `/${pattern}/${flags}`;
        const known = places.get(literal) ?? { pattern, flags, where: [] };
        places.set(literal, { ...known, where: [...known.where, `${path}:${line}`] });
      }
    expect(places.size).to.be.greaterThan(100);
    expect(Object.keys(neverMeetsInput).filter((literal) => !places.has(literal))).to.deep.equal([]);
    const { source, flags } = z.regexes.email;
    places.set("z.email()", { pattern: source, flags, where: ["zod"] });
    const slow = [...places].flatMap(([literal, { pattern, flags: its, where }]) => {
      if (neverMeetsInput[literal]) return [];
      // The judge measures too: on a busy machine it may take a pause for slowness, hardly twice.
      const verdict = verdictOf(pattern, its) === "safe" ? "safe" : verdictOf(pattern, its);
      return verdict === "safe" ? [] : [`${literal} ${verdict} at ${where.join(", ")}`];
    });
    expect(slow).to.deep.equal([]);
  });

  it("are written out, or made of text whose signs stand for themselves", () => {
    const made = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bRegExp\(/g)]
        .map(({ index }) => text.slice(index + "RegExp(".length).split("\n")[0]!)
        .filter((argument) => !escapedText.test(argument))
        .map((argument) => `${path}: ${argument}`),
    );
    expect(made).to.deep.equal([]);
    const asked = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\$regex: ([^\n]*)/g)]
        .filter(([, value]) => !/^\w+\.replace\(\/\[/.test(value!))
        .map(([found]) => `${path}: ${found}`),
    );
    expect(asked).to.deep.equal([]);
  });
});
