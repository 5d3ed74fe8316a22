import type { QueryFilter } from "mongoose";
import { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";
import type { OperateType } from "./operationLog.codes.js";

export interface OperationSearch {
  operatorId?: number | undefined;
  memberId?: number | undefined;
  module?: string | undefined;
  action?: string | undefined;
  operateType?: OperateType | undefined;
  bizId?: string | undefined;
  /** Both ends count. */
  createTime?: readonly [Date, Date] | undefined;
}

function filterOf(search: OperationSearch): QueryFilter<OperationLogDoc> {
  const { operatorId, memberId, module, action, operateType, bizId, createTime } = search;
  const equal = Object.entries({ operatorId, memberId, module, action, operateType, bizId });
  return {
    ...Object.fromEntries(equal.filter(([, value]) => value !== undefined)),
    // Exclusive bounds, as a moment is a whole millisecond: the store in use drops an inclusive one of a compound index.
    ...(createTime
      ? { createdAt: { $gt: new Date(createTime[0].getTime() - 1), $lt: new Date(createTime[1].getTime() + 1) } }
      : {}),
  };
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Audit rows, newest first. */
export async function pageOperations(
  search: OperationSearch,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: OperationLogDoc[]; total: number }> {
  const where = filterOf(search);
  const total = await OperationLogModel.countDocuments(where);
  const list = await OperationLogModel.find(where)
    .sort(newestFirst)
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<OperationLogDoc[]>();
  return { list, total };
}

export const countOperations = (search: OperationSearch): Promise<number> =>
  OperationLogModel.countDocuments(filterOf(search));

/** All of a search, newest first, read as they are taken. */
export function eachOperation(search: OperationSearch): AsyncIterable<OperationLogDoc> {
  return OperationLogModel.find(filterOf(search))
    .sort(newestFirst)
    .lean<OperationLogDoc[]>()
    .cursor({ batchSize: 500 });
}

export interface ModuleActions {
  module: string;
  actions: string[];
}

/** What the log has rows of: each module with its actions, both in order. */
export async function listActions(): Promise<ModuleActions[]> {
  const found: ModuleActions[] = [];
  // Both go from step to step of the index of module and action, not over its rows.
  for (const module of (await OperationLogModel.distinct("module")).sort())
    found.push({ module, actions: (await OperationLogModel.distinct("action", { module })).sort() });
  return found;
}
