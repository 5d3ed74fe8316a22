import mongoose from "mongoose";
import type { Ground, Rows } from "../ground.js";
import { expectSame, needed, Untried, type Theme } from "../probe.js";

type Session = mongoose.mongo.ClientSession;
/** What an operation came to: the fields that the shop reads. */
type Outcome = Record<"idx" | "ok", number> & Partial<Record<"n" | "code", number>>;

/** The command of 8.0; the shop writes to each collection apart where the server does not know it. */
export const bulks: Theme = {
  theme: "one command for several collections",
  probes: [
    needed(
      "a bulk in a transaction: each operation's outcome, a guard that matches nothing, nothing after an abort",
      "orders without their payments, stock that is sold twice",
      async (ground) => {
        const { orders, stock } = await twoCollections(ground);
        await ground.open(async (session) => {
          await stock.findOne({ _id: 1 }, { session });
          const outcomes = await send(ground, session, [orders, stock]);
          expectSame(
            "n of each",
            outcomes.map(({ ok, n }) => [ok, n]),
            [
              [1, 1],
              [1, 1],
              [1, 0],
              [1, 1],
            ],
          );
          expectSame("seen inside", await orders.countDocuments({}, { session }), 1);
          await session.abortTransaction();
        });
        expectSame("rows", [await orders.countDocuments(), await stock.countDocuments()], [0, 2]);
      },
    ),
    needed(
      "a duplicate in a bulk is told, with its place, and nothing after it is done",
      "a payment that is known would be an error nobody can act on",
      async (ground) => {
        const { orders, stock } = await twoCollections(ground);
        await orders.insertOne({ _id: 1 });
        await ground.open(async (session) => {
          await stock.findOne({ _id: 1 }, { session });
          const outcomes = await send(ground, session, [orders, stock]);
          expectSame(
            "the last outcome",
            outcomes.slice(-1).map(({ idx, ok, code }) => [idx, ok, code]),
            [[0, 0, 11_000]],
          );
        });
        expectSame("stock", (await stock.findOne({ _id: 1 }))?.["units"], 5);
      },
    ),
    needed(
      "a bulk that writes what another transaction has written loses its race",
      "two orders would take the same unit",
      async (ground) => {
        const { orders, stock } = await twoCollections(ground);
        await ground.open(async (session) => {
          await stock.findOne({ _id: 2 }, { session });
          await ground.elsewhere(stock).updateOne({ _id: 1 }, { $inc: { units: -5 } });
          const lost = await send(ground, session, [orders, stock]).then(
            (outcomes) => outcomes.some(({ code }) => code === WRITE_CONFLICT),
            (error: unknown) =>
              error instanceof mongoose.mongo.MongoError && error.hasErrorLabel("TransientTransactionError"),
          );
          expectSame("lost", lost, true);
        });
        expectSame("stock", (await stock.findOne({ _id: 1 }))?.["units"], 0);
      },
    ),
  ],
};

const WRITE_CONFLICT = 112;
const WIRE_OF_BULKS = 25;

async function twoCollections(ground: Ground): Promise<{ orders: Rows; stock: Rows }> {
  const [orders, stock] = [await ground.rows(), await ground.rows()];
  await stock.insertMany([
    { _id: 1, units: 5 },
    { _id: 2, units: 0 },
  ]);
  return { orders, stock };
}

/** Inserts an order, takes a unit of the first SKU and none of the second, which has none, and counts the third by upsert. */
async function send(ground: Ground, session: Session, [orders, stock]: readonly [Rows, Rows]): Promise<Outcome[]> {
  if (ground.maxWireVersion < WIRE_OF_BULKS) throw new Untried("the server is older than 8.0");
  const take = { updateMods: { $inc: { units: -1 } }, upsert: false };
  const { cursor } = (await ground.command(
    {
      bulkWrite: 1,
      ops: [
        { insert: 0, document: { _id: 1 } },
        { update: 1, filter: { _id: 1, units: { $gte: 1 } }, ...take },
        { update: 1, filter: { _id: 2, units: { $gte: 1 } }, ...take },
        { update: 1, filter: { _id: 3 }, updateMods: { $inc: { units: 1 } }, upsert: true },
      ],
      nsInfo: [orders, stock].map(({ namespace }) => ({ ns: namespace })),
      ordered: true,
    },
    session,
  )) as unknown as { cursor: { firstBatch: Outcome[] } };
  return cursor.firstBatch;
}
