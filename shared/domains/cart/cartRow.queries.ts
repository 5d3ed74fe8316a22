import {
  catalogErrors,
  findSkusWithSpus,
  findSpus,
  type ShelvedSpu,
  type SkuDoc,
} from "#shared/domains/catalog/index.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { CartRowModel, type CartRowDoc } from "./cartRow.model.js";

/** A row with its product. `sku` is null when the variant was deleted. */
export interface CartItem {
  row: CartRowDoc;
  spu: ShelvedSpu;
  sku: SkuDoc | null;
}
interface Cart {
  valid: CartItem[];
  /** The product is off shelf or in the recycle bin, or the variant is deleted or sold out. */
  invalid: CartItem[];
}

/** A member's cart, newest row first. Rows whose product no longer exists are removed. */
export async function readCart(memberId: number): Promise<Cart> {
  const rows = await CartRowModel.find({ memberId }).sort({ _id: -1 }).lean<CartRowDoc[]>();
  const items = await withProducts(rows);
  const gone = rows.filter((row) => !items.some((item) => item.row._id === row._id));
  if (gone.length > 0)
    await removeCartRows(
      memberId,
      gone.map((row) => row._id),
    );
  return { valid: items.filter(isSellable), invalid: items.filter((item) => !isSellable(item)) };
}

async function withProducts(rows: CartRowDoc[]): Promise<CartItem[]> {
  const known = new Map((await findSkusWithSpus(rows.map((row) => row.skuId))).map((found) => [found.sku._id, found]));
  const lost = rows.filter((row) => !known.has(row.skuId));
  const spus = new Map((await findSpus(lost.map((row) => row.spuId))).map((spu) => [spu._id, spu]));
  return rows.flatMap((row) => {
    const found = known.get(row.skuId);
    const spu = found?.spu ?? spus.get(row.spuId);
    return spu ? [{ row, spu, sku: found?.sku ?? null }] : [];
  });
}

function isSellable({ spu, sku }: CartItem): boolean {
  return spu.status === SpuStatus.onShelf && sku !== null && sku.stock > 0;
}

/** The number of units in rows that can be bought (rules: Orders). */
export async function countCart(memberId: number): Promise<number> {
  const { valid } = await readCart(memberId);
  return valid.reduce((sum, { row }) => sum + row.count, 0);
}

/** The member's own among these rows. */
export async function findCartRows(
  memberId: number,
  cartIds: readonly number[],
): Promise<Pick<CartRowDoc, "_id" | "skuId" | "count">[]> {
  if (cartIds.length === 0) return [];
  const rows = await CartRowModel.find({ memberId, _id: { $in: cartIds } }).lean<CartRowDoc[]>();
  return rows.map(({ _id, skuId, count }) => ({ _id, skuId, count }));
}

/** Removes the member's own among these rows; absent ones are ignored. In the caller's transaction, if there is one. */
export async function removeCartRows(memberId: number, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length > 0) await CartRowModel.deleteMany({ memberId, _id: { $in: cartIds } });
}

/** A variant that may be added to a cart. Throws SkuNotFound (also for a recycled product), SpuOffShelf. */
export async function getSellableSku(skuId: number): Promise<SkuDoc> {
  const [found] = await findSkusWithSpus([skuId]);
  if (!found || found.spu.status === SpuStatus.recycled) throw catalogErrors.SkuNotFound();
  if (found.spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
  return found.sku;
}
