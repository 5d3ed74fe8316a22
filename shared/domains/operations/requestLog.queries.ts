import type { Model, QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { UserType } from "#shared/kernel/request/userType.codes.js";
import { operationsErrors } from "./operations.errors.js";
import { AccessLogModel, ErrorLogModel, type AccessLogDoc, type ErrorLogDoc } from "./requestLog.models.js";
import { ErrorLogStatus } from "./requestLog.states.js";

export interface RequestSearch {
  requestId?: string | undefined;
  userType?: UserType | undefined;
  userId?: number | undefined;
  /** How the declared path begins. */
  route?: string | undefined;
  /** HTTP's. */
  status?: number | undefined;
  /** Of the envelope. */
  code?: number | undefined;
  /** It took at least so long. */
  leastMs?: number | undefined;
  ip?: string | undefined;
  processStatus?: ErrorLogStatus | undefined;
  /** Both ends belong to it. */
  createdBetween?: readonly [Date, Date] | undefined;
}
interface Paging {
  pageNo: number;
  pageSize: number;
}

/** Requests of operators, slow ones and refused ones of the last 7 days, newest first. */
export const pageAccessLog = (search: RequestSearch, paging: Paging) =>
  pageOf<AccessLogDoc>(AccessLogModel, search, paging);

/** Requests that ended in a 5xx in the last 30 days, newest first. */
export const pageErrorLog = (search: RequestSearch, paging: Paging) =>
  pageOf<ErrorLogDoc>(ErrorLogModel, search, paging);

async function pageOf<T>(
  model: Model<T>,
  { route, leastMs, createdBetween, ...equal }: RequestSearch,
  { pageNo, pageSize }: Paging,
): Promise<{ list: T[]; total: number }> {
  const where = {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(route === undefined ? {} : { route: { $gte: route, $lt: `${route}\uffff` } }),
    ...(leastMs === undefined ? {} : { ms: { $gte: leastMs } }),
    // Half-open, as a moment is a whole millisecond.
    ...(createdBetween
      ? { createdAt: { $gte: createdBetween[0], $lt: new Date(createdBetween[1].getTime() + 1) } }
      : {}),
  } as QueryFilter<T>;
  const list = await model
    .find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<T[]>();
  return { list, total: await model.countDocuments(where) };
}

/** Somebody saw to a fault (1), or leaves it alone (2); once. ErrorLogNotFound, ErrorLogHandled. */
export async function handleErrorLog(
  operatorId: number,
  id: number,
  processStatus: typeof ErrorLogStatus.handled | typeof ErrorLogStatus.ignored,
): Promise<true> {
  return inTransaction<true>(async () => {
    if (!(await ErrorLogModel.exists({ _id: id }))) throw operationsErrors.ErrorLogNotFound();
    const { matchedCount } = await ErrorLogModel.updateOne(
      { _id: id, processStatus: ErrorLogStatus.fresh },
      { $set: { processStatus, processOperatorId: operatorId, processAt: clock.now() } },
    );
    if (matchedCount === 0) throw operationsErrors.ErrorLogHandled();
    await recordOperation({
      module: "infra",
      action: "api-error-log.handle",
      bizId: id,
      before: { processStatus: ErrorLogStatus.fresh },
      after: { processStatus },
    });
    return true;
  });
}
