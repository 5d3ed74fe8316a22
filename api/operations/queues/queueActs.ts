import { queueErrors } from "#shared/domains/operations/queues/index.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";

const ended = ["completed", "failed"];

/**
 * The actions allowed on the queues' pages; anything else that the board supports, now or in later versions, is
 * refused. A pending job is never written, changed or discarded: that would decide what the shop does with money.
 */
const acts: { path: RegExp; states?: string[] }[] = [
  { path: /^(pause|resume)$/ },
  { path: /^:queue\/(pause|resume|promote)$/ },
  { path: /^:queue\/retry\/failed$/ },
  { path: /^:queue\/clean\/(completed|failed)$/ },
  { path: /^:queue\/:job\/promote$/ },
  { path: /^:queue\/:job\/retry$/, states: ["failed"] },
  { path: /^:queue\/:job\/clean$/, states: ended },
];

export interface BoardAct {
  /** Null: all of them. */
  queue: QueueName | null;
  /** Its name in the audit log: "pause", "o-1-1/retry". */
  act: string;
}

/** The action of a page's call, `path` being the part after "/queues/api/queues/". QueueActRefused for any other. */
export async function allowedAct(method: string, path: string): Promise<BoardAct> {
  const parts = path.split("/").map(decoded);
  const queue = queueNames.find((name) => name === parts[0]) ?? null;
  const act = (queue ? parts.slice(1) : parts).join("/");
  const jobId = queue && parts.length === 3 && !["retry", "clean"].includes(parts[1]!) ? parts[1] : undefined;
  const shape = queue ? [":queue", ...(jobId === undefined ? [act] : [":job", parts[2]!])].join("/") : act;
  const known = method === "PUT" ? acts.find((one) => one.path.test(shape)) : undefined;
  if (!known) throw queueErrors.QueueActRefused({ act: `${method} ${act}` });
  if (known.states && queue && jobId !== undefined) {
    const state = await stateOf(queue, jobId);
    // The board itself reports an unknown job.
    if (state !== undefined && !known.states.includes(state))
      throw queueErrors.QueueActRefused({ act: `${method} ${act} (${state})` });
  }
  return { queue, act };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function stateOf(queue: QueueName, jobId: string): Promise<string | undefined> {
  return (await queueNamed(queue).getJob(jobId))?.getState();
}
