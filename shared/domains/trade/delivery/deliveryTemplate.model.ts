import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ChargeMode } from "../trade.codes.js";

/** Up to startCount costs startPriceFen; each begun extraCount beyond it extraPriceFen. */
export interface ChargeRow {
  /** Districts, cities, provinces, or 1 for the whole country. */
  areaIds: number[];
  startCount: number;
  startPriceFen: number;
  extraCount: number;
  extraPriceFen: number;
}

/** No fee from freeCount (in the template's own measure) and freePriceFen on, both. */
export interface FreeRow {
  areaIds: number[];
  freeCount: number;
  freePriceFen: number;
}

/** How a delivery fee is made (rules: Catalog and prices). */
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
