import { cartErrors, findCartRows } from "#shared/domains/cart/index.js";
import { catalogErrors, findSkusWithSpus, type ShelvedSpu, type SkuDoc } from "#shared/domains/catalog/index.js";
import { DeliveryType, SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { tradeErrors } from "../trade.errors.js";
import { tradeConfig } from "../tradeConfig.model.js";

/** An input line: a SKU with its count, or a cart row alone, which has both. */
export interface OrderLineInput {
  skuId?: number | undefined;
  count?: number | undefined;
  cartId?: number | undefined;
}

/** A line with its SKU and product, which are on sale now. */
export interface BasketLine {
  cartId: number | null;
  count: number;
  sku: SkuDoc;
  spu: ShelvedSpu;
}

/**
 * Reads the lines' goods. Throws CartRowNotFound for a cart row alone that is not the member's; SkuNotFound,
 * SpuNotFound, SpuOffShelf of catalog.
 */
export async function readBasket(memberId: number, input: readonly OrderLineInput[]): Promise<BasketLine[]> {
  const lines = await withCartRows(memberId, input);
  const goods = await findSkusWithSpus(lines.map((line) => line.skuId));
  const bySku = new Map(goods.map((found) => [found.sku._id, found]));
  return lines.map(({ skuId, count, cartId }) => {
    const found = bySku.get(skuId);
    if (!found) throw catalogErrors.SkuNotFound();
    if (found.spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
    if (found.spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
    return { cartId, count, ...found };
  });
}

interface Line {
  skuId: number;
  count: number;
  cartId: number | null;
}

async function withCartRows(memberId: number, input: readonly OrderLineInput[]): Promise<Line[]> {
  const alone = input.flatMap((line) => (isComplete(line) || line.cartId === undefined ? [] : [line.cartId]));
  const rows = new Map((await findCartRows(memberId, alone)).map((row) => [row._id, row]));
  return input.map((line) => {
    if (isComplete(line)) return { skuId: line.skuId, count: line.count, cartId: line.cartId ?? null };
    const row = line.cartId === undefined ? undefined : rows.get(line.cartId);
    if (!row) throw cartErrors.CartRowNotFound();
    return { skuId: row.skuId, count: row.count, cartId: row._id };
  });
}

function isComplete(line: OrderLineInput): line is OrderLineInput & { skuId: number; count: number } {
  return line.skuId !== undefined && line.count !== undefined;
}

/** The lines in the form of stock reservations. */
export const stockLinesOf = (basket: readonly BasketLine[]): { skuId: number; count: number }[] =>
  basket.map(({ sku, count }) => ({ skuId: sku._id, count }));

/** Checks the stock as it was read, lines of one SKU together. Throws StockShort (1008006004). */
export function assertBasketInStock(basket: readonly BasketLine[]): void {
  const wanted = new Map<number, number>();
  for (const { sku, count } of basket) {
    const total = (wanted.get(sku._id) ?? 0) + count;
    if (total > sku.stock) throw catalogErrors.StockShort();
    wanted.set(sku._id, total);
  }
}

/**
 * Virtual goods need type 2 and must not be mixed with others; the rest must offer the chosen type, and pick-up must be
 * enabled in the shop. Throws DeliveryTypeMismatch (1011003005).
 */
export async function assertDeliverable(basket: readonly BasketLine[], deliveryType: DeliveryType): Promise<void> {
  const virtual = basket.filter(({ spu }) => spu.isVirtual);
  const fits =
    virtual.length > 0
      ? virtual.length === basket.length && deliveryType === DeliveryType.pickUp
      : basket.every(({ spu }) => spu.deliveryTypes.includes(deliveryType)) &&
        (deliveryType === DeliveryType.express || (await tradeConfig()).deliveryPickUpEnabled);
  if (!fits) throw tradeErrors.DeliveryTypeMismatch();
}

export const isVirtualBasket = (basket: readonly BasketLine[]): boolean => basket.some(({ spu }) => spu.isVirtual);
