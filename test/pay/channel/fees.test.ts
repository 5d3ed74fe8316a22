import { expect } from "chai";
import { PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildWallet } from "#test/factories/wallet.js";
import { startService } from "#test/support/service.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildPaid, buildSubmitted, settle, withWalletPart } from "../support.js";

describe("what a payment costs the shop", () => {
  before(() => startService());
  afterEach(() => runJobs());

  it("is the channel's rate at success, rounded half up, and stays when the rate changes", async () => {
    const { client } = await buildOperator();
    const submitted = await buildSubmitted({ priceFen: 40 });
    const { _id: id, appId, code } = (await PayChannelModel.findOne({ appId: 1, code: "social_native" }).lean())!;
    const setRate = async (feeRate: number) =>
      expect(
        (await client.put("/admin-api/pay/channel/update", { id, appId, code, status: 0, feeRate })).data,
      ).to.equal(true);
    try {
      await setRate(1.25);
      await settle(submitted.no);
      await runJobs();
      await setRate(0.38);
      const later = await buildPaid({ priceFen: 10_000 });
      const detail = async (orderId: number) =>
        (await client.get(`/admin-api/pay/order/get-detail?id=${orderId}`)).data as Record<string, any>;
      // 40 x 1.25 % is half a fen.
      expect(await detail(submitted.order._id)).to.include({ channelFeeRate: 1.25, channelFeePrice: 1 });
      expect(await detail(later.order._id)).to.include({
        channelFeeRate: 0.38,
        channelFeePrice: 38,
        userIp: "127.0.0.1",
      });
      const [attempt] = (await detail(later.order._id))["extensions"];
      expect(attempt.userIp).to.match(/127\.0\.0\.1$|::1$/);
      const own = await later.client.get(`/app-api/pay/order/get?id=${later.order._id}`);
      expect(own.data).to.include({ channelFeeRate: 0.38, channelFeePrice: 38 });
    } finally {
      await setRate(0.6);
    }
  });

  it("counts on the channel's part of a combined payment alone", async () => {
    const owner = await buildWallet(5_000);
    const { order } = await buildPaid({ priceFen: 10_000 }, withWalletPart(5_000), owner);
    expect(order).to.include({ priceFen: 5_000, walletPartFen: 5_000, channelFeeRate: 0.6, channelFeeFen: 30 });
  });
});
