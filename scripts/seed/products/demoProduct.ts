import type { MotifName } from "../pictures/motifs.js";

/** A product of the demo shop, as in the tables beside this file. Money in fen, weight in kg. */
export interface DemoProduct {
  /** English, with the Chinese name that Han search finds. */
  name: string;
  introduction: string;
  /** Sentences of the detail page. */
  about: string[];
  category: string;
  brand: string;
  motif?: MotifName;
  price: number;
  market?: number;
  stock?: number;
  weight?: number;
  /** Sales shown from the start. */
  sales?: number;
  hot?: true;
  fresh?: true;
  virtual?: true;
  prescription?: true;
  offShelf?: true;
  sort?: number;
  /** Properties of a multi-spec product: every combination is a SKU. `extra` is added to the price. */
  options?: DemoOption[];
}
export interface DemoOption {
  property: string;
  values: { name: string; extra?: number; stock?: number; weight?: number }[];
}

export const size = (...values: DemoOption["values"]): DemoOption => ({ property: "Size 规格", values });
export const colour = (...names: string[]): DemoOption => ({
  property: "Colour 颜色",
  values: names.map((name) => ({ name })),
});
