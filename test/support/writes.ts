import mongoose from "mongoose";
import { currentContext } from "#shared/kernel/request/context.js";

export interface Write {
  command: string;
  collection: string;
  inTransaction: boolean;
}
const writing = new Set(["insert", "update", "delete", "findAndModify"]);
type Command = Record<string, unknown>;
/** The command that writes to several collections at once. */
interface Bulk {
  ops: ({ insert: number } | { update: number })[];
  nsInfo: { ns: string }[];
}

/**
 * Every write that the driver sends while `run` goes on, and whether it carries a transaction. Those of jobs count
 * only when they are asked for: what an earlier test left may come due at any moment.
 */
export async function writesDuring(
  run: () => Promise<unknown>,
  { andOfJobs = false }: { andOfJobs?: boolean } = {},
): Promise<Write[]> {
  const client = mongoose.connection.getClient();
  const writes: Write[] = [];
  const note = (event: mongoose.mongo.CommandStartedEvent): void => {
    if (!andOfJobs && currentContext()?.jobId !== undefined) return;
    const command = event.command as Command;
    const inTransaction = command["autocommit"] === false;
    for (const write of writesOf(event.commandName, command)) writes.push({ ...write, inTransaction });
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return writes;
}

function writesOf(name: string, command: Command): Omit<Write, "inTransaction">[] {
  if (writing.has(name)) return [{ command: name, collection: String(command[name]) }];
  if (name !== "bulkWrite") return [];
  const { ops, nsInfo } = command as unknown as Bulk;
  return ops.map((op) => {
    const [kind, at] = "insert" in op ? ["insert", op.insert] : ["update", op.update];
    const { ns } = nsInfo[at as number]!;
    return { command: kind as string, collection: ns.slice(ns.indexOf(".") + 1) };
  });
}
