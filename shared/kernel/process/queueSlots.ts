import { defineModel, MOST_CONNECTIONS } from "../mongo/mongo.js";
import type { QueueName } from "../queue/queueNames.js";
import type { Steering } from "./process.model.js";

/** The slots of a queue that operators set for every worker process, also for those that start later. */
export interface QueueSlots {
  _id: QueueName;
  slots: number;
  operatorId: number;
  setAt: Date;
}
export const QueueSlotsModel = defineModel<QueueSlots>("queueSlots", {
  _id: { type: String, required: true },
  slots: { type: Number, required: true },
  operatorId: { type: Number, required: true },
  setAt: { type: Date, required: true },
});

/**
 * The most that operators may set for a queue in one process: twice its connections to MongoDB, as most jobs wait for
 * somebody outside half of their time. With more, jobs would only wait for a connection, and hold memory meanwhile.
 */
export const MOST_SLOTS = 2 * MOST_CONNECTIONS;

/** What operators have set for all worker processes. */
export async function readSlotsOfAll(): Promise<Steering["slots"]> {
  const rows = await QueueSlotsModel.find().lean<QueueSlots[]>();
  return Object.fromEntries(rows.map(({ _id, slots }) => [_id, slots]));
}
