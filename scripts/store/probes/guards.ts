import { times } from "../ground.js";
import { expectSame, needed, type Theme } from "../probe.js";

export const guards: Theme = {
  theme: "guards",
  probes: [
    needed(
      "of 24 who move a row from one state at once one gets it",
      "an order is paid, a coupon used, a refund sent twice",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: 1, status: 0 });
        const got = await Promise.all(
          times(24, (by) =>
            rows.findOneAndUpdate({ _id: 1, status: 0 }, { $set: { status: 10, by } }, { returnDocument: "after" }),
          ),
        );
        const winners = got.filter((row) => row !== null);
        expectSame("winners", winners.length, 1);
        expectSame("the row", await rows.findOne({ _id: 1 }), winners[0]);
      },
    ),
    needed("of 30 who take from a stock of 10 at once ten get one", "more is sold than there is", async (ground) => {
      const rows = await ground.rows();
      await rows.insertOne({ _id: 1, stock: 10, reserved: 0 });
      const took = await Promise.all(
        times(30, () => rows.updateOne({ _id: 1, stock: { $gte: 1 } }, { $inc: { stock: -1, reserved: 1 } })),
      );
      const taken = took.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0);
      expectSame("taken", taken, 10);
      expectSame("the row", await rows.findOne({ _id: 1 }), { _id: 1, stock: 0, reserved: 10 });
    }),
    needed(
      "an update reports what it matched and what it changed",
      "whether a race was lost, whether a row is gone",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertMany(times(3, (_id) => ({ _id, status: _id })));
        const countsOf = async (filter: object, status: number): Promise<number[]> => {
          const { matchedCount, modifiedCount } = await rows.updateMany(filter, { $set: { status } });
          return [matchedCount, modifiedCount];
        };
        expectSame("as it is already", await countsOf({ _id: 0 }, 0), [1, 0]);
        expectSame("one of three is so already", await countsOf({}, 2), [3, 2]);
        expectSame("none", await countsOf({ _id: 9 }, 2), [0, 0]);
        expectSame("deleted", (await rows.deleteMany({ status: 2 })).deletedCount, 3);
      },
    ),
    needed("numbers taken in blocks by many at once are each taken once", "two orders with one id", async (ground) => {
      const rows = await ground.rows();
      await rows.insertOne({ _id: "orders", value: 0 });
      const blocks = await Promise.all(
        times(12, () => rows.findOneAndUpdate({ _id: "orders" }, { $inc: { value: 50 } }, { returnDocument: "after" })),
      );
      const ends = blocks.map((row) => Number(row?.["value"])).sort((a, b) => a - b);
      expectSame(
        "ends of the blocks",
        ends,
        times(12, (index) => (index + 1) * 50),
      );
      const before = await rows.findOneAndUpdate({ _id: "orders" }, { $inc: { value: 1 } });
      expectSame("the row before, unless requested otherwise", before?.["value"], 600);
    }),
  ],
};
