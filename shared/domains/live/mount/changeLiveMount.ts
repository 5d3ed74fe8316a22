import { recordChange } from "#shared/domains/audit/index.js";
import { catalogErrors, findSpus } from "#shared/domains/catalog/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { liveErrors } from "../live.errors.js";
import { LiveModel } from "../live.model.js";
import { LiveMountModel, type LiveMountDoc } from "./liveMount.model.js";
import { getLiveMount } from "./liveMount.queries.js";
import { ExplainStatus, MountStatus } from "../live.states.js";

export type LiveMountInput = Pick<LiveMountDoc, "liveId" | "spuId"> & LiveMountChange;
type LiveMountChange = Partial<Pick<LiveMountDoc, "status" | "sort" | "explainStatus">>;

/**
 * Adds a product to a live; returns the mount's id. LiveNotFound, SpuNotFound, SpuAlreadyMounted, MountOffShelf
 * (explained though not on shelf).
 */
export async function createLiveMount({ liveId, spuId, ...input }: LiveMountInput): Promise<number> {
  const _id = await nextId("liveMounts");
  return inTransaction(async () => {
    if (!(await holdMounts(liveId))) throw liveErrors.LiveNotFound();
    const [spu] = await findSpus([spuId]);
    if (!spu || spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
    if (await LiveMountModel.exists({ liveId, spuId })) throw liveErrors.SpuAlreadyMounted();
    const { status = MountStatus.onShelf, sort = 0, explainStatus = ExplainStatus.idle } = input;
    if (explainStatus === ExplainStatus.explaining && status === MountStatus.offShelf) throw liveErrors.MountOffShelf();
    if (explainStatus === ExplainStatus.explaining) await endExplaining(liveId);
    await LiveMountModel.create([{ _id, liveId, spuId, status, sort, explainStatus }]);
    await recordChange("cloudlive", "live-spu.create", _id, { after: { liveId, spuId, status, sort, explainStatus } });
    return _id;
  });
}

/**
 * Changes shelf, sort or explaining. Explaining one product ends that of another; off shelf none is explained. A mount
 * keeps its live and its product (400 otherwise). LiveMountNotFound, MountOffShelf.
 */
export async function changeLiveMount(
  mountId: number,
  change: LiveMountChange & { liveId?: number; spuId?: number },
  verb = "update",
): Promise<true> {
  return inTransaction<true>(async () => {
    const { liveId, before } = await heldMount(mountId);
    for (const field of ["liveId", "spuId"] as const)
      if (change[field] !== undefined && change[field] !== before[field])
        throw errors.BadInput({ field, reason: "must stay as it is" });
    const after = changed(before, change);
    if (after.explainStatus === ExplainStatus.explaining && before.explainStatus === ExplainStatus.idle)
      await endExplaining(liveId);
    await LiveMountModel.updateOne({ _id: mountId }, { $set: after });
    await recordChange("cloudlive", `live-spu.${verb}`, mountId, { before: shelfOf(before), after });
    return true;
  });
}

/** LiveMountNotFound. */
export async function deleteLiveMount(mountId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const { before } = await heldMount(mountId);
    const unexplained = { $set: { explainStatus: ExplainStatus.idle } };
    if (!(await deleteLogically(LiveMountModel, { _id: mountId }, unexplained))) throw liveErrors.LiveMountNotFound();
    await recordChange("cloudlive", "live-spu.delete", mountId, { before });
    return true;
  });
}

/** Every change of a live's mounts writes the live first, so that of concurrent ones the later sees the earlier. */
export async function holdMounts(liveId: number): Promise<boolean> {
  const { matchedCount } = await LiveModel.updateOne({ _id: liveId }, { $inc: { mountVersion: 1 } });
  return matchedCount === 1;
}

async function heldMount(mountId: number): Promise<{ liveId: number; before: LiveMountDoc }> {
  const { liveId } = await getLiveMount(mountId);
  if (!(await holdMounts(liveId))) throw liveErrors.LiveMountNotFound();
  return { liveId, before: await getLiveMount(mountId) };
}

async function endExplaining(liveId: number): Promise<void> {
  await LiveMountModel.updateMany(
    { liveId, explainStatus: ExplainStatus.explaining },
    { $set: { explainStatus: ExplainStatus.idle } },
  );
}

const shelfOf = ({ status, sort, explainStatus }: LiveMountDoc): Required<LiveMountChange> => ({
  status,
  sort,
  explainStatus,
});

function changed(before: LiveMountDoc, change: LiveMountChange): Required<LiveMountChange> {
  const { status = before.status, sort = before.sort, explainStatus = before.explainStatus } = change;
  const beginsExplaining = explainStatus === ExplainStatus.explaining && before.explainStatus === ExplainStatus.idle;
  if (status === MountStatus.offShelf && beginsExplaining) throw liveErrors.MountOffShelf();
  return { status, sort, explainStatus: status === MountStatus.offShelf ? ExplainStatus.idle : explainStatus };
}
