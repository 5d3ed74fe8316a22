import { expect } from "chai";
import { closeDiscountActivity, DiscountActivityModel } from "#shared/domains/promotion/index.js";
import type { DiscountProduct } from "#shared/domains/promotion/discount/discountActivity.model.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildDiscountActivity } from "#test/factories/promotion.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const GET = "/app-api/promotion/discount-activity/getDiscountActivity";
const ADMIN = "/admin-api/promotion/discount-activity";

async function halfOff(): Promise<DiscountProduct> {
  const { spuId, skuIds } = await buildSpu();
  return { spuId, skuId: skuIds[0]!, kind: "percent", percent: 50, amountFen: null };
}

describe("operators who look for a discount activity", () => {
  before(() => startService());
  afterEach(async () => {
    for (const { _id } of await DiscountActivityModel.find({ status: 0 }).lean()) await closeDiscountActivity(_id);
  });

  it("see what waits, runs, is over and closed, and search by name, switch and time of making", async () => {
    const client = (await buildOperator(["promotion:discount-activity:query"])).client;
    const word = `Season ${process.pid}`;
    const at = (from: number, to: number) => ({ startAt: clock.after(hours(from)), endAt: clock.after(hours(to)) });
    const spuIds: number[] = [];
    const build = async (period: object): Promise<number> => {
      const product = await halfOff();
      spuIds.push(product.spuId);
      return buildDiscountActivity({ products: [product], name: `${word} 特卖`, ...period });
    };
    const [waiting, running, over, closed] = [
      await build(at(1, 2)),
      await build(at(-1, 1)),
      await build(at(-2, -1)),
      await build(at(-1, 1)),
    ];
    await closeDiscountActivity(closed);
    const found = async (filter: string): Promise<[number, number][]> => {
      const { data, msg } = await client.get(`${ADMIN}/page?name=${encodeURIComponent(word)}&pageSize=100${filter}`);
      expect(msg).to.equal("");
      expect(data.total).to.equal(data.list.length);
      return data.list.map((row: { id: number; activityStatus: number }) => [row.id, row.activityStatus]);
    };
    expect(await found("")).to.deep.equal([
      [closed, 40],
      [over, 30],
      [running, 20],
      [waiting, 10],
    ]);
    expect(await found("&status=1")).to.deep.equal([[closed, 40]]);
    expect((await found("&status=0")).map(([id]) => id)).to.deep.equal([over, running, waiting]);
    for (const [id, state] of [
      [waiting, 10],
      [running, 20],
      [over, 30],
      [closed, 40],
    ] as const)
      expect(await found(`&status=${state}`)).to.deep.equal([[id, state]]);
    const now = clock.ms();
    expect(await found(`&createTime=${now - hours(1)}&createTime=${now + hours(1)}`)).to.have.length(4);
    expect(await found(`&createTime=0&createTime=${now - hours(1)}`)).to.deep.equal([]);
    expect((await client.get(`${ADMIN}/page?name=${encodeURIComponent("特卖")}`)).data.total).to.be.at.least(4);
    expect((await client.get(`${ADMIN}/page?name=.*`)).data).to.deep.equal({ list: [], total: 0 });
    for (const bad of ["status=2", "createTime=x", "pageSize=-1", "pageNo=0"])
      expect((await client.get(`${ADMIN}/page?${bad}`)).status, bad).to.equal(400);
    const { data } = await stranger.get(GET);
    const shown = data.products.map(({ spuId }: { spuId: number }) => spuId);
    // Of these four; another test's may run as well.
    expect(spuIds.map((spuId) => shown.includes(spuId))).to.deep.equal([false, true, false, false]);
  });
});
