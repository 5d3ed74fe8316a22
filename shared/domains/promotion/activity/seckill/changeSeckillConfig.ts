import { recordChange } from "#shared/domains/audit/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { activityErrors } from "../activity.errors.js";
import { ActivityModel, ActivitySkuModel } from "../activity.model.js";
import { invalidateSlots } from "../activity.queries.js";
import { slotsOverlap } from "../activityStatus.js";
import { SeckillConfigModel, type SeckillConfigDoc } from "./seckillConfig.model.js";
import { ActivityKind } from "../activity.states.js";

export type SeckillConfigInput = Pick<SeckillConfigDoc, "name" | "startTime" | "endTime" | "sliderPicUrls" | "status">;

/** Creates a time slot; returns its id. Throws SlotOverlap. */
export async function createSeckillConfig(input: SeckillConfigInput): Promise<number> {
  const _id = await nextId("seckillConfigs");
  return inTransaction(async () => {
    await refuseOverlap(input, _id);
    await SeckillConfigModel.create([{ _id, ...input }]);
    await record("create", _id, { after: input });
    return _id;
  });
}

/** Throws SlotNotFound, SlotOverlap. */
export async function updateSeckillConfig(configId: number, input: SeckillConfigInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await seckillConfig(configId);
    await refuseOverlap(input, configId);
    await SeckillConfigModel.updateOne({ _id: configId }, { $set: input });
    await record("update", configId, { before, after: input });
    return true;
  });
}

/** Enables or disables a slot; a disabled slot stops its flash sales. Throws SlotNotFound. */
export async function switchSeckillConfig(configId: number, status: EnabledStatus): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await seckillConfig(configId);
    await SeckillConfigModel.updateOne({ _id: configId }, { $set: { status } });
    await record("update-status", configId, { before: { status: before.status }, after: { status } });
    return true;
  });
}

/** Throws SlotNotFound; SlotInUse while a running or future flash sale has it. */
export async function deleteSeckillConfig(configId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await seckillConfig(configId);
    const open = { kind: ActivityKind.seckill, status: EnabledStatus.enabled, endAt: { $gt: clock.now() } } as const;
    const count = await ActivityModel.countDocuments({ ...open, "rules.configIds": configId });
    if (count > 0) throw activityErrors.SlotInUse({ count });
    if (!(await deleteLogically(SeckillConfigModel, { _id: configId }))) throw activityErrors.SlotNotFound();
    await record("delete", configId, { before });
    return true;
  });
}

/** Throws SlotNotFound. */
export async function seckillConfig(configId: number): Promise<SeckillConfigDoc> {
  const found = await SeckillConfigModel.findById(configId).lean<SeckillConfigDoc>();
  if (!found) throw activityErrors.SlotNotFound();
  return found;
}

/** For operators, by start. */
export async function pageSeckillConfigs({
  status,
  ...page
}: Page & { status?: EnabledStatus | undefined }): Promise<PageOf<SeckillConfigDoc>> {
  return pageOf(SeckillConfigModel, status === undefined ? {} : { status }, page, { startTime: 1, _id: 1 });
}

/** Throws SlotOverlap, also for a slot that another operator writes concurrently. */
export async function refuseOverlap(
  input: Pick<SeckillConfigInput, "startTime" | "endTime">,
  configId: number,
): Promise<void> {
  await claimDay();
  const others = await SeckillConfigModel.find({ _id: { $ne: configId } }).lean<SeckillConfigDoc[]>();
  if (others.some((other) => slotsOverlap(other, input))) throw activityErrors.SlotOverlap();
}

/** Makes concurrent writes of slots conflict, so that the second sees the first. */
async function claimDay(): Promise<void> {
  try {
    await ActivitySkuModel.updateOne({ _id: "slots" }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace("slots");
    throw error;
  }
}

async function record(verb: string, bizId: number, change: { before?: unknown; after?: unknown }): Promise<void> {
  invalidateSlots();
  await recordChange("promotion", `seckill-config.${verb}`, bizId, change);
}
