import { clock } from "#shared/kernel/time/clock.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import {
  AccessLogModel,
  ErrorLogModel,
  type AccessLogDoc,
  type ErrorLogDoc,
  type RequestFacts,
} from "./requestLog.models.js";
import { RowBuffer } from "./rowBuffer.js";
import { scrubText } from "./scrubText.js";
import { shownParams } from "./shownParams.js";
import { ErrorLogStatus } from "./operations.states.js";

const accessLog = new RowBuffer<AccessLogDoc>(AccessLogModel, "access");
const errorLog = new RowBuffer<ErrorLogDoc>(ErrorLogModel, "error");

const SLOW_MS = 1_000;
const MOST_AGENT = 300;

type Outcome = Pick<RequestFacts, "status" | "ms" | "userType">;
const isFault = ({ status }: Outcome): boolean => status >= 500;
const isKept = ({ status, ms, userType }: Outcome): boolean =>
  userType === UserType.operator || ms > SLOW_MS || (status >= 400 && status !== 429);
/** Most requests are not logged: to check first saves the work of describing them. */
export const isNoteworthy = (outcome: Outcome): boolean => isFault(outcome) || isKept(outcome);

/**
 * Logs the requests that operators may look for: each of their own, each slow one, each refused one (4xx), and every
 * 5xx with its error. A rate-limited one (429) gets no row, as it must stay cheap. Returns at once, and never throws.
 */
export function logRequest(facts: RequestFacts, thrown: unknown): void {
  if (!isNoteworthy(facts)) return;
  const row = {
    ...facts,
    params: shownParams(facts.params),
    userAgent: facts.userAgent.slice(0, MOST_AGENT),
    createdAt: clock.now(),
  };
  if (isKept(facts)) accessLog.add(row);
  if (!isFault(facts)) return;
  const error = thrown instanceof Error ? thrown : new Error(thrown === undefined ? "" : String(thrown));
  errorLog.add({
    ...row,
    errorName: error.name,
    message: scrubText(error.message),
    stack: scrubText(error.stack ?? ""),
    processStatus: ErrorLogStatus.fresh,
    processOperatorId: null,
    processAt: null,
  });
}

/** At the end of a process, and before reading what was just logged. */
export async function flushRequestLogs(): Promise<void> {
  await Promise.all([accessLog.flush(), errorLog.flush()]);
}
