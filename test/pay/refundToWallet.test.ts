import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { WalletModel } from "#shared/domains/wallet/wallet.model.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildWallet } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";
import { buildPaid, control, fault, money, noFaults, reload, withWalletPart } from "./support.js";

const PATH = "/admin-api/pay/refund/to-wallet";
let counter = 0;
const row = async (id: number) => (await PayRefundModel.findById(id).lean())!;
const settleRefund = async (id: number, outcome: string, more: object = {}): Promise<void> => {
  await control("POST", `/pay/refunds/${(await row(id)).no}/settle`, { outcome, ...more });
  await runJobs();
};
const listed = async (refundId: number) =>
  (await PayAnomalyModel.find({ refundId }).sort({ _id: 1 }).lean()).map(({ kind, status }) => `${kind} ${status}`);
const ledgerOf = async (refundId: number) =>
  (await WalletTransactionModel.find({ bizType: 4, bizId: String(refundId) }).lean()).map(({ priceFen }) => priceFen);

type Paid = Awaited<ReturnType<typeof buildPaid>>;
async function begin({ order }: Paid, refundFen: number): Promise<number> {
  await fault({ mode: "hold", count: 1 });
  const merchantRefundId = `w-${process.pid}-${++counter}`;
  const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen, reason: "" });
  await runJobs();
  return id;
}
/** A refund of 400 of 1,000 fen that the channel refused for good. */
async function buildRefused() {
  const built = await buildPaid({ priceFen: 1_000 });
  const id = await begin(built, 400);
  await settleRefund(id, "closed");
  expect(await row(id)).to.include({ status: 20 });
  return { ...built, id };
}

describe("a refund that the channel refused for good, paid to the wallet", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["pay:refund:query", "pay:refund:to-wallet"]);
  });
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });
  const pay = (id: number, body: object = {}) => operator.client.put(PATH, { id, reason: "card closed", ...body });
  const shown = async (payOrderId: number) =>
    (await operator.client.get(`/admin-api/pay/refund/page?payOrderId=${payOrderId}`)).data.list[0];

  it("needs the permission, a refund and a reason", async () => {
    const member = await buildMember();
    const reader = await buildOperator(["pay:refund:query"]);
    for (const [client, status] of [
      [stranger, 401],
      [member.client, 401],
      [reader.client, 403],
    ] as const)
      expect((await client.put(PATH, {})).status).to.equal(status);
    expect((await pay(99_999_999)).code).to.equal(1007006004);
    for (const [body, field] of [
      [{ id: "x" }, "id"],
      [{ reason: " " }, "reason"],
      [{ reason: { $gt: "" } }, "reason"],
    ] as const) {
      const bad = await pay(1, body);
      expect([bad.status, bad.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
  });

  it("is one transaction: the ledger's row, the refund, the order and the audit, once however often it is asked for", async () => {
    const { id, ...built } = await buildRefused();
    const { order } = built;
    await buildWallet(0, built);
    expect(await shown(order._id)).to.include({ status: 20, payableToWallet: true, toWalletPrice: null });
    const writes = await writesDuring(async () => {
      const codes = (await Promise.all([pay(id), pay(id), pay(id)])).map(({ code }) => code);
      expect(codes.toSorted((a, b) => a - b)).to.deep.equal([0, 1007006005, 1007006005]);
    });
    const own = ["payRefunds", "payOrders", "wallets", "walletTransactions", "operationLogs", "payAnomalies"];
    expect(writes.filter((write) => own.includes(write.collection) && !write.inTransaction)).to.deep.equal([]);
    expect(await money(order.memberId)).to.deep.equal([400, 0]);
    expect(await ledgerOf(id)).to.deep.equal([400]);
    expect(await row(id)).to.include({ status: 10, toWalletFen: 400, paidOutsideFen: null });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, walletRefundFen: 0, refundingId: null });
    expect(await listed(id)).to.deep.equal(["refundFailed 20"]);
    const audits = await OperationLogModel.find({ action: "refund.to-wallet", bizId: String(id) }).lean();
    expect(audits.map(({ after }) => after)).to.deep.equal([{ status: 10, price: 400, reason: "card closed" }]);
    expect(await shown(order._id)).to.include({
      payableToWallet: false,
      payableOutside: false,
      toWalletPrice: 400,
      toWalletReason: "card closed",
    });
    // What the wallet never spent is no less of its expenses.
    expect((await WalletModel.findOne({ memberId: order.memberId }).lean())!.totalExpenseFen).to.equal(0);
    const { violations } = await checkInvariants();
    expect(violations.filter(({ about }) => [`refund ${id}`, `pay order ${order._id}`].includes(about))).to.deep.equal(
      [],
    );
  });

  it("that the channel gives back after all is listed, and booked once", async () => {
    const { order, id } = await buildRefused();
    expect((await pay(id)).code).to.equal(0);
    await settleRefund(id, "success", { force: true });
    expect(await reload(order)).to.include({ refundFen: 400 });
    expect(await money(order.memberId)).to.deep.equal([400, 0]);
    expect(await listed(id)).to.deep.equal(["refundFailed 20", "refundContradicted 0"]);
  });

  it("goes with the part that was paid from the wallet, in one row", async () => {
    const owner = await buildWallet(300);
    const built = await buildPaid({ priceFen: 1_000 }, withWalletPart(300), owner);
    const id = await begin(built, 900);
    expect(await row(id)).to.include({ refundFen: 700, walletRefundFen: 200 });
    await settleRefund(id, "closed");
    expect((await pay(id)).code).to.equal(0);
    expect(await ledgerOf(id)).to.deep.equal([900]);
    expect(await money(owner.member._id)).to.deep.equal([900, 0]);
    expect(await reload(built.order)).to.include({ refundFen: 700, walletRefundFen: 200 });
  });

  it("is refused while the channel may still pay, while another refund is open, and once another has its money", async () => {
    const built = await buildPaid({ priceFen: 1_000 });
    const first = await begin(built, 400);
    expect((await pay(first)).code).to.equal(1007006005);
    await settleRefund(first, "closed");
    const again = await begin(built, 100);
    expect((await pay(first)).code).to.equal(1007006002);
    await settleRefund(again, "closed");
    const merchantRefundId = `w-${process.pid}-${++counter}`;
    const second = { payOrderId: built.order._id, merchantRefundId, refundFen: 400, reason: "", insteadOf: first };
    await fault({ mode: "hold", count: 1 });
    const id = await refundPayOrder(second);
    await runJobs();
    await settleRefund(id, "closed");
    expect((await pay(first)).code).to.equal(1007006005);
    expect((await pay(id)).code).to.equal(0);
    expect(await money(built.order.memberId)).to.deep.equal([400, 0]);
  });

  it("is refused for a wallet that was closed: nothing moves", async () => {
    const { id, ...built } = await buildRefused();
    const { order } = built;
    await buildWallet(0, built);
    await WalletModel.updateOne({ memberId: order.memberId }, { $set: { closedAt: new Date() } });
    expect((await pay(id)).code).to.equal(1007007009);
    expect(await row(id)).to.include({ status: 20 });
    expect(await listed(id)).to.deep.equal(["refundFailed 0"]);
    await WalletModel.updateOne({ memberId: order.memberId }, { $set: { closedAt: null } });
  });
});
