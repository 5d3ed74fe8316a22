import { expect } from "chai";
import { spawn } from "node:child_process";
import mongoose from "mongoose";
import { runToEnd } from "#scripts/deployment/program.js";
import { fromSources } from "#test/support/fromSources.js";

/** A database of the run's own, beside that of its service. */
export function databaseNamed(name: string): string {
  const uri = new URL(process.env["MONGODB_URI"] ?? "");
  uri.pathname = `${uri.pathname}-${name}`;
  return uri.href;
}

type Command = "backup" | "restore" | "migrate" | "seed" | "check";
const nodeArguments = (command: Command, args: string[]): string[] => [
  ...fromSources(`scripts/${command}/index.ts`),
  ...args,
];
const environmentFor = (uri: string): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  MONGODB_URI: uri,
  LOG_LEVEL: "warn",
});

/** Runs a command as an operator does, on this database. */
export const runCommand = (
  command: Command,
  uri: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> =>
  runToEnd(nodeArguments(command, args), { ...environmentFor(uri), ...env });

/** As on a disk that takes no file of more than so many KiB. */
export async function runOnFullDisk(
  kibibytes: number,
  command: Command,
  uri: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  const limit = `ulimit -f ${kibibytes}; exec "$@"`;
  const child = spawn("bash", ["-c", limit, "bash", process.execPath, ...nodeArguments(command, args)], {
    env: environmentFor(uri),
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  return { code: await new Promise((done) => child.once("close", (code) => done(code ?? 1))), output };
}

/** Kills a command as soon as its output has this. */
export async function killAt(line: RegExp, command: Command, uri: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, nodeArguments(command, args), { env: environmentFor(uri) });
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text.toString();
    if (line.test(output)) child.kill("SIGKILL");
  });
  const by = await new Promise((done) => child.once("close", (_, signal) => done(signal)));
  expect(by, output).to.equal("SIGKILL");
}

/** Every row of a database as its bytes in hex, by collection and then in the order of their ids. */
export async function bytesOf(db: mongoose.Connection): Promise<Record<string, string[]>> {
  const bytes: Record<string, string[]> = {};
  for (const { name } of await db.listCollections()) {
    const rows = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
    bytes[name] = (rows as unknown as Buffer[]).map((row) => row.toString("hex"));
  }
  return bytes;
}
