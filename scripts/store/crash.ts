import { setTimeout as pause } from "node:timers/promises";
import { times, type OpenGround, type Row, type Rows } from "./ground.js";
import { expectSame, needed, Untried, type Theme } from "./probe.js";

/** A server that belongs to this run, so that it may be killed. */
export interface Killable {
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const WRITERS = 6;
const WRITES_MS = 1_500;

/** Acknowledged writes: ids of single rows and of transactions. */
interface Acknowledged {
  singles: Set<number>;
  pairs: Set<number>;
}

/** Writes until the server is down. */
function write(ground: OpenGround, rows: { singles: Rows; left: Rows; right: Rows }, acknowledged: Acknowledged) {
  let killed = false;
  const writer = async (first: number): Promise<void> => {
    for (let _id = first; !killed; _id += WRITERS) {
      try {
        await rows.singles.insertOne({ _id });
        acknowledged.singles.add(_id);
        await ground.open(async (session) => {
          await rows.left.insertOne({ _id }, { session });
          await rows.right.insertOne({ _id }, { session });
          await session.commitTransaction();
        });
        acknowledged.pairs.add(_id);
      } catch {
        return; // not acknowledged: it may be there or not
      }
    }
  };
  return { all: Promise.all(times(WRITERS, writer)), stop: () => void (killed = true) };
}

const idsOf = async (rows: Rows): Promise<Set<Row["_id"]>> => new Set(await rows.distinct("_id"));

async function outlivesAKill(ground: OpenGround, server: Killable): Promise<void> {
  const rows = { singles: await ground.rows(), left: await ground.rows(), right: await ground.rows() };
  const acknowledged: Acknowledged = { singles: new Set(), pairs: new Set() };
  const writers = write(ground, rows, acknowledged);
  await pause(WRITES_MS);
  await server.kill();
  writers.stop();
  await Promise.all([writers.all, server.restart()]);

  const [singles, left, right] = [await idsOf(rows.singles), await idsOf(rows.left), await idsOf(rows.right)];
  expectSame("acknowledged rows and transactions", acknowledged.singles.size > 0 && acknowledged.pairs.size > 0, true);
  const lost = [...acknowledged.singles].filter((id) => !singles.has(id)).length;
  expectSame(`lost of ${acknowledged.singles.size} acknowledged rows`, lost, 0);
  const gone = [...acknowledged.pairs].filter((id) => !left.has(id) || !right.has(id)).length;
  expectSame(`lost of ${acknowledged.pairs.size} acknowledged transactions`, gone, 0);
  const halves = [...left].filter((id) => !right.has(id)).length + [...right].filter((id) => !left.has(id)).length;
  expectSame("halves of transactions", halves, 0);
}

/** Runs alone and last: nothing else may use a server that is killed. Without one the probe counts as not tried. */
export const crash = (ground: OpenGround, server: Killable | undefined): Theme => ({
  theme: "crash",
  probes: [
    needed(
      "what was acknowledged outlives a killed server, half of a transaction does not",
      "paid orders, balances and jobs are gone after a power failure",
      async () => {
        if (!server) throw new Untried("a given server is not killed");
        await outlivesAKill(ground, server);
      },
    ),
  ],
});
