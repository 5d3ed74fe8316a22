import { defineModel } from "#shared/platform/mongo.js";

/** A product in a live (spec, Live-room product mount). */
export interface LiveMountDoc {
  _id: number;
  liveId: number;
  spuId: number;
  /** 1 on shelf, 0 off shelf: the live's own shelf, not the product's. */
  status: 0 | 1;
  /** Small first. */
  sort: number;
  /** 1: being explained now; at most one of a live, and only one on shelf. */
  explainStatus: 0 | 1;
  /** The live's id while being explained, else absent: the index behind it keeps a second one out. */
  explainingIn?: number;
  deleted: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const LiveMountModel = defineModel<LiveMountDoc>(
  "liveMounts",
  {
    liveId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    status: { type: Number, enum: [0, 1], default: 1 },
    sort: { type: Number, default: 0 },
    explainStatus: { type: Number, enum: [0, 1], default: 0 },
    explainingIn: Number,
    deleted: { type: Boolean, default: false },
  },
  {
    indexes: [
      [{ explainingIn: 1 }, { unique: true, sparse: true }],
      [{ liveId: 1, deleted: 1, sort: 1, _id: 1 }],
      [{ spuId: 1 }],
      [{ deleted: 1, createdAt: -1, _id: -1 }],
      [{ deleted: 1, updatedAt: -1, _id: -1 }],
    ],
  },
);
