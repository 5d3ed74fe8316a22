import { z } from "zod";
import { LongId, longOf, nameText, optional, text } from "#api/http/fields.js";
import { errors } from "#shared/kernel/request/errors.js";
import { ProductScopeKind } from "#shared/domains/promotion/promotion.codes.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** Shared fields of the operators' endpoints of promotions. */
export const Name = nameText(64);
export const Remark = optional(text(500));
/** 0 enabled, 1 closed or disabled. */
export const Switch = longOf(Object.values(EnabledStatus));
/** 1 all products, 2 listed products, 3 listed categories. */
export const Scope = longOf(Object.values(ProductScopeKind));
export const ScopeValues = optional(z.array(LongId).max(1_000));
/** Up to a million yuan. */
export const Fen = z.number().int().min(0).max(100_000_000);
export const int = z.number().int();

type Scoped = { productScope: ProductScopeKind; productScopeValues?: number[] | undefined };
export const namesItsScope = ({ productScope, productScopeValues }: Scoped): boolean =>
  productScope === ProductScopeKind.all || (productScopeValues?.length ?? 0) > 0;
export const scopeFault = { path: ["productScopeValues"], error: "must name at least one" };

/** A row by `{id}` in the body or by `?id=`: clients use either. */
export const MaybeId = z.object({ id: optional(LongId) });
export function idOf(...places: { id?: number | undefined }[]): number {
  const id = places.find((place) => place.id !== undefined)?.id;
  if (id === undefined) throw errors.BadInput({ field: "id", reason: "is required" });
  return id;
}
