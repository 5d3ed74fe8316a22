import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "#scripts/deployment/services.js";
import { findProgram } from "#scripts/services/index.mjs";
import { eventually } from "#test/support/eventually.js";

/** A Redis, or a Sentinel, of a test's own, to be broken. */
export interface RedisNode {
  readonly port: number;
  /** Where it keeps its data. */
  readonly folder: string;
  /** Asks it, over a connection for this alone; waits until it answers. */
  ask(...words: (string | number)[]): Promise<unknown>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on its port and data. */
  start(): Promise<void>;
}

const host = "127.0.0.1";

/** `lines` are settings, each as in its configuration file; it is asked as `user`, where it knows one. */
export async function startNode(
  parent: string,
  lines: (port: number) => Promise<string[]> | string[],
  { isSentinel = false, user }: { isSentinel?: boolean; user?: { username: string; password: string } } = {},
): Promise<RedisNode> {
  const [program, port] = [await findProgram("redis"), await freePort()];
  const folder = join(parent, String(port));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "node.conf");
  const common = [`port ${port}`, `bind ${host}`, `dir ${folder}`, "protected-mode no"];
  writeFileSync(file, [...common, ...(await lines(port)), ""].join("\n"));
  let child: ChildProcess | undefined;
  const node: RedisNode = {
    port,
    folder,
    async ask(...words) {
      const once = { lazyConnect: true, retryStrategy: () => null, commandTimeout: 10_000 };
      const client = new Redis({ host, port, ...user, ...once });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return await client.call(String(words[0]), ...words.slice(1).map(String));
      } finally {
        client.disconnect();
      }
    },
    async kill(signal = "SIGKILL") {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, "exit");
      running.kill(signal);
      if (signal !== "SIGSTOP" && signal !== "SIGCONT") await ended;
    },
    async start() {
      child = spawn(program, [file, ...(isSentinel ? ["--sentinel"] : [])], { stdio: "ignore" });
      await answers(node);
    },
  };
  await node.start();
  return node;
}

const answers = (node: RedisNode): Promise<void> =>
  eventually(`the node at ${node.port} answers`, async () => (await node.ask("PING").catch(() => "")) === "PONG", 30);

/** A field of INFO. */
export async function infoOf(node: RedisNode, section: string, field: string): Promise<string | undefined> {
  const lines = String(await node.ask("INFO", section)).split("\r\n");
  return lines.find((line) => line.startsWith(`${field}:`))?.slice(field.length + 1);
}
