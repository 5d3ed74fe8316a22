import { expect } from "chai";
import type { PayOrderDoc } from "#shared/domains/pay/index.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { checkInvariants } from "#scripts/check/invariants.js";
import type { Program } from "#scripts/deployment/program.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

const PRICE = 700;
describe("a wallet that everybody wants at once", function () {
  let other: Program;
  before(async () => {
    await startService();
    other = await secondApi();
  });
  after(() => other.kill("SIGKILL"));

  it("a hundred payments over two processes, with money for five: five are paid, ninety-five refused by name", async () => {
    const { url } = await startService();
    const rest = PRICE - 1;
    const owner = await buildWallet(PRICE * 5 + rest);
    const orders: PayOrderDoc[] = [];
    for (let made = 0; made < 100; made++) orders.push((await buildPayOrder({ priceFen: PRICE }, owner)).order);
    const submit = async (order: PayOrderDoc, base: string) => {
      const response = await fetch(`${base}/app-api/pay/order/submit`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json", terminal: "20" },
        body: JSON.stringify(submitBody(order, { channelCode: "wallet", displayMode: "url" })),
      });
      const { code, msg } = (await response.json()) as { code: number; msg: string };
      return { status: response.status, code, msg };
    };
    const answers = await Promise.all(orders.map((order, index) => submit(order, index % 2 ? url : other.url!)));
    const kinds: Record<string, number> = {};
    for (const { status, code, msg } of answers) {
      const kind = `${status} ${code} ${/\[\d+\]/.exec(msg)?.[0] ?? ""}`.trim();
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    expect(kinds).to.deep.equal({ "200 0": 5, "200 1007002004 [1007007001]": 95 });
    const memberId = owner.member._id;
    expect(await walletOf(memberId)).to.include({ balanceFen: rest, frozenFen: 0, totalExpenseFen: PRICE * 5 });
    expect(await ledgerSum(memberId)).to.equal(rest);
    const debits = await WalletTransactionModel.find({ memberId, bizType: 3 }).lean();
    const paid = orders.filter((_, index) => answers[index]!.code === 0).map(({ _id }) => String(_id));
    expect(debits.map(({ bizId }) => bizId)).to.have.members(paid);
    const after = debits.map(({ balanceAfterFen }) => balanceAfterFen).sort((a, b) => b - a);
    expect(after).to.deep.equal([4, 3, 2, 1, 0].map((left) => left * PRICE + rest));
    expect(await PayOrderModel.countDocuments({ memberId, status: 10 })).to.equal(5);
    const { violations } = await checkInvariants();
    expect(violations.filter(({ invariant }) => invariant === "I1")).to.deep.equal([]);
  });
});
