import { defineModel } from "#shared/kernel/mongo/mongo.js";

export interface SkuProperty {
  propertyId: number;
  propertyName: string;
  valueId: number;
  valueName: string;
}

/**
 * A variant. Invariant, kept by stock.ts, restoreStock.ts and setStock.ts: sold + stock + reserved = initialStock. As
 * stored, `reserved` has units that were paid for and are sold: readers of either go through paidUnits.ts.
 */
export interface SkuDoc {
  _id: number;
  spuId: number;
  properties: SkuProperty[];
  priceFen: number;
  marketPriceFen: number;
  costPriceFen: number;
  picUrl: string;
  /** Units that can be bought now. */
  stock: number;
  /** Units reserved by unpaid orders. */
  reserved: number;
  sold: number;
  initialStock: number;
  barCode: string;
  /** kg */
  weight: number;
  /** m³ */
  volume: number;
  createdAt: Date;
  updatedAt: Date;
}

const count = { type: Number, default: 0 };

export const SkuModel = defineModel<SkuDoc>(
  "skus",
  {
    spuId: { type: Number, required: true },
    properties: {
      type: [{ _id: false, propertyId: Number, propertyName: String, valueId: Number, valueName: String }],
      default: [],
    },
    priceFen: { type: Number, required: true },
    marketPriceFen: { type: Number, required: true },
    costPriceFen: count,
    picUrl: { type: String, default: "" },
    stock: { type: Number, required: true, min: 0 },
    reserved: { ...count, min: 0 },
    sold: { ...count, min: 0 },
    initialStock: { type: Number, required: true, min: 0 },
    barCode: { type: String, default: "" },
    weight: count,
    volume: count,
  },
  { logicalDelete: true, indexes: [[{ spuId: 1, _id: 1 }], [{ updatedAt: 1 }], [{ "properties.valueId": 1 }]] },
);
