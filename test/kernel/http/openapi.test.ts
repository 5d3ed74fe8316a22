import { expect } from "chai";
import { z } from "zod";
import { openApiDocument } from "#api/http/documents/openapi.js";
import { endpoints } from "#api/routes.js";

interface Shape {
  required?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
  responses: Record<"200", { content: Record<string, { schema: Shape }> }>;
}
const { paths } = openApiDocument(endpoints, "http://127.0.0.1") as {
  paths: Record<string, Record<string, Operation>>;
};
const bodyOf = (path: string, method = "post"): Shape =>
  paths[path]![method]!.requestBody!.content["application/json"]!.schema;
const neededInQuery = (path: string): string[] =>
  paths[path]!["get"]!.parameters!.filter((one) => one.in === "query" && one.required === true).map(({ name }) => name);

describe("the OpenAPI document", () => {
  it("says which fields of a body must be there, ids and choices among them", () => {
    expect(bodyOf("/app-api/member/auth/sms-login").required).to.have.members(["mobile", "code", "loginType"]);
    expect(bodyOf("/app-api/member/auth/login").required).to.have.members(["mobile", "password"]);
    expect(bodyOf("/app-api/member/auth/social-login").required).to.have.members(["type", "code"]);
    expect(bodyOf("/app-api/member/device/remove").required).to.deep.equal(["id"]);
    expect(bodyOf("/app-api/member/address/update").required).to.deep.equal(["id"]);
    expect(bodyOf("/app-api/member/user/update").required ?? []).to.deep.equal([]);
    expect(bodyOf("/app-api/trade/order/create").properties!["items"]!.items!.required).to.include("skuId");
  });

  it("and which parameters of a query; paging never", () => {
    expect(neededInQuery("/app-api/member/auth/social-auth-redirect")).to.have.members(["type", "redirectUri"]);
    expect(neededInQuery("/admin-api/member/user/get")).to.deep.equal(["id"]);
    expect(neededInQuery("/admin-api/member/user/page")).to.deep.equal([]);
  });

  it("every field that it calls needed is refused when it is absent, and no other", () => {
    for (const { path, method, input } of endpoints) {
      if (!(input.body instanceof z.ZodObject) || !paths[path]?.[method]?.requestBody) continue;
      const documented = Object.values(paths[path][method].requestBody.content)[0]!.schema;
      if (!documented.properties) continue;
      const issues = input.body.safeParse({}).error?.issues ?? [];
      // Custom ones are about fields together ("one of the two").
      const refused = new Set(issues.filter(({ code }) => code !== "custom").map(({ path: [name] }) => name));
      for (const name of documented.required ?? [])
        if (name !== "file") expect([...refused], `${path} ${name}`).to.include(name);
      for (const name of Object.keys(documented.properties))
        if (!documented.required?.includes(name) && refused.has(name)) expect.fail(`${path}: ${name} is needed`);
    }
  });

  it("answers have every field, ids among them: null is what may be missing, save where the kind of row decides", () => {
    // A channel's config has the keys of its provider; an order that was not invoiced yet has no invoice; whether a review
    // is shown stands in its author's own list alone.
    const byKind = /\/pay\/channel\/.*\.config\.|appOrderInvoicedListPage|getCommentPage.*\.visible$/;
    const left: string[] = [];
    const look = (at: unknown, where: string): void => {
      if (typeof at !== "object" || at === null) return;
      const { type, properties, required = [] } = at as Shape & { type?: string };
      if (type === "object")
        for (const name of Object.keys(properties ?? {})) if (!required.includes(name)) left.push(`${where}.${name}`);
      for (const [name, inner] of Object.entries(at)) look(inner, `${where}.${name}`);
    };
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(operations)) look(responses, `${method} ${path}`);
    expect(left.filter((where) => !byKind.test(where))).to.deep.equal([]);
  });

  it("an answer has all its fields", () => {
    const schema = paths["/app-api/member/user/get"]!["get"]!.responses["200"].content["application/json"]!.schema;
    expect(schema.required).to.have.members(["code", "data", "msg"]);
    expect(schema.properties!["data"]!.required).to.include.members(["id", "level", "status"]);
  });
});
