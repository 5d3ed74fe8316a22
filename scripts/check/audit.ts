import { hashOperation } from "#shared/domains/audit/worker.js";
import { add, byId, type CheckReport, type Read, type Rows } from "./rows.js";

/** How long a row may wait for its seal. */
const SEAL_GRACE_MS = 60_000;

/**
 * I6: from the anchor to the head each audit row follows the previous one, and its hash matches its content. An edited
 * row is reported by its id, removed ones by their positions.
 */
export async function auditChainHolds(report: CheckReport, read: Read, now: Date): Promise<void> {
  const ends = await read("auditChain");
  const anchor = ends.find(({ _id }) => _id === "anchor") ?? { seq: 0, hash: "" };
  const head: Partial<Rows["auditChain"]> = ends.find(({ _id }) => _id === "head") ?? {};
  const unsealed = await read("operationLogs", { unsealed: true });
  let last = { seq: anchor.seq, hash: anchor.hash };
  let rows = 0;
  for (const { _id, createdAt } of unsealed)
    if (createdAt.getTime() < now.getTime() - SEAL_GRACE_MS)
      add(report, "I6", `audit row ${_id}`, `waits for its seal since ${createdAt.toISOString()}`);
  const follows = (row: Rows["operationLogs"], { seq, hash }: { seq: number; hash: string }): void => {
    rows++;
    if (seq !== last.seq + 1) add(report, "I6", `audit rows ${last.seq + 1} to ${seq - 1} of the chain`, "are missing");
    // The previous row is missing, so this hash cannot be checked; the next rows are checked against this one.
    else if (hashOperation(row, { seq, previous: last.hash }) !== hash)
      add(report, "I6", `audit row ${row._id}`, `was changed after it was sealed as number ${seq}`);
    last = { seq, hash };
  };
  for await (const row of read.each("operationLogs", { where: { seq: { $gt: 0 } }, sort: { seq: 1 } }))
    follows(row, row);
  // Seals that a process has decided and not yet put on their rows.
  const waiting = byId(unsealed);
  for (const { _id, ...seal } of head.pending ?? []) if (waiting.has(_id)) follows(waiting.get(_id)!, seal);
  if (last.seq !== (head.seq ?? 0) || last.hash !== (head.hash ?? ""))
    add(report, "I6", `audit rows ${last.seq + 1} to ${head.seq ?? 0} of the chain`, "are missing at its end");
  report.looked["I6 audit rows"] = rows;
}
