import { checkpoint } from "#shared/kernel/request/context.js";
import type { Model } from "mongoose";
import { clock } from "#shared/kernel/time/clock.js";
import { RollUpMarkModel, StayModel, VisitBatchModel, VisitPathModel } from "./analytics.models.js";
import { retainedSince } from "./rollUp.js";

const ROUND = 1_000;
/** What is left after this waits for the next run. */
const BUDGET_MS = 60_000;

/** Deletes events, stays and paths older than 90 days, a thousand rows at a time. Their counts stay. */
export async function dropOld(): Promise<void> {
  const before = new Date(retainedSince());
  const deadline = clock.ms() + BUDGET_MS;
  await dropOf(VisitBatchModel, before, deadline);
  await dropOf(StayModel, before, deadline);
  await dropOf(VisitPathModel, before, deadline);
  await RollUpMarkModel.deleteMany({ _id: { $lt: before.getTime() } });
}

async function dropOf<T extends { _id: string; at: Date }>(
  model: Model<T>,
  before: Date,
  deadline: number,
): Promise<void> {
  while (clock.ms() < deadline) {
    checkpoint();
    const old = await model
      .find({ at: { $lt: before } } as never, { _id: 1 })
      .limit(ROUND)
      .lean<{ _id: string }[]>();
    if (old.length > 0) await model.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } } as never);
    if (old.length < ROUND) return;
  }
}
