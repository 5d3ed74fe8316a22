import { RechargeRefundStatus } from "#shared/domains/recharge/recharge.states.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { isPaid } from "./payments.js";
import { ownersOf, type OwnerNow } from "./merged.js";
import { add, addTo, byId, type CheckReport, type Read, type Rows } from "./rows.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";

type Recharge = Rows["recharges"];
type Refund = Rows["payRefunds"];

interface Facts {
  payOrders: Map<number, Rows["payOrders"]>;
  /** By the refund number that the recharge assigned. */
  refunds: Map<string, Refund>;
  refundsById: Map<number, Refund>;
  /** What was credited, and what was taken back, by recharge. */
  credited: Map<number, number>;
  taken: Map<number, number>;
  freezes: Map<string, Rows["walletFreezes"]>;
  /** Refunds of recharges whose sum was spent when the money went back all the same. */
  spent: Set<number | null>;
  ownerOf: OwnerNow;
  /** Refunds with an open job that will report their outcome. */
  open: Set<number | undefined>;
}

/**
 * I3: a recharge is credited if and only if it was paid; each of its refunds has the same outcome in the wallet as at
 * pay: the frozen sum is captured on success, released on failure alone, and held while under way.
 */
export async function rechargesAgree(report: CheckReport, read: Read): Promise<void> {
  const recharges = await read("recharges");
  report.looked["I3 recharges"] = recharges.length;
  const facts = await factsOf(read);
  for (const recharge of recharges) {
    const complain = (what: string): void => add(report, "I3", `recharge ${recharge._id}`, what);
    creditAgrees(recharge, facts, complain);
    for (let number = 1; number <= recharge.refundTries; number++) refundAgrees(recharge, number, facts, complain);
    endAgrees(recharge, facts, complain);
  }
  const known = byId(recharges);
  for (const id of facts.credited.keys())
    if (!known.has(id)) add(report, "I3", `recharge ${id}`, "is absent, a wallet was credited for it");
}

async function factsOf(read: Read): Promise<Facts> {
  const sumOf = async (bizType: WalletBizType): Promise<Map<number, number>> => {
    const sums = new Map<number, number>();
    // "7" is the paid sum, "7-bonus" its bonus.
    for (const { bizId, priceFen } of await read("walletTransactions", { bizType }))
      addTo(sums, Number.parseInt(bizId, 10), priceFen);
    return sums;
  };
  const refunds = await read("payRefunds", { merchantRefundId: { $regex: /^\d+-refund/ } });
  const freezes = await read("walletFreezes", { _id: { $regex: /^recharge-/ } });
  const jobs = await read("outbox", { open: true, job: "recharge.finishRefund" });
  return {
    ownerOf: await ownersOf(read),
    payOrders: byId(await read("payOrders")),
    refunds: new Map(refunds.map((refund) => [refund.merchantRefundId, refund])),
    refundsById: byId(refunds),
    credited: await sumOf(WalletBizType.recharge),
    taken: await sumOf(WalletBizType.rechargeRefund),
    freezes: new Map(freezes.map((freeze) => [freeze._id, freeze])),
    spent: new Set((await read("payAnomalies", { kind: "rechargeSpent" })).map(({ refundId }) => refundId)),
    open: new Set(jobs.map(({ about }) => about.refundId)),
  };
}

type Complain = (what: string) => void;

function creditAgrees(recharge: Recharge, { payOrders, credited }: Facts, complain: Complain): void {
  const { _id, payStatus, payOrderId, payPriceFen, totalPriceFen } = recharge;
  const payOrder = payOrders.get(payOrderId);
  if (payStatus && (!payOrder || !isPaid(payOrder))) complain("credited, but its pay order is not paid");
  if (payStatus && payOrder && payOrder.priceFen !== payPriceFen)
    complain(`costs ${payPriceFen}, its pay order covers ${payOrder.priceFen}`);
  const due = payStatus ? totalPriceFen : 0;
  const came = credited.get(_id) ?? 0;
  if (came !== due) complain(`${due} fen are to be credited, ${came} were`);
}

