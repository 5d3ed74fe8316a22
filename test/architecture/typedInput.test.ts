import { expect } from "chai";
import { z } from "zod";
import type { Endpoint } from "#api/http/endpoint.js";
import { endpoints } from "#api/routes.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** Top-level fields of a body; of its rows, where the body is a list. */
function fieldsOf(body: z.ZodType | undefined): { names: string[]; wrap: (row: object) => unknown } {
  if (body instanceof z.ZodObject) return { names: Object.keys(body.shape), wrap: (row) => row };
  if (body instanceof z.ZodArray && body.element instanceof z.ZodObject)
    return { names: Object.keys(body.element.shape), wrap: (row) => [row] };
  return { names: [], wrap: (row) => row };
}
const withBody = endpoints.filter(({ body, input }) => body === "json" && input.body !== undefined);

describe('an object where a value belongs ({"$gt":""}) is 400', () => {
  let clients: Record<Endpoint["access"]["kind"], Client>;
  before(async () => {
    await startService();
    const member = (await buildMember()).client;
    const operator = (await buildOperator(["*"])).client;
    clients = { open: clientWith(), memberIfSignedIn: clientWith(), member, operator };
  });

  it("every body has a schema whose fields are known here", () => {
    expect(withBody.length).to.be.greaterThan(20);
    expect(
      withBody.filter(({ input }) => fieldsOf(input.body).names.length === 0).map(({ path }) => path),
    ).to.deep.equal([]);
  });

  for (const { method, path, access, input } of withBody) {
    const { names, wrap } = fieldsOf(input.body);
    it(`${method.toUpperCase()} ${path}: ${names.join(", ")}`, async () => {
      for (const name of names) {
        const client = clients[access.kind];
        const body = wrap({ [name]: { $gt: "" } });
        const reply = await (method === "put" ? client.put(path, body) : client.post(path, body));
        expect([reply.status, reply.code], `${name}: ${reply.msg}`).to.deep.equal([400, 400]);
      }
    });
  }
});

describe("a number beyond those that are exact is no error of ours", () => {
  const BEYOND = "9007199254740992";
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["*"])).client;
  });

  for (const { path, onlyParameters: names = new Set<string>(), reply } of endpoints)
    if (names.size > 0 && reply !== "stream")
      it(`GET ${path}: ${[...names].join(", ")}`, async () => {
        for (const name of names) {
          const { status, text } = await client.get(`${path}?${name}=${BEYOND}`);
          expect(status, `${name}: ${text}`).to.be.lessThan(500);
        }
      });
});
