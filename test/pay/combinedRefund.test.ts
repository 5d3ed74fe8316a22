import { expect } from "chai";
import fc from "fast-check";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { splitRefund } from "#shared/domains/pay/refund/refundPayOrder.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildWallet } from "#test/factories/wallet.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildPaid,
  chase,
  control,
  fault,
  money,
  noFaults,
  refundAtSandbox,
  reload,
  withWalletPart,
} from "./support.js";

describe("a combined payment that is given back", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("goes back by the channel first, then to the wallet, and both are stored", async () => {
    const owner = await buildWallet(800);
    const { order, no, client } = await buildPaid({ priceFen: 1_000 }, withWalletPart(300), owner);
    const refund = async (refundFen: number): Promise<number> => {
      const merchantRefundId = `c-${order._id}-${refundFen}`;
      const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen, reason: "" });
      await runJobs();
      await chase();
      return id;
    };
    await refund(600);
    expect(await money(owner.member._id)).to.deep.equal([500, 0]);
    const second = await refund(250);
    expect(await PayRefundModel.findById(second).lean()).to.include({
      refundFen: 100,
      walletRefundFen: 150,
      status: 10,
    });
    expect(await money(owner.member._id)).to.deep.equal([650, 0]);
    await refund(150);
    expect(await money(owner.member._id)).to.deep.equal([800, 0]);
    expect((await atChannel(no)).refunded).to.equal(700);
    const { data } = await client.get(`/app-api/pay/order/get?id=${order._id}`);
    expect(data).to.include({ status: 20, refundPrice: 700, walletCombinationRefundPrice: 300 });
  });

  it("a refund that fails at the channel gives nothing to the wallet", async () => {
    const owner = await buildWallet(800);
    const { order } = await buildPaid({ priceFen: 1_000 }, withWalletPart(300), owner);
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `f-${order._id}`;
    const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 1_000, reason: "" });
    await runJobs();
    const { no } = (await PayRefundModel.findById(id).lean())!;
    expect(await refundAtSandbox(no)).to.include({ amount: 700 });
    expect(await money(owner.member._id)).to.deep.equal([500, 0]);
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, refundFen: 0, walletRefundFen: 0 });
    expect(await money(owner.member._id)).to.deep.equal([500, 0]);
  });

  it("refunds of any sizes split so that each part is given back whole, the channel's first", () => {
    const fen = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fen, fen, fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 20 }), (price, part, wishes) => {
        const order = { priceFen: price, walletPartFen: part, refundFen: 0, walletRefundFen: 0 };
        for (const wish of [...wishes, price + part]) {
          const left = price + part - order.refundFen - order.walletRefundFen;
          const amount = Math.min(wish, left);
          if (amount === 0) continue;
          const parts = splitRefund(order, amount);
          expect(parts.refundFen + parts.walletRefundFen).to.equal(amount);
          if (parts.walletRefundFen > 0) expect(order.refundFen + parts.refundFen).to.equal(price);
          order.refundFen += parts.refundFen;
          order.walletRefundFen += parts.walletRefundFen;
        }
        expect([order.refundFen, order.walletRefundFen]).to.deep.equal([price, part]);
      }),
    );
  });
});