const statusNames: Record<number, string> = {
  [PayRefundStatus.underWay]: "is under way",
  [PayRefundStatus.succeeded]: "succeeded",
  [PayRefundStatus.failed]: "failed",
};
/** The state of the frozen sum by the refund's state at pay. */
const endings: Record<number, string> = {
  [PayRefundStatus.underWay]: "held",
  [PayRefundStatus.succeeded]: "captured",
  [PayRefundStatus.failed]: "released",
};

/** One attempt of the refund: its freeze against its row at pay. */
function refundAgrees(recharge: Recharge, number: number, facts: Facts, complain: Complain): void {
  const { refunds, freezes, open, ownerOf } = facts;
  const name = number === 1 ? `${recharge._id}-refund` : `${recharge._id}-refund-${number}`;
  const refund = refunds.get(name);
  const freeze = freezes.get(`recharge-${recharge._id}-refund-${number}`);
  if (!refund || refund.payOrderId !== recharge.payOrderId) return complain(`${name} is not a refund of its pay order`);
  if (!freeze) return complain(`nothing was frozen for ${name}`);
  if (ownerOf(freeze.memberId) !== ownerOf(recharge.memberId) || freeze.amountFen !== recharge.totalPriceFen)
    complain(`${freeze.amountFen} fen of member ${freeze.memberId} frozen for ${name}`);
  if (refund.refundFen !== recharge.payPriceFen) complain(`${name} gives back ${refund.refundFen} fen`);
  // One that succeeded after it had failed waits for the end of a later try.
  const isLate =
    (freeze.state === "held" && open.has(refund._id)) ||
    (freeze.state === "released" && isTakenLate(recharge, refund, facts));
  if (freeze.state !== endings[refund.status] && !isLate)
    complain(`${name} ${statusNames[refund.status]} at pay, what was frozen for it is ${freeze.state}`);
}

/** Succeeded after it had failed: its sum was frozen anew and taken, or is listed as spent, or will be. */
function isTakenLate(recharge: Recharge, refund: Refund, { freezes, spent, open, refundsById }: Facts): boolean {
  if (refund.status !== PayRefundStatus.succeeded) return false;
  const current = recharge.payRefundId === null ? undefined : refundsById.get(recharge.payRefundId);
  const isWaiting = open.has(refund._id) || open.has(current?._id) || current?.status === PayRefundStatus.underWay;
  const late = freezes.get(`recharge-${recharge._id}-late-${refund._id}`);
  return isWaiting || spent.has(refund._id) || late?.state === "captured";
}

/** The recharge's own record of its last refund. */
function endAgrees(recharge: Recharge, { refundsById, taken, open, spent }: Facts, complain: Complain): void {
  const { _id, refundStatus, refundTries, payRefundId, totalPriceFen, payPriceFen } = recharge;
  const refund = payRefundId === null ? undefined : refundsById.get(payRefundId);
  if (refundTries > 0 && !refund) complain(`its refund ${payRefundId} is not known to pay`);
  if (refund && refund.status !== refundStatus && !open.has(refund._id))
    complain(`its refund ${statusNames[refundStatus]}, at pay it ${statusNames[refund.status]}`);
  const takenFen = spent.has(payRefundId) ? 0 : totalPriceFen;
  const due = refundStatus === RechargeRefundStatus.succeeded ? takenFen : 0;
  const went = -(taken.get(_id) ?? 0);
  if (went !== due) complain(`${due} fen are to be taken back, ${went} were`);
  const says = refundStatus === RechargeRefundStatus.succeeded ? [takenFen, payPriceFen] : [0, 0];
  if (recharge.refundTotalFen !== says[0] || recharge.refundPayFen !== says[1])
    complain(
      `says ${recharge.refundTotalFen} taken and ${recharge.refundPayFen} given back, not ${says.join(" and ")}`,
    );
}
