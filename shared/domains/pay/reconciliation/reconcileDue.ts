import { recordOperation } from "#shared/domains/audit/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { merchantsOf } from "../channel/channelMerchants.js";
import { payErrors } from "../pay.errors.js";
import { reconcileDayJob } from "../pay.jobs.js";
import { PayChannelModel, type PayChannelDoc } from "../channel/payApp.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import { ageOf, boundsOf, daysBack, statementsAreOut } from "./reconcileDays.js";
import { hasPayments } from "./reconcileAbsent.js";
import { billedMerchants } from "./reconcileMerchants.js";
import { ReconciliationModel, type ReconciliationDoc, type Statement } from "./reconciliation.model.js";
import { ReconciliationStatus } from "./reconciliation.states.js";

/** How many days back missing reconciliations are opened, so that an outage of the schedule loses none. */
const CATCH_UP_DAYS = 3;
const MOST = 500;

/**
 * Opens yesterday's reconciliation for each merchant, from half past ten on, and enqueues those that are due: new,
 * postponed or with differences.
 */
export async function reconcileDue(): Promise<void> {
  await openDays();
  const due = await ReconciliationModel.find({ nextRunAt: { $lte: clock.now() } }, { _id: 1 })
    .sort({ nextRunAt: 1 })
    .limit(MOST)
    .lean<Pick<ReconciliationDoc, "_id">[]>();
  for (const { _id } of due) await enqueue(reconcileDayJob, { reconciliationId: _id });
}

async function openDays(): Promise<void> {
  const merchants = await billedMerchants();
  for (let back = statementsAreOut() ? 1 : 2; back <= CATCH_UP_DAYS; back++) {
    const day = daysBack(back);
    for (const { family, merchantId, channelIds, inUse, since } of merchants) {
      const statement = { family, merchantId, day };
      if (since >= boundsOf(day).to || (await ReconciliationModel.exists(statement))) continue;
      // A merchant that is not in use any more may still have payments of that day.
      if (inUse || (await hasPayments(statement))) await open(statement, channelIds);
    }
  }
}

/** Creates the reconciliation if missing; returns its id. */
async function open(statement: Statement, channelIds: number[]): Promise<number> {
  const _id = await nextId("payReconciliations");
  await insertOnce(ReconciliationModel, statement, {
    _id,
    channelIds,
    status: ReconciliationStatus.waiting,
    nextRunAt: clock.now(),
  });
  const row = await ReconciliationModel.findOne(statement, { _id: 1 }).lean<Pick<ReconciliationDoc, "_id">>();
  return row!._id;
}

/** Providers keep statements for about three months. */
const OLDEST_DAYS = 90;

/**
 * An operator compares a day (again): the statements of the channel's merchant, and of replaced merchants with payments
 * on that day. Returns the reconciliations' ids. Throws 1007001000, 1007001001 for the wallet, 400 for a day that is
 * not over or too old.
 */
export async function runReconciliation(channelId: number, day: string): Promise<number[]> {
  const age = ageOf(day);
  if (age < 1) throw errors.BadInput({ field: "day", reason: "must be over" });
  if (age > OLDEST_DAYS) throw errors.BadInput({ field: "day", reason: `must be within the last ${OLDEST_DAYS} days` });
  const channel = await PayChannelModel.findById(channelId).lean<PayChannelDoc>();
  if (!channel) throw payErrors.ChannelNotFound();
  const { family } = channelKinds[channel.code];
  const merchantIds = merchantsOf(channel).map(({ merchantId }) => merchantId);
  if (family === "wallet") throw payErrors.ChannelDisabled();
  const merchants = await billedMerchants();
  const opened: { id: number; merchantId: string }[] = [];
  for (const [index, merchantId] of merchantIds.entries()) {
    const statement = { family, merchantId, day };
    if (index > 0 && !(await hasPayments(statement))) continue;
    const merchant = merchants.find((one) => one.family === family && one.merchantId === merchantId);
    opened.push({ id: await open(statement, merchant?.channelIds ?? [channelId]), merchantId });
  }
  await inTransaction(async () => {
    for (const { id, merchantId } of opened) {
      await enqueue(reconcileDayJob, { reconciliationId: id });
      const after = { channelId, day, merchantId };
      await recordOperation({ module: "pay", action: "reconciliation.run", bizId: id, after });
    }
  });
  return opened.map(({ id }) => id);
}
