import { NotifyHostModel, type DeliveryTryDoc, type NotifyHostDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { notifyTriesInAll } from "#shared/kernel/webhooks/notifyLadder.js";
import { revivedAfter } from "#shared/kernel/webhooks/replayDelivery.js";
import { NotifyTaskModel, NotifyTryModel, notifyTypes, type NotifyTaskDoc } from "./notifyTask.model.js";
import { NotifyStatus } from "../order/payOrder.states.js";

/** A delivery with what it may wait for. */
export interface DeliveryFacts {
  task: NotifyTaskDoc;
  host: NotifyHostDoc | null;
  lastTry: DeliveryTryDoc | null;
  /** Other deliveries that wait for the same host, at most MOST_OTHERS. */
  others: number;
  /** Before it is given up. */
  triesLeft: number;
  /** When a waiting one whose job is lost gets a new one. */
  revivedAt: Date | null;
}

/** Enough to know that it is many. */
const MOST_OTHERS = 1_000;

export async function readDelivery(task: NotifyTaskDoc): Promise<DeliveryFacts> {
  const { _id, host, tries, ladderFrom, status, nextTryAt } = task;
  const waits = status === NotifyStatus.waiting;
  const [hostRow, lastTry, others] = await Promise.all([
    waits ? NotifyHostModel.findById(host).lean<NotifyHostDoc>() : null,
    NotifyTryModel.findOne({ notifyId: _id }).sort({ tryNumber: -1 }).lean<DeliveryTryDoc>(),
    waits ? NotifyTaskModel.countDocuments({ host, status, _id: { $ne: _id } }, { limit: MOST_OTHERS }) : 0,
  ]);
  return {
    task,
    host: hostRow,
    lastTry,
    others,
    triesLeft: ladderFrom + notifyTriesInAll - tries,
    revivedAt: nextTryAt && revivedAfter(nextTryAt),
  };
}

/** The deliveries about a pay order and its refunds, oldest first. */
export const deliveriesOfPayOrder = (payOrderId: number): Promise<NotifyTaskDoc[]> =>
  NotifyTaskModel.find({ type: { $in: [...notifyTypes] }, payOrderId })
    .sort({ _id: 1 })
    .lean<NotifyTaskDoc[]>();
