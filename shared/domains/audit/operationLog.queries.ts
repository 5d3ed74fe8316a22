import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";
import type { OperateType } from "./operationLog.codes.js";

interface OperationSearch {
  operatorId?: number | undefined;
  memberId?: number | undefined;
  module?: string | undefined;
  action?: string | undefined;
  operateType?: OperateType | undefined;
  bizId?: string | undefined;
  /** Inclusive at both ends. */
  createTime?: TimeSpan | undefined;
}

function filterOf(search: OperationSearch): QueryFilter<OperationLogDoc> {
  const { operatorId, memberId, module, action, operateType, bizId, createTime } = search;
  const equal = Object.entries({ operatorId, memberId, module, action, operateType, bizId });
  return {
    ...Object.fromEntries(equal.filter(([, value]) => value !== undefined)),
    ...createdWithin(createTime),
  };
}

/** Audit rows, newest first. */
export const pageOperations = (search: OperationSearch, page: Page): Promise<PageOf<OperationLogDoc>> =>
  pageOf(OperationLogModel, filterOf(search), page);

/** All rows of a search, newest first, streamed. */
export function eachOperation(search: OperationSearch): AsyncIterable<OperationLogDoc> {
  return eachOf(OperationLogModel, filterOf(search));
}

interface ModuleActions {
  module: string;
  actions: string[];
}

/** Each module in the log with its actions, both sorted. */
export async function listActions(): Promise<ModuleActions[]> {
  const found: ModuleActions[] = [];
  // Both skip through the index of module and action instead of scanning rows.
  for (const module of (await OperationLogModel.distinct("module")).sort())
    found.push({ module, actions: (await OperationLogModel.distinct("action", { module })).sort() });
  return found;
}

/** The latest of these acts on one of these things. */
export const latestOperation = (bizIds: readonly string[], acts: readonly object[]): Promise<OperationLogDoc | null> =>
  OperationLogModel.findOne({ bizId: { $in: [...bizIds] }, $or: [...acts] })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OperationLogDoc>();
