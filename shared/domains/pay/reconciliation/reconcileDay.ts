import { ChannelRefused, ChannelUnsure, type BillRow, type ChannelBill } from "#shared/providers/pay/port.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { ageOf, isNearMidnight } from "./reconcileDays.js";
import { storeDifferences, storeSettledDifference } from "./reconcileDifferences.js";
import { hasPayments, seenId } from "./reconcileAbsent.js";
import { compareLines, type Sums } from "./reconcileLines.js";
import { clientOf } from "../channel/channelClients.js";
import { billedMerchants } from "./reconcileMerchants.js";
import { queryUnsettled } from "./reconcileUnheard.js";
import { DifferenceModel, ReconciliationModel, SeenLineModel, type ReconciliationDoc } from "./reconciliation.model.js";
import { DifferenceStatus, ReconciliationStatus } from "./reconciliation.states.js";

/**
 * Compares one statement with our records. A missing statement, an unreachable provider and a file that fails its
 * checks change nothing and are retried. Idempotent: each difference is stored once.
 */
export async function reconcileDay(reconciliationId: number): Promise<void> {
  const reconciliation = await ReconciliationModel.findById(reconciliationId).lean<ReconciliationDoc>();
  if (!reconciliation) return;
  const { family, merchantId, day } = reconciliation;
  const merchant = (await billedMerchants()).find((one) => one.family === family && one.merchantId === merchantId);
  if (!merchant) return postpone(reconciliation, "NO_MERCHANT", "no channel knows this merchant any more");
  let bill: ChannelBill | undefined;
  try {
    bill = await clientOf(merchant).bill(day);
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    return postpone(reconciliation, error.code, error.reason);
  }
  // A provider also reports "none" before it has made the statement.
  if (!bill && isWithinTimeout(reconciliation) && (await hasPayments(reconciliation)))
    return postpone(reconciliation, "NO_STATEMENT", "the provider has none yet, but payments are stored here");
  await compare(reconciliation, bill?.rows ?? [], merchant.channelIds);
}

async function compare(reconciliation: ReconciliationDoc, rows: BillRow[], channelIds: number[]): Promise<void> {
  await storeSeenLines(reconciliation, rows);
  // Recorded at once: after a crash the next run finds the payment settled and would not report it.
  const failedThere = await queryUnsettled(reconciliation, rows, async ({ row, attempt }, endedBy) => {
    const { no, channelOrderNo, amountFen } = row;
    const { _id: attemptId, payOrderId, channelId } = attempt!;
    const where = { no, channelOrderNo, payOrderId, attemptId, channelId, refundId: null };
    const note = endedBy === "settled" ? "no callback came; it counts now" : "no callback came; it goes back";
    const difference = { ...where, refundNo: null, channelRefundNo: null, hereFen: null, thereFen: amountFen, note };
    await storeSettledDifference(reconciliation, { kind: "statusDiffers", ...difference }, endedBy);
  });
  const { sums, differences } = await compareLines(reconciliation, rows, failedThere);
  await storeDifferences(reconciliation, differences);
  await finish(reconciliation, sums, channelIds, rows.length === 0);
}

async function finish(reconciliation: ReconciliationDoc, sums: Sums, channelIds: number[], isEmpty: boolean) {
  const openDifferences = await DifferenceModel.countDocuments({
    reconciliationId: reconciliation._id,
    status: DifferenceStatus.open,
  });
  const now = clock.now();
  await ReconciliationModel.updateOne(
    { _id: reconciliation._id },
    {
      $set: {
        ...sums,
        channelIds,
        openDifferences,
        status: openDifferences > 0 ? ReconciliationStatus.differing : ReconciliationStatus.balanced,
        tries: 0,
        failureCode: null,
        failureReason: null,
        comparedAt: now,
        nextRunAt: recheckAt(reconciliation, openDifferences, isEmpty),
      },
    },
  );
  if (openDifferences > 0)
    log.error(
      { day: reconciliation.day, family: reconciliation.family, openDifferences },
      "a provider's statement differs from the payments stored here",
    );
}

/** For so many days differences are checked again, as late data may resolve them; an empty statement is, once. */
const RECHECK_DAYS = 3;
function recheckAt({ day, comparedAt }: ReconciliationDoc, openDifferences: number, isEmpty: boolean): Date | null {
  if (ageOf(day) > RECHECK_DAYS) return null;
  if (openDifferences > 0) return clock.after(hours(comparedAt ? 12 : 2));
  return isEmpty && !comparedAt ? clock.after(hours(24)) : null;
}

/** How long a missing statement is retried. */
const STATEMENT_TIMEOUT_DAYS = 7;
const isWithinTimeout = ({ day }: ReconciliationDoc): boolean => ageOf(day) < STATEMENT_TIMEOUT_DAYS;

async function postpone(reconciliation: ReconciliationDoc, code: string, reason: string): Promise<void> {
  const { _id, tries, comparedAt } = reconciliation;
  const isRetried = isWithinTimeout(reconciliation);
  // From ten minutes to two hours, around the clock, as the provider may recover at any time.
  const wait = Math.min(minutes(10) * 2 ** Math.min(tries, 10), hours(2));
  const about = { day: reconciliation.day, family: reconciliation.family, merchantId: reconciliation.merchantId, code };
  if (isRetried) log.warn(about, "no statement to compare with");
  else log.error(about, "no statement came in time: the reconciliation is abandoned");
  await ReconciliationModel.updateOne(
    { _id },
    {
      $set: {
        tries: tries + 1,
        failureCode: code,
        failureReason: reason,
        nextRunAt: isRetried ? clock.after(wait) : null,
        ...(isRetried || comparedAt ? {} : { status: ReconciliationStatus.abandoned }),
      },
    },
  );
}

/** Stores lines that our records may have on another day: refunds, and payments around midnight. */
async function storeSeenLines(reconciliation: ReconciliationDoc, rows: BillRow[]): Promise<void> {
  const kept = rows.filter(({ kind, at }) => kind === "refund" || isNearMidnight(at));
  for (let from = 0; from < kept.length; from += 1_000) {
    checkpoint();
    const batch = kept.slice(from, from + 1_000);
    await SeenLineModel.bulkWrite(
      batch.map(({ no, refundNo }) => ({
        updateOne: {
          filter: { _id: seenId(reconciliation, refundNo ?? no) },
          update: { $set: { day: reconciliation.day } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }
}
