import { mongo, type Model, type QueryFilter } from "mongoose";
import { countUpToMost } from "./longLists.js";

export interface StatusCount {
  status: number;
  /** 10,000 may mean more, as in a list (kernel/lists/pageOf.ts). */
  count: number;
}

/** How many rows of a collection stand in each state: its index on `status` alone is read. */
export async function countByStatus<T extends { status: number }>(
  model: Model<T>,
  states: readonly number[],
): Promise<StatusCount[]> {
  return Promise.all(
    states.map(async (status) => {
      const filter = { status } as QueryFilter<T>;
      // The name of the list of that state, so that both know of each other that they are long.
      const name = `${model.collection.name} ${mongo.BSON.EJSON.stringify(filter)}`;
      return { status, count: await countUpToMost(name, (limit) => model.countDocuments(filter, { limit })) };
    }),
  );
}
