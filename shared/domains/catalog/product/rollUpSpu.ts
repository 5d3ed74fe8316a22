import { AsyncResource } from "node:async_hooks";
import DataLoader from "dataloader";
import type { AnyBulkWriteOperation } from "mongoose";
import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { PaidUnitsModel, type PaidUnitsDoc } from "../stock/paidUnits.model.js";
import { openedSpus } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/**
 * Sets an SPU's stock and sales to the sums over its SKUs, within the running transaction if there is one; sales of
 * deleted variants stay counted. A deleted SPU is ignored.
 */
export async function rollUpSpu(spuId: number): Promise<void> {
  await rollUpEach([spuId]);
}

/** Like rollUpSpu, outside any transaction: those asked for within a moment are read and written together. */
export async function rollUpWithOthers(spuId: number): Promise<void> {
  await together.load(spuId);
}

/** As long as it takes the jobs that are due at one second to begin. */
const GATHER_MS = 20;
const AT_ONCE = 100;

const together = new DataLoader<number, void>((spuIds) => rollUpEach(spuIds).then(() => spuIds.map(() => undefined)), {
  cache: false,
  maxBatchSize: AT_ONCE,
  // In nobody's context: one caller that was aborted, or lost its lease, would fail the others.
  batchScheduleFn: AsyncResource.bind((begin: () => void) => setTimeout(begin, GATHER_MS)),
});

/** Of two concurrent runs the one with the older read reads again. */
async function rollUpEach(spuIds: readonly number[]): Promise<void> {
  const unique = [...new Set(spuIds)];
  for (let tries = 0; !(await rollUpOnce(unique)); tries++)
    if (tries >= MOST_TRIES) throw new LostRace(`the sums of the SPUs ${unique.join(", ")} are being made by others`);
  for (const spuId of unique) openedSpus.invalidate(String(spuId));
}

const MOST_TRIES = 10;

type Figures = Pick<
  SpuDoc,
  "_id" | "rollUps" | "stock" | "salesCount" | "salesShown" | "salesGone" | "virtualSalesCount"
>;
/** A product with one of its SKUs, if it has any. */
interface Row extends Figures {
  sku?: Pick<SkuDoc, "stock" | "sold"> & { deletedAt?: Date | null };
  paid: Pick<PaidUnitsDoc, "count">[];
}
interface Summed {
  /** As stored. */
  spu: Figures;
  /** Of its SKUs now. */
  stock: number;
  sold: number;
}

const figures = { rollUps: 1, stock: 1, salesCount: 1, salesShown: 1, salesGone: 1, virtualSalesCount: 1 } as const;

async function readSums(spuIds: readonly number[]): Promise<Summed[]> {
  const rows = await SpuModel.aggregate<Row>([
    { $match: { _id: spuIds.length === 1 ? spuIds[0]! : { $in: spuIds } } },
    { $project: figures },
    { $lookup: { from: SkuModel.collection.name, localField: "_id", foreignField: "spuId", as: "sku" } },
    { $unwind: { path: "$sku", preserveNullAndEmptyArrays: true } },
    { $lookup: { from: PaidUnitsModel.collection.name, localField: "sku._id", foreignField: "_id", as: "paid" } },
    { $project: { ...figures, "sku.stock": 1, "sku.sold": 1, "sku.deletedAt": 1, "paid.count": 1 } },
  ]);
  const sums = new Map<number, Summed>();
  for (const { sku, paid, ...spu } of rows) {
    const sum = sums.get(spu._id) ?? { spu, stock: 0, sold: 0 };
    sums.set(spu._id, sum);
    if (!sku || (sku.deletedAt ?? null) !== null) continue;
    sum.stock += sku.stock;
    sum.sold += sku.sold + (paid[0]?.count ?? 0);
  }
  return [...sums.values()];
}

/** False: another run was faster for one of them. */
async function rollUpOnce(spuIds: readonly number[]): Promise<boolean> {
  const sums = await readSums(spuIds);
  if (sums.length === 0) return true;
  const { matchedCount } = await SpuModel.bulkWrite(sums.map(writeOf), { ordered: false });
  return matchedCount === sums.length;
}

function writeOf({ spu, stock, sold }: Summed): AnyBulkWriteOperation<SpuDoc> {
  const salesCount = { $add: [sold, { $ifNull: ["$salesGone", 0] }] };
  const salesShown = { $add: [salesCount, "$virtualSalesCount"] };
  const rollUps = (spu.rollUps ?? 0) + 1;
  const filter = { _id: spu._id, rollUps: spu.rollUps ?? null };
  return { updateOne: { filter, update: [{ $set: { stock, salesCount, salesShown, rollUps } }] } };
}

/** How far rollUpRecent looks back: three rounds, so that a missed one does no harm. */
const LOOK_BACK_MS = minutes(3);

/** Rolls up the SPUs whose SKUs changed lately and whose sums are not those of their SKUs. */
export async function rollUpRecent(): Promise<void> {
  const recent = { updatedAt: { $gte: new Date(clock.ms() - LOOK_BACK_MS) } };
  const reserved = await SkuModel.distinct("spuId", recent);
  const paid = await SkuModel.distinct("spuId", { _id: { $in: await PaidUnitsModel.distinct("_id", recent) } });
  const spuIds = [...new Set([...reserved, ...paid])];
  for (let at = 0; at < spuIds.length; at += AT_ONCE) {
    checkpoint();
    const outdated = (await readSums(spuIds.slice(at, at + AT_ONCE))).filter(isOutdated);
    if (outdated.length > 0) await rollUpEach(outdated.map(({ spu }) => spu._id));
  }
}

function isOutdated({ spu, stock, sold }: Summed): boolean {
  const salesCount = sold + (spu.salesGone ?? 0);
  return spu.stock !== stock || spu.salesCount !== salesCount || spu.salesShown !== salesCount + spu.virtualSalesCount;
}
