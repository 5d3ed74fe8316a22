import type { Command } from "ioredis";
import { producerRedis } from "#shared/kernel/redis/redis.js";

/** The commands that this process's queues send meanwhile, with their arguments. */
export async function commandsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const client = producerRedis();
  const send = client.sendCommand.bind(client);
  const sent: string[] = [];
  client.sendCommand = (command: Command, ...rest) => {
    sent.push([command.name, ...command.args.map(String)].join(" "));
    return send(command, ...rest);
  };
  try {
    await run();
  } finally {
    client.sendCommand = send;
  }
  return sent;
}

/** Of these, what reads all of a list or a set, however long it is. */
export const wholeReads = (commands: string[]): string[] =>
  commands.filter((command) => /^(lrange|zrange|zrevrange) \S+ 0 -1\b|^(smembers|keys|scan)\b/.test(command));
