import { draftOf } from "./draft.js";
import type { PriceStep } from "./facts.js";

/** payFen = unitPrice × count: every line at its SKU's price, nothing is taken off, nothing added yet. */
export const listPrice: PriceStep = ({ type, deliveryType, lines }) => draftOf(type, deliveryType, lines);
