/**
 * An in-memory stand-in of MongoDB: `memoryStore.js delayMs` reports its port, delays each response, and ends on a
 * message. It serves figures only, about the code before the store: what a shop could do on a store that costs next to
 * nothing. Do not test on it or keep data in it: rows are lost with it; a transaction reads committed data, not a
 * snapshot; rows do not expire; indexes other than sorted ones, and commands that no bench needs, are unknown and
 * refused by name.
 */
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "./memory/wire.js";
import { Store } from "./memory/store.js";

export interface MemoryStore {
  port: number;
  pid: number;
}

const delayMs = Number(process.argv[2] ?? 0);
/** As in production, and as much longer as the seed's large transactions take on a slow store. */
const lifetimeMs = 10_000 + 1_000 * delayMs;
const store: Store = new Store(() => (server.address() as AddressInfo).port, lifetimeMs);
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
