import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { readQueueNames } from "#shared/kernel/queue/queueNames.js";
import { sources } from "./importGraph.js";

const root = resolve(import.meta.dirname, "../..");
const MOST_BYTES = 12_288;
const MOST_OF_README = 12_000;
const MOST_OF_PICTURE = 300 * 1_024;

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const commentsOf = (file: string): string =>
  (textOf(file).match(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? []).join("\n").replace(/\n\s*\*\s?/g, " ");
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));

const docs = filesIn("shared/docs").filter((file) => file.endsWith(".md"));
const pages = ["README.md", ...docs];
const rulePages = docs.filter((file) => file.startsWith("shared/docs/rules/"));
/** They are checked for their links alone: the sandbox's, the client's and the storefront's names are their own. */
const others = [
  "scripts/sandbox/README.md",
  "scripts/client/README.md",
  "scripts/storefront/README.md",
  ...filesIn("scripts/client/guides").filter((file) => file.endsWith(".md")),
];
const tests = filesIn("test").filter((file) => file.endsWith(".ts"));
const tree = [...["api", "shared", "workers", "scripts", "test"].flatMap(filesIn), ...readdirSync(root)];

/** What a running shop writes, or a user brings. */
const notOurs = new Set(["store-checks.json", "secrets.json", "worker.json", "api.json", "cron.json", "other.mjs"]);

