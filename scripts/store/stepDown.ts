import { setTimeout as pause } from "node:timers/promises";
import { isLostRace, times, type OpenGround, type Rows } from "./ground.js";
import { expectSame, needed, Untried, type Theme } from "./probe.js";

const WRITERS = 4;
/** So long the old primary does not stand again. */
const AWAY_SECONDS = 5;
const BEFORE_MS = 1_000;
const AFTER_MS = 3_000;
/** An election takes two to twelve seconds. */
const ELECTED_WITHIN_MS = 30_000;

interface Work {
  /** Those of transactions that were acknowledged. */
  done: Set<number>;
  /** How often each writer was refused: by a server that is no primary any more, or for a lost race. */
  refused: number;
  stop(): Promise<void>;
}

/** Each moves one from row 1 to row 2 and notes it, again and again; what was not acknowledged is another number's turn. */
function move(ground: OpenGround, { sums, notes }: { sums: Rows; notes: Rows }): Work {
  const work: Work = { done: new Set(), refused: 0, stop: async () => {} };
  let isOver = false;
  const writer = async (first: number): Promise<void> => {
    for (let _id = first; !isOver; _id += WRITERS) {
      try {
        await ground.open(async (session) => {
          await sums.updateOne({ _id: 1 }, { $inc: { left: -1 } }, { session });
          await sums.updateOne({ _id: 2 }, { $inc: { left: 1 } }, { session });
          await notes.insertOne({ _id }, { session });
          await session.commitTransaction();
        });
        work.done.add(_id);
      } catch (error) {
        if (!isLostRace(error)) work.refused++;
        await pause(20);
      }
    }
  };
  const all = Promise.all(times(WRITERS, writer));
  work.stop = async () => {
    isOver = true;
    await all;
  };
  return work;
}

async function standsDown(ground: OpenGround): Promise<void> {
  const rows = { sums: await ground.rows(), notes: await ground.rows() };
  await rows.sums.insertMany([
    { _id: 1, left: 0 },
    { _id: 2, left: 0 },
  ]);
  const work = move(ground, rows);
  try {
    await pause(BEFORE_MS);
    await ground.stepDown(AWAY_SECONDS);
    const before = work.done.size;
    const until = Date.now() + ELECTED_WITHIN_MS;
    while (work.done.size <= before + WRITERS && Date.now() < until) await pause(100);
    expectSame("transactions after another primary was elected", work.done.size > before + WRITERS, true);
    await pause(AFTER_MS);
  } finally {
    await work.stop();
  }
  const noted = new Set((await rows.notes.distinct("_id")) as number[]);
  const lost = [...work.done].filter((id) => !noted.has(id)).length;
  expectSame(`lost of ${work.done.size} acknowledged transactions`, lost, 0);
  const [from, to] = await rows.sums.find().sort({ _id: 1 }).toArray();
  expectSame("what was moved, and what was noted", [-from!["left"], to!["left"]], [noted.size, noted.size]);
}

/** Runs alone: nothing else may use a set whose primary changes. A set of fewer than three counts as not tried. */
export const stepDown = (ground: OpenGround): Theme => ({
  theme: "step-down",
  probes: [
    needed(
      "what was acknowledged outlives a change of the primary, and writes go on",
      "paid orders are gone, or nothing is sold until somebody restarts the shop",
      async () => {
        if (ground.members < 3) throw new Untried("no replica set of three members is given");
        await standsDown(ground);
      },
    ),
  ],
});
