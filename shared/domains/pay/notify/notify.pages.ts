import type { QueryFilter } from "mongoose";
import {
  NotifyTaskModel,
  NotifyTryModel,
  type NotifyTaskDoc,
  type NotifyTryDoc,
  type NotifyType,
} from "./notifyTask.model.js";
import { payErrors } from "../pay.errors.js";
import type { Page, Paging } from "../pay.pages.js";
import type { NotifyStatus } from "../order/payOrder.states.js";

export interface NotifySearch {
  merchantOrderId?: string | undefined;
  payOrderId?: number | undefined;
  /** Only of these. */
  payOrderIds?: readonly number[] | undefined;
  appId?: number | undefined;
  type?: NotifyType | undefined;
  status?: NotifyStatus | undefined;
  /** Both ends count. */
  createTime?: readonly [Date, Date] | undefined;
}

export function notifyFilter({ createTime, ...equal }: NotifySearch): QueryFilter<NotifyTaskDoc> {
  const { merchantOrderId, payOrderId, payOrderIds, appId, type, status } = equal;
  return {
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    ...(payOrderIds === undefined ? {} : { $and: [{ payOrderId: { $in: [...payOrderIds] } }] }),
    ...(appId === undefined ? {} : { appId }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    // Both bounds exclusive, as a moment is a whole millisecond: the store in use drops an inclusive bound of an index
    // field that has another one behind it.
    ...(createTime
      ? { createdAt: { $gt: new Date(createTime[0].getTime() - 1), $lt: new Date(createTime[1].getTime() + 1) } }
      : {}),
  };
}

/** Deliveries, newest first. */
export async function pageNotifyTasks(
  search: NotifySearch,
  { pageNo, pageSize }: Paging,
): Promise<Page<NotifyTaskDoc>> {
  const where = notifyFilter(search);
  const total = await NotifyTaskModel.countDocuments(where);
  const list = await NotifyTaskModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<NotifyTaskDoc[]>();
  return { list, total };
}

/** A delivery with its tries, the first one first. Throws 1007010000. */
export async function notifyWithTries(notifyId: number): Promise<{ task: NotifyTaskDoc; tries: NotifyTryDoc[] }> {
  const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
  if (!task) throw payErrors.NotifyNotFound();
  const tries = await NotifyTryModel.find({ notifyId }).sort({ tryNumber: 1 }).lean<NotifyTryDoc[]>();
  return { task, tries };
}
