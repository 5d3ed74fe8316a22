import { expect } from "chai";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const SPU = "/admin-api/product/spu";

describe("the number of all products", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["*"])).client;
  });
  const totalOf = async (search: string): Promise<number> => {
    const reply = await client.get(`${SPU}/page?pageSize=1${search}`);
    expect(reply.code, reply.text).to.equal(0);
    return reply.data.total;
  };

  it("is that of those which are not recycled, whatever was deleted, as a search by all time says", async () => {
    const totals = async (): Promise<number[]> => [
      await totalOf(""),
      await totalOf("&createTime=0&createTime=9999999999999"),
    ];
    const [before] = await totals();
    const { spuId } = await buildSpu();
    const both = (total: number): number[] => [total, total];
    expect(await totals()).to.deep.equal(both(before! + 1));
    await client.put(`${SPU}/update-status`, { id: spuId, status: -1 });
    expect(await totals()).to.deep.equal(both(before!));
    await client.delete(`${SPU}/delete?id=${spuId}`);
    expect(await totals()).to.deep.equal(both(before!));
  });
});
