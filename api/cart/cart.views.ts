import type { z } from "zod";
import type { CartItem } from "#shared/domains/cart/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { CartItemView } from "./cart.schemas.js";

/** A row whose variant is deleted shows its product's picture and price, without stock. */
export function cartItemView({ row, spu, sku }: CartItem): z.input<typeof CartItemView> {
  return {
    id: row._id,
    count: row.count,
    selected: row.selected,
    spu: { id: spu._id, name: spu.name, picUrl: mediaUrl(spu.picUrl), categoryId: spu.categoryId },
    sku: {
      id: row.skuId,
      picUrl: mediaUrl(sku?.picUrl || spu.picUrl),
      price: sku?.priceFen ?? spu.priceFen,
      marketPrice: sku?.marketPriceFen ?? spu.marketPriceFen,
      stock: sku?.stock ?? 0,
      properties: (sku?.properties ?? []).map(({ propertyId, propertyName, valueId, valueName }) => ({
        propertyId,
        propertyName,
        valueId,
        valueName,
      })),
    },
  };
}
