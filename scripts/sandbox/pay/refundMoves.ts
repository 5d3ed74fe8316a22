/**
 * In which order each provider may show the states of one refund, as merchants report it: an abnormal one that succeeds
 * once its merchant acts, and states that looked final and were not. The service must book right whatever it hears first.
 */
import { SettleRefused, type ChannelRefund } from "./channel.js";

type RefundState = ChannelRefund["state"];
type Outcome = Exclude<RefundState, "processing">;

/** A move that the provider itself calls impossible and that shops have seen all the same needs `force`. */
type Move = "ordinary" | "forced";
type Moves = Readonly<Record<RefundState, Readonly<Partial<Record<Outcome, Move>>>>>;

export const refundMoves: Readonly<Record<"wechatpay" | "alipay", Moves>> = {
  wechatpay: {
    processing: { success: "ordinary", abnormal: "ordinary", closed: "ordinary" },
    // The payer's account is closed or frozen, until the merchant acts or the bank gives way.
    abnormal: { success: "ordinary", closed: "ordinary" },
    // A bank returns what it had taken.
    success: { abnormal: "forced", closed: "forced" },
    closed: { success: "forced" },
  },
  alipay: {
    processing: { success: "ordinary", abnormal: "ordinary", closed: "ordinary" },
    // The provider shows neither: a query answers nothing, and the same request is a new try.
    abnormal: { success: "forced" },
    success: { closed: "forced" },
    closed: { success: "forced" },
  },
};

/** States in which the money is the merchant's again, and may be given back by another refund. */
const FREE: Readonly<Record<"wechatpay" | "alipay", readonly RefundState[]>> = {
  wechatpay: ["closed"],
  alipay: ["closed", "abnormal"],
};

export const holdsMoney = (provider: "wechatpay" | "alipay", state: RefundState): boolean =>
  !FREE[provider].includes(state);

/**
 * Throws SettleRefused for a move that the provider never makes, for a forced one without force, and where too little is
 * left of the payment.
 */
export function checkMove(
  provider: "wechatpay" | "alipay",
  refund: { no: string; from: RefundState; to: Outcome; fen: number },
  { force, leftFen }: { force: boolean; leftFen: number },
): void {
  const { no, from, to, fen } = refund;
  const move = refundMoves[provider][from][to];
  if (move === undefined || (move === "forced" && !force))
    throw new SettleRefused(`${no} is no longer under way, but ${from}${move ? ": give force to make it " + to : ""}`);
  if (!holdsMoney(provider, from) && holdsMoney(provider, to) && fen > leftFen)
    throw new SettleRefused(`${no} cannot become ${to}: other refunds have taken its money`);
}
