import type { Field } from "../../parts/fields/fields";
import { SpusPicker } from "../../parts/fields/SpuPicker";
import { CategoriesField } from "../catalog/CategoryField";
import { scopes } from "./promotion.states";

/** The goods that a promotion applies to; products and categories are separate fields, so that ids do not mix. */
export const scopeFields = ({ productScope }: Record<string, unknown>): Field[] => [
  {
    name: "productScope",
    label: ["Applies to", "适用范围"],
    kind: "state",
    states: scopes,
    needed: true,
    initial: 1,
  },
  ...(productScope === 2
    ? [
        {
          name: "spuIds",
          label: ["Products", "适用商品"],
          kind: "custom",
          needed: true,
          control: <SpusPicker />,
        } satisfies Field,
      ]
    : []),
  ...(productScope === 3
    ? [
        {
          name: "categoryIds",
          label: ["Categories", "适用分类"],
          kind: "custom",
          needed: true,
          control: <CategoriesField />,
        } satisfies Field,
      ]
    : []),
];

export const scopeToWire = ({ spuIds, categoryIds, ...sent }: Record<string, unknown>): Record<string, unknown> => ({
  ...sent,
  productScopeValues: sent.productScope === 2 ? spuIds : sent.productScope === 3 ? categoryIds : [],
});
export const scopeToForm = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  spuIds: row.productScope === 2 ? row.productScopeValues : [],
  categoryIds: row.productScope === 3 ? row.productScopeValues : [],
});
