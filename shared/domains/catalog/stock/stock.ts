import { gatherInserts, gatherUpdate } from "#shared/kernel/mongo/gathered.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { rollUpSoon } from "../product/rollUpSoon.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";
import { addPaidUnits } from "./paidUnits.js";
import { sumPerSku, type StockLine } from "./stockLines.js";
import { announceStock } from "./stockNews.js";
import { withSkuLocks } from "./skuLocks.js";
import { StockMovementModel, type StockMovementDoc } from "./stockMovement.model.js";

type Ending = "release" | "commit";

/** A check before a transaction, so that none is started for sold-out SKUs. Throws SkuNotFound, StockShort. */
export async function assertInStock(lines: readonly StockLine[]): Promise<void> {
  const wanted = sumPerSku(lines);
  const found = await SkuModel.find({ _id: { $in: wanted.map((line) => line.skuId) } }, { stock: 1 }).lean<
    Pick<SkuDoc, "_id" | "stock">[]
  >();
  const stocks = new Map(found.map((sku) => [sku._id, sku.stock]));
  for (const { skuId, count } of wanted) {
    const stock = stocks.get(skuId);
    if (stock === undefined) throw catalogErrors.SkuNotFound();
    if (stock < count) throw catalogErrors.StockShort();
  }
}

/**
 * Reserves units for an unpaid order: stock -= n, reserved += n; all lines or none. It should come first in the
 * caller's transaction, where a lost race costs least. `refId` is the cause and is used once: a second reservation of
 * the same SKU with it violates the unique index. Throws SkuNotFound, StockShort.
 */
export async function reserveStock(refId: string, lines: readonly StockLine[]): Promise<void> {
  const wanted = sumPerSku(lines);
  await inOneTransaction(wanted, async () => {
    for (const { skuId, count } of wanted)
      await gatherUpdate(
        SkuModel,
        {
          filter: { _id: skuId, stock: { $gte: count }, deletedAt: null },
          update: { $inc: { stock: -count, reserved: count } },
        },
        () => whyNotReserved(wanted),
      );
    await writeMovements("reserve", refId, wanted);
    await announceStock(wanted.map(({ skuId }) => skuId));
    rollUpSoon(wanted.map(({ skuId }) => skuId));
  });
}

async function whyNotReserved(wanted: readonly StockLine[]): Promise<Error> {
  const _id = { $in: wanted.map(({ skuId }) => skuId) };
  const existing = await SkuModel.find({ _id }, { _id: 1 }).lean<Pick<SkuDoc, "_id">[]>();
  return existing.length === wanted.length ? catalogErrors.StockShort() : catalogErrors.SkuNotFound();
}

/**
 * Releases a reservation: reserved -= n, stock += n. No-op when it has ended. `reserved` are its lines, from a caller
 * whose state transition in the same transaction causes this end: they need not be read then, and an earlier end is an
 * error.
 */
export async function releaseStock(refId: string, reserved?: readonly StockLine[]): Promise<void> {
  await endReservation("release", refId, reserved);
}

/** Commits a paid reservation: its units count as sold (paidUnits.ts). No-op when it has ended. `reserved` as in releaseStock. */
export async function commitStock(refId: string, reserved?: readonly StockLine[]): Promise<void> {
  await endReservation("commit", refId, reserved);
}

/** For a transaction of its own it reads the SKUs first, to take their locks. */
async function endReservation(kind: Ending, refId: string, reserved?: readonly StockLine[]): Promise<void> {
  const named = isInTransaction() ? [] : (reserved ?? (await openReservations(refId)));
  await inOneTransaction(named, async () => {
    const ended = reserved ? sumPerSku(reserved) : await openReservations(refId);
    if (ended.length === 0) return;
    // Lines that were read here may have ended in a concurrent transaction: the next run finds none.
    const raced = reserved ? () => new Error(`${refId} was ended before`) : () => new LostRace(`${refId} was ended`);
    await endMovements({ kind, refId, lines: ended, raced });
    if (kind === "release") {
      await giveBack(refId, ended);
      await announceStock(ended.map(({ skuId }) => skuId));
    } else await addPaidUnits(ended);
    rollUpSoon(
      ended.map(({ skuId }) => skuId),
      kind === "release" ? "stock" : "sales",
    );
  });
}

async function giveBack(refId: string, lines: readonly StockLine[]): Promise<void> {
  for (const { skuId, count } of lines)
    await gatherUpdate(
      SkuModel,
      { filter: { _id: skuId, reserved: { $gte: count } }, update: { $inc: { reserved: -count, stock: count } } },
      () => new Error(`SKU ${skuId} does not hold the units that ${refId} reserved`),
    );
}

/** The open reservations of this cause, sorted by SKU. */
async function openReservations(refId: string): Promise<StockMovementDoc[]> {
  const all = await StockMovementModel.find({ refId }).lean<StockMovementDoc[]>();
  return all.filter(({ kind, endedBy }) => kind === "reserve" && endedBy === null).sort((a, b) => a.skuId - b.skuId);
}

/** Marks each reservation as ended and adds a row for its end. */
async function endMovements({ kind, refId, lines, raced }: MovementsEnd): Promise<void> {
  for (const { skuId } of lines)
    await gatherUpdate(
      StockMovementModel,
      { filter: { skuId, kind: "reserve", refId, endedBy: null }, update: { $set: { endedBy: kind } } },
      raced,
    );
  await writeMovements(kind, refId, lines, raced);
}

interface MovementsEnd {
  kind: Ending;
  refId: string;
  lines: readonly StockLine[];
  raced: () => Error;
}

async function writeMovements(
  kind: StockMovementDoc["kind"],
  refId: string,
  lines: readonly StockLine[],
  onDuplicate?: () => Error,
): Promise<void> {
  const ids = await nextIds("stockMovements", lines.length);
  await gatherInserts(
    StockMovementModel,
    lines.map(({ skuId, count }, index) => ({ _id: ids[index]!, skuId, kind, refId, count, endedBy: null })),
    onDuplicate && { onDuplicate },
  );
}

/** Runs in the caller's transaction, or in a new one under the SKUs' locks. */
async function inOneTransaction(lines: readonly Pick<StockLine, "skuId">[], fn: () => Promise<void>): Promise<void> {
  if (isInTransaction()) await fn();
  else
    await withSkuLocks(
      lines.map((line) => line.skuId),
      () => inTransaction(fn),
    );
}
