import { AttemptStatus, PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { isByWallet, isPaid } from "./payments.js";
import { add, groupBy, sumBy, type CheckReport, type Read, type Rows } from "./rows.js";

type Refund = Rows["payRefunds"];

/** I3: refunds never exceed payments, part by part; and money that must not count is refunded once. */
export async function refundsAddUp(report: CheckReport, read: Read): Promise<void> {
  const refunds = await read("payRefunds");
  report.looked["I3 refunds"] = refunds.length;
  await ordersGiveBack(report, read, refunds);
  await lateMoneyGoesBack(report, read, refunds);
  await troubleIsListed(report, read, refunds);
}

/** I3: what the channel has not ended, or contradicts, is listed, and the first is under way here too. */
async function troubleIsListed(report: CheckReport, read: Read, refunds: Refund[]): Promise<void> {
  const listed = new Set((await read("payAnomalies")).map(({ kind, refundId }) => `${kind} ${refundId}`));
  for (const { _id, status, needsMerchant, inDoubt } of refunds) {
    const complain = (what: string): void => add(report, "I3", `refund ${_id}`, what);
    if (needsMerchant && status !== PayRefundStatus.underWay) complain("waits for the merchant, but has ended here");
    if (needsMerchant && !listed.has(`refundNeedsMerchant ${_id}`))
      complain("waits for the merchant and is not listed");
    if (inDoubt && status === PayRefundStatus.underWay) complain("is in doubt, but has not ended");
    if (inDoubt && !listed.has(`refundContradicted ${_id}`)) complain("is contradicted and not listed");
  }
}

async function ordersGiveBack(report: CheckReport, read: Read, refunds: Refund[]): Promise<void> {
  const ended = refunds.filter(({ kind, status }) => kind === "order" && status === PayRefundStatus.succeeded);
  const byOrder = groupBy(ended, "payOrderId");
  const toWallet = new Map(
    (await read("walletTransactions", { bizType: WalletBizType.paymentRefund })).map((row) => [
      Number(row.bizId),
      row.priceFen,
    ]),
  );
  for (const payOrder of await read("payOrders")) {
    const complain = (what: string): void => add(report, "I3", `pay order ${payOrder._id}`, what);
    const { priceFen, walletPartFen, refundFen, walletRefundFen } = payOrder;
    const own = byOrder.get(payOrder._id) ?? [];
    if (refundFen > priceFen || walletRefundFen > walletPartFen || Math.min(refundFen, walletRefundFen) < 0)
      complain(`gave back ${refundFen} + ${walletRefundFen} of ${priceFen} + ${walletPartFen} fen`);
    if (refundFen + walletRefundFen > 0 && !isPaid(payOrder)) complain("gave back, but is not paid");
    if (sum(own, "refundFen") !== refundFen || sum(own, "walletRefundFen") !== walletRefundFen)
      complain(`gave back ${refundFen} + ${walletRefundFen} fen, its refunds add up to another sum`);
    for (const refund of own) {
      const { walletRefundFen: ofWallet, toWalletFen } = refund;
      const due = ofWallet + (isByWallet(payOrder) ? refund.refundFen : (toWalletFen ?? 0));
      const got = toWallet.get(refund._id) ?? 0;
      toWallet.delete(refund._id);
      if (got !== due) add(report, "I3", `refund ${refund._id}`, `${due} fen go to the wallet, ${got} came`);
    }
  }
  for (const [id, fen] of toWallet)
    add(report, "I3", `refund ${id}`, `has not succeeded, but ${fen} fen came to a wallet`);
}

async function lateMoneyGoesBack(report: CheckReport, read: Read, refunds: Refund[]): Promise<void> {
  const late = refunds.filter(({ kind }) => kind === "late");
  const given = sumBy(late, "attemptId", "refundFen");
  for (const attempt of await read("payAttempts", { status: AttemptStatus.closed, paidFen: { $ne: null } })) {
    const back = given.get(attempt._id) ?? 0;
    given.delete(attempt._id);
    if (back !== attempt.paidFen)
      add(report, "I3", `attempt ${attempt._id}`, `${attempt.paidFen} fen came and do not count, ${back} go back`);
  }
  for (const id of given.keys())
    add(report, "I3", `attempt ${id}`, "counts or was never paid, and is given back as late");
}

const sum = (list: Refund[], field: "refundFen" | "walletRefundFen"): number =>
  list.reduce((total, refund) => total + refund[field], 0);
