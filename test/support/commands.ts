import mongoose from "mongoose";

/** Every command that the service's driver sends while `run` goes on, as "find skus", in their order. */
export async function commandsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const client = mongoose.connection.getClient();
  const commands: string[] = [];
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const collection = (command as Record<string, unknown>)[commandName];
    commands.push(typeof collection === "string" ? `${commandName} ${collection}` : commandName);
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return commands;
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
