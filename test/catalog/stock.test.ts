import { expect } from "chai";
import fc from "fast-check";
import {
  assertInStock,
  catalogErrors,
  commitStock,
  releaseStock,
  reserveStock,
  restoreStock,
  rollUpWithOthers,
  StockMovementModel,
  withSkuLocks,
} from "#shared/domains/catalog/index.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { AppError } from "#shared/kernel/request/errors.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildSpu, readSku, readSpu } from "#test/factories/spu.js";
import { waitingRollUps } from "#test/support/rollUps.js";
import { startService } from "#test/support/service.js";

const codeOf = async (work: Promise<unknown>): Promise<number> => {
  try {
    await work;
    return 0;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const short = catalogErrors.StockShort.code;

async function shelf(skuId: number): Promise<number[]> {
  const { stock, reserved, sold, initialStock } = await readSku(skuId);
  expect(stock + reserved + sold).to.equal(initialStock);
  return [stock, reserved, sold];
}

describe("stock", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("of sixty buyers of the last twenty units twenty get one, and no unit is lost", async function () {
    const { skuIds } = await buildSpu({ stock: 20 });
    const skuId = skuIds[0]!;
    const codes = await Promise.all(
      Array.from({ length: 60 }, (_, buyer) => codeOf(reserveStock(`last-${buyer}`, [{ skuId, count: 1 }]))),
    );
    expect(codes.filter((code) => code === 0)).to.have.length(20);
    expect(codes.filter((code) => code === short)).to.have.length(40);
    expect(await shelf(skuId)).to.deep.equal([0, 20, 0]);
    expect(await StockMovementModel.countDocuments({ skuId, kind: "reserve" })).to.equal(20);
  });

  it("the same holds for buyers of several processes, who do not see each other's line", async function () {
    const { skuIds } = await buildSpu({ stock: 5 });
    const lines = [{ skuId: skuIds[0]!, count: 1 }];
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, buyer) => codeOf(inTransaction(() => reserveStock(`apart-${buyer}`, lines)))),
    );
    expect(codes.filter((code) => code === 0)).to.have.length(5);
    expect(await shelf(skuIds[0]!)).to.deep.equal([0, 5, 0]);
  });

  it("the same holds for buyers who wait in line before their transaction", async function () {
    const { skuIds } = await buildSpu({ stock: 20 });
    const skuId = skuIds[0]!;
    const lines = [{ skuId, count: 1 }];
    const buy = (buyer: number) =>
      withSkuLocks([skuId], async () => {
        await assertInStock(lines);
        await inTransaction(() => reserveStock(`line-${buyer}`, lines));
      });
    const codes = await Promise.all(Array.from({ length: 60 }, (_, buyer) => codeOf(buy(buyer))));
    expect(codes.filter((code) => code === 0)).to.have.length(20);
    expect(await shelf(skuId)).to.deep.equal([0, 20, 0]);
  });

  it("lines of one SKU are summed before they are taken", async () => {
    const { skuIds } = await buildSpu({ stock: 5 });
    const skuId = skuIds[0]!;
    const lines = [
      { skuId, count: 3 },
      { skuId, count: 3 },
    ];
    expect(await codeOf(reserveStock("sum-1", lines))).to.equal(short);
    expect(await codeOf(assertInStock(lines))).to.equal(short);
    expect(await shelf(skuId)).to.deep.equal([5, 0, 0]);
    await reserveStock("sum-2", [lines[0]!, { skuId, count: 2 }]);
    expect(await shelf(skuId)).to.deep.equal([0, 5, 0]);
  });

  it("an order short of one SKU takes none of the others and leaves nothing behind", async () => {
    const rich = await buildSpu({ stock: 5 });
    const poor = await buildSpu({ stock: 1 });
    const refId = "all-or-none";
    const lines = [
      { skuId: rich.skuIds[0]!, count: 2 },
      { skuId: poor.skuIds[0]!, count: 2 },
    ];
    expect(await codeOf(reserveStock(refId, lines))).to.equal(short);
    expect(await shelf(rich.skuIds[0]!)).to.deep.equal([5, 0, 0]);
    expect(await StockMovementModel.countDocuments({ refId })).to.equal(0);
    expect(await waitingRollUps(rich.spuId)).to.equal(0);
  });

  it("an unknown SKU is refused by name", async () => {
    const lines = [{ skuId: 999_999_999, count: 1 }];
    expect(await codeOf(assertInStock(lines))).to.equal(catalogErrors.SkuNotFound.code);
    expect(await codeOf(reserveStock("unknown", lines))).to.equal(catalogErrors.SkuNotFound.code);
  });

  it("a reservation is released once, however often it is asked for", async () => {
    const { skuIds } = await buildSpu({ stock: 5 });
    const lines = [{ skuId: skuIds[0]!, count: 2 }];
    await reserveStock("release-1", lines);
    await Promise.all([releaseStock("release-1"), releaseStock("release-1")]);
    await releaseStock("release-1");
    await commitStock("release-1");
    expect(await shelf(skuIds[0]!)).to.deep.equal([5, 0, 0]);
  });

  it("a reservation is paid once, and cannot be released after it", async () => {
    const { skuIds } = await buildSpu({ stock: 5 });
    const lines = [{ skuId: skuIds[0]!, count: 2 }];
    await reserveStock("commit-1", lines);
    await commitStock("commit-1");
    await commitStock("commit-1");
    await releaseStock("commit-1");
    expect(await shelf(skuIds[0]!)).to.deep.equal([3, 0, 2]);
  });

  it("a reservation that is named with its lines is ended once: again is a fault, and changes nothing", async () => {
    const { skuIds } = await buildSpu({ skus: [5, 5].map((stock) => ({ priceFen: 100, stock })) });
    const [first, second] = skuIds as [number, number];
    const lines = [
      { skuId: second, count: 1 },
      { skuId: first, count: 1 },
      { skuId: first, count: 1 },
    ];
    await reserveStock("named-1", lines);
    await inTransaction(() => commitStock("named-1", lines));
    for (const end of [commitStock, releaseStock]) {
      const fault = await inTransaction(() => end("named-1", lines)).catch((error: unknown) => error);
      expect(String(fault)).to.equal("Error: named-1 was ended before");
      await end("named-1");
    }
    expect([await shelf(first), await shelf(second)]).to.deep.equal([
      [3, 0, 2],
      [4, 0, 1],
    ]);
    const ends = await StockMovementModel.find({ refId: "named-1" }).sort({ _id: 1 }).lean();
    expect(ends.map(({ kind, skuId, count, endedBy, reason }) => [kind, skuId, count, endedBy, reason])).to.deep.equal([
      ["reserve", first, 2, "commit", ""],
      ["reserve", second, 1, "commit", ""],
      ["commit", first, 2, null, ""],
      ["commit", second, 1, null, ""],
    ]);
    expect(ends.every(({ createdAt }) => createdAt instanceof Date)).to.equal(true);
  });

  it("of a release and a payment at once one happens", async function () {
    const { skuIds } = await buildSpu({ stock: 10 });
    const lines = [{ skuId: skuIds[0]!, count: 1 }];
    for (let round = 0; round < 8; round++) {
      const refId = `race-${round}`;
      await reserveStock(refId, lines);
      await Promise.all([releaseStock(refId), commitStock(refId)]);
      const ends = await StockMovementModel.countDocuments({ refId, kind: { $in: ["release", "commit"] } });
      expect(ends).to.equal(1);
    }
    const [, reserved] = await shelf(skuIds[0]!);
    expect(reserved).to.equal(0);
  });

  it("what was never reserved can be neither released nor paid", async () => {
    const { skuIds } = await buildSpu({ stock: 5 });
    await releaseStock("never");
    await commitStock("never");
    expect(await shelf(skuIds[0]!)).to.deep.equal([5, 0, 0]);
  });

  it("the amount given back is what was reserved, whatever the caller says", async () => {
    const { skuIds } = await buildSpu({ stock: 5 });
    const skuId = skuIds[0]!;
    await reserveStock("amount", [{ skuId, count: 2 }]);
    await releaseStock("amount");
    expect(await shelf(skuId)).to.deep.equal([5, 0, 0]);
  });

  it("any history of reservations, payments, releases and refunds leaves what it adds up to", async function () {
    const step = fc.record({
      kind: fc.constantFrom("reserve", "release", "commit", "restore"),
      ref: fc.integer({ min: 0, max: 3 }),
      count: fc.integer({ min: 1, max: 4 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const { spuId, skuIds } = await buildSpu({ stock: 8 });
        const skuId = skuIds[0]!;
        const prefix = `history-${++run}`;
        const orders = new Map<number, { count: number; state: string }>();
        const held = (state: string): number =>
          [...orders.values()].reduce((sum, order) => sum + (order.state === state ? order.count : 0), 0);
        for (const { kind, ref, count } of steps) {
          const refId = `${prefix}-${ref}`;
          const order = orders.get(ref);
          if (kind === "release") await releaseStock(refId);
          else if (kind === "commit") await commitStock(refId);
          else if (kind === "reserve" && !order) {
            const isLeft = 8 - held("reserve") - held("commit") >= count;
            expect((await codeOf(reserveStock(refId, [{ skuId, count }]))) === 0).to.equal(isLeft);
            if (isLeft) orders.set(ref, { count, state: "reserve" });
          } else if (kind === "restore" && order?.state === "commit") {
            await restoreStock(refId, [{ skuId, count: order.count }]);
            order.state = "restore";
          }
          if (order?.state === "reserve" && (kind === "release" || kind === "commit")) order.state = kind;
          const [reserved, sold] = [held("reserve"), held("commit")];
          expect(await shelf(skuId)).to.deep.equal([8 - reserved - sold, reserved, sold]);
        }
        await rollUpWithOthers(spuId);
        expect((await readSpu(spuId)).spu).to.include({
          stock: 8 - held("reserve") - held("commit"),
          salesCount: held("commit"),
        });
      }),
      { numRuns: 15 },
    );
  });
});
