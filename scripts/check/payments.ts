import { AttemptStatus, PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { ownersOf } from "./merged.js";
import { add, byId, groupBy, type CheckReport, type Read, type Rows } from "./rows.js";

type PayOrder = Rows["payOrders"];
type Attempt = Rows["payAttempts"];

export const isPaid = ({ status }: Pick<PayOrder, "status">): boolean =>
  status === PayStatus.paid || status === PayStatus.refunded;
export const isByWallet = ({ channelCode }: Pick<PayOrder, "channelCode">): boolean => channelCode === "wallet";

/**
 * I3: a pay order is paid if and only if exactly one settled payment covers it: the channel's part by its attempt, the
 * wallet's by one ledger row, or all of it by that row.
 */
export async function paidExactlyOnce(report: CheckReport, read: Read): Promise<void> {
  const payOrders = await read("payOrders");
  const settled = groupBy(await read("payAttempts", { status: AttemptStatus.paid }), "payOrderId");
  const debits = new Map(
    (await read("walletTransactions", { bizType: WalletBizType.payment })).map((row) => [Number(row.bizId), row]),
  );
  report.looked["I3 pay orders"] = payOrders.length;
  const ownerOf = await ownersOf(read);
  for (const payOrder of payOrders) {
    const complain = (what: string): void => add(report, "I3", `pay order ${payOrder._id}`, what);
    const own = settled.get(payOrder._id) ?? [];
    if (own.length > 1) complain(`${own.length} settled payments`);
    if (isPaid(payOrder)) coversPrice(payOrder, own[0], complain);
    else if (own.length > 0) complain("a settled payment, but it is not paid");
    const debit = debits.get(payOrder._id);
    debits.delete(payOrder._id);
    const due = dueFromWallet(payOrder);
    if (-(debit?.priceFen ?? 0) !== due)
      complain(`${due} fen are due from the wallet, ${-(debit?.priceFen ?? 0)} were taken`);
    if (debit && ownerOf(debit.memberId) !== ownerOf(payOrder.memberId))
      complain(`paid out of the wallet of member ${debit.memberId}`);
  }
  for (const id of debits.keys()) add(report, "I3", `pay order ${id}`, "is absent, a wallet has paid it");
}

function coversPrice(payOrder: PayOrder, attempt: Attempt | undefined, complain: (what: string) => void): void {
  if (!attempt) return complain("paid without a settled payment");
  if (attempt.paidFen !== payOrder.priceFen) complain(`paid ${attempt.paidFen} of ${payOrder.priceFen} fen`);
  if (attempt.walletPartFen !== payOrder.walletPartFen)
    complain(`a wallet part of ${attempt.walletPartFen} instead of ${payOrder.walletPartFen} fen`);
}

function dueFromWallet(payOrder: PayOrder): number {
  if (!isPaid(payOrder)) return 0;
  return payOrder.walletPartFen + (isByWallet(payOrder) ? payOrder.priceFen : 0);
}

/** I3: wallet money is frozen only for a waiting attempt, in the amount of its wallet part. */
export async function heldForOpenAttempts(report: CheckReport, read: Read): Promise<void> {
  const holding = await read("payAttempts", { walletHeld: true });
  const freezes = await read("walletFreezes", { state: "held", _id: { $regex: /^payAttempt-/ } });
  const payOrders = byId(await read("payOrders", { _id: { $in: holding.map((attempt) => attempt.payOrderId) } }));
  const wanted = new Map(holding.map((attempt) => [`payAttempt-${attempt._id}-${attempt.walletHolds}`, attempt]));
  report.looked["I3 amounts held for payments"] = freezes.length;
  for (const freeze of freezes) {
    const attempt = wanted.get(freeze._id);
    wanted.delete(freeze._id);
    if (!attempt) add(report, "I3", `freeze ${freeze._id}`, "held for an attempt that does not hold it");
    else if (freeze.amountFen !== attempt.walletPartFen)
      add(report, "I3", `freeze ${freeze._id}`, `${freeze.amountFen} instead of ${attempt.walletPartFen} fen`);
  }
  for (const id of wanted.keys()) add(report, "I3", `freeze ${id}`, "an attempt holds it, but it is not held");
  for (const attempt of holding)
    if (attempt.status !== AttemptStatus.waiting || payOrders.get(attempt.payOrderId)?.status !== AttemptStatus.waiting)
      add(report, "I3", `attempt ${attempt._id}`, "is over or its order is, and still holds wallet money");
}
