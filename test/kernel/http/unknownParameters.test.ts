import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";

const searches = endpoints.filter(({ access, method }) => access.kind === "operator" && method === "get");
const changes = endpoints.flatMap(({ access, method, path, input }) =>
  access.kind === "operator" && method !== "get" && (input.body || input.query) ? [{ method, path }] : [],
);

describe("query parameters that an endpoint does not know", () => {
  before(startService);

  it("are refused by name wherever operators search, export or look a row up", async () => {
    const { client } = await buildOperator(["*"]);
    expect(searches.length).to.be.greaterThan(100);
    const taken: string[] = [];
    for (const { path } of searches) {
      const reply = await client.get(`${path.replace(/[:*]\w+/g, "1")}?nonsuch=1`);
      if (reply.status !== 400 || !reply.msg.startsWith("nonsuch: is not known here")) taken.push(path);
    }
    expect(taken).to.deep.equal([]);
  });

  it("a filter that is written wrongly names those that there are, in the reader's language", async () => {
    const { client } = await buildOperator(["*"]);
    const path = "/admin-api/trade/order/page?pageNo=1&pageSize=10&Status=10";
    expect(await client.get(path)).to.include({ status: 400, code: 400, data: null });
    expect((await client.get(path)).msg).to.match(/^Status: is not known here; known are .*\bstatus\b.*\bpageSize\b/);
    const { msg } = await client.with({ "accept-language": "zh" }).get(path);
    expect(msg).to.match(/^Status：无法识别的参数，可用参数：.*\bstatus\b/);
  });

  it("are passed over wherever operators change something: the id may stand in the body and the query", async () => {
    const { client } = await buildOperator(["*"]);
    const refund = await client.put("/admin-api/trade/after-sale/refund?id=999999999", { id: 999_999_999 });
    expect(refund).to.include({ status: 200, code: 1011000100 });
    // Only what the call asks for counts.
    const without = await client.put("/admin-api/trade/after-sale/refund?id=999999999", {});
    expect(without).to.include({ status: 400, msg: "id: is required" });
    const named: string[] = [];
    for (const { path, method } of changes) {
      const address = `${path.replace(/[:*]\w+/g, "1")}?nonsuch=1`;
      const reply = await (method === "delete" ? client.delete(address) : client[method](address, [null]));
      if (reply.msg.startsWith("nonsuch")) named.push(`${method} ${path}`);
    }
    expect(named).to.deep.equal([]);
  });

  it("are passed over where members' apps ask, newer ones than the shop among them", async () => {
    const { client } = await buildMember();
    expect(await client.get("/app-api/member/user/get?nonsuch=1")).to.include({ status: 200, code: 0 });
  });
});
