import { setTimeout as pause } from "node:timers/promises";
import type { Ground, Index, Row } from "../ground.js";
import { expectSame, needed, Unsure, type LookLater, type Theme } from "../probe.js";

const LOOK_EACH_MS = 500;
const DAY_S = 86_400;
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

interface Expiry {
  index: Index;
  timeoutMs: number;
  /** The first has expired, the others stay. */
  rows: Row[];
}

async function onlyTheFirstGoes(ground: Ground, { index, timeoutMs, rows }: Expiry): Promise<LookLater> {
  const collection = await ground.rows(index);
  const begun = Date.now();
  await collection.insertMany(rows);
  const [first, ...others] = rows.map(({ _id }) => _id);
  return async () => {
    for (;;) {
      const left = (await collection.distinct("_id")).sort();
      expectSame(
        "rows that stay",
        left.filter((_id) => _id !== first),
        others,
      );
      if (left.length === others.length) return;
      const waitedMs = Date.now() - begun;
      if (waitedMs > timeoutMs)
        throw new Unsure(`not seen within ${Math.round(waitedMs / 1_000)} s: stores look for such rows once a minute`);
      await pause(LOOK_EACH_MS);
    }
  };
}

/** @param timeoutMs how long it waits for the expiry */
export const timeToLive = (timeoutMs: number): Theme => ({
  theme: "expiry",
  probes: [
    needed(
      "a row goes when its time is over, and not before",
      "codes, sessions and logs pile up; or they end too early",
      (ground) =>
        onlyTheFirstGoes(ground, {
          index: { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
          timeoutMs,
          rows: [
            { _id: 1, expiresAt: ago(1) },
            { _id: 2, expiresAt: ago(-3_600) },
            { _id: 3, expiresAt: null },
            { _id: 4 },
          ],
        }),
    ),
    {
      name: "of rows whose time is over only those go that a partial index is about",
      severity: "avoided",
      wouldBreak: "rows that are kept longer than others of their collection vanish with them",
      harmless: "all rows of a collection that end by themselves end alike",
      run: (ground) =>
        onlyTheFirstGoes(ground, {
          index: { key: { endedAt: 1 }, expireAfterSeconds: DAY_S, partialFilterExpression: { state: "done" } },
          timeoutMs,
          rows: [
            { _id: 1, state: "done", endedAt: ago(DAY_S + 60) },
            { _id: 2, state: "dead", endedAt: ago(DAY_S + 60) },
            { _id: 3, state: "done", endedAt: ago(DAY_S - 600) },
          ],
        }),
    },
  ],
});
