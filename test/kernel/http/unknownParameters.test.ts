import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";

const searches = endpoints.filter(({ access, method }) => access.kind === "operator" && method === "get");

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
    const deletion = await client.delete("/admin-api/system/role/delete?ids=1&id=999999999");
    expect(deletion).to.include({ status: 400, data: false });
    expect(deletion.msg).to.match(/^ids: is not known here; known are id$/);
  });

  it("are passed over where members' apps ask, newer ones than the shop among them", async () => {
    const { client } = await buildMember();
    expect(await client.get("/app-api/member/user/get?nonsuch=1")).to.include({ status: 200, code: 0 });
  });
});
