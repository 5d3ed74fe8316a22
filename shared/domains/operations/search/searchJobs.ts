import type { Model } from "mongoose";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import type { AccessLogDoc } from "../requestLog.models.js";

const JOB_ID = /^o-(\d{1,15})(?:-\d+)?$/;

/** Durable jobs by their id, whole (o-17-1) or its number, and those that a request with the id enqueued. */
export async function searchJobs({ id, no }: Sought): Promise<Hit[]> {
  const rowId = id ?? Number(JOB_ID.exec(no ?? "")?.[1] ?? 0);
  const [byId, ofRequest] = await Promise.all([
    rowId === 0 ? [] : OutboxModel.find({ _id: rowId }).lean<OutboxRow[]>(),
    no === undefined
      ? []
      : OutboxModel.find({ requestId: no }).sort({ createdAt: -1 }).limit(MOST_HITS).lean<OutboxRow[]>(),
  ]);
  const hit =
    (isExact: boolean) =>
    (row: OutboxRow): Hit => ({
      id: row._id,
      title: row.job,
      state: row.state,
      amountFen: null,
      about: bullIdOf(row),
      at: row.createdAt,
      isExact,
    });
  return bestOf(byId.map(hit(true)), ofRequest.map(hit(false)));
}

type Call = Pick<AccessLogDoc, "_id" | "requestId" | "method" | "route" | "status" | "createdAt">;
const ofCall = "requestId method route status createdAt";

/** Logged requests by their id: of the access log, or of the error log. */
export async function searchRequests<T extends Call>(model: Model<T>, { no }: Sought): Promise<Hit[]> {
  if (no === undefined) return [];
  const which = { requestId: no } as object;
  const calls = await model.find(which, ofCall).sort({ createdAt: -1 }).limit(MOST_HITS).lean<Call[]>();
  return bestOf(
    calls.map((call) => ({
      id: call._id,
      title: call.requestId,
      state: String(call.status),
      amountFen: null,
      about: `${call.method} ${call.route}`,
      at: call.createdAt,
      isExact: true,
    })),
  );
}
