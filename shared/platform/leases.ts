import { randomUUID } from "node:crypto";
import { clock } from "./clock.js";
import { defineModel, isDuplicateKey } from "./mongo.js";

interface Lease {
  _id: string;
  owner: string;
  until: Date;
}
const LeaseModel = defineModel<Lease>("leases", {
  _id: { type: String, required: true },
  owner: { type: String, required: true },
  until: { type: Date, required: true },
});

/** This process, as an owner of leases. */
export const processId = randomUUID();

/** Takes or renews a lease; false while another process holds it. */
export async function takeLease(name: string, ms: number): Promise<boolean> {
  const now = clock.now();
  try {
    const { matchedCount, upsertedCount } = await LeaseModel.updateOne(
      { _id: name, $or: [{ owner: processId }, { until: { $lt: now } }] },
      { $set: { owner: processId, until: new Date(now.getTime() + ms) } },
      { upsert: true },
    );
    return matchedCount + upsertedCount > 0;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function releaseLease(name: string): Promise<void> {
  await LeaseModel.deleteOne({ _id: name, owner: processId });
}
