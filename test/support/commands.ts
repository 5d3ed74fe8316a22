import mongoose from "mongoose";

/** Every command that the service's driver sends while `run` goes on, as "find skus", in their order. */
export async function commandsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  await listening(run, (event) => void commands.push(wordsOf(event)));
  return commands;
}

/** The transactions that the service aborts meanwhile: the commands of each. */
export async function abortedDuring(run: () => Promise<unknown>): Promise<string[][]> {
  const open = new Map<string, string[]>();
  const aborted: string[][] = [];
  await listening(run, (event) => {
    const { lsid, txnNumber, autocommit } = event.command as {
      lsid?: { id: mongoose.mongo.Binary };
      txnNumber?: unknown;
      autocommit?: boolean;
    };
    if (autocommit !== false || !lsid) return;
    const key = `${lsid.id.toString("hex")} ${String(txnNumber)}`;
    const commands = [...(open.get(key) ?? []), wordsOf(event)];
    open.set(key, commands);
    if (event.commandName === "abortTransaction") aborted.push(commands);
  });
  return aborted;
}

async function listening(
  run: () => Promise<unknown>,
  note: (event: mongoose.mongo.CommandStartedEvent) => void,
): Promise<void> {
  const client = mongoose.connection.getClient();
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
}

function wordsOf({ commandName, command }: mongoose.mongo.CommandStartedEvent): string {
  const collection = (command as Record<string, unknown>)[commandName];
  return typeof collection === "string" ? `${commandName} ${collection}` : commandName;
}

/** How often each of them, the most frequent first. */
export function tally(commands: readonly string[]): string {
  const times = new Map<string, number>();
  for (const one of commands) times.set(one, (times.get(one) ?? 0) + 1);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([one, count]) => `${count} ${one}`)
    .join("\n");
}
