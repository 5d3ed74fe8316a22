/**
 * A stand-in of MongoDB that keeps everything in memory: `memoryStore.js delayMs` reports its port, answers each command so
 * much later than it could, and ends when it is told to. For
 * figures alone, and of what stands before the store: what a shop could do on a store that costs next to nothing. Nothing
 * may be tested on it and nothing kept in it. Rows are lost with it; a transaction reads what is committed at the time, not of one moment; no
 * row expires; of indexes of other kinds than sorted ones, and of what no bench has asked for, it knows nothing, and says
 * so by the command's name.
 */
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "./memory/wire.js";
import { Store } from "./memory/store.js";

export interface MemoryStore {
  port: number;
  pid: number;
}

const store: Store = new Store(() => (server.address() as AddressInfo).port);
const delayMs = Number(process.argv[2] ?? 0);
const server = listen(async (request) => {
  const reply = await store.answer(request);
  if (delayMs > 0) await pause(delayMs);
  return reply;
});
server.listen(0, "127.0.0.1", () => {
  const report: MemoryStore = { port: store.port(), pid: process.pid };
  process.send!(report);
});
process.once("message", () => process.exit(0));
process.once("disconnect", () => process.exit(0));
