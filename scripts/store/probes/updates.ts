import type mongoose from "mongoose";
import { expectSame, needed, type Probe, type Theme } from "../probe.js";

type Update = mongoose.mongo.Document | mongoose.mongo.Document[];
interface Case {
  name: string;
  before: Record<string, unknown>;
  update: Update;
  after: Record<string, unknown>;
  options?: mongoose.mongo.UpdateOptions;
}

const cases: Case[] = [
  {
    name: "$set, also inside of a field, $inc and $unset",
    before: { name: "tea", spec: { weight: 1, left: true }, stock: 3 },
    update: { $set: { name: "茶", "spec.weight": 2 }, $inc: { stock: -2, sold: 2 }, $unset: { "spec.left": "" } },
    after: { name: "茶", spec: { weight: 2 }, stock: 1, sold: 2 },
  },
  {
    name: "$max of numbers, times and what is not there yet",
    before: { peak: 5, low: 5, at: new Date(1_000) },
    update: { $max: { peak: 7, low: 3, at: new Date(2_000), first: 1 } },
    after: { peak: 7, low: 5, at: new Date(2_000), first: 1 },
  },
  {
    name: "$min of numbers, times and what is not there yet",
    before: { lowest: 5, high: 5, at: new Date(2_000) },
    update: { $min: { lowest: 3, high: 7, at: new Date(1_000), first: 1 } },
    after: { lowest: 3, high: 5, at: new Date(1_000), first: 1 },
  },
  {
    name: "$setOnInsert leaves an existing row alone",
    before: { value: 1 },
    update: { $setOnInsert: { value: 2, made: true }, $set: { seen: true } },
    after: { value: 1, seen: true },
    options: { upsert: true },
  },
  {
    name: "$push with $each and $slice keeps the last ones",
    before: { rotated: ["a", "b", "c"] },
    update: { $push: { rotated: { $each: ["d", "e"], $slice: -3 } } },
    after: { rotated: ["c", "d", "e"] },
  },
  {
    name: "$push of one, and into a list that is not there yet",
    before: { slots: [1] },
    update: { $push: { slots: { token: "t" }, others: 2 } },
    after: { slots: [1, { token: "t" }], others: [2] },
  },
  {
    name: "$addToSet, also of $each, takes each once, objects by value",
    before: { codes: ["a"], tracks: [{ at: 1, content: "x" }] },
    update: {
      $addToSet: {
        codes: "a",
        tracks: {
          $each: [
            { at: 1, content: "x" },
            { at: 2, content: "y" },
          ],
        },
      },
    },
    after: {
      codes: ["a"],
      tracks: [
        { at: 1, content: "x" },
        { at: 2, content: "y" },
      ],
    },
  },
  {
    name: "$pull of a value, by a field, by a comparison",
    before: {
      codes: ["a", "b", "a"],
      uses: [{ what: "avatar" }, { what: "review" }],
      slots: [{ until: 1 }, { until: 9 }],
    },
    update: { $pull: { codes: "a", uses: { what: "avatar" }, slots: { until: { $lte: 5 } } } },
    after: { codes: ["b"], uses: [{ what: "review" }], slots: [{ until: 9 }] },
  },
  {
    name: "arrayFilters change the elements that they name",
    before: {
      properties: [
        { id: 1, name: "a" },
        { id: 2, name: "b" },
        { id: 1, name: "c" },
      ],
    },
    update: { $set: { "properties.$[own].name": "z" } },
    after: {
      properties: [
        { id: 1, name: "z" },
        { id: 2, name: "b" },
        { id: 1, name: "z" },
      ],
    },
    options: { arrayFilters: [{ "own.id": 1 }] },
  },
  {
    name: "a pipeline adds to the row's own numbers, also one that is not there: $add, $ifNull",
    before: { virtual: 7, sold: 1, at: new Date(1_000) },
    update: [
      { $set: { sold: { $add: [3, { $ifNull: ["$gone", 0] }] } } },
      { $set: { shown: { $add: ["$sold", { $ifNull: ["$gone", 2] }, "$virtual"] }, at: new Date(2_000) } },
    ],
    after: { virtual: 7, sold: 3, shown: 12, at: new Date(2_000) },
  },
  {
    name: "a pipeline pays one of the row's numbers from another, both as they were: $subtract, $max",
    before: { point: 5, owed: 3 },
    update: [
      {
        $set: {
          point: { $add: ["$point", { $max: [0, { $subtract: [7, { $ifNull: ["$owed", 0] }] }] }] },
          owed: { $max: [0, { $subtract: [{ $ifNull: ["$owed", 0] }, 7] }] },
        },
      },
    ],
    after: { point: 9, owed: 0 },
  },
  {
    name: "a pipeline takes from the row's own fields: $concat, $toString",
    before: { updatedAt: new Date(5_000) },
    update: [{ $set: { deletedAt: "$updatedAt", by: null, no: { $concat: ["over-", { $toString: "$_id" }] } } }],
    after: { updatedAt: new Date(5_000), deletedAt: new Date(5_000), by: null, no: "over-1" },
  },
];

const probeOf = ({ name, before, update, after, options = {} }: Case): Probe =>
  needed(name, "what is written is not what was meant: rows of every domain", async (ground) => {
    const rows = await ground.rows();
    await rows.insertMany([
      { _id: 1, ...before },
      { _id: 2, ...before },
    ]);
    await rows.updateOne({ _id: 1 }, update, options);
    expectSame("outside a transaction", await rows.findOne({ _id: 1 }), { _id: 1, ...after });
    await rows.replaceOne({ _id: 1 }, before);
    await ground.transact((session) => rows.updateOne({ _id: 1 }, update, { ...options, session }));
    expectSame("in a transaction", await rows.findOne({ _id: 1 }), { _id: 1, ...after });
    expectSame("the other row", await rows.findOne({ _id: 2 }), { _id: 2, ...before });
  });

export const updates: Theme = { theme: "updates", probes: cases.map(probeOf) };
