import type mongoose from "mongoose";
import { times, type Row } from "../ground.js";
import { expectSame, needed, type Probe, type Theme } from "../probe.js";

type Answer = Record<string, unknown>[];
interface Case {
  name: string;
  wouldBreak: string;
  stages: mongoose.mongo.Document[];
  answer: Answer;
}

const at = (hour: number): Date => new Date(Date.UTC(2026, 1, 28, hour));
const orders: Row[] = [
  {
    _id: 1,
    memberId: 1,
    fen: 100,
    refund: 0,
    paid: true,
    name: "b",
    at: at(1),
    events: [{ kind: "view", page: "/a" }],
  },
  {
    _id: 2,
    memberId: 1,
    fen: 250,
    refund: 50,
    paid: true,
    name: "a",
    at: at(2),
    events: [{ kind: "view", page: "/b" }, { kind: "order" }, { kind: "view", page: "/a" }],
  },
  { _id: 3, memberId: 2, fen: 400, refund: 10, paid: false, name: "c", at: at(3), events: [] },
  { _id: 4, memberId: null, fen: 30, refund: 0, paid: true, at: at(4), events: [{ kind: "order" }] },
];
const numbers = "numbers of the day, sums above the lists of operators, reports";
const visits = "visits, paths and funnels of the website";

const cases: Case[] = [
  {
    name: "$group over all: $sum of ones and of a field, $avg, $max",
    wouldBreak: numbers,
    stages: [
      { $match: { at: { $gte: at(1), $lte: at(3) } } },
      {
        $group: {
          _id: null,
          count: { $sum: 1 },
          fen: { $sum: "$fen" },
          average: { $avg: "$fen" },
          last: { $max: "$at" },
        },
      },
    ],
    answer: [{ _id: null, count: 3, fen: 750, average: 250, last: at(3) }],
  },
  {
    name: "$group over nothing has no row",
    wouldBreak: numbers,
    stages: [{ $match: { fen: { $gt: 1_000 } } }, { $group: { _id: null, count: { $sum: 1 } } }],
    answer: [],
  },
  {
    name: "$group by a field, null among it, $sort by two, $skip, $limit",
    wouldBreak: numbers,
    stages: [
      { $group: { _id: "$memberId", fen: { $sum: "$fen" }, name: { $max: "$name" } } },
      { $sort: { fen: -1, _id: 1 } },
      { $skip: 1 },
      { $limit: 2 },
    ],
    answer: [
      { _id: 1, fen: 350, name: "b" },
      { _id: null, fen: 30, name: null },
    ],
  },
  {
    name: "$group of groups, and $cond with $gt or a field as its question",
    wouldBreak: numbers,
    stages: [
      { $group: { _id: "$memberId", orders: { $sum: 1 }, paid: { $sum: { $cond: ["$paid", 1, 0] } } } },
      {
        $group: {
          _id: null,
          members: { $sum: 1 },
          again: { $sum: { $cond: [{ $gt: ["$orders", 1] }, 1, 0] } },
          paid: { $sum: "$paid" },
        },
      },
    ],
    answer: [{ _id: null, members: 3, again: 1, paid: 3 }],
  },
  {
    name: "$unwind with the place of each, $match on it, $sort before it",
    wouldBreak: visits,
    stages: [
      { $match: { fen: { $lt: 300 } } },
      { $sort: { at: -1, _id: -1 } },
      { $unwind: { path: "$events", includeArrayIndex: "index" } },
      { $match: { "events.kind": "view" } },
      { $project: { index: 1, page: "$events.page" } },
    ],
    answer: [
      { _id: 2, index: 0, page: "/b" },
      { _id: 2, index: 2, page: "/a" },
      { _id: 1, index: 0, page: "/a" },
    ],
  },
  {
    name: "$unwind, $match by $or, $limit, $project by other names",
    wouldBreak: visits,
    stages: [
      { $sort: { at: 1 } },
      { $unwind: "$events" },
      { $match: { $or: [{ "events.kind": "order" }, { "events.page": "/a" }] } },
      { $limit: 3 },
      { $project: { _id: 0, member: "$memberId", page: "$events.page", kind: "$events.kind" } },
    ],
    answer: [
      { member: 1, page: "/a", kind: "view" },
      { member: 1, kind: "order" },
      { member: 1, page: "/a", kind: "view" },
    ],
  },
  {
    name: "$count, and $sum of the $size of a list",
    wouldBreak: visits,
    stages: [{ $match: { paid: true } }, { $group: { _id: null, total: { $sum: { $size: "$events" } } } }],
    answer: [{ _id: null, total: 5 }],
  },
  {
    name: "$count of what is left, and no row where nothing is",
    wouldBreak: "pages of searches",
    stages: [{ $match: { memberId: 1 } }, { $group: { _id: "$name" } }, { $count: "total" }],
    answer: [{ total: 2 }],
  },
];

