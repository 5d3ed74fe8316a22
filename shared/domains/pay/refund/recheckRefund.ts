import { clock, days } from "#shared/kernel/time/clock.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/**
 * So long after a success the channel is asked whether it stands: a bank may return the money days later, which not every
 * channel tells, and which is too late for the statement of its day.
 */
const RECHECKS_DAYS = [30, 7, 1] as const;

/** What a success that the channel reported is booked with. */
export const firstRecheck = (): Pick<PayRefundDoc, "rechecksLeft" | "nextAskAt"> => recheckOf(RECHECKS_DAYS.length, 0);

function recheckOf(left: number, ageMs: number): { rechecksLeft: number; nextAskAt: Date } {
  return { rechecksLeft: left, nextAskAt: clock.after(Math.max(days(RECHECKS_DAYS[left - 1] ?? 0) - ageMs, 0)) };
}

/** A success of which the channel is still to be asked again; the rows of many are found by an index. */
export const hasRechecks = { rechecksLeft: { $in: RECHECKS_DAYS.map((_, at) => at + 1) } };

export const isRecheckDue = ({ status, rechecksLeft, nextAskAt }: PayRefundDoc): boolean =>
  status === PayRefundStatus.succeeded && (rechecksLeft ?? 0) > 0 && nextAskAt.getTime() <= clock.ms();

/** The channel has answered: what it said is applied, and if nothing contradicts, it is asked less soon, and then no more. */
export async function recheckLater({ _id, rechecksLeft, successAt }: PayRefundDoc): Promise<void> {
  const left = (rechecksLeft ?? 0) - 1;
  const set =
    left > 0
      ? { $set: recheckOf(left, clock.ms() - (successAt ?? clock.now()).getTime()) }
      : { $unset: { rechecksLeft: 1 } };
  await PayRefundModel.updateOne({ _id, rechecksLeft: rechecksLeft!, inDoubt: false }, set);
}
