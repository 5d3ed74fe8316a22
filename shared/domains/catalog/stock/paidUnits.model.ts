import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** Units of a SKU that were paid for and that its row still counts as reserved (paidUnits.ts). */
export interface PaidUnitsDoc {
  /** The SKU's. */
  _id: number;
  count: number;
  createdAt: Date;
  updatedAt: Date;
}

export const PaidUnitsModel = defineModel<PaidUnitsDoc>(
  "paidUnits",
  { count: { type: Number, default: 0, min: 0 } },
  { indexes: [[{ updatedAt: 1 }]] },
);
