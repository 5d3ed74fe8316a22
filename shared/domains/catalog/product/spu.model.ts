import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { DeliveryType, SpuStatus } from "../catalog.states.js";

/** A standard product. Prices are the lowest of its SKUs; stock and sales are rolled up from them (rollUpSpu.ts). */
export interface SpuDoc {
  _id: number;
  name: string;
  /** For operators only; clients search the name. */
  keyword: string;
  introduction: string;
  /** Rich text. */
  description: string;
  /** Search terms of the name (keywordTerms.ts). */
  keywordTerms: string[];
  categoryId: number;
  brandId: number;
  /** Keys in object storage, or full addresses. */
  picUrl: string;
  sliderPicUrls: string[];
  /** false: one SKU without properties. */
  specType: boolean;
  priceFen: number;
  marketPriceFen: number;
  stock: number;
  /** Units sold, including those of deleted variants (salesGone). */
  salesCount: number;
  salesGone: number;
  /** Version of the sums of stock and sales; absent before the first roll-up. */
  rollUps?: number;
  virtualSalesCount: number;
  /** salesCount + virtualSalesCount, which clients see and sort by. */
  salesShown: number;
  isHot: boolean;
  /** "isNew" for clients, but mongoose reserves that name. */
  isNewArrival: boolean;
  isVirtual: boolean;
  needPrescription: boolean;
  deliveryTypes: DeliveryType[];
  deliveryTemplateId: number | null;
  giveIntegral: number;
  descriptionOne: string;
  descriptionTwo: string;
  descriptionThree: string;
  sort: number;
  /** -1 recycle bin, 0 off shelf, 1 on shelf. */
  status: SpuStatus;
  createdAt: Date;
}

const text = { type: String, default: "" };
const count = { type: Number, default: 0 };
const flag = { type: Boolean, default: false };

export const SpuModel = defineModel<SpuDoc>(
  "spus",
  {
    name: { type: String, required: true },
    keyword: text,
    introduction: text,
    description: text,
    keywordTerms: { type: [String], default: [] },
    categoryId: { type: Number, required: true },
    brandId: { type: Number, required: true },
    picUrl: text,
    sliderPicUrls: { type: [String], default: [] },
    specType: flag,
    priceFen: { type: Number, required: true },
    marketPriceFen: { type: Number, required: true },
    stock: { type: Number, required: true },
    salesCount: count,
    salesGone: count,
    rollUps: Number,
    virtualSalesCount: count,
    salesShown: count,
    isHot: flag,
    isNewArrival: flag,
    isVirtual: flag,
    needPrescription: flag,
    deliveryTypes: { type: [Number], default: [DeliveryType.express] },
    deliveryTemplateId: { type: Number, default: null },
    giveIntegral: count,
    descriptionOne: text,
    descriptionTwo: text,
    descriptionThree: text,
    sort: count,
    status: { type: Number, enum: Object.values(SpuStatus), default: SpuStatus.onShelf },
  },
  {
    logicalDelete: true,
    // Every sort ends in (sort, _id) descending, so an ascending one needs an index of its own.
    indexes: [
      // For operators, who see those of every status.
      [{ sort: -1, _id: -1 }],
      [{ status: 1, sort: -1, _id: -1 }],
      [{ status: 1, priceFen: 1, sort: -1, _id: -1 }],
      [{ status: 1, priceFen: -1, sort: -1, _id: -1 }],
      [{ status: 1, salesShown: 1, sort: -1, _id: -1 }],
      [{ status: 1, salesShown: -1, sort: -1, _id: -1 }],
      [{ status: 1, createdAt: 1, sort: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, priceFen: 1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, priceFen: -1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, salesShown: 1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, salesShown: -1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, createdAt: 1, sort: -1, _id: -1 }],
      [{ categoryId: 1, status: 1, createdAt: -1, sort: -1, _id: -1 }],
      [{ brandId: 1, status: 1, sort: -1, _id: -1 }],
      [{ isHot: 1, status: 1, sort: -1, _id: -1 }],
      [{ isNewArrival: 1, status: 1, sort: -1, _id: -1 }],
      [{ keywordTerms: 1, status: 1, sort: -1, _id: -1 }],
      // For operators who look for what is (nearly) sold out.
      [{ status: 1, stock: 1, sort: -1, _id: -1 }],
    ],
  },
);
