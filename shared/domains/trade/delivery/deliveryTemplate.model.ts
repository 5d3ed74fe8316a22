import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ChargeMode } from "../trade.codes.js";

/** Up to startCount costs startPriceFen; each further extraCount, even a part, costs extraPriceFen. */
export interface ChargeRow {
  /** Districts, cities, provinces, or 1 for the whole country. */
  areaIds: number[];
  startCount: number;
  startPriceFen: number;
  extraCount: number;
  extraPriceFen: number;
}

/** No fee when both freeCount (in the template's measure) and freePriceFen are reached. */
export interface FreeRow {
  areaIds: number[];
  freeCount: number;
  freePriceFen: number;
}

/** The rules for a delivery fee (rules: Catalog and prices). */
export interface DeliveryTemplateDoc {
  _id: number;
  name: string;
  chargeMode: ChargeMode;
  sort: number;
  charges: ChargeRow[];
  frees: FreeRow[];
  createdAt: Date;
}

export const DeliveryTemplateModel = defineModel<DeliveryTemplateDoc>(
  "deliveryTemplates",
  {
    name: { type: String, required: true },
    chargeMode: { type: Number, enum: Object.values(ChargeMode), required: true },
    sort: { type: Number, default: 0 },
    charges: [
      {
        _id: false,
        areaIds: [Number],
        startCount: Number,
        startPriceFen: Number,
        extraCount: Number,
        extraPriceFen: Number,
      },
    ],
    frees: [{ _id: false, areaIds: [Number], freeCount: Number, freePriceFen: Number }],
  },
  { logicalDelete: true, claims: [{ fields: ["name"] }] },
);
