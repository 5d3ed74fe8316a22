import mongoose from "mongoose";
import { currentContext } from "#shared/kernel/request/context.js";

export interface Write {
  command: string;
  collection: string;
  inTransaction: boolean;
}
const writing = new Set(["insert", "update", "delete", "findAndModify"]);

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
    if (!writing.has(event.commandName)) return;
    if (!andOfJobs && currentContext()?.jobId !== undefined) return;
    const command = event.command as Record<string, unknown>;
    writes.push({
      command: event.commandName,
      collection: String(command[event.commandName]),
      inTransaction: command["autocommit"] === false,
    });
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return writes;
}