const headingsOf = (file: string): string[] =>
  [
    ...textOf(file)
      .replace(/^```[^]*?^```/gm, "")
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading]) => heading!);
/** The anchor that a heading gets where pages are shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** What stands as code: fenced blocks and spans. */
function codeOf(file: string): string[] {
  const text = textOf(file);
  const blocks = [...text.matchAll(/^```[^]*?^```/gm)].map(([block]) => block);
  const spans = [...text.replace(/^```[^]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...blocks, ...spans];
}
const blocksOf = (file: string): string[] => codeOf(file).filter((code) => code.startsWith("```"));

/** Each match in the code of the pages, with its page. */
const inCode = (pattern: RegExp): { page: string; found: RegExpMatchArray }[] =>
  pages.flatMap((page) =>
    codeOf(page).flatMap((code) => [...code.matchAll(pattern)].map((found) => ({ page, found }))),
  );
const faultsOf = (
  named: { page: string; found: RegExpMatchArray }[],
  least: number,
  isThere: (found: RegExpMatchArray) => boolean,
): string[] => {
  expect(named.length).to.be.greaterThan(least);
  return named.filter(({ found }) => !isThere(found)).map(({ page, found }) => `${page}: ${found[0]}`);
};

describe("the project's own pages", () => {
  it("are each one sitting long", () => {
    const bytes = (file: string): number => Buffer.byteLength(textOf(file));
    expect(bytes("README.md")).to.be.at.most(MOST_OF_README);
    expect(docs.length).to.be.greaterThan(15);
    expect(docs.filter((file) => bytes(file) > MOST_BYTES)).to.deep.equal([]);
  });

  it("show pictures that are light", () => {
    const pictures = filesIn("shared/docs").filter((file) => file.endsWith(".png"));
    expect(pictures.filter((file) => statSync(join(root, file)).size > MOST_OF_PICTURE)).to.deep.equal([]);
  });

  it("are all found from the README, those of rules from their own", () => {
    const linked = (from: string): string[] =>
      [...textOf(from).matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => normalize(join(dirname(from), target!)));
    const reached = new Set(["README.md", "shared/docs/rules.md"].flatMap(linked));
    expect(docs.filter((file) => !reached.has(file))).to.deep.equal([]);
  });

  it("lead to files, folders and headings that are there", () => {
    const dead = [...pages, ...others].flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => {
          const [path = "", anchor] = target.split("#");
          const file = path === "" ? page : normalize(join(dirname(page), path));
          if (!existsSync(join(root, file))) return true;
          return anchor !== undefined && !headingsOf(file).map(anchorOf).includes(anchor);
        })
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it("name modules and folders that are there", () => {
    const modules = inCode(/(?<![\w<>*{}$./-])\w[\w./-]*\.(?:tsx?|mjs|md|yml|json)\b/g);
    const isThere = (path: string): boolean =>
      existsSync(join(root, path)) || tree.some((file) => file.endsWith(`/${path}`));
    expect(faultsOf(modules, 50, ([path]) => notOurs.has(path.split("/").at(-1)!) || isThere(path))).to.deep.equal([]);
    const folders = inCode(/(?<![\w<>*{}$./-])(?:api|shared|workers|scripts|test)(?:\/[\w-]+)+(?![\w<>*{}./-])/g);
    expect(faultsOf(folders, 10, ([path]) => existsSync(join(root, path)))).to.deep.equal([]);
  });

  it("name variables that .env.example has, or that compose or a test asks for", () => {
    const given = [".env.example", "docker-compose.yml"].map(textOf).join("\n");
    const inTests = tests.map(textOf).join("\n");
    const asked = (name: string): boolean =>
      new RegExp(`(?:^|[^A-Z0-9_])${name}(?:[^A-Z0-9_]|$)`, "m").test(given) ||
      inTests.includes(`process.env["${name}"]`) ||
      (name.startsWith("REAL_") && inTests.includes(`real("${name.slice("REAL_".length)}")`));
    const variables = inCode(/(?<![\w.'"{])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.'"])|\b[A-Z][A-Z0-9_]+(?==)/g);
    expect(faultsOf(variables, 80, ([name]) => asked(name))).to.deep.equal([]);
  });

  it("name commands that run", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const commands = inCode(/\bnpm run (?:-s )?([\w:-]+)/g);
    expect(faultsOf(commands, 20, ([, name]) => Object.hasOwn(scripts, name!))).to.deep.equal([]);
    const built = inCode(/\bdist\/([\w/-]+)\.js\b/g);
    expect(faultsOf(built, 8, ([, path]) => existsSync(join(root, `${path!}.ts`)))).to.deep.equal([]);
    const queues = inCode(/--queues=([\w,-]+)/g);
    for (const { found } of queues) expect(() => readQueueNames(found[1])).not.to.throw();
    const lanes = inCode(/--lane ([\w,]+)/g).flatMap(({ found }) => found[1]!.split(","));
    expect(lanes.filter((name) => !existsSync(join(root, "test", name)))).to.deep.equal([]);
    const strange = pages.flatMap((page) => blocksOf(page).filter((block) => /\bnpm (?!start|test|run)/.test(block)));
    expect(strange).to.deep.equal([]);
  });

  it("name endpoints that are routed", () => {
    const routed = new Set(endpoints.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")));
    const named = inCode(/(?<![\w.])\/(?:admin-api|app-api|callback)(?:\/[\w{}-]+)+(?![\w/*-])/g);
    expect(faultsOf(named, 60, ([path]) => routed.has(path))).to.deep.equal([]);
  });
});

describe("what the code says of its pages", () => {
  it("rules that comments name are there, each on one page, and all in the table of rules", () => {
    const headings = rulePages.flatMap((page) =>
      headingsOf(page)
        .slice(1)
        .map((heading) => ({ page, heading })),
    );
    expect(headings.length).to.be.greaterThan(10);
    const links = headings.map(
      ({ page, heading }) => `[${heading}](${page.slice("shared/docs/".length)}#${anchorOf(heading)})`,
    );
    expect(new Set(headings.map(({ heading }) => heading)).size).to.equal(headings.length);
    expect(links.filter((link) => !textOf("shared/docs/rules.md").includes(link))).to.deep.equal([]);

    const named = [...sources, ...tests].flatMap((file) =>
      [...commentsOf(file).matchAll(/\(rules: ([A-Z][\w, -]*)/g)].map(([, words]) => ({ file, words: words! })),
    );
    expect(named.length).to.be.greaterThan(100);
    const unknown = named.filter(({ words }) => !headings.some(({ heading }) => words.startsWith(heading)));
    expect(unknown).to.deep.equal([]);
  });

  it("pages that comments name are there", () => {
    const named = [...sources, ...tests].flatMap((file) =>
      [...commentsOf(file).matchAll(/([\w/]+\.md)\b(?:, ([A-Z][\w ]+?)(?=[).:;]))?/g)].map(([, page, heading]) => ({
        file,
        page: page!,
        heading,
      })),
    );
    expect(named.length).to.be.greaterThan(4);
    const places = [...pages, ...others, "shared/errors.md"];
    const dead = named.filter(({ page, heading }) => {
      const found = places.filter((place) => place === page || place.endsWith(`/${page}`));
      return !found.some((place) => heading === undefined || headingsOf(place).includes(heading));
    });
    expect(dead).to.deep.equal([]);
  });
});