const probeOf = ({ name, wouldBreak, stages, answer }: Case): Probe =>
  needed(name, wouldBreak, async (ground) => {
    const rows = await ground.rows({ key: { at: 1 } });
    await rows.insertMany(orders);
    expectSame("answer", await rows.aggregate(stages).toArray(), answer);
    const inside = await ground.open((session) => rows.aggregate(stages, { session }).toArray());
    expectSame("answer in a transaction", inside, answer);
  });

export const aggregation: Theme = {
  theme: "aggregation",
  probes: [
    ...cases.map(probeOf),
    needed(
      "$lookup by the _id of another collection, $unwind of what was found, $unset in it",
      "the cart, settlements and every new order",
      async (ground) => {
        const [goods, products] = [await ground.rows(), await ground.rows()];
        await products.insertMany([
          { _id: 1, name: "a", text: "long" },
          { _id: 2, name: "b", text: "long" },
        ]);
        await goods.insertMany([
          { _id: 10, productId: 1 },
          { _id: 11, productId: 3 },
          { _id: 12, productId: 2 },
        ]);
        const from = products.collectionName;
        const stages = [
          { $match: { _id: { $in: [10, 11, 12] } } },
          { $lookup: { from, localField: "productId", foreignField: "_id", as: "product" } },
          { $unwind: "$product" },
          { $unset: ["product.text"] },
          { $sort: { _id: 1 } },
        ];
        const wanted = [
          { _id: 10, productId: 1, product: { _id: 1, name: "a" } },
          { _id: 12, productId: 2, product: { _id: 2, name: "b" } },
        ];
        expectSame("answer", await goods.aggregate(stages).toArray(), wanted);
        const inside = await ground.open((session) => goods.aggregate(stages, { session }).toArray());
        expectSame("answer in a transaction", inside, wanted);
      },
    ),
    needed("what is long comes in batches, whole and in order", "funnels and exports of many rows", async (ground) => {
      const rows = await ground.rows();
      await rows.insertMany(times(300, (_id) => ({ _id, page: _id % 3 })));
      const stages = [{ $match: { page: { $ne: 1 } } }, { $sort: { _id: -1 } }];
      const ids: unknown[] = [];
      for await (const { _id } of rows.aggregate(stages, { batchSize: 40 })) ids.push(_id);
      const wanted = times(300, (index) => 299 - index).filter((id) => id % 3 !== 1);
      expectSame("ids of an aggregation", ids, wanted);
      const found: unknown[] = [];
      await ground.open(async (session) => {
        const cursor = rows.find({}, { session, batchSize: 70, projection: { page: 1 } }).sort({ _id: 1 });
        for await (const { _id } of cursor) {
          found.push(_id);
          // Simulates a shop that keeps writing: a row written meanwhile is outside the snapshot.
          if (found.length === 10) await ground.elsewhere(rows).insertOne({ _id: 1_000, page: 0 });
        }
      });
      expectSame(
        "ids of a cursor in a transaction",
        found,
        times(300, (index) => index),
      );
    }),
  ],
};
