import { setTimeout as pause } from "node:timers/promises";
import type { Killable } from "./crash.js";
import type { OpenGround, Rows } from "./ground.js";
import { Otherwise, Untried, type Probe, type Theme } from "./probe.js";

/** Long enough for the write of many to reach the row that the transaction holds. */
const MEETS_MS = 300;
const STANDS_MS = 3_000;

const ways: Record<string, (rows: Rows) => Promise<unknown>> = {
  update: (rows) => rows.updateMany({ _id: { $in: [1, 2] } }, { $set: { by: "many" } }),
  delete: (rows) => rows.deleteMany({ _id: { $in: [1, 2] } }),
};

/** Whether the transaction that holds row 1 reaches row 3 while a plain write of many waits for row 1. */
async function goesOn(ground: OpenGround, server: Killable, way: (rows: Rows) => Promise<unknown>): Promise<boolean> {
  const rows = await ground.rows();
  await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
  return await ground.open(async (session) => {
    await rows.updateOne({ _id: 1 }, { $set: { by: "one" } }, { session });
    const many = way(rows).then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([many, pause(MEETS_MS)]);
    const on = rows.updateOne({ _id: 3 }, { $set: { by: "one" } }, { session }).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([on, pause(STANDS_MS, undefined)]))) {
      // Only a restart ends the standstill.
      await server.kill();
      await server.restart();
      return false;
    }
    await session.commitTransaction();
    await many;
    return true;
  });
}

const goesOnBeside = (name: string, ground: OpenGround, server: Killable | undefined): Probe => ({
  name: `a transaction goes on while a plain ${name} of many rows waits for one of its rows`,
  severity: "avoided",
  wouldBreak: "neither comes to its end, and soon the whole server stands",
  harmless: "writes of many rows run in transactions of their own, where that is a lost race",
  run: async () => {
    if (!server) throw new Untried("a given server is not brought to a standstill");
    if (!(await goesOn(ground, server, ways[name]!))) throw new Otherwise("it stands until the server is killed");
  },
});

/** Runs alone, before the crash: nothing else may use a server that may stand still. */
export const standstill = (ground: OpenGround, server: Killable | undefined): Theme[] =>
  Object.keys(ways).map((name) => ({ theme: "standstill", probes: [goesOnBeside(name, ground, server)] }));
