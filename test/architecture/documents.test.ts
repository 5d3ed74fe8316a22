import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { sources } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const commentsOf = (file: string): string => (textOf(file).match(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? []).join("\n");
const pages = ["README.md", "shared/docs/architecture.md", "shared/docs/glossary.md", "shared/docs/rules.md"];

describe("the project's own pages", () => {
  it("have the rules that comments name", () => {
    const headings = new Set(
      [...textOf("shared/docs/rules.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!),
    );
    expect(headings.size).to.be.greaterThan(10);
    const named = sources.flatMap((file) =>
      [
        ...commentsOf(file)
          .replace(/\n\s*\*\s?/g, " ")
          .matchAll(/\(rules: ([A-Z][\w, -]*)/g),
      ].map(([, words]) => ({ file, words: words! })),
    );
    expect(named.length).to.be.greaterThan(100);
    const unknown = named.filter(({ words }) => ![...headings].some((heading) => words.startsWith(heading)));
    expect(unknown).to.deep.equal([]);
  });

  it("lead to files and folders that are there", () => {
    const dead = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)#]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^https?:/.test(target) && !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it("name modules that are there", () => {
    const dead = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\b(?:api|shared|workers|scripts|test)\/[\w./-]+\.(?:ts|mjs|md)\b/g)]
        .map(([path]) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(dead).to.deep.equal([]);
  });
});
