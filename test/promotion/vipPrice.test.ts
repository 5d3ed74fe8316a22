import { expect } from "chai";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";

const DETAIL = "/app-api/product/spu/getSpuDetail";
const PAGE = "/app-api/product/spu/page";

describe("vipPrice of a product", () => {
  it("is what the caller's level pays, of the product and of each variant; a caller without one reads null", async () => {
    const level = await buildLevel({ discountPercent: 85 });
    const vip = (await buildMember({ levelId: level._id })).client;
    const plain = (await buildMember({ levelId: null })).client;
    const variants = [999, 2_000].map((priceFen) => ({ priceFen, stock: 5, weight: 1, volume: 0 }));
    const { spuId } = await buildSpu({ skus: variants });
    // The shelf is remembered for all callers, the price is the caller's own.
    for (let time = 0; time < 2; time++)
      for (const [client, prices] of [
        [vip, [849, 1_700]],
        [plain, [null, null]],
      ] as const) {
        const { data } = await client.post(DETAIL, { id: spuId });
        expect(data.vipPrice).to.equal(prices[0]);
        expect(data.skus.map((sku: { vipPrice: number | null }) => sku.vipPrice)).to.deep.equal(prices);
        const page = await client.post(PAGE, { pageNo: 1, pageSize: 10, ids: [spuId] });
        expect(page.data.list[0]).to.include({ id: spuId, price: 999, vipPrice: prices[0] });
      }
    await removeLevels(level);
  });

  it("is null where the level is disabled or takes nothing off", async () => {
    const { spuId } = await buildSpu();
    for (const overrides of [{ discountPercent: 100 }, { discountPercent: 50, status: 1 as const }]) {
      const level = await buildLevel(overrides);
      const { client } = await buildMember({ levelId: level._id });
      expect((await client.post(DETAIL, { id: spuId })).data.vipPrice).to.equal(null);
      await removeLevels(level);
    }
  });
});
