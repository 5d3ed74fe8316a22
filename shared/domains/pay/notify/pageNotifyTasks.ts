import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc, type NotifyType } from "./notifyTask.model.js";
import { payErrors } from "../pay.errors.js";
import type { NotifyStatus } from "../order/payOrder.states.js";

export interface NotifySearch {
  merchantOrderId?: string | undefined;
  payOrderId?: number | undefined;
  /** Restricts the result to these. */
  payOrderIds?: readonly number[] | undefined;
  appId?: number | undefined;
  /** With its port, as slots and pauses are shared. */
  host?: string | undefined;
  type?: NotifyType | undefined;
  status?: NotifyStatus | undefined;
  /** Both ends inclusive. */
  createTime?: TimeSpan | undefined;
}

export function notifyFilter({ createTime, ...equal }: NotifySearch): QueryFilter<NotifyTaskDoc> {
  const { merchantOrderId, payOrderId, payOrderIds, appId, host, type, status } = equal;
  return {
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    ...(payOrderIds === undefined ? {} : { $and: [{ payOrderId: { $in: [...payOrderIds] } }] }),
    ...(appId === undefined ? {} : { appId }),
    ...(host === undefined ? {} : { host }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(createTime),
  };
}

/** Deliveries, newest first. */
export const pageNotifyTasks = (search: NotifySearch, page: Page): Promise<PageOf<NotifyTaskDoc>> =>
  pageOf(NotifyTaskModel, notifyFilter(search), page);

/** A delivery with its tries, oldest first. Throws 1007010000. */
export async function notifyWithTries(notifyId: number): Promise<{ task: NotifyTaskDoc; tries: DeliveryTryDoc[] }> {
  const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
  if (!task) throw payErrors.NotifyNotFound();
  const tries = await NotifyTryModel.find({ notifyId }).sort({ tryNumber: 1 }).lean<DeliveryTryDoc[]>();
  return { task, tries };
}
