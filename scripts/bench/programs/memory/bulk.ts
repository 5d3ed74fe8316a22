import type { CommandContext } from "./asked.js";
import type { Collection } from "./collection.js";
import type { Doc } from "./values.js";
import { insert, update } from "./writes.js";

type Op = { insert: number; document: Doc } | { update: number; filter: Doc; updateMods: Doc; upsert?: boolean };
interface Bulk {
  ops: Op[];
  nsInfo: { ns: string }[];
  errorsOnly?: boolean;
}
interface Outcome {
  n: number;
  writeErrors?: { code: number; errmsg: string; keyPattern: Doc }[];
}

/** The command of MongoDB 8.0: inserts and updates of several collections, in their order, until one is refused. */
export async function bulkWrite(context: CommandContext, collectionOf: (ns: string) => Collection): Promise<Doc> {
  const { ops, nsInfo, errorsOnly = false } = context.command as unknown as Bulk;
  const outcomes: Doc[] = [];
  let nErrors = 0;
  for (const [idx, op] of ops.entries()) {
    const collection = collectionOf(nsInfo["insert" in op ? op.insert : op.update]!.ns);
    const { n, writeErrors } = (await write({ ...context, collection, bytes: [] }, op)) as unknown as Outcome;
    const refused = writeErrors?.[0];
    if (refused) {
      const { code, errmsg, keyPattern } = refused;
      nErrors = outcomes.push({ ok: 0, idx, code, errmsg, keyPattern });
      break;
    }
    if (!errorsOnly) outcomes.push({ ok: 1, idx, n });
  }
  return { cursor: { id: 0n, ns: "admin.$cmd.bulkWrite", firstBatch: outcomes }, nErrors: Math.min(nErrors, 1) };
}

const write = (context: CommandContext, op: Op): Promise<Doc> =>
  "insert" in op
    ? insert({ ...context, command: { documents: [op.document] } })
    : update({ ...context, command: { updates: [{ q: op.filter, u: op.updateMods, upsert: op.upsert ?? false }] } });
