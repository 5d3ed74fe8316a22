import { expect } from "chai";
import {
  commitStock,
  reserveStock,
  restoreStock,
  SkuModel,
  StockMovementModel,
} from "#shared/domains/catalog/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

const shelf = async (skuId: number): Promise<number[]> => {
  const { stock, reserved, sold, initialStock } = await readSku(skuId);
  expect(stock + reserved + sold).to.equal(initialStock);
  return [stock, reserved, sold];
};

async function sold(
  refId: string,
  count: number,
): Promise<{ skuId: number; lines: { skuId: number; count: number }[] }> {
  const skuId = (await buildSpu({ stock: 10 })).skuIds[0]!;
  const lines = [{ skuId, count }];
  await reserveStock(refId, lines);
  await commitStock(refId);
  return { skuId, lines };
}

describe("stock of a refunded order", () => {
  before(() => startService());

  it("comes back on the shelf once, two lines of one variant as their sum", async () => {
    const { skuId } = await sold("back-1", 3);
    const lines = [
      { skuId, count: 1 },
      { skuId, count: 2 },
    ];
    expect(await shelf(skuId)).to.deep.equal([7, 0, 3]);
    await restoreStock("back-1", lines);
    await restoreStock("back-1", lines);
    expect(await shelf(skuId)).to.deep.equal([10, 0, 0]);
    const rows = await StockMovementModel.find({ skuId, kind: "restore" }).lean();
    expect(rows.map(({ refId, count }) => [refId, count])).to.deep.equal([["back-1", 3]]);
  });

  it("once, however many ask at the same time, in transactions of their own or of their callers", async () => {
    const { skuId, lines } = await sold("back-2", 3);
    await Promise.all([
      restoreStock("back-2", lines),
      ...Array.from({ length: 4 }, () => inTransaction(() => restoreStock("back-2", lines))),
    ]);
    expect(await shelf(skuId)).to.deep.equal([10, 0, 0]);
  });

  it("more than was sold is a fault; a variant that is gone is left out", async () => {
    const { skuId, lines } = await sold("back-3", 2);
    const fault = await restoreStock("back-3", [{ skuId, count: 3 }]).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error);
    expect(await shelf(skuId)).to.deep.equal([8, 0, 2]);
    await SkuModel.deleteOne({ _id: skuId });
    await restoreStock("back-3", lines);
  });
});
