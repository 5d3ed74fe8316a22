import { z } from "zod";
import { Count, LongId } from "#api/http/fields.js";

const ids = z.array(LongId).min(1).max(1_000);

export const CartAddBody = z.object({ skuId: LongId, count: Count });
export const CartUpdateCountBody = z.object({ id: LongId, count: Count });
export const CartUpdateSelectedBody = z.object({ ids, selected: z.boolean() });
export const CartDeleteBody = z.object({ ids });
export const CartResetBody = z.object({ id: LongId, skuId: LongId, count: Count });

const int = z.number().int();

export const CartItemView = z.object({
  id: int,
  count: int,
  selected: z.boolean(),
  spu: z.object({ id: int, name: z.string(), picUrl: z.string(), categoryId: int }),
  sku: z.object({
    id: int,
    picUrl: z.string(),
    price: int,
    marketPrice: int,
    stock: int,
    properties: z.array(z.object({ propertyId: int, propertyName: z.string(), valueId: int, valueName: z.string() })),
  }),
});
export const CartListView = z.object({ validList: z.array(CartItemView), invalidList: z.array(CartItemView) });
