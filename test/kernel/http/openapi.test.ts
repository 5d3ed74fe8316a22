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
  "x-codes": Record<string, string>;
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

  const statusesOf = (method: string, path: string): number[] =>
    Object.keys(paths[path]![method]!.responses).map(Number);

  it("names every status that an operation may answer, as it is declared", () => {
    expect(statusesOf("post", "/app-api/trade/order/create")).to.deep.equal([
      200, 400, 401, 403, 409, 413, 415, 422, 429, 503,
    ]);
    expect(statusesOf("get", "/app-api/member/user/get")).to.deep.equal([200, 400, 401, 403, 429, 503]);
    expect(statusesOf("get", "/app-api/system/area/tree")).to.include.members([200, 304, 429, 503]);
    expect(statusesOf("get", "/media/{key}")).to.include.members([200, 206, 404, 416]);
    expect(statusesOf("post", "/callback/pay/{channelId}")).to.include.members([200, 204, 401, 404, 413, 503]);
    for (const { path, method, access, body, idempotent } of endpoints) {
      const named = statusesOf(method, path.replace(/[:*](\w+)/g, "{$1}"));
      const needed = [429, 503];
      if (["member", "operator"].includes(access.kind)) needed.push(401, 403);
      if (body === "json" || body === "multipart" || body === "stream") needed.push(400, 413, 415);
      if (idempotent) needed.push(409, 422);
      expect(named, `${method} ${path}`).to.include.members(needed).and.not.include(500);
    }
  });

  it("names the codes of each operation, with their texts; a refusal is a second form of 200", () => {
    const { responses, "x-codes": codes } = paths["/admin-api/trade/after-sale/refund"]!["put"]!;
    expect(codes).to.include({ 1011000100: "There is no such after-sale", 401: "Sign in first" });
    const { oneOf } = responses["200"].content["application/json"]!.schema as { oneOf?: object[] };
    expect(oneOf?.[1]).to.have.nested.property("properties.code.enum").that.includes(1011000100).and.not.includes(401);
    expect(oneOf?.[1]).to.have.nested.property("properties.data.const", false);
  });

  it("an answer has all its fields", () => {
    const { oneOf } = paths["/app-api/member/user/get"]!["get"]!.responses["200"].content["application/json"]!
      .schema as { oneOf?: Shape[] };
    const schema = oneOf![0]!;
    expect(schema.required).to.have.members(["code", "data", "msg"]);
    expect(schema.properties!["data"]!.required).to.include.members(["id", "level", "status"]);
  });
});
