import type mongoose from "mongoose";
import type { Row } from "../ground.js";
import { expectSame, needed, shown, type Theme } from "../probe.js";

const rowsLookedAt: Row[] = [
  { _id: 1, status: 0, no: "A1", at: new Date(1_000), terms: ["red", "tea"], uses: [] },
  { _id: 2, status: 10, no: "A2", at: new Date(2_000), terms: ["tea"], uses: [{ what: "avatar", by: 2 }] },
  {
    _id: 3,
    status: 20,
    no: "b3",
    at: new Date(3_000),
    terms: ["red"],
    uses: [{ what: "review", by: 3 }, { what: "x" }],
  },
  { _id: 4, status: 10, no: null, deletedAt: null, terms: [], uses: [{ what: "avatar", by: 9 }] },
  { _id: 5, status: 30, deletedAt: new Date(9), slots: [{ until: 1 }, { until: 9 }] },
];

/** Each with the ids of the rows that it must find. */
const questions: [filter: mongoose.mongo.Filter<Row>, ids: number[]][] = [
  [{ status: { $in: [0, 20] } }, [1, 3]],
  [{ status: { $nin: [0, 20] } }, [2, 4, 5]],
  [{ status: { $gte: 10, $lt: 30 } }, [2, 3, 4]],
  [{ status: { $gt: 10, $lte: 30 } }, [3, 5]],
  [{ status: { $ne: 10 } }, [1, 3, 5]],
  [{ at: { $gte: new Date(2_000) } }, [2, 3]],
  [{ at: { $not: { $gt: new Date(1_500) } } }, [1, 4, 5]],
  // The shop never writes null for a missing value: a missing field counts as null.
  [{ deletedAt: null }, [1, 2, 3, 4]],
  [{ deletedAt: { $ne: null } }, [5]],
  [{ no: { $exists: false } }, [5]],
  [{ "slots.0": { $exists: true }, "slots.2": { $exists: false } }, [5]],
  [{ no: { $type: "string" } }, [1, 2, 3]],
  [{ no: { $regex: /^A/ } }, [1, 2]],
  [{ no: { $regex: "B", $options: "i" } }, [3]],
  [{ terms: "tea" }, [1, 2]],
  [{ terms: { $all: ["tea", "red"] } }, [1]],
  [{ terms: { $in: [] } }, []],
  [{ uses: { $size: 0 } }, [1]],
  [{ "uses.what": "avatar" }, [2, 4]],
  [{ uses: { $elemMatch: { what: "avatar", by: { $gt: 5 } } } }, [4]],
  [{ "slots.until": { $gt: 5 } }, [5]],
  [{ $or: [{ status: 0 }, { no: "b3" }], at: { $lt: new Date(2_500) } }, [1]],
  [{ $and: [{ $or: [{ _id: 1 }, { _id: 2 }] }, { $or: [{ status: 10 }, { status: 30 }] }] }, [2]],
];

export const filters: Theme = {
  theme: "filters",
  probes: [
    needed(
      `${questions.length} filters find the rows that they mean, in a transaction too`,
      "searches of members and operators, and the guard of every write",
      async (ground) => {
        const rows = await ground.rows(
          { key: { status: 1 } },
          { key: { terms: 1 } },
          { key: { deletedAt: 1 }, sparse: true },
        );
        await rows.insertMany(rowsLookedAt);
        await ground.open(async (session) => {
          for (const [filter, ids] of questions) {
            const found = await rows.find(filter).sort({ _id: 1 }).project({ _id: 1 }).toArray();
            expectSame(
              shown(filter),
              found.map(({ _id }) => Number(_id)),
              ids,
            );
            expectSame(`count of ${shown(filter)}`, await rows.countDocuments(filter, { session }), ids.length);
          }
        });
      },
    ),
    needed(
      "values come back as they were written",
      "money of more than 2^31 fen, times to the millisecond, names in Chinese, what is null and what is not there",
      async (ground) => {
        const rows = await ground.rows();
        const row: Row = {
          _id: Number.MAX_SAFE_INTEGER,
          fen: 900_719_925_474_099,
          below: -1,
          part: 0.1,
          at: new Date("2026-02-28T15:59:59.999Z"),
          name: "乌龙茶 🍵 \u0000 'x'",
          nothing: null,
          empty: {},
          list: [[], [1, null], { deep: { deeper: [true, false] } }],
          "with space": "",
        };
        await rows.insertOne(row);
        expectSame("the row", await ground.elsewhere(rows).findOne({ _id: Number.MAX_SAFE_INTEGER }), row);
        await rows.updateOne({ _id: row._id }, { $inc: { fen: 1 } });
        expectSame("fen and one", (await rows.findOne({ _id: row._id }))?.["fen"], 900_719_925_474_100);
      },
    ),
  ],
};
