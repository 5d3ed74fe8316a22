import { expectSame, needed, type Theme } from "../probe.js";
import { isTaken } from "../ground.js";

export const transactions: Theme = {
  theme: "transactions",
  probes: [
    needed(
      "a commit keeps all of it, in two collections",
      "an order without its items, a payment without its job",
      async (ground) => {
        const [orders, items] = [await ground.rows(), await ground.rows()];
        await ground.transact(async (session) => {
          await orders.insertOne({ _id: 1 }, { session });
          await items.insertMany([{ _id: 1 }, { _id: 2 }], { session });
        });
        expectSame("rows", [await orders.countDocuments(), await items.countDocuments()], [1, 2]);
      },
    ),
    needed(
      "an abort leaves nothing: inserts, updates, deletes",
      "refused orders would hold stock, failed payments would take money",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertMany([
          { _id: 1, stock: 5 },
          { _id: 2, stock: 5 },
        ]);
        await ground.open(async (session) => {
          await rows.insertOne({ _id: 3, stock: 5 }, { session });
          await rows.updateOne({ _id: 1 }, { $inc: { stock: -1 } }, { session });
          await rows.deleteOne({ _id: 2 }, { session });
          await session.abortTransaction();
        });
        const left = await rows.find({}).sort({ _id: 1 }).toArray();
        expectSame("rows", left, [
          { _id: 1, stock: 5 },
          { _id: 2, stock: 5 },
        ]);
      },
    ),
    needed(
      "nobody sees it before the commit, it sees itself",
      "others would act on orders that are never placed",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: 1, paid: false });
        await ground.open(async (session) => {
          await rows.updateOne({ _id: 1 }, { $set: { paid: true } }, { session });
          await rows.insertOne({ _id: 2, paid: true }, { session });
          const outside = ground.elsewhere(rows);
          expectSame("seen inside", await rows.countDocuments({ paid: true }, { session }), 2);
          expectSame("seen outside", await outside.countDocuments({ paid: true }), 0);
          await session.commitTransaction();
          expectSame("seen outside after the commit", await outside.countDocuments({ paid: true }), 2);
        });
      },
    ),
    needed(
      "it reads one moment, whatever others write",
      "sums over a shop that goes on selling: prices, statements, npm run check",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertMany([
          { _id: 1, fen: 100 },
          { _id: 2, fen: 0 },
        ]);
        const outside = ground.elsewhere(rows);
        await ground.open(async (session) => {
          const first = await rows.findOne({ _id: 1 }, { session });
          await outside.updateOne({ _id: 1 }, { $inc: { fen: -40 } });
          await outside.updateOne({ _id: 2 }, { $inc: { fen: 40 } });
          await outside.insertOne({ _id: 3, fen: 7 });
          const second = await rows.findOne({ _id: 2 }, { session });
          const sums = await rows.aggregate([{ $group: { _id: null, fen: { $sum: "$fen" } } }], { session }).toArray();
          expectSame("fen", [first?.["fen"], second?.["fen"], sums], [100, 0, [{ _id: null, fen: 100 }]]);
        });
      },
    ),
    needed(
      "a unique violation is reported with its field, and nothing of it stays",
      "a second order, refund or coupon of the same key",
      async (ground) => {
        const rows = await ground.rows({ key: { no: 1 }, unique: true });
        await rows.insertOne({ _id: 1, no: "A" });
        await ground.open(async (session) => {
          await rows.insertOne({ _id: 2, no: "B" }, { session });
          const error = await rows.insertOne({ _id: 3, no: "A" }, { session }).catch((thrown: unknown) => thrown);
          expectSame("refused as taken", isTaken(error), true);
          const { keyPattern, message } = error as Error & { keyPattern?: object };
          expectSame("the field is named", keyPattern ? "no" in keyPattern : message.includes("no"), true);
          await session.abortTransaction();
        });
        expectSame("ids", await rows.distinct("_id"), [1]);
      },
    ),
  ],
};
