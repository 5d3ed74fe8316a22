import { expect } from "chai";
import type { z } from "zod";
import { openApiDocument } from "#api/http/documents/openapi.js";
import { domainNames } from "#api/http/documents/pages/errorsPage.js";
import { examplesOfCalls } from "#api/http/documents/examplesOfCalls.js";
import { prefixOf, sections } from "#api/http/documents/sections.js";
import { endpoints } from "#api/routes.js";
import { declaredErrors } from "#shared/kernel/request/errors.js";

interface Operation {
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}
const { paths } = openApiDocument(endpoints, "http://localhost") as {
  paths: Record<string, Record<string, Operation>>;
};
const templateOf = (path: string): string => path.replace(/[:*](\w+)/g, "{$1}");
const faultsOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("the documentation of the interface", () => {
  it("names the section of every endpoint in both languages, each by a name of its own", () => {
    const prefixes = new Set(endpoints.map(prefixOf));
    expect([...prefixes].filter((prefix) => !sections[prefix])).to.deep.equal([]);
    expect(Object.keys(sections).filter((prefix) => !prefixes.has(prefix))).to.deep.equal([]);
    for (const index of [0, 1] as const)
      expect(new Set(Object.values(sections).map((words) => words[index])).size).to.equal(prefixes.size);
    for (const [, zh] of Object.values(sections)) expect(zh).to.match(/[\u4e00-\u9fff]/);
  });

  it("names the domain of every error in both languages", () => {
    const domains = new Set(declaredErrors().map(({ domain }) => domain));
    for (const own of ["test", "again"]) domains.delete(own);
    expect([...domains].filter((domain) => !domainNames[domain])).to.deep.equal([]);
  });

  it("has an example of every body, and of what a query needs, which the endpoint takes as it stands", () => {
    const faults: string[] = [];
    let bodies = 0;
    for (const { method, path, body, input } of endpoints) {
      const operation = paths[templateOf(path)]![method]!;
      const name = `${method} ${path}`;
      if (input.body && body === "json") {
        bodies++;
        const example = operation.requestBody?.content["application/json"]?.example;
        faults.push(...faultsOf(input.body, example).map((fault) => `${name} body ${fault}`));
      }
      if (!input.query) continue;
      const given = (operation.parameters ?? []).filter((one) => one.in === "query" && one.example !== undefined);
      const query = Object.fromEntries(given.map((one) => [one.name, String(one.example)]));
      faults.push(...faultsOf(input.query, query).map((fault) => `${name} query ${fault}`));
    }
    expect(bodies).to.be.greaterThan(250);
    expect(faults).to.deep.equal([]);
  });

  it("tells nothing of calls that are not there", () => {
    const calls = new Set(endpoints.map(({ method, path }) => `${method} ${templateOf(path)}`));
    expect(Object.keys(examplesOfCalls).filter((call) => !calls.has(call))).to.deep.equal([]);
  });
});
