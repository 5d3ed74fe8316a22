import type { Model, QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import type { UserType } from "#shared/kernel/kernel.codes.js";
import { operationsErrors } from "./operations.errors.js";
import { AccessLogModel, ErrorLogModel, type AccessLogDoc, type ErrorLogDoc } from "./requestLog.models.js";
import { ErrorLogStatus } from "./operations.states.js";

export interface RequestSearch {
  requestId?: string | undefined;
  userType?: UserType | undefined;
  userId?: number | undefined;
  /** Prefix of the declared path. */
  route?: string | undefined;
  /** HTTP status. */
  status?: number | undefined;
  /** Code of the envelope. */
  code?: number | undefined;
  /** Minimum duration. */
  leastMs?: number | undefined;
  ip?: string | undefined;
  processStatus?: ErrorLogStatus | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** Requests of operators, slow ones and refused ones of the last 7 days, newest first. */
export const pageAccessLog = (search: RequestSearch, page: Page) => pageLog<AccessLogDoc>(AccessLogModel, search, page);

/** Requests that ended in a 5xx in the last 30 days, newest first. */
export const pageErrorLog = (search: RequestSearch, page: Page) => pageLog<ErrorLogDoc>(ErrorLogModel, search, page);

async function pageLog<T>(
  model: Model<T>,
  { route, leastMs, createdBetween, ...equal }: RequestSearch,
  page: Page,
): Promise<PageOf<T>> {
  const where = {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(route === undefined ? {} : { route: startingWith(route) }),
    ...(leastMs === undefined ? {} : { ms: { $gte: leastMs } }),
    ...createdWithin(createdBetween),
  } as QueryFilter<T>;
  return pageOf(model, where, page);
}

/** Marks a fault as handled or ignored, once. ErrorLogNotFound, ErrorLogHandled. */
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
