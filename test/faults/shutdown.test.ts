import { resolve } from "node:path";
import { expect } from "chai";
import { expectInvariants, say, soon } from "./experiment.js";
import { program, type House, type Program } from "./house.js";
import { useSharedHouse } from "./sharedHouse.js";
import { byWallet, control, makeShoppers, place, skuWithStock, submit, toldOf } from "./shoppers.js";
import { fund } from "./wallets.js";

/** A receiver may take ten seconds; this one nearly does. */
const SLOW_MS = 9_000;
const FUNDS = 1_000_000;

describe("faults of a worker that is told to end in the middle of a delivery", function () {
  this.timeout(180_000);
  let house: House;
  let second: Program | undefined;
  useSharedHouse((one) => (house = one));
  afterEach("the invariants hold", async () => {
    await control(house, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
    await second?.kill("SIGKILL");
    second = undefined;
    await house.worker.kill("SIGKILL");
    await house.worker.start();
    await expectInvariants(house);
  });

  /** Pays an order whose receiver is slow; answers once the delivery is under way. */
  async function deliverSlowly(): Promise<{ payOrderId: number; rowId: number; run: number }> {
    const [who] = await makeShoppers(house, 1);
    await fund(house, [who!], FUNDS);
    const placed = await place(house, who!, await skuWithStock(house, 5));
    await control(house, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: SLOW_MS, failFirst: 0 });
    expect((await submit(house, placed, byWallet)).code).to.equal(0);
    await soon("the receiver has been called", async () => (await toldOf(house, placed.payOrderId)).ids.size === 1);
    const task = await house.db.collection("notifyTasks").findOne({ payOrderId: placed.payOrderId });
    const row = await house.db.collection("outbox").findOne({ subjects: `notifyId:${task!._id}` });
    return { payOrderId: placed.payOrderId, rowId: Number(row!._id), run: row!["run"] as number };
  }
  const rowOf = async (rowId: number) => house.db.collection("outbox").findOne({ _id: rowId as never });

  it("lets it end, and it is not made again", async () => {
    const { payOrderId, rowId } = await deliverSlowly();
    const toldAt = Date.now();
    await house.worker.kill("SIGTERM");
    expect(await house.worker.untilEnded()).to.deep.equal({ code: 0, signal: null });
    say(`ended ${Date.now() - toldAt} ms after it was told to`);
    expect(await rowOf(rowId)).to.include({ state: "done", tries: 1 });
    await house.worker.start();
    const { ids, succeeded } = await toldOf(house, payOrderId);
    expect([ids.size, succeeded]).to.deep.equal([1, 1]);
  });

  it("hands it back when its time is up: another worker has it at once, and no try is lost", async () => {
    await house.worker.kill("SIGTERM");
    second = program(["--enable-source-maps", resolve(import.meta.dirname, "../../dist/workers/index.js")], {
      ...house.env,
      SHUTDOWN_SECONDS: "7",
      OPS_PORT: "0",
    });
    await second.start();
    const { payOrderId, rowId } = await deliverSlowly();
    const toldAt = Date.now();
    await second.kill("SIGTERM");
    expect(await second.untilEnded()).to.deep.equal({ code: 0, signal: null });
    const tookMs = Date.now() - toldAt;
    await control(house, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
    expect((await rowOf(rowId))!["open"]).to.equal(true);
    await house.worker.start();
    // Who ended may have told the receiver already: it is told again once that try must be over.
    await soon("it is delivered", async () => (await rowOf(rowId))!["state"] === "done");
    const row = await rowOf(rowId);
    say(`ended ${tookMs} ms after it was told to, delivered ${Date.now() - toldAt} ms after`);
    expect([row!["tries"], row!["failures"] ?? []]).to.deep.equal([1, []]);
    expect((await toldOf(house, payOrderId)).ids.size).to.equal(1);
  });
});
